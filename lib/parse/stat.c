// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stat.c - what the CPUs spent their time on.
 *
 * /proc/stat, show_stat(). Times are in ticks of USER_HZ whatever the kernel's HZ is; the first line is the sum of
 * all CPUs, also of those that are offline now; guest is since 2.6.24, guest_nice since 2.6.33:
 *	cpu  937 0 1556 3661 13 0 101 0 0 0
 *	cpu0 103 0 231 467 1 0 19 0 0 0
 *	intr 35695 128 13 0 0 11
 *	ctxt 98805
 * Rows: a CPU by its number, none for the sum. Lines of one number are facts of the machine; intr and
 * softirq, which are long, are passed over.
 */
#include "parse.h"

static const char *const columns[] = {
	"user",
	"nice",
	"system",
	"idle",
	"iowait",
	"irq",
	"softirq",
	"steal",
	"guest",
	"guest_nice",
};

enum { FEWEST = 4 };

/* The numbers at the start of the line, up to one a column; false if there is something else. */
static bool numbers(struct span line, struct span *values, unsigned *ret_n)
{
	uint64_t unused;
	unsigned n = 0;
	struct span word;

	while ((word = span_word(&line)).n) {
		if (span_u64(word, &unused) < 0)
			return false;
		if (n < COUNT_OF(columns))
			values[n++] = word;
	}
	*ret_n = n;
	return true;
}

static bool read_cpu(struct span number, struct span line, const struct sink *sink)
{
	struct span values[COUNT_OF(columns)];
	struct fact f = {.n_row = number.n > 0, .row = {{.name = number}}};
	uint64_t unused;
	unsigned n;

	if ((number.n && span_u64(number, &unused) < 0) || !numbers(line, values, &n) ||
		n < FEWEST)
		return false;
	for (unsigned i = 0; i < n; i++)
		sink_row(sink, &f, span_z(columns[i]), values[i]);
	return true;
}

static bool read_line(struct span word, struct span line, const struct sink *sink)
{
	uint64_t unused;

	if (span_is(word, "intr") || span_is(word, "softirq"))
		return true;
	if (span_starts(word, "cpu"))
		return read_cpu(span_sub(word, 3, word.n), line, sink);
	line = span_trim(line);
	if (span_u64(line, &unused) < 0 || !span_clean(word))
		return false;
	sink_value(sink, word, line);
	return true;
}

void parse_stat(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span line;

	(void)hint;
	while (lines_next(&l, sink, &line)) {
		struct span word = span_word(&line);

		if (!read_line(word, line, sink))
			sink_fault(sink, l.no);
	}
}
