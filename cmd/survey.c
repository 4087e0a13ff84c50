// SPDX-License-Identifier: GPL-2.0-or-later
/* survey.c - a domain as reports and comparisons look at it: its sections, and every tunable of their tables. */
#include <errno.h>

#include "cmd.h"

size_t section_first(const struct domain *d, const char *row)
{
	size_t i = 0;
	while (i < d->n_sections && strcmp(d->sections[i].row, row) != 0)
		i++;
	return i;
}

bool section_about(const struct domain *d, const char *row)
{
	return section_first(d, row) < d->n_sections;
}

bool section_fact(
	const struct domain *d, const char *row, const struct field *f, bool now)
{
	for (size_t i = 0; i < d->n_sections; i++)
		if (!strcmp(d->sections[i].row, row) &&
			(has_word(d->sections[i].facts, f->name) ||
				(now && has_word(d->sections[i].now, f->name))))
			return true;
	return false;
}

static int want_field(struct plan *p, const struct group *g, const struct field *f,
	struct span *ret_why)
{
	struct buf name = {0};
	buf_fmt(&name, "%s.%s", g->name, f->name);
	int col = plan_want(p, g->row, buf_text(&name), ret_why);
	buf_free(&name);
	return col;
}

static int want_words(
	struct plan *p, const char *row, const char *words, struct span *ret_why)
{
	struct span rest = span_z(words), name;
	while ((name = span_word(&rest)).n)
		if (plan_want(p, row, name, ret_why) < 0)
			return -EINVAL;
	return 0;
}

static int want_counters(struct plan *p, const char *row, struct span *ret_why)
{
	for (size_t i = 0; i < p->domain->n_groups; i++) {
		const struct group *g = &p->domain->groups[i];
		for (size_t j = 0; !strcmp(g->row, row) && j < g->n_fields; j++)
			if (kind_counts(g->fields[j].kind) &&
				want_field(p, g, &g->fields[j], ret_why) < 0)
				return -EINVAL;
	}
	return 0;
}

int survey_want(struct plan *p, struct span *ret_why)
{
	int r = 0;
	for (size_t i = 0; !r && i < p->domain->n_sections; i++) {
		const struct section *s = &p->domain->sections[i];
		r = want_words(p, s->row, s->facts, ret_why);
		if (!r)
			r = want_words(p, s->row, s->now, ret_why);
		if (!r && s->sort)
			r = want_words(p, s->row, s->sort + (*s->sort == '-'), ret_why);
		if (!r && s->counts && !strcmp(s->counts, "*"))
			r = want_counters(p, s->row, ret_why);
		else if (!r)
			r = want_words(p, s->row, s->counts, ret_why);
	}
	return r;
}

static int want_setting(struct survey *v, const struct group *g, const struct field *f,
	struct span *ret_why)
{
	struct plan *p = &v->plan;
	int col = want_field(p, g, f, ret_why);
	if (col < 0)
		return col;
	v->settings = arena_more(&p->arena, v->settings, v->n_settings, &v->cap_settings,
		sizeof(*v->settings));
	struct setting *s = &v->settings[v->n_settings++];
	*s = (struct setting){(unsigned)plan_shape(p, span_z(g->row)), (unsigned)col, f};
	return f->initial
		       ? plan_formula(p, g->row, span_z(f->initial), &s->initial, ret_why)
		       : 0;
}

static int want_settings(struct survey *v, struct span *ret_why)
{
	const struct domain *d = v->domain;
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0;
			section_about(d, d->groups[i].row) && j < d->groups[i].n_fields;
			j++)
			if (d->groups[i].fields[j].kind == KIND_TUNABLE &&
				want_setting(v, &d->groups[i], &d->groups[i].fields[j],
					ret_why) < 0)
				return -EINVAL;
	return 0;
}

static int want_rows(struct survey *v, struct span *ret_why)
{
	const struct domain *d = v->domain;
	v->only = arena_zero(&v->plan.arena, (d->n_sections + 1) * sizeof(*v->only));
	for (size_t i = 0; i < d->n_sections; i++)
		if (d->sections[i].only &&
			plan_formula(&v->plan, d->sections[i].row,
				span_z(d->sections[i].only), &v->only[i], ret_why) < 0)
			return -EINVAL;
	return 0;
}

/* Everything of the sections' tables. */
static int want_all(struct survey *v)
{
	for (size_t i = 0; i < v->domain->n_sections; i++)
		if (plan_want_all(&v->plan, v->domain->sections[i].row) < 0)
			return -EINVAL;
	return 0;
}

int survey_begin(
	struct survey *v, const struct domain *d, const struct verb *verb, bool all)
{
	struct span why = SPAN_EMPTY;
	uint64_t tables = 0;
	v->domain = d;
	plan_begin(&v->plan, d);
	int r = survey_want(&v->plan, &why);
	if (!r)
		r = want_settings(v, &why);
	if (!r)
		r = want_rows(v, &why);
	if (!r && all)
		r = want_all(v);
	for (size_t i = 0; !r && i < d->n_sections; i++)
		tables |= 1ull << plan_shape(&v->plan, span_z(d->sections[i].row));
	if (!r)
		r = verdicts_begin(&v->plan, verb, tables, false, &v->verdicts, &why);
	if (r < 0) {
		say("%s: %.*s", d->name, (int)why.n, why.p);
		return STATUS_FAILED;
	}
	plan_done(&v->plan);
	return STATUS_OK;
}

int survey_take(struct survey *v, struct root *root, unsigned at)
{
	return domain_take(&v->plan, root, NULL, &v->taken[at]) < 0 ? STATUS_FAILED
								    : STATUS_OK;
}

void survey_reckon(struct survey *v, bool between)
{
	const struct sample *now = &v->taken[between];
	sample_reckon(&v->plan, NULL, now, &v->total);
	sample_reckon(&v->plan, between ? &v->taken[0] : NULL, now, &v->out);
}

void survey_free(struct survey *v)
{
	sample_free(&v->taken[0]);
	sample_free(&v->taken[1]);
	sample_free(&v->out);
	sample_free(&v->total);
	plan_free(&v->plan);
}

void survey_rows(struct survey *v, size_t section, struct pick *ret_pick)
{
	const struct section *s = &v->domain->sections[section];
	unsigned table = (unsigned)plan_shape(&v->plan, span_z(s->row));
	bool reverse = s->sort && *s->sort == '-';
	const struct picker k = {
		.table = table,
		.sort = s->sort ? shape_col(&v->plan.shapes[table],
					  span_z(s->sort + reverse))
				: -1,
		.reverse = reverse,
		.only = SPAN_EMPTY,
		.about = v->only[section],
	};
	picker_run(&k, &v->out, true, ret_pick);
}
