// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * scalar.c - the whole text is one value.
 *
 * /sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/swpout, sum_mthp_stat() by DEFINE_MTHP_STAT_ATTR:
 *	11264
 * memory.swap.max of a cgroup, seq_puts_memcg_tunable(); also the word "max":
 *	33554432
 * Some attributes of sysfs do not end their line, and an empty list is an empty text.
 */
#include "parse.h"

void parse_scalar(struct span text, const char *hint, const struct sink *sink)
{
	struct span value = span_trim(text);

	(void)hint;
	if (text_sound(value))
		sink_value(sink, SPAN_EMPTY, value);
	else
		sink_fault(sink, 1);
}
