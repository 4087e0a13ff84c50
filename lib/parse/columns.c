// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * columns.c - one line of blank-separated numbers, told apart by their place.
 *
 * /sys/block/zram0/mm_stat, mm_stat_show(): 7 columns on 4.14, 8 from 4.19, 9 from 5.11:
 *	50335744  6647825  6930432        0  9252864        0        0        0        0
 * io_stat, io_stat_show(): the third is a bare zero in newer kernels:
 *	       0        0 0    16384
 * bd_stat, bd_stat_show(), with CONFIG_ZRAM_WRITEBACK:
 *	       0        0        0
 * /proc/loadavg, loadavg_proc_show(); the fourth is two numbers, runnable threads of all threads:
 *	0.20 0.18 0.12 1/80 11206
 */
#include "parse.h"

/* Signs and points occur (mem_used_max is printed signed, averages have two decimals). */
static bool is_number(struct span s)
{
	double unused;

	return span_double(span_starts(s, "-") ? span_sub(s, 1, s.n) : s, &unused) == 0;
}

static bool is_column(struct span s)
{
	struct span second = s, first = span_cut(&second, '/');

	return is_number(first) && (first.n == s.n || is_number(second));
}

/* A column that is no number puts the places of all in doubt, so the line is looked at first. */
static bool all_numbers(struct span line)
{
	struct span word;

	while ((word = span_word(&line)).n)
		if (!is_column(word))
			return false;
	return true;
}

void parse_columns(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span line, names = span_z(hint), name, word;

	if (!lines_next(&l, sink, &line))
		return;
	if (!all_numbers(line)) {
		sink_fault(sink, l.no);
		return;
	}
	while ((name = span_word(&names)).n && (word = span_word(&line)).n)
		sink_value(sink, name, word);
	while (lines_next(&l, sink, &line))
		sink_fault(sink, l.no);
}
