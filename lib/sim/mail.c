// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mail.c - runs of the workload as lines to paste: those of the kernel's own program, and KTAP.
 *
 *	Iteration 2: swpout inc: 134, swpout fallback inc: 98, Fallback percentage: 42.24%
 *
 *	KTAP version 1
 *	1..100
 *	ok 1 iteration 1: swpout 233, fallback 0
 *	not ok 2 iteration 2: swpout 134, fallback 98 (42.24%)
 *	# Totals: pass:1 fail:99 xfail:0 xpass:0 skip:0 error:0
 */
#include "sim.h"

/* The program's own: what zswap took is not in it. */
static void put_percentage(struct buf *out, const struct round *r)
{
	uint64_t all = r->swpout + r->fallback;

	if (all)
		buf_fmt(out, "%.2f%%", (double)r->fallback / (double)all * 100);
	else
		buf_char(out, '-');
}

void mail_round(struct buf *out, const struct round *r)
{
	buf_fmt(out,
		"Iteration %u: swpout inc: %llu, swpout fallback inc: %llu, Fallback percentage: ",
		r->number, (unsigned long long)r->swpout,
		(unsigned long long)r->fallback);
	put_percentage(out, r);
	buf_char(out, '\n');
}

void mail_trials(struct buf *out, const struct trial *trials, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (n > 1)
			buf_fmt(out, "%s%s:\n", i ? "\n" : "", trials[i].name);
		for (unsigned j = 0; j < trials[i].n_rounds; j++)
			mail_round(out, &trials[i].rounds[j]);
	}
}

void ktap_begin(struct buf *out, unsigned rounds)
{
	buf_fmt(out, "KTAP version 1\n1..%u\n", rounds);
}

void ktap_round(struct buf *out, const struct round *r)
{
	buf_fmt(out, "%s %u iteration %u: swpout %llu, fallback %llu",
		r->fallback ? "not ok" : "ok", r->number, r->number,
		(unsigned long long)r->swpout, (unsigned long long)r->fallback);
	if (r->fallback) {
		buf_str(out, " (");
		put_percentage(out, r);
		buf_char(out, ')');
	}
	buf_char(out, '\n');
}

static unsigned failed(const struct trial *t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->n_rounds; i++)
		n += t->rounds[i].fallback > 0;
	return n;
}

static void put_totals(struct buf *out, unsigned pass, unsigned fail)
{
	buf_fmt(out, "# Totals: pass:%u fail:%u xfail:0 xpass:0 skip:0 error:0\n", pass,
		fail);
}

void ktap_end(struct buf *out, const struct trial *t)
{
	unsigned fails = failed(t);

	put_totals(out, t->n_rounds - fails, fails);
}

static void put_run(struct buf *out, const struct trial *t)
{
	ktap_begin(out, t->n_rounds);
	for (unsigned i = 0; i < t->n_rounds; i++)
		ktap_round(out, &t->rounds[i]);
	ktap_end(out, t);
}

/* A subtest's lines are indented by two. */
static void put_subtest(struct buf *out, const struct trial *t, unsigned number)
{
	struct buf sub = {0};
	struct span rest;

	put_run(&sub, t);
	rest = buf_text(&sub);
	while (rest.n) {
		struct span line = span_line(&rest);

		buf_str(out, "  ");
		buf_span(out, line);
		buf_char(out, '\n');
	}
	buf_fmt(out, "%s %u %s\n", failed(t) ? "not ok" : "ok", number, t->name);
	buf_free(&sub);
}

void ktap_trials(struct buf *out, const struct trial *trials, unsigned n)
{
	unsigned fails = 0;

	if (n == 1) {
		put_run(out, trials);
		return;
	}
	ktap_begin(out, n);
	for (unsigned i = 0; i < n; i++) {
		put_subtest(out, &trials[i], i + 1);
		fails += failed(&trials[i]) > 0;
	}
	put_totals(out, n - fails, fails);
}
