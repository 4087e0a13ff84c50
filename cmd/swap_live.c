// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * swap_live.c - the swap-out workload on this machine, with the kernel's counters read around each round.
 *
 * The counters are the machine's. What they moved by is told by the model, as of any two samples; a child process does
 * the work (tune.h), so that nothing of this one is ever put out and its own time is not counted.
 */
#include <errno.h>
#include <sched.h>

#include "cmd.h"
#include "tune.h"

enum value { OUT, FALLBACK, ZSWAP, IN, SMALL, VALUES };
/* Of the machine, with the size of the folios for @. */
static const char *const values[VALUES] = {
	[OUT] = "pick(folio, size == @, swpout ?: anon_swpout)",
	[FALLBACK] = "pick(folio, size == @, fallback)",
	[ZSWAP] = "pick(folio, size == @, zswpout)",
	[IN] = "pick(folio, size == @, swpin)",
	[SMALL] = "host.out - sum(folio, bytes_out) - or0(host.zswpwb)",
};

enum of_device { PRIO, SIZE, USED, IS_FILE, ROTA, WRITES, WRITTEN, OF_DEVICES };
static const char *const of_device[OF_DEVICES] = {[PRIO] = "prio",
	[SIZE] = "size",
	[USED] = "used",
	[IS_FILE] = "type == 'file'",
	[ROTA] = "rota == 'yes'",
	[WRITES] = "write_ios",
	[WRITTEN] = "written"};

/* What a device had in use before, the most that it had more since; what it was given to write in the rounds. */
struct watched {
	struct span name;
	uint64_t before, more;
	uint64_t writes,
		written; /* UNSEEN: it does not tell, or not so that it could be taken apart */
};

struct live {
	const struct work *work;
	struct root *root;
	struct memo memo;
	struct plan plan;
	const struct code *values[VALUES], *devices[OF_DEVICES];
	unsigned host, device;
	struct sample samples[2], out;
	unsigned n_samples;
	struct watched watched[MODEL_DEVICES];
	unsigned n_watched;
	struct load load;
	struct load_cost cost;
	struct round *rounds;
	unsigned n_rounds;
};

/* ---- the counters ---- */

static int plan_live(struct live *l)
{
	struct span why = SPAN_EMPTY;
	struct buf text = {0};
	int err = 0;
	plan_begin(&l->plan, &domain_swap);
	l->host = (unsigned)plan_shape(&l->plan, SPAN("host"));
	l->device = (unsigned)plan_shape(&l->plan, SPAN("device"));
	for (unsigned i = 0; i < VALUES && !err; i++) {
		struct span rest = span_z(values[i]);
		buf_reset(&text);
		buf_span(&text, span_cut(&rest, '@'));
		if (rest.n)
			buf_u64(&text, l->work->folio);
		buf_span(&text, rest);
		err = plan_formula(&l->plan, "host",
			arena_span(&l->plan.arena, buf_text(&text)), &l->values[i], &why);
	}
	for (unsigned i = 0; i < OF_DEVICES && !err; i++)
		err = plan_formula(
			&l->plan, "device", span_z(of_device[i]), &l->devices[i], &why);
	if (err)
		say("swap test: %.*s", (int)why.n, why.p);
	plan_done(&l->plan);
	buf_free(&text);
	return err;
}

/* The memo lends rows to the last two samples, so they take turns. */
static int take(struct live *l)
{
	return domain_take(&l->plan, l->root, &l->memo, &l->samples[l->n_samples++ % 2]);
}

static const struct sample *last(const struct live *l, unsigned before)
{
	return &l->samples[(l->n_samples - 1 - before) % 2];
}

static uint64_t number_of(struct cell c)
{
	double v;
	if (!cell_real(c, &v))
		return UNSEEN;
	/* A little below zero: the files were not read at one moment. */
	return v < 0 ? 0 : (uint64_t)v;
}

static uint64_t device_value(struct live *l, unsigned row, enum of_device what)
{
	return number_of(code_eval(l->devices[what], &l->out, l->device, row));
}

static struct watched *watched_of(struct live *l, struct span name)
{
	for (unsigned i = 0; i < l->n_watched; i++)
		if (span_eq(l->watched[i].name, name))
			return &l->watched[i];
	return NULL;
}

static void add_writes(struct watched *w, uint64_t writes, uint64_t written)
{
	bool known = writes != UNSEEN && written != UNSEEN && w->writes != UNSEEN;
	w->writes = known ? w->writes + writes : UNSEEN;
	w->written = known ? w->written + written : UNSEEN;
}

/* After a round what counters say is what they moved by. */
static void watch(struct live *l, bool round)
{
	const struct table *t = &l->out.tables[l->device];
	for (unsigned i = 0; i < t->n; i++) {
		uint64_t used = device_value(l, i, USED);
		struct watched *w = watched_of(l, t->rows[i].name);
		if (used == UNSEEN || (!w && l->n_watched == MODEL_DEVICES))
			continue;
		if (!w) {
			w = &l->watched[l->n_watched++];
			*w = (struct watched){
				arena_span(&l->plan.arena, t->rows[i].name), used};
		}
		if (used > w->before && used - w->before > w->more)
			w->more = used - w->before;
		if (round)
			add_writes(w, device_value(l, i, WRITES),
				device_value(l, i, WRITTEN));
	}
}

static int round_end(struct live *l, unsigned number)
{
	struct round *r = &l->rounds[l->n_rounds];
	uint64_t all = l->work->mem + (l->work->small_too ? l->work->small : 0),
		 v[VALUES];
	int err = take(l);
	if (err)
		return err;
	sample_reckon(&l->plan, last(l, 1), last(l, 0), &l->out);
	for (unsigned i = 0; i < VALUES; i++)
		v[i] = number_of(code_eval(l->values[i], &l->out, l->host, 0));
	*r = (struct round){
		.number = number,
		.swpout = v[OUT],
		.fallback = v[FALLBACK],
		.zswpout = v[ZSWAP],
		.swpin = v[IN],
		.small_out = v[SMALL],
		.left = l->load.swapped == UINT64_MAX ? UNSEEN
			: l->load.swapped > all	      ? 0
						      : all - l->load.swapped,
		.system_ns = l->cost.system_ns,
	};
	l->n_rounds++;
	watch(l, true);
	/* Without these there is nothing to tell. */
	return v[OUT] == UNSEEN || v[FALLBACK] == UNSEEN ? -ENODATA : 0;
}

/* ---- the work ---- */

static int step_do(struct live *l, const struct step *step)
{
	static const enum load_op ops[] = {[ACT_FILL] = LOAD_WRITE,
		[ACT_TOUCH] = LOAD_WRITE,
		[ACT_RENEW] = LOAD_FRESH,
		[ACT_OUT] = LOAD_OUT};
	switch (step->act) {
	case ACT_BEGIN:
		memset(&l->cost, 0, sizeof(l->cost));
		return take(l);
	case ACT_END:
		return round_end(l, step->round);
	default:
		return load_do(&l->load, ops[step->act], step->small, step->unit, step->n,
			step->places, &l->cost);
	}
}

static int begin_load(struct live *l, int cpu)
{
	const struct work *w = l->work;
	const struct load_area areas[LOAD_AREAS] = {
		{w->mem, w->folio, true},
		{w->small_too ? w->small : 0, w->page, false},
	};
	if (cpu == TEST_CPU_HERE)
		cpu = sched_getcpu();
	return load_begin(areas, cpu, &l->load);
}

static int run_steps(struct live *l, workload_round *each, void *ctx)
{
	static struct steps steps;
	struct step step;
	int err = 0;
	steps_begin(&steps, l->work);
	while (!err && steps_next(&steps, &step)) {
		err = signals_stop() ? -EINTR : step_do(l, &step);
		if (!err && step.act == ACT_END && each)
			err = each(ctx, &l->rounds[l->n_rounds - 1]);
	}
	return err;
}

/* ---- what came of it ---- */

/* The only device whose use ever grew has taken all of it. */
static bool is_alone(const struct live *l, const struct watched *w)
{
	for (unsigned i = 0; i < l->n_watched; i++)
		if (l->watched[i].more && &l->watched[i] != w)
			return false;
	return w && w->more;
}

/*
 * So many requests, each a folio or a page, wrote so many bytes: how many were folios. False: it cannot be, somebody
 * else wrote too.
 */
static bool take_apart(
	const struct live *l, const struct watched *w, uint64_t *ret_folios)
{
	const struct work *k = l->work;
	if (!w || w->writes == UNSEEN || w->written < w->writes * k->page ||
		(w->written - w->writes * k->page) % (k->folio - k->page))
		return false;
	*ret_folios = (w->written - w->writes * k->page) / (k->folio - k->page);
	return *ret_folios <= w->writes;
}

static void put_taken(const struct live *l, const struct watched *w,
	const struct round *sum, struct swap_target *t)
{
	uint64_t folios;
	if (w && !w->more) {
		t->folios = t->small = 0;
	} else if (is_alone(l, w)) {
		t->folios = sum->swpout;
		t->small = sum->small_out;
	} else if (take_apart(l, w, &folios)) {
		t->folios = folios;
		t->small = (w->writes - folios) * l->work->page;
	}
}

static struct swap_target target_of(
	struct live *l, unsigned row, const struct round *sum, struct arena *a)
{
	struct span name = l->out.tables[l->device].rows[row].name;
	struct buf word = {0};
	door_word(&word, name);
	struct swap_target t = {
		.name = arena_span(a, buf_text(&word)).p,
		.kind = device_value(l, row, IS_FILE) == 1 ? "file"
			: device_value(l, row, ROTA) == 1  ? "rotational"
							   : "block",
		.size = device_value(l, row, SIZE),
		.used = device_value(l, row, USED),
		.folios = UNSEEN,
		.small = UNSEEN,
		.refused = UNSEEN,
	};
	put_taken(l, watched_of(l, name), sum, &t);
	buf_free(&word);
	return t;
}

static void tell(struct live *l, struct arena *a, struct trial *ret)
{
	struct ranked at[MODEL_DEVICES];
	unsigned n =
		ranked_devices(&l->out, l->device, l->devices[PRIO], at, COUNT_OF(at));
	struct swap_target *targets = arena_get(a, (n + 1) * sizeof(*targets));
	ret->rounds = l->rounds;
	ret->n_rounds = l->n_rounds;
	const struct round sum = trial_sum(ret);
	for (unsigned i = 0; i < n; i++)
		targets[i] = target_of(l, at[i].row, &sum, a);
	ret->targets = targets;
	ret->n_targets = n;
}

int workload_run(const struct work *w, int cpu, struct arena *a, workload_round *each,
	void *ctx, struct trial *ret_trial)
{
	struct live l = {.work = w};
	int err = root_open(NULL, ROOT_KEEP, &l.root);
	if (err)
		return err;
	l.rounds = arena_get(a, w->rounds * sizeof(*l.rounds));
	err = plan_live(&l);
	/* What devices hold before any of it is theirs. */
	if (!err)
		err = take(&l);
	if (!err) {
		sample_reckon(&l.plan, NULL, last(&l, 0), &l.out);
		watch(&l, false);
		err = begin_load(&l, cpu);
	}
	if (!err)
		err = run_steps(&l, each, ctx);
	load_end(&l.load);
	if (l.n_rounds)
		tell(&l, a, ret_trial);
	sample_free(&l.samples[0]);
	sample_free(&l.samples[1]);
	sample_free(&l.out);
	memo_free(&l.memo);
	plan_free(&l.plan);
	root_close(l.root);
	return err;
}
