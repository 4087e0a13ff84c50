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

/* In the order of the columns, behind the pid. */
enum word { START, PPID, UID, STATE, SWAP, MAJFLT, MINFLT, THREADS, CGROUP, COMM, WORDS };

struct task {
	struct span at[WORDS];
	bool kernel;
};

static void add_id(void *ctx, const char *name, unsigned char type)
{
	struct task_ids *p = ctx;
	uint64_t id;

	(void)type;
	if (span_u64(span_z(name), &id) < 0 || !id || id > UINT32_MAX)
		return;
	p->list = arena_more(p->a, p->list, p->n, &p->cap, sizeof(*p->list));
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

	if (!tasks_stat(text, &t->at[COMM], &rest))
		return;
	for (unsigned i = 3; i < COUNT_OF(field); i++)
		field[i] = span_word(&rest);
	t->at[STATE] = field[3];
	t->at[PPID] = field[4];
	t->kernel = span_u64(field[9], &flags) == 0 && flags & PF_KTHREAD;
	t->at[MINFLT] = field[10];
	t->at[MAJFLT] = field[12];
	t->at[THREADS] = field[20];
	t->at[START] = field[22];
}

static void take_status(struct task *t, struct span text)
{
	while (text.n) {
		struct span rest = span_line(&text), key = span_cut(&rest, ':'),
			    first = span_word(&rest);

		if (span_is(key, "VmSwap"))
			t->at[SWAP] = first;
		else if (span_is(key, "Uid"))
			t->at[UID] = span_word(&rest);
		else if (span_is(key, "State") && !t->at[STATE].n)
			t->at[STATE] = first;
		else if (span_is(key, "PPid") && !t->at[PPID].n)
			t->at[PPID] = first;
		else if (span_is(key, "Threads") && !t->at[THREADS].n)
			t->at[THREADS] = first;
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
	buf_u64(out, pid);
	for (size_t i = 0; i < WORDS; i++) {
		buf_char(out, ' ');
		door_word(out, t->at[i]);
	}
	buf_char(out, '\n');
}

struct span tasks_read(struct root *r, int fd, uint32_t id, const char *file, char *room,
	size_t size, int *ret_err)
{
	char name[32];
	ssize_t n;

	snprintf(name, sizeof(name), "%u/%s", id, file);
	n = root_read_at(r, fd, name, room, size);
	if (ret_err)
		*ret_err = n < 0 ? (int)n : 0;
	return n > 0 ? (struct span){room, (size_t)n} : SPAN_EMPTY;
}

bool tasks_gone(int err)
{
	return err == -ENOENT || err == -ESRCH;
}

static void add_task(struct root *r, int proc, uint32_t pid, struct buf *out)
{
	char stat[STAT_ROOM], status[STATUS_ROOM], cgroup[CGROUP_ROOM], comm[64];
	struct task t = {.kernel = false};
	int err, status_err = 0;

	for (size_t i = 0; i < WORDS; i++)
		t.at[i] = SPAN_EMPTY;
	take_stat(&t, tasks_read(r, proc, pid, "stat", stat, sizeof(stat), &err));
	if (tasks_gone(err) && root_live(r))
		return;
	if (t.kernel) {
		t.at[UID] = SPAN("0");
	} else {
		take_status(&t, tasks_read(r, proc, pid, "status", status, sizeof(status),
					&status_err));
		if (tasks_gone(status_err) && (tasks_gone(err) || root_live(r)))
			return;
		t.at[CGROUP] = tasks_cgroup(
			tasks_read(r, proc, pid, "cgroup", cgroup, sizeof(cgroup), NULL));
	}
	if (tasks_gone(err)) {
		t.at[COMM] = tasks_read(r, proc, pid, "comm", comm, sizeof(comm), NULL);
		if (span_ends(t.at[COMM], "\n"))
			t.at[COMM].n--;
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
