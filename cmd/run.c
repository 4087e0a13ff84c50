// SPDX-License-Identifier: GPL-2.0-or-later
/* run.c - the loop of every reading command: take, reckon, pick, emit, wait. */
#include <errno.h>
#include <locale.h>

#include "cmd.h"

struct run {
	const struct opts *o;
	struct plan plan;
	struct verdicts *verdicts;
	struct shown shown;
	struct root *root; /* of the sample being taken */
	struct sample samples[2], out; /* two by turns, and their difference */
	struct buf text;
	struct report report;
	run_take *take;
	void *ctx;
	bool none; /* a table has no rows to show, and rightly so */
	bool something; /* a value was shown */
	int partial; /* a named field could not be read: -errno */
	bool locale_set;
};

static int take_domain(void *ctx, const struct plan *p, struct root *r, struct sample *s)
{
	return domain_take(p, r, ctx, s);
}

/* ---- what is read ---- */

static const char *tree_path(const struct run *r, unsigned long n, struct buf *b)
{
	if (r->o->from)
		return n ? r->o->to : r->o->from;
	return tree_of(r->o->sysroot, n, r->o->interval > 0, b);
}

/* The topology of another machine in the place of that of the tree; it is looked at now, to say what is wrong with it. */
static int set_topology(struct root *root, const char *topology)
{
	struct arena a = {0};
	struct span text;
	root_set(root, "topology", topology);
	int err = root_read(root, "@topology/llc", &a, &text);
	arena_free(&a);
	if (err == -EINVAL)
		say("--topology: '%s' is no machine: give a file of 'lstopo --of xml', or as 'pack:2 l3:4 core:8 pu:2'",
			topology);
	else if (err == -ENOSYS)
		say("--topology: built without hwloc");
	else if (err)
		say("--topology: %s: %s", topology, strerror(-err));
	return err;
}

/* What of the events cannot be counted is said before the first answer, which has the rest. */
static void set_events(struct run *r, unsigned long n)
{
	struct arena a = {0};
	root_set(r->root, "events", r->o->events);
	if (!n && events_say(r->o, r->root, &a))
		r->partial = STATUS_PARTIAL;
	arena_free(&a);
}

static int open_root(struct run *r, unsigned long n)
{
	struct buf b = {0};
	const char *path = tree_path(r, n, &b);
	int err = 0;
	if (path || !r->root) {
		root_close(r->root);
		r->root = NULL;
		unsigned flags = r->o->interval && !path ? ROOT_KEEP : 0;
		/* Beside another machine's caches nothing of this one means anything. */
		if (r->o->topology && !path)
			flags = ROOT_EMPTY;
		err = tree_open(path, flags, n && !r->o->from, &r->root);
		if (!err && r->o->cgroup)
			root_set(r->root, "cgroup", r->o->cgroup);
		if (!err && r->o->topology)
			err = set_topology(r->root, r->o->topology);
		if (!err && r->o->events)
			set_events(r, n);
	}
	buf_free(&b);
	return err;
}

/* ---- one answer ---- */

static bool has_high_bytes(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return true;
	return false;
}

/* Setting LC_CTYPE costs a quarter of a millisecond: only when there is text to lay out that needs it. */
static void locale_for(struct run *r, const struct pick *picks, unsigned n)
{
	bool high = false;
	if (r->locale_set || (r->o->view->exact && !r->o->view->one_pick))
		return;
	for (unsigned i = 0; i < n && !high; i++)
		for (unsigned j = 0; j < picks[i].n_rows && !high; j++) {
			unsigned row = picks[i].rows[j];
			high = has_high_bytes(
				r->out.tables[picks[i].table].rows[row].name);
			for (unsigned c = 0; c < picks[i].n_cols && !high; c++) {
				const struct cell *v = sample_cell(
					&r->out, picks[i].table, row, picks[i].cols[c]);
				high = v->type == CELL_WORD && has_high_bytes(v->s);
			}
		}
	if (high && setlocale(LC_CTYPE, ""))
		r->locale_set = true;
}

/* A field asked for by name that is absent in every row, for a reason that the user should hear. */
static void note_named(struct run *r, const struct pick *p)
{
	for (unsigned c = 0; c < p->n_cols; c++) {
		const struct shape *s = &r->plan.shapes[p->table];
		const struct column *col = &s->cols[p->cols[c]];
		unsigned n = 0;
		int why = WHY_NONE;
		if (!shown_named(r->o, s->row, col->field->name))
			continue;
		for (unsigned i = 0; i < p->n_rows; i++) {
			const struct cell *v =
				sample_cell(&r->out, p->table, p->rows[i], p->cols[c]);
			n += v->type == CELL_ABSENT;
			if (v->type == CELL_ABSENT &&
				(v->why == WHY_LACKS || v->why == WHY_OFF ||
					v->why == WHY_PRIVILEGE ||
					v->why == WHY_UNREADABLE || v->why == WHY_BUILT))
				why = v->why;
		}
		if (!p->n_rows || n < p->n_rows || why == WHY_NONE)
			continue;
		if (!r->partial) {
			struct buf text = {0};
			why_put(&text, &r->out, col, (enum why)why);
			say("%s: %s", col->field->name, buf_cstr(&text));
			buf_free(&text);
		}
		r->partial = STATUS_PARTIAL;
	}
}

/* One row was asked for by name, and is not there. */
static void note_only(struct run *r, const struct picker *k, const struct pick *p)
{
	if (!k->only.n || p->n_rows || r->partial)
		return;
	say("there is no %s %.*s", r->plan.shapes[k->table].row, (int)k->only.n,
		k->only.p);
	r->partial = STATUS_PARTIAL;
}

/* What the kernel said of the machine stands in the heading, also where no row has a value. */
static void note_host(struct run *r)
{
	for (unsigned t = 0; t < r->plan.n_shapes; t++)
		for (unsigned c = 0;
			r->plan.shapes[t].single && c < r->plan.shapes[t].n_cols; c++) {
			const struct column *col = &r->plan.shapes[t].cols[c];
			if (r->out.tables[t].n && col->field->src &&
				*col->field->src != '@' &&
				col->field->kind != KIND_TUNABLE &&
				sample_cell(&r->out, t, 0, c)->type != CELL_ABSENT)
				r->something = true;
		}
}

/* Its rows were left out by the user, or all that would list some was read and lists none. */
static bool is_known(const struct run *r, const struct picker *k)
{
	bool known = false;
	if (r->out.tables[k->table].n)
		return !k->about;
	for (unsigned i = 0; i < r->plan.n_sources; i++) {
		if (!(r->plan.sources[i].makes >> k->table & 1))
			continue;
		if (r->out.source_err[i])
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
			if (sample_cell(&r->out, p->table, p->rows[i], p->cols[c])
					->type != CELL_ABSENT)
				r->something = true;
}

static int emit(struct run *r, const struct sample *before, const struct sample *now)
{
	struct pick picks[MAX_SHAPES];
	struct note *notes;
	struct verdict_check *checks;
	sample_reckon(&r->plan, before, now, &r->out);
	for (unsigned i = 0; i < r->shown.n; i++) {
		picker_run(&r->shown.pickers[i], &r->out, r->o->all, &picks[i]);
		note_shown(r, &r->shown.pickers[i], &picks[i]);
		note_named(r, &picks[i]);
		note_only(r, &r->shown.pickers[i], &picks[i]);
	}
	if (r->o->verb->n_head && !r->o->view->one_pick)
		note_host(r);
	locale_for(r, picks, r->shown.n);
	struct report *rep = &r->report;
	rep->sample = &r->out;
	rep->picks = picks;
	rep->n_picks = r->shown.n;
	if (r->verdicts) {
		rep->n_head = verdicts_head(r->verdicts, &r->out, &notes);
		rep->head = notes;
		rep->n_findings = verdicts_find(r->verdicts, &r->out, &notes);
		rep->findings = notes;
		rep->n_foot = verdicts_foot(r->verdicts, &r->out, &notes);
		rep->foot = notes;
		rep->n_checks = verdicts_check(r->verdicts, &r->out, &checks);
		rep->checks = checks;
	}
	/* A screen of nothing but dashes is no answer: the status and its line say it better. */
	if (r->something || r->none || !r->shown.n || r->o->view->exact ||
		rep->n_findings)
		r->o->view->emit(&r->text, rep);
	if (r->out.other_boot)
		say("the two samples are of different boots: counters are not subtracted");
	rep->seq++;
	for (unsigned i = 0; i < r->out.n_faults; i++)
		say_fault(&r->out.faults[i]);
	return out_write(&r->text);
}

static int take(struct run *r, unsigned long n, struct sample *s)
{
	int err = open_root(r, n);
	if (err)
		return err;
	err = r->take(r->ctx, &r->plan, r->root, s);
	if (err == -EINVAL)
		say("%s: a table names a source that is not there", r->o->command);
	return err;
}

/* ---- the loop ---- */

static int one_answer(struct run *r)
{
	if (take(r, 0, &r->samples[0]) < 0)
		return STATUS_FAILED;
	if (!r->o->from)
		return emit(r, NULL, &r->samples[0]);
	if (take(r, 1, &r->samples[1]) < 0)
		return STATUS_FAILED;
	return emit(r, &r->samples[0], &r->samples[1]);
}

static int many_answers(struct run *r)
{
	const struct opts *o = r->o;
	uint64_t step = (uint64_t)(o->interval * 1e9), next = clock_mono_ns();
	if (take(r, 0, &r->samples[0]) < 0)
		return STATUS_FAILED;
	for (unsigned long n = 1; !o->count || n <= o->count; n++) {
		struct sample *before = &r->samples[(n - 1) % 2],
			      *now = &r->samples[n % 2];
		next += step;
		if (!o->sysroot && !wait_until(next))
			break;
		int err = take(r, n, now);
		if (err == -ENOENT && o->sysroot)
			break; /* the last tree was played */
		if (err < 0)
			return STATUS_FAILED;
		int status = emit(r, before, now);
		if (status || signals_stop())
			return status;
		/* Asleep for longer than that (a stopped job, a suspended machine): no burst to catch up. */
		if (!o->sysroot && clock_mono_ns() > next + step)
			next = clock_mono_ns();
	}
	return STATUS_OK;
}

static int nothing(const struct run *r)
{
	for (unsigned i = 0; i < r->plan.n_sources; i++) {
		int err = r->out.source_err ? r->out.source_err[i] : 0;
		if (err != -EACCES && err != -EPERM)
			continue;
		say("nothing could be shown: %s cannot be read (try as root)",
			r->plan.sources[i].src);
		return STATUS_PRIVILEGE;
	}
	say("nothing could be shown: this kernel lacks it ('swsched' alone says what would bring it)");
	return STATUS_LACKS;
}

static int prepare(struct run *r)
{
	const struct opts *o = r->o;
	bool terminal = out_terminal();
	struct span why = SPAN_EMPTY;
	plan_begin(&r->plan, o->domain);
	bool text = !o->view->exact;
	int status = shown_make(o, &r->plan, text && terminal && !o->all, &r->shown);
	if (status)
		return status;
	uint64_t tables = 0;
	for (unsigned i = 0; i < r->shown.n; i++)
		tables |= 1ull << r->shown.pickers[i].table;
	/* One kind of row in a machine form carries no findings: nothing is read for them. */
	if (!o->view->one_pick && verdicts_begin(&r->plan, o->verb, tables,
					  o->view->exact, &r->verdicts, &why) < 0) {
		say("%s: %.*s", o->command, (int)why.n, why.p);
		return STATUS_FAILED;
	}
	plan_done(&r->plan);
	r->report = (struct report){
		.program = "swsched",
		.domain = o->domain->name,
		.command = o->verb->name,
		.human = text && (o->human || (!o->exact && terminal)),
		.headings = !o->noheadings,
		.color = out_color(o),
		.stamp = o->stamp,
		.reasons = o->reasons,
		.tree = o->tree,
		.all = o->all,
		.width = out_width(),
	};
	shown_done(&r->plan, o, &r->shown);
	return STATUS_OK;
}

int run_verb(struct opts *o, run_take *take_rows, void *ctx)
{
	struct memo memo = {0};
	struct run r = {.o = o, .take = take_rows, .ctx = ctx};
	int status = prepare(&r);
	if (!take_rows) {
		r.take = take_domain;
		r.ctx = o->interval && !o->sysroot ? &memo : NULL;
	}
	if (status)
		goto out;
	/* A loop ends between two samples; one answer, which is written at once, just ends. */
	if (o->interval)
		signals_begin();
	if (o->schedstats)
		status = counting_begin(o->domain->counting);
	if (status)
		goto out;
	if (o->view->begin)
		o->view->begin(&r.text, &r.report);
	status = o->interval ? many_answers(&r) : one_answer(&r);
	if (o->view->end)
		o->view->end(&r.text, &r.report);
	if (out_write(&r.text))
		status = STATUS_FAILED;
	int undone = counting_end();
	signals_raise();
	bool told =
		r.partial && o->events; /* why nothing is shown: each event was named */
	if (!status && r.report.seq && !r.none && !r.something && r.shown.n && !told)
		status = nothing(&r);
	if (!status)
		status = r.partial;
	if (undone)
		status = undone;
out:
	root_close(r.root);
	sample_free(&r.samples[0]);
	sample_free(&r.samples[1]);
	sample_free(&r.out);
	memo_free(&memo);
	plan_free(&r.plan);
	buf_free(&r.text);
	return status;
}
