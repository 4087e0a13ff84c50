// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * swap_test.c - `swsched swap test`: the swap allocator's own experiment on this machine.
 *
 * First it looks whether a killed run has left anything, then whether this machine fits (swap_before.c). With --zram it
 * sets up swap and folio sizes of its own (swap_setup.c) before that, and whatever happens then puts them back. The
 * workload (swap_live.c) has the terminal to itself only in the forms that are made of lines.
 */
#include <errno.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

enum { KEY_ZRAM = KEY_OWN + 1, KEY_CPU, KEY_DRY_RUN, KEY_RESTORE };

static const struct argp_option options[] = {
	TRIAL_OPTIONS,
	{"zram", KEY_ZRAM, "SIZE", 0,
		"set up swap of this size on a zram device for the time of the test; again: another behind it (root)",
		5},
	{"cpu", KEY_CPU, "CPU", 0,
		"the CPU to run on, or any (the one that it starts on)", 5},
	{"dry-run", KEY_DRY_RUN, NULL, 0,
		"say what it would meet and what it would change, and change nothing", 5},
	{"restore", KEY_RESTORE, NULL, 0,
		"undo what a test that was killed has left (root)", 5},
	{0},
};

/* ---- options ---- */

static int cpu_of(const struct opts *o, const char *arg)
{
	uint64_t cpu;
	if (!strcmp(arg, "any"))
		return TEST_CPU_ANY;
	if (span_u64(span_z(arg), &cpu) < 0 || cpu >= CPUS_MAX)
		opts_bad(o, "--cpu takes a CPU's number, or any, not '%s'", arg);
	return (int)cpu;
}

static void add_zram(const struct opts *o, struct test_opts *t, const char *arg)
{
	uint64_t bytes;
	if (span_size(span_z(arg), &bytes) < 0 || bytes < 1 << 20 ||
		bytes > (uint64_t)1 << 40 || bytes % (1 << 16))
		opts_bad(o, "--zram takes a size from 1M to 1T as in 64M, not '%s'", arg);
	if (t->n_zrams == TEST_ZRAMS)
		opts_bad(o, "--zram: %d devices are enough", TEST_ZRAMS);
	t->zrams[t->n_zrams++] = bytes;
}

static int option(struct opts *o, int key, const char *arg)
{
	struct test_opts *t = o->ctx;
	switch (key) {
	case KEY_ZRAM:
		add_zram(o, t, arg);
		return 0;
	case KEY_CPU:
		t->cpu = cpu_of(o, arg);
		return 0;
	case KEY_DRY_RUN:
		t->dry_run = true;
		return 0;
	case KEY_RESTORE:
		t->restore = true;
		return 0;
	default:
		return trial_option(o, &t->trial, key, arg) ? 0 : ARGP_ERR_UNKNOWN;
	}
}

static void no_arg(struct opts *o, unsigned n, const char *arg)
{
	(void)n;
	opts_bad(o, "too many arguments: '%s'", arg);
}

static void check(struct opts *o)
{
	const struct test_opts *t = o->ctx;
	if (t->restore && (t->dry_run || t->n_zrams || o->sysroot))
		opts_bad(o, "--restore is all that is done: nothing beside it");
	if (o->from || (o->sysroot && !t->dry_run))
		opts_bad(o, "the test runs on this machine: --sysroot is for --dry-run");
	trial_check(o, &t->trial);
}

const struct own test_own = {
	.args = "", .options = options, .option = option, .arg = no_arg, .check = check};

/* ---- one run ---- */

struct running {
	const struct test_opts *t;
	struct buf text;
};

/* Lines are written as they come. */
static int on_round(void *ctx, const struct round *r)
{
	struct running *x = ctx;
	if (x->t->trial.format == TRIAL_TABLE)
		return 0;
	if (x->t->trial.format == TRIAL_MAIL)
		mail_round(&x->text, r);
	else
		ktap_round(&x->text, r);
	return out_write(&x->text) ? -EIO : 0;
}

static int say_stopped(const struct test_opts *t, int err)
{
	/* A signal for all of the terminal's processes ends the child too. */
	switch (signals_stop() ? EINTR : -err) {
	case EINTR:
	case EIO: /* said already */
		break;
	case ECHILD:
		say("the process that does the work was killed: was there too little memory?");
		break;
	case ENODATA:
		say("the counters of %llu kB folios are not to be read",
			(unsigned long long)t->trial.work.folio / 1024);
		break;
	case EINVAL:
		say("this kernel puts no memory out on demand (MADV_PAGEOUT)");
		break;
	default:
		say("the test ended early: %s", strerror(-err));
	}
	return STATUS_FAILED;
}

static int run(const struct test_opts *t, struct before *b, struct trial *trial)
{
	struct running x = {t};
	if (t->trial.format == TRIAL_KTAP) {
		ktap_begin(&x.text, t->trial.work.rounds);
		if (out_write(&x.text))
			return STATUS_FAILED;
	}
	int err = workload_run(&t->trial.work, t->cpu, &b->arena, on_round, &x, trial);
	if (!err && t->trial.format == TRIAL_KTAP) {
		ktap_end(&x.text, trial);
		err = out_write(&x.text) ? -EIO : 0;
	}
	buf_free(&x.text);
	return err ? say_stopped(t, err) : STATUS_OK;
}

static int refuse(struct before *b)
{
	if (b->n_refusals > 1)
		say("%s (and %u more, which --dry-run lists)", buf_cstr(&b->refusal),
			b->n_refusals - 1);
	else
		say("%s", buf_cstr(&b->refusal));
	return STATUS_DIFFERS;
}

static int look_and_run(const struct test_opts *t, struct before *b, struct trial *trial)
{
	struct root *root;
	if (tree_open(NULL, 0, false, &root))
		return STATUS_FAILED;
	int status = before_look(b, t, root, true);
	root_close(root);
	if (status || signals_stop())
		return status;
	for (struct span rest = buf_text(&b->remarks); rest.n;) {
		struct span line = span_line(&rest);
		say("%.*s", (int)line.n, line.p);
	}
	if (b->n_refusals)
		return refuse(b);
	trial->kernel = b->release;
	trial->predicted = b->predicted;
	return run(t, b, trial);
}

/* ---- the command ---- */

static struct changes changes;

/* However the program ends by itself. */
static void at_exit(void)
{
	if (changes.record >= 0)
		setup_undo(&changes);
}

static int test(struct opts *o, const struct test_opts *t)
{
	struct before b = {.changes = &changes};
	struct trial trial = {.name = "live", .work = &t->trial.work, .predicted = -1};
	int status = setup_look(&changes);
	if (!status)
		status = setup_plan(&changes, t);
	if (status)
		return status;
	signals_keep();
	atexit(at_exit);
	status = setup_make(&changes);
	if (!status)
		status = look_and_run(t, &b, &trial);
	int undone = changes.record >= 0 ? setup_undo(&changes) : STATUS_OK;
	/* What was seen before it ended early is shown too. */
	if (trial.n_rounds && t->trial.format == TRIAL_TABLE) {
		const struct trials one = {&trial, 1, false};
		int printed = trial_print(o, &t->trial, trial_verb("test"), &one);
		status = status ? status : printed;
	}
	before_free(&b);
	signals_raise();
	return undone ? undone : status;
}

static int dry_run(struct opts *o, const struct test_opts *t)
{
	struct before b = {.changes = &changes, .n_zrams = t->n_zrams};
	struct root *root = NULL;
	struct buf path = {0};
	const char *tree = tree_of(o->sysroot, 0, false, &path);
	int status = tree_open(tree, 0, false, &root) ? STATUS_FAILED
						      : setup_begin(&changes, tree);
	if (!status && !tree)
		status = setup_look(&changes);
	if (!status)
		status = setup_plan(&changes, t);
	if (!status)
		status = before_look(&b, t, root, false);
	if (!status)
		status = before_show(o, t, &b);
	before_free(&b);
	root_close(root);
	buf_free(&path);
	return status;
}

int cmd_swap_test(struct opts *o, int argc, char **argv)
{
	struct test_opts t = {.trial.work = work_default, .cpu = TEST_CPU_HERE};
	t.trial.work.page = (uint64_t)sysconf(_SC_PAGESIZE);
	o->ctx = &t;
	opts_parse(o, TAKES_READ, trial_verb("test")->brief, argc, argv);
	if (t.dry_run)
		return dry_run(o, &t);
	int status = setup_begin(&changes, NULL);
	if (status)
		return status;
	return t.restore ? setup_restore(&changes) : test(o, &t);
}
