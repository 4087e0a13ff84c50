// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * closetimeo_apply.c - `swsched cifs closetimeo apply`: live mounts and fstab brought in line with cifs.conf(5).
 *
 * What differs is printed first, a line each. An explicit value is nobody's to change: the kernel cannot tell it from a
 * default, so a live one that is neither the kernel's own nor known to be ours is taken for one; so is any in fstab.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

enum {
	KEY_LIVE = KEY_OWN + 0x50,
	KEY_PERSIST,
	KEY_CHECK,
	KEY_FORCE,
	KEY_DRY_RUN,
	KEY_SYSROOT
};

struct applying {
	bool live, persist, check, force, dry_run; /* asked for */
	bool here; /* this machine, not a tree */
	bool both; /* neither of live and persist was: both are looked at, none is changed */
	struct root *root;
	struct arena arena;
	struct smb_defaults all;
	const struct smb_default **due; /* to be set live */
	unsigned n_due, n_drift;
	struct persist p;
	struct buf out;
	int status; /* the first that was not 0 */
};

static int take_option(struct opts *o, int key, const char *arg)
{
	struct applying *a = o->ctx;
	switch (key) {
	case KEY_LIVE:
		a->live = true;
		return 0;
	case KEY_PERSIST:
		a->persist = true;
		return 0;
	case KEY_CHECK:
		a->check = true;
		return 0;
	case KEY_FORCE:
		a->force = true;
		return 0;
	case KEY_DRY_RUN:
		a->dry_run = true;
		return 0;
	case KEY_SYSROOT:
		o->sysroot = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void take_arg(struct opts *o, unsigned n, const char *arg)
{
	(void)n;
	opts_bad(o, "there is nothing to name here: '%s' ('closetimeo set' takes mounts)",
		arg);
}

static void check(struct opts *o)
{
	struct applying *a = o->ctx;
	a->both = !a->live && !a->persist;
	if (o->sysroot && a->live && !a->check && !a->dry_run)
		opts_bad(o,
			"no mount is live in a tree: --sysroot goes with --persist, --check or --dry-run");
}

static const struct argp_option options[] = {
	{"live", KEY_LIVE, NULL, 0, "change live mounts (root)", 1},
	{"persist", KEY_PERSIST, NULL, 0,
		"write fstab (root), and print what is to be written elsewhere", 1},
	{"check", KEY_CHECK, NULL, 0,
		"change nothing; status 6 if something would be changed", 1},
	{"force", KEY_FORCE, NULL, 0, "change explicit values too", 1},
	{"dry-run", KEY_DRY_RUN, NULL, 0,
		"say what would be done, and do nothing; needs no root", 1},
	{"sysroot", KEY_SYSROOT, "DIR", 0,
		"the files below DIR instead of this machine's", 1},
	{0},
};

const struct own closetimeo_apply_own = {
	.args = "",
	.options = options,
	.option = take_option,
	.arg = take_arg,
	.check = check,
};

/* ---- what differs ---- */

static void failed(struct applying *a, int status)
{
	if (!a->status)
		a->status = status;
}

static void put_reason(struct buf *b, const struct smb_default *m)
{
	if (m->says == SMB_CONF) {
		put_section(b, m->conf.scope, m->conf.name);
		buf_str(b, " of cifs.conf");
	} else
		buf_str(b, m->says == SMB_FSTAB ? "fstab" : "its unit");
}

/* Why the live value is not to be changed; NULL: it may be. */
static const char *stays(const struct applying *a, const struct smb_default *m)
{
	/* By its path that of another would be changed. */
	if (m->covered)
		return "another mount lies over it";
	return m->kernels || m->ours || a->force
		       ? NULL
		       : "it may be explicit (--force changes it)";
}

static void find_live(struct applying *a)
{
	a->due = arena_zero(&a->arena, (a->all.n + 1) * sizeof(*a->due));
	for (unsigned i = 0; i < a->all.n; i++) {
		const struct smb_default *m = &a->all.mounts[i];
		const char *why = stays(a, m);
		if (!m->leads || !m->has_live || m->says == SMB_NOTHING ||
			m->wanted == m->live || (why && !a->dry_run))
			continue;
		put_unescaped(&a->out, m->target);
		buf_fmt(&a->out, ": live closetimeo %llu", (unsigned long long)m->live);
		if (!why) {
			a->due[a->n_due++] = m;
			a->n_drift++;
			buf_fmt(&a->out, " -> %llu, by ", (unsigned long long)m->wanted);
			put_reason(&a->out, m);
		} else
			buf_fmt(&a->out, " stays: %s", why);
		buf_char(&a->out, '\n');
	}
}

/* The value that the line is to have; NULL: none, or the one it has. */
static const uint64_t *line_wants(
	const struct applying *a, const struct fstab_line *l, struct conf_item *item)
{
	struct mount_option o;
	bool helper, given = mount_option_find(l->options, "closetimeo", &o);
	uint64_t seconds;
	if (!fstab_smb(l->type, &helper) ||
		!conf_find(a->all.conf, l->source, l->target, item))
		return NULL;
	if (!given)
		return helper ? NULL : &item->seconds;
	if (!a->force ||
		(closetimeo_option(o.value, &seconds) && seconds == item->seconds))
		return NULL;
	return &item->seconds;
}

/* mount(8) would run mount.cifs with a type that it does not know, which mounts nothing and says so nowhere. */
static bool helper_laid(struct span type)
{
	static const char *const dirs[] = {"/sbin", "/usr/sbin"};
	char path[64];
	for (size_t i = 0; i < COUNT_OF(dirs); i++) {
		snprintf(path, sizeof(path), "%s/mount.%.*s", dirs[i], (int)type.n,
			type.p);
		if (!access(path, X_OK))
			return true;
	}
	return false;
}

static void find_lines(struct applying *a)
{
	struct span rest = a->p.r.text;
	struct fstab_line l = {0};
	struct conf_item item;
	bool helper;
	while (fstab_next(&rest, &l)) {
		if (!fstab_smb(l.type, &helper))
			continue;
		const uint64_t *seconds = line_wants(a, &l, &item);
		if (!seconds && !helper)
			continue;
		if (helper && a->here && !helper_laid(l.type)) {
			persist_refused(&a->p, &l, -ENOENT, &a->out);
			continue;
		}
		int rc = persist_line(&a->p, &l, seconds, &a->out);
		a->n_drift += rc > 0;
		if (rc < 0)
			persist_refused(&a->p, &l, rc, &a->out);
	}
}

/* Mounts that would not be so when made anew, and that no line of fstab is the place for. */
static void put_snippets(struct applying *a)
{
	for (unsigned i = 0; i < a->all.n; i++) {
		const struct smb_default *m = &a->all.mounts[i];
		if (m->says == SMB_CONF && !m->in_fstab &&
			(!m->ours || m->in_unit || m->autofs))
			put_snippet(&a->out, m, m->wanted);
	}
}

/* ---- what is done ---- */

static int flush(struct applying *a)
{
	return a->out.n ? out_write(&a->out) : STATUS_OK;
}

static struct span unescaped(struct applying *a, struct span s)
{
	char *plain = arena_get(&a->arena, s.n + 1);
	return (struct span){plain, span_unoctal(s, plain)};
}

static void set_live(struct applying *a)
{
	int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	for (unsigned i = 0; i < a->n_due; i++) {
		if (signals_stop()) {
			say_unseen(a->n_due - i, a->n_due);
			failed(a, STATUS_FAILED);
			break;
		}
		const struct smb_default *m = a->due[i];
		int status = closetimeo_live(a->root, unescaped(a, m->target), m->wanted);
		if (status)
			failed(a, status);
		else if (root >= 0) {
			const struct given g = {m->dev, m->id, m->wanted, "apply"};
			given_put(root, &g);
		}
		flush(a);
	}
	if (root >= 0)
		close(root);
}

static int say_drift(const struct applying *a)
{
	const char *what = a->both || (a->live && a->persist) ? "--live --persist"
			   : a->live			      ? "--live"
							      : "--persist";
	if (a->check && a->n_drift) {
		say("%u setting%s from the defaults; 'swsched cifs closetimeo apply %s' changes %s",
			a->n_drift, number_word(a->n_drift, " differs", "s differ"), what,
			number_word(a->n_drift, "it", "them"));
		return STATUS_DIFFERS;
	}
	if (a->both && a->n_drift && !a->dry_run)
		say("nothing was changed: 'swsched cifs closetimeo apply %s' does it",
			what);
	return STATUS_OK;
}

static int apply(struct applying *a)
{
	bool live = a->live || a->both, persist = a->persist || a->both,
	     act = !a->check && !a->dry_run;
	if (live)
		find_live(a);
	if (persist)
		find_lines(a);
	if (a->persist && !a->check)
		put_snippets(a);
	int status = flush(a);
	if (status)
		return status;
	if (act && a->live)
		set_live(a);
	if (act && a->persist && !signals_stop()) {
		status = persist_commit(&a->p, &a->out);
		if (status)
			failed(a, status);
		flush(a);
	}
	if (a->status)
		return a->status;
	status = persist_say_refused(&a->p);
	return status ? status : say_drift(a);
}

static int begin(const struct opts *o, struct applying *a)
{
	a->here = !o->sysroot;
	int err = root_open(o->sysroot, 0, &a->root);
	if (err) {
		say("cannot open %s: %s", o->sysroot ? o->sysroot : "/", strerror(-err));
		return STATUS_FAILED;
	}
	err = smb_defaults_read(a->root, &a->arena, &a->all);
	if (err && err != -ENOENT) {
		say("/proc/self/mountinfo: %s", strerror(-err));
		return STATUS_FAILED;
	}
	if (a->all.conf_err && a->all.conf_err != -ENOENT &&
		a->all.conf_err != -ENOTDIR) {
		say("/%s: %s (try as root)", SMB_CONF_PATH, strerror(-a->all.conf_err));
		return STATUS_PRIVILEGE;
	}
	conf_say_faults(a->all.conf);
	return persist_begin(&a->p, o->sysroot);
}

int cmd_closetimeo_apply(struct opts *o, int argc, char **argv)
{
	struct applying a = {.all = {.fstab = SPAN_EMPTY, .conf = SPAN_EMPTY},
		.p.r = {.dir = -1, .root = -1}};
	o->ctx = &a;
	opts_parse(o, TAKES_OWN,
		"Shows which mounts and lines of fstab differ from the defaults of cifs.conf; --live and --persist change them.",
		argc, argv);
	signals_begin();
	int status = begin(o, &a);
	if (!status)
		status = apply(&a);
	persist_end(&a.p);
	root_close(a.root);
	buf_free(&a.out);
	arena_free(&a.arena);
	signals_raise();
	return status;
}
