// SPDX-License-Identifier: GPL-2.0-or-later
/* top.c - `swsched DOMAIN top`: the live screen, or the same as text where there is none. */
#include <unistd.h>

#include "live.h"

enum { SECONDS = 2 }; /* unless said otherwise */

struct top {
	bool batch, delay;
};

static const struct argp_option options[] = {
	{"delay", 'd', "SEC", 0,
		"seconds between two looks; 0, of a captured tree: as fast as can be", 1},
	{"iterations", 'n', "N", 0, "end after so many", 1},
	{"batch", 'b', NULL, 0, "print each look as text, no screen", 1},
	{0},
};

static int option(struct opts *o, int key, const char *arg)
{
	struct top *t = o->ctx;
	uint64_t n;
	switch (key) {
	case 'd':
		if (span_double(span_z(arg), &o->interval) < 0 || o->interval > 1e6)
			opts_bad(o, "'%s' is no delay in seconds (0.01 to 1000000)", arg);
		t->delay = true;
		return 0;
	case 'n':
		if (span_u64(span_z(arg), &n) < 0 || !n || n > 1ul << 40)
			opts_bad(o, "'%s' is no number of looks", arg);
		o->count = n;
		return 0;
	case 'b':
		t->batch = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check(struct opts *o)
{
	const struct top *t = o->ctx;
	if (t->delay && o->interval < 0.01 && (!o->sysroot || o->interval > 0))
		opts_bad(o, "a delay is at least 0.01 seconds");
	if (o->from && (t->delay || o->count))
		opts_bad(o, "--from and --to are one interval: no %s beside them",
			t->delay ? "-d" : "-n");
	if (o->topology && !o->sysroot)
		opts_bad(o, "--topology is no machine that does anything: see '%s map'",
			o->domain->name);
	if (o->from)
		return;
	if (!t->delay && !o->interval)
		o->interval = SECONDS;
	/* No wait at all, but a loop. */
	if (!o->interval)
		o->interval = 1e-9;
}

const struct own top_own = {
	.args = "[INTERVAL [COUNT]]",
	.options = options,
	.option = option,
	.check = check,
};

/* Trees in turn are played; a tree by itself is read time and again, for a machine may live in it. */
static bool is_one_tree(const char *sysroot)
{
	struct buf b = {0};
	buf_fmt(&b, "%s/t0", sysroot);
	bool one = !path_folder(buf_cstr(&b));
	buf_free(&b);
	return one;
}

static bool has_screen(const struct opts *o, const struct top *t)
{
	const char *term = getenv("TERM");
	return !t->batch && !strcmp(o->view->name, "table") && out_terminal() &&
	       isatty(STDIN_FILENO) == 1 && term && *term && strcmp(term, "dumb") != 0;
}

/* LIVE_NO_SCREEN, and why was said: what there is to see can be printed all the same. */
static int screen(struct opts *o)
{
	void *terminal;
	int err = module_symbol("screen", "screen_terminal", &terminal);
	if (err) {
		say("no screen: %s; printing instead, as with -b",
			err == -ENOSYS ? "built without ncurses"
				       : "its module cannot be loaded");
		return LIVE_NO_SCREEN;
	}
	int status = live_run(o, terminal);
	if (status == LIVE_NO_SCREEN)
		say("no screen: nothing is known of a terminal '%s' (TERM); printing instead, as with -b",
			getenv("TERM"));
	return status;
}

int cmd_top(struct opts *o, int argc, char **argv)
{
	struct top t = {0};
	o->ctx = &t;
	o->loops = true;
	o->verb = o->domain->top;
	opts_parse(o, TAKES_READ | TAKES_VERB, o->verb->brief, argc, argv);
	o->again = o->sysroot && is_one_tree(o->sysroot);
	if (has_screen(o, &t)) {
		int status = screen(o);
		if (status != LIVE_NO_SCREEN)
			return status;
	}
	return run_verb(o, NULL, NULL);
}
