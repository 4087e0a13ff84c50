// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * table.c - a line a row; the columns are named by the hint, the first is the row.
 *
 * /proc/swaps, swap_show(); hint "# name type size used prio". Names are octal-escaped and padded
 * with blanks to 40 bytes, then come tabs: one or two of them by version (5.9) and by length of the
 * number, so only blanks in general part the columns. A removed file is "(deleted)" within its name:
 *	Filename				Type		Size		Used		Priority
 *	/dev/zram0                              partition	262140		0		100
 *	/swap\040two                            file		16380		0		-2
 *	/var/gone\040(deleted)                  file		16380		0		-3
 * Two areas may be called the same: removed files, or files of other mount namespaces. Of a first column "name+" the
 * second of a name is told apart as "name/1".
 * Doors write tables too, "-" where there is no value, "*" for a rest that may hold blanks.
 */
#include "parse.h"

/* Whether the row has all columns, and bytes that its columns may hold; a name may hold any. */
static bool row_whole(struct span line, struct span names)
{
	struct span name, word;

	span_word(&names);
	span_word(&line);
	while ((name = span_word(&names)).n) {
		if (span_is(name, "*"))
			return true;
		word = span_word(&line);
		if (!word.n || !span_clean(word))
			return false;
	}
	return true;
}

static void row_facts(
	struct span line, struct span names, unsigned ordinal, const struct sink *sink)
{
	struct fact f = {.n_row = ordinal ? 2 : 1, .escaped = true};

	span_word(&names);
	f.row[0].name = span_word(&line);
	f.row[1].ordinal = ordinal;
	while ((f.key = span_word(&names)).n) {
		f.value = span_is(f.key, "*") ? span_trim(line) : span_word(&line);
		if (!span_is(f.value, "-"))
			sink->fact(sink->ctx, &f);
		if (span_is(f.key, "*"))
			return;
	}
}

/* -E2BIG: it cannot be told whether the name was there before. */
static int row_ordinal(struct repeats *repeats, struct span line, unsigned *ret_ordinal)
{
	return repeats_next(repeats, 0, span_word(&line), ret_ordinal);
}

void parse_table(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span names = span_z(hint), line, first;
	struct repeats repeats;
	bool may_repeat;

	if (span_starts(names, "#")) {
		span_word(&names);
		if (!lines_next(&l, sink, &line))
			return;
	}
	first = names;
	may_repeat = span_ends(span_word(&first), "+");
	if (may_repeat)
		repeats_begin(&repeats, l.rest);
	while (lines_next(&l, sink, &line)) {
		unsigned ordinal = 0;

		if (row_whole(line, names) &&
			(!may_repeat || !row_ordinal(&repeats, line, &ordinal)))
			row_facts(line, names, ordinal, sink);
		else
			sink_fault(sink, l.no);
	}
}
