// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * model.h - what the kernel said, and what it means.
 *
 * The tables of a domain (struct domain and what it points at) are static
 * const data. A plan is made from a domain and the fields asked for: it knows
 * which sources are needed, where each fact goes and the compiled formulas. A
 * sample is filled through sample_put() and then reckoned against an earlier
 * one: subtract, derive per row, fold, derive per folded row. Percentages are
 * never averaged, and a reset is seen before rows are added up.
 *
 * Pure: nothing here opens, prints, allocates but through the arena, or asks the time.
 */
#pragma once

#include "base.h"

/* ---- the tables ---------------------------------------------------------------------------- */

enum kind {
	KIND_COUNTER,          /* u64 since boot; an interval shows the difference */
	KIND_COUNTER32,        /* the kernel's u32: modulo 2^32, a step over 2^31 is a reset */
	KIND_GAUGE,            /* a state now; may be negative */
	KIND_TUNABLE,          /* a live setting */
	KIND_DERIVED,          /* a formula that gives a state, ratio or word */
	KIND_TALLY,            /* a formula over counters that counts itself: text shows it as a rate */
	KIND_EARLIER,          /* what a gauge was in the earlier of two samples */
	KIND_FLIPS,            /* a formula: how often in the last minute of this run it came out another */
};

/* The kernel's own counters, which are subtracted; and all that goes up, which text shows as a rate. */
static inline bool kind_counts(enum kind k)
{
	return k == KIND_COUNTER || k == KIND_COUNTER32;
}

static inline bool kind_rates(enum kind k)
{
	return kind_counts(k) || k == KIND_TALLY;
}

/*
 * The unit of the kernel's number. The model keeps bytes, nanoseconds and counts: PAGE, KIB and
 * SECTOR become bytes; USEC, TICK and JIFFY nanoseconds. Machine views write bytes, seconds, counts.
 * A formula sees bytes, nanoseconds and counts.
 */
enum unit {
	UNIT_ONE, UNIT_PAGE, UNIT_KIB, UNIT_SECTOR, UNIT_USEC, UNIT_NSEC, UNIT_JIFFY, UNIT_TICK, UNIT_BYTE,
	UNIT_FOLIO, UNIT_PERCENT /* a share from 0 to 1; text shows percent */, UNIT_RATIO, UNIT_WORD, UNIT_LIST, UNIT_TEXT /* may hold blanks in text, so it stands last */,
	UNIT_ID /* a number that names something: never scaled */,
	UNIT_FIGURE, /* a number as text, with a unit of its own */
};

enum fold { FOLD_SUM, FOLD_SAME, FOLD_MAX, FOLD_LIST };

struct field {
	const char *name;      /* public for ever; snake_case; unique in its group */
	const char *head;      /* text heading, no blanks; a counter's gets "/s" when rates are shown */
	const char *src;       /* path of its source; NULL: the key is a formula */
	const char *key;       /* the kernel's own word; "*": what the source's star stood for; NULL: the only value */
	enum kind kind;
	enum unit unit;
	const char *help;      /* one clause, no full stop */
	const char *since;     /* first kernel, "6.13"; NULL: older than 6.1 */
	const char *range;     /* allowed values of a tunable */
	const char *steers;    /* which fields a tunable moves */
	enum fold fold;
	const char *instead;   /* the kernel's newer word for it: read only where that is not there */
	const char *with;      /* a word that came with it: read only where that is there */
	const char *initial;   /* formula: what the kernel sets a tunable to while nobody sets it; NULL: none that is sure */
};

struct group {
	const char *name;      /* "folio" */
	const char *row;       /* the table its rows stand in; groups of one table join by row name */
	const char *brief;
	const char *by;        /* "table.field": rows are renamed through that cell and fold; or a formula, "f(…)", of the row's new name */
	const char *where;     /* formula: which rows fold */
	const char *gate;      /* a TUNABLE "table.field": while it is 0 these counters are frozen, so "off" */
	const char *up;        /* table that holds the parents of its rows: "a/b" stands below "a" */
	const char *same;      /* a row is the same as before only if this field is (a reused pid is not) */
	const char *always;    /* this row is there without any fact; also the name of a row without one */
	bool apart;            /* not among "all fields": costs more than most would pay unasked */
	bool joins;            /* fills rows that other groups made, makes none */
	bool own;              /* a command's own rows: the kernel lacks nothing of them */
	bool born;             /* a row that was not there before began within the interval: its counters began from 0 */
	const struct field *fields;
	size_t n_fields;
};

/*
 * A text with formulas in braces: "{row}: {fallback} of {attempts}", and words that go with the number before them in
 * brackets: "{n} folio[ is|s are] split" (one, many). `when` NULL: always.
 */
struct line {
	const char *when, *says;
	const char *row;       /* only where this table is shown; NULL: always */
};

struct finding {
	const char *id;        /* "S05" */
	const char *row;       /* the table it is asked of, row by row */
	const char *when;      /* formula */
	const char *says;      /* with formulas in braces */
	const char *next;      /* the next command or act */
	int weight;            /* worst first: 3 broken, 2 costs, 1 worth knowing */
	const char *verb;      /* the only command that says it; NULL: all that show its table */
	const char *given;     /* only where this field of its table is wanted anyway */
};

/* On the screen: how a cell looks while this holds of its row, in the weights of findings. */
struct shade {
	const char *field, *when;
	int weight;
};

struct verb;

/* One table of a command. */
struct pane {
	const char *row;       /* which table */
	const char *cols;      /* default fields, blank-separated */
	const char *idle;      /* formula: rows that a terminal hides without --all */
	const char *sort;      /* default order: a field, "-field" descending; NULL: as the kernel lists, by name */
	bool apart;            /* only with --per: not part of the command's first answer in text */
	const char *only;      /* formula: the rows that it is about; others are in no form of output */
	const char *verify;    /* more fields, that --verify shows beside them; NULL: the option is not for this */
	const char *given;     /* with this parameter of the doors it is of the first answer */
	const char *file, *without; /* on a machine that has not this file, these fields stand in the place of `cols` */
	/* What only the screen shows; all are fields of `cols`. */
	const char *bars;      /* shares that stand beside each row as a bar */
	bool bars_first;       /* columns give way to them */
	const char *trend;     /* whose history stands beside each row */
	const char *rises;     /* a row in which it goes up is what the eye is to meet first */
	const struct shade *shades;
	size_t n_shades;
	const struct verb *more; /* what belongs to a row: `only` of its panes says to which, as `picked` */
};

/* One reading command of a domain. */
struct verb {
	const char *name, *brief;
	const char *like;      /* says the findings of that command; NULL: its own */
	const struct pane *panes;
	size_t n_panes;
	const struct line *head;
	size_t n_head;
	const struct line *foot;
	size_t n_foot;
};

/*
 * One part of a report on the machine, and what a comparison of two goes by. `facts` say what a row is and differ
 * where machines do; `now` is how it stands. `counts` says what moved: "*" is every counter of the table, a line
 * each, by the kernel's word for it; else these fields, a row a line.
 */
struct section {
	const char *title;     /* "swap devices" */
	const char *row;       /* the table whose rows it is about */
	const char *facts, *now, *counts; /* fields, blank-separated; NULL: none */
	const char *only;      /* formula: which rows; NULL: all */
	const char *sort;      /* "-field": which rows come first where not all have room; NULL: by name */
	const char *known;     /* field that tells its rows in another capture; NULL: their names do */
	const char *more;      /* the command that shows what had no room, behind the domain's name */
};

/* A statement that must hold of every sample; a self-check. */
struct check {
	const char *name, *row, *holds, *help;
};

struct domain {
	const char *name, *brief;
	const struct group *groups;
	size_t n_groups;
	const struct finding *findings;
	size_t n_findings;
	const struct verb *verbs; /* the first is the default */
	size_t n_verbs;
	const struct verb *top;   /* what the screen shows; NULL: it has none */
	const struct check *checks;
	size_t n_checks;
	const char *params;    /* what its doors can be told, as options: "cgroup" */
	const char *counting;  /* the file of the setting that must be 1 for its counters to move; NULL: none */
	const struct line *overview; /* the headline in `swsched` alone; first whose `when` holds */
	size_t n_overview;
	const struct domain *more; /* tables of its commands that have rows of their own, asked apart from these; NULL: none */
	const struct section *sections; /* of a report */
	size_t n_sections;
};

/* ---- the plan ------------------------------------------------------------------------------ */

/*
 * A compiled formula. Operators, tightest first: ! and unary -, * /, + -, comparison, &&, ||, a ?: b (a unless
 * absent), c ? a : b. Words in quotes; numbers with K M G (1024). Names: a field of this row, "table.field" of a
 * single table, `row` (its name), `picked` (the name of the row that the plan was told of, absent without one), `interval` (ns, absent for totals), `delta` (1: differences), `page` (bytes). Functions: sum max min
 * median (table, x) or (x); count any (table, cond); rank(x); pick(table, cond, x); list(table, cond); of(table, x): x of
 * that table's row of this name (up to its '/'); at(table.field, name): of the row of that name; join(table, word): all of them.
 * "table by field" in the place of a table: only those of its rows whose field names this row.
 * head(x): x up to its '/'; slashes(x): with '/' for each '\\'; has(x); or0(x): x, or 0 where there is no such thing; when(cond, x); floor(x); cat(a, b, …); dir(word), base(word): what stands
 * before and behind its last '/'; starts ends contains (word, "w");
 * since("6.3"): whether the kernel's release is that or later. An absent operand makes an absent result but in
 * ?:, && and ||, where it counts as false, and in sums over rows to which the term does not apply. has() is
 * also true of what this kernel has but cannot be told just now (first sight, reset, off, no privilege).
 */
enum op {
	OP_CONST, OP_CELL, OP_ROW, OP_PICKED, OP_INTERVAL, OP_DELTA, OP_PAGE, OP_NEG, OP_NOT, OP_MUL, OP_DIV, OP_ADD, OP_SUB, OP_LT, OP_LE,
	OP_GT, OP_GE, OP_EQ, OP_NE, OP_AND, OP_OR, OP_ELSE, OP_COND, OP_SUM, OP_MAX, OP_MIN, OP_MEDIAN, OP_COUNT,
	OP_ANY, OP_RANK, OP_PICK, OP_OF, OP_AT, OP_LIST, OP_JOIN, OP_HAS, OP_OR0, OP_WHEN, OP_CAT, OP_FLOOR, OP_DIR, OP_BASE, OP_STARTS, OP_ENDS, OP_CONTAINS, OP_SINCE,
	OP_HEAD, OP_SLASHES,
};
struct code;
struct sample;
struct target;

struct column {
	const struct field *field;
	const struct group *group;
	const struct code *code; /* DERIVED and TALLY */
	unsigned src;          /* index into plan->sources; ~0u: none */
	uint64_t asked;        /* the tables for whose sake it is wanted */
};

/* A table as planned. Raw rows of a folding group stand in a table of their own, named as the group. */
struct shape {
	const char *row;
	struct column *cols;
	unsigned n_cols, cap_cols;
	const struct group *folded; /* raw: the group whose rows these are */
	bool raw;              /* folds away; not shown */
	bool single;           /* one row that is always there */
};

/* A source as planned: the keys asked of it (for paths with "{}"). */
struct wanted {
	const char *src;
	struct wanted_key {
		const char *key, *instead, *with;
		uint64_t tables;
	} *keys;               /* unique, NULL keys left out */
	unsigned n_keys, cap_keys;
	uint64_t makes;        /* tables of many rows whose rows come from it */
	uint64_t tables;       /* tables for whose sake it is wanted */
};

enum { MAX_SHAPES = 64 }; /* tables are bits of a mask */

struct plan {
	const struct domain *domain;
	struct shape *shapes;
	unsigned n_shapes;
	struct wanted *sources;
	unsigned n_sources;
	struct arena arena;
	struct plan_name { uint16_t group, field; } *names; /* fields by name, open addressing; group + 1, 0 empty */
	unsigned n_names;      /* a power of two */
	struct target *targets; /* (source, key) -> cells, open addressing */
	unsigned n_targets;
	uint64_t sieve[4];     /* a bit for sieve_slot() of each key among them: most keys are not */
	struct gate *gates;
	unsigned n_gates, cap_gates;
	uint64_t asking;       /* while wanting: for which table */
	struct span picked;    /* of formulas; whoever sets it keeps it. Empty: none */
	struct fold_rule *folds;
	unsigned n_folds, cap_folds, cap_sources;
};

/*
 * Starts a plan; plan_want() adds fields with all that their formulas need, "table.*" a whole table,
 * "field" where unique. plan_formula() compiles a formula in a table's context and wants what it needs.
 * plan_done() builds the index; no wants after it. On a bad name or formula: -EINVAL and a text in *ret_why.
 */
void plan_begin(struct plan *p, const struct domain *d);
int plan_find(const struct plan *p, const char *row, struct span name, unsigned *ret_group, unsigned *ret_field);
int plan_want(struct plan *p, const char *row, struct span name, struct span *ret_why);
int plan_want_all(struct plan *p, const char *row);
int plan_formula(struct plan *p, const char *row, struct span text, const struct code **ret_code, struct span *ret_why);
void plan_done(struct plan *p);
void plan_free(struct plan *p);
/*
 * Whether a source (key NULL) or one of its keys is worth reading, given the rows that are there by now: what
 * only tables without rows ask for is not. Sources that make rows are to be read first.
 */
bool plan_needs(const struct wanted *w, const struct wanted_key *key, const struct sample *s);
int plan_shape(const struct plan *p, struct span row);       /* index, or -ENOENT */
int shape_col(const struct shape *s, struct span name);      /* "name" or "group.name"; index, or -ENOENT */

/* ---- the sample ---------------------------------------------------------------------------- */

enum why {
	WHY_NONE,              /* there is a value */
	WHY_LACKS,             /* this kernel lacks it */
	WHY_OFF,               /* switched off (by the group's gate) */
	WHY_PRIVILEGE,         /* needs one */
	WHY_FIRST,             /* first sight: no difference yet */
	WHY_RESET,             /* went back, was reset, or another boot */
	WHY_UNCOUNTED,         /* not counted on this kernel */
	WHY_UNREADABLE,        /* a fault names it */
	WHY_BUILT,             /* built without the library */
	WHY_NOT_HERE,          /* does not apply to this row */
	WHY_NOTHING,           /* a ratio of nothing */
	WHY_UNASKED,           /* not read in this run */
	N_WHY,
	WHY_PENDING = N_WHY,   /* inside the room: not derived yet; being derived now */
	WHY_BUSY,
};
const char *why_text(enum why w);

enum cell_type { CELL_ABSENT, CELL_U64, CELL_S64, CELL_REAL, CELL_WORD };

struct cell {
	uint8_t type;          /* enum cell_type */
	uint8_t why;           /* enum why, when absent */
	union {
		uint64_t u;
		int64_t i;
		double d;
		struct span s;
	};
};

struct row {
	struct span name;
	uint64_t hash;
	uint64_t touched;      /* bit per source (modulo 64) that had a fact for it */
};

struct table {
	struct row *rows;
	struct cell *cells;    /* n x n_cols, row-major */
	unsigned n, cap;
	uint32_t *index;       /* open addressing, power of two, 0 empty, else row + 1 */
	unsigned n_index;
};

struct fault {
	struct span path;
	unsigned line;         /* 0: the file as a whole */
	int err;
};

/* past.c: what the words of KIND_FLIPS were; kept by the sample that a loop reckons into. */
struct past {
	struct arena arenas[2]; /* by turns */
	struct past_row *rows;
	unsigned n_rows, now;
};

struct sample {
	const struct plan *plan;
	struct arena arena;
	struct table *tables;  /* one a shape */
	const char **source_needs; /* one a source: the privilege it may lack, or NULL */
	int *source_err;       /* one a source: 0 read, else -errno; 1 not tried */
	struct fault *faults;
	unsigned n_faults, cap_faults;
	uint64_t t_real, t_mono; /* nanoseconds; 0 unknown */
	bool delta;            /* counters are differences; else totals since boot */
	uint64_t interval;     /* ns of the subtraction; 0: totals, or unknown */
	uint64_t page_size;
	unsigned hz, user_hz;  /* the kernel's, 0 unknown; that of /proc, 100 where unknown */
	struct span boot_id, release;
	bool assumed;          /* page size was not captured */
	bool other_boot;       /* the two samples are of different boots */
	bool reckoned;         /* by sample_reckon(): formulas may be asked */
	bool twice;            /* a text said the same thing twice; the last is what counts */
	unsigned hints[MAX_SHAPES]; /* rows a table had last time */
	struct last {
		const char *p;
		unsigned row;
	} last[MAX_SHAPES];    /* the row of each table last put to: a cache in front of the index */
	struct chain *chains;  /* walk.c */
	bool settled;          /* reckoned to the end: no row comes, no counter changes any more */
	struct once *onces;    /* once.c */
	struct past past;
};

void sample_begin(struct sample *s, const struct plan *p);   /* empties it, keeps its memory */
void sample_free(struct sample *s);
/* `row` lives in the sample's arena (or outlives it). Unknown keys are dropped. */
void sample_put(struct sample *s, unsigned src, struct span row, struct span key, struct span value);
/* The same of a cell in base units, which what is no text of the kernel's was reckoned to. */
void sample_set(struct sample *s, unsigned src, struct span row, struct span key, struct cell value);
/* The same in two steps, as most facts of a long text go nowhere. NULL: unknown. */
const struct target *sample_target(const struct sample *s, unsigned src, struct span key);
void sample_put_to(struct sample *s, const struct target *t, struct span row, struct span value);
/* The cell cannot be had, for this reason (one file of many could not be read). */
void sample_miss(struct sample *s, unsigned src, struct span row, struct span key, int err);
/* A whole source: 0 it was read, else why not (-errno). `needs`: the privilege it may lack, or NULL. */
void sample_source(struct sample *s, unsigned src, int err, const char *needs);
/* Why a cell of this column is absent, with the switch or privilege that would bring it. */
void why_put(struct buf *out, const struct sample *s, const struct column *c, enum why w);
void sample_fault(struct sample *s, struct span path, unsigned line, int err);
/* All facts are in: gives every absent cell its reason. */
void sample_end(struct sample *s);

/*
 * To take again what has not changed. `to` becomes a sample like `from`, with cells of its own; rows, words and
 * faults stay with `from`, which must outlive it. sample_again() is a sample_put() to a sample that has ended: only
 * numbers may change. False, with the sample spoilt, when this were not all that changes (a word, a cell that is
 * absent, another row): the whole is to be taken anew, as it is when sample_gates(), a bit for each gate that is
 * shut, has changed.
 */
void sample_lend(const struct sample *from, struct sample *to);
bool sample_again(struct sample *s, unsigned src, struct span row, struct span key, struct span value);
uint64_t sample_gates(const struct sample *s);

/*
 * Reckons: `out` shows `now` against `before` (NULL: totals), derived, folded, derived again. `out` borrows
 * the bytes of both: it is good until one of them begins anew. A loop reckons into the same one each time.
 */
void sample_reckon(const struct plan *p, const struct sample *before, const struct sample *now, struct sample *out);

/* A formula is reckoned when its cell is first looked at: of a reckoned sample all may be asked for. */
const struct cell *sample_cell(struct sample *s, unsigned table, unsigned row, unsigned col);
int sample_row(const struct sample *s, unsigned table, struct span name); /* index, or -ENOENT */

/* ---- formulas ------------------------------------------------------------------------------- */

/* Evaluates in a row (any row number when the table is single). Words may be made in the sample's arena. */
struct cell code_eval(const struct code *c, struct sample *s, unsigned table, unsigned row);
bool cell_true(struct cell c);                 /* present and not zero / not empty */
bool cell_real(struct cell c, double *ret_value);
bool cell_same(struct cell a, struct cell b);  /* of one type and value */
/* Whether the formula adds up counters only (a rate), and the unit of its result as far as it can tell. */
bool code_rate(const struct code *c);
enum unit code_unit(const struct code *c);

enum why why_of(int err);                      /* of a source that gave -errno; 1: not tried */

/* ---- inside the room ------------------------------------------------------------------------- */

enum { CODE_ARGS = 4 };

/* A thousand of them are made at a start: each has the memory of its own kind, and no more. */
struct code {
	uint8_t op;            /* enum op */
	uint8_t n_args;
	uint8_t table;         /* OP_CELL: whose cell; functions over rows: the table walked */
	bool walks;            /* a function over rows */
	unsigned col;          /* OP_CELL; functions over rows: what names the row at hand, from 1; 0: all rows */
	union {
		const struct field *field; /* OP_CELL */
		struct cell value;         /* OP_CONST */
		const struct code *arg[CODE_ARGS]; /* all else: n_args of them */
	};
};

struct target {                /* where a fact goes; chained by `next` (index + 1) */
	const char *key;
	unsigned src, table, col, next;
};

static inline unsigned sieve_slot(struct span key)
{
	return key.n ? (unsigned)(key.n * 7 + (unsigned char)key.p[0] * 3 + (unsigned char)key.p[key.n - 1] +
			   (unsigned char)key.p[key.n / 2] * 5) % 256 : 0;
}

struct gate {                  /* while this cell is 0, that group's counters are frozen */
	const struct group *group;
	unsigned table, col;
};

struct fold_rule {             /* rows of `raw`, renamed through a cell of `map` or by a formula, meet in `into` */
	const struct group *group;
	unsigned raw, into, map, map_col;
	const struct code *name; /* in place of a map */
	const struct code *where;
};

/* As it stands, pending or not; sample_cell() gives the value. */
static inline struct cell *cell_at(const struct sample *s, unsigned table, unsigned row, unsigned col)
{
	return &s->tables[table].cells[(size_t)row * s->plan->shapes[table].n_cols + col];
}

struct span plan_why(struct plan *p, const char *what, struct span name, const char *more); /* kept in the plan */
const struct code *formula_parse(struct plan *p, unsigned table, struct span text, struct span *ret_why);
/* code.c. `walks`: may take a table as its first argument and goes through its rows. */
struct function {
	const char *name;
	enum op op;
	unsigned least, most;  /* arguments */
	bool walks;
};
const struct function *function_find(struct span name);
uint64_t plan_asking_in(const struct plan *p, unsigned table);
int plan_column(struct plan *p, unsigned table, const struct group *g, const struct field *f, struct span *ret_why);
int plan_rows(struct plan *p, unsigned table, struct span *ret_why);          /* what makes the table's rows */
int plan_resolve(struct plan *p, unsigned table, struct span name, bool any_row, unsigned *ret_table, struct span *ret_why);
int sample_row_named(const struct sample *s, unsigned table, struct cell name); /* by a word, or a number: its digits */
unsigned table_row(struct sample *s, unsigned table, struct span name);       /* finds or makes */
void derive_pending(struct sample *s, unsigned table, unsigned row, unsigned col);
void past_note(struct sample *s);              /* of a difference, reckoned but for its flips */

/* words.c */
struct cell words_list(const struct code *c, struct sample *s, unsigned table, unsigned row);
struct cell words_join(const struct code *c, struct sample *s, unsigned table, unsigned row);
struct cell words_cat(const struct code *c, struct sample *s, unsigned table, unsigned row);
struct cell words_affix(const struct code *c, struct sample *s, unsigned table, unsigned row);
struct cell words_part(const struct code *c, struct sample *s, unsigned table, unsigned row);

struct cell over_rows(const struct code *c, struct sample *s, unsigned table, unsigned row); /* eval.c */
/*
 * once.c: what a function over all rows of a table gives does not hang on the row that asks: of a settled sample it is
 * reckoned once, and of a rank the values are sorted once, for a filter asks in each of ten thousand rows.
 */
struct once {
	struct once *older;
	const struct code *code;
	struct cell value;
	struct cell *sorted;   /* OP_RANK: those that are there, words before numbers, the least first */
	unsigned n_words, n;
};
struct once *once_of(struct sample *s, const struct code *c, unsigned table); /* NULL: it is to be reckoned each time */
unsigned once_above(const struct once *o, struct cell mine); /* how many are larger */

/* walk.c: the rows that a function over rows goes through, asked in this row. */
struct walk {
	const uint32_t *next;  /* NULL: all, in order */
	unsigned at, n;
};
struct walk walk_begin(const struct code *c, struct sample *s, unsigned table, unsigned row);
bool walk_next(struct walk *w, unsigned *ret_row);
struct cell cell_u64(uint64_t v);
struct cell cell_s64(int64_t v);
struct cell cell_f64(double v);
struct cell cell_word(struct span s);
struct cell cell_absent(enum why w);
struct cell cell_reckon(enum op op, struct cell a, struct cell b);             /* OP_MUL, DIV, ADD, SUB */
struct cell cell_test(enum op op, struct cell a, struct cell b);               /* OP_LT to OP_NE: 0 or 1 */
int cell_compare(struct cell a, struct cell b, bool *ret_comparable);          /* a word and a number are not */
enum { CELL_DIGITS = 1 + DIGITS_MOST };
struct span cell_digits(char out[CELL_DIGITS], struct cell c);                 /* of a whole number */

/* ---- findings, lines, selection --------------------------------------------------------------- */

/* A said text: literal pieces and values between them. */
struct phrase {
	struct span lit;       /* before the value */
	struct span name;      /* the formula as written, for JSON; empty: no value here */
	struct cell value;
	enum unit unit;
	bool rate;             /* a per-second figure when there is an interval */
};

struct note {
	const struct finding *finding; /* NULL for a line */
	struct span row;
	struct phrase *phrases;
	unsigned n_phrases;
};

struct verdicts;               /* compiled findings, lines and checks of a plan */
/*
 * Wants what the texts need, so it comes before plan_done(). `tables` has a bit for each table that is shown:
 * findings and checks are asked of these and of tables of one row. `v` NULL: the overview's lines. `checks`: the
 * self-checks too.
 */
int verdicts_begin(struct plan *p, const struct verb *v, uint64_t tables, bool checks, struct verdicts **ret_v,
	struct span *ret_why);
/* Each in the sample's arena. Findings come worst first. */
unsigned verdicts_find(const struct verdicts *v, struct sample *s, struct note **ret_notes);
unsigned verdicts_head(const struct verdicts *v, struct sample *s, struct note **ret_notes);
unsigned verdicts_foot(const struct verdicts *v, struct sample *s, struct note **ret_notes);
unsigned verdicts_overview(const struct verdicts *v, struct sample *s, struct note **ret_notes);
struct verdict_check { const struct check *check; struct span row; enum { CHECK_HOLDS, CHECK_FAILS, CHECK_UNKNOWN } state; };
unsigned verdicts_check(const struct verdicts *v, struct sample *s, struct verdict_check **ret_checks);

/* One table as asked for. */
struct pick {
	unsigned table;
	const unsigned *cols;
	unsigned n_cols;
	const unsigned *rows;  /* in the order to show */
	unsigned n_rows, n_hidden;
	const int *parents;    /* one a row: where in `rows` its parent stands, or -1; NULL: rows do not nest */
	const struct code *const *shades; /* one a shade of its pane */
};

/* How a table is to be picked; made once, run on each sample. */
struct picker {
	unsigned table;
	const char *words;     /* default fields that the plan wants by name; NULL: others were named, or all are shown */
	unsigned *cols;
	unsigned n_cols;
	int sort;              /* column; negative: none */
	bool reverse;
	struct span only;      /* the one row to show; empty: all */
	const struct code *const *shades; /* handed on to the pick */
	const struct code *about, *filter, *idle; /* NULL: none. About: other rows are not of this table */
};
void picker_run(const struct picker *k, struct sample *s, bool all, struct pick *ret_pick);
