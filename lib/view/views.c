// SPDX-License-Identifier: GPL-2.0-or-later
/* views.c - the list of outputs. */
#include "view.h"

const struct view views[] = {
	{"table", "aligned text, for people", .emit = table_emit},
	{"raw", "blank-separated rows, escaped as \\xNN", .one_pick = true, .exact = true,
		.emit = raw_emit},
	{"pairs", "NAME=\"value\" pairs, safe for a shell", .one_pick = true,
		.exact = true, .emit = pairs_emit},
	{"json", "one JSON document", .exact = true, .begin = json_begin,
		.emit = json_emit, .end = json_end},
	{"jsonl", "one line of JSON a sample", .exact = true, .emit = jsonl_emit},
	{"csv", "comma-separated values, RFC 4180", .one_pick = true, .exact = true,
		.emit = csv_emit},
	{"plain", "one fact a line, for screen readers and logs", .emit = plain_emit},
};
const size_t n_views = COUNT_OF(views);

const struct view *view_find(const char *name)
{
	for (size_t i = 0; i < n_views; i++)
		if (!strcmp(views[i].name, name))
			return &views[i];
	return NULL;
}
