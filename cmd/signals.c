// SPDX-License-Identifier: GPL-2.0-or-later
/* signals.c - INT and TERM end a loop between two samples, so that a document is closed. */
#include <errno.h>
#include <signal.h>
#include <time.h>

#include "cmd.h"

static volatile sig_atomic_t caught;

static void on_signal(int sig)
{
	caught = sig;
}

void signals_begin(void)
{
	struct sigaction sa = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
	sigemptyset(&sa.sa_mask);
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
}

void signals_hold(void)
{
	static const int gone[] = {SIGHUP, SIGPIPE};
	struct sigaction sa = {.sa_handler = on_signal}, old;
	sigemptyset(&sa.sa_mask);
	/* A terminal that goes sends more than one, and each further write another. */
	for (size_t i = 0; i < COUNT_OF(gone); i++)
		if (!sigaction(gone[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(gone[i], &sa, NULL);
}

bool signals_stop(void)
{
	return caught != 0;
}

void signals_raise(void)
{
	if (!caught)
		return;
	fflush(stdout);
	signal(caught, SIG_DFL);
	raise(caught);
}

bool wait_until(uint64_t mono_ns)
{
	struct timespec t = {.tv_sec = (time_t)(mono_ns / 1000000000u),
		.tv_nsec = (long)(mono_ns % 1000000000u)};
	while (!caught &&
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
	return !caught;
}
