// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * load.c - a child process whose memory is written, given back and put out as it is told.
 *
 * An order lies on a board of memory that both share; a byte through a socket says that it is there, another one back
 * that it is done. The parent's own memory takes no part: only the child's areas are ever put out.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

/* Not zero, which the kernel would not write to a device at all. */
enum { FILL = 0x11 };

struct load_board {
	enum load_op op;
	unsigned area, n;
	uint64_t unit;
	uint32_t places[LOAD_PLACES];
	/* The answer. */
	int err;
	struct load_cost cost;
	uint64_t swapped;
};

struct child {
	struct load_area areas[LOAD_AREAS];
	char *at[LOAD_AREAS];
	struct load_board *board;
	int end;
};

/* ---- the child ---- */

static char *area_map(const struct load_area *a)
{
	size_t room = a->bytes + a->align;
	char *p = mmap(NULL, room, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	p += -(uintptr_t)p & (a->align - 1);
	/* Without large folios in the kernel there is nothing to advise. */
	madvise(p, a->bytes, a->large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	return p;
}

static int range_do(const struct child *c, uint64_t place)
{
	const struct load_board *b = c->board;
	uint64_t all = c->areas[b->area].bytes;
	char *p = c->at[b->area] + place * b->unit;

	if (!b->unit || place >= all / b->unit)
		return -ERANGE;
	if (b->op == LOAD_OUT)
		return madvise(p, b->unit, MADV_PAGEOUT) < 0 ? -errno : 0;
	if (b->op == LOAD_FRESH && madvise(p, b->unit, MADV_DONTNEED) < 0)
		return -errno;
	memset(p, FILL, b->unit);
	return 0;
}

/* VmSwap of proc/self/status. */
static uint64_t swapped_now(void)
{
	char room[4096];
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, room, sizeof(room));
	struct span text = {room, n < 0 ? 0 : (size_t)n},
		    swap = span_value(text, SPAN("VmSwap:"));
	uint64_t kib;

	if (fd >= 0)
		close(fd);
	return span_u64(span_word(&swap), &kib) ? UINT64_MAX : kib * 1024;
}

static uint64_t ns_of(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000u;
}

static struct load_cost cost_now(void)
{
	struct rusage u = {0};

	getrusage(RUSAGE_SELF, &u);
	return (struct load_cost){ns_of(u.ru_utime), ns_of(u.ru_stime),
		(uint64_t)u.ru_minflt, (uint64_t)u.ru_majflt};
}

static void board_do(const struct child *c)
{
	struct load_board *b = c->board;
	struct load_cost before = cost_now(), after;

	b->err = 0;
	for (unsigned i = 0; i < b->n && !b->err; i++)
		b->err = range_do(c, b->places[i]);
	after = cost_now();
	if (b->op == LOAD_OUT)
		b->swapped = swapped_now();
	b->cost = (struct load_cost){after.user_ns - before.user_ns,
		after.system_ns - before.system_ns, after.minflt - before.minflt,
		after.majflt - before.majflt};
}

static void pin(int cpu)
{
	cpu_set_t *set = CPU_ALLOC(CPUS_MAX);
	size_t size = CPU_ALLOC_SIZE(CPUS_MAX);

	if (!set)
		return;
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	sched_setaffinity(0, size, set);
	CPU_FREE(set);
}

/* The parent's handlers are not for here; what ends it by the terminal is for the parent to say. */
static void child_signals(pid_t parent)
{
	sigset_t none;

	for (int i = 1; i < SIGRTMIN; i++)
		signal(i, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
}

static _Noreturn void be_child(struct child *c, int cpu, pid_t parent)
{
	char byte;

	child_signals(parent);
	if (cpu >= 0)
		pin(cpu);
	for (unsigned i = 0; i < LOAD_AREAS; i++) {
		c->at[i] = c->areas[i].bytes ? area_map(&c->areas[i]) : NULL;
		if (c->areas[i].bytes && !c->at[i])
			c->areas[i].bytes = 0;
	}
	while (read(c->end, &byte, 1) == 1) {
		board_do(c);
		if (send(c->end, &byte, 1, MSG_NOSIGNAL) != 1)
			break;
	}
	_exit(0);
}

/* ---- the parent ---- */

int load_begin(const struct load_area areas[LOAD_AREAS], int cpu, struct load *ret_load)
{
	pid_t pid, self = getpid();
	struct child c = {0};
	int ends[2], err;

	memcpy(c.areas, areas, sizeof(c.areas));
	c.board = mmap(NULL, sizeof(*c.board), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (c.board == MAP_FAILED)
		return -errno;
	err = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
	pid = err ? -1 : fork();
	if (pid < 0) {
		if (!err) {
			err = -errno;
			close(ends[0]);
			close(ends[1]);
		}
		munmap(c.board, sizeof(*c.board));
		return err;
	}
	if (!pid) {
		close(ends[0]);
		c.end = ends[1];
		be_child(&c, cpu, self);
	}
	close(ends[1]);
	c.board->swapped = UINT64_MAX;
	*ret_load = (struct load){pid, ends[0], c.board, UINT64_MAX};
	return 0;
}

int load_do(struct load *l, enum load_op op, unsigned area, uint64_t unit, unsigned n,
	const uint32_t *places, struct load_cost *cost)
{
	struct load_board *b = l->board;
	char byte = 0;
	ssize_t done;

	if (n > LOAD_PLACES || area >= LOAD_AREAS)
		return -EINVAL;
	b->op = op;
	b->area = area;
	b->unit = unit;
	b->n = n;
	memcpy(b->places, places, n * sizeof(*places));
	/* Not through a pipe: a child that is gone is an answer, not a signal. */
	done = send(l->end, &byte, 1, MSG_NOSIGNAL);
	if (done == 1)
		done = read(l->end, &byte, 1);
	if (done < 0 && errno == EINTR)
		return -EINTR;
	if (done != 1)
		return -ECHILD;
	l->swapped = b->swapped;
	cost->user_ns += b->cost.user_ns;
	cost->system_ns += b->cost.system_ns;
	cost->minflt += b->cost.minflt;
	cost->majflt += b->cost.majflt;
	return b->err;
}

void load_end(struct load *l)
{
	if (l->pid <= 0)
		return;
	kill(l->pid, SIGKILL);
	while (waitpid(l->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(l->end);
	munmap(l->board, sizeof(*l->board));
	l->pid = 0;
}
