// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * closetimeo_default.c - `swsched cifs closetimeo default`: what cifs.conf(5) says, and saying another thing.
 */
#include <errno.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

enum { KEY_SERVER = KEY_OWN + 0x40, KEY_MOUNT, KEY_UNSET, KEY_DRY_RUN, KEY_SYSROOT };

struct asked {
	enum conf_scope scope;
	const char *of; /* the server or mount, as typed */
	struct buf name; /* the same, escaped */
	bool set, unset, dry_run;
	uint64_t seconds;
};

static void take_seconds(struct opts *o, unsigned n, const char *arg)
{
	struct asked *q = o->ctx;
	if (n)
		opts_bad(o, "too many arguments: '%s'", arg);
	if (!closetimeo_read(span_z(arg), &q->seconds))
		opts_bad(o,
			"'%s' is no number of seconds: whole and decimal, without a 0 in front, at most %d",
			arg, CLOSETIMEO_MOST);
	q->set = true;
}

static int take_option(struct opts *o, int key, const char *arg)
{
	struct asked *q = o->ctx;
	switch (key) {
	case KEY_SERVER:
	case KEY_MOUNT:
		if (q->scope == CONF_SERVER || q->scope == CONF_MOUNT)
			opts_bad(o, "one --server or --mount at a time");
		q->scope = key == KEY_SERVER ? CONF_SERVER : CONF_MOUNT;
		q->of = arg;
		return 0;
	case KEY_UNSET:
		q->unset = true;
		return 0;
	case KEY_DRY_RUN:
		q->dry_run = true;
		return 0;
	case KEY_SYSROOT:
		o->sysroot = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Whether a component of the path is "." or "..", which mountinfo never shows. */
static bool has_dots(struct span path)
{
	while (path.n) {
		struct span part = span_cut(&path, '/');
		if (span_is(part, ".") || span_is(part, ".."))
			return true;
	}
	return false;
}

static void check(struct opts *o)
{
	struct asked *q = o->ctx;
	if (q->set && q->unset)
		opts_bad(o, "SECONDS and --unset do not go together");
	if (q->scope == CONF_SERVER && (!*q->of || strpbrk(q->of, "/\\ \t\n")))
		opts_bad(o, "'%s' is no server: give NAME as in //NAME/share", q->of);
	if (q->scope == CONF_MOUNT && (*q->of != '/' || has_dots(span_z(q->of))))
		opts_bad(o, "'%s' is no mount point: give its path from the root", q->of);
	if (q->dry_run && !q->set && !q->unset)
		opts_bad(o, "--dry-run goes with SECONDS or --unset");
	if (q->of)
		door_word(&q->name, span_z(q->of));
	if (q->scope == CONF_NONE)
		q->scope = CONF_DEFAULT;
}

static const struct argp_option options[] = {
	{"server", KEY_SERVER, "HOST", 0, "of mounts of that server", 1},
	{"mount", KEY_MOUNT, "MOUNT", 0, "of the mount on that folder", 1},
	{"unset", KEY_UNSET, NULL, 0, "take it out", 1},
	{"dry-run", KEY_DRY_RUN, NULL, 0,
		"say what would be done, and do nothing; needs no root", 1},
	{"sysroot", KEY_SYSROOT, "DIR", 0,
		"the files below DIR instead of this machine's", 1},
	{0},
};

const struct own closetimeo_default_own = {
	.args = "[SECONDS]",
	.options = options,
	.option = take_option,
	.arg = take_seconds,
	.check = check,
};

/* ---- what is there ---- */

void put_section(struct buf *b, enum conf_scope scope, struct span name)
{
	buf_fmt(b, "[%s", conf_scope_name(scope));
	if (scope != CONF_DEFAULT) {
		buf_char(b, ' ');
		put_unescaped(b, name);
	}
	buf_char(b, ']');
}

static void put_setting(struct buf *b, const struct conf_item *item)
{
	put_section(b, item->scope, item->name);
	buf_fmt(b, " closetimeo %llu\n", (unsigned long long)item->seconds);
}

/* Each setting that counts, in the order of the file; only that one, if one was named. */
static int list(const struct asked *q, const struct replace *r)
{
	struct conf_walk w = {.rest = r->text};
	struct conf_item item, last;
	struct buf b = {0};
	bool all = !q->of;
	if (!all && conf_at(r->text, q->scope, buf_text(&q->name), &last))
		put_setting(&b, &last);
	while (all && conf_next(&w, &item))
		if (item.what == CONF_VALUE &&
			conf_at(r->text, item.scope, item.name, &last) &&
			last.no == item.no)
			put_setting(&b, &item);
	bool none = !b.n;
	int status = out_write(&b);
	buf_free(&b);
	if (status || !none)
		return status;
	if (all) {
		say("%s%s sets no default: mounts get the kernel's own; give SECONDS to set one",
			r->show, r->path);
		return STATUS_OK;
	}
	say("%s%s says nothing of that %s; 'swsched cifs closetimeo default' lists all",
		r->show, r->path, conf_scope_name(q->scope));
	return STATUS_PARTIAL;
}

/* ---- a change ---- */

static void put_value(struct buf *b, bool there, uint64_t seconds)
{
	if (there)
		buf_fmt(b, "%llu", (unsigned long long)seconds);
	else
		buf_str(b, "none");
}

static void put_undo(struct buf *b, const struct opts *o, const struct asked *q, bool had,
	uint64_t old)
{
	buf_str(b, "undo: swsched cifs closetimeo default ");
	if (had)
		buf_fmt(b, "%llu", (unsigned long long)old);
	else
		buf_str(b, "--unset");
	if (q->of) {
		buf_fmt(b, " --%s=", conf_scope_name(q->scope));
		put_shell_word(b, span_z(q->of));
	}
	if (o->sysroot) {
		buf_str(b, " --sysroot=");
		put_shell_word(b, span_z(o->sysroot));
	}
	buf_char(b, '\n');
}

/* Another value is another superblock, with a page cache of its own. A share that is mounted now is named. */
static void warn_split(const struct opts *o, struct span conf)
{
	struct root *r = NULL;
	struct arena a = {0};
	struct smb_defaults all = {0};
	struct buf b = {0};
	struct conf_item item;
	if (!root_open(o->sysroot, 0, &r) && !smb_defaults_read(r, &a, &all))
		for (unsigned i = 0; i < all.n && !b.n; i++) {
			const struct smb_default *m = &all.mounts[i];
			if (!m->has_live ||
				(m->says != SMB_NOTHING && m->says != SMB_CONF) ||
				!conf_find(conf, m->source, m->target, &item) ||
				item.seconds == m->live)
				continue;
			put_unescaped(&b, m->source);
			buf_str(&b, " on ");
			put_unescaped(&b, m->target);
			buf_fmt(&b, " has %llu", (unsigned long long)m->live);
		}
	say("note: mounts of one share with different closetimeo have a superblock and a page cache each%s%s%s",
		b.n ? ": " : "", b.n ? buf_cstr(&b) : "",
		b.n ? "; 'swsched cifs closetimeo apply' shows and mends that" : "");
	buf_free(&b);
	root_close(r);
	arena_free(&a);
}

static int change(const struct opts *o, const struct asked *q, struct replace *r)
{
	struct span name = buf_text(&q->name);
	struct buf now = {0}, b = {0};
	struct conf_item item = {0};
	bool had = conf_at(r->text, q->scope, name, &item);
	if (q->set)
		conf_set(r->text, q->scope, name, q->seconds, &now);
	else
		conf_unset(r->text, q->scope, name, &now);
	buf_fmt(&b, "%s%s: ", r->show, r->path);
	put_section(&b, q->scope, name);
	buf_str(&b, " closetimeo ");
	put_value(&b, had, item.seconds);
	buf_str(&b, " -> ");
	put_value(&b, q->set, q->seconds);
	buf_char(&b, '\n');
	bool same = span_eq(buf_text(&now), r->text);
	int status = same ? STATUS_OK : out_write(&b);
	if (!status && !same && !q->dry_run) {
		int err = replace_write(r, buf_text(&now));
		if (err)
			status = replace_say(r, err);
		else {
			buf_reset(&b);
			put_undo(&b, o, q, had, item.seconds);
			status = out_write(&b);
		}
	}
	if (!status && !same)
		warn_split(o, buf_text(&now));
	buf_free(&now);
	buf_free(&b);
	return status;
}

int cmd_closetimeo_default(struct opts *o, int argc, char **argv)
{
	struct asked q = {0};
	struct buf show = {0};
	struct arena a = {0};
	o->ctx = &q;
	opts_parse(o, TAKES_OWN,
		"Shows or sets the closetimeo that 'cifs mount' and the mount helpers give to mounts that were given none.",
		argc, argv);
	struct replace r = {.root = files_open(o->sysroot, &show),
		.path = SMB_CONF_PATH,
		.dir = -1,
		.make = true};
	int status = r.root < 0 ? STATUS_FAILED : STATUS_OK;
	r.show = buf_cstr(&show);
	int err = status ? 0 : replace_read(&r, &a);
	if (err)
		status = replace_say(&r, err);
	if (!status) {
		conf_say_faults(r.text);
		status = q.set || q.unset ? change(o, &q, &r) : list(&q, &r);
	}
	replace_end(&r);
	if (r.root >= 0)
		close(r.root);
	buf_free(&show);
	buf_free(&q.name);
	arena_free(&a);
	return status;
}
