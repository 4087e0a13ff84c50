// SPDX-License-Identifier: GPL-2.0-or-later
/* diff_rows.c - two sides of a comparison as rows: settings and facts that differ, figures that changed. */
#include <math.h>

#include "cmd.h"

struct rows {
	const struct comparison *c;
	struct sample *s;
	enum by by;
	const char *table; /* being filled */
	struct buf text, differ;
	unsigned order, settings, named, changes, single, noise;
};

static struct span kept(struct rows *r)
{
	struct span text = arena_span(&r->s->arena, buf_text(&r->text));
	buf_reset(&r->text);
	return text;
}

/* A field of the table that is being filled. */
static struct span key_of(struct rows *r, const char *key)
{
	size_t from = r->text.n;
	buf_fmt(&r->text, "%s.%s", r->table, key);
	struct span whole = span_sub(buf_text(&r->text), from, r->text.n);
	whole = arena_span(&r->s->arena, whole);
	r->text.n = from;
	return whole;
}

static void put(struct rows *r, struct span row, const char *key, struct span value)
{
	if (value.n)
		sample_put(r->s, 0, row, key_of(r, key), value);
}

static void put_number(struct rows *r, struct span row, const char *key, double v)
{
	struct cell c = {.type = CELL_REAL, .d = v};
	if (fabs(v) < 1e15 && v == (double)(int64_t)v)
		c = v < 0 ? (struct cell){.type = CELL_S64, .i = (int64_t)v}
			  : (struct cell){.type = CELL_U64, .u = (uint64_t)v};
	sample_set(r->s, 0, row, key_of(r, key), c);
}

/* ---- places ---- */

static struct span begin_row(struct rows *r, const struct figure *f)
{
	buf_fmt(&r->text, "%s.", f->group->row);
	if (f->row.n) {
		buf_span(&r->text, f->row);
		buf_char(&r->text, '.');
	}
	if (name_second(r->c->sides[0].domain, f->group, f->field))
		buf_fmt(&r->text, "%s.", f->group->name);
	buf_str(&r->text, f->field->name);
	struct span row = kept(r);
	put_number(r, row, "order", ++r->order);
	put(r, row, "table", span_z(f->group->row));
	put(r, row, "row", f->row);
	put(r, row, "field", span_z(f->field->name));
	put(r, row, "kind", span_z(kind_name(f->field->kind)));
	return row;
}

/* ---- settings and facts ---- */

enum { NAMED = 6 }; /* differences that stand in the heading */

static void add_setting(struct rows *r, struct span row, struct span a, struct span b)
{
	put(r, row, "a", a);
	put(r, row, "b", b);
	if (a.n && b.n && r->named++ < NAMED) {
		buf_str(&r->differ, r->differ.n ? ", " : "");
		buf_fmt(&r->differ, "%.*s %.*s -> %.*s", (int)row.n, row.p, (int)a.n, a.p,
			(int)b.n, b.p);
	}
	r->settings++;
}

static void add_kernel(struct rows *r, const char *name, struct span a, struct span b)
{
	if (span_eq(a, b) || (!a.n && !b.n))
		return;
	buf_fmt(&r->text, "kernel.%s", name);
	struct span row = kept(r);
	put_number(r, row, "order", ++r->order);
	put(r, row, "table", SPAN("kernel"));
	put(r, row, "field", span_z(name));
	put(r, row, "kind", SPAN("gauge"));
	add_setting(r, row, a, b);
}

static void add_known(struct rows *r, const char *name, uint64_t a, uint64_t b)
{
	struct span texts[2] = {SPAN_EMPTY, SPAN_EMPTY};
	for (unsigned i = 0; i < 2; i++)
		if (i ? b : a) {
			buf_u64(&r->text, i ? b : a);
			texts[i] = kept(r);
		}
	if (a && b)
		add_kernel(r, name, texts[0], texts[1]);
}

static struct span fact_text(struct rows *r, const struct figure *f)
{
	if (!f || f->last.type == CELL_ABSENT)
		return SPAN_EMPTY;
	/* A word that is empty says something by being there. */
	if (f->last.type == CELL_WORD && !f->last.s.n)
		return SPAN("set");
	unit_text(&r->text, f->last, f->field->unit, false, 0, r->c->human);
	if (f->field->unit == UNIT_PERCENT)
		buf_char(&r->text, '%');
	return kept(r);
}

static void add_fact(struct rows *r, const struct figure *a, const struct figure *b)
{
	struct span was = fact_text(r, a), is = fact_text(r, b);
	if (!span_eq(was, is))
		add_setting(r, begin_row(r, a ? a : b), was, is);
}

/* ---- figures ---- */

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

struct spread {
	double least, median, most;
	bool known;
};

/* Of the values of a side, sorted in their place. */
static struct spread spread_of(const struct rows *r, const struct figure *f)
{
	struct spread d = {0};
	if (!f || !f->n || (r->by == BY_NOTHING && kind_rates(f->field->kind)))
		return d;
	unsigned n = f->n;
	qsort(f->values, n, sizeof(*f->values), by_value);
	d = (struct spread){f->values[0],
		n % 2 ? f->values[n / 2] : (f->values[n / 2 - 1] + f->values[n / 2]) / 2,
		f->values[n - 1], true};
	/* Of a moment, the total itself and not what it came to a second. */
	if (r->by == BY_TOTAL && kind_rates(f->field->kind) &&
		cell_real(f->last, &d.median))
		d.least = d.most = d.median;
	return d;
}

static void put_figure(
	struct rows *r, struct span row, const char *key, double v, const struct field *f)
{
	bool rate = r->by == BY_RATE && kind_rates(f->kind);
	if (r->c->exact) {
		put_number(r, row, key, figure_time(f) ? v / 1e9 : v);
		return;
	}
	unit_text(&r->text, (struct cell){.type = CELL_REAL, .d = v}, f->unit, false, 0,
		r->c->human);
	buf_str(&r->text, f->unit == UNIT_PERCENT	   ? "%"
			  : figure_time(f) && !r->c->human ? "s"
							   : "");
	buf_str(&r->text, rate ? "/s" : "");
	put(r, row, key, kept(r));
}

static void put_side(struct rows *r, struct span row, const char *const keys[3],
	struct spread d, const struct figure *f)
{
	if (!d.known)
		return;
	put_figure(r, row, keys[0], d.median, f->field);
	put_figure(r, row, keys[1], d.least, f->field);
	put_figure(r, row, keys[2], d.most, f->field);
}

static void add_change(struct rows *r, const struct figure *fa, const struct figure *fb)
{
	static const char *const of_a[] = {"a", "a_min", "a_max"}, *const of_b[] = {"b",
									   "b_min",
									   "b_max"};
	const struct figure *f = fa ? fa : fb;
	/* What adds up others that stand here is for those who ask for all. */
	if (f->field->kind == KIND_TALLY && !r->c->all)
		return;
	struct spread a = spread_of(r, fa), b = spread_of(r, fb);
	/* What only one side has is a change if it is something. */
	if (a.known && b.known ? a.median == b.median : a.median == 0 && b.median == 0)
		return;
	struct span row = begin_row(r, f);
	bool rate = r->by == BY_RATE && kind_rates(f->field->kind);
	buf_fmt(&r->text, "%s%s", unit_name(f->field->unit), rate ? "/s" : "");
	put(r, row, "unit", kept(r));
	put_side(r, row, of_a, a, f);
	put_side(r, row, of_b, b, f);
	r->changes++;
	r->single += !a.known || !b.known;
	if (!a.known || !b.known)
		return;
	put_figure(r, row, "difference", b.median - a.median, f->field);
	if (a.median != 0)
		put_number(
			r, row, "percent", (b.median - a.median) / fabs(a.median) * 100);
	if (fa->n > 1 && fb->n > 1 && a.least <= b.most && b.least <= a.most) {
		put(r, row, "noise", SPAN("within-noise"));
		r->noise++;
	}
}

/* ---- all of them ---- */

enum turn { TURN_TUNABLES, TURN_ROWS, TURN_FACTS, TURN_FIGURES };

static enum turn turn_of(const struct figure *f, const struct figure *other)
{
	return !f->fact && !(other && other->fact) ? TURN_FIGURES
	       : f->field->kind == KIND_TUNABLE	   ? TURN_TUNABLES
	       : side_row(f)			   ? TURN_ROWS
						   : TURN_FACTS;
}

/* Tables as the sections have them, rows by name, fields as the domain has them. */
static int by_place(const void *x, const void *y, void *ctx)
{
	const struct domain *d = ctx;
	const struct figure *a = *(const struct figure *const *)x,
			    *b = *(const struct figure *const *)y;
	int c = (int)section_first(d, a->group->row) -
		(int)section_first(d, b->group->row);
	if (!c)
		c = span_natcmp(a->row, b->row);
	if (!c)
		c = (a->group > b->group) - (a->group < b->group);
	return c ? c : (a->field > b->field) - (a->field < b->field);
}

static void add_all(struct rows *r, const struct figure **all, size_t n)
{
	const struct side *sides = r->c->sides;
	qsort_r(all, n, sizeof(*all), by_place, (void *)(uintptr_t)sides[0].domain);
	for (enum turn turn = TURN_TUNABLES; turn <= TURN_FIGURES; turn++)
		for (size_t i = 0; i < n; i++) {
			const struct figure *a = side_find(&sides[0], all[i]),
					    *b = side_find(&sides[1], all[i]);
			bool both = side_has(&sides[0], all[i]) &&
				    side_has(&sides[1], all[i]);
			if (turn_of(a ? a : b, b) != turn || (!both && turn != TURN_ROWS))
				continue; /* of a row that one side lacks only that is told */
			r->table = turn == TURN_FIGURES ? "change" : "setting";
			if (turn == TURN_FIGURES)
				add_change(r, a, b);
			else
				add_fact(r, a, b);
		}
}

/* Every figure once, whichever side has it. */
static void add_figures(struct rows *r)
{
	const struct side *a = &r->c->sides[0], *b = &r->c->sides[1];
	size_t n = 0;
	const struct figure **all =
		arena_get(&r->s->arena, (a->n + b->n + 1) * sizeof(*all));
	for (unsigned i = 0; i < a->n; i++)
		all[n++] = a->figures[i];
	for (unsigned i = 0; i < b->n; i++)
		if (!side_find(a, b->figures[i]))
			all[n++] = b->figures[i];
	r->table = "setting";
	add_kernel(r, "release", a->release, b->release);
	add_known(r, "page_size", a->page_size, b->page_size);
	add_known(r, "hz", a->hz, b->hz);
	add_all(r, all, n);
}

/* ---- the heading ---- */

static struct span differ_text(struct rows *r)
{
	if (!r->settings) {
		buf_str(&r->text, "no setting or fact differs");
		return kept(r);
	}
	buf_fmt(&r->text, "%u %s", r->settings,
		number_word(r->settings, "setting or fact differs",
			"settings and facts differ"));
	if (r->named) {
		buf_str(&r->text, ": ");
		buf_span(&r->text, buf_text(&r->differ));
	}
	if (r->named && r->settings > (r->named < NAMED ? r->named : NAMED))
		buf_str(&r->text, ", …");
	return kept(r);
}

static struct span changed_text(struct rows *r)
{
	buf_fmt(&r->text, "%u figure%s changed", r->changes,
		number_word(r->changes, "", "s"));
	if (r->single)
		buf_fmt(&r->text,
			", %u of them told by one side only (not there, or reset)",
			r->single);
	if (r->noise)
		buf_fmt(&r->text, ", %u within noise (the ranges overlap)", r->noise);
	return kept(r);
}

static void put_host(struct rows *r)
{
	static const char *const keys[2][4] = {
		{"a", "a_release", "a_intervals", "a_time"},
		{"b", "b_release", "b_intervals", "b_time"}};
	const struct span host = SPAN("host");
	r->table = "host";
	for (unsigned i = 0; i < 2; i++) {
		const struct side *s = &r->c->sides[i];
		put(r, host, keys[i][0], span_z(s->path));
		put(r, host, keys[i][1], s->release);
		put_number(r, host, keys[i][2], (double)s->n_intervals);
		if (s->time)
			put_number(r, host, keys[i][3], (double)s->time);
	}
	put(r, host, "differ", differ_text(r));
	put(r, host, "changed", changed_text(r));
	put_number(r, host, "settings", r->settings);
	put_number(r, host, "changes", r->changes);
	put_number(r, host, "single", r->single);
	put_number(r, host, "noise", r->noise);
}

int comparison_take(void *ctx, const struct plan *p, struct root *root, struct sample *s)
{
	struct rows r = {.c = ctx, .s = s, .table = "host"};
	(void)root;
	sample_begin(s, p);
	sample_source(s, 0, 0, NULL);
	r.by = sides_by(&r.c->sides[0], &r.c->sides[1], &r.text);
	put(&r, SPAN("host"), "how", kept(&r));
	put_number(&r, SPAN("host"), "moments",
		!r.c->sides[0].delta && !r.c->sides[1].delta);
	add_figures(&r);
	put_host(&r);
	sample_end(s);
	buf_free(&r.text);
	buf_free(&r.differ);
	return 0;
}
