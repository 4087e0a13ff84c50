// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb.c - the SMB mounts, which closetimeo each would get were it made anew, and where the one it has comes from.
 *
 * What a mount would get is said by its line in etc/fstab, by its systemd unit, or by etc/swsched/cifs.conf, the first
 * of these that says something. Where the live value comes from the kernel does not tell: it is looked for in the same
 * places, then in what swsched took down in run/swsched, last it may be the kernel's own default.
 *
 * The mount points are only read of, never touched: a server that is gone would hang who does.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "parse.h"
#include "sys.h"

struct collecting {
	struct arena *a;
	struct smb_default *all;
	unsigned n, cap;
};

static void on_fact(void *ctx, const struct fact *f)
{
	struct collecting *c = ctx;
	struct smb_default *m;

	if (span_is(f->key, "parent")) {
		c->all = arena_more(c->a, c->all, c->n, &c->cap, sizeof(*c->all));
		c->all[c->n++] = (struct smb_default){.id = f->row[0].name,
			.dev = SPAN_EMPTY,
			.target = SPAN_EMPTY,
			.source = SPAN_EMPTY,
			.fstype = SPAN_EMPTY};
		return;
	}
	m = &c->all[c->n - 1];
	if (span_is(f->key, "dev"))
		m->dev = f->value;
	else if (span_is(f->key, "target"))
		m->target = f->value;
	else if (span_is(f->key, "fstype"))
		m->fstype = f->value;
	else if (span_is(f->key, "source"))
		m->source = f->value;
	else if (span_is(f->key, "opt.closetimeo"))
		m->has_live = !span_u64(f->value, &m->live);
}

static bool is_below(struct span target, struct span dir)
{
	return target.n > dir.n && !memcmp(target.p, dir.p, dir.n) &&
	       (target.p[dir.n] == '/' || span_is(dir, "/"));
}

/* Systemd's own automount points are those of fstab lines and units. */
static bool by_autofs(const struct collecting *c, const struct smb_default *m)
{
	for (unsigned i = 0; i < c->n; i++)
		if (span_is(c->all[i].fstype, "autofs") &&
			!span_is(c->all[i].source, "systemd-1") &&
			(span_eq(c->all[i].target, m->target) ||
				is_below(m->target, c->all[i].target)))
			return true;
	return false;
}

static void keep_smb(struct collecting *c)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->n; i++)
		if (mountinfo_smb(c->all[i].fstype))
			c->all[i].autofs = by_autofs(c, &c->all[i]);
	for (unsigned i = 0; i < c->n; i++)
		if (mountinfo_smb(c->all[i].fstype))
			c->all[n++] = c->all[i];
	c->n = n;
}

/* ---- what is said of a mount ---- */

static bool read_value(struct span options, uint64_t *ret_seconds)
{
	struct mount_option o;

	return mount_option_find(options, "closetimeo", &o) &&
	       closetimeo_option(o.value, ret_seconds);
}

static void ask_fstab(const struct smb_defaults *s, struct smb_default *m)
{
	struct span rest = s->fstab;
	struct fstab_line l = {0};

	while (fstab_next(&rest, &l)) {
		if (!fstab_mounts(&l, m->source, m->target))
			continue;
		m->in_fstab = true;
		if (read_value(l.options, &m->wanted))
			m->says = SMB_FSTAB;
	}
}

/* As systemd-escape --path writes it. */
void mount_unit(struct span target, struct buf *out)
{
	char *path = malloc(target.n + 1);
	size_t n, from = out->n;

	if (!path)
		arena_dry();
	n = span_unoctal(target, path);
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)path[i];
		bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			    (c >= '0' && c <= '9') || c == ':' || c == '_';

		if (c == '/' && (out->n == from || i + 1 == n || path[i + 1] == '/'))
			continue;
		if (c == '/')
			buf_char(out, '-');
		else if (word || (c == '.' && out->n > from))
			buf_char(out, (char)c);
		else
			buf_fmt(out, "\\x%02x", c);
	}
	if (out->n == from)
		buf_char(out, '-');
	free(path);
	buf_str(out, ".mount");
}

static void read_unit(struct span text, struct smb_default *m)
{
	uint64_t seconds;

	while (text.n) {
		struct span line = span_trim(span_line(&text));

		if (!span_starts(line, "Options="))
			continue;
		/* The last one counts, with or without it. */
		m->says = SMB_NOTHING;
		if (read_value(span_sub(line, strlen("Options="), line.n), &seconds)) {
			m->wanted = seconds;
			m->says = SMB_UNIT;
		}
	}
}

static void ask_unit(struct root *r, struct arena *a, struct smb_default *m)
{
	static const char *const dirs[] = {"etc/systemd/system/", "run/systemd/system/",
		"usr/local/lib/systemd/system/", "usr/lib/systemd/system/"};
	struct buf path = {0};
	struct span text;

	for (size_t i = 0; i < COUNT_OF(dirs) && !m->in_unit; i++) {
		buf_reset(&path);
		buf_str(&path, dirs[i]);
		mount_unit(m->target, &path);
		if (root_read(r, buf_cstr(&path), a, &text) == 0) {
			m->in_unit = true;
			read_unit(text, m);
		}
	}
	buf_free(&path);
}

/* ---- where the live value comes from ---- */

static bool recorded(
	struct root *r, struct arena *a, const struct smb_default *m, bool *ret_apply)
{
	bool same_mount = false, same_value = false;
	struct buf path = {0};
	struct span text = SPAN_EMPTY;
	uint64_t seconds;

	buf_str(&path, "run/swsched/closetimeo/");
	buf_span(&path, m->dev);
	if (root_read(r, buf_cstr(&path), a, &text) < 0)
		text = SPAN_EMPTY;
	buf_free(&path);
	*ret_apply = false;
	while (text.n) {
		struct span line = span_line(&text), key = span_word(&line);

		line = span_trim(line);
		if (span_is(key, "mount"))
			same_mount = span_eq(line, m->id);
		else if (span_is(key, "closetimeo"))
			same_value = !span_u64(line, &seconds) && seconds == m->live;
		else if (span_is(key, "by"))
			*ret_apply = span_is(line, "apply");
	}
	return same_mount && same_value;
}

/* The number after a dot, or 0; false: none is there. */
static bool number_next(struct span *s, unsigned *ret)
{
	size_t n = 0;
	uint64_t v;

	while (n < s->n && s->p[n] >= '0' && s->p[n] <= '9')
		n++;
	if (span_u64(span_sub(*s, 0, n), &v) < 0 || v > 100000)
		return false;
	*ret = (unsigned)v;
	*s = span_sub(*s, n < s->n && s->p[n] == '.' ? n + 1 : n, s->n);
	return true;
}

/*
 * 1 s; 5 s from 6.0 to about 6.1.21 and 6.2.8. A vendor's 6.1.0-57 hides which of them it is, unless the version says
 * so, as Debian's does: else both count.
 */
bool smb_kernel_default(struct span release, struct span version, uint64_t seconds)
{
	unsigned major, minor, patch = 0;
	bool sure, five;

	for (size_t i = 0; i + 7 < version.n; i++)
		if (span_starts(span_sub(version, i, version.n), "Debian "))
			release = span_sub(version, i + 7, version.n);
	if (!number_next(&release, &major) || !number_next(&release, &minor))
		return seconds == 1;
	sure = number_next(&release, &patch) && patch > 0;
	five = major == 6 &&
	       (minor == 0 || (minor == 1 && patch <= 21) || (minor == 2 && patch <= 8));
	if (!five)
		return seconds == 1;
	return seconds == 5 || (seconds == 1 && !sure);
}

static void find_from(struct root *r, struct arena *a, struct smb_default *m,
	struct span release, struct span version)
{
	bool apply;

	if (!m->has_live)
		return;
	m->ours = recorded(r, a, m, &apply);
	m->kernels = smb_kernel_default(release, version, m->live);
	if (m->says == SMB_FSTAB && m->wanted == m->live)
		m->from = "fstab";
	else if (m->says == SMB_UNIT && m->wanted == m->live)
		m->from = "unit";
	else if (m->ours)
		m->from = apply ? "conf" : "helper";
	else if (m->says == SMB_CONF && m->wanted == m->live)
		m->from = "conf";
	else
		m->from = m->kernels ? "kernel" : "unknown";
}

/* Of this machine, or as a captured one says. */
static struct span release_of(struct root *r, struct arena *a, struct span *ret_version)
{
	struct utsname u;
	struct span text;

	*ret_version = SPAN_EMPTY;
	if (root_live(r) && !uname(&u)) {
		*ret_version = arena_span(a, span_z(u.version));
		return arena_span(a, span_z(u.release));
	}
	return root_read(r, "@host", a, &text) < 0 ? SPAN_EMPTY
						   : span_value(text, SPAN("release"));
}

int smb_defaults_read(struct root *r, struct arena *a, struct smb_defaults *ret)
{
	struct collecting c = {.a = a};
	const struct sink sink = {on_fact, sink_none.fault, &c};
	struct smb_points points = {.a = a};
	struct smb_defaults s = {.fstab = SPAN_EMPTY, .conf = SPAN_EMPTY};
	struct span text, release, version;
	int rc = root_read(r, "proc/self/mountinfo", a, &text);

	if (rc < 0)
		return rc;
	s.fstab_err = root_read(r, "etc/fstab", a, &s.fstab);
	s.conf_err = root_read(r, SMB_CONF_PATH, a, &s.conf);
	release = release_of(r, a, &version);
	parse_mountinfo(text, NULL, &sink);
	keep_smb(&c);
	smb_points_read(&points, text);
	for (unsigned i = 0; i < c.n; i++) {
		struct smb_default *m = &c.all[i];
		const struct smb_point *at = smb_point_find(&points, m->id);

		m->leads = at && at->lead == at;
		m->covered = at && at->over;
		ask_fstab(&s, m);
		if (m->says == SMB_NOTHING)
			ask_unit(r, a, m);
		if (m->says == SMB_NOTHING &&
			conf_find(s.conf, m->source, m->target, &m->conf)) {
			m->wanted = m->conf.seconds;
			m->says = SMB_CONF;
		}
		find_from(r, a, m, release, version);
	}
	s.mounts = c.all;
	s.n = c.n;
	*ret = s;
	return 0;
}

/*
 * "@closetimeo": a line a mount.
 *
 *	36 2 kernel conf:server
 */
int door_closetimeo(struct root *r, const char *arg, struct buf *out)
{
	static const char *const says[] = {"-", "fstab", "unit", "conf"};
	struct smb_defaults s;
	int rc = *arg ? -ENOENT : smb_defaults_read(r, root_scratch(r), &s);

	if (rc < 0)
		return rc;
	/* A captured tree without these files does not say that the machine had none. */
	if (!root_live(r) && s.fstab_err && s.conf_err)
		return -ENOENT;
	for (unsigned i = 0; i < s.n; i++) {
		const struct smb_default *m = &s.mounts[i];

		buf_span(out, m->id);
		if (m->says == SMB_NOTHING)
			buf_str(out, " -");
		else
			buf_fmt(out, " %llu", (unsigned long long)m->wanted);
		buf_fmt(out, " %s %s", m->from ? m->from : "-", says[m->says]);
		if (m->says == SMB_CONF)
			buf_fmt(out, ":%s", conf_scope_name(m->conf.scope));
		buf_char(out, '\n');
	}
	return 0;
}
