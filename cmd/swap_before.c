// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * swap_before.c - before `swap test` starts: what it would meet, whether it may, and what the model predicts.
 *
 * The rules are findings of the domain (T01 and on); what they are asked of is read as for any command. Which of the
 * model's allocators is this kernel's is told by the files that it has; only what no file tells, by its release.
 */
#include <errno.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

/* ---- what is read ---- */

static void before_text(
	const struct test_opts *t, const struct before *b, struct buf *out)
{
	const struct work *w = &t->trial.work;
	uint64_t sum = 0;
	for (unsigned i = 0; i < b->n_zrams; i++)
		sum += t->zrams[i] - w->page;
	buf_fmt(out,
		"size %llu\nmem %llu\nsmall %llu\nzrams %u\nzram_size %llu\nmoved %llu\n",
		(unsigned long long)w->folio, (unsigned long long)w->mem,
		(unsigned long long)(w->small_too ? w->small : 0), b->n_zrams,
		(unsigned long long)sum, (unsigned long long)b->moved);
	if (b->predicted >= 0)
		buf_fmt(out, "model %s%s\npredicted %.4f\n",
			allocator_names[b->setup.allocator],
			b->setup.large_swapin ? ",large-swapin" : "", 100 * b->predicted);
}

struct taking_before {
	const struct test_opts *t;
	const struct before *b;
};

static int take_before(void *ctx, const struct plan *p, struct root *r, struct sample *s)
{
	const struct taking_before *x = ctx;
	struct buf text = {0};
	before_text(x->t, x->b, &text);
	root_set(r, "@trial/work", buf_cstr(&text));
	buf_reset(&text);
	setup_put(x->b->changes, &text);
	root_set(r, "@trial/changes", buf_cstr(&text));
	buf_free(&text);
	return domain_take(p, r, NULL, s);
}

/* ---- what it means ---- */

enum ask {
	ASK_6_18,
	ASK_6_15,
	ASK_6_14,
	ASK_6_12,
	ASK_ZSWAP,
	ASK_ZSWAP_EVER,
	ASK_IO,
	ASKS
};
static const char *const asks[ASKS] = {
	[ASK_6_18] = "since('6.18')",
	[ASK_6_15] = "since('6.15')",
	[ASK_6_14] = "host.hdd_clusters",
	[ASK_6_12] = "any(folio, has(nr_anon))",
	[ASK_ZSWAP] = "host.zswap_enabled == 'Y'",
	[ASK_ZSWAP_EVER] = "host.config_zswap_default == 'y' || has(zswap_entry)",
	[ASK_IO] = "host.in + host.out",
};

enum device_ask {
	DEVICE_PRIO,
	DEVICE_SIZE,
	DEVICE_USED,
	DEVICE_FILE,
	DEVICE_ROTA,
	DEVICE_ZRAM,
	DEVICE_ASKS
};
static const char *const device_asks[DEVICE_ASKS] = {
	[DEVICE_PRIO] = "prio",
	[DEVICE_SIZE] = "size",
	[DEVICE_USED] = "used",
	[DEVICE_FILE] = "type == 'file'",
	[DEVICE_ROTA] = "rota == 'yes'",
	[DEVICE_ZRAM] = "kind == 'zram'",
};

struct look {
	struct plan plan;
	struct sample sample, out;
	struct verdicts *verdicts;
	const struct code *codes[ASKS], *devices[DEVICE_ASKS];
	unsigned work, device; /* tables */
};

static int look_begin(struct look *l)
{
	struct span why = SPAN_EMPTY;
	int err = 0;
	plan_begin(&l->plan, &domain_swap);
	/* By this field the rules know that they are asked. */
	err = plan_want(&l->plan, "workload", SPAN("size"), &why);
	l->work = (unsigned)plan_shape(&l->plan, SPAN("workload"));
	l->device = (unsigned)plan_shape(&l->plan, SPAN("device"));
	for (unsigned i = 0; i < ASKS && !err; i++)
		err = plan_formula(
			&l->plan, "workload", span_z(asks[i]), &l->codes[i], &why);
	for (unsigned i = 0; i < DEVICE_ASKS && !err; i++)
		err = plan_formula(
			&l->plan, "device", span_z(device_asks[i]), &l->devices[i], &why);
	if (!err)
		err = verdicts_begin(
			&l->plan, &verb_before, 0, false, &l->verdicts, &why);
	if (err)
		say("swap test: %.*s", (int)why.n, why.p);
	plan_done(&l->plan);
	return err;
}

static void look_end(struct look *l)
{
	sample_free(&l->sample);
	sample_free(&l->out);
	plan_free(&l->plan);
}

static double real_of(
	const struct code *code, struct sample *s, unsigned table, unsigned row)
{
	double v = 0;
	if (!cell_real(code_eval(code, s, table, row), &v))
		v = 0;
	return v;
}

static bool holds(struct look *l, enum ask ask)
{
	return cell_true(code_eval(l->codes[ask], &l->out, l->work, 0));
}

static double of_device(struct look *l, unsigned row, enum device_ask ask)
{
	return real_of(l->devices[ask], &l->out, l->device, row);
}

static enum allocator allocator_of(struct look *l)
{
	if (!holds(l, ASK_6_12))
		return ALLOCATOR_6_10;
	if (!holds(l, ASK_6_14))
		return ALLOCATOR_6_12;
	return holds(l, ASK_6_18) ? ALLOCATOR_6_18 : ALLOCATOR_6_14;
}

/* ---- the model ---- */

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	if (x->prio != y->prio)
		return x->prio < y->prio ? 1 : -1;
	return x->row < y->row ? -1 : 1;
}

unsigned ranked_devices(struct sample *s, unsigned table, const struct code *prio,
	struct ranked *to, unsigned cap)
{
	unsigned n = s->tables[table].n < cap ? s->tables[table].n : cap;
	for (unsigned i = 0; i < n; i++)
		to[i] = (struct ranked){i, real_of(prio, s, table, i)};
	if (n)
		qsort(to, n, sizeof(*to), compare_ranked);
	return n;
}

/* Those that are active, in the order in which they are tried; false: the model cannot start where they are. */
static bool find_devices(struct before *b, struct look *l, bool *ret_zram)
{
	struct model_device *to = arena_zero(&b->arena, MODEL_DEVICES * sizeof(*to));
	struct ranked at[MODEL_DEVICES];
	unsigned n = ranked_devices(
			 &l->out, l->device, l->devices[DEVICE_PRIO], at, COUNT_OF(at)),
		 kept = 0;
	bool empty = true;
	*ret_zram = false;
	for (unsigned i = 0; i < n; i++) {
		unsigned row = at[i].row;
		double size = of_device(l, row, DEVICE_SIZE);
		/* A full one is not tried. */
		if (of_device(l, row, DEVICE_USED) >= size)
			continue;
		if (!kept)
			*ret_zram = of_device(l, row, DEVICE_ZRAM) > 0;
		to[kept++] = (struct model_device){
			.name = "device",
			/* Size leaves the header out. */
			.size = (uint64_t)size + MODEL_PAGE,
			.rotational = of_device(l, row, DEVICE_ROTA) > 0,
			.file = of_device(l, row, DEVICE_FILE) > 0,
		};
		empty = empty && of_device(l, row, DEVICE_USED) * 50 < size;
	}
	b->setup.devices = to;
	b->setup.n_devices = kept;
	/* The model does not take turns between equal ones. */
	return kept && empty && (n < 2 || at[0].prio > at[1].prio);
}

static void plan_devices(struct before *b, const struct test_opts *t)
{
	struct model_device *to = arena_zero(&b->arena, MODEL_DEVICES * sizeof(*to));
	for (unsigned i = 0; i < b->n_zrams; i++)
		to[i] = (struct model_device){.name = "zram", .size = t->zrams[i]};
	b->setup.devices = to;
	b->setup.n_devices = b->n_zrams;
}

/* Free pages that each CPU's batches of slots need before they are used, up to 6.14: mm/swap_slots.c. */
enum { BATCHES_FROM = 320, ROUNDS_MOST = 1000 };

static bool has_batches(const struct before *b, struct look *l, bool live)
{
	uint64_t pages = 0;
	for (unsigned i = 0; i < b->setup.n_devices; i++)
		pages += b->setup.devices[i].size / MODEL_PAGE;
	return live && !holds(l, ASK_6_15) &&
	       pages > (uint64_t)sysconf(_SC_NPROCESSORS_ONLN) * BATCHES_FROM;
}

/*
 * zram is read at once, and whole unless zswap was ever on; of a device that writes later folios are still in the
 * swap cache, whole. To a file they went in pieces.
 */
static bool comes_back_whole(const struct before *b, struct look *l, bool zram)
{
	if (b->setup.allocator < ALLOCATOR_6_12 || b->setup.zswap)
		return false;
	if (zram)
		return !holds(l, ASK_ZSWAP) && !holds(l, ASK_ZSWAP_EVER);
	return b->setup.n_devices && !b->setup.devices[0].file;
}

static void predict(
	struct before *b, const struct test_opts *t, struct look *l, bool live)
{
	bool zram = true, known = true;
	const char *why;
	struct trial trial;
	struct work work = t->trial.work;
	/* It settles long before that, and nobody should wait for it. */
	if (work.rounds > ROUNDS_MOST)
		work.rounds = ROUNDS_MOST;
	b->predicted = -1;
	if (b->n_zrams)
		plan_devices(b, t);
	else
		known = find_devices(b, l, &zram);
	b->setup.allocator = allocator_of(l);
	b->setup.zswap = !b->n_zrams && holds(l, ASK_ZSWAP);
	b->setup.large_swapin = comes_back_whole(b, l, zram);
	b->setup.slot_cache = has_batches(b, l, live);
	if (!known || l->sample.page_size != MODEL_PAGE || work.page != MODEL_PAGE ||
		!model_sound(&work, &b->setup, &why))
		return;
	model_run(&b->arena, &work, &b->setup, &trial);
	b->predicted = trial_share(&trial);
}

/* ---- rules ---- */

static void judge(struct before *b, struct look *l)
{
	struct note *notes;
	unsigned n = verdicts_find(l->verdicts, &l->out, &notes);
	for (unsigned i = 0; i < n; i++) {
		const struct finding *f = notes[i].finding;
		/* Of the machine as such other commands speak. */
		if (!f->verb)
			continue;
		struct buf *to = f->weight == 3 ? &b->refusal : &b->remarks;
		if (f->weight == 3 && b->n_refusals++)
			continue;
		buf_fmt(to, "%s ", f->id);
		note_text(to, &notes[i], 0, true);
		if (f->next)
			buf_fmt(to, "; %s", f->next);
		buf_str(to, f->weight == 3 ? "" : "\n");
	}
}

/* The counters of the moment before, to see whether they move by themselves. */
enum { MOMENT_NS = 500 * 1000 * 1000 };

static int look_once(
	struct look *l, const struct test_opts *t, const struct before *b, struct root *r)
{
	struct taking_before x = {t, b};
	int err = take_before(&x, &l->plan, r, &l->sample);
	if (!err)
		sample_reckon(&l->plan, NULL, &l->sample, &l->out);
	return err;
}

static double moved_ever(struct look *l)
{
	return real_of(l->codes[ASK_IO], &l->out, l->work, 0);
}

int before_look(struct before *b, const struct test_opts *t, struct root *r, bool watch)
{
	struct look l = {0};
	double before = 0;
	int err = look_begin(&l);
	b->predicted = -1;
	if (!err && watch)
		err = look_once(&l, t, b, r);
	if (!err && watch) {
		before = moved_ever(&l);
		wait_until(clock_mono_ns() + MOMENT_NS);
	}
	if (!err)
		err = look_once(&l, t, b, r);
	if (!err && watch)
		b->moved = (uint64_t)(moved_ever(&l) - before) / t->trial.work.page;
	if (!err) {
		predict(b, t, &l, root_live(r));
		err = look_once(&l, t, b, r);
	}
	if (!err) {
		for (unsigned i = 0; i < l.out.n_faults; i++)
			say_fault(&l.out.faults[i]);
		judge(b, &l);
		b->release = arena_span(&b->arena, l.sample.release).p;
	}
	look_end(&l);
	return err ? STATUS_FAILED : STATUS_OK;
}

void before_free(struct before *b)
{
	arena_free(&b->arena);
	buf_free(&b->refusal);
	buf_free(&b->remarks);
}

int before_show(struct opts *o, const struct test_opts *t, const struct before *b)
{
	struct taking_before x = {t, b};
	o->domain = &domain_swap;
	o->verb = &verb_before;
	int status = run_verb(o, take_before, &x);
	return status ? status : b->n_refusals ? STATUS_DIFFERS : STATUS_OK;
}
