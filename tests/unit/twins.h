// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * twins.h - a tree that changes, looked at by a loop with a memo and by one without: both must see the same.
 *
 * Captured trees are copied and changed, file by file, between samples. After each change the samples of both are
 * written out, as taken and as reckoned, with all reasons and faults, and compared as text.
 */
#pragma once

#include "tree.h"

#include "domain.h"

#define THP "sys/kernel/mm/transparent_hugepage/"

/* One and the same tree, looked at by two loops. */
struct twins {
	struct tree *t;
	struct root *plain;
	struct plan plan;
	struct memo memo;
	struct sample with[2], without[2], out[2];
	unsigned n, followed;
	bool patient; /* attempts may become rare */
};

static inline void want_all(struct plan *p, const struct domain *d)
{
	plan_begin(p, d);
	for (size_t i = 0; i < d->n_groups; i++)
		assert_int_equal(plan_want_all(p, d->groups[i].row), 0);
	plan_done(p);
}

static inline void begin(struct twins *w, struct tree *t, const struct domain *d)
{
	*w = (struct twins){.t = t};
	tree_open(t, ROOT_KEEP);
	assert_int_equal(root_open(t->dir, 0, &w->plain), 0);
	want_all(&w->plan, d);
}

static inline void end(struct twins *w)
{
	for (int i = 0; i < 2; i++) {
		sample_free(&w->with[i]);
		sample_free(&w->without[i]);
		sample_free(&w->out[i]);
	}
	memo_free(&w->memo);
	root_close(w->plain);
	plan_free(&w->plan);
}

/* ---- a sample as text ---- */

static inline void put_cell(struct buf *b, const struct cell *c)
{
	switch (c->type) {
	case CELL_ABSENT:
		buf_fmt(b, "(%u)", c->why);
		break;
	case CELL_U64:
		buf_u64(b, c->u);
		break;
	case CELL_S64:
		buf_s64(b, c->i);
		break;
	case CELL_REAL:
		buf_fmt(b, "%a", c->d);
		break;
	default:
		buf_str(b, "'");
		buf_span(b, c->s);
	}
}

static inline void put_rows(struct buf *b, struct sample *s, unsigned t)
{
	const struct shape *shape = &s->plan->shapes[t];
	for (unsigned r = 0; r < s->tables[t].n; r++) {
		buf_fmt(b, "\n%s ", shape->row);
		buf_span(b, s->tables[t].rows[r].name);
		assert_int_equal(sample_row(s, t, s->tables[t].rows[r].name), r);
		for (unsigned c = 0; c < shape->n_cols; c++) {
			const struct cell *cell =
				s->reckoned
					? sample_cell(s, t, r, c)
					: &s->tables[t]
						   .cells[(size_t)r * shape->n_cols + c];
			buf_fmt(b, " %s=", shape->cols[c].field->name);
			put_cell(b, cell);
		}
	}
}

static inline const char *text_of(struct buf *b, struct sample *s)
{
	buf_reset(b);
	buf_fmt(b, "%llu %llu %llu %u %u %d %d %d %llu ", (unsigned long long)s->t_real,
		(unsigned long long)s->t_mono, (unsigned long long)s->page_size, s->hz,
		s->user_hz, s->assumed, s->delta, s->other_boot,
		(unsigned long long)s->interval);
	buf_span(b, s->boot_id);
	buf_span(b, s->release);
	for (unsigned i = 0; i < s->plan->n_sources; i++)
		buf_fmt(b, " %d%s", s->source_err[i],
			s->source_needs[i] ? s->source_needs[i] : "");
	for (unsigned t = 0; t < s->plan->n_shapes; t++)
		put_rows(b, s, t);
	for (unsigned i = 0; i < s->n_faults; i++) {
		buf_fmt(b, "\n%u %d ", s->faults[i].line, s->faults[i].err);
		buf_span(b, s->faults[i].path);
	}
	return buf_cstr(b);
}

static inline bool same_text(struct sample *a, struct sample *b, const char *what)
{
	struct buf x = {0}, y = {0};
	bool same = !strcmp(text_of(&x, a), text_of(&y, b));
	if (!same)
		print_error("%s: with a memo:\n%s\nwithout:\n%s\n", what, x.p, y.p);
	buf_free(&x);
	buf_free(&y);
	return same;
}

/* Takes both and compares them. Whether it was followed, that is not taken in full. */
static inline bool look(struct twins *w, const char *what)
{
	struct sample *with = &w->with[w->n & 1], *without = &w->without[w->n & 1];
	unsigned at = w->memo.at;
	if (!w->patient)
		w->memo.skip = 0;
	assert_int_equal(domain_take(&w->plan, w->t->r, &w->memo, with), 0);
	assert_int_equal(domain_take(&w->plan, w->plain, NULL, without), 0);
	assert_true(same_text(with, without, what));
	sample_reckon(&w->plan, w->n ? &w->with[~w->n & 1] : NULL, with, &w->out[0]);
	sample_reckon(
		&w->plan, w->n ? &w->without[~w->n & 1] : NULL, without, &w->out[1]);
	assert_true(same_text(&w->out[0], &w->out[1], what));
	w->n++;
	w->followed += w->memo.good && w->memo.at == at;
	return w->memo.good && w->memo.at == at;
}

/* ---- trees ---- */

static const char *copy_to, *copy_from;

static inline int copy_one(
	const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	static char to[4096], bytes[1 << 20];
	(void)st;
	(void)ftw;
	snprintf(to, sizeof(to), "%s%s", copy_to, path + strlen(copy_from));
	if (type == FTW_D) {
		assert_true(mkdir(to, 0755) == 0 || errno == EEXIST);
	} else if (type == FTW_F) {
		unlink(to); /* it may be a FIFO by now */
		FILE *in = fopen(path, "r"), *out = fopen(to, "w");
		assert_non_null(in);
		assert_non_null(out);
		size_t n = fread(bytes, 1, sizeof(bytes), in);
		assert_int_equal(fwrite(bytes, 1, n, out), n);
		fclose(in);
		assert_int_equal(fclose(out), 0);
	}
	return 0;
}

/* Names are below the folder that has tests/unit beside it. */
static inline void copy_capture(const char *name, const char *dir)
{
	static char from[4096];
	size_t here = strlen(__FILE__) - strlen("unit/twins.h");
	snprintf(from, sizeof(from), "%.*scaptures/%s", (int)here, __FILE__, name);
	copy_from = from;
	copy_to = dir;
	assert_int_equal(nftw(from, copy_one, 8, FTW_PHYS), 0);
}

static inline void remove_all(struct tree *t, const char *path)
{
	nftw(tree_path(t, path), tree_remove, 8, FTW_DEPTH | FTW_PHYS);
}

/* Some thousand files are written: in memory if that can be. */
static inline int twins_setup(void **state)
{
	struct tree *t;
	tree_setup(state);
	t = *state;
	char dir[] = "/dev/shm/swsched-test-XXXXXX";
	if (!mkdtemp(dir))
		return 0;
	rmdir(t->dir);
	snprintf(t->dir, sizeof(t->dir), "%s", dir);
	return 0;
}

#define IN_MEMORY(f) cmocka_unit_test_setup_teardown(f, twins_setup, tree_teardown)
