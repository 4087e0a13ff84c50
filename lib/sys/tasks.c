// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tasks.c - "@tasks" (or "@tasks/swap"): a row for each process, what it holds in swap and its faults.
 *
 *	1 4 0 0 S 512 133 20481 1 /init.scope systemd
 *	2 5 0 0 S - 0 0 1 - kthreadd
 *
 * Columns: pid, start (ticks since boot, which tells a reused PID), ppid, uid
 * (effective), state, VmSwap in KiB, majflt, minflt, threads, cgroup (of v2,
 * else of v1's memory controller), comm. What is not known is "-": a kernel
 * thread has no swap, another user's process may be closed (hidepid). A
 * captured tree may lack stat: then start and faults are unknown.
 *
 * Sources: fs/proc/array.c do_task_stat(), proc_pid_status(); cgroup.c
 * proc_cgroup_show(). One read each into the stack: 10,000 processes are
 * 30,000 files. The command line is never read: it holds secrets.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sys.h"

enum {
	STAT_ROOM = 2048,
	STATUS_ROOM = 4096,
	CGROUP_ROOM = 8192, /* v1 and v2: some 13 hierarchies with a path each */
};

struct task {
	struct span start, ppid, uid, state, swap, majflt, minflt, threads, cgroup, comm;
	bool kernel;
};

static void add_id(void *ctx, const char *name, unsigned char type)
{
	struct task_ids *p = ctx;
	uint64_t id;

	(void)type;
	if (span_u64(span_z(name), &id) < 0 || !id || id > UINT32_MAX)
		return;
	if (p->n == p->cap) {
		size_t cap = p->cap ? p->cap * 2 : 1024;
		uint32_t *list = arena_get(p->a, cap * sizeof(*list));

		if (p->n)
			memcpy(list, p->list, p->n * sizeof(*list));
		p->list = list;
		p->cap = cap;
	}
	p->sorted = p->sorted && (!p->n || p->list[p->n - 1] < id);
	p->list[p->n++] = (uint32_t)id;
}

static int cmp_id(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

int tasks_ids(int fd, struct task_ids *ids)
{
	int rc;

	ids->n = 0;
	ids->sorted = true;
	rc = root_list_fd(fd, add_id, ids);
	/* proc lists processes in order; threads, and a folder of files, not always. */
	if (rc == 0 && !ids->sorted)
		qsort(ids->list, ids->n, sizeof(*ids->list), cmp_id);
	return rc;
}

int tasks_pids(struct root *r, int *ret_fd, uint32_t **ret_pids, size_t *ret_n)
{
	struct task_ids ids = {.a = root_scratch(r)};
	int rc, fd = root_openat(r, "proc", O_RDONLY | O_DIRECTORY);

	if (fd < 0)
		return fd;
	rc = tasks_ids(fd, &ids);
	if (rc < 0) {
		close(fd);
		return rc;
	}
	*ret_fd = fd;
	*ret_pids = ids.list;
	*ret_n = ids.n;
	return 0;
}

/* The last bracket counts: a process may call itself ") R 1 (". */
bool tasks_stat(struct span text, struct span *ret_comm, struct span *ret_rest)
{
	const char *close = memrchr(text.p, ')', text.n);
	ptrdiff_t open = span_find(text, '(');

	if (!close || open < 0 || close < text.p + open)
		return false;
	*ret_comm = span_sub(text, (size_t)open + 1, (size_t)(close - text.p - open - 1));
	*ret_rest = span_sub(text, (size_t)(close - text.p) + 1, text.n);
	return true;
}

static void take_stat(struct task *t, struct span text)
{
	struct span rest, field[22 + 1];
	uint64_t flags;

	if (!tasks_stat(text, &t->comm, &rest))
		return;
	for (unsigned i = 3; i < COUNT_OF(field); i++)
		field[i] = span_word(&rest);
	t->state = field[3];
	t->ppid = field[4];
	t->kernel = span_u64(field[9], &flags) == 0 && flags & PF_KTHREAD;
	t->minflt = field[10];
	t->majflt = field[12];
	t->threads = field[20];
	t->start = field[22];
}

static void take_status(struct task *t, struct span text)
{
	while (text.n) {
		struct span rest = span_line(&text), key = span_cut(&rest, ':'),
			    first = span_word(&rest);

		if (span_is(key, "VmSwap"))
			t->swap = first;
		else if (span_is(key, "Uid"))
			t->uid = span_word(&rest);
		else if (span_is(key, "State") && !t->state.n)
			t->state = first;
		else if (span_is(key, "PPid") && !t->ppid.n)
			t->ppid = first;
		else if (span_is(key, "Threads") && !t->threads.n)
			t->threads = first;
	}
}

static bool has_word(struct span list, const char *word)
{
	while (list.n)
		if (span_is(span_cut(&list, ','), word))
			return true;
	return false;
}

/* "4:memory:/a" is v1's memory controller and wins: on a hybrid host v2 accounts no memory. */
struct span tasks_cgroup(struct span text)
{
	struct span found = SPAN_EMPTY;

	while (text.n) {
		struct span path = span_line(&text), id = span_cut(&path, ':');
		struct span controllers = span_cut(&path, ':');

		if (has_word(controllers, "memory"))
			return path;
		if (span_is(id, "0") && !controllers.n)
			found = path;
	}
	return found;
}

static void put_task(struct buf *out, uint32_t pid, const struct task *t)
{
	const struct span words[] = {
		t->start,
		t->ppid,
		t->uid,
		t->state,
		t->swap,
		t->majflt,
		t->minflt,
		t->threads,
		t->cgroup,
		t->comm,
	};

	buf_u64(out, pid);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		buf_char(out, ' ');
		door_word(out, words[i]);
	}
	buf_char(out, '\n');
}

/* Reads proc/PID/NAME; an empty text when it cannot be. */
static struct span read_of(struct root *r, int proc, uint32_t pid, const char *file,
	char *buf, size_t size, int *ret_err)
{
	char name[32];
	ssize_t n;

	snprintf(name, sizeof(name), "%u/%s", pid, file);
	n = root_read_at(r, proc, name, buf, size);
	*ret_err = n < 0 ? (int)n : 0;
	return n > 0 ? (struct span){buf, (size_t)n} : SPAN_EMPTY;
}

static bool is_gone(int err)
{
	return err == -ENOENT || err == -ESRCH;
}

static void add_task(struct root *r, int proc, uint32_t pid, struct buf *out)
{
	char stat[STAT_ROOM], status[STATUS_ROOM], cgroup[CGROUP_ROOM], comm[64];
	struct task t = {
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		SPAN_EMPTY,
		false,
	};
	int err, status_err = 0;

	take_stat(&t, read_of(r, proc, pid, "stat", stat, sizeof(stat), &err));
	if (is_gone(err) && root_live(r))
		return;
	if (t.kernel) {
		t.uid = SPAN("0");
	} else {
		take_status(&t, read_of(r, proc, pid, "status", status, sizeof(status),
					&status_err));
		if (is_gone(status_err) && (is_gone(err) || root_live(r)))
			return;
		t.cgroup = tasks_cgroup(read_of(
			r, proc, pid, "cgroup", cgroup, sizeof(cgroup), &status_err));
	}
	if (is_gone(err)) {
		t.comm = read_of(r, proc, pid, "comm", comm, sizeof(comm), &err);
		if (span_ends(t.comm, "\n"))
			t.comm.n--;
	}
	put_task(out, pid, &t);
}

int door_tasks(struct root *r, const char *arg, struct buf *out)
{
	uint32_t *pids;
	size_t n;
	int proc, rc;

	if (*arg && strcmp(arg, "swap") != 0)
		return -ENOENT;
	rc = tasks_pids(r, &proc, &pids, &n);
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < n; i++)
		add_task(r, proc, pids[i], out);
	close(proc);
	return 0;
}
