// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pingpong.c - two processes, each pinned to a CPU, pass a byte back and forth through two pipes.
 *
 *   pingpong CPU CPU TRIPS
 */
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arg.h"

static void pin(unsigned long cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		perror("sched_setaffinity");
		exit(1);
	}
}

static void pass(int from, int to)
{
	char byte;

	if (read(from, &byte, 1) != 1 || write(to, &byte, 1) != 1)
		exit(1);
}

int main(int argc, char **argv)
{
	int there[2], back[2], status;

	if (argc != 4)
		return 2;
	unsigned long a = arg_number(argv[1], CPU_SETSIZE - 1);
	unsigned long b = arg_number(argv[2], CPU_SETSIZE - 1);
	unsigned long trips = arg_number(argv[3], 1000000000);
	if (pipe(there) || pipe(back))
		return 1;

	pid_t child = fork();
	if (child < 0)
		return 1;
	pin(child ? a : b);
	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (unsigned long i = 0; i < trips; i++)
			pass(there[0], back[1]);
		return 0;
	}
	for (unsigned long i = 0; i < trips; i++) {
		if (write(there[1], "x", 1) != 1)
			return 1;
		if (read(back[0], (char[1]){0}, 1) != 1)
			return 1;
	}
	return waitpid(child, &status, 0) != child || status;
}
