// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * apart.c - work done in a child process, for libraries that crash, hang or print on what they are given.
 *
 * hwloc 2.9 follows a null pointer where an XML file lacks one attribute, and
 * takes minutes for a machine of 100,000 packages. The child hands back bytes;
 * one that ends before it has handed back all of them has failed.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sys.h"

enum { MOST = 16 << 20 };

/* What comes before the bytes. */
struct head {
	int rc;
	size_t n;
};

/* Until there is something to read, or the end. `until` 0: however long it takes. */
static int wait_for(int fd, uint64_t until)
{
	struct pollfd p = {fd, POLLIN, 0};

	while (until) {
		uint64_t now = clock_mono_ns();
		int n = now < until ? poll(&p, 1, (int)((until - now) / 1000000 + 1)) : 0;

		if (n > 0)
			break;
		if (!n)
			return -ETIMEDOUT;
		if (errno != EINTR)
			return -errno;
	}
	return 0;
}

static int read_all(int fd, uint64_t until, void *bytes, size_t n)
{
	char *p = bytes;

	while (n) {
		int rc = wait_for(fd, until);
		ssize_t m = rc ? 0 : read(fd, p, n);

		if (rc < 0)
			return rc;
		if (m < 0 && errno == EINTR)
			continue;
		if (m <= 0)
			return -ECHILD;
		p += m;
		n -= (size_t)m;
	}
	return 0;
}

/* A handler of the parent would run here too, and go on with the parent's work. */
static void forget_handlers(void)
{
	for (int i = 1; i < SIGRTMIN; i++)
		signal(i, SIG_DFL);
}

static _Noreturn void be_child(int fd, unsigned seconds, apart_work *work, void *ctx)
{
	struct rlimit cpu = {seconds, seconds}, core = {0, 0};
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct buf out = {0};
	struct head head;

	forget_handlers();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CPU, &cpu);
	setrlimit(RLIMIT_CORE, &core);
	for (int std = STDIN_FILENO; std <= STDERR_FILENO; std++)
		if (null >= 0 && std != fd)
			dup2(null, std);
	head.rc = work(ctx, &out);
	head.n = head.rc < 0 ? 0 : out.n;
	_exit(fd_write(fd, (struct span){(const char *)&head, sizeof(head)}) ||
		fd_write(fd, (struct span){out.p, head.n}));
}

static int take_answer(int fd, uint64_t until, struct arena *a, struct span *ret_bytes)
{
	struct head head;
	char *p;
	int rc = read_all(fd, until, &head, sizeof(head));

	if (rc < 0)
		return rc;
	if (head.rc < 0)
		return head.rc;
	if (head.n > MOST)
		return -EFBIG;
	p = arena_get(a, head.n + 1);
	rc = read_all(fd, until, p, head.n);
	if (rc < 0)
		return rc;
	*ret_bytes = (struct span){p, head.n};
	return 0;
}

static int run(unsigned seconds, uint64_t until, apart_work *work, void *ctx,
	struct arena *a, struct span *ret_bytes)
{
	int ends[2], rc;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	pid = fork();
	if (pid < 0) {
		rc = -errno;
		close(ends[0]);
		close(ends[1]);
		return rc;
	}
	if (pid == 0) {
		close(ends[0]);
		be_child(ends[1], seconds, work, ctx);
	}
	close(ends[1]);
	rc = take_answer(ends[0], until, a, ret_bytes);
	close(ends[0]);
	if (rc == -ETIMEDOUT)
		kill(pid, SIGKILL);
	/* One that is stuck within the kernel would keep us as well. */
	while (waitpid(pid, NULL, rc == -ETIMEDOUT ? WNOHANG : 0) < 0 && errno == EINTR)
		;
	return rc;
}

int apart_run(unsigned seconds, apart_work *work, void *ctx, struct arena *a,
	struct span *ret_bytes)
{
	return run(seconds, 0, work, ctx, a, ret_bytes);
}

int apart_wait(unsigned seconds, apart_work *work, void *ctx, struct arena *a,
	struct span *ret_bytes)
{
	return run(seconds, clock_mono_ns() + seconds * 1000000000ull, work, ctx, a,
		ret_bytes);
}
