// SPDX-License-Identifier: GPL-2.0-or-later
/* grid.c - rows and columns laid out by libsmartcols, as every tool of util-linux does it. */
#include <langinfo.h>
#include <libsmartcols/libsmartcols.h>

#include "view.h"

/*
 * Text was made safe before it comes here, so libsmartcols is not to escape it again;
 * and nobody's terminal width may cut what a pipe is to carry.
 */
static struct libscols_table *new_table(const struct grid *g, bool headings)
{
	struct libscols_table *tb = scols_new_table();

	if (!tb)
		arena_dry();
	scols_table_set_termforce(tb, SCOLS_TERMFORCE_NEVER);
	scols_table_enable_nowrap(tb, 1);
	scols_table_enable_colors(tb, 0);
	scols_table_enable_noheadings(tb, !headings);
	scols_table_enable_noencoding(tb, g->form == GRID_TEXT);
	scols_table_enable_ascii(tb, 1); /* branches; names keep their bytes */
	scols_table_enable_raw(tb, g->form == GRID_RAW);
	scols_table_enable_export(tb, g->form == GRID_PAIRS);
	if (g->form == GRID_TEXT && scols_table_set_column_separator(tb, "  "))
		arena_dry();
	return tb;
}

/*
 * Text that is not to be encoded is measured, and in a locale that is not UTF-8 libsmartcols 2.38
 * never comes back from a byte above ASCII. Such a terminal could not show it anyway.
 */
static void fit_locale(const struct grid *g, struct buf *text)
{
	struct buf ascii = {0};

	if (g->form != GRID_TEXT || !strcmp(nl_langinfo(CODESET), "UTF-8"))
		return;
	for (size_t i = 0; i < text->n; i++) {
		unsigned char c = (unsigned char)text->p[i];

		if (c < 0x80)
			buf_char(&ascii, (char)c);
		else
			buf_fmt(&ascii, "\\x%02x", c);
	}
	buf_free(text);
	*text = ascii;
}

static void add_column(
	struct libscols_table *tb, struct buf *text, int flags, const struct place *place)
{
	/* A hint of up to 1 is a share of the terminal's width. */
	double least = place && place->least > 1 ? place->least : 0;

	if (!scols_table_new_column(tb, buf_cstr(text), least, flags))
		arena_dry();
	buf_reset(text);
}

/* Known once it is laid out. Columns stand two blanks apart. */
static void tell_places(struct libscols_table *tb, struct place *places)
{
	struct libscols_column *cl;
	size_t n = scols_table_get_ncols(tb);
	unsigned x = 0;

	for (size_t i = 0; i < n; i++) {
		cl = scols_table_get_column(tb, i);
		places[i].x = x;
		places[i].width = (unsigned)scols_column_get_width(cl);
		x += places[i].width + 2;
	}
}

static void set_cell(struct libscols_line *line, unsigned at, struct buf *text)
{
	if (scols_line_set_data(line, at, buf_cstr(text)))
		arena_dry();
	buf_reset(text);
}

static bool is_tree(const struct grid *g, const struct report *r, const struct pick *p)
{
	return r->tree && p->parents && g->form == GRID_TEXT;
}

/* A row's line; a parent's is made before that of its first child, wherever the order put it. */
static struct libscols_line *line_of(struct libscols_table *tb,
	struct libscols_line **lines, const int *parents, unsigned row)
{
	struct libscols_line *parent = NULL;

	if (lines[row])
		return lines[row];
	if (parents && parents[row] >= 0)
		parent = line_of(tb, lines, parents, (unsigned)parents[row]);
	lines[row] = scols_table_new_line(tb, parent);
	if (!lines[row])
		arena_dry();
	return lines[row];
}

static void fill(struct libscols_table *tb, const struct grid *g, const struct report *r,
	const struct pick *p, struct buf *text, const struct place *places)
{
	struct libscols_line **lines = calloc(p->n_rows + 1, sizeof(*lines));

	if (!lines)
		arena_dry();
	g->title(text, r, p);
	add_column(tb, text, is_tree(g, r, p) ? SCOLS_FL_TREE : 0, places);
	for (unsigned c = 0; c < p->n_cols; c++) {
		g->head(text, r, column_at(r, p, c));
		add_column(tb, text,
			unit_right(column_at(r, p, c)->field->unit) ? SCOLS_FL_RIGHT : 0,
			places ? &places[c + 1] : NULL);
	}
	for (unsigned i = 0; i < p->n_rows; i++) {
		struct libscols_line *line =
			line_of(tb, lines, is_tree(g, r, p) ? p->parents : NULL, i);

		g->name(text, column_row(r, p, i));
		fit_locale(g, text);
		set_cell(line, 0, text);
		for (unsigned c = 0; c < p->n_cols; c++) {
			g->cell(text, r, column_at(r, p, c), column_cell(r, p, i, c));
			fit_locale(g, text);
			set_cell(line, c + 1, text);
		}
	}
	free(lines);
}

void grid_put(struct buf *out, const struct grid *g, const struct report *r,
	const struct pick *p, bool headings, struct place *places)
{
	struct libscols_table *tb = new_table(g, headings);
	struct buf text = {0};
	char *whole = NULL;

	fill(tb, g, r, p, &text, places);
	if (scols_print_table_to_string(tb, &whole))
		arena_dry();
	if (places)
		tell_places(tb, places);
	size_t from = out->n;
	buf_str(out, whole);
	if (out->n > from &&
		out->p[out->n - 1] != '\n') /* it gives the last line without its end */
		buf_char(out, '\n');
	free(whole);
	buf_free(&text);
	scols_unref_table(tb);
}
