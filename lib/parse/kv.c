// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kv.c - a line "key value" each.
 *
 * /proc/vmstat, vmstat_show():
 *	pswpin 12288
 *	thp_swpout_fallback 0
 * /proc/meminfo, meminfo_proc_show(); a long label with a long value leaves no blank between them:
 *	SwapTotal:             0 kB
 *	Active(anon):       1284 kB
 *	ShadowCallStack:10373888 kB
 * memory.stat, memory.swap.events of a cgroup, memory_stat_format() and swap_events_show():
 *	swapcached 0
 *	fail 1666
 */
#include "parse.h"

/* The key ends at the first blank or colon. */
static size_t key_length(struct span line)
{
	size_t i = 0;

	while (i < line.n && line.p[i] != ' ' && line.p[i] != '\t' && line.p[i] != ':')
		i++;
	return i;
}

void parse_kv(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span line;

	(void)hint;
	while (lines_next(&l, sink, &line)) {
		size_t n = key_length(line);
		struct span key = span_trim(span_sub(line, 0, n));
		struct span value = span_trim(span_sub(line, n + 1, line.n));

		if (!key.n || !value.n || !span_clean(key) || !text_sound(value))
			sink_fault(sink, l.no);
		else
			sink_value(sink, key, value);
	}
}
