// SPDX-License-Identifier: GPL-2.0-or-later
/* line.c - what the grammars share: lines that are whole, text that is sound, facts, keys made of pieces. */
#include "parse.h"

#include <errno.h>

static void no_fact(void *ctx, const struct fact *f)
{
	(void)ctx;
	(void)f;
}

static void no_fault(void *ctx, unsigned line, int err)
{
	(void)ctx;
	(void)line;
	(void)err;
}

const struct sink sink_none = {no_fact, no_fault, NULL};

void sink_fault(const struct sink *sink, unsigned line)
{
	sink->fault(sink->ctx, line, -EBADMSG);
}

void sink_value(const struct sink *sink, struct span key, struct span value)
{
	struct fact f = {.key = key, .value = value};

	sink->fact(sink->ctx, &f);
}

void sink_row(
	const struct sink *sink, struct fact *row, struct span key, struct span value)
{
	row->key = key;
	row->value = value;
	sink->fact(sink->ctx, row);
}

bool key_join(char room[KEY_MOST], struct span a, struct span b, struct span c,
	struct span *ret_key)
{
	size_t n = a.n + b.n + c.n;

	if (n > KEY_MOST)
		return false;
	memcpy(room, a.p, a.n);
	memcpy(room + a.n, b.p, b.n);
	memcpy(room + a.n + b.n, c.p, c.n);
	*ret_key = (struct span){room, n};
	return true;
}

/*
 * The kernel ends each line, so a last line without its end was cut; a number
 * in it may have lost digits, and no value is better than a wrong one.
 */
bool lines_next(struct lines *l, const struct sink *sink, struct span *ret_line)
{
	while (l->rest.n) {
		size_t left = l->rest.n;
		struct span line = span_line(&l->rest);
		bool whole = line.n < left; /* else it went to the end of the text */

		l->no++;
		line = span_trim(line);
		if (!line.n)
			continue;
		if (!whole || span_find(line, '\0') >= 0) {
			l->faults++;
			sink_fault(sink, l->no);
			continue;
		}
		*ret_line = line;
		return true;
	}
	return false;
}

bool text_sound(struct span s)
{
	while (s.n)
		if (!span_clean(span_cut(&s, '\t')))
			return false;
	return true;
}
