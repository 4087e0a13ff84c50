// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * diff.c - `swsched DOMAIN diff A B`: two captures, or what --jsonl said of two runs, side by side.
 *
 * The differences are rows of tables of their own, printed by the same views: settings and facts first, then every
 * figure that changed. Counters are compared by how fast they moved, but within one boot between two moments.
 */
#include "cmd.h"

#define ROWS "@diff" /* filled here, not read */
/* The key has the table in it, as each table has a field `a`. */
#define NUMBER(table, name, head, unit, help)                            \
	{                                                                \
		name, head, ROWS, table "." name, KIND_GAUGE, unit, help \
	}
#define WORD(table, name, head, help) NUMBER(table, name, head, UNIT_WORD, help)

static const struct field host_fields[] = {
	NUMBER("host", "a", "A", UNIT_TEXT, "the first side, as it was named"),
	NUMBER("host", "b", "B", UNIT_TEXT, "the second side"),
	WORD("host", "a_release", "A-RELEASE", "its kernel"),
	WORD("host", "b_release", "B-RELEASE", "its kernel"),
	NUMBER("host", "a_intervals", "A-INTERVALS", UNIT_ONE,
		"intervals of the first side, or 1 for a moment"),
	NUMBER("host", "b_intervals", "B-INTERVALS", UNIT_ONE,
		"intervals of the second side"),
	NUMBER("host", "a_time", "A-TIME", UNIT_NSEC,
		"their time in all; since boot for a moment"),
	NUMBER("host", "b_time", "B-TIME", UNIT_NSEC, "their time in all"),
	NUMBER("host", "moments", "MOMENTS", UNIT_ONE, "1: both sides are moments"),
	NUMBER("host", "how", "HOW", UNIT_TEXT, "by what counters are compared, and why"),
	NUMBER("host", "differ", "DIFFER", UNIT_TEXT,
		"the first of the settings and facts that differ"),
	NUMBER("host", "changed", "CHANGED", UNIT_TEXT, "how many figures changed"),
	NUMBER("host", "settings", "SETTINGS", UNIT_ONE,
		"settings and facts that differ"),
	NUMBER("host", "changes", "CHANGES", UNIT_ONE, "figures that changed"),
	NUMBER("host", "single", "SINGLE", UNIT_ONE,
		"of these, figures that one side does not tell"),
	NUMBER("host", "noise", "NOISE", UNIT_ONE,
		"of these, figures whose ranges overlap"),
};

/* clang-format off */
#define PLACE(t)                                                                   \
	NUMBER(t, "order", "ORDER", UNIT_ID, "place among the rows"),              \
	WORD(t, "table", "TABLE", "kind of row"),                                  \
	NUMBER(t, "row", "ROW", UNIT_TEXT, "which; absent: the table has one"),    \
	WORD(t, "field", "FIELD", "name of the field"),                            \
	WORD(t, "kind", "KIND", "counter, gauge, tunable and so on")

static const struct field setting_fields[] = {
	PLACE("setting"),
	NUMBER("setting", "a", "A", UNIT_TEXT, "what it is on the first side; absent: not there"),
	NUMBER("setting", "b", "B", UNIT_TEXT, "what it is on the second side"),
};

/* Programs are given numbers in base units, people each with its unit. */
#define CHANGE(name, head, unit, help) NUMBER("change", name, head, unit, help)
#define FIGURES(unit)                                                               \
	PLACE("change"),                                                            \
	WORD("change", "unit", "UNIT", "unit of all but percent"),                  \
	CHANGE("percent", "PERCENT%", UNIT_PERCENT, "difference as a share of a"),  \
	WORD("change", "noise", "NOISE", "within-noise: the ranges of the sides overlap"), \
	CHANGE("a", "A", unit, "median of the first side's intervals"),             \
	CHANGE("b", "B", unit, "median of the second side's intervals"),            \
	CHANGE("difference", "DIFFERENCE", unit, "b - a"),                          \
	CHANGE("a_min", "A-MIN", unit, "the first side's least"),                   \
	CHANGE("a_max", "A-MAX", unit, "the first side's most"),                    \
	CHANGE("b_min", "B-MIN", unit, "the second side's least"),                  \
	CHANGE("b_max", "B-MAX", unit, "the second side's most")
static const struct field exact_fields[] = {FIGURES(UNIT_ONE)};
static const struct field text_fields[] = {FIGURES(UNIT_FIGURE)};
/* clang-format on */

#define GROUPS(fields_of_change)                                                       \
	{                                                                              \
		{.name = "host",                                                       \
			.row = "host",                                                 \
			.always = "host",                                              \
			.fields = host_fields,                                         \
			.n_fields = COUNT_OF(host_fields)},                            \
			{.name = "setting",                                            \
				.row = "setting",                                      \
				.fields = setting_fields,                              \
				.n_fields = COUNT_OF(setting_fields)},                 \
		{                                                                      \
			.name = "change", .row = "change", .fields = fields_of_change, \
			.n_fields = COUNT_OF(fields_of_change)                         \
		}                                                                      \
	}
static const struct group exact_groups[] = GROUPS(exact_fields);
static const struct group text_groups[] = GROUPS(text_fields);

#define COLS "a b difference percent"
#define RANGES " a_min a_max b_min b_max noise"

static const struct pane exact_panes[] = {
	{"change", "table row field unit " COLS RANGES, NULL, "order"},
	{"setting", "table row field a b", NULL, "order"},
	{"host", "a b how", NULL, NULL, true},
};
static const struct pane text_panes[] = {
	{"setting", "a b", NULL, "order"},
	{"change", COLS, NULL, "order"},
};
static const struct pane range_panes[] = {
	{"setting", "a b", NULL, "order"},
	{"change", COLS RANGES, NULL, "order"},
};

/* clang-format off */
#define SIDE(A, a)                                                                                      \
	A "  {" a "}: Linux {" a "_release ?: 'of an unknown release'}, {moments == 1 ? 'a moment, after boot ' : " \
	a "_intervals == 1 ? 'one interval, ' : cat(" a "_intervals, ' intervals, in all ')}{" a "_time}"
/* clang-format on */

static const struct line head[] = {
	{NULL, SIDE("A", "a")},
	{NULL, SIDE("B", "b")},
	{NULL, "{how}"},
	{NULL, "{differ}"},
	{NULL, "{changed}"},
};

enum { EXACT, TEXT, RANGE };
static const struct verb verbs[] = {
	[EXACT] = {.name = "diff",
		.panes = exact_panes,
		.n_panes = COUNT_OF(exact_panes),
		.head = head,
		.n_head = COUNT_OF(head)},
	[TEXT] = {.name = "diff",
		.panes = text_panes,
		.n_panes = COUNT_OF(text_panes),
		.head = head,
		.n_head = COUNT_OF(head)},
	[RANGE] = {.name = "diff",
		.panes = range_panes,
		.n_panes = COUNT_OF(range_panes),
		.head = head,
		.n_head = COUNT_OF(head)},
};

static const char *paths[2];

static void take_arg(struct opts *o, unsigned n, const char *arg)
{
	if (n > 1)
		opts_bad(o, "two sides are compared: what is '%s'?", arg);
	paths[n] = arg;
}

static void check(struct opts *o)
{
	if (!paths[1])
		opts_bad(o, "two captures, or two files of JSON Lines, are missing");
	if (o->sysroot || o->from)
		opts_bad(o,
			"diff reads A and B, nothing else: no --sysroot, --from or --to");
}

const struct own diff_own = {.args = "A B", .arg = take_arg, .check = check};

int cmd_diff(struct opts *o, int argc, char **argv)
{
	struct comparison c = {0};
	struct domain d = {0};
	opts_parse(o, TAKES_READ,
		"Compares two captures, or two files of JSON Lines: settings and facts, then all that changed.",
		argc, argv);
	bool exact = o->view->exact;
	int status = STATUS_OK;
	for (unsigned i = 0; !status && i < 2; i++)
		status = side_read(&c.sides[i], o->domain, paths[i]);
	if (!status) {
		bool many = c.sides[0].n_intervals > 1 || c.sides[1].n_intervals > 1;
		c.human = !exact && (o->human || (!o->exact && out_terminal()));
		c.exact = exact;
		c.all = exact || o->all;
		d = (struct domain){.name = o->domain->name,
			.groups = exact ? exact_groups : text_groups,
			.n_groups = COUNT_OF(exact_groups),
			.verbs = verbs,
			.n_verbs = COUNT_OF(verbs)};
		o->verb = &verbs[exact ? EXACT : many ? RANGE : TEXT];
		o->domain = &d;
		status = run_verb(o, comparison_take, &c);
	}
	side_free(&c.sides[0]);
	side_free(&c.sides[1]);
	return status;
}
