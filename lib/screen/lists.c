// SPDX-License-Identifier: GPL-2.0-or-later
/* lists.c - one thing chosen of a list: the order of a table, or its columns. */
#include "screen.h"

/* The group that has the i-th field that a table can show, and which of it that is; NULL: there are no more. */
static const struct group *group_at(
	const struct domain *d, const char *row, unsigned i, unsigned *ret_field)
{
	for (size_t n = 0; n < d->n_groups; n++) {
		const struct group *g = &d->groups[n];

		if (strcmp(g->row, row) != 0 || g->apart)
			continue;
		if (i < g->n_fields) {
			*ret_field = i;
			return g;
		}
		i -= (unsigned)g->n_fields;
	}
	return NULL;
}

static const struct field *field_at(const struct domain *d, const char *row, unsigned i)
{
	const struct group *g = group_at(d, row, i, &i);

	return g ? &g->fields[i] : NULL;
}

static const char *row_of(const struct screen *s)
{
	return column_shape(&s->shown, &s->shown.picks[s->pick])->row;
}

static unsigned length(const struct screen *s, const struct page *p)
{
	unsigned n = 0;

	if (s->mode == MODE_SORT)
		return s->shown.picks[s->pick].n_cols + 1;
	while (field_at(p->domain, row_of(s), n))
		n++;
	return n;
}

static bool is_column(const struct screen *s, const struct field *f)
{
	const struct pick *p = &s->shown.picks[s->pick];

	for (unsigned k = 0; k < p->n_cols; k++)
		if (column_at(&s->shown, p, k)->field == f)
			return true;
	return false;
}

void lists_begin(struct screen *s, struct page *p, enum mode mode)
{
	const struct report *r = &s->shown;
	struct cursor c;
	const struct field *f;

	if (!page_cursor(p, r, &c))
		return;
	s->mode = mode;
	s->pick = c.pick;
	s->at = mode == MODE_SORT ? c.col : 0;
	s->from = 0;
	if (mode != MODE_COLUMNS)
		return;
	s->n_chosen = length(s, p);
	free(s->chosen);
	s->chosen = calloc(s->n_chosen + 1, sizeof(*s->chosen));
	if (!s->chosen)
		arena_dry();
	for (unsigned i = 0; (f = field_at(p->domain, row_of(s), i)); i++)
		s->chosen[i] = is_column(s, f);
}

static void item_text(struct screen *s, const struct page *p, unsigned i)
{
	const struct report *r = &s->shown;
	const struct field *f;

	buf_reset(&s->line);
	if (s->mode == MODE_SORT && !i) {
		buf_str(&s->line, "  name of the ");
		buf_str(&s->line, row_of(s));
		return;
	}
	f = s->mode == MODE_SORT ? column_at(r, &r->picks[s->pick], i - 1)->field
				 : field_at(p->domain, row_of(s), i);
	if (s->mode == MODE_COLUMNS)
		buf_str(&s->line, s->chosen[i] ? "x " : "- ");
	else
		buf_str(&s->line, "  ");
	buf_str(&s->line, f->head);
	buf_fill(&s->line, ' ', strlen(f->head) < 22 ? 22 - strlen(f->head) : 1);
	buf_str(&s->line, f->help);
}

void lists_put(struct screen *s, struct page *p, unsigned y, unsigned end)
{
	struct frame *f = &s->frame;
	unsigned n, lines;

	/* The table may have gone meanwhile. */
	if (s->pick >= s->shown.n_picks) {
		s->mode = MODE_TABLES;
		return;
	}
	n = length(s, p);
	frame_put(f, 0, y++, f->w, 0,
		s->mode == MODE_SORT
			? SPAN("Sort by (Enter takes it, again reverses; Esc leaves all as it is)")
			: SPAN("Columns (Space chooses, Enter takes them; Esc leaves all as it is)"),
		LOOK_BOLD);
	lines = y < end ? end - y : 0;
	if (s->at >= n)
		s->at = n ? n - 1 : 0;
	if (s->from > s->at)
		s->from = s->at;
	if (lines && s->at >= s->from + lines)
		s->from = s->at - lines + 1;
	for (unsigned i = s->from; i < n && y < end; i++, y++) {
		item_text(s, p, i);
		frame_put(f, 0, y, f->w, 0, buf_text(&s->line), 0);
		if (i == s->at)
			frame_look(f, 0, y, f->w, LOOK_REVERSE);
	}
}

static enum wish take_order(struct screen *s, struct page *p)
{
	const struct report *r = &s->shown;
	struct paned *d = page_paned(p, r, s->pick);
	const struct column *c =
		s->at ? column_at(r, &r->picks[s->pick], s->at - 1) : NULL;
	bool same = c ? d->sort == c->field : d->by_name;

	d->by_name = !c;
	d->sort = c ? c->field : NULL;
	/* Numbers: the largest first. */
	d->reverse = same ? !d->reverse : c && unit_right(c->field->unit);
	return WISH_ORDER;
}

/* As -o has it, by group, so that no other table takes part: what is added and what is left out. */
static enum wish take_columns(struct screen *s, struct page *p)
{
	const struct group *g;
	unsigned at;
	bool was;

	buf_reset(&s->answer);
	for (unsigned i = 0; i < s->n_chosen; i++) {
		g = group_at(p->domain, row_of(s), i, &at);
		if (!g)
			break;
		was = is_column(s, &g->fields[at]);
		if (was != s->chosen[i])
			buf_fmt(&s->answer, " %c%s.%s", was ? '-' : '+', g->name,
				g->fields[at].name);
	}
	return WISH_COLUMNS;
}

enum wish lists_key(struct screen *s, struct page *p, uint32_t key)
{
	unsigned n = s->pick < s->shown.n_picks ? length(s, p) : 0;

	switch (key) {
	case KEY_IS_UP:
	case 'k':
		s->at -= s->at > 0;
		return WISH_PAINT;
	case KEY_IS_DOWN:
	case 'j':
		s->at += s->at + 1 < n;
		return WISH_PAINT;
	case KEY_IS_PAGE_DOWN:
	case 'G':
	case KEY_IS_END:
		s->at = n && (key != KEY_IS_PAGE_DOWN || s->at + 10 >= n) ? n - 1
									  : s->at + 10;
		return WISH_PAINT;
	case KEY_IS_PAGE_UP:
	case 'g':
	case KEY_IS_HOME:
		s->at = key != KEY_IS_PAGE_UP || s->at < 10 ? 0 : s->at - 10;
		return WISH_PAINT;
	case ' ':
		if (s->mode == MODE_COLUMNS && s->at < s->n_chosen)
			s->chosen[s->at] = !s->chosen[s->at];
		return WISH_PAINT;
	case KEY_IS_ENTER: {
		bool order = s->mode == MODE_SORT;

		s->mode = MODE_TABLES;
		if (!n)
			return WISH_PAINT;
		return order ? take_order(s, p) : take_columns(s, p);
	}
	case KEY_IS_ESCAPE:
	case 'q':
		s->mode = MODE_TABLES;
		return WISH_PAINT;
	default:
		return WISH_NOTHING;
	}
}
