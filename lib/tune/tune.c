// SPDX-License-Identifier: GPL-2.0-or-later
/* tune.c - one setting in proc or sysfs: read, written once, read back, put back. */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "parse.h"
#include "sys.h"
#include "tune.h"

/* ---- what a value means ---- */

static void on_fact(void *ctx, const struct fact *f)
{
	struct span *word = ctx;

	if (!f->key.n)
		*word = f->value;
}

/* The word in brackets where there is a list of them, else the text. */
static struct span chosen(struct span text)
{
	struct span word = span_trim(text);
	const struct sink sink = {on_fact, sink_none.fault, &word};

	parse_choice(text, NULL, &sink);
	return word;
}

static bool number(struct span s, uint64_t *ret_value)
{
	if (span_is(s, "Y") || span_is(s, "y") || span_is(s, "N") || span_is(s, "n")) {
		*ret_value = *s.p == 'Y' || *s.p == 'y';
		return true;
	}
	return !span_u64(s, ret_value) ||
	       (span_starts(s, "0x") && !span_hex(s, ret_value));
}

bool tune_same(struct span a, struct span b)
{
	struct span left = chosen(a), right = chosen(b);
	uint64_t x, y;

	if (span_eq(left, right))
		return true;
	return number(left, &x) && number(right, &y) && x == y;
}

/* ---- the file ---- */

static int fail(struct tune *t, enum tune_step step, int err)
{
	t->step = step;
	return err;
}

static int open_file(struct tune *t, int flags)
{
	struct statfs fs;
	int fd = confine_plain(
		t->root, t->path, flags | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	int rc;

	if (fd < 0)
		return fail(t, TUNE_OPEN, fd);
	rc = fstatfs(fd, &fs) < 0 ? -errno : 0;
	if (!rc && !t->anywhere && fs.f_type != PROC_SUPER_MAGIC &&
		fs.f_type != SYSFS_MAGIC)
		rc = -EXDEV;
	if (!rc)
		rc = file_regular(fd);
	if (!rc)
		return fd;
	close(fd);
	return fail(t, TUNE_PLACE, rc);
}

/* And closes it. */
static ssize_t read_once(int fd, char *room, size_t size)
{
	ssize_t n;

	do
		n = read(fd, room, size);
	while (n < 0 && errno == EINTR);
	n = n < 0 ? -errno : n;
	close(fd);
	return n;
}

int tune_read(int root, const char *path, char *room, size_t size, struct span *ret_text)
{
	int fd = confine_plain(root, path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
	ssize_t n = fd < 0 ? fd : read_once(fd, room, size);

	if (n < 0)
		return (int)n;
	*ret_text = span_trim((struct span){room, (size_t)n});
	return 0;
}

/* Into `now`. */
static int read_now(struct tune *t)
{
	char text[4096];
	struct span word;
	ssize_t n;
	int fd = open_file(t, O_RDONLY);

	if (fd < 0)
		return fd;
	n = read_once(fd, text, sizeof(text));
	if (n < 0)
		return fail(t, TUNE_READ, (int)n);
	word = span_trim((struct span){text, (size_t)n});
	if ((size_t)n == sizeof(text) || span_find(word, '\n') >= 0)
		return fail(t, TUNE_READ, -EMSGSIZE);
	word = chosen(word);
	if (word.n >= sizeof(t->now))
		return fail(t, TUNE_READ, -EMSGSIZE);
	memcpy(t->now, word.p, word.n);
	t->now[word.n] = '\0';
	return 0;
}

/* In one call: what is written in two is two values. */
static int write_once(struct tune *t, const char *value)
{
	char text[TUNE_ROOM + 1];
	size_t n = strlen(value);
	ssize_t done;
	int fd, err;

	if (n >= TUNE_ROOM)
		return fail(t, TUNE_WRITE, -EMSGSIZE);
	memcpy(text, value, n);
	text[n++] = '\n';
	fd = open_file(t, O_WRONLY);
	if (fd < 0)
		return fd;
	do
		done = write(fd, text, n);
	while (done < 0 && errno == EINTR);
	err = done < 0 ? -errno : (size_t)done < n ? -EIO : 0;
	if (close(fd) < 0 && !err)
		err = -errno;
	return err ? fail(t, TUNE_WRITE, err) : 0;
}

int tune_send(int root, const char *path, const char *value, bool anywhere)
{
	struct tune t = {.root = root, .path = path, .anywhere = anywhere};

	return write_once(&t, value);
}

static int set(struct tune *t, const char *value)
{
	int rc = write_once(t, value);

	if (!rc)
		rc = read_now(t);
	if (!rc && !tune_same(span_z(t->now), span_z(value)))
		rc = fail(t, TUNE_CHECK, -EBADE);
	return rc;
}

/* ---- the change ---- */

int tune_plan(struct tune *t)
{
	int rc = read_now(t);

	t->changed = false;
	if (rc < 0)
		return rc;
	memcpy(t->old, t->now, sizeof(t->old));
	return 0;
}

bool tune_differs(const struct tune *t)
{
	return !tune_same(span_z(t->old), span_z(t->value));
}

static int restore(struct tune *t)
{
	int rc = set(t, t->old);

	if (rc < 0)
		return fail(t, TUNE_RESTORE, rc);
	t->changed = false;
	return 0;
}

int tune_apply(struct tune *t)
{
	enum tune_step step;
	int rc;

	if (!tune_differs(t))
		return 0;
	rc = set(t, t->value);
	if (!rc) {
		t->changed = true;
		return 0;
	}
	step = t->step;
	/* It was never opened, or it is as it was: an error does not say that nothing was done. */
	if (step == TUNE_OPEN || step == TUNE_PLACE ||
		(!read_now(t) && tune_same(span_z(t->now), span_z(t->old))))
		return fail(t, step, rc);
	t->changed = true;
	return restore(t) < 0 ? rc : fail(t, step, rc);
}

int tune_undo(struct tune *t, bool *ret_restored)
{
	bool ours;
	int rc;

	*ret_restored = false;
	if (!t->changed)
		return 0;
	rc = read_now(t);
	if (rc < 0)
		return fail(t, TUNE_RESTORE, rc);
	ours = tune_same(span_z(t->now), span_z(t->value));
	if (ours)
		rc = restore(t);
	else
		t->changed = false;
	*ret_restored = ours && !rc;
	return rc;
}
