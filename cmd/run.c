// SPDX-License-Identifier: GPL-2.0-or-later
/* run.c - the loop of every reading command: once round, emit, wait. */
#include <errno.h>

#include "cmd.h"

struct run {
	const struct opts *o;
	struct watch watch;
	struct buf text;
	bool none; /* a table has no rows to show, and rightly so */
	bool something; /* a value was shown */
};

/* ---- one answer ---- */

/* A field asked for by name that is absent in every row, for a reason that the user should hear. */
static void note_named(struct run *r, const struct pick *p)
{
	for (unsigned c = 0; c < p->n_cols; c++) {
		const struct shape *s = &r->watch.plan.shapes[p->table];
		const struct column *col = &s->cols[p->cols[c]];
		unsigned n = 0;
		int why = WHY_NONE;
		if (!shown_named(r->o, s->row, col->field->name))
			continue;
		for (unsigned i = 0; i < p->n_rows; i++) {
			const struct cell *v = sample_cell(
				&r->watch.out, p->table, p->rows[i], p->cols[c]);
			n += v->type == CELL_ABSENT;
			if (v->type == CELL_ABSENT &&
				(v->why == WHY_LACKS || v->why == WHY_OFF ||
					v->why == WHY_PRIVILEGE ||
					v->why == WHY_UNREADABLE || v->why == WHY_BUILT))
				why = v->why;
		}
		if (!p->n_rows || n < p->n_rows || why == WHY_NONE)
			continue;
		if (!r->watch.partial) {
			struct buf text = {0};
			why_put(&text, &r->watch.out, col, (enum why)why);
			say("%s: %s", col->field->name, buf_cstr(&text));
			buf_free(&text);
		}
		r->watch.partial = STATUS_PARTIAL;
	}
}

/* One row was asked for by name, and is not there. */
static void note_only(struct run *r, const struct picker *k, const struct pick *p)
{
	if (!k->only.n || p->n_rows || r->watch.partial)
		return;
	say("there is no %s %.*s", r->watch.plan.shapes[k->table].row, (int)k->only.n,
		k->only.p);
	r->watch.partial = STATUS_PARTIAL;
}

/* What the kernel said of the machine stands in the heading, also where no row has a value. */
static void note_host(struct run *r)
{
	for (unsigned t = 0; t < r->watch.plan.n_shapes; t++)
		for (unsigned c = 0; r->watch.plan.shapes[t].single &&
				     c < r->watch.plan.shapes[t].n_cols;
			c++) {
			const struct column *col = &r->watch.plan.shapes[t].cols[c];
			if (r->watch.out.tables[t].n && col->field->src &&
				*col->field->src != '@' &&
				col->field->kind != KIND_TUNABLE &&
				sample_cell(&r->watch.out, t, 0, c)->type != CELL_ABSENT)
				r->something = true;
		}
}

/* Its rows were left out by the user, or all that would list some was read and lists none. */
static bool is_known(const struct run *r, const struct picker *k)
{
	bool known = false;
	if (r->watch.out.tables[k->table].n)
		return !k->about;
	for (unsigned i = 0; i < r->watch.plan.n_sources; i++) {
		if (!(r->watch.plan.sources[i].makes >> k->table & 1))
			continue;
		if (r->watch.out.source_err[i])
			return false;
		known = true;
	}
	return known;
}

static void note_shown(struct run *r, const struct picker *k, const struct pick *p)
{
	if (!p->n_rows)
		r->none |= is_known(r, k);
	for (unsigned i = 0; !r->something && i < p->n_rows; i++)
		for (unsigned c = 0; c < p->n_cols; c++)
			if (sample_cell(&r->watch.out, p->table, p->rows[i], p->cols[c])
					->type != CELL_ABSENT)
				r->something = true;
}

static int emit(struct run *r, const struct sample *before, const struct sample *now)
{
	struct report *rep = &r->watch.report;
	watch_reckon(&r->watch, before, now);
	for (unsigned i = 0; i < r->watch.shown.n; i++) {
		const struct picker *k = &r->watch.shown.pickers[i];
		note_shown(r, k, &r->watch.picks[i]);
		note_named(r, &r->watch.picks[i]);
		note_only(r, k, &r->watch.picks[i]);
	}
	if (r->o->verb->n_head && !r->o->view->one_pick)
		note_host(r);
	/* A screen of nothing but dashes is no answer: the status and its line say it better. */
	if (r->something || r->none || !r->watch.shown.n || r->o->view->exact ||
		rep->n_findings)
		r->o->view->emit(&r->text, rep);
	if (r->watch.out.other_boot)
		say("the two samples are of different boots: counters are not subtracted");
	rep->seq++;
	for (unsigned i = 0; i < r->watch.out.n_faults; i++)
		say_fault(&r->watch.out.faults[i]);
	return out_write(&r->text);
}

/* ---- the loop ---- */

static int one_answer(struct run *r)
{
	struct sample *samples = r->watch.samples;
	if (watch_take(&r->watch, 0) < 0)
		return STATUS_FAILED;
	if (!r->o->from)
		return emit(r, NULL, &samples[0]);
	if (watch_take(&r->watch, 1) < 0)
		return STATUS_FAILED;
	return emit(r, &samples[0], &samples[1]);
}

static void say_pace(const struct pace *p)
{
	struct buf b = {0};
	pace_text(&b, p);
	say("%s", buf_cstr(&b));
	buf_free(&b);
}

static int many_answers(struct run *r)
{
	const struct opts *o = r->o;
	struct sample *samples = r->watch.samples;
	struct pace pace;
	pace_begin(&pace, o->interval, o->loops && !o->sysroot);
	if (watch_take(&r->watch, 0) < 0)
		return STATUS_FAILED;
	for (unsigned long n = 1; !o->count || n <= o->count; n++) {
		if (opts_live(o) && !wait_until(pace_next(&pace)))
			break;
		uint64_t from = clock_mono_ns();
		int err = watch_take(&r->watch, n);
		if (err == -ENOENT && o->sysroot)
			break; /* the last tree was played */
		if (err < 0)
			return STATUS_FAILED;
		int status = emit(r, &samples[(n - 1) % 2], &samples[n % 2]);
		if (status || signals_stop())
			return status;
		if (pace_cost(&pace, clock_mono_ns() - from))
			say_pace(&pace);
	}
	return STATUS_OK;
}

static int nothing(const struct run *r)
{
	for (unsigned i = 0; i < r->watch.plan.n_sources; i++) {
		int err = r->watch.out.source_err ? r->watch.out.source_err[i] : 0;
		if (err != -EACCES && err != -EPERM)
			continue;
		say("nothing could be shown: %s cannot be read (try as root)",
			r->watch.plan.sources[i].src);
		return STATUS_PRIVILEGE;
	}
	say("nothing could be shown: this kernel lacks it ('swsched' alone says what would bring it)");
	return STATUS_LACKS;
}

int run_verb(struct opts *o, run_take *take, void *ctx)
{
	struct run r = {.o = o};
	struct report *rep = &r.watch.report;
	int status = watch_begin(o, take, ctx, &r.watch);
	if (status)
		goto out;
	/* A loop ends between two samples; one answer, which is written at once, just ends. */
	if (o->interval > 0)
		signals_begin();
	if (o->schedstats)
		status = counting_begin(o->domain->counting);
	if (status)
		goto out;
	if (o->view->begin)
		o->view->begin(&r.text, rep);
	status = o->interval > 0 ? many_answers(&r) : one_answer(&r);
	if (o->view->end)
		o->view->end(&r.text, rep);
	if (out_write(&r.text))
		status = STATUS_FAILED;
	int undone = counting_end();
	signals_raise();
	bool told = r.watch.partial &&
		    o->events; /* why nothing is shown: each event was named */
	if (!status && rep->seq && !r.none && !r.something && r.watch.shown.n && !told)
		status = nothing(&r);
	if (!status)
		status = r.watch.partial;
	if (undone)
		status = undone;
out:
	watch_end(&r.watch);
	buf_free(&r.text);
	return status;
}
