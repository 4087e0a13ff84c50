// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * place.c - one process with a thread on each of these CPUs, for so long or until it is killed. Each is busy a twentieth
 * of the time, which leaves something of an emulated machine to others.
 *
 *   place MILLISECONDS CPU [CPU...]
 *
 * The first thread is the process's own, so that `taskset -p` moves it.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>
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

static uint64_t used_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void *stay(void *cpu)
{
	const struct timespec pause = {.tv_nsec = 190000000};

	pin((unsigned long)cpu);
	for (;;) {
		uint64_t until = used_ns() + 10000000;

		while (used_ns() < until)
			;
		nanosleep(&pause, NULL);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t unused;

	if (argc < 3)
		return 2;
	unsigned long ms = arg_number(argv[1], 600000);
	for (int i = 3; i < argc; i++)
		if (pthread_create(&unused, NULL, stay,
			    (void *)arg_number(argv[i], CPU_SETSIZE - 1)))
			return 1;
	alarm((unsigned)(ms / 1000 + 1));
	stay((void *)arg_number(argv[2], CPU_SETSIZE - 1));
	return 0;
}
