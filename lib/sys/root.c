// SPDX-License-Identifier: GPL-2.0-or-later
/* root.c - files and doors below a root, read whole; descriptors kept for loops. */
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sys.h"

enum {
	/* Descriptors left for those who do not come through here. */
	RESERVE = 64,
	PATH_ROOM = 256,
};

struct root {
	int fd;
	bool live;
	char dir[PATH_ROOM]; /* the folder of the last path opened, and once it was so twice, its descriptor */
	size_t dir_length;
	int dir_fd;
	bool in_root; /* the kernel has openat2() */
	bool keeping, measuring;
	unsigned long turn; /* moves when what was read before may be read otherwise */
	size_t keep_most;
	struct keep keep;
	struct arena own, scratch;
	struct param *params;
	struct memory *memory;
	struct buf door; /* the text of the door being served */
	bool serving; /* a door may read another as a file of the tree, not call it */
	root_tee *tee;
	void *tee_ctx;
	struct root_cost cost;
};

/* Kept descriptors are many, and the soft limit is a habit of select(2), which nobody here uses. */
static size_t raise_limit(void)
{
	struct rlimit l;

	if (getrlimit(RLIMIT_NOFILE, &l) < 0)
		return 0;
	l.rlim_cur = l.rlim_max;
	setrlimit(RLIMIT_NOFILE, &l);
	if (getrlimit(RLIMIT_NOFILE, &l) < 0 || l.rlim_cur < RESERVE)
		return 0;
	return l.rlim_cur - RESERVE;
}

static unsigned long opened;

int root_open(const char *dir, unsigned flags, struct root **ret_root)
{
	struct root *r = calloc(1, sizeof(*r));
	int rc;

	if (!r)
		return -ENOMEM;
	r->live = !dir && !(flags & ROOT_EMPTY);
	r->dir_fd = -1;
	r->keeping = flags & ROOT_KEEP;
	r->measuring = flags & ROOT_MEASURE;
	/* No two roots share a turn, so that one in the place of another is not taken for it. */
	r->turn = ++opened << 32;
	r->fd = flags & ROOT_EMPTY
			? -1
			: open(dir ? dir : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (r->fd < 0 && !(flags & ROOT_EMPTY)) {
		rc = -errno;
		free(r);
		return rc;
	}
	if (!r->live && r->fd >= 0)
		r->in_root = confine_works(r->fd);
	r->keep_most = r->keeping ? raise_limit() : RESERVE;
	*ret_root = r;
	return 0;
}

static void forget_dir(struct root *r)
{
	if (r->dir_fd >= 0)
		close(r->dir_fd);
	r->dir_fd = -1;
	r->dir_length = 0;
}

void root_close(struct root *r)
{
	if (!r)
		return;
	keep_free(&r->keep);
	forget_dir(r);
	memory_done(r->memory);
	arena_free(&r->own);
	arena_free(&r->scratch);
	buf_free(&r->door);
	if (r->fd >= 0)
		close(r->fd);
	free(r);
}

bool root_live(const struct root *r)
{
	return r->live;
}

void root_set_tee(struct root *r, root_tee *tee, void *ctx)
{
	r->tee = tee;
	r->tee_ctx = ctx;
	r->turn++;
}

void root_set(struct root *r, const char *name, const char *value)
{
	param_set(&r->params, &r->own, name, value);
	r->turn++;
}

const char *root_get(const struct root *r, const char *name)
{
	return param_get(r->params, name);
}

struct root_cost root_cost(const struct root *r)
{
	return r->cost;
}

uint64_t root_clock(const struct root *r)
{
	return r->measuring ? clock_mono_ns() : 0;
}

void root_add_cost(struct root *r, struct root_cost more, uint64_t since_ns)
{
	r->cost.reads += more.reads;
	r->cost.opens += more.opens;
	r->cost.others += more.others;
	r->cost.ns += root_clock(r) - since_ns;
}

void root_round(struct root *r)
{
	r->keep.round++;
}

/* Each closing counts too: a number that was closed may stand for another file. */
unsigned long root_turn(const struct root *r)
{
	return r->turn + r->keep.n_closed;
}

bool root_keeps(const struct root *r)
{
	return r->keeping && !r->tee;
}

const struct kept *root_kept(struct root *r, const char *path)
{
	return keep_find(&r->keep, path);
}

struct arena *root_scratch(struct root *r)
{
	return &r->scratch;
}

void *root_memory(struct root *r, const char *door, size_t size, void (*done)(void *what))
{
	return memory_get(&r->memory, &r->own, door, size, done);
}

static void note_dir(struct root *r, const char *path, size_t n)
{
	memcpy(r->dir, path, n);
	r->dir[n] = '\0';
	r->dir_length = n;
}

void root_enter(struct root *r, const char *path, size_t n)
{
	if (!r->live || r->keeping || n >= sizeof(r->dir))
		return;
	forget_dir(r);
	note_dir(r, path, n);
}

/*
 * Files of one folder are mostly asked for in a run: the second goes through a descriptor of the folder,
 * so that the kernel walks the long path once. Shortens the path and returns what it is relative to,
 * or -ENOENT.
 */
static int near_dir(struct root *r, const char **path)
{
	const char *slash = strrchr(*path, '/');
	size_t n = slash ? (size_t)(slash - *path) : 0;

	if (!n || r->keeping || n >= sizeof(r->dir))
		return r->fd;
	if (n != r->dir_length || memcmp(*path, r->dir, n)) {
		forget_dir(r);
		note_dir(r, *path, n);
		return r->fd;
	}
	if (r->dir_fd < 0)
		r->dir_fd = openat(r->fd, r->dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (r->dir_fd < 0)
		return errno == ENOENT ? -ENOENT : r->fd; /* nor is any file in it */
	*path = slash + 1;
	return r->dir_fd;
}

int root_openat(struct root *r, const char *path, int flags)
{
	uint64_t begin;
	int fd, at;

	flags |= O_CLOEXEC;
	if (r->fd < 0)
		return -ENOENT;
	at = r->live ? near_dir(r, &path) : r->fd;
	if (at < 0)
		return at;
	begin = root_clock(r);
	if (r->live) {
		do
			fd = openat(at, path, flags);
		while (fd < 0 && errno == EINTR);
		fd = fd < 0 ? -errno : fd;
	} else {
		fd = confine_open(at, path, flags, r->in_root);
	}
	/* To be told that there is nothing is an answer, and costs what a read costs. */
	root_add_cost(r, (struct root_cost){.opens = fd >= 0, .others = fd < 0}, begin);
	return fd;
}

/* A kept file of a tree that was unlinked or replaced: its descriptor does not say so by itself. */
bool root_stale(const struct root *r, int fd)
{
	struct stat st;

	return !r->live && (fstat(fd, &st) < 0 || st.st_nlink == 0);
}

/* Takes the descriptor into the table; false: it stays the caller's. */
static bool hold(struct root *r, const char *path, int fd, size_t length)
{
	if (r->keep.n_open >= r->keep_most)
		return false;
	/* What cannot be read again from its start must be opened again. */
	if (lseek(fd, 0, SEEK_CUR) < 0)
		return false;
	return keep_put(&r->keep, path, fd, length);
}

/* Opens, if need be at the cost of all kept descriptors: then the loop goes on without keeping. */
static int open_anyhow(
	struct root *r, const char *path, int (*how)(struct root *, const char *))
{
	int fd = how(r, path);

	if ((fd == -EMFILE || fd == -ENFILE) && r->keep.n_open) {
		keep_free(&r->keep);
		r->keeping = false;
		fd = how(r, path);
	}
	return fd;
}

/* What is kept of the path, while that is still what the path names; NULL: to be opened. */
static struct kept *fresh(struct root *r, const char *path)
{
	struct kept *k = keep_find(&r->keep, path);

	if (k && k->fd >= 0 && root_stale(r, k->fd))
		keep_close(&r->keep, k);
	return k && k->fd >= 0 ? k : NULL;
}

static int read_file(
	struct root *r, const char *path, struct arena *a, struct span *ret_text)
{
	struct kept *k = fresh(r, path);
	size_t length = 0;
	int fd, rc;

	if (k) {
		rc = file_read(r, k->fd, file_single(r, path), &k->length, a, ret_text);
		if (!r->keeping)
			keep_close(&r->keep, k);
		if (rc != -ENODEV && rc != -ESRCH && rc != -EIO)
			return rc;
		keep_close(&r->keep, k);
	}
	fd = open_anyhow(r, path, root_open_file);
	if (fd < 0)
		return fd;
	rc = file_read(r, fd, file_single(r, path), &length, a, ret_text);
	if (rc < 0 || !r->keeping || !hold(r, path, fd, length))
		close(fd);
	return rc;
}

bool root_has(struct root *r, const char *path)
{
	int fd;

	if (fresh(r, path))
		return true;
	fd = open_anyhow(r, path, root_open_file);
	if (fd < 0)
		return fd != -ENOENT && fd != -ENOTDIR;
	if (!hold(r, path, fd, 0))
		close(fd);
	return true;
}

static int open_dir(struct root *r, const char *path)
{
	return root_openat(r, path, O_RDONLY | O_DIRECTORY);
}

int root_dir(struct root *r, const char *path)
{
	struct kept *k = fresh(r, path);
	int fd;

	if (k && lseek(k->fd, 0, SEEK_SET) == 0)
		return k->fd;
	fd = open_anyhow(r, path, open_dir);
	if (fd >= 0 && r->keeping)
		hold(r, path, fd, 0);
	return fd;
}

void root_dir_done(struct root *r, const char *path, int fd, int rc)
{
	struct kept *k = keep_find(&r->keep, path);

	if (!k || k->fd != fd)
		close(fd);
	else if (rc < 0)
		keep_close(&r->keep, k);
}

/* Whether the door that the path begins with is told what to say. */
static bool is_told(const struct root *r, const char *path)
{
	const struct door *door;
	const char *arg;

	return !door_find(span_z(path), &door, &arg) && root_get(r, door->name);
}

/* A tee sees what was asked for, not what a door read to answer it. */
static int read_door(
	struct root *r, const char *path, struct arena *a, struct span *ret_text)
{
	const struct door *door;
	root_tee *tee = r->tee;
	const char *arg;
	int rc = r->live || is_told(r, path) ? -ENOENT : read_file(r, path, a, ret_text);

	if (rc != -ENOENT && rc != -ENOTDIR)
		return rc;
	rc = door_find(span_z(path), &door, &arg);
	if (rc < 0 || r->serving)
		return -ENOENT;
	buf_reset(&r->door);
	arena_reset(&r->scratch);
	r->tee = NULL;
	r->serving = true;
	rc = door->serve(r, arg, &r->door);
	r->serving = false;
	r->tee = tee;
	if (rc == 0)
		*ret_text = arena_span(a, buf_text(&r->door));
	return rc;
}

int root_read(struct root *r, const char *path, struct arena *a, struct span *ret_text)
{
	const char *told = *path == '@' ? root_get(r, path) : NULL;
	struct span text = told ? arena_span(a, span_z(told)) : SPAN_EMPTY;
	int rc = told		? 0
		 : *path == '@' ? read_door(r, path, a, &text)
				: read_file(r, path, a, &text);

	if (rc < 0)
		return rc;
	*ret_text = r->tee ? r->tee(r->tee_ctx, path, a, text) : text;
	return 0;
}
