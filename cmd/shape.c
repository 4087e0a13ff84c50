// SPDX-License-Identifier: GPL-2.0-or-later
/* shape.c - what a run shows: its tables, their fields, order and filter. */
#include "cmd.h"

const struct pane *pane_find(const struct verb *v, const char *row)
{
	for (size_t i = 0; i < v->n_panes; i++)
		if (!strcmp(v->panes[i].row, row))
			return &v->panes[i];
	return NULL;
}

bool pane_first(const struct opts *o, const struct plan *p, const struct pane *pane,
	bool of_machine)
{
	if (!pane->apart || (pane->given && opts_param(o, pane->given)))
		return true;
	int t = plan_shape(p, span_z(pane->row));
	return of_machine && t >= 0 && p->shapes[t].single;
}

/* A document, which is of all rows and fields; not one kind of row, nor text. */
static bool shows_all(const struct opts *o)
{
	return o->view->exact && !o->view->one_pick;
}

/* The panes that this run prints: one named by --per, or those of the command's first answer. */
static bool pane_shown(
	const struct opts *o, const struct plan *p, const struct pane *pane)
{
	return o->per ? !strcmp(o->per, pane->row) : pane_first(o, p, pane, shows_all(o));
}

/* Its default fields. */
static const char *pane_cols(const struct opts *o, const struct pane *pane)
{
	return pane->file && !tree_has(o, pane->file) ? pane->without : pane->cols;
}

/* Without the + or - in front. */
static struct span unsigned_name(struct span name)
{
	bool sign = name.n && (*name.p == '+' || *name.p == '-');
	return sign ? span_sub(name, 1, name.n) : name;
}

bool has_word(const char *words, const char *word)
{
	struct span rest = span_z(words), w;
	while ((w = span_word(&rest)).n)
		if (span_is(w, word))
			return true;
	return false;
}

/* The field that orders the rows; empty: none was named. */
static struct span sort_field(
	const struct opts *o, const struct pane *pane, bool *ret_reverse)
{
	struct span name = span_z(o->sort ? o->sort : pane->sort);
	*ret_reverse = name.n && *name.p == '-';
	return *ret_reverse ? span_sub(name, 1, name.n) : name;
}

static int want(struct plan *p, const struct opts *o, const char *row, struct span name)
{
	struct span why = SPAN_EMPTY;
	if (plan_want(p, row, name, &why) >= 0)
		return STATUS_OK;
	say("%s: %.*s", o->command, (int)why.n, why.p);
	return STATUS_FAILED;
}

static bool has_field(const struct plan *p, const char *row, struct span name)
{
	unsigned g, f;
	return !plan_find(p, row, name, &g, &f);
}

static void col_add(struct plan *p, struct picker *k, struct span name)
{
	int col = shape_col(&p->shapes[k->table], name);
	if (col < 0)
		return;
	for (unsigned i = 0; i < k->n_cols; i++)
		if (k->cols[i] == (unsigned)col)
			return;
	k->cols[k->n_cols++] = (unsigned)col;
}

static void col_drop(const struct plan *p, struct picker *k, struct span name)
{
	int col = shape_col(&p->shapes[k->table], name);
	for (unsigned i = 0; i < k->n_cols; i++)
		if ((int)k->cols[i] == col) {
			memmove(k->cols + i, k->cols + i + 1,
				(k->n_cols - i - 1) * sizeof(*k->cols));
			k->n_cols--;
			return;
		}
}

/* The fields of -o that this table has. `replace`: the list starts from nothing. */
static int user_cols(struct plan *p, const struct opts *o, const char *row,
	bool plan_only, struct picker *k)
{
	struct span rest = span_z(o->output);
	while (rest.n) {
		struct span name = span_trim(span_cut(&rest, ','));
		char sign = name.n ? *name.p : 0;
		name = unsigned_name(name);
		if (!has_field(p, row, name))
			continue;
		if (plan_only && sign != '-' && want(p, o, row, name))
			return STATUS_FAILED;
		if (!plan_only && sign == '-')
			col_drop(p, k, name);
		else if (!plan_only)
			col_add(p, k, name);
	}
	return STATUS_OK;
}

/* Whether -o replaces the default fields (a plain name in it does), and whether a table has any of them. */
static void output_kind(const struct plan *p, const struct opts *o, const char *row,
	bool *ret_replaces, bool *ret_any)
{
	struct span rest = span_z(o->output);
	*ret_replaces = *ret_any = false;
	while (rest.n) {
		struct span name = span_trim(span_cut(&rest, ','));
		struct span bare = unsigned_name(name);
		*ret_replaces |= name.n && bare.n == name.n;
		*ret_any |= has_field(p, row, bare);
	}
}

/* Each name of -o must be a field of some table of the command. */
static int check_names(const struct plan *p, const struct opts *o)
{
	struct span rest = span_z(o->output);
	while (rest.n) {
		struct span name = span_trim(span_cut(&rest, ','));
		bool known = false;
		name = unsigned_name(name);
		for (size_t i = 0; i < o->verb->n_panes; i++)
			known |= (!o->per || !strcmp(o->per, o->verb->panes[i].row)) &&
				 has_field(p, o->verb->panes[i].row, name);
		if (!known)
			return say_usage(o,
				"no field '%.*s' here ('swsched %s fields' lists them)",
				(int)name.n, name.p, o->domain->name);
	}
	return STATUS_OK;
}

static int want_words(
	struct plan *p, const struct opts *o, const char *row, const char *words)
{
	struct span rest = span_z(words), name;
	while ((name = span_word(&rest)).n)
		if (want(p, o, row, name))
			return STATUS_FAILED;
	return STATUS_OK;
}

/* All fields of a table in the order of the domain's text; the plan's own order is that of need. */
static void all_cols(struct plan *p, struct picker *k, const char *row)
{
	for (size_t i = 0; i < p->domain->n_groups; i++) {
		const struct group *g = &p->domain->groups[i];
		for (size_t j = 0; !g->apart && !strcmp(g->row, row) && j < g->n_fields;
			j++)
			for (unsigned c = 0; c < p->shapes[k->table].n_cols; c++)
				if (p->shapes[k->table].cols[c].field == &g->fields[j])
					k->cols[k->n_cols++] = c;
	}
}

static int formula(struct plan *p, const struct opts *o, const char *row,
	const char *text, const struct code **ret)
{
	struct span why = SPAN_EMPTY;
	if (!text || !plan_formula(p, row, span_z(text), ret, &why))
		return STATUS_OK;
	return say_usage(o, "%.*s", (int)why.n, why.p);
}

/* The user's filter holds for tables that know its names; at least one must. */
static void user_filter(struct plan *p, const struct opts *o, const char *row,
	struct picker *k, unsigned *taken, struct span *why)
{
	struct span ignored;
	if (o->filter && !plan_formula(p, row, span_z(o->filter), &k->filter,
				 *taken ? &ignored : why))
		++*taken;
}

/* A tree may have been captured with more events. */
static int events_about(
	const struct opts *o, struct plan *p, const struct pane *pane, struct picker *k)
{
	struct buf b = {0};
	if (!o->events || !pane->given || strcmp(pane->given, "events"))
		return STATUS_OK;
	events_filter(o, &b);
	struct span text = arena_span(&p->arena, buf_text(&b));
	buf_free(&b);
	return formula(p, o, pane->row, text.p, &k->about);
}

static int shades(
	struct plan *p, const struct opts *o, const struct pane *pane, struct picker *k)
{
	const struct code **codes =
		arena_zero(&p->arena, (pane->n_shades + 1) * sizeof(*codes));
	k->shades = codes;
	for (size_t i = 0; i < pane->n_shades; i++)
		if (formula(p, o, pane->row, pane->shades[i].when, &codes[i]))
			return STATUS_FAILED;
	return STATUS_OK;
}

static int pane_plan(
	const struct opts *o, struct plan *p, const struct pane *pane, struct picker *k)
{
	bool replaces = false, any = false;
	if (o->output)
		output_kind(p, o, pane->row, &replaces, &any);
	bool every = shows_all(o), reverse;
	if (!replaces && every && plan_want_all(p, pane->row) < 0)
		return STATUS_FAILED;
	const char *cols = replaces ? NULL : pane_cols(o, pane);
	k->words = every && cols == pane->cols ? NULL : cols;
	if (want_words(p, o, pane->row, k->words))
		return STATUS_FAILED;
	if (o->verify && want_words(p, o, pane->row, pane->verify))
		return STATUS_FAILED;
	if (o->output && user_cols(p, o, pane->row, true, k))
		return STATUS_FAILED;
	struct span sort = sort_field(o, pane, &reverse);
	if (has_field(p, pane->row, sort) && want(p, o, pane->row, sort))
		return STATUS_FAILED;
	int status = formula(p, o, pane->row, pane->only, &k->about);
	if (!status)
		status = events_about(o, p, pane, k);
	if (!status)
		status = formula(p, o, pane->row, pane->idle, &k->idle);
	return status ? status : shades(p, o, pane, k);
}

static int check_sort(const struct opts *o, const struct plan *p)
{
	bool reverse;
	if (!o->sort)
		return STATUS_OK;
	struct span name = sort_field(o, NULL, &reverse);
	if (span_is(name, "name"))
		return STATUS_OK;
	for (size_t i = 0; i < o->verb->n_panes; i++)
		if (has_field(p, o->verb->panes[i].row, name))
			return STATUS_OK;
	return say_usage(o, "no field '%s' to sort by", o->sort);
}

static int check_per(const struct opts *o)
{
	struct buf b = {0};
	if (!o->per || pane_find(o->verb, o->per))
		return STATUS_OK;
	for (size_t i = 0; i < o->verb->n_panes; i++) {
		buf_str(&b, i ? ", " : "");
		buf_str(&b, o->verb->panes[i].row);
	}
	say_usage(o, "no rows '%s' here; there are: %s", o->per, buf_cstr(&b));
	buf_free(&b);
	return STATUS_USAGE;
}

/* --cgroup takes a path below the cgroup root with or without it in front; rows are called from the root on. */
struct span cgroup_row(struct plan *p, const char *path)
{
	static const char *const roots[] = {"/sys/fs/cgroup/memory/", "/sys/fs/cgroup/"};
	struct buf b = {0};
	struct span name = span_z(path);
	for (size_t i = 0; i < COUNT_OF(roots); i++)
		if (span_starts(name, roots[i])) {
			name = span_sub(name, strlen(roots[i]), name.n);
			break;
		}
	while (name.n && *name.p == '/')
		name = span_sub(name, 1, name.n);
	while (name.n && name.p[name.n - 1] == '/')
		name.n--;
	buf_char(&b, '/');
	buf_span(&b, name);
	struct span kept = arena_span(&p->arena, buf_text(&b));
	buf_free(&b);
	return kept;
}

int shown_make(const struct opts *o, struct plan *p, bool terminal, struct shown *ret)
{
	unsigned filters = 0;
	struct span why = SPAN_EMPTY;
	int status = check_per(o);
	ret->n = 0;
	if (!status && o->output)
		status = check_names(p, o);
	if (!status)
		status = check_sort(o, p);
	for (size_t i = 0; !status && i < o->verb->n_panes; i++) {
		const struct pane *pane = &o->verb->panes[i];
		bool replaces = false, any = false;
		if (!pane_shown(o, p, pane) || (o->view->one_pick && ret->n))
			continue;
		if (o->output)
			output_kind(p, o, pane->row, &replaces, &any);
		if (replaces && !any)
			continue; /* nothing of this table was asked for */
		struct picker *k = &ret->pickers[ret->n++];
		*k = (struct picker){
			.table = (unsigned)plan_shape(p, span_z(pane->row)),
			.only = o->cgroup && !strcmp(pane->row, "cgroup")
					? cgroup_row(p, o->cgroup)
					: SPAN_EMPTY,
		};
		status = pane_plan(o, p, pane, k);
		if (!status)
			user_filter(p, o, pane->row, k, &filters, &why);
		if (!terminal)
			k->idle = NULL;
	}
	if (!status && o->output && !ret->n)
		status = say_usage(o,
			"nothing of '%s' is in the rows shown: name theirs with --per",
			o->output);
	if (!status && o->filter && !filters)
		status = say_usage(o, "%.*s", (int)why.n, why.p);
	return status;
}

static void add_words(struct plan *p, struct picker *k, const char *words)
{
	struct span rest = span_z(words), name;
	while ((name = span_word(&rest)).n)
		col_add(p, k, name);
}

/* "-o +in" names one field, and leaves the others what they were: the default ones. */
static bool output_names(const struct opts *o, const char *field)
{
	struct span rest = span_z(o->output);
	while (rest.n) {
		struct span name = span_trim(span_cut(&rest, ','));
		ptrdiff_t dot = span_find(name, '.');
		if (span_starts(name, "-"))
			continue;
		name = dot < 0 ? unsigned_name(name)
			       : span_sub(name, (size_t)dot + 1, name.n);
		if (span_is(name, field))
			return true;
	}
	return false;
}

/* Whether the field was asked for as such: then that it cannot be read is no small thing. */
bool shown_named(const struct opts *o, const char *row, const char *field)
{
	const struct pane *pane = o->verify ? pane_find(o->verb, row) : NULL;
	return output_names(o, field) || has_word(pane ? pane->verify : NULL, field);
}

/* Once the plan is complete: which columns, in which order. */
void shown_done(struct plan *p, const struct opts *o, struct shown *s)
{
	for (unsigned i = 0; i < s->n; i++) {
		struct picker *k = &s->pickers[i];
		const char *row = p->shapes[k->table].row;
		const struct pane *pane = pane_find(o->verb, row);
		bool replaces = false, any = false;
		k->cols = arena_get(
			&p->arena, (p->shapes[k->table].n_cols + 1) * sizeof(*k->cols));
		if (o->output)
			output_kind(p, o, row, &replaces, &any);
		if (!replaces && shows_all(o))
			all_cols(p, k, row);
		add_words(p, k, k->words);
		if (o->verify)
			add_words(p, k, pane->verify);
		if (o->output)
			user_cols(p, o, row, false, k);
		bool reverse;
		k->sort = shape_col(&p->shapes[k->table], sort_field(o, pane, &reverse));
		k->reverse = o->reverse != reverse;
	}
}
