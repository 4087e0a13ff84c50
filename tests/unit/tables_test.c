// SPDX-License-Identifier: GPL-2.0-or-later
/* tables_test.c - every field and source of every domain: a line that is wrong fails here. */
#include "walk.h"

/* ---- names and words ---- */

static void look_name(
	const struct domain *d, const struct group *g, const struct field *f)
{
	if (!snake(f->name))
		wrong(AT "the name is not snake_case", AT_ARGS);
	for (const struct field *other = g->fields; other < f; other++)
		if (!strcmp(other->name, f->name))
			wrong(AT "a second field of that name", AT_ARGS);
	/* Machine forms put these before the fields of a row. */
	if (!strcmp(f->name, "name") || !strcmp(f->name, "why") ||
		!strcmp(f->name, "row"))
		wrong(AT "the name is one that rows have anyway", AT_ARGS);
}

static void look_head(
	const struct domain *d, const struct group *g, const struct field *f)
{
	if (!isupper((unsigned char)*f->head))
		wrong(AT "the heading '%s' does not begin with a capital", AT_ARGS,
			f->head);
	for (const char *c = f->head; *c; c++)
		if (!isupper((unsigned char)*c) && !isdigit((unsigned char)*c) &&
			!strchr("-%", *c))
			wrong(AT "the heading '%s' has a '%c'", AT_ARGS, f->head, *c);
	if ((f->unit == UNIT_PERCENT) != (f->head[strlen(f->head) - 1] == '%') &&
		!strstr(f->head, "PSI-"))
		wrong(AT "shares end with %%, and they alone: '%s'", AT_ARGS, f->head);
}

/* Lower case but for names of their own: "PMD", "System", "KSM". */
static bool begins_small(const char *help)
{
	static const char *const own[] = {
		"PMD", "KSM", "SMB", "LLC", "NUMA", "CPU", "System V"};
	if (!isupper((unsigned char)*help))
		return true;
	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (!strncmp(help, own[i], strlen(own[i])))
			return true;
	return false;
}

static void look_help(
	const struct domain *d, const struct group *g, const struct field *f)
{
	size_t n = f->help ? strlen(f->help) : 0;
	if (!n) {
		wrong(AT "no help", AT_ARGS);
		return;
	}
	if (!begins_small(f->help))
		wrong(AT "the help begins with a capital", AT_ARGS);
	if (strchr(".;, ", f->help[n - 1]) || strstr(f->help, ". ") ||
		strstr(f->help, "  "))
		wrong(AT "the help is not one clause", AT_ARGS);
	for (const char *c = f->help; *c; c++)
		if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
			wrong(AT "the help has a byte that is not ASCII", AT_ARGS);
}

static bool is_version(const char *z)
{
	struct span rest = span_z(z), major = span_cut(&rest, '.'),
		    minor = span_cut(&rest, '-');
	uint64_t v;
	bool tail = strchr(z, '-') ? span_is(rest, "rc") : !rest.n;
	return !span_u64(major, &v) && !span_u64(minor, &v) && tail;
}

static void look_since(
	const struct domain *d, const struct group *g, const struct field *f)
{
	if (f->since && !is_version(f->since))
		wrong(AT "'%s' is no version", AT_ARGS, f->since);
	if (f->since && !f->src)
		wrong(AT "a formula is of no kernel's version", AT_ARGS);
}

static void names(void **state)
{
	(void)state;
	walk(look_name);
}

static void heads(void **state)
{
	(void)state;
	walk(look_head);
}

static void helps(void **state)
{
	(void)state;
	walk(look_help);
}

static void sinces(void **state)
{
	(void)state;
	assert_true(is_version("6.12") && is_version("6.10-rc"));
	assert_false(is_version("6") || is_version("6.") || is_version("v6.1") ||
		     is_version("6.1-"));
	walk(look_since);
}

/* ---- kinds and units ---- */

static void look_kind(
	const struct domain *d, const struct group *g, const struct field *f)
{
	bool formula =
		f->kind == KIND_DERIVED || f->kind == KIND_TALLY || f->kind == KIND_FLIPS;
	bool counts = f->kind == KIND_COUNTER || f->kind == KIND_COUNTER32 ||
		      f->kind == KIND_TALLY;
	if (formula != !f->src)
		wrong(AT "a formula has no source, and all else has one", AT_ARGS);
	if (formula && !f->key)
		wrong(AT "no formula", AT_ARGS);
	if (counts &&
		(is_word(f->unit) || f->unit == UNIT_PERCENT || f->unit == UNIT_RATIO))
		wrong(AT "a counter of words or shares", AT_ARGS);
	/* A formula sees base units and gives them. */
	if (formula && (f->unit == UNIT_PAGE || f->unit == UNIT_KIB ||
			       f->unit == UNIT_SECTOR || f->unit == UNIT_USEC ||
			       f->unit == UNIT_JIFFY || f->unit == UNIT_TICK))
		wrong(AT "a formula gives bytes, nanoseconds or counts", AT_ARGS);
	if (f->fold == FOLD_SUM && g->by && is_word(f->unit))
		wrong(AT "words have no sum", AT_ARGS);
}

/* "folio.split host.out": each names a field, of this table where no other is given. */
static void look_steers(
	const struct domain *d, const struct group *g, const struct field *f)
{
	struct span rest = span_z(f->steers), w;
	if (f->kind == KIND_TUNABLE && !f->range)
		wrong(AT "a tunable without a range", AT_ARGS);
	if (f->kind != KIND_TUNABLE && (f->range || f->steers))
		wrong(AT "only tunables have a range and steer", AT_ARGS);
	struct plan p;
	plan_begin(&p, d);
	while ((w = span_word(&rest)).n) {
		struct span name = w, table = SPAN_EMPTY;
		unsigned i, j;
		const char *row = g->row;
		if (span_find(w, '.') >= 0) {
			table = span_cut(&name, '.');
			row = table_of(d, table) ? table_of(d, table)->row : NULL;
		}
		if (!row || plan_find(&p, row, name, &i, &j) < 0)
			wrong(AT "steers '%.*s', which is no field", AT_ARGS, (int)w.n,
				w.p);
	}
	plan_free(&p);
}

static void kinds(void **state)
{
	(void)state;
	walk(look_kind);
}

static void tunables(void **state)
{
	(void)state;
	walk(look_steers);
}

/* ---- sources ---- */

static bool source_used[512];

static void look_source(
	const struct domain *d, const struct group *g, const struct field *f)
{
	if (!f->src)
		return;
	const struct source *s = source_find(f->src);
	if (!s) {
		wrong(AT "'%s' is not in sources.c", AT_ARGS, f->src);
		return;
	}
	source_used[s - sources] = true;
	if (strstr(f->src, "{}") && (!f->key || !strcmp(f->key, "*")))
		wrong(AT "{} stands for a key, and there is none", AT_ARGS);
	if (f->key && !strcmp(f->key, "*") && !strchr(f->src, '*'))
		wrong(AT "key * is what a star of the path stood for, and there is none",
			AT_ARGS);
	/* These grammars give one value, without a key. */
	bool keyless = s->parse == parse_scalar || s->parse == parse_choice;
	bool choices = f->key && !strcmp(f->key, "choices");
	if (keyless && !strstr(f->src, "{}") && f->key && strcmp(f->key, "*") != 0 &&
		!choices)
		wrong(AT "'%s' has one value, and no key", AT_ARGS, f->src);
	if (!keyless && !f->key)
		wrong(AT "'%s' has many values: which?", AT_ARGS, f->src);
	if (s->hint && f->key && strcmp(f->key, "*") != 0) {
		struct span rest = span_z(s->hint), w;
		bool known = false;
		while ((w = span_word(&rest)).n)
			known |= span_is(w, f->key);
		if (!known)
			wrong(AT "'%s' is no column of '%s'", AT_ARGS, f->key, f->src);
	}
}

/* The newer word is in the same place, and not the word itself. */
static bool is_key_beside(const struct group *g, const struct field *f, const char *key)
{
	bool known = false;
	for (size_t i = 0; i < g->n_fields; i++)
		known |= &g->fields[i] != f && f->src && g->fields[i].src &&
			 g->fields[i].key && !strcmp(g->fields[i].src, f->src) &&
			 !strcmp(g->fields[i].key, key);
	return known;
}

static void look_instead(
	const struct domain *d, const struct group *g, const struct field *f)
{
	if (f->instead && !is_key_beside(g, f, f->instead))
		wrong(AT "'%s', which it gives way to, is no key of its source", AT_ARGS,
			f->instead);
	if (f->with && !is_key_beside(g, f, f->with))
		wrong(AT "'%s', with which it came, is no key of its source", AT_ARGS,
			f->with);
}

/* What the kernel says in one place stands in one field of a table. */
static void look_twice(
	const struct domain *d, const struct group *g, const struct field *f)
{
	for (size_t i = 0; f->src && i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const struct field *other = &d->groups[i].fields[j];
			if (other == f)
				return;
			/* Groups that take apart which rows fold look at the same words. */
			bool apart = g->where && d->groups[i].where &&
				     strcmp(g->where, d->groups[i].where);
			if (!apart && !strcmp(d->groups[i].row, g->row) && other->src &&
				!strcmp(other->src, f->src) && other->kind == f->kind &&
				!strcmp(other->key ? other->key : "",
					f->key ? f->key : ""))
				wrong(AT "the same as %s.%s", AT_ARGS, d->groups[i].name,
					other->name);
		}
}

static unsigned stars(const char *z)
{
	unsigned n = 0;
	for (; z && *z; z++)
		n += *z == '*';
	return n;
}

static void source_table(void **state)
{
	(void)state;
	n_wrong = 0;
	assert_true(n_sources <= COUNT_OF(source_used));
	for (size_t i = 0; i < n_sources; i++) {
		const struct source *s = &sources[i];
		const char *hole = strstr(s->path, "{}");
		if (source_find(s->path) != s)
			wrong("%s: twice", s->path);
		if (*s->path == '/' || strstr(s->path, "//") || strstr(s->path, ".."))
			wrong("%s: not a path below the root", s->path);
		if (stars(s->path) > FACT_PARTS)
			wrong("%s: too many stars", s->path);
		if (hole && (hole[2] || (hole > s->path && hole[-1] != '/')))
			wrong("%s: {} is the last component", s->path);
		if (stars(s->row) > stars(s->path) + FACT_PARTS)
			wrong("%s: '%s' has more stars than there are parts", s->path,
				s->row);
		if (!s->parse && !stars(s->path))
			wrong("%s: no grammar, and no star", s->path);
	}
	memset(source_used, 0, sizeof(source_used));
	each_field(look_source);
	for (size_t i = 0; i < n_sources; i++)
		if (!source_used[i])
			wrong("%s: no field is read from it", sources[i].path);
	assert_int_equal(n_wrong, 0);
}

static void doors_there(void **state)
{
	(void)state;
	n_wrong = 0;
	for (size_t i = 0; i < n_sources; i++) {
		/* Rows that commands offer by root_set(). */
		bool known = *sources[i].path != '@' ||
			     span_starts(span_z(sources[i].path), "@trial/");
		struct span rest = span_z(sources[i].path + !known),
			    name = span_cut(&rest, '/');
		for (size_t j = 0; j < n_doors; j++)
			known |= span_is(name, doors[j].name) ||
				 (doors[j].name[0] == '@' &&
					 span_is(name, doors[j].name + 1));
		if (!known)
			wrong("%s: no such door", sources[i].path);
	}
	assert_int_equal(n_wrong, 0);
}

static void one_place(void **state)
{
	(void)state;
	walk(look_twice);
	walk(look_instead);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(heads),
		cmocka_unit_test(helps),
		cmocka_unit_test(sinces),
		cmocka_unit_test(kinds),
		cmocka_unit_test(tunables),
		cmocka_unit_test(source_table),
		cmocka_unit_test(doors_there),
		cmocka_unit_test(one_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
