// SPDX-License-Identifier: GPL-2.0-or-later
/* grammars.c - the list of grammars, for tests and the fuzzer. */
#include "parse.h"

const struct grammar grammars[] = {
	{"kv", parse_kv, NULL},
	{"scalar", parse_scalar, NULL},
	{"choice", parse_choice, NULL},
	{"columns", parse_columns,
		"orig compr used limit used_max same compacted huge huge_since"},
	{"table", parse_table, "# name type size used prio"},
	{"table-rest", parse_table, "pid swap *"},
	{"rows", parse_rows, NULL},
	{"tagged", parse_tagged, NULL},
	{"schedstat", parse_schedstat, NULL},
	{"stat", parse_stat, NULL},
	{"mountinfo", parse_mountinfo, NULL},
	{"cifs-stats", parse_cifs_stats, NULL},
	{"cifs-debug", parse_cifs_debug, NULL},
	{"jsonl", parse_jsonl, NULL},
	{"fstab", parse_fstab, NULL},
	{"cifs-conf", parse_cifs_conf, NULL},
};
const size_t n_grammars = COUNT_OF(grammars);
