// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * threads.c - "@threads/time" and "@threads/moves": where each thread ran, and for how long.
 *
 *	812 812 4711 3 5120334981 1486509 8370 0 /app.slice java java
 *	815 812 4713 131 70112004 3311 92 0 /app.slice java GC\040Thread
 *	2 2 0 0 801133 55012 340 1 - kthreadd kthreadd
 *
 * Columns of time: tid, pid, start (ticks since boot, which tells a reused TID),
 * cpu (where it runs, or ran last), run_ns, wait_ns (runnable, but waiting),
 * slices, kernel (1: a kernel thread), cgroup (as in "@tasks"), process (its
 * leader's name), comm. Columns of moves: tid, migrations. "-": unknown, the three
 * times without CONFIG_SCHED_INFO. Where no thread has a file "sched" (without
 * CONFIG_SCHED_DEBUG, before 6.15) there are no moves at all.
 *
 * Of a process whose CPU time and number of threads are those of the last
 * reading nothing more is read, and its rows are given again as they were. Its
 * CPU time is in ticks: what it ran since, less than one, is told with the next.
 *
 * Sources: fs/proc/array.c do_task_stat(), fs/proc/base.c proc_pid_schedstat(),
 * which patched kernels print more than three numbers in, kernel/sched/debug.c
 * proc_sched_show_task(). Of a leader proc/PID says what proc/PID/task/PID does.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sys.h"

enum {
	STAT_ROOM = 2048,
	ROOM = 8192, /* cgroup on a v1 host, the start of sched */
};

/* A process as it was read: its rows are n bytes of the text, from `at` on. */
struct known {
	uint32_t pid;
	uint64_t start, ticks, threads;
	size_t at, n;
};

struct reading {
	struct buf text, list; /* the list is of struct known, by ascending pid */
};

/* The last reading and the one before, in turn. */
struct memory_of_threads {
	struct reading half[2];
	unsigned now;
};

/* What is known of one thread; of a process: of its leader. */
struct thread {
	struct span comm, cpu, start;
	uint64_t ticks, threads;
	bool kernel;
};

struct sweep {
	struct root *r;
	void (*put)(struct sweep *s, uint32_t tid, int fd, const struct thread *t);
	bool wants_stat; /* of threads that do not lead */
	struct task_ids tids;
	struct reading *now;
	/* the process at hand */
	uint32_t pid;
	struct span process, cgroup;
};

static void memory_free(void *what)
{
	struct memory_of_threads *m = what;

	for (size_t i = 0; i < COUNT_OF(m->half); i++) {
		buf_free(&m->half[i].text);
		buf_free(&m->half[i].list);
	}
}

static uint64_t number_of(struct span s)
{
	uint64_t n = 0;

	span_u64(s, &n);
	return n;
}

static bool read_stat(
	struct sweep *s, int fd, uint32_t id, char room[STAT_ROOM], struct thread *t)
{
	struct span rest, field[39 + 1];

	if (!tasks_stat(tasks_read(s->r, fd, id, "stat", room, STAT_ROOM, NULL), &t->comm,
		    &rest))
		return false;
	for (unsigned i = 3; i < COUNT_OF(field); i++)
		field[i] = span_word(&rest);
	t->kernel = number_of(field[9]) & PF_KTHREAD;
	t->ticks = number_of(field[14]) + number_of(field[15]);
	t->threads = number_of(field[20]);
	t->start = field[22];
	t->cpu = field[39];
	return t->cpu.n;
}

static void put_id(struct buf *out, uint32_t id)
{
	buf_u64(out, id);
	buf_char(out, ' ');
}

static void put_word(struct buf *out, struct span word, char end)
{
	door_word(out, word);
	buf_char(out, end);
}

static void put_time(struct sweep *s, uint32_t tid, int fd, const struct thread *t)
{
	struct buf *out = &s->now->text;
	char room[256];
	struct span times =
		tasks_read(s->r, fd, tid, "schedstat", room, sizeof(room), NULL);

	put_id(out, tid);
	put_id(out, s->pid);
	put_word(out, t->start, ' ');
	put_word(out, t->cpu, ' ');
	for (unsigned i = 0; i < 3; i++)
		put_word(out, span_word(&times), ' ');
	buf_str(out, t->kernel ? "1 " : "0 ");
	put_word(out, s->cgroup, ' ');
	put_word(out, s->process, ' ');
	put_word(out, t->comm, '\n');
}

/* "se.nr_migrations   :   12"; the prefix has changed before. The name above may hold any byte, so a number it must be. */
static void put_moves(struct sweep *s, uint32_t tid, int fd, const struct thread *t)
{
	char room[ROOM];
	struct span text = tasks_read(s->r, fd, tid, "sched", room, sizeof(room), NULL);
	uint64_t n;

	(void)t;
	while (text.n) {
		struct span value = span_line(&text),
			    key = span_trim(span_cut(&value, ':'));

		if (!span_ends(key, "nr_migrations") ||
			span_u64(span_trim(value), &n) < 0)
			continue;
		put_id(&s->now->text, tid);
		buf_u64(&s->now->text, n);
		buf_char(&s->now->text, '\n');
		return;
	}
}

/* The threads of the process; its leader alone where they cannot be listed. */
static void put_threads(struct sweep *s, int proc, const struct thread *leader)
{
	char name[32], room[STAT_ROOM];
	int fd;

	snprintf(name, sizeof(name), "%u/task", s->pid);
	fd = leader->threads > 1
		     ? openat(proc, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
		     : -1;
	if (fd < 0 || tasks_ids(fd, &s->tids) < 0) {
		s->put(s, s->pid, proc, leader);
		goto out;
	}
	for (size_t i = 0; i < s->tids.n; i++) {
		struct thread t = *leader;

		if (s->tids.list[i] == s->pid) {
			s->put(s, s->pid, proc, leader);
			continue;
		}
		/* one that cannot be read has ended */
		if (!s->wants_stat || read_stat(s, fd, s->tids.list[i], room, &t))
			s->put(s, s->tids.list[i], fd, &t);
	}
out:
	if (fd >= 0)
		close(fd);
}

static bool is_unmoved(const struct known *old, const struct known *now)
{
	return old->pid == now->pid && old->start == now->start &&
	       old->ticks == now->ticks && old->threads == now->threads;
}

/* `old` is the process with this pid in the last reading, NULL for none. */
static void sweep_process(
	struct sweep *s, int proc, const struct known *old, struct span old_text)
{
	char stat[STAT_ROOM], cgroup[ROOM];
	struct buf *text = &s->now->text;
	struct thread leader;
	struct known k;

	if (!read_stat(s, proc, s->pid, stat, &leader))
		return;
	k = (struct known){
		.pid = s->pid,
		.start = number_of(leader.start),
		.ticks = leader.ticks,
		.threads = leader.threads,
		.at = text->n,
	};
	if (old && is_unmoved(old, &k)) {
		buf_span(text, span_sub(old_text, old->at, old->n));
	} else {
		s->process = leader.comm;
		s->cgroup = SPAN_EMPTY;
		if (s->wants_stat && !leader.kernel)
			s->cgroup = tasks_cgroup(tasks_read(s->r, proc, s->pid, "cgroup",
				cgroup, sizeof(cgroup), NULL));
		put_threads(s, proc, &leader);
	}
	k.n = text->n - k.at;
	buf_put(&s->now->list, &k, sizeof(k));
}

static int sweep_all(struct sweep *s, const struct reading *before)
{
	const struct known *old = (const void *)before->list.p;
	size_t n_old = before->list.n / sizeof(*old), n;
	uint32_t *pids;
	int proc, rc = tasks_pids(s->r, &proc, &pids, &n);

	if (rc < 0)
		return rc;
	for (size_t i = 0; i < n; i++) {
		while (n_old && old->pid < pids[i]) {
			old++;
			n_old--;
		}
		s->pid = pids[i];
		sweep_process(s, proc, n_old && old->pid == pids[i] ? old : NULL,
			buf_text(&before->text));
	}
	close(proc);
	return 0;
}

int door_threads(struct root *r, const char *arg, struct buf *out)
{
	struct sweep s = {.r = r, .tids.a = root_scratch(r)};
	struct memory_of_threads *m;
	int rc;

	if (!strcmp(arg, "time")) {
		s.put = put_time;
		s.wants_stat = true;
	} else if (!strcmp(arg, "moves")) {
		s.put = put_moves;
	} else {
		return -ENOENT;
	}
	m = root_memory(r, s.wants_stat ? "threads/time" : "threads/moves", sizeof(*m),
		memory_free);
	s.now = &m->half[!m->now];
	buf_reset(&s.now->text);
	buf_reset(&s.now->list);
	rc = sweep_all(&s, &m->half[m->now]);
	if (rc < 0)
		return rc;
	m->now = !m->now;
	/* This kernel does not say how often they moved. */
	if (!s.wants_stat && !s.now->text.n)
		return -ENOENT;
	buf_span(out, buf_text(&s.now->text));
	return 0;
}
