// SPDX-License-Identifier: GPL-2.0-or-later
/* swap_sim.c - `swsched swap sim`: the swap-out workload on a model of the kernel's swap allocator. */
#include "cmd.h"

enum {
	KEY_ALLOCATOR = KEY_OWN,
	KEY_DEVICE,
	KEY_ROTATIONAL,
	KEY_FILE,
	KEY_DISCARD,
	KEY_ZSWAP,
	KEY_LARGE_SWAPIN,
	KEY_SLOT_CACHE,
	KEY_STATE,
	DEVICE_MIB = 64, /* of the kernel's program */
	MAX_PANES = 8,
};

/* What the options say; the options of the workload are a part of it. */
struct sim_opts {
	struct trial_opts trial;
	struct setup setup;
	enum allocator allocators[N_ALLOCATORS];
	unsigned n_allocators;
	struct model_device devices[MODEL_DEVICES],
		every; /* every: what was said before the first */
	unsigned n_devices;
	bool state;
};

static const struct argp_option options[] = {
	TRIAL_OPTIONS,
	{"allocator", KEY_ALLOCATOR, "ALLOCATOR,…", 0,
		"6.10, v3, v4, 6.12, 6.14, 6.18 (the default) or all: which kernels' allocators",
		6},
	{"device", KEY_DEVICE, "SIZE", 0,
		"a swap device (64M); several are tried in this order", 6},
	{"rotational", KEY_ROTATIONAL, NULL, 0,
		"of the device before it, or of every: a disk that seeks", 6},
	{"file", KEY_FILE, NULL, 0, "of the device before it, or of every: a swap file",
		6},
	{"discard", KEY_DISCARD, NULL, 0,
		"of the device before it, or of every: freed clusters are discarded first",
		6},
	{"zswap", KEY_ZSWAP, NULL, 0, "zswap is on and takes everything", 6},
	{"large-swapin", KEY_LARGE_SWAPIN, NULL, 0,
		"from 6.12 on: folios come back whole, as from zram", 6},
	{"slot-cache", KEY_SLOT_CACHE, NULL, 0,
		"before 6.15: single slots come and go in batches, as on 2 CPUs", 6},
	{"state", KEY_STATE, NULL, 0,
		"how full the clusters are at the end, by list, and where folios have place",
		6},
	{0},
};

static void add_allocator(const struct opts *o, struct sim_opts *s, struct span name)
{
	for (unsigned i = 0; i < N_ALLOCATORS; i++) {
		if (!span_is(name, allocator_names[i]))
			continue;
		for (unsigned j = 0; j < s->n_allocators; j++)
			if (s->allocators[j] == i)
				opts_bad(o, "--allocator names %s twice",
					allocator_names[i]);
		s->allocators[s->n_allocators++] = (enum allocator)i;
		return;
	}
	opts_bad(o, "--allocator takes 6.10, v3, v4, 6.12, 6.14, 6.18 or all, not '%.*s'",
		(int)name.n, name.p);
}

static void add_allocators(const struct opts *o, struct sim_opts *s, const char *arg)
{
	struct span rest = span_z(arg);
	if (!strcmp(arg, "all")) {
		for (unsigned i = 0; i < N_ALLOCATORS; i++)
			add_allocator(o, s, span_z(allocator_names[i]));
		return;
	}
	bool more = true;
	while (more) {
		more = span_find(rest, ',') >= 0;
		add_allocator(o, s, span_cut(&rest, ','));
	}
}

static void add_device(const struct opts *o, struct sim_opts *s, const char *arg)
{
	uint64_t size;
	if (s->n_devices == MODEL_DEVICES)
		opts_bad(o, "--device: a model has at most %d", MODEL_DEVICES);
	if (span_size(span_z(arg), &size) < 0)
		opts_bad(o, "--device takes a size as in 64M or 1G, not '%s'", arg);
	s->devices[s->n_devices] = s->every;
	s->devices[s->n_devices++].size = size;
}

static int option(struct opts *o, int key, const char *arg)
{
	struct sim_opts *s = o->ctx;
	struct model_device *d = s->n_devices ? &s->devices[s->n_devices - 1] : &s->every;
	if (trial_option(o, &s->trial, key, arg))
		return 0;
	if (key == KEY_ALLOCATOR)
		add_allocators(o, s, arg);
	else if (key == KEY_DEVICE)
		add_device(o, s, arg);
	else if (key == KEY_ROTATIONAL)
		d->rotational = true;
	else if (key == KEY_FILE)
		d->file = true;
	else if (key == KEY_DISCARD)
		d->discard = true;
	else if (key == KEY_ZSWAP)
		s->setup.zswap = true;
	else if (key == KEY_LARGE_SWAPIN)
		s->setup.large_swapin = true;
	else if (key == KEY_SLOT_CACHE)
		s->setup.slot_cache = true;
	else if (key == KEY_STATE)
		s->state = true;
	else
		return ARGP_ERR_UNKNOWN;
	return 0;
}

static void argument(struct opts *o, unsigned n, const char *arg)
{
	(void)n;
	opts_bad(o, "'%s': a model takes no arguments but options", arg);
}

static void check(struct opts *o)
{
	static const char *const names[MODEL_DEVICES] = {
		"swap1", "swap2", "swap3", "swap4", "swap5", "swap6", "swap7", "swap8"};
	struct sim_opts *s = o->ctx;
	const char *why;
	if (o->sysroot || o->from || o->cgroup)
		opts_bad(o, "a model reads no machine: no --%s",
			o->sysroot ? "sysroot"
			: o->from  ? "from"
				   : "cgroup");
	if (!s->n_allocators)
		add_allocator(o, s, span_z(allocator_names[ALLOCATOR_6_18]));
	if (!s->n_devices) {
		s->every.size = (uint64_t)DEVICE_MIB << 20;
		s->devices[s->n_devices++] = s->every;
	}
	for (unsigned i = 0; i < s->n_devices; i++)
		s->devices[i].name = names[i];
	s->setup.devices = s->devices;
	s->setup.n_devices = s->n_devices;
	trial_check(o, &s->trial);
	if (!model_sound(&s->trial.work, &s->setup, &why))
		opts_bad(o, "%s", why);
}

const struct own sim_own = {.args = "",
	.options = options,
	.option = option,
	.arg = argument,
	.check = check};

/* With --state what the clusters are like is a part of the answer; one by one, only of a document. */
static struct verb verb_of(const struct opts *o, bool state, struct pane *panes)
{
	struct verb v = *trial_verb("sim");
	for (size_t i = 0; i < v.n_panes && i < MAX_PANES; i++) {
		panes[i] = v.panes[i];
		panes[i].apart &=
			!state || (!strcmp(panes[i].row, "cluster") &&
					  (!o->view->exact || o->view->one_pick));
	}
	v.panes = panes;
	return v;
}

int cmd_swap_sim(struct opts *o, int argc, char **argv)
{
	struct sim_opts s = {.trial.work = work_default};
	struct trial trials[N_ALLOCATORS];
	struct pane panes[MAX_PANES];
	struct arena arena = {0};
	o->ctx = &s;
	opts_parse(o, TAKES_READ,
		"Plays the swap-out workload on a model of the kernel's swap allocator.",
		argc, argv);
	for (unsigned i = 0; i < s.n_allocators; i++) {
		s.setup.allocator = s.allocators[i];
		model_run(&arena, &s.trial.work, &s.setup, &trials[i]);
	}
	const struct verb v = verb_of(o, s.state, panes);
	const struct trials all = {trials, s.n_allocators, true};
	int status = trial_print(o, &s.trial, &v, &all);
	arena_free(&arena);
	return status;
}
