// SPDX-License-Identifier: GPL-2.0-or-later
/* tables_text_test.c - every formula, finding, group and pane of every domain. */
#include "walk.h"

/* ---- formulas ---- */

static void look_plan(
	const struct domain *d, const struct group *g, const struct field *f)
{
	struct plan p;
	struct span why = SPAN_EMPTY;
	char name[128];
	plan_begin(&p, d);
	snprintf(name, sizeof(name), "%s.%s", g->name, f->name);
	if (plan_want(&p, g->row, span_z(name), &why) < 0)
		wrong(AT "%.*s", AT_ARGS, (int)why.n, why.p);
	else
		plan_done(&p);
	plan_free(&p);
}

/* What a formula gives is what the column says it is, as far as the formula can tell. */
static void look_unit(
	const struct domain *d, const struct group *g, const struct field *f)
{
	struct plan p;
	struct span why = SPAN_EMPTY;
	if (f->src || f->kind == KIND_FLIPS)
		return;
	plan_begin(&p, d);
	int col = plan_want(&p, g->row, span_z(f->name), &why);
	int t = plan_shape(&p, span_z(g->row));
	if (col >= 0 && t >= 0) {
		const struct code *code = p.shapes[t].cols[col].code;
		if (code && p.shapes[t].cols[col].field == f &&
			is_word(f->unit) != is_word(code_unit(code)) &&
			code_unit(code) != UNIT_ONE)
			wrong(AT "the formula and the unit differ: word or number?",
				AT_ARGS);
	}
	plan_free(&p);
}

static void formulas(void **state)
{
	(void)state;
	walk(look_plan);
	walk(look_unit);
}

static void try_verdicts(const struct domain *d, const struct verb *v)
{
	struct plan p;
	struct verdicts *verdicts = NULL;
	struct span why = SPAN_EMPTY;
	plan_begin(&p, d);
	if (verdicts_begin(&p, v, UINT64_MAX, true, &verdicts, &why) < 0)
		wrong("%s %s: %.*s", d->name, v ? v->name : "overview", (int)why.n,
			why.p);
	else
		plan_done(&p);
	plan_free(&p);
}

static void texts(void **state)
{
	(void)state;
	n_wrong = 0;
	for (const struct domain *d = NULL; (d = domain_next(d));) {
		try_verdicts(d, NULL);
		for (size_t j = 0; j < d->n_verbs; j++)
			try_verdicts(d, &d->verbs[j]);
		if (d->top)
			try_verdicts(d, d->top);
	}
	assert_int_equal(n_wrong, 0);
}

static bool is_field(const struct domain *d, const char *row, const char *name)
{
	struct plan p;
	unsigned g, f;
	plan_begin(&p, d);
	bool found = !plan_find(&p, row, span_z(name), &g, &f);
	plan_free(&p);
	return found;
}

static void check_finding(const struct domain *d, const struct finding *f)
{
	if (!isupper((unsigned char)f->id[0]) || !isdigit((unsigned char)f->id[1]) ||
		!isdigit((unsigned char)f->id[2]) || f->id[3])
		wrong("%s finding '%s': an id is a capital and two digits", d->name,
			f->id);
	if (!table_of(d, span_z(f->row)))
		wrong("%s %s: no table '%s'", d->name, f->id, f->row);
	if (!f->when)
		wrong("%s %s: said always", d->name, f->id);
	if (f->given && !is_field(d, f->row, f->given))
		wrong("%s %s: given '%s' is no field of its table", d->name, f->id,
			f->given);
	if (f->weight < 1 || f->weight > 3)
		wrong("%s %s: a weight is 1 to 3", d->name, f->id);
	if (f->says[strlen(f->says) - 1] == '.' ||
		(f->next && f->next[strlen(f->next) - 1] == '.'))
		wrong("%s %s: a full stop", d->name, f->id);
	/* Unit words that the text of a finding may name: "{n;bytes}". */
	for (const char *semi = strchr(f->says, ';'); semi;
		semi = strchr(semi + 1, ';')) {
		static const char *const units[] = {
			"bytes}", "%}", "n}", "ns}", "x}", " "};
		bool known = false;
		for (size_t i = 0; i < COUNT_OF(units); i++)
			known |= !strncmp(semi + 1, units[i], strlen(units[i]));
		if (!known)
			wrong("%s %s: unit of '%.12s'", d->name, f->id, semi);
	}
}

static void findings(void **state)
{
	(void)state;
	n_wrong = 0;
	for (const struct domain *d = NULL; (d = domain_next(d));)
		for (size_t j = 0; j < d->n_findings; j++)
			check_finding(d, &d->findings[j]);
	assert_int_equal(n_wrong, 0);
}

/* ---- groups, verbs and checks ---- */

static bool is_cell(
	const struct domain *d, const char *path, const struct field **ret_field)
{
	struct span name = span_z(path), table = span_cut(&name, '.');
	struct plan p;
	unsigned g, f;
	plan_begin(&p, d);
	const struct group *of = table_of(d, table);
	bool found = of && !plan_find(&p, of->row, name, &g, &f);
	if (found)
		*ret_field = &d->groups[g].fields[f];
	plan_free(&p);
	return found;
}

static void check_group(const struct domain *d, const struct group *g)
{
	const struct field *f;
	if (!snake(g->name) || !snake(g->row) || !g->brief || !g->n_fields)
		wrong("%s.%s: name, row, brief or fields", d->name, g->name);
	for (const struct group *other = d->groups; other < g; other++)
		if (!strcmp(other->name, g->name))
			wrong("%s.%s: a second group of that name", d->name, g->name);
	/* A formula is tried as each field of the group is planned. */
	if (g->by && !strchr(g->by, '(') && !is_cell(d, g->by, &f))
		wrong("%s.%s: by '%s' is no cell", d->name, g->name, g->by);
	if (g->gate && (!is_cell(d, g->gate, &f) || f->kind != KIND_TUNABLE))
		wrong("%s.%s: gate '%s' is no tunable", d->name, g->name, g->gate);
	if (g->up && !table_of(d, span_z(g->up)))
		wrong("%s.%s: up '%s' is no table", d->name, g->name, g->up);
	if (g->where && !g->by)
		wrong("%s.%s: where without by", d->name, g->name);
	char same[64];
	snprintf(same, sizeof(same), "%s.%s", g->row, g->same ? g->same : "");
	if (g->same && !is_cell(d, same, &f))
		wrong("%s.%s: same '%s' is no field", d->name, g->name, g->same);
	if (g->joins && g->always)
		wrong("%s.%s: makes no rows, and makes one always", d->name, g->name);
}

static void check_names(
	const struct domain *d, const char *row, const char *names, const char *what)
{
	struct span rest = span_z(names), w;
	struct plan p;
	unsigned g, f;
	plan_begin(&p, d);
	while ((w = span_word(&rest)).n)
		if (plan_find(&p, row, w, &g, &f) < 0)
			wrong("%s %s of %s: no field '%.*s'", d->name, what, row,
				(int)w.n, w.p);
	plan_free(&p);
}

static void check_pane(
	const struct domain *d, const struct verb *v, const struct pane *pane)
{
	struct plan p;
	const struct code *code;
	struct span why = SPAN_EMPTY;
	if (!table_of(d, span_z(pane->row))) {
		wrong("%s %s: no table '%s'", d->name, v->name, pane->row);
		return;
	}
	check_names(d, pane->row, pane->cols, "columns");
	check_names(d, pane->row, pane->without, "columns without its file");
	if (!pane->file != !pane->without)
		wrong("%s %s %s: a file and what stands without it", d->name, v->name,
			pane->row);
	check_names(d, pane->row, pane->verify, "verify");
	if (pane->sort)
		check_names(d, pane->row, pane->sort + (*pane->sort == '-'), "sort");
	plan_begin(&p, d);
	check_names(d, pane->row, pane->bars, "bars");
	check_names(d, pane->row, pane->trend, "trend");
	check_names(d, pane->row, pane->rises, "rises");
	for (size_t i = 0; i < pane->n_shades; i++) {
		const struct shade *s = &pane->shades[i];
		check_names(d, pane->row, s->field, "shade");
		if (plan_formula(&p, pane->row, span_z(s->when), &code, &why) < 0)
			wrong("%s %s %s: %.*s", d->name, v->name, pane->row, (int)why.n,
				why.p);
		if (s->weight < 1 || s->weight > 3)
			wrong("%s %s %s: weight of %s", d->name, v->name, pane->row,
				s->field);
	}
	const char *const texts[] = {pane->idle, pane->only};
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		if (texts[i] &&
			plan_formula(&p, pane->row, span_z(texts[i]), &code, &why) < 0)
			wrong("%s %s %s: %.*s", d->name, v->name, pane->row, (int)why.n,
				why.p);
	plan_free(&p);
}

/* The setting that counters need is one of the domain's own, and may be 1. */
static void check_counting(const struct domain *d)
{
	const char *key = d->counting ? strrchr(d->counting, '/') : NULL;
	bool known = !d->counting;
	for (size_t i = 0; key && i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const struct field *f = &d->groups[i].fields[j];
			known |= f->kind == KIND_TUNABLE && f->key &&
				 !strcmp(f->key, key + 1) &&
				 span_starts(span_z(f->range), "0 1") &&
				 !strncmp(f->src, d->counting,
					 (size_t)(key + 1 - d->counting));
		}
	if (!known)
		wrong("%s: counting '%s' is no setting of its own", d->name, d->counting);
}

static bool is_word_of(const char *words, struct span word)
{
	struct span rest = span_z(words), w;
	while ((w = span_word(&rest)).n)
		if (span_eq(w, word))
			return true;
	return false;
}

/* What the screen adds stands in columns that it has; what belongs to a row says to which. */
static void check_top(const struct domain *d, const struct verb *v, bool more)
{
	for (size_t i = 0; i < v->n_panes; i++) {
		const struct pane *p = &v->panes[i];
		const char *const lists[] = {p->bars, p->trend, p->rises};
		check_pane(d, v, p);
		for (size_t j = 0; j < COUNT_OF(lists); j++) {
			struct span rest = span_z(lists[j]), w;
			while ((w = span_word(&rest)).n)
				if (!is_word_of(p->cols, w) && !is_word_of(p->without, w))
					wrong("%s top %s: '%.*s' is no column", d->name,
						p->row, (int)w.n, w.p);
		}
		if (more && (!p->only || !strstr(p->only, "picked")))
			wrong("%s top %s: belongs to no row", d->name, p->row);
		if (!more && p->more)
			check_top(d, p->more, true);
	}
}

static void groups(void **state)
{
	(void)state;
	n_wrong = 0;
	for (const struct domain *d = NULL; (d = domain_next(d));) {
		const struct domain *first = domain_find(span_z(d->name));
		if (!snake(d->name) || !first || !d->brief || !d->n_verbs)
			wrong("%s: name, brief or verbs", d->name);
		/* Only the domain itself has a line in `swsched` alone. */
		if (first == d ? !d->n_overview || d->overview[d->n_overview - 1].when
			       : d->n_overview > 0)
			wrong("%s: some line of the overview must hold", d->name);
		check_counting(d);
		for (size_t j = 0; j < d->n_groups; j++)
			check_group(d, &d->groups[j]);
		for (size_t j = 0; j < d->n_verbs; j++)
			for (size_t k = 0; k < d->verbs[j].n_panes; k++)
				check_pane(d, &d->verbs[j], &d->verbs[j].panes[k]);
		if (d->top)
			check_top(d, d->top, false);
		for (size_t j = 0; j < d->n_checks; j++)
			if (!table_of(d, span_z(d->checks[j].row)) || !d->checks[j].help)
				wrong("%s check %s: row or help", d->name,
					d->checks[j].name);
	}
	assert_int_equal(n_wrong, 0);
}

/* ---- sections and what tunables are set to ---- */

static void look_initial(
	const struct domain *d, const struct group *g, const struct field *f)
{
	struct plan p;
	const struct code *code;
	struct span why = SPAN_EMPTY;
	if (!f->initial)
		return;
	if (f->kind != KIND_TUNABLE)
		wrong(AT "only tunables are set", AT_ARGS);
	plan_begin(&p, d);
	if (plan_formula(&p, g->row, span_z(f->initial), &code, &why) < 0)
		wrong(AT "initial: %.*s", AT_ARGS, (int)why.n, why.p);
	else if (is_word(f->unit) != is_word(code_unit(code)))
		wrong(AT "initial: word or number?", AT_ARGS);
	plan_free(&p);
}

static void look_words(const struct domain *d, const struct section *s, const char *words)
{
	struct plan p;
	struct span rest = span_z(words), word, why = SPAN_EMPTY;
	plan_begin(&p, d);
	while ((word = span_word(&rest)).n)
		if (plan_want(&p, s->row, word, &why) < 0)
			wrong("%s: section '%s': %.*s", d->name, s->title, (int)why.n,
				why.p);
	plan_free(&p);
}

static void look_section(const struct domain *d, const struct section *s)
{
	struct plan p;
	const struct code *code;
	struct span why = SPAN_EMPTY;
	if (!table_of(d, span_z(s->row)) || !s->title || !s->more)
		wrong("%s: a section of '%s' lacks something", d->name, s->row);
	if (!s->counts == !(s->facts || s->now))
		wrong("%s: section '%s' is of facts or of counters", d->name, s->title);
	look_words(d, s, s->facts);
	look_words(d, s, s->now);
	look_words(d, s, s->known);
	look_words(d, s, s->sort ? s->sort + (*s->sort == '-') : NULL);
	if (s->counts && strcmp(s->counts, "*") != 0)
		look_words(d, s, s->counts);
	plan_begin(&p, d);
	if (s->only && plan_formula(&p, s->row, span_z(s->only), &code, &why) < 0)
		wrong("%s: section '%s': %.*s", d->name, s->title, (int)why.n, why.p);
	plan_free(&p);
}

static void sections(void **state)
{
	(void)state;
	walk(look_initial);
	n_wrong = 0;
	for (size_t i = 0; i < n_domains; i++)
		for (size_t j = 0; j < domains[i]->n_sections; j++)
			look_section(domains[i], &domains[i]->sections[j]);
	assert_int_equal(n_wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formulas),
		cmocka_unit_test(texts),
		cmocka_unit_test(sections),
		cmocka_unit_test(findings),
		cmocka_unit_test(groups),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
