// SPDX-License-Identifier: GPL-2.0-or-later
/* tiny.h - a domain small enough to be seen at once, and samples of it written as facts. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>

#include "model.h"

#define DERIVED(name, formula)                                                \
	{                                                                     \
		name, "F", NULL, formula, KIND_DERIVED, UNIT_ONE, "a formula" \
	}
#define FACT(name, src, kind, unit)                        \
	{                                                  \
		name, "F", src, name, kind, unit, "a fact" \
	}

static const struct field host_fields[] = {
	FACT("ten", "host", KIND_GAUGE, UNIT_ONE),
	FACT("zero", "host", KIND_GAUGE, UNIT_ONE),
	FACT("most", "host", KIND_COUNTER, UNIT_ONE),
	FACT("below", "host", KIND_GAUGE, UNIT_ONE),
	FACT("none", "host", KIND_GAUGE, UNIT_ONE),
	FACT("locked", "shut", KIND_GAUGE, UNIT_ONE),
	FACT("broken", "torn", KIND_GAUGE, UNIT_ONE),
	FACT("word", "host", KIND_GAUGE, UNIT_WORD),
	FACT("ticks", "host", KIND_COUNTER, UNIT_ONE),
	FACT("on", "host", KIND_TUNABLE, UNIT_ONE),
	DERIVED("ring", "round"),
	DERIVED("round", "ring"),
	DERIVED("counted", "sum(disk, count)"),
};

static const struct field disk_fields[] = {
	FACT("count", "disks", KIND_COUNTER, UNIT_ONE),
	FACT("narrow", "disks", KIND_COUNTER32, UNIT_ONE),
	FACT("gauge", "disks", KIND_GAUGE, UNIT_ONE),
	FACT("pages", "disks", KIND_GAUGE, UNIT_PAGE),
	FACT("kib", "disks", KIND_GAUGE, UNIT_KIB),
	FACT("sector", "disks", KIND_COUNTER, UNIT_SECTOR),
	FACT("usec", "disks", KIND_COUNTER, UNIT_USEC),
	FACT("tick", "disks", KIND_COUNTER, UNIT_TICK),
	FACT("jiffy", "disks", KIND_COUNTER, UNIT_JIFFY),
	FACT("share", "disks", KIND_GAUGE, UNIT_PERCENT),
	FACT("kind", "disks", KIND_GAUGE, UNIT_WORD),
	FACT("limit", "disks", KIND_TUNABLE, UNIT_BYTE),
	DERIVED("half", "count / 2"),
	DERIVED("place", "rank(count)"),
};

/* Counts only while host.on, and fills rows that the disks make. */
static const struct field extra_fields[] = {
	FACT("gated", "extra", KIND_COUNTER, UNIT_ONE),
};

static const struct field task_fields[] = {
	FACT("start", "tasks", KIND_GAUGE, UNIT_TICK),
	FACT("faults", "tasks", KIND_COUNTER, UNIT_ONE),
};

/* Begins within an interval when it was not there before; in a group that others join. */
static const struct field job_fields[] = {
	FACT("start", "jobs", KIND_GAUGE, UNIT_TICK),
	FACT("runs", "jobs", KIND_COUNTER, UNIT_ONE),
	FACT("cpu", "jobs", KIND_GAUGE, UNIT_ONE),
	{"cpu_was", "F", "jobs", "cpu", KIND_EARLIER, UNIT_ONE, "what it was"},
	DERIVED("llc", "at(cpu.llc, cpu)"),
	DERIVED("llc_was", "at(cpu.llc, cpu_was)"),
	{"flips", "F", NULL, "llc", KIND_FLIPS, UNIT_ONE, "changes"},
	{"flips_cpu", "F", NULL, "cpu", KIND_FLIPS, UNIT_ONE, "changes"},
};

static const struct field cpu_fields[] = {
	FACT("llc", "cpus", KIND_GAUGE, UNIT_WORD),
};

/* Rows of CPUs that meet by LLC. */
static const struct field llc_fields[] = {
	{"runs", "F", "sched", "runs", KIND_COUNTER, UNIT_ONE, "a sum", .fold = FOLD_SUM},
	{"longest", "F", "sched", "longest", KIND_GAUGE, UNIT_ONE, "a maximum",
		.fold = FOLD_MAX},
	{"size", "F", "sched", "size", KIND_GAUGE, UNIT_ONE, "the same",
		.fold = FOLD_SAME},
	{"cpus", "F", "sched", "cpus", KIND_GAUGE, UNIT_LIST, "a list",
		.fold = FOLD_LIST},
	{"drift", "F", "sched", "drift", KIND_GAUGE, UNIT_ONE, "a sum", .fold = FOLD_SUM},
	{"above", "F", "sched", "above", KIND_GAUGE, UNIT_ONE, "a condition",
		.fold = FOLD_SUM},
	{"twice", "F", NULL, "runs * 2", KIND_TALLY, UNIT_ONE, "a formula of each",
		.fold = FOLD_SUM},
	{"mean", "F", NULL, "runs / 4", KIND_DERIVED, UNIT_ONE, "a formula of the whole"},
};

/* What CPUs counted, by LLC and kind; "none" is of all CPUs. */
static const struct field pair_fields[] = {
	{"kind", "F", "pairs", "kind", KIND_GAUGE, UNIT_WORD, "the same",
		.fold = FOLD_SAME},
	{"hits", "F", "pairs", "hits", KIND_COUNTER, UNIT_ONE, "a sum"},
};

static const struct group tiny_groups[] = {
	{.name = "host",
		.row = "host",
		.always = "host",
		.fields = host_fields,
		.n_fields = COUNT_OF(host_fields)},
	{.name = "disk",
		.row = "disk",
		.fields = disk_fields,
		.n_fields = COUNT_OF(disk_fields)},
	{.name = "extra",
		.row = "disk",
		.joins = true,
		.gate = "host.on",
		.fields = extra_fields,
		.n_fields = COUNT_OF(extra_fields)},
	{.name = "task",
		.row = "task",
		.same = "start",
		.fields = task_fields,
		.n_fields = COUNT_OF(task_fields)},
	{.name = "job",
		.row = "job",
		.same = "start",
		.born = true,
		.fields = job_fields,
		.n_fields = COUNT_OF(job_fields)},
	{.name = "cpu",
		.row = "cpu",
		.fields = cpu_fields,
		.n_fields = COUNT_OF(cpu_fields)},
	{.name = "sched",
		.row = "llc",
		.by = "cpu.llc",
		.where = "above > 0",
		.fields = llc_fields,
		.n_fields = COUNT_OF(llc_fields)},
	{.name = "pair",
		.row = "pair",
		.by = "cat(kind == 'none' ? 'all' : of(cpu, llc), '/', kind)",
		.fields = pair_fields,
		.n_fields = COUNT_OF(pair_fields)},
};

static const struct finding tiny_findings[] = {
	{"T01", "disk", "count > 100", "{row} has {count} of {host.ten;bytes}", "do it",
		1},
	{"T02", "host", "ten == 10", "ten is {ten}", NULL, 3},
	{"T03", "host", "none > 0", "never said", NULL, 2},
};

static const struct check tiny_checks[] = {
	{"holds", "host", "ten > zero", "ten is more"},
	{"fails", "host", "ten < zero", "ten is less"},
	{"unknown", "host", "none > 0", "none is more"},
};

static const struct line tiny_lines[] = {
	{"has(none)", "there is {none}"},
	{NULL, "{ten}, {most} and {word}"},
};

static const struct pane tiny_panes[] = {{"disk", "count"}, {"host", "ten"}};

static const struct verb tiny_verbs[] = {{.name = "stat",
	.brief = "all",
	.panes = tiny_panes,
	.n_panes = COUNT_OF(tiny_panes),
	.head = tiny_lines,
	.n_head = COUNT_OF(tiny_lines)}};

static const struct domain tiny = {.name = "tiny",
	.brief = "for tests",
	.groups = tiny_groups,
	.n_groups = COUNT_OF(tiny_groups),
	.findings = tiny_findings,
	.n_findings = COUNT_OF(tiny_findings),
	.verbs = tiny_verbs,
	.n_verbs = 1,
	.checks = tiny_checks,
	.n_checks = COUNT_OF(tiny_checks),
	.overview = tiny_lines,
	.n_overview = COUNT_OF(tiny_lines)};

/* What was read: "source row key value" each; a row of "-" is that of a text with one row. */
static inline void tiny_put(struct sample *s, const char *const *facts)
{
	for (; *facts; facts++) {
		struct span rest = span_z(*facts), src = span_word(&rest),
			    row = span_word(&rest);
		struct span key = span_word(&rest), value = span_trim(rest);
		for (unsigned i = 0; i < s->plan->n_sources; i++)
			if (span_is(src, s->plan->sources[i].src)) {
				sample_source(s, i, 0, NULL);
				sample_put(s, i, span_is(row, "-") ? SPAN_EMPTY : row,
					key, value);
			}
	}
	sample_end(s);
}

static inline void tiny_err(struct sample *s, const char *src, int err)
{
	for (unsigned i = 0; i < s->plan->n_sources; i++)
		if (!strcmp(s->plan->sources[i].src, src))
			sample_source(s, i, err, NULL);
}

static inline void tiny_want(struct plan *p, const char *row, const char *name)
{
	struct span why = SPAN_EMPTY;
	if (plan_want(p, row, span_z(name), &why) < 0)
		fail_msg("%s.%s: %.*s", row, name, (int)why.n, why.p);
}

/* A cell as text: 7, -7, 0.5, 'word', or its reason in brackets. */
static inline const char *tiny_text(struct cell c)
{
	static char text[4][128];
	static unsigned turn;
	char *to = text[turn++ % 4];
	switch (c.type) {
	case CELL_U64:
		snprintf(to, sizeof(text[0]), "%llu", (unsigned long long)c.u);
		break;
	case CELL_S64:
		snprintf(to, sizeof(text[0]), "%lld", (long long)c.i);
		break;
	case CELL_REAL:
		snprintf(to, sizeof(text[0]), "%.10gr", c.d);
		break;
	case CELL_WORD:
		snprintf(to, sizeof(text[0]), "'%.*s'", (int)c.s.n, c.s.p);
		break;
	default:
		snprintf(to, sizeof(text[0]), "(%s)", why_text(c.why));
	}
	return to;
}

static inline const char *tiny_cell(
	struct sample *s, const char *table, const char *row, const char *col)
{
	int t = plan_shape(s->plan, span_z(table));
	assert_true(t >= 0);
	int r = sample_row(s, (unsigned)t, span_z(row)),
	    c = shape_col(&s->plan->shapes[t], span_z(col));
	if (r < 0)
		return "(no row)";
	assert_true(c >= 0);
	return tiny_text(*sample_cell(s, (unsigned)t, (unsigned)r, (unsigned)c));
}
