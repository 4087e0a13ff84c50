// SPDX-License-Identifier: GPL-2.0-or-later
/* leaf.c - the pages of the screen, each with what it reads; one lies on the other. */
#include "live.h"

static int read_begin(struct leaf *leaf)
{
	int status = watch_begin(&leaf->o, NULL, NULL, &leaf->watch);
	leaf->watch.plan.picked = buf_text(&leaf->page.of_row);
	leaf->watch.locale_set = true;
	leaf->n = 0;
	return status;
}

/* What is asked of one domain's rows is nothing to another's. */
static void forget_rows(struct opts *o)
{
	o->output = o->per = o->sort = o->filter = NULL;
	o->reverse = o->verify = false;
}

struct leaf *leaf_begin(const struct opts *o, const struct domain *d,
	const struct verb *v, struct leaf *under)
{
	struct leaf *leaf = calloc(1, sizeof(*leaf));
	if (!leaf)
		arena_dry();
	leaf->under = under;
	leaf->o = *o;
	leaf->o.domain = d;
	leaf->o.verb = v;
	if (d != o->domain || under)
		forget_rows(&leaf->o);
	if (d != o->domain)
		leaf->o.cgroup = leaf->o.topology = NULL;
	page_begin(&leaf->page, d, v);
	leaf->reads = !under;
	if (!under && read_begin(leaf)) {
		leaf_end(leaf);
		return NULL;
	}
	return leaf;
}

struct leaf *leaf_end(struct leaf *leaf)
{
	struct leaf *under = leaf->under;
	watch_end(&leaf->watch);
	page_free(&leaf->page);
	buf_free(&leaf->output);
	buf_free(&leaf->filter);
	free(leaf);
	return under;
}

struct leaf *leaf_read(struct leaf *leaf)
{
	while (!leaf->reads)
		leaf = leaf->under;
	return leaf;
}

/* ---- turns ---- */

/* The report of the last sample taken, against the one before. */
static void reckon(struct leaf *leaf)
{
	struct watch *r = &leaf->watch;
	page_orders(&leaf->page, &r->plan, r->shown.pickers, r->shown.n);
	watch_reckon(r, leaf->n > 1 && !leaf->rebased ? &r->samples[leaf->n % 2] : NULL,
		&r->samples[(leaf->n - 1) % 2]);
}

/* One without a clock is as long after the one before as it was asked for. */
static uint64_t clock_of(const struct leaf *leaf)
{
	const struct sample *now = &leaf->watch.samples[(leaf->n - 1) % 2];
	return now->t_mono ? now->t_mono : (uint64_t)(leaf->n * leaf->o.interval * 1e9);
}

static int take(struct leaf *leaf)
{
	int err = watch_take(&leaf->watch, leaf->n);
	if (!err)
		leaf->n++;
	leaf->rebased = false;
	return err;
}

static int turn(struct leaf *leaf, struct screen *s)
{
	if (!leaf->reads)
		return 0;
	int err = take(leaf);
	/* The two ends of one interval. */
	if (!err && leaf->o.from && leaf->n == 1)
		err = take(leaf);
	if (err)
		return err;
	reckon(leaf);
	leaf->now = clock_of(leaf);
	screen_learn(s, &leaf->watch.report, leaf->now);
	for (unsigned i = 0; i < leaf->watch.out.n_faults; i++)
		say_fault(&leaf->watch.out.faults[i]);
	if (leaf->watch.out.other_boot)
		say("the two samples are of different boots: counters are not subtracted");
	return 0;
}

/* A plan of its own begins where the other one is: of a capture that is played, the trees it has come to. */
static int begin_at(struct leaf *leaf, const struct leaf *other, struct screen *s)
{
	int status = read_begin(leaf);
	if (status)
		return status;
	if (!leaf->o.from && !opts_live(&leaf->o) && other->n > 1) {
		leaf->n = other->n - 2;
		if (take(leaf) < 0)
			return STATUS_FAILED;
	}
	return turn(leaf, s) < 0 ? STATUS_FAILED : STATUS_OK;
}

int leaf_turn(struct leaf *leaf, struct screen *s)
{
	int err = 0;
	if (leaf->under)
		err = leaf_turn(leaf->under, s);
	return err ? err : turn(leaf, s);
}

int leaf_rebase(struct leaf *leaf)
{
	for (; leaf && opts_live(&leaf->o); leaf = leaf->under) {
		if (!leaf->reads)
			continue;
		/* The report lies in the samples: it is not to be shown once another one is taken. */
		int err = take(leaf);
		if (err)
			return err;
		leaf->rebased = true;
		reckon(leaf);
	}
	return 0;
}

void leaf_order(struct leaf *leaf)
{
	if (leaf->reads)
		reckon(leaf);
}

/* ---- changes ---- */

/* "+group.name": what was said of that name before is void. */
static void drop_word(struct buf *list, struct span word)
{
	struct buf out = {0};
	struct span rest = buf_text(list);
	while (rest.n) {
		struct span w = span_cut(&rest, ',');
		if (w.n > 1 && span_eq(span_sub(w, 1, w.n), span_sub(word, 1, word.n)))
			continue;
		buf_str(&out, out.n ? "," : "");
		buf_span(&out, w);
	}
	buf_free(list);
	*list = out;
}

static void add_words(struct buf *list, const char *words)
{
	struct span rest = span_z(words), w;
	while ((w = span_word(&rest)).n) {
		drop_word(list, w);
		buf_str(list, list->n ? "," : "");
		buf_span(list, w);
	}
}

/* A new plan beside the old one, which stays when there is something wrong with the new. NULL: no change. */
int leaf_change(
	struct leaf *leaf, struct screen *s, const char *output, const char *filter)
{
	struct leaf old = *leaf;
	if (!leaf->reads)
		return STATUS_OK;
	leaf->watch = (struct watch){0};
	leaf->output = leaf->filter = (struct buf){0};
	buf_str(&leaf->output, old.o.output ? old.o.output : "");
	if (output)
		add_words(&leaf->output, output);
	buf_str(&leaf->filter, filter ? filter : old.o.filter ? old.o.filter : "");
	leaf->o.output = leaf->output.n ? buf_cstr(&leaf->output) : NULL;
	leaf->o.filter = leaf->filter.n ? buf_cstr(&leaf->filter) : NULL;
	int status = begin_at(leaf, &old, s);
	if (status) {
		watch_end(&leaf->watch);
		buf_free(&leaf->output);
		buf_free(&leaf->filter);
		*leaf = old;
		leaf->watch.o = &leaf->o;
		return status;
	}
	watch_end(&old.watch);
	buf_free(&old.output);
	buf_free(&old.filter);
	return STATUS_OK;
}

struct leaf *leaf_enter(struct leaf *leaf, struct screen *s)
{
	struct cursor c;
	if (!leaf->reads || !page_cursor(&leaf->page, &s->shown, &c))
		return NULL;
	const struct verb *v = c.pane->more ? c.pane->more : leaf->o.verb;
	struct leaf *more = leaf_begin(&leaf->o, leaf->o.domain, v, leaf);
	more->page.of = c.pane;
	more->page.about = c.column ? c.column->field : NULL;
	buf_span(&more->page.of_row, c.name);
	more->reads = c.pane->more != NULL;
	if (more->reads && begin_at(more, leaf, s)) {
		leaf_end(more);
		return NULL;
	}
	return more;
}
