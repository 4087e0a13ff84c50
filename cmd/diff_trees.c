// SPDX-License-Identifier: GPL-2.0-or-later
/* diff_trees.c - a side of a comparison from captured trees. */
#include "cmd.h"

/* The section that says how rows of the table are known elsewhere, and which count. */
static int known_by(const struct survey *v, const char *row)
{
	for (size_t i = 0; i < v->domain->n_sections; i++)
		if (!strcmp(v->domain->sections[i].row, row) &&
			(v->domain->sections[i].known || v->only[i]))
			return (int)i;
	return -1;
}

/* False: no section is about the row. */
static bool row_name(
	struct side *s, struct survey *v, unsigned table, unsigned row, struct span *ret)
{
	const struct shape *shape = &v->plan.shapes[table];
	int section = known_by(v, shape->row);
	*ret = shape->single ? SPAN_EMPTY : v->out.tables[table].rows[row].name;
	if (section >= 0 && v->only[section] &&
		!cell_true(code_eval(v->only[section], &v->out, table, row)))
		return false;
	if (section >= 0 && v->domain->sections[section].known) {
		int col = shape_col(shape, span_z(v->domain->sections[section].known));
		const struct cell *c =
			col < 0 ? NULL : sample_cell(&v->out, table, row, (unsigned)col);
		if (c && c->type == CELL_WORD)
			*ret = c->s;
	}
	*ret = arena_span(&s->arena, *ret);
	return true;
}

static void put_sample(struct side *s, struct survey *v, bool delta)
{
	const struct sample *out = &v->out;
	uint64_t interval = delta ? out->interval : out->t_mono;
	struct span row;
	side_begin(s, delta, interval);
	if (out->release.n)
		s->release = arena_span(&s->arena, out->release);
	if (out->boot_id.n)
		s->boot_id = arena_span(&s->arena, out->boot_id);
	s->page_size = out->assumed ? 0 : out->page_size;
	s->hz = out->hz;
	for (unsigned t = 0; t < v->plan.n_shapes; t++) {
		const struct shape *shape = &v->plan.shapes[t];
		if (shape->raw || !section_about(v->domain, shape->row))
			continue;
		for (unsigned r = 0; r < out->tables[t].n; r++)
			if (shape->n_cols && row_name(s, v, t, r, &row)) {
				side_put_row(s, shape->cols[0].group, row);
				for (unsigned c = 0; c < shape->n_cols; c++)
					side_put(s, shape->cols[c].group,
						shape->cols[c].field, row,
						*sample_cell(&v->out, t, r, c), interval);
			}
	}
}

/* The n-th moment: "A,B,…" as they are named, a folder's t0, t1, …, else the folder itself. */
static bool moment(const char *path, unsigned long n, struct buf *b)
{
	buf_reset(b);
	if (!path_folder(path)) {
		struct span rest = span_z(path);
		while (n && rest.n) {
			span_cut(&rest, ',');
			n--;
		}
		buf_span(b, span_cut(&rest, ','));
		return b->n > 0;
	}
	buf_fmt(b, "%s/t%lu", path, n);
	if (path_folder(buf_cstr(b)) || n)
		return path_folder(buf_cstr(b));
	buf_reset(b);
	buf_str(b, path);
	return true;
}

static int take(struct survey *v, unsigned long n, const char *path)
{
	struct root *root = NULL;
	if (tree_open(path, 0, false, &root))
		return STATUS_FAILED;
	int status = survey_take(v, root, n % 2);
	root_close(root);
	return status;
}

int side_trees(struct side *s, const char *path)
{
	struct survey v = {0};
	struct buf b = {0};
	unsigned long n = 0;
	int status = survey_begin(&v, s->domain, &s->domain->verbs[0], true);
	for (; !status && moment(path, n, &b); n++) {
		status = take(&v, n, buf_cstr(&b));
		if (status || !n)
			continue;
		sample_reckon(&v.plan, &v.taken[(n - 1) % 2], &v.taken[n % 2], &v.out);
		if (v.out.other_boot) {
			say("%s: its moments are of different boots", path);
			status = STATUS_FAILED;
		} else
			put_sample(s, &v, true);
	}
	if (!status && n == 1) {
		sample_reckon(&v.plan, NULL, &v.taken[0], &v.out);
		put_sample(s, &v, false);
	}
	survey_free(&v);
	buf_free(&b);
	return status;
}
