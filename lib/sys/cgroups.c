// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cgroups.c - "@cgroups": what the memory controller says of each cgroup.
 *
 *	/ cgroup.version 2
 *	/app.slice memory.swap.current 1048576
 *	/app.slice memory.swap.max max
 *	/app.slice memory.swap.events.fail 3
 *	/app.slice memory.pressure.some.avg10 0.25
 *	/app.slice memory.stat.zswapped 8192
 *	/app.slice procs 4
 *
 * A line: the path below the cgroup root (escaped, "/" for the root itself), a
 * file's name with the key within it, the value as the kernel wrote it. "max"
 * stays a word, and so does v1's 9223372036854771712, which is no limit.
 *
 * A hybrid host has the memory controller on v1 below sys/fs/cgroup/memory,
 * and nothing of this in its v2 tree. With the parameter "cgroup" only that
 * cgroup is told of, without those below.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "sys.h"

enum {
	DEPTH = 128,
	ROOM = 16 << 10, /* memory.stat is some 2 KiB, 10 with many NUMA counters */
	LIMIT = 64 << 20, /* as everywhere: no more of one file */
};

/* How a file's text is laid out. */
enum shape {
	VALUE, /* one value */
	KEYED, /* "key value" a line */
	PRESSURE, /* "some avg10=0.00 … total=1" a line */
	COUNT, /* a line a process: their number */
};

struct file {
	const char *name;
	enum shape shape;
	const char *keys; /* of KEYED: those wanted, between blanks; NULL for all */
};

/* clang-format off */
static const struct file v2_files[] = {
	{ "memory.current",         VALUE },
	{ "memory.max",             VALUE },
	{ "memory.high",            VALUE },
	{ "memory.swap.current",    VALUE },
	{ "memory.swap.max",        VALUE },
	{ "memory.swap.high",       VALUE },
	{ "memory.swap.peak",       VALUE },
	{ "memory.swap.events",     KEYED, "high max fail" },
	{ "memory.events",          KEYED, "low high max oom oom_kill" },
	{ "memory.zswap.current",   VALUE },
	{ "memory.zswap.max",       VALUE },
	{ "memory.zswap.writeback", VALUE },
	{ "memory.pressure",        PRESSURE },
	{ "memory.stat",            KEYED,
		"anon swapcached zswap zswapped zswpin zswpout zswpwb thp_swpout thp_swpout_fallback "
		"swpin_zero swpout_zero pswpin pswpout pgmajfault" },
	{ "cgroup.procs",           COUNT },
};

static const struct file v1_files[] = {
	{ "memory.usage_in_bytes",       VALUE },
	{ "memory.limit_in_bytes",       VALUE },
	{ "memory.memsw.usage_in_bytes", VALUE },
	{ "memory.memsw.limit_in_bytes", VALUE },
	{ "memory.memsw.failcnt",        VALUE },
	{ "memory.swappiness",           VALUE },
	{ "memory.stat",                 KEYED, "swap swapcached total_swap total_swapcached pgmajfault" },
	{ "cgroup.procs",                COUNT },
};
/* clang-format on */

struct walk {
	struct root *r;
	struct buf *out;
	const struct file *files;
	size_t n_files;
};

static bool has_word(const char *words, struct span word)
{
	struct span list = span_z(words);

	while (list.n)
		if (span_eq(span_word(&list), word))
			return true;
	return false;
}

static void put(struct buf *out, struct span row, const char *file, struct span key,
	struct span value)
{
	if (!value.n)
		return;
	door_word(out, row);
	buf_char(out, ' ');
	buf_str(out, file);
	if (key.n)
		buf_char(out, '.');
	buf_span(out, key);
	buf_char(out, ' ');
	buf_span(out, value);
	buf_char(out, '\n');
}

static void put_keyed(
	struct buf *out, struct span row, const struct file *f, struct span text)
{
	while (text.n) {
		struct span line = span_line(&text), key = span_word(&line);

		if (key.n && has_word(f->keys, key))
			put(out, row, f->name, key, span_word(&line));
	}
}

/* "some avg10=0.25 …" becomes the keys some.avg10 and so on. */
static void put_pressure(
	struct buf *out, struct span row, const struct file *f, struct span text)
{
	while (text.n) {
		struct span line = span_line(&text), share = span_word(&line), word;
		char key[64];

		for (word = span_word(&line); word.n; word = span_word(&line)) {
			struct span value = word, name = span_cut(&value, '=');
			int n = snprintf(key, sizeof(key), "%.*s.%.*s", (int)share.n,
				share.p, (int)name.n, name.p);

			if (n > 0 && (size_t)n < sizeof(key))
				put(out, row, f->name, (struct span){key, (size_t)n},
					value);
		}
	}
}

/* The list of processes may be longer than any buffer. */
static void put_count(
	struct walk *w, struct span row, int dir, char *buf, const struct file *f)
{
	int fd = root_open_at(w->r, dir, f->name);
	unsigned long lines = 0;
	size_t total = 0;
	ssize_t n = -1;

	if (fd < 0)
		return;
	/* In a foreign tree it may be of any length. */
	while (total < LIMIT && (n = read(fd, buf, ROOM)) > 0) {
		total += (size_t)n;
		for (ssize_t i = 0; i < n; i++)
			lines += buf[i] == '\n';
	}
	close(fd);
	if (n != 0)
		return;
	n = snprintf(buf, ROOM, "%lu", lines);
	put(w->out, row, "procs", SPAN_EMPTY, (struct span){buf, (size_t)n});
}

static void put_cgroup(struct walk *w, int dir, struct span row)
{
	char buf[ROOM];

	for (size_t i = 0; i < w->n_files; i++) {
		const struct file *f = &w->files[i];
		struct span text;
		ssize_t n;

		if (f->shape == COUNT) {
			put_count(w, row, dir, buf, f);
			continue;
		}
		n = root_read_at(w->r, dir, f->name, buf, sizeof(buf));
		if (n <= 0)
			continue;
		text = (struct span){buf, (size_t)n};
		if (f->shape == KEYED)
			put_keyed(w->out, row, f, text);
		else if (f->shape == PRESSURE)
			put_pressure(w->out, row, f, text);
		else
			put(w->out, row, f->name, SPAN_EMPTY, span_word(&text));
	}
}

/* "/" + "a" is "/a", "/a" + "b" is "/a/b". */
static struct span row_below(struct arena *a, struct span row, struct span name)
{
	size_t n = row.n == 1 ? 0 : row.n;
	char *p = arena_get(a, n + 1 + name.n);

	memcpy(p, row.p, n);
	p[n] = '/';
	memcpy(p + n + 1, name.p, name.n);
	return (struct span){p, n + 1 + name.n};
}

static void walk(struct walk *w, int dir, struct span row, unsigned depth)
{
	struct folders l = {.a = root_scratch(w->r)};

	put_cgroup(w, dir, row);
	if (depth == DEPTH || root_list_fd(dir, folders_add, &l) < 0)
		return;
	folders_sort(&l);
	for (unsigned i = 0; i < l.n; i++) {
		int fd = openat(dir, l.list[i].p,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

		if (fd < 0)
			continue; /* gone meanwhile, or not ours to enter */
		walk(w, fd, row_below(l.a, row, l.list[i]), depth + 1);
		close(fd);
	}
}

/* Takes one leading folder off, with the slashes around it. */
static bool strip(struct span *path, const char *dir)
{
	struct span rest = *path;

	while (span_starts(rest, "/"))
		rest = span_sub(rest, 1, rest.n);
	*path = rest;
	if (!span_starts(rest, dir))
		return false;
	rest = span_sub(rest, strlen(dir), rest.n);
	if (rest.n && rest.p[0] != '/')
		return false;
	strip(&rest, "/");
	*path = rest;
	return true;
}

/* "/sys/fs/cgroup/foo", "/foo" or "foo" → "foo"; ".." would leave the tree. */
static int path_of(const char *asked, bool old, struct span *ret_path)
{
	struct span path = span_z(asked), rest;

	if (strip(&path, "sys/fs/cgroup") && old)
		strip(&path, "memory");
	while (span_ends(path, "/"))
		path.n--;
	for (rest = path; rest.n;)
		if (span_is(span_cut(&rest, '/'), ".."))
			return -EINVAL;
	*ret_path = path;
	return 0;
}

static int one_cgroup(struct walk *w, const char *top, bool old, const char *asked)
{
	char path[PATH_MAX];
	struct span below;
	int fd, n, rc = path_of(asked, old, &below);

	if (rc < 0)
		return rc;
	n = snprintf(path, sizeof(path), "%s/%.*s", top, (int)below.n, below.p);
	if (n < 0 || (size_t)n >= sizeof(path))
		return -ENAMETOOLONG;
	fd = root_openat(w->r, path, O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		return fd;
	/* The row is what follows the root, with the slash between. */
	put_cgroup(
		w, fd, span_sub((struct span){path, (size_t)n}, strlen(top), (size_t)n));
	close(fd);
	return 0;
}

const char *cgroups_memory(struct root *r, bool *ret_old)
{
	/* v2 may have a cgroup that is called memory. */
	*ret_old = !root_has(r, "sys/fs/cgroup/cgroup.controllers") &&
		   root_has(r, "sys/fs/cgroup/memory/memory.limit_in_bytes");
	return *ret_old ? "sys/fs/cgroup/memory" : "sys/fs/cgroup";
}

int door_cgroups(struct root *r, const char *arg, struct buf *out)
{
	const char *asked = root_get(r, "cgroup");
	struct walk w = {r, out, v2_files, COUNT_OF(v2_files)};
	bool old;
	const char *top = cgroups_memory(r, &old);
	int fd;

	if (*arg)
		return -ENOENT;
	if (old) {
		w.files = v1_files;
		w.n_files = COUNT_OF(v1_files);
	}
	fd = root_openat(r, top, O_RDONLY | O_DIRECTORY);
	if (fd < 0)
		return fd;
	buf_fmt(out, "/ cgroup.version %d\n", old ? 1 : 2);
	if (!asked)
		walk(&w, fd, SPAN("/"), 0);
	close(fd);
	return asked ? one_cgroup(&w, top, old, asked) : 0;
}
