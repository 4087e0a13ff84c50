// SPDX-License-Identifier: GPL-2.0-or-later
/* persist.c - closetimeo in fstab, and what there is to write where swsched does not: units, autofs maps, Kubernetes. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

int files_open(const char *sysroot, struct buf *ret_show)
{
	int fd = open(sysroot ? sysroot : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	buf_str(ret_show, sysroot ? sysroot : "");
	if (!ret_show->n || ret_show->p[ret_show->n - 1] != '/')
		buf_char(ret_show, '/');
	buf_cstr(ret_show);
	if (fd < 0)
		say("cannot open %s: %s", sysroot ? sysroot : "/", strerror(errno));
	return fd;
}

int replace_say(const struct replace *r, int err)
{
	const char *file = r->real[0] ? r->real : r->path;
	const char *root = r->real[0] ? "" : r->show;
	if (r->done) {
		say("%s%s %s: %s; what it was is in %s.swsched.bak", root, file,
			replace_what(r->step), strerror(-err), file);
		return r->step == REPLACE_CHECK ? STATUS_UNDONE : STATUS_FAILED;
	}
	switch (-err) {
	case EACCES:
	case EPERM:
		say("%s%s %s: %s; nothing was changed (try as root)", root, file,
			replace_what(r->step), strerror(-err));
		return STATUS_PRIVILEGE;
	case EROFS:
		say("%s%s lies on a file system that is read-only here; nothing was changed",
			root, file);
		return STATUS_PRIVILEGE;
	case EMLINK:
		say("%s%s has another name by a hard link, which would keep the old text; nothing was changed: remove it, or edit it by hand",
			root, file);
		return STATUS_DIFFERS;
	case ESTALE:
		say("%s%s was changed by somebody else meanwhile; nothing was changed: try again",
			root, file);
		return STATUS_DIFFERS;
	case EBUSY:
	case EXDEV:
		say("%s%s is a mount of its own, as in a container; nothing was changed: edit it on the host",
			root, file);
		return STATUS_DIFFERS;
	case EINVAL:
	case ELOOP:
		say("%s%s is no regular file, or a link that leads nowhere; nothing was changed: edit it by hand",
			root, file);
		return STATUS_DIFFERS;
	default:
		say("%s%s %s: %s; nothing was changed", root, file, replace_what(r->step),
			strerror(-err));
		return STATUS_FAILED;
	}
}

void put_shell_word(struct buf *b, struct span s)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%,=";
	bool quote = !s.n;
	for (size_t i = 0; i < s.n; i++)
		quote |= !memchr(plain, s.p[i], sizeof(plain) - 1);
	if (quote)
		buf_char(b, '\'');
	while (s.n) {
		ptrdiff_t at = span_find(s, '\'');
		buf_sane(b, span_sub(s, 0, at < 0 ? s.n : (size_t)at));
		if (at >= 0)
			buf_str(b, "'\\''");
		s = at < 0 ? SPAN_EMPTY : span_sub(s, (size_t)at + 1, s.n);
	}
	if (quote)
		buf_char(b, '\'');
}

/* A name as mountinfo and fstab have it, for the eye. */
void put_unescaped(struct buf *b, struct span s)
{
	char *plain = malloc(s.n + 1);
	if (!plain)
		arena_dry();
	buf_sane(b, (struct span){plain, span_unoctal(s, plain)});
	free(plain);
}

/* ---- fstab ---- */

int persist_begin(struct persist *p, const char *sysroot)
{
	*p = (struct persist){.r = {.path = "etc/fstab", .dir = -1, .root = -1}};
	p->r.root = files_open(sysroot, &p->show);
	p->r.show = buf_cstr(&p->show);
	if (p->r.root < 0)
		return STATUS_FAILED;
	int err = replace_read(&p->r, &p->arena);
	if (err == -ENOENT)
		return STATUS_OK; /* a machine may have none: then no line is in it */
	if (err)
		return replace_say(&p->r, err);
	buf_span(&p->text, p->r.text);
	return STATUS_OK;
}

/* What is added or changed; never the options themselves, which may hold a password. */
static void put_change(struct buf *out, const struct fstab_line *l,
	const uint64_t *seconds, struct span options)
{
	struct mount_option old, new;
	bool had = mount_option_find(l->options, "closetimeo", &old);
	if (seconds && mount_option_find(options, "closetimeo", &new) &&
		(!had || !span_eq(old.text, new.text))) {
		buf_char(out, ' ');
		if (had) {
			buf_sane(out, old.text);
			buf_str(out, " -> ");
		} else
			buf_char(out, '+');
		buf_sane(out, new.text);
	}
	if (!mount_option_find(l->options, "_netdev", &old) &&
		mount_option_find(options, "_netdev", &new))
		buf_str(out, " +_netdev");
}

int persist_line(struct persist *p, const struct fstab_line *l, const uint64_t *seconds,
	struct buf *out)
{
	struct span now = arena_span(&p->arena, buf_text(&p->text)), rest = now;
	struct fstab_line at = {0}, other;
	struct buf options = {0};
	while (at.no != l->no && fstab_next(&rest, &at))
		;
	int rc = fstab_options(&at, seconds, &options);
	if (rc > 0 && fstab_match(now, at.source, at.target, &other) == -ENOTUNIQ)
		rc = -ENOTUNIQ;
	if (rc > 0) {
		buf_reset(&p->text);
		rc = fstab_change(now, &at, buf_text(&options), &p->text);
		if (rc < 0) {
			buf_reset(&p->text);
			buf_span(&p->text, now);
		}
		p->changes += !rc;
		rc = rc ? rc : 1;
	}
	if (rc > 0) {
		buf_fmt(out, "%setc/fstab, line %u: ", p->r.show, at.no);
		put_unescaped(out, at.target);
		buf_char(out, ':');
		put_change(out, &at, seconds, buf_text(&options));
		buf_char(out, '\n');
	}
	buf_free(&options);
	return rc;
}

void persist_refused(
	struct persist *p, const struct fstab_line *l, int err, struct buf *out)
{
	buf_fmt(out, "%setc/fstab, line %u: ", p->r.show, l->no);
	put_unescaped(out, l->target);
	if (err == -ENOENT)
		buf_fmt(out,
			": will not be mounted, for there is no /sbin/mount.%.*s: lay it (make install), or change the type\n",
			(int)l->type.n, l->type.p);
	else if (err == -ENOTUNIQ)
		buf_str(out,
			": left as it is, for several lines mount this share there: keep one of them\n");
	else
		buf_str(out,
			": left as it is, for its options are not plain (quotes, escapes or a comment): edit them by hand\n");
	p->refused++;
}

int persist_say_refused(const struct persist *p)
{
	if (!p->refused)
		return STATUS_OK;
	say("%setc/fstab: %u line%s not as %s should be: see what was printed, and edit by hand",
		p->r.show, p->refused, number_word(p->refused, " is", "s are"),
		number_word(p->refused, "it", "they"));
	return STATUS_DIFFERS;
}

int persist_commit(struct persist *p, struct buf *out)
{
	if (!p->changes)
		return STATUS_OK;
	int err = replace_write(&p->r, buf_text(&p->text));
	if (err)
		return replace_say(&p->r, err);
	buf_str(out, "undo: mv -f ");
	struct buf name = {0};
	buf_fmt(&name, "%s.swsched.bak", p->r.real);
	put_shell_word(out, buf_text(&name));
	buf_char(out, ' ');
	put_shell_word(out, span_z(p->r.real));
	buf_str(out, "\nsystemd reads it anew by: systemctl daemon-reload\n");
	buf_free(&name);
	return STATUS_OK;
}

void persist_end(struct persist *p)
{
	replace_end(&p->r);
	if (p->r.root >= 0)
		close(p->r.root);
	buf_free(&p->text);
	buf_free(&p->show);
	arena_free(&p->arena);
}

/* ---- what others mount ---- */

void put_snippet(struct buf *out, const struct smb_default *m, uint64_t seconds)
{
	unsigned long long n = seconds;
	put_unescaped(out, m->target);
	if (m->in_unit) {
		buf_str(out, " is mounted by a systemd unit: systemctl edit --full ");
		struct buf unit = {0};
		mount_unit(m->target, &unit);
		put_shell_word(out, buf_text(&unit));
		buf_free(&unit);
		buf_fmt(out, ", and append to its Options=: ,closetimeo=%llu\n", n);
	} else if (m->autofs)
		buf_fmt(out,
			" is mounted by automount: in its map, -fstype=cifs,closetimeo=%llu,…\n",
			n);
	else if (span_starts(m->target, "/var/lib/kubelet/"))
		buf_fmt(out,
			" is mounted by Kubernetes: in its PersistentVolume or StorageClass, mountOptions: [\"closetimeo=%llu\"]\n",
			n);
	else
		buf_fmt(out,
			" has no line in fstab: mount it with 'swsched cifs mount', or give it one, with closetimeo=%llu\n",
			n);
}

int persist_mount(const char *sysroot, struct span target, uint64_t seconds, bool dry_run,
	struct buf *out)
{
	struct persist p;
	struct root *r = NULL;
	struct smb_defaults all;
	const struct smb_default *m = NULL;
	struct fstab_line l;
	struct buf place = {0};
	int status = persist_begin(&p, sysroot);
	door_word(&place, target);
	if (!status && !root_open(sysroot, 0, &r) &&
		!smb_defaults_read(r, &p.arena, &all))
		for (unsigned i = 0; i < all.n; i++)
			if (path_same(all.mounts[i].target, buf_text(&place)))
				m = &all.mounts[i]; /* the last lies on top */
	int rc = m ? fstab_match(p.r.text, m->source, m->target, &l) : -ENOENT;
	if (!status && rc == -ENOENT) {
		say("%setc/fstab has no line for %.*s and its share: the value is lost at umount",
			p.r.show, (int)target.n, target.p);
		if (m)
			put_snippet(out, m, seconds);
		status = STATUS_DIFFERS;
	} else if (!status) {
		if (!rc)
			rc = persist_line(&p, &l, &seconds, out);
		if (rc < 0)
			persist_refused(&p, &l, rc, out);
		status = persist_say_refused(&p);
	}
	if (!status && !dry_run)
		status = persist_commit(&p, out);
	root_close(r);
	buf_free(&place);
	persist_end(&p);
	return status;
}
