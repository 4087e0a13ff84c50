// SPDX-License-Identifier: GPL-2.0-or-later
/* loop.h - a loop as that of a running command, for what measures it from within. */
#pragma once

#include "domain.h"

#include <errno.h>

static inline void must(int err, struct span why, const char *what)
{
	if (err >= 0)
		return;
	fprintf(stderr, "%s: %s: %s %.*s\n", program_invocation_short_name, what, strerror(-err), (int)why.n,
		why.p);
	exit(1);
}

/* The tables of the command's first answer; of all fields, those that JSON shows. */
static inline bool is_shown(const struct plan *p, const struct pane *pane, bool all)
{
	return !pane->apart || (all && p->shapes[plan_shape(p, span_z(pane->row))].single);
}

static inline void plan_verb(struct plan *p, const struct domain *d, const struct verb *v, bool all)
{
	struct span why = SPAN_EMPTY;
	struct verdicts *verdicts;
	uint64_t tables = 0;

	plan_begin(p, d);
	for (size_t i = 0; i < v->n_panes; i++) {
		const struct pane *pane = &v->panes[i];
		struct span cols = span_z(pane->cols), name;

		if (!is_shown(p, pane, all))
			continue;
		tables |= 1ull << plan_shape(p, span_z(pane->row));
		if (all)
			must(plan_want_all(p, pane->row), why, "fields");
		while ((name = span_word(&cols)).n)
			must(plan_want(p, pane->row, name, &why), why, "column");
	}
	must(verdicts_begin(p, v, tables, all, &verdicts, &why), why, "verdicts");
	plan_done(p);
}

/* A loop of its own: its root, its memo, its samples. */
struct loop {
	struct root *root;
	struct memo memo;
	struct sample taken[2], out;
	unsigned long n;
};

static inline void loop_step(struct loop *l, const struct plan *p)
{
	struct sample *now = &l->taken[l->n & 1], *before = &l->taken[~l->n & 1];

	must(domain_take(p, l->root, &l->memo, now), SPAN_EMPTY, "take");
	sample_reckon(p, l->n ? before : NULL, now, &l->out);
	l->n++;
}

static inline int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline double median(double *v, int n)
{
	qsort(v, n, sizeof(*v), by_value);
	return v[n / 2];
}
