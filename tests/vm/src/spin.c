// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spin.c - busy processes, each until it has had its share of processor time.
 *
 *   spin PROCESSES MILLISECONDS
 */
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arg.h"

static void spin(unsigned long ms)
{
	struct timespec used;

	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	while ((unsigned long)used.tv_sec * 1000 + (unsigned long)used.tv_nsec / 1000000 < ms);
}

int main(int argc, char **argv)
{
	int status, bad = 0;

	if (argc != 3)
		return 2;
	unsigned long n = arg_number(argv[1], 1000), ms = arg_number(argv[2], 60000);
	for (unsigned long i = 0; i < n; i++) {
		pid_t child = fork();
		if (child < 0)
			return 1;
		if (child)
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		spin(ms);
		return 0;
	}
	while (wait(&status) > 0)
		bad |= status;
	return bad != 0;
}
