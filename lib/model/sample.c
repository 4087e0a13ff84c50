// SPDX-License-Identifier: GPL-2.0-or-later
/* sample.c - facts find their rows and cells; what did not come knows why. */
#include <assert.h>
#include <errno.h>

#include "model.h"

const char *why_text(enum why w)
{
	static const char *const texts[N_WHY] = {
		[WHY_NONE] = "present",
		[WHY_LACKS] = "this kernel lacks it",
		[WHY_OFF] = "switched off",
		[WHY_PRIVILEGE] = "needs a privilege",
		[WHY_FIRST] = "first sight",
		[WHY_RESET] = "reset",
		[WHY_UNCOUNTED] = "not counted on this kernel",
		[WHY_UNREADABLE] = "unreadable",
		[WHY_BUILT] = "built without the library",
		[WHY_NOT_HERE] = "does not apply here",
		[WHY_NOTHING] = "a ratio of nothing",
		[WHY_UNASKED] = "not read in this run",
	};
	return (unsigned)w < N_WHY ? texts[w] : texts[WHY_UNASKED];
}

void why_put(struct buf *out, const struct sample *s, const struct column *c, enum why w)
{
	const char *needs =
		s->source_needs && c->src != ~0u ? s->source_needs[c->src] : NULL;
	buf_str(out, why_text(w));
	if (w == WHY_OFF && c->group->gate)
		buf_fmt(out, " (%s is 0)", c->group->gate);
	if (w == WHY_PRIVILEGE && needs)
		buf_fmt(out, " (%s)", needs);
}

enum why why_of(int err)
{
	switch (err) {
	case 0:
	case -ENOENT:
	case -ENOTDIR:
		return WHY_LACKS;
	case -EACCES:
	case -EPERM:
		return WHY_PRIVILEGE;
	case -ENOSYS:
		return WHY_BUILT;
	case -ENODATA:
		return WHY_UNCOUNTED;
	case 1:
		return WHY_UNASKED;
	default:
		return WHY_UNREADABLE;
	}
}

enum { MAX_FAULTS = 64 };

const struct cell *sample_cell(
	struct sample *s, unsigned table, unsigned row, unsigned col)
{
	struct cell *cell = cell_at(s, table, row, col);
	if (cell->type == CELL_ABSENT && cell->why >= WHY_PENDING) {
		assert(s->reckoned);
		derive_pending(s, table, row, col);
	}
	return cell;
}

void sample_begin(struct sample *s, const struct plan *p)
{
	unsigned hints[MAX_SHAPES] = {0};
	struct arena arena = s->arena;
	if (s->plan == p && s->tables)
		for (unsigned i = 0; i < p->n_shapes; i++)
			hints[i] = s->tables[i].n > s->hints[i] ? s->tables[i].n
								: s->hints[i];
	arena_reset(&arena);
	*s = (struct sample){.plan = p,
		.arena = arena,
		.page_size = 4096,
		.assumed = true,
		.user_hz = 100};
	memcpy(s->hints, hints, sizeof(hints));
	s->boot_id = s->release = SPAN_EMPTY;
	s->tables = arena_zero(&s->arena, p->n_shapes * sizeof(*s->tables));
	s->source_err = arena_get(&s->arena, (p->n_sources + 1) * sizeof(*s->source_err));
	s->source_needs =
		arena_zero(&s->arena, (p->n_sources + 1) * sizeof(*s->source_needs));
	for (unsigned i = 0; i < p->n_sources; i++)
		s->source_err[i] = 1;
	/* Rows that are there without any fact: of a single table always, else if a column of the group is wanted. */
	for (unsigned i = 0; i < p->n_shapes; i++) {
		if (p->shapes[i].single)
			table_row(s, i, span_z(p->shapes[i].row));
		for (unsigned j = 0; j < p->shapes[i].n_cols; j++) {
			const struct group *g = p->shapes[i].cols[j].group;
			if (g->always && !p->shapes[i].raw && !g->by)
				table_row(s, i, span_z(g->always));
		}
	}
}

void sample_lend(const struct sample *from, struct sample *to)
{
	struct arena arena = to->arena;
	struct past past = to->past;
	arena_reset(&arena);
	*to = *from;
	to->arena = arena;
	to->past = past;
	to->chains = NULL;
	to->settled = false;
	to->onces = NULL;
	memset(to->last, 0, sizeof(to->last));
	to->cap_faults = to->n_faults; /* one more moves them to memory of its own */
	to->tables = arena_get(&to->arena, to->plan->n_shapes * sizeof(*to->tables));
	for (unsigned i = 0; i < to->plan->n_shapes; i++) {
		struct table *t = &to->tables[i];
		size_t size = (size_t)from->tables[i].n * to->plan->shapes[i].n_cols *
			      sizeof(*t->cells);
		*t = from->tables[i];
		t->cap = t->n; /* likewise */
		t->cells = arena_get(&to->arena, size);
		if (size)
			memcpy(t->cells, from->tables[i].cells, size);
	}
}

void sample_free(struct sample *s)
{
	arena_free(&s->arena);
	arena_free(&s->past.arenas[0]);
	arena_free(&s->past.arenas[1]);
	*s = (struct sample){0};
}

/* ---- facts ---- */

const struct target *sample_target(const struct sample *s, unsigned src, struct span key)
{
	const struct plan *p = s->plan;
	if (!(p->sieve[sieve_slot(key) / 64] >> (sieve_slot(key) % 64) & 1))
		return NULL;
	unsigned mask = p->n_targets / 2 - 1;
	unsigned i = (unsigned)(span_hash(key) + src * 0x9e3779b9u) & mask;
	for (; p->targets[i].key; i = (i + 1) & mask)
		if (p->targets[i].src == src && span_is(key, p->targets[i].key))
			return &p->targets[i];
	return NULL;
}

/* The row of a fact, or -ENOENT where its group makes none. A run of facts of one row asks once. */
static int fact_row(
	struct sample *s, unsigned table, const struct group *g, struct span name)
{
	struct last *last = &s->last[table];
	if (!name.n && !g->always)
		return -ENOENT; /* of a table of many rows, and none is meant: the file as a whole */
	if (!name.n)
		name = span_z(g->always);
	else if (last->p == name.p && s->tables[table].rows[last->row].name.n == name.n)
		return (int)last->row;
	int row = g->joins ? sample_row(s, table, name) : (int)table_row(s, table, name);
	if (row >= 0) {
		last->p = name.p;
		last->row = (unsigned)row;
	}
	return row;
}

static bool is_word_unit(enum unit u)
{
	return u == UNIT_WORD || u == UNIT_LIST || u == UNIT_TEXT || u == UNIT_FIGURE;
}

/* "123", "-2", "123 kB", "0.25", and "max" where a limit is a word; negative counters of 32 bits wrap. */
static int read_number(const struct field *f, struct span value, struct cell *ret_cell)
{
	struct span rest = value, first = span_word(&rest);
	uint64_t u;
	int64_t i;
	double d;
	bool counter = kind_counts(f->kind);
	if (span_trim(rest).n && !span_is(span_trim(rest), "kB"))
		return -EBADMSG;
	int r = span_u64(first, &u);
	if (!r && !counter && u > INT64_MAX)
		*ret_cell = cell_s64((
			int64_t)u); /* a gauge summed without a lock, below zero for a moment */
	else if (!r)
		*ret_cell = cell_u64(f->kind == KIND_COUNTER32 ? (uint32_t)u : u);
	else if (r == -ERANGE)
		return r;
	else if (!span_s64(first, &i) &&
		 (!counter || (f->kind == KIND_COUNTER32 && i >= INT32_MIN)))
		*ret_cell = counter ? cell_u64((uint32_t)i) : cell_s64(i);
	else if (!counter && !span_double(first, &d))
		*ret_cell = cell_f64(d);
	else if (!counter && span_is(first, "max"))
		*ret_cell = cell_word(first);
	else
		return -EBADMSG;
	return 0;
}

static int read_cell(const struct field *f, struct span value, struct cell *ret_cell)
{
	if (!is_word_unit(f->unit))
		return read_number(f, value, ret_cell);
	*ret_cell = cell_word(value);
	return 0;
}

static void put_cell(
	struct sample *s, const struct target *t, struct span name, struct span value)
{
	const struct column *c = &s->plan->shapes[t->table].cols[t->col];
	int row = fact_row(s, t->table, c->group, name);
	if (row < 0)
		return;
	s->tables[t->table].rows[row].touched |= 1ull << (t->src % 64);
	struct cell *cell = cell_at(s, t->table, (unsigned)row, t->col);
	s->twice |= cell->type != CELL_ABSENT || cell->why != WHY_PENDING;
	int r = read_cell(c->field, value, cell);
	if (r < 0) {
		*cell = cell_absent(WHY_UNREADABLE);
		sample_fault(s, span_z(s->plan->sources[t->src].src), 0, r);
	}
}

void sample_put_to(
	struct sample *s, const struct target *t, struct span row, struct span value)
{
	for (; t; t = t->next ? &s->plan->targets[t->next - 1] : NULL)
		put_cell(s, t, row, value);
}

void sample_put(struct sample *s, unsigned src, struct span row, struct span key,
	struct span value)
{
	sample_put_to(s, sample_target(s, src, key), row, value);
}

static bool put_again(
	struct sample *s, const struct target *t, struct span name, struct span value)
{
	const struct column *c = &s->plan->shapes[t->table].cols[t->col];
	struct cell new, *cell;
	if (!name.n && !c->group->always)
		return true; /* of no row here: it was put nowhere the first time either */
	if (!name.n)
		name = span_z(c->group->always);
	int row = sample_row(s, t->table, name);
	if (row < 0)
		return c->group->joins;
	cell = cell_at(s, t->table, (unsigned)row, t->col);
	if (cell->type == CELL_ABSENT || read_cell(c->field, value, &new) < 0)
		return false;
	if (cell->type == CELL_WORD || new.type == CELL_WORD)
		return cell_same(*cell, new);
	*cell = new;
	return true;
}

bool sample_again(struct sample *s, unsigned src, struct span row, struct span key,
	struct span value)
{
	const struct target *t = sample_target(s, src, key);
	for (; t; t = t->next ? &s->plan->targets[t->next - 1] : NULL)
		if (!put_again(s, t, row, value))
			return false;
	return true;
}

void sample_set(struct sample *s, unsigned src, struct span row, struct span key,
	struct cell value)
{
	const struct target *t = sample_target(s, src, key);
	while (t) {
		const struct group *g = s->plan->shapes[t->table].cols[t->col].group;
		int at = fact_row(s, t->table, g, row);
		if (at >= 0)
			*cell_at(s, t->table, (unsigned)at, t->col) = value;
		t = t->next ? &s->plan->targets[t->next - 1] : NULL;
	}
}

void sample_miss(
	struct sample *s, unsigned src, struct span row, struct span key, int err)
{
	sample_set(s, src, row, key, cell_absent(why_of(err)));
}

void sample_fault(struct sample *s, struct span path, unsigned line, int err)
{
	for (unsigned i = 0; i < s->n_faults; i++)
		if (s->faults[i].line == line && s->faults[i].err == err &&
			span_eq(s->faults[i].path, path))
			return;
	if (s->n_faults == MAX_FAULTS)
		return; /* hostile text has a fault in every line: these are enough to name it */
	s->faults = arena_more(
		&s->arena, s->faults, s->n_faults, &s->cap_faults, sizeof(*s->faults));
	s->faults[s->n_faults++] = (struct fault){path, line, err};
}

void sample_source(struct sample *s, unsigned src, int err, const char *needs)
{
	s->source_err[src] = err;
	s->source_needs[src] = needs;
}

/* ---- the end ---- */

static enum why reason(const struct sample *s, unsigned table, unsigned row,
	const struct column *c, bool elsewhere)
{
	const struct shape *shape = &s->plan->shapes[table];
	const struct row *r = &s->tables[table].rows[row];
	if (!shape->single && c->group->always && !span_is(r->name, c->group->always))
		return WHY_NOT_HERE;
	int err = s->source_err[c->src];
	if (c->group->own && !err)
		return WHY_NOT_HERE;
	/* A kind of object of which there is none: rows of others have no part in it. */
	if (why_of(err) == WHY_LACKS && c->group->joins && strchr(c->field->src, '*'))
		return WHY_NOT_HERE;
	if (err)
		return why_of(err);
	bool touched = r->touched >> (c->src % 64) & 1;
	return !elsewhere && (touched || shape->single) ? WHY_LACKS : WHY_NOT_HERE;
}

static bool is_off(struct cell c)
{
	return c.type == CELL_WORD ? span_is(c.s, "N") || span_is(c.s, "0")
				   : c.type != CELL_ABSENT && !cell_true(c);
}

static bool is_shut(const struct sample *s, const struct gate *g)
{
	return s->tables[g->table].n && is_off(*cell_at(s, g->table, 0, g->col));
}

/* Only what counts: what a place is called, or how high it stands, is true also while nothing counts. */
static void freeze(struct sample *s, const struct gate *g)
{
	for (unsigned t = 0; t < s->plan->n_shapes; t++)
		for (unsigned c = 0; c < s->plan->shapes[t].n_cols; c++) {
			const struct column *col = &s->plan->shapes[t].cols[c];

			if (col->group != g->group || col->src == ~0u ||
				!kind_counts(col->field->kind))
				continue;
			/* What is not there at all would not count when switched on either. */
			for (unsigned r = 0; r < s->tables[t].n; r++)
				if (cell_at(s, t, r, c)->type != CELL_ABSENT)
					*cell_at(s, t, r, c) = cell_absent(WHY_OFF);
		}
}

/* A column's absent cells: what other rows have does not apply here; what none has, this kernel lacks. */
static void explain_column(struct sample *s, unsigned t, unsigned c)
{
	const struct column *col = &s->plan->shapes[t].cols[c];
	bool elsewhere = false;
	for (unsigned r = 0; r < s->tables[t].n && !elsewhere; r++)
		elsewhere = cell_at(s, t, r, c)->type != CELL_ABSENT;
	for (unsigned r = 0; r < s->tables[t].n; r++) {
		struct cell *cell = cell_at(s, t, r, c);
		if (cell->type == CELL_ABSENT && cell->why == WHY_PENDING)
			cell->why = (uint8_t)reason(s, t, r, col, elsewhere);
	}
}

void sample_end(struct sample *s)
{
	const struct plan *p = s->plan;
	for (unsigned t = 0; t < p->n_shapes; t++)
		for (unsigned c = 0; c < p->shapes[t].n_cols; c++)
			if (p->shapes[t].cols[c].src != ~0u)
				explain_column(s, t, c);
	for (unsigned i = 0; i < p->n_gates; i++)
		if (is_shut(s, &p->gates[i]))
			freeze(s, &p->gates[i]);
}

uint64_t sample_gates(const struct sample *s)
{
	uint64_t shut = 0;
	assert(s->plan->n_gates <= 64);
	for (unsigned i = 0; i < s->plan->n_gates; i++)
		shut |= (uint64_t)is_shut(s, &s->plan->gates[i]) << i;
	return shut;
}
