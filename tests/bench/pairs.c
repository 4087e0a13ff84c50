// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pairs.c - runs two commands by turns and compares them pair by pair.
 *
 *   pairs N COMMAND-A COMMAND-B
 *
 * What else the machine does meets both alike, so the median of the ratios stands still where the
 * times do not. Commands are split at blanks. Prints: ratio, milliseconds of A, of B, peak KiB of A.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ARGS = 32, MAX_PAIRS = 10000, WARM_UP = 3 };

struct run {
	double ms;
	long kib;
};

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static char **split(char *command)
{
	static char *args[2][MAX_ARGS + 1];
	static int n;
	char **arg = args[n++ % 2], *save = NULL;
	int i = 0;

	for (char *w = strtok_r(command, " ", &save); w && i < MAX_ARGS; w = strtok_r(NULL, " ", &save))
		arg[i++] = w;
	return arg;
}

static struct run run(char **argv, int null)
{
	struct rusage use;
	double from = now_ms();
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &use) != pid) {
		fprintf(stderr, "pairs: %s: %s\n", argv[0], strerror(errno));
		exit(1);
	}
	if (status) {
		fprintf(stderr, "pairs: %s: status %d\n", argv[0], WEXITSTATUS(status));
		exit(1);
	}
	return (struct run){now_ms() - from, use.ru_maxrss};
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, int n)
{
	qsort(v, n, sizeof(*v), by_value);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

int main(int argc, char **argv)
{
	static double ratio[MAX_PAIRS], ms[2][MAX_PAIRS];
	int n = argc == 4 ? (int)strtol(argv[1], NULL, 10) : 0;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	cpu_set_t one;
	long peak = 0;
	char **command[2];

	if (n < 1 || n > MAX_PAIRS || null < 0) {
		fputs("usage: pairs N COMMAND-A COMMAND-B\n", stderr);
		return 2;
	}
	command[0] = split(argv[2]);
	command[1] = split(argv[3]);
	/* One CPU for all: moving about costs more than what is measured. */
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);

	for (int i = -WARM_UP; i < n; i++) {
		struct run r[2];

		/* Who goes first takes turns as well. */
		for (int k = 0; k < 2; k++) {
			int which = (i ^ k) & 1;

			r[which] = run(command[which], null);
		}
		if (r[0].kib > peak)
			peak = r[0].kib;
		if (i < 0)
			continue;
		ms[0][i] = r[0].ms;
		ms[1][i] = r[1].ms;
		ratio[i] = r[0].ms / r[1].ms;
	}
	printf("%.3f %.3f %.3f %ld\n", median(ratio, n), median(ms[0], n), median(ms[1], n), peak);
	return 0;
}
