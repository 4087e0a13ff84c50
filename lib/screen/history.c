// SPDX-License-Identifier: GPL-2.0-or-later
/* history.c - what each number was in the last two minutes, and its peak; a fixed pool that never grows. */
#include <math.h>

#include "screen.h"

enum { PROBES = 16 }; /* places that a series may stand in */

/* What is not known is less than all. */
static float larger(float a, float b)
{
	return isnan(a) || b > a ? b : a;
}

static uint64_t bucket_of(uint64_t ns)
{
	return ns / (BUCKET_SECONDS * 1000000000ull) + 1;
}

static uint16_t *place(const struct history *h, uint64_t id, unsigned i)
{
	return &h->places[(id + i) % PLACES];
}

const struct series *history_find(const struct history *h, uint64_t id)
{
	for (unsigned i = 0; h->pool && i < PROBES && *place(h, id, i); i++)
		if (h->pool[*place(h, id, i) - 1].id == id)
			return &h->pool[*place(h, id, i) - 1];
	return NULL;
}

/* Its own place, a free one, or that of the one not seen for longest; none that was seen just now. */
static struct series *take(struct history *h, uint64_t id, uint64_t bucket)
{
	struct series *best = NULL;

	for (unsigned i = 0; i < PROBES; i++) {
		uint16_t *at = place(h, id, i);
		struct series *s = *at ? &h->pool[*at - 1] : NULL;

		if (s && s->id == id)
			return s;
		if (!s && h->n < SERIES) {
			*at = (uint16_t)++h->n;
			best = &h->pool[h->n - 1];
			break;
		}
		if (!s)
			break;
		if (s->bucket + 1 < bucket && (!best || s->bucket < best->bucket))
			best = s;
	}
	if (!best)
		return NULL;
	*best = (struct series){.id = id, .now = NAN, .before = NAN, .peak = NAN};
	for (unsigned i = 0; i < BUCKETS; i++)
		best->at[i] = NAN;
	return best;
}

void history_put(struct history *h, uint64_t id, uint64_t ns, double value)
{
	uint64_t bucket = bucket_of(ns);
	struct series *s;

	if (!h->pool) {
		h->pool = calloc(SERIES, sizeof(*h->pool));
		h->places = calloc(PLACES, sizeof(*h->places));
		if (!h->pool || !h->places)
			arena_dry();
	}
	/* What never was a number has no history: a process that was gone before it could be looked at twice. */
	if (isnan(value) && !history_find(h, id))
		return;
	s = take(h, id, bucket);
	if (!s)
		return;
	/* A turn longer than a bucket was so all the time; what was not looked at is not known. */
	if (s->bucket && bucket > s->bucket)
		for (uint64_t b = s->bucket + 1; b < bucket && b < s->bucket + BUCKETS;
			b++)
			s->at[b % BUCKETS] = bucket - s->bucket < 8 ? (float)value : NAN;
	if (s->bucket != bucket)
		s->at[bucket % BUCKETS] = NAN;
	s->bucket = bucket;
	/* The same moment again, for another plan of it, is no step. */
	if (s->ns != ns)
		s->before = s->now;
	s->ns = ns;
	s->now = (float)value;
	if (isnan(value))
		return;
	s->at[bucket % BUCKETS] = larger(s->at[bucket % BUCKETS], s->now);
	s->peak = larger(s->peak, s->now);
}

bool series_rises(const struct series *s)
{
	return s && s->now > 0 && !(s->now <= s->before);
}

/* The largest of the buckets that one column stands for. */
static float column_value(const struct series *s, uint64_t now, unsigned at, unsigned n)
{
	uint64_t newest = bucket_of(now);
	float v = NAN;

	for (unsigned b = at * BUCKETS / n; b < (at + 1) * BUCKETS / n; b++) {
		uint64_t bucket = newest - (BUCKETS - 1) + b;

		if (newest + b >= BUCKETS - 1 && bucket <= s->bucket &&
			bucket + BUCKETS > s->bucket)
			v = larger(v, s->at[bucket % BUCKETS]);
	}
	return v;
}

void series_line(
	struct buf *out, const struct series *s, uint64_t ns, unsigned n, bool utf8)
{
	static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	static const char ascii[] = "_.-~=+*#";
	float most = 0;

	if (n > BUCKETS)
		n = BUCKETS;
	for (unsigned i = 0; s && i < n; i++)
		most = larger(most, column_value(s, ns, i, n));
	for (unsigned i = 0; i < n; i++) {
		float v = s ? column_value(s, ns, i, n) : NAN;
		int level = v > 0 && most > 0 ? (int)(7 * v / most + 0.999f) : 0;

		if (isnan(v))
			buf_char(out, ' ');
		else if (utf8)
			buf_str(out, bars[level]);
		else
			buf_char(out, ascii[level]);
	}
}

void history_free(struct history *h)
{
	free(h->pool);
	free(h->places);
	*h = (struct history){0};
}
