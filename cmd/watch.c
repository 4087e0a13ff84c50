// SPDX-License-Identifier: GPL-2.0-or-later
/* watch.c - once round: take a sample, reckon it against the one before, pick what is shown, find what is sure. */
#include <errno.h>
#include <locale.h>

#include "cmd.h"

static int take_domain(void *ctx, const struct plan *p, struct root *r, struct sample *s)
{
	return domain_take(p, r, ctx, s);
}

/* ---- what is read ---- */

bool opts_live(const struct opts *o)
{
	return !o->from && (!o->sysroot || o->again);
}

static const char *tree_path(const struct watch *r, unsigned long n, struct buf *b)
{
	if (r->o->from)
		return n ? r->o->to : r->o->from;
	if (r->o->again)
		return r->o->sysroot;
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
static void set_events(struct watch *r, unsigned long n)
{
	struct arena a = {0};
	root_set(r->root, "events", r->o->events);
	if (!n && events_say(r->o, r->root, &a))
		r->partial = STATUS_PARTIAL;
	arena_free(&a);
}

static int open_root(struct watch *r, unsigned long n)
{
	struct buf b = {0};
	const char *path = tree_path(r, n, &b);
	bool live = opts_live(r->o);
	int err = 0;
	if (!live || !r->root) {
		root_close(r->root);
		r->root = NULL;
		unsigned flags = r->o->interval > 0 && live ? ROOT_KEEP : 0;
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

int watch_take(struct watch *r, unsigned long n)
{
	int err = open_root(r, n);
	if (err)
		return err;
	err = r->take(r->ctx, &r->plan, r->root, &r->samples[n % 2]);
	/* What was captured of a clock stands still, and the reader's goes on. */
	if (r->o->again) {
		r->samples[n % 2].t_mono = clock_mono_ns();
		r->samples[n % 2].t_real = clock_real_ns();
	}
	if (err == -EINVAL)
		say("%s: a table names a source that is not there", r->o->command);
	return err;
}

/* ---- what it says ---- */

static bool has_high_bytes(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 0x80)
			return true;
	return false;
}

/* Setting LC_CTYPE costs a quarter of a millisecond: only when there is text to lay out that needs it. */
static void locale_for(struct watch *r)
{
	bool high = false;
	if (r->locale_set || (r->o->view->exact && !r->o->view->one_pick))
		return;
	for (unsigned i = 0; i < r->shown.n && !high; i++)
		for (unsigned j = 0; j < r->picks[i].n_rows && !high; j++) {
			const struct pick *p = &r->picks[i];
			high = has_high_bytes(
				r->out.tables[p->table].rows[p->rows[j]].name);
			for (unsigned c = 0; c < p->n_cols && !high; c++) {
				const struct cell *v = sample_cell(
					&r->out, p->table, p->rows[j], p->cols[c]);
				high = v->type == CELL_WORD && has_high_bytes(v->s);
			}
		}
	if (high && setlocale(LC_CTYPE, ""))
		r->locale_set = true;
}

void watch_reckon(struct watch *r, const struct sample *before, const struct sample *now)
{
	struct report *rep = &r->report;
	struct note *notes;
	struct verdict_check *checks;
	sample_reckon(&r->plan, before, now, &r->out);
	for (unsigned i = 0; i < r->shown.n; i++)
		picker_run(&r->shown.pickers[i], &r->out, r->o->all, &r->picks[i]);
	locale_for(r);
	rep->sample = &r->out;
	rep->picks = r->picks;
	rep->n_picks = r->shown.n;
	if (!r->verdicts)
		return;
	rep->n_head = verdicts_head(r->verdicts, &r->out, &notes);
	rep->head = notes;
	rep->n_findings = verdicts_find(r->verdicts, &r->out, &notes);
	rep->findings = notes;
	rep->n_foot = verdicts_foot(r->verdicts, &r->out, &notes);
	rep->foot = notes;
	rep->n_checks = verdicts_check(r->verdicts, &r->out, &checks);
	rep->checks = checks;
}

/* ---- its beginning and end ---- */

static int plan(struct watch *r, bool terminal)
{
	const struct opts *o = r->o;
	struct span why = SPAN_EMPTY;
	uint64_t tables = 0;
	plan_begin(&r->plan, o->domain);
	int status = shown_make(o, &r->plan, !o->view->exact && terminal, &r->shown);
	if (status)
		return status;
	for (unsigned i = 0; i < r->shown.n; i++)
		tables |= 1ull << r->shown.pickers[i].table;
	/* One kind of row in a machine form carries no findings: nothing is read for them. */
	if (!o->view->one_pick && verdicts_begin(&r->plan, o->verb, tables,
					  o->view->exact, &r->verdicts, &why) < 0) {
		say("%s: %.*s", o->command, (int)why.n, why.p);
		return STATUS_FAILED;
	}
	plan_done(&r->plan);
	shown_done(&r->plan, o, &r->shown);
	return STATUS_OK;
}

int watch_begin(const struct opts *o, run_take *take, void *ctx, struct watch *r)
{
	bool terminal = out_terminal(), text = !o->view->exact;
	r->o = o;
	r->take = take ? take : take_domain;
	r->ctx = take ? ctx : o->interval > 0 && opts_live(o) ? &r->memo : NULL;
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
	return plan(r, terminal);
}

void watch_end(struct watch *r)
{
	root_close(r->root);
	sample_free(&r->samples[0]);
	sample_free(&r->samples[1]);
	sample_free(&r->out);
	memo_free(&r->memo);
	plan_free(&r->plan);
}
