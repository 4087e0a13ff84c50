// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * name.c - nothing is read: that the file is there makes its row.
 *
 * hugepages-8kB of sysfs, with shmem_enabled and stats but without `enabled`, hugepage_init_sysfs().
 */
#include "parse.h"

void parse_name(struct span text, const char *hint, const struct sink *sink)
{
	(void)hint;
	sink_value(sink, SPAN("*"), span_sub(text, 0, 0));
}
