// SPDX-License-Identifier: GPL-2.0-or-later
/* report_parts.c - what a report says of one domain: findings, facts, settings, what is missing. */
#include "cmd.h"

struct span writing_done(struct writing *w)
{
	struct span text = arena_span(&w->arena, buf_text(&w->text));
	buf_reset(&w->text);
	return text;
}

/* ---- titles ---- */

/* "/proc/vmstat"; a folder where each key is a file. Each path once. */
static void put_path(struct buf *out, size_t from, const char *src)
{
	struct buf path = {0};
	buf_str(&path, *src == '@' ? " " : " /");
	buf_str(&path, src);
	if (path.n > 2 && span_ends(buf_text(&path), "{}"))
		path.n -= 2;
	buf_char(&path, ' ');
	buf_char(out, ' ');
	if (!memmem(out->p + from, out->n - from, path.p, path.n)) {
		out->n--;
		buf_put(out, path.p, path.n - 1);
	} else
		out->n--;
	buf_free(&path);
}

bool section_every(const struct section *s)
{
	return s->counts && !strcmp(s->counts, "*");
}

/* Sources of the fields that a section names, or of all counters of its table. */
static void put_paths(struct buf *out, const struct survey *v, const struct section *s)
{
	const struct shape *shape = &v->plan.shapes[plan_shape(&v->plan, span_z(s->row))];
	size_t from = out->n;
	for (unsigned c = 0; c < shape->n_cols; c++) {
		const struct field *f = shape->cols[c].field;
		bool named = has_word(s->facts, f->name) || has_word(s->now, f->name) ||
			     (section_every(s) ? kind_counts(f->kind)
					       : has_word(s->counts, f->name));
		bool read = shape->cols[c].src == ~0u ||
			    !v->out.source_err[shape->cols[c].src];
		if (named && read && f->src)
			put_path(out, from, f->src);
	}
}

void writing_part(struct writing *w, const char *what, const struct section *s,
	unsigned n_rows, unsigned least)
{
	struct buf more = {0};
	bool single = w->v->plan.shapes[plan_shape(&w->v->plan, span_z(s->row))].single;
	buf_str(&w->text, what);
	buf_str(&w->text, s->title);
	if (!single)
		buf_fmt(&w->text, ", %u", n_rows);
	buf_char(&w->text, ':');
	put_paths(&w->text, w->v, s);
	buf_fmt(&more, "swsched %s %s%s", w->v->domain->name, s->more, w->again);
	paper_part(w->paper, writing_done(w), buf_text(&more), least);
	buf_free(&more);
}

/* ---- findings ---- */

static void put_findings(struct writing *w)
{
	struct note *notes;
	struct sample *s = &w->v->out;
	unsigned n = verdicts_find(w->v->verdicts, s, &notes);
	struct buf more = {0};
	buf_fmt(&more, "swsched %s --all%s", w->v->domain->name, w->again);
	buf_fmt(&w->text, "findings, worst first: %u", n);
	paper_part(w->paper, writing_done(w), buf_text(&more), 12);
	buf_free(&more);
	for (unsigned i = 0; i < n; i++) {
		buf_fmt(&w->text, "%s ", notes[i].finding->id);
		note_text(&w->text, &notes[i], s->interval, true);
		if (notes[i].finding->next)
			buf_fmt(&w->text, "; %s", notes[i].finding->next);
		paper_text(w->paper, writing_done(w));
	}
}

/* ---- facts ---- */

static void put_value(struct buf *out, const struct survey *v, struct cell c, enum unit u)
{
	unit_text(out, c, u, false, v->out.interval, true);
	if (u == UNIT_PERCENT && !unit_absent(c))
		buf_char(out, '%');
}

/* A build option by the kernel's own name, all else by ours. */
static const char *known_as(const struct field *f)
{
	return f->key && !strncmp(f->key, "CONFIG_", 7) ? f->key : f->name;
}

/* "prio 5, rota no": those that are there; of an empty word the name alone. */
static unsigned put_fields(
	struct writing *w, unsigned table, unsigned row, const char *words)
{
	struct survey *v = w->v;
	struct span rest = span_z(words), name;
	unsigned n = 0;
	while ((name = span_word(&rest)).n) {
		int col = shape_col(&v->plan.shapes[table], name);
		if (col < 0)
			continue;
		const struct field *f = v->plan.shapes[table].cols[col].field;
		struct cell c = *sample_cell(&v->out, table, row, (unsigned)col);
		if (unit_absent(c))
			continue;
		buf_str(&w->text, n++ ? ", " : "");
		buf_str(&w->text, known_as(f));
		if (c.type == CELL_WORD && !c.s.n)
			continue;
		buf_char(&w->text, ' ');
		put_value(&w->text, v, c, f->unit);
	}
	return n;
}

/* What it is; now how it stands. Empty: nothing of that is known. */
static struct span row_facts(
	struct writing *w, const struct section *s, unsigned table, unsigned row)
{
	unsigned n = put_fields(w, table, row, s->facts);
	size_t from = w->text.n;
	buf_str(&w->text, n ? "; now " : "now ");
	if (!put_fields(w, table, row, s->now))
		w->text.n = from;
	return writing_done(w);
}

static void put_facts(struct writing *w, size_t at)
{
	const struct section *s = &w->v->domain->sections[at];
	struct pick p;
	survey_rows(w->v, at, &p);
	for (unsigned i = 0; i < p.n_rows; i++) {
		struct span facts = row_facts(w, s, p.table, p.rows[i]);
		bool single = w->v->plan.shapes[p.table].single;
		if (single && !facts.n)
			return;
		if (!i)
			writing_part(w, "", s, p.n_rows, 4);
		if (!single) {
			buf_sane(
				&w->text, w->v->out.tables[p.table].rows[p.rows[i]].name);
			buf_str(&w->text, facts.n ? ": " : "");
		}
		buf_span(&w->text, facts);
		paper_text(w->paper, writing_done(w));
	}
}

/* ---- settings ---- */

enum set { SET_ABSENT, SET_INITIAL, SET_OTHER, SET_UNKNOWN };

/* How a setting stands to what the kernel sets it to. */
static enum set setting_is(
	struct survey *v, const struct setting *s, unsigned row, struct cell *ret_initial)
{
	struct cell now = *sample_cell(&v->out, s->table, row, s->col);
	bool comparable;
	if (unit_absent(now))
		return SET_ABSENT;
	*ret_initial = s->initial ? code_eval(s->initial, &v->out, s->table, row)
				  : (struct cell){.type = CELL_ABSENT};
	/* Of one that the facts have anyway, no more is to be said. */
	if (unit_absent(*ret_initial))
		return section_fact(
			       v->domain, v->plan.shapes[s->table].row, s->field, false)
			       ? SET_ABSENT
			       : SET_UNKNOWN;
	int order = cell_compare(now, *ret_initial, &comparable);
	return !comparable ? SET_UNKNOWN : order ? SET_OTHER : SET_INITIAL;
}

static void put_name(struct writing *w, const struct setting *s, unsigned row)
{
	const struct shape *shape = &w->v->plan.shapes[s->table];
	buf_str(&w->text, shape->row);
	buf_char(&w->text, '.');
	if (!shape->single) {
		buf_sane(&w->text, w->v->out.tables[s->table].rows[row].name);
		buf_char(&w->text, '.');
	}
	buf_str(&w->text, s->field->name);
	buf_char(&w->text, ' ');
	put_value(&w->text, w->v, *sample_cell(&w->v->out, s->table, row, s->col),
		s->field->unit);
}

/* Its file; of one that says more than this, also the kernel's word. */
static void put_place(struct writing *w, const struct field *f, struct span row)
{
	const char *dot = f->key ? strrchr(f->key, '.') : NULL;
	if (f->key && !strstr(f->src, "{}"))
		buf_fmt(&w->text, "%s of ", dot ? dot + 1 : f->key);
	if (*f->src == '@')
		buf_str(&w->text, f->src);
	field_file(&w->text, f, row);
}

/* Of those of one kind: an entry each, or all in one. Returns how many there are. */
static unsigned put_settings_of(struct writing *w, enum set which, bool write)
{
	struct survey *v = w->v;
	unsigned n = 0;
	for (unsigned i = 0; i < v->n_settings; i++) {
		const struct setting *s = &v->settings[i];
		for (unsigned row = 0; row < v->out.tables[s->table].n; row++) {
			struct cell initial;
			if (setting_is(v, s, row, &initial) != which)
				continue;
			n++;
			if (!write)
				continue;
			if (which == SET_UNKNOWN) {
				buf_str(&w->text, n > 1 ? ", " : "");
				put_name(w, s, row);
				continue;
			}
			put_name(w, s, row);
			buf_str(&w->text, ", initially ");
			put_value(&w->text, v, initial, s->field->unit);
			buf_str(&w->text, ": ");
			put_place(w, s->field, v->out.tables[s->table].rows[row].name);
			paper_text(w->paper, writing_done(w));
		}
	}
	return n;
}

static void put_settings(struct writing *w)
{
	struct buf more = {0};
	unsigned other = put_settings_of(w, SET_OTHER, false),
		 initial = put_settings_of(w, SET_INITIAL, false),
		 unknown = put_settings_of(w, SET_UNKNOWN, false);
	if (!other && !initial && !unknown)
		return;
	buf_fmt(&w->text, "settings that are not as the kernel sets them: %u", other);
	buf_fmt(&more, "swsched %s tunables%s", w->v->domain->name, w->again);
	paper_part(w->paper, writing_done(w), buf_text(&more), 6);
	buf_free(&more);
	put_settings_of(w, SET_OTHER, true);
	if (unknown) {
		buf_str(&w->text, "how it sets these is not known: ");
		put_settings_of(w, SET_UNKNOWN, true);
		paper_text(w->paper, writing_done(w));
	}
}

/* ---- what is missing ---- */

/* The reason that all rows have for not having this column; WHY_NONE where one has it. */
static enum why missing(struct survey *v, unsigned table, unsigned col)
{
	enum why why = WHY_NONE;
	for (unsigned r = 0; r < v->out.tables[table].n; r++) {
		const struct cell *c = sample_cell(&v->out, table, r, col);
		if (c->type != CELL_ABSENT)
			return WHY_NONE;
		if (c->why != WHY_NOT_HERE && c->why != WHY_NOTHING)
			why = c->why;
	}
	return why;
}

static void put_why(struct writing *w, enum why why)
{
	struct survey *v = w->v;
	struct buf reason = {0};
	unsigned n = 0;
	for (unsigned t = 0; t < v->plan.n_shapes; t++)
		for (unsigned c = 0, here = 0;
			!v->plan.shapes[t].raw && c < v->plan.shapes[t].n_cols; c++) {
			const struct column *col = &v->plan.shapes[t].cols[c];
			if (!col->field->src || missing(v, t, c) != why)
				continue;
			if (!n && why == WHY_LACKS && *w->again)
				buf_str(&reason, "this kernel or its capture lacks it");
			else if (!n)
				why_put(&reason, &v->out, col, why);
			if (here++)
				buf_fmt(&w->text, ", %s", col->field->name);
			else
				buf_fmt(&w->text, "%s%s.%s", n ? "; " : "",
					v->plan.shapes[t].row, col->field->name);
			n++;
		}
	if (n) {
		struct span list = writing_done(w);
		buf_fmt(&w->text, "%.*s: ", (int)reason.n, reason.p);
		buf_span(&w->text, list);
		paper_text(w->paper, writing_done(w));
	}
	buf_free(&reason);
}

static bool is_line_of(const struct fault *f, const struct fault *first)
{
	return f->line && f->err == first->err && span_eq(f->path, first->path);
}

/* A fault, with those of other lines that follow; the last of them. */
static unsigned put_faults(struct writing *w, unsigned at)
{
	const struct sample *s = &w->v->out;
	const struct fault *first = &s->faults[at];
	buf_str(&w->text, *first->path.p == '@' ? "" : "/");
	buf_sane(&w->text, first->path);
	if (first->line)
		buf_fmt(&w->text, ", line %u", first->line);
	while (first->line && at + 1 < s->n_faults &&
		is_line_of(&s->faults[at + 1], first))
		buf_fmt(&w->text, ", %u", s->faults[++at].line);
	buf_fmt(&w->text, ": %s", fault_text(first));
	paper_text(w->paper, writing_done(w));
	return at;
}

static void put_missing(struct writing *w)
{
	static const enum why order[] = {WHY_PRIVILEGE, WHY_UNREADABLE, WHY_BUILT,
		WHY_OFF, WHY_RESET, WHY_FIRST, WHY_UNCOUNTED, WHY_LACKS};
	const struct sample *s = &w->v->out;
	buf_fmt(&w->text, "swsched %s fields", w->v->domain->name);
	struct span more = writing_done(w);
	paper_part(w->paper, SPAN("not to be read, and why:"), more, 5);
	for (unsigned i = 0; i < s->n_faults; i++)
		i = put_faults(w, i);
	for (size_t i = 0; i < COUNT_OF(order); i++)
		put_why(w, order[i]);
}

void report_parts(struct paper *paper, struct survey *v, const char *again)
{
	struct writing w = {.paper = paper, .v = v, .again = again};
	put_findings(&w);
	for (size_t i = 0; i < v->domain->n_sections; i++)
		if (v->domain->sections[i].facts || v->domain->sections[i].now)
			put_facts(&w, i);
	put_settings(&w);
	for (size_t i = 0; i < v->domain->n_sections; i++)
		if (v->domain->sections[i].counts)
			writing_counters(&w, i);
	put_missing(&w);
	arena_free(&w.arena);
	buf_free(&w.text);
}
