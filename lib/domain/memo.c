// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * memo.c - takes a sample again, by looking only at what has changed since the last.
 *
 * When all is taken, each file read, each that was not there and each folder listed is noted in turn, with the bytes
 * that came. The next time they are asked for again, by descriptor. Equal bytes leave their cells as they are; where
 * numbers changed, these are put. Anything else (a file comes or goes, a folder's entries differ, a word changes, a
 * fact more or less, a gate opens) ends it, and all is taken anew. So does a sample with a fault, or one that was told
 * something twice: such a sample is not followed.
 */
#include <errno.h>

#include "domain.h"

struct seen {
	struct again again; /* of a file */
	struct span text; /* what it said last, in room for `cap` bytes */
	size_t cap;
	enum { SEEN_FILE, SEEN_DOOR, SEEN_FOLDER, SEEN_HOST } kind;
	unsigned src; /* of the plan; where the facts went: */
	const struct source *source;
	struct span key, caught[FACT_PARTS];
	unsigned n_caught;
};

enum {
	MORE_ROOM = 24
}; /* a number grows by some digits before a text does not fit any more */

static struct sample *held(struct memo *m)
{
	return &m->held[m->at];
}

void memo_free(struct memo *m)
{
	sample_free(&m->held[0]);
	sample_free(&m->held[1]);
	arena_free(&m->scratch);
	arena_free(&m->kept);
	*m = (struct memo){0};
}

/* ---- noting ---- */

/* A copy: words in the sample point into the text as it was read. */
static struct span keep_text(struct memo *m, struct span text, size_t *ret_cap)
{
	size_t cap = text.n + text.n / 8 + MORE_ROOM;
	char *p = arena_get(&held(m)->arena, cap);
	memcpy(p, text.p, text.n);
	*ret_cap = cap;
	return (struct span){p, text.n};
}

static struct seen *note(
	struct memo *m, int kind, const char *path, int err, struct span text)
{
	struct arena *a = &held(m)->arena;
	m->seen = arena_more(a, m->seen, m->n_seen, &m->cap_seen, sizeof(*m->seen));
	struct seen *e = &m->seen[m->n_seen++];
	*e = (struct seen){.kind = kind,
		.again = {.path = arena_span(a, span_z(path)).p, .err = err}};
	e->text = keep_text(m, text, &e->cap);
	return e;
}

/* Whether any of the clock's lines is asked for as a field. */
static bool asks_clock(const struct wanted *w)
{
	for (unsigned i = 0; i < w->n_keys; i++)
		if (strstr(w->keys[i].key, "_ns"))
			return true;
	return false;
}

void memo_text(struct memo *m, const struct taking *t, const char *path, int err,
	struct span text)
{
	bool door = *path == '@';
	if (!err && root_fixed(t->root, path) && !asks_clock(t->wanted))
		return;
	struct seen *e = note(m, door ? SEEN_DOOR : SEEN_FILE, path, err, text);
	if (!door)
		m->good &= root_follow(t->root, e->again.path, err, &e->again);
	e->src = t->src;
	e->source = t->source;
	e->key = t->key;
	e->n_caught = t->n_caught;
	for (unsigned i = 0; i < t->n_caught; i++)
		e->caught[i] = t->caught[i];
}

void memo_folder(struct memo *m, struct root *r, const char *pattern)
{
	struct span dir = span_z(pattern), bytes = SPAN_EMPTY;
	size_t star = (size_t)span_find(dir, '*');
	/* One star: one folder. */
	if (strchr(pattern + star + 1, '*'))
		m->good = false;
	while (star && pattern[star - 1] != '/')
		star--;
	const char *path =
		star ? arena_span(&held(m)->arena, span_sub(dir, 0, star - 1)).p : ".";
	arena_reset(&m->scratch);
	int err = root_listing(r, path, &m->scratch, &bytes);
	note(m, SEEN_FOLDER, path, err, bytes);
}

void memo_host(struct memo *m, struct root *r, int err, struct span text)
{
	m->clock = !err && root_fixed(r, "@host");
	if (!m->clock)
		note(m, SEEN_HOST, "@host", err, text);
}

/* ---- again ---- */

static int read_again(
	struct memo *m, struct root *r, struct seen *e, struct span *ret_text)
{
	arena_reset(&m->scratch);
	*ret_text = SPAN_EMPTY;
	switch (e->kind) {
	case SEEN_FILE:
		return root_again(r, &e->again, &m->scratch, ret_text);
	case SEEN_FOLDER:
		return root_listing(r, e->again.path, &m->scratch, ret_text);
	default:
		return root_read(r, e->again.path, &m->scratch, ret_text);
	}
}

static bool follow_change(
	struct memo *m, struct root *r, struct seen *e, struct span text)
{
	if (e->kind == SEEN_FOLDER || e->kind == SEEN_HOST || text.n > e->cap)
		return false;
	struct taking t = {.root = r,
		.s = held(m),
		.arena = &m->scratch,
		.src = e->src,
		.source = e->source,
		.key = e->key,
		.n_caught = e->n_caught};
	memcpy(t.caught, e->caught, sizeof(t.caught));
	if (!memo_retell(m, &t, e->text, text))
		return false;
	memcpy((char *)e->text.p, text.p, text.n);
	e->text.n = text.n;
	return true;
}

static bool take_again(struct memo *m, struct root *r)
{
	struct sample *s = held(m);
	if (m->clock) {
		s->t_real = clock_real_ns();
		s->t_mono = clock_mono_ns();
	}
	for (struct seen *e = m->seen, *end = e + m->n_seen; e < end; e++) {
		struct span text;
		if (read_again(m, r, e, &text) != e->again.err)
			return false;
		if (!span_eq(e->text, text) && !follow_change(m, r, e, text))
			return false;
	}
	return sample_gates(s) == m->shut;
}

/* ---- in full ---- */

static int take_anew(struct memo *m, const struct plan *p, struct root *r)
{
	m->at = !m->at;
	m->seen = NULL;
	m->n_seen = m->cap_seen = 0;
	m->plan = p;
	m->root = r;
	m->good = true;
	/* Before the first change: nothing is allocated in the midst of a loop. */
	if (!m->told)
		m->told = told_new(&m->kept);
	struct sample *s = held(m);
	int err = taking_all(p, r, m, s);
	m->good &= !err && !s->n_faults && !s->twice;
	m->shut = sample_gates(s);
	return err;
}

/* Where something else is said each time, memory is a waste: attempts become rare. */
static unsigned patience(unsigned failed)
{
	enum { SOON = 3, MOST = 6 };
	if (failed < SOON)
		return 0;
	return 1u << (failed - SOON < MOST ? failed - SOON : MOST);
}

int memo_take(struct memo *m, const struct plan *p, struct root *r, struct sample *s)
{
	bool known = m->plan == p && m->root == r;
	if (known && m->skip) {
		m->skip--;
		return taking_all(p, r, NULL, s);
	}
	if (known && m->good && take_again(m, r)) {
		m->failed = 0;
	} else {
		int err = take_anew(m, p, r);
		if (err)
			return err;
		m->failed = known ? m->failed + 1 : 0;
		m->skip = patience(m->failed);
	}
	sample_lend(held(m), s);
	return 0;
}
