// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rows.c - a line "row key value" each, for what has few and differing keys a row.
 *
 * Doors write it; the kernel has no such file. Row names are escaped as in /proc/swaps, the value
 * is the rest of the line:
 *	/dev/zram0 rotational 0
 *	/swap\040two backing vda
 */
#include "parse.h"

void parse_rows(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span line;

	(void)hint;
	while (lines_next(&l, sink, &line)) {
		struct fact f = {.n_row = 1, .escaped = true};

		f.row[0].name = span_word(&line);
		f.key = span_word(&line);
		f.value = span_trim(line);
		if (f.value.n && span_clean(f.key))
			sink->fact(sink->ctx, &f);
		else
			sink_fault(sink, l.no);
	}
}
