// SPDX-License-Identifier: GPL-2.0-or-later
/* line.c - what the grammars share: lines that are whole, text that is sound, facts of one row. */
#include "parse.h"

#include <errno.h>

void sink_fault(const struct sink *sink, unsigned line)
{
	sink->fault(sink->ctx, line, -EBADMSG);
}

void sink_value(const struct sink *sink, struct span key, struct span value)
{
	struct fact f = {.key = key, .value = value};

	sink->fact(sink->ctx, &f);
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
