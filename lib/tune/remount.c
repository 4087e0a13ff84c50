// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * remount.c - gives options to a mounted superblock: fspick(2), fsconfig(2), in a child process.
 *
 * The mount point is opened as a place only, O_PATH, which asks nothing of the server; that it is the mount that
 * mountinfo named is held against its number. Nothing of the mount is looked at. Should the server be dead and the
 * kernel wait for it all the same, the child waits and we do not.
 *
 * After an error the kernel must not be asked to reconfigure: it would, with what it was told so far. mount(2) is no
 * way out where these calls are missing: it takes flags that are not given for flags to be removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

enum { SECONDS = 15, SAID_MOST = 4096 };

struct asked {
	const struct closetimeo *c;
	const struct replay *list;
};

/* Comes first in the answer; the kernel's words follow. */
struct answer {
	int err, step;
};

/* "mnt_id:	36" of /proc/self/fdinfo/N: which mount a descriptor is on. */
static bool is_on(int fd, struct span id)
{
	char path[64], text[1024];
	struct span rest;
	ssize_t n;
	int info;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	info = open(path, O_RDONLY | O_CLOEXEC);
	n = info < 0 ? -1 : read(info, text, sizeof(text));
	if (info >= 0)
		close(info);
	rest = (struct span){text, n < 0 ? 0 : (size_t)n};
	while (rest.n) {
		struct span value = span_line(&rest), key = span_cut(&value, ':');

		if (span_is(key, "mnt_id"))
			return span_eq(span_trim(value), id);
	}
	return false;
}

static int pick(const struct closetimeo *c)
{
	int fd = open(c->target.p, O_PATH | O_CLOEXEC), err = 0, fs;

	if (fd < 0)
		return -errno;
	if (!is_on(fd, c->mount->id)) {
		close(fd);
		return -ESTALE;
	}
	fs = (int)syscall(SYS_fspick, fd, "",
		FSPICK_CLOEXEC | FSPICK_NO_AUTOMOUNT | FSPICK_EMPTY_PATH);
	if (fs < 0)
		err = -errno;
	close(fd);
	return err ? err : fs;
}

/* What the kernel has to say: lines such as "e cifs: Bad value for 'closetimeo'", one a read. */
static void put_log(struct buf *out, int fs)
{
	char line[1024];
	ssize_t n;

	while ((n = read(fs, line, sizeof(line))) > 0 && out->n < SAID_MOST) {
		struct span s = span_trim((struct span){line, (size_t)n});

		if (s.n > 2 && s.p[1] == ' ' && (*s.p == 'e' || *s.p == 'w'))
			s = span_sub(s, 2, s.n);
		if (out->n > sizeof(struct answer))
			buf_str(out, "; ");
		buf_span(out, s);
	}
}

static int give(int fs, const struct replay_option *o)
{
	unsigned how = o->value ? FSCONFIG_SET_STRING : FSCONFIG_SET_FLAG;

	return syscall(SYS_fsconfig, fs, how, o->name, o->value, 0) < 0 ? -errno : 0;
}

static int work(void *ctx, struct buf *out)
{
	const struct asked *asked = ctx;
	struct answer a = {0, CLOSETIMEO_PICK};
	sigset_t all;
	int fs;

	/* What interrupts the parent lets this end first: it is short, or cannot be interrupted. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	fs = pick(asked->c);
	buf_put(out, &a, sizeof(a));
	if (fs < 0) {
		a.err = fs;
		goto out;
	}
	a.step = CLOSETIMEO_OPTION;
	for (unsigned i = 0; !a.err && i < asked->list->n; i++) {
		a.err = give(fs, &asked->list->list[i]);
		if (a.err) {
			put_log(out, fs);
			buf_fmt(out, "%s'%s' was refused", out->n > sizeof(a) ? "; " : "",
				asked->list->list[i].name);
		}
	}
	if (!a.err) {
		a.step = CLOSETIMEO_CHANGE;
		if (syscall(SYS_fsconfig, fs, FSCONFIG_CMD_RECONFIGURE, NULL, NULL, 0) <
			0)
			a.err = -errno;
		put_log(out, fs);
	}
	close(fs);
out:
	memcpy(out->p, &a, sizeof(a));
	return 0;
}

int remount_apart(struct closetimeo *c, const struct replay *list,
	enum closetimeo_step *ret_step, struct span *ret_said)
{
	struct asked asked = {c, list};
	struct span bytes;
	struct answer a;
	int rc = apart_wait(SECONDS, work, &asked, c->arena, &bytes);

	if (rc < 0) {
		*ret_step = CLOSETIMEO_WAIT;
		return rc;
	}
	memcpy(&a, bytes.p, sizeof(a));
	*ret_step = (enum closetimeo_step)a.step;
	*ret_said = span_sub(bytes, sizeof(a), bytes.n);
	return a.err;
}
