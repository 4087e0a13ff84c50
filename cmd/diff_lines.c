// SPDX-License-Identifier: GPL-2.0-or-later
/* diff_lines.c - a side of a comparison from what --jsonl wrote. */
#include "cmd.h"

struct telling {
	struct side *s;
	struct span table, name; /* of the row being told */
	struct told {
		const struct group *group;
		const struct field *field;
		struct span value;
	} told[512];
	unsigned n;
	double interval; /* seconds */
	struct span domain;
	bool bad;
};

static void on_fault(void *ctx, unsigned line, int err)
{
	struct telling *l = ctx;
	(void)line;
	(void)err;
	l->bad = true;
}

/* "field", or "group.field" where an earlier group of the table has one of that name. */
static bool find_field(
	const struct domain *d, struct span table, struct span key, struct told *ret)
{
	struct span rest = key, group = span_cut(&rest, '.');
	for (size_t i = 0; i < d->n_groups; i++) {
		const struct group *g = &d->groups[i];
		if (!span_is(table, g->row) || (rest.n && !span_is(group, g->name)))
			continue;
		for (size_t j = 0; j < g->n_fields; j++)
			if (span_is(rest.n ? rest : key, g->fields[j].name)) {
				ret->group = g;
				ret->field = &g->fields[j];
				return true;
			}
	}
	return false;
}

static struct span text_of(struct side *s, struct span v)
{
	struct span text;
	char *dst = arena_get(&s->arena, v.n + 1);
	return json_word(v, dst, &text) ? text : SPAN_EMPTY;
}

static struct cell cell_told(struct side *s, const struct told *t)
{
	struct cell c = {.type = CELL_ABSENT};
	double d;
	if (t->value.n && *t->value.p == '"')
		return (struct cell){.type = CELL_WORD, .s = text_of(s, t->value)};
	if (json_number(t->value, &d))
		c = (struct cell){
			.type = CELL_REAL, .d = figure_time(t->field) ? d * 1e9 : d};
	return c;
}

/* The row that was told is whole. */
static void flush(struct telling *l)
{
	struct side *s = l->s;
	struct span row = l->name.n ? text_of(s, l->name) : SPAN_EMPTY;
	for (size_t i = 0; l->n && i < s->domain->n_sections; i++) {
		const struct section *at = &s->domain->sections[i];
		for (unsigned j = 0; at->known && span_is(l->table, at->row) && j < l->n;
			j++)
			if (!strcmp(l->told[j].field->name, at->known))
				row = text_of(s, l->told[j].value);
	}
	if (l->n)
		side_put_row(s, l->told[0].group, row);
	for (unsigned i = 0; i < l->n; i++)
		side_put(s, l->told[i].group, l->told[i].field, row,
			cell_told(s, &l->told[i]), (uint64_t)(l->interval * 1e9));
	l->n = 0;
}

static void on_fact(void *ctx, const struct fact *f)
{
	struct telling *l = ctx;
	struct span table = f->n_row ? f->row[0].name : SPAN_EMPTY,
		    name = f->n_row > 1 ? f->row[1].name : SPAN_EMPTY;
	if (table.p != l->table.p || name.p != l->name.p)
		flush(l);
	l->table = table;
	l->name = name;
	if (f->n_row && l->n < COUNT_OF(l->told) &&
		find_field(l->s->domain, table, f->key, &l->told[l->n]))
		l->told[l->n++].value = f->value;
}

/* What the line says of itself, in a first walk: figures hang on the interval. */
static void on_head(void *ctx, const struct fact *f)
{
	struct telling *l = ctx;
	struct side *s = l->s;
	double d;
	if (f->n_row)
		return;
	if (span_is(f->key, "interval") && json_number(f->value, &d))
		l->interval = d;
	else if (span_is(f->key, "page_size") && json_number(f->value, &d))
		s->page_size = (uint64_t)d;
	else if (span_is(f->key, "release"))
		s->release = text_of(s, f->value);
	else if (span_is(f->key, "domain"))
		l->domain = text_of(s, f->value);
}

static int read_line(struct side *s, struct span text, unsigned no)
{
	struct telling l = {
		.s = s, .table = SPAN_EMPTY, .name = SPAN_EMPTY, .domain = SPAN_EMPTY};
	const struct sink head = {on_head, on_fault, &l},
			  facts = {on_fact, sink_none.fault, &l};
	parse_jsonl(text, NULL, &head);
	if (l.bad || !span_is(l.domain, s->domain->name)) {
		say("%s, line %u: %s '%s --jsonl'", s->path, no,
			l.bad ? "not as written by"
			      : "of another domain; give the output of",
			s->domain->name);
		return STATUS_FAILED;
	}
	side_begin(s, l.interval > 0, (uint64_t)(l.interval * 1e9));
	parse_jsonl(text, NULL, &facts);
	flush(&l);
	return STATUS_OK;
}

int side_lines(struct side *s, const char *path)
{
	struct buf b = {0};
	int status = read_file(path, &b);
	if (status) {
		say("cannot read %s: %s; give a captured tree, a folder of them, trees with commas between, or JSON Lines",
			path, strerror(-status));
		status = STATUS_FAILED;
	}
	struct span rest = buf_text(&b);
	for (unsigned no = 1; !status && rest.n; no++) {
		size_t n = rest.n;
		struct span line = span_line(&rest);
		if (span_trim(line).n)
			status = read_line(
				s, span_sub((struct span){line.p, n}, 0, n - rest.n), no);
	}
	buf_free(&b);
	return status;
}
