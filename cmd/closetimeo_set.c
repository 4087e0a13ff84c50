// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * closetimeo_set.c - `swsched cifs closetimeo set SECONDS MOUNT…`: change it live, and nothing else.
 *
 * One mount after the other: what will change is said first, then what has become of it. After the first that
 * fails nothing more is done, unless --keep-going.
 */
#include <errno.h>

#include "cmd.h"
#include "tune.h"

enum { KEY_DRY_RUN = KEY_OWN, KEY_KEEP_GOING, KEY_PERSIST, KEY_SET_SYSROOT };
enum { LONG = 60 }; /* seconds beyond which somebody else will notice */

struct asked_set {
	struct arena arena;
	struct root *root;
	struct buf out;
	uint64_t seconds;
	struct span *mounts;
	unsigned n, cap;
	const char *sysroot;
	bool given, dry_run, keep_going, persist;
	bool noted; /* what is true of every mount */
};

/* ---- what was asked for ---- */

/* Plain decimal: the kernel would read 010 as 8, so nobody is to guess which was meant. */
static void take_seconds(struct opts *o, struct asked_set *s, const char *arg)
{
	if (span_u64(span_z(arg), &s->seconds) < 0 || (*arg == '0' && arg[1]))
		opts_bad(o,
			"'%s' is no number of seconds: whole and decimal, without a 0 in front",
			arg);
	s->given = true;
}

static void take_arg(struct opts *o, unsigned n, const char *arg)
{
	struct asked_set *s = o->ctx;
	if (!n) {
		take_seconds(o, s, arg);
		return;
	}
	s->mounts = arena_more(&s->arena, s->mounts, s->n, &s->cap, sizeof(*s->mounts));
	s->mounts[s->n++] = place_of(&s->arena, arg);
}

static int take_option(struct opts *o, int key, const char *arg)
{
	struct asked_set *s = o->ctx;
	switch (key) {
	case KEY_DRY_RUN:
		s->dry_run = true;
		return 0;
	case KEY_KEEP_GOING:
		s->keep_going = true;
		return 0;
	case KEY_PERSIST:
		s->persist = true;
		return 0;
	case KEY_SET_SYSROOT:
		o->sysroot = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check(struct opts *o)
{
	const struct asked_set *s = o->ctx;
	if (!s->given)
		opts_bad(o, "the number of seconds is missing");
	if (!s->n)
		opts_bad(o, "a mount point is missing");
	if (o->sysroot && !s->dry_run)
		opts_bad(o,
			"a captured tree cannot be changed: --sysroot goes with --dry-run");
}

static const struct argp_option options[] = {
	{"dry-run", KEY_DRY_RUN, NULL, 0,
		"say what would be done, and do nothing; needs no root", 1},
	{"keep-going", KEY_KEEP_GOING, NULL, 0,
		"after a mount that cannot be changed, go on with the next", 1},
	{"persist", KEY_PERSIST, NULL, 0, "write it into the line of fstab, too", 1},
	{"sysroot", KEY_SET_SYSROOT, "DIR", 0, "with --dry-run: read a captured tree", 1},
	{0},
};

const struct own closetimeo_set_own = {
	.args = "SECONDS MOUNT…",
	.options = options,
	.option = take_option,
	.arg = take_arg,
	.check = check,
};

/* ---- what is said ---- */

static void put_line(struct buf *b, const char *head, const struct closetimeo *c)
{
	buf_str(b, head);
	buf_sane(b, c->target);
	buf_fmt(b, ": closetimeo %llu -> %llu second%s", (unsigned long long)c->old,
		(unsigned long long)c->seconds, number_word(c->seconds, "", "s"));
	for (unsigned i = 0, n = 0; i < c->before.n; i++) {
		const struct smb_mount *m = &c->before.list[i];
		if (m == c->mount || !span_eq(m->dev, c->mount->dev))
			continue;
		buf_str(b, n++ ? ", " : "; with it changes, of the same superblock, ");
		buf_sane(b, m->target);
		buf_str(b, m->covered ? " (where another mount lies over it)" : "");
	}
	buf_char(b, '\n');
}

/* The options that the kernel is given again: as mountinfo shows them, then those that it hides. */
static void put_plan(struct buf *b, const struct closetimeo *c)
{
	buf_str(b, "  given again:");
	for (unsigned i = 0; i < c->list.n; i++) {
		const struct replay_option *o = &c->list.list[i];
		if (o->because)
			continue;
		buf_char(b, ' ');
		buf_sane(b, span_z(o->name));
		if (o->value) {
			buf_char(b, '=');
			buf_sane(b, replay_secret(span_z(o->name)) ? SPAN("***")
								   : span_z(o->value));
		}
	}
	buf_char(b, '\n');
	for (unsigned i = 0; i < c->list.n; i++)
		if (c->list.list[i].because)
			buf_fmt(b, "  given too: %s, for %s\n", c->list.list[i].name,
				c->list.list[i].because);
}

static void put_notes(struct asked_set *s, const struct closetimeo *c)
{
	const char *dead = smb_closetimeo_dead(c->mount);
	struct span oplocks = SPAN_EMPTY;
	if (dead)
		buf_fmt(&s->out, "  note: it has no effect there: %s\n", dead);
	if (!root_read(s->root, "sys/module/cifs/parameters/enable_oplocks", &s->arena,
		    &oplocks) &&
		span_is(span_trim(oplocks), "N"))
		buf_str(&s->out,
			"  note: enable_oplocks is N: connections made since have no leases, so it has no effect on them\n");
	if (c->seconds > LONG)
		buf_str(&s->out,
			"  note: for that long other clients' deletes stay pending, and umount has more to close\n");
	/* Those cannot be listed from here. Said once, it holds for each. */
	if (!s->noted)
		buf_str(&s->out,
			"  note: it changes wherever the superblock is mounted, also in other mount namespaces: containers, their host\n");
	s->noted = true;
}

static void put_done(struct buf *b, const struct closetimeo *c)
{
	buf_fmt(b,
		"  done: %u other options and flags were compared, and are as they were\n",
		c->kept);
	buf_str(b,
		"  files that wait to be closed keep their old timer; at umount the change is lost\n");
	buf_fmt(b, "  undo: swsched cifs closetimeo set %llu ",
		(unsigned long long)c->old);
	put_shell_word(b, c->target);
	buf_char(b, '\n');
}

/* ---- what went wrong ---- */

/* What the kernel says, and what there is to do about it. */
static const char *way_out(struct span said)
{
	static const struct {
		const char *said, *way;
	} ways[] = {
		{"workstation_name",
			": the host's name is not what it was at the mount; give it back, and try again"},
		{"username",
			": the kernel does not show whose mount it is; mount it anew with closetimeo"},
		{"closetimeo too large", ": give fewer seconds"},
	};
	for (size_t i = 0; i < COUNT_OF(ways); i++)
		if (said.n && memmem(said.p, said.n, ways[i].said, strlen(ways[i].said)))
			return ways[i].way;
	return "";
}

static int not_found(const struct closetimeo *c, int err)
{
	int n = (int)c->target.n;
	const char *at = c->target.p;
	switch (-err) {
	case ENOENT:
		say("nothing is mounted at %.*s ('swsched cifs closetimeo' lists the SMB mounts)",
			n, at);
		return STATUS_PARTIAL;
	case EMEDIUMTYPE:
		say("%.*s is no SMB mount ('swsched cifs closetimeo' lists them)", n, at);
		return STATUS_PARTIAL;
	case EOPNOTSUPP:
		say("%.*s: this kernel shows no closetimeo; it came with 6.0", n, at);
		return STATUS_LACKS;
	default:
		say("/proc/self/mountinfo: %s", strerror(-err));
		return STATUS_FAILED;
	}
}

static int not_permitted(const struct closetimeo *c)
{
	say("%.*s was left as it is: changing a mount needs CAP_SYS_ADMIN (try as root)",
		(int)c->target.n, c->target.p);
	return STATUS_PRIVILEGE;
}

static int not_picked(const struct closetimeo *c, int err)
{
	int n = (int)c->target.n;
	const char *at = c->target.p;
	if (err == -EPERM || err == -EACCES)
		return not_permitted(c);
	if (err == -ENOSYS) {
		say("%.*s was left as it is: this kernel has no fspick(2)", n, at);
		return STATUS_LACKS;
	}
	say("%.*s was left as it is: %s", n, at,
		err == -ESTALE ? "another mount lies over it, or over a folder above it"
			       : strerror(-err));
	return STATUS_FAILED;
}

/* A kernel that refuses may have taken a part; then that was put back. */
static int refused(const struct closetimeo *c, int err)
{
	int m = (int)c->said.n, d = (int)c->differs.n;
	if (err == -EPERM && !d)
		return not_permitted(c);
	say("%.*s %s: the kernel refused: %.*s%s%s%s%.*s", (int)c->target.n, c->target.p,
		d ? "is again as it was" : "was left as it is", m, c->said.p,
		m ? "" : strerror(-err), way_out(c->said),
		d ? "; a part had been changed: " : "", d, c->differs.p);
	return STATUS_DIFFERS;
}

static int failed(const struct closetimeo *c, int err)
{
	int n = (int)c->target.n, d = (int)c->differs.n;
	const char *at = c->target.p;
	switch (c->step) {
	case CLOSETIMEO_FIND:
		return not_found(c, err);
	case CLOSETIMEO_PICK:
		return not_picked(c, err);
	case CLOSETIMEO_OPTION:
	case CLOSETIMEO_CHANGE:
		return refused(c, err);
	case CLOSETIMEO_WAIT:
		say("%.*s: the kernel does not come back, most likely as the server does not answer ('swsched cifs pending'); once it does, the change may still be made",
			n, at);
		return STATUS_FAILED;
	case CLOSETIMEO_CHECK:
		say("%.*s is again as it was, for the change was not that of closetimeo alone: %.*s",
			n, at, d, c->differs.p);
		return STATUS_DIFFERS;
	case CLOSETIMEO_RESTORE:
	default:
		say("%.*s is not as it was, and could not be put back: %.*s; mount it anew",
			n, at, d, c->differs.p);
		return STATUS_UNDONE;
	}
}

/* ---- the command ---- */

static int set_live(struct asked_set *s, struct span target)
{
	struct closetimeo c = {
		.root = s->root,
		.arena = &s->arena,
		.target = target,
		.seconds = s->seconds,
	};
	int err = closetimeo_plan(&c), status;
	if (err)
		return failed(&c, err);
	if (c.old == c.seconds) {
		buf_sane(&s->out, target);
		buf_fmt(&s->out, ": closetimeo is %llu already\n",
			(unsigned long long)c.old);
		return out_write(&s->out);
	}
	put_line(&s->out, s->dry_run ? "would change " : "", &c);
	if (s->dry_run)
		put_plan(&s->out, &c);
	put_notes(s, &c);
	/* Before it is done, as it concerns more than was named. */
	status = out_write(&s->out);
	if (status || s->dry_run)
		return status;
	err = closetimeo_set(&c);
	if (err)
		return failed(&c, err);
	put_done(&s->out, &c);
	return out_write(&s->out);
}

static int set_one(struct asked_set *s, struct span target)
{
	int status = set_live(s, target), wrote;
	if (status || !s->persist)
		return status;
	status = persist_mount(s->sysroot, target, s->seconds, s->dry_run, &s->out);
	wrote = out_write(&s->out);
	return status ? status : wrote;
}

int closetimeo_live(struct root *r, struct span target, uint64_t seconds)
{
	struct asked_set s = {.root = r, .seconds = seconds};
	int status = set_live(&s, target);
	buf_free(&s.out);
	arena_free(&s.arena);
	return status;
}

/* What is left changed counts most, else the first that went wrong. */
static int worse(int a, int b)
{
	return b == STATUS_UNDONE || !a ? b : a;
}

static int set_all(struct asked_set *s)
{
	int status = STATUS_OK;
	for (unsigned i = 0; i < s->n; i++) {
		if (signals_stop()) {
			say_unseen(s->n - i, s->n);
			return worse(status, STATUS_FAILED);
		}
		status = worse(status, set_one(s, s->mounts[i]));
		if (status && !s->keep_going && i + 1 < s->n) {
			buf_fmt(&s->out,
				"%u more left as they are (--keep-going goes on)\n",
				s->n - i - 1);
			out_write(&s->out);
			break;
		}
	}
	return status;
}

int cmd_closetimeo_set(struct opts *o, int argc, char **argv)
{
	struct asked_set s = {0};
	o->ctx = &s;
	opts_parse(o, TAKES_OWN,
		"Sets for how long the closed files of SMB mounts stay open at the server.",
		argc, argv);
	s.sysroot = o->sysroot;
	int status = STATUS_FAILED;
	if (tree_open(o->sysroot, 0, false, &s.root))
		goto out;
	uint64_t most = closetimeo_most(s.root, &s.arena);
	if (s.seconds > most) {
		status = say_usage(o,
			"%llu seconds are more than this kernel takes: at most %llu",
			(unsigned long long)s.seconds, (unsigned long long)most);
		goto out;
	}
	signals_begin();
	status = set_all(&s);
	signals_raise();
out:
	root_close(s.root);
	buf_free(&s.out);
	arena_free(&s.arena);
	return status;
}
