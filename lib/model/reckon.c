// SPDX-License-Identifier: GPL-2.0-or-later
/* reckon.c - subtract, derive per row, fold; then, when asked for, derive per folded row. */
#include <errno.h>

#include "model.h"

/* ---- subtract ---- */

static struct cell difference(enum kind kind, const struct cell *before, struct cell now)
{
	if (now.type != CELL_U64)
		return now;
	if (before->type != CELL_U64) {
		bool was_off = before->why == WHY_OFF || before->why == WHY_RESET;
		bool hidden =
			before->why == WHY_UNREADABLE || before->why == WHY_PRIVILEGE;
		return cell_absent(hidden    ? before->why
				   : was_off ? WHY_RESET
					     : WHY_FIRST);
	}
	if (kind == KIND_COUNTER32) {
		uint32_t step = (uint32_t)now.u - (uint32_t)before->u;
		return step > INT32_MAX ? cell_absent(WHY_RESET) : cell_u64(step);
	}
	return now.u < before->u ? cell_absent(WHY_RESET) : cell_u64(now.u - before->u);
}

static bool scales(enum unit u)
{
	return u == UNIT_PAGE || u == UNIT_KIB || u == UNIT_SECTOR || u == UNIT_USEC ||
	       u == UNIT_PERCENT || u == UNIT_TICK || u == UNIT_JIFFY;
}

/* From the kernel's unit to bytes and nanoseconds. */
static struct cell scaled(const struct sample *s, enum unit unit, struct cell c)
{
	uint64_t by = 1, u;
	int64_t i;
	double d;
	switch (unit) {
	case UNIT_PAGE:
		by = s->page_size;
		break;
	case UNIT_KIB:
		by = 1024;
		break;
	case UNIT_SECTOR:
		by = 512;
		break;
	case UNIT_USEC:
		by = 1000;
		break;
	case UNIT_PERCENT:
		return c.type == CELL_ABSENT || !cell_real(c, &d) ? c : cell_f64(d / 100);
	case UNIT_TICK:
		by = 1000000000u / s->user_hz;
		break;
	case UNIT_JIFFY:
		if (!s->hz)
			return cell_absent(c.type == CELL_ABSENT ? c.why : WHY_UNCOUNTED);
		by = 1000000000u / s->hz;
		break;
	default:
		return c;
	}
	if (c.type == CELL_U64)
		return __builtin_mul_overflow(c.u, by, &u)
			       ? cell_f64((double)c.u * (double)by)
			       : cell_u64(u);
	if (c.type == CELL_S64)
		return __builtin_mul_overflow(c.i, (int64_t)by, &i)
			       ? cell_f64((double)c.i * (double)by)
			       : cell_s64(i);
	if (c.type == CELL_REAL)
		return cell_f64(c.d * (double)by);
	return c;
}

/* The column by which a row is known to be the same as before, or -1. */
static int same_col(const struct shape *shape)
{
	for (unsigned c = 0; c < shape->n_cols; c++)
		if (shape->cols[c].group->same)
			return shape_col(shape, span_z(shape->cols[c].group->same));
	return -1;
}

/* Rows that two samples have in common stand in the same place; others are found by name. */
static int row_before(const struct sample *before, const struct sample *now, unsigned t,
	unsigned row, int same)
{
	const struct table *was = &before->tables[t], *is = &now->tables[t];
	int old = was->rows == is->rows ? (int)row
					: sample_row(before, t, is->rows[row].name);
	if (old < 0 || same < 0)
		return old;
	return cell_same(*cell_at(before, t, (unsigned)old, (unsigned)same),
		       *cell_at(now, t, row, (unsigned)same))
		       ? old
		       : -ENOENT;
}

/* What is to be done with a column's cells; most are shown as they were read. */
struct work {
	unsigned col;
	enum kind kind;
	enum unit unit;
	bool counts;
	bool born; /* and would have been seen, had it been there before */
};

static unsigned list_work(
	const struct shape *shape, const struct sample *before, struct work *list)
{
	unsigned n = 0;
	for (unsigned c = 0; c < shape->n_cols; c++) {
		const struct column *col = &shape->cols[c];
		const struct field *f = col->field;
		bool subtract = before && kind_counts(f->kind);
		if (col->src != ~0u &&
			(subtract || f->kind == KIND_EARLIER || scales(f->unit)))
			list[n++] = (struct work){c, f->kind, f->unit, subtract,
				subtract && col->group->born &&
					!before->source_err[col->src]};
	}
	return n;
}

/* The cell at hand, `is`, against what it was; `was` NULL: the row was not there. */
static struct cell against(const struct work *w, bool other_boot, const struct cell *was,
	const struct cell *is)
{
	static const struct cell first = {.type = CELL_ABSENT, .why = WHY_FIRST};
	if (w->kind == KIND_EARLIER)
		return other_boot ? cell_absent(WHY_RESET) : was ? *was : first;
	if (!w->counts || is->type == CELL_ABSENT)
		return *is;
	if (other_boot)
		return cell_absent(WHY_RESET);
	return !was && w->born ? *is : difference(w->kind, was ? was : &first, *is);
}

static void subtract_table(const struct sample *before, const struct sample *now,
	struct sample *out, unsigned t)
{
	const struct shape *shape = &now->plan->shapes[t];
	unsigned n_rows = now->tables[t].n;
	if (!n_rows)
		return;
	struct work *list = arena_get(&out->arena, (shape->n_cols + 1) * sizeof(*list));
	unsigned n = list_work(shape, before, list);
	int same = before ? same_col(shape) : -1;
	for (unsigned r = 0; r < n_rows; r++) {
		int old = before ? row_before(before, now, t, r, same) : -ENOENT;
		const struct cell *was =
			old < 0 ? NULL : cell_at(before, t, (unsigned)old, 0);
		struct cell *is = cell_at(out, t, r, 0);
		for (const struct work *w = list; w < list + n; w++) {
			struct cell *cell = &is[w->col];
			*cell = against(
				w, out->other_boot, was ? &was[w->col] : NULL, cell);
			if (scales(w->unit))
				*cell = scaled(now, w->unit, *cell);
		}
	}
}

/* Between which two looks at the machine `out` stands. */
static void set_interval(
	const struct sample *before, const struct sample *now, struct sample *out)
{
	out->delta = true;
	out->other_boot = before->boot_id.n && now->boot_id.n &&
			  !span_eq(before->boot_id, now->boot_id);
	if (!out->other_boot && before->t_mono && now->t_mono > before->t_mono)
		out->interval = now->t_mono - before->t_mono;
	/* What could not be read then is missing from the difference too. */
	for (unsigned i = 0; i < before->n_faults; i++)
		sample_fault(out, before->faults[i].path, before->faults[i].line,
			before->faults[i].err);
}

/* ---- derive ---- */

void derive_pending(struct sample *s, unsigned table, unsigned row, unsigned col)
{
	struct cell *cell = cell_at(s, table, row, col);
	const struct code *code = s->plan->shapes[table].cols[col].code;
	if (cell->why == WHY_BUSY || !code) {
		/* A formula that needs itself has no value; a fold that never came has none either. */
		*cell = cell_absent(WHY_NOT_HERE);
		return;
	}
	/* Not noted: the first interval of a run, or none. */
	if (s->plan->shapes[table].cols[col].field->kind == KIND_FLIPS) {
		*cell = cell_absent(WHY_FIRST);
		return;
	}
	cell->why = WHY_BUSY;
	struct cell v = code_eval(code, s, table, row);
	*cell_at(s, table, row, col) = v;
}

/* ---- fold ---- */

static struct cell meet(enum fold how, struct cell a, struct cell b)
{
	if (a.type == CELL_ABSENT && a.why == WHY_PENDING)
		return b;
	if (a.type == CELL_ABSENT && a.why == WHY_BUSY)
		return a; /* parts differed: no later one makes them the same */
	if (b.type == CELL_ABSENT && (b.why == WHY_LACKS || b.why == WHY_NOT_HERE))
		return a;
	if (a.type == CELL_ABSENT)
		return a.why == WHY_LACKS || a.why == WHY_NOT_HERE ? b : a;
	if (b.type == CELL_ABSENT)
		return b; /* a part that was reset or unreadable spoils the whole */
	double x, y;
	switch (how) {
	case FOLD_MAX:
		return cell_real(a, &x) && cell_real(b, &y) && y > x ? b : a;
	case FOLD_SUM:
		return cell_reckon(OP_ADD, a, b);
	default:
		return cell_same(a, b) ? a : cell_absent(WHY_BUSY);
	}
}

/* "cpu3/1" is mapped by the row "cpu3" of the map; a name without '/' by itself. */
static struct span map_key(struct span name)
{
	struct span rest = name;
	return span_cut(&rest, '/');
}

static struct cell list_add(struct sample *s, struct cell a, struct span name)
{
	if (a.type != CELL_WORD)
		return cell_word(name);
	char *p = arena_get(&s->arena, a.s.n + name.n + 1);
	memcpy(p, a.s.p, a.s.n);
	p[a.s.n] = ',';
	memcpy(p + a.s.n + 1, name.p, name.n);
	return cell_word((struct span){p, a.s.n + 1 + name.n});
}

/* A fold under way. */
struct folding {
	const struct fold_rule *rule;
	unsigned *to; /* of each column of the raw table: where it goes, ~0u: nowhere */
	/* The last row was mapped by this key, as the next is likely to be: whether it leads anywhere, and where. */
	struct span key;
	bool maps;
	unsigned into;
};

static struct folding folding_begin(struct sample *s, const struct fold_rule *rule)
{
	const struct shape *raw = &s->plan->shapes[rule->raw],
			   *whole = &s->plan->shapes[rule->into];
	struct folding f = {.rule = rule, .key = SPAN_EMPTY};
	f.to = arena_get(&s->arena, (raw->n_cols + 1) * sizeof(*f.to));
	for (unsigned c = 0; c < raw->n_cols; c++) {
		f.to[c] = ~0u;
		for (unsigned d = 0; d < whole->n_cols; d++)
			if (whole->cols[d].field == raw->cols[c].field)
				f.to[c] = d;
	}
	return f;
}

static void fold_row(struct sample *s, const struct folding *f, unsigned row)
{
	const struct shape *raw = &s->plan->shapes[f->rule->raw];
	for (unsigned c = 0; c < raw->n_cols; c++) {
		if (f->to[c] == ~0u)
			continue;
		enum fold how = raw->cols[c].field->fold;
		struct cell part = *sample_cell(s, f->rule->raw, row, c);
		struct cell *cell = cell_at(s, f->rule->into, f->into, f->to[c]);
		if (how == FOLD_LIST)
			*cell = list_add(s, *cell, f->key);
		else
			*cell = meet(how, *cell, part);
	}
}

/* Where the row goes: to one that is called by the map's cell, or by a formula. False: nowhere. */
static bool fold_into(struct sample *s, struct folding *f, unsigned row)
{
	const struct fold_rule *rule = f->rule;
	struct cell to;
	if (rule->name) {
		to = code_eval(rule->name, s, rule->raw, row);
	} else {
		int m = sample_row(s, rule->map, f->key);
		if (m < 0)
			return false;
		to = *sample_cell(s, rule->map, (unsigned)m, rule->map_col);
	}
	char digits[CELL_DIGITS];
	if (to.type == CELL_U64)
		to = cell_word(arena_span(&s->arena, cell_digits(digits, to)));
	if (to.type == CELL_WORD)
		f->into = table_row(s, rule->into, to.s);
	return to.type == CELL_WORD;
}

static void fold_rows(struct sample *s, const struct fold_rule *rule)
{
	struct folding f = folding_begin(s, rule);
	for (unsigned r = 0; r < s->tables[rule->raw].n; r++) {
		struct span key = map_key(s->tables[rule->raw].rows[r].name);
		if (rule->where && !cell_true(code_eval(rule->where, s, rule->raw, r)))
			continue;
		if (rule->name || !span_eq(key, f.key)) {
			f.key = key;
			f.maps = fold_into(s, &f, r);
		}
		if (f.maps)
			fold_row(s, &f, r);
	}
}

void sample_reckon(const struct plan *p, const struct sample *before,
	const struct sample *now, struct sample *out)
{
	sample_lend(now, out);
	out->reckoned = true;
	if (before)
		set_interval(before, now, out);
	for (unsigned t = 0; t < p->n_shapes; t++)
		subtract_table(before, now, out, t);
	for (unsigned i = 0; i < p->n_folds; i++)
		fold_rows(out, &p->folds[i]);
	past_note(out);
	out->settled = true;
}
