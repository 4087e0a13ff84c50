// SPDX-License-Identifier: GPL-2.0-or-later
/* threads.c - a process of so many threads that sleep until its input ends; says "ready" once all are there. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *sleeper(void *arg)
{
	for (;;)
		pause();
	return arg;
}

int main(int argc, char **argv)
{
	unsigned long n = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	pthread_attr_t attr;
	pthread_t unused;
	char byte;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 << 10);
	/* The first thread is there already. */
	for (unsigned long i = 1; i < n; i++)
		if (pthread_create(&unused, &attr, sleeper, NULL)) {
			fprintf(stderr, "threads: only %lu of %lu can be had\n", i, n);
			return 1;
		}
	puts("ready");
	fflush(stdout);
	return read(STDIN_FILENO, &byte, 1) < 0;
}
