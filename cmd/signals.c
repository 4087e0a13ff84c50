// SPDX-License-Identifier: GPL-2.0-or-later
/* signals.c - INT and TERM end a loop between two samples, so that a document is closed. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>

#include "cmd.h"

static volatile sig_atomic_t caught;

static void (*rescue)(void);

/* A second one does not wait for the first to be heard, but what is to be put back is. */
static void on_signal(int sig)
{
	if (caught && rescue && (sig == SIGINT || sig == SIGTERM)) {
		rescue();
		/* Held while this runs: it ends the program on return. */
		signal(sig, SIG_DFL);
		raise(sig);
	}
	caught = sig;
}

static void catch_signal(int sig, void (*handler)(int), int flags)
{
	struct sigaction sa = {.sa_handler = handler, .sa_flags = flags};
	sigemptyset(&sa.sa_mask);
	sigaction(sig, &sa, NULL);
}

static bool does(int sig, void (*what)(int))
{
	struct sigaction now;
	return !sigaction(sig, NULL, &now) && now.sa_handler == what;
}

static int ending_flags(void)
{
	return rescue ? 0 : (int)SA_RESETHAND;
}

void signals_begin(void)
{
	catch_signal(SIGINT, on_signal, ending_flags());
	catch_signal(SIGTERM, on_signal, ending_flags());
}

void signals_rescue(void (*undo)(void))
{
	rescue = undo;
	signals_begin();
}

void signals_hold(void)
{
	static const int gone[] = {SIGHUP, SIGPIPE};
	/* A terminal that goes sends more than one, and each further write another. */
	for (size_t i = 0; i < COUNT_OF(gone); i++)
		if (!does(gone[i], SIG_IGN))
			catch_signal(gone[i], on_signal, 0);
}

void signals_keep(void)
{
	catch_signal(SIGINT, on_signal, 0);
	catch_signal(SIGTERM, on_signal, 0);
	signals_hold();
}

static void mask(int how)
{
	static const int all[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < COUNT_OF(all); i++)
		sigaddset(&set, all[i]);
	sigprocmask(how, &set, NULL);
}

void signals_block(void)
{
	mask(SIG_BLOCK);
}

void signals_unblock(void)
{
	mask(SIG_UNBLOCK);
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

static struct timespec timespec_of(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / 1000000000u),
		.tv_nsec = (long)(ns % 1000000000u)};
}

bool wait_until(uint64_t mono_ns)
{
	struct timespec t = timespec_of(mono_ns);
	while (!caught &&
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
		;
	return !caught;
}

/* ---- of a screen ---- */

static volatile sig_atomic_t resized, suspend, resumed;
static void (*on_crash)(void);
static sigset_t outside; /* the mask that was found */

/* What a screen takes, and how each was found. */
static struct taken {
	int sig;
	struct sigaction was;
} taken[16];
static size_t n_taken;

static void on_change(int sig)
{
	if (sig == SIGWINCH)
		resized = 1;
	else if (sig == SIGTSTP)
		suspend = 1;
	else
		resumed = 1;
}

static void on_fault(int sig)
{
	on_crash();
	/* The default action's by now, once this returns. */
	raise(sig);
}

static void take(int sig, void (*handler)(int), int flags)
{
	struct taken *t = &taken[n_taken++];
	t->sig = sig;
	sigaction(sig, NULL, &t->was);
	catch_signal(sig, handler, flags);
}

/* Before there is a screen: ncurses drops a TSTP that waits while it paints, unless it finds that one taken. */
void signals_screen(void (*crash)(void))
{
	/* Who lets a program ignore the end of its terminal means it; the terminal says it as well. */
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
	static const int changes[] = {SIGTSTP, SIGWINCH, SIGCONT};
	static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	sigset_t held;
	sigemptyset(&held);
	on_crash = crash;
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (!does(ends[i], SIG_IGN))
			take(ends[i], on_signal, ending_flags());
	for (size_t i = 0; i < COUNT_OF(changes); i++)
		if (!does(changes[i], SIG_IGN))
			take(changes[i], on_change, 0);
	for (size_t i = 0; i < n_taken; i++)
		sigaddset(&held, taken[i].sig);
	/* A sanitizer has handlers of its own, which say more. */
	for (size_t i = 0; i < COUNT_OF(faults); i++)
		if (does(faults[i], SIG_DFL))
			take(faults[i], on_fault, (int)SA_RESETHAND);
	sigprocmask(SIG_BLOCK, &held, &outside);
}

void signals_screen_end(void)
{
	/* What waits is heard first: it ends the program later on, if it is to. */
	sigprocmask(SIG_SETMASK, &outside, NULL);
	for (; n_taken; n_taken--)
		sigaction(taken[n_taken - 1].sig, &taken[n_taken - 1].was, NULL);
}

void signals_wait(struct pollfd *fds, unsigned n, uint64_t mono_ns)
{
	uint64_t now = clock_mono_ns();
	struct timespec t = timespec_of(mono_ns > now ? mono_ns - now : 0);
	int ready = ppoll(fds, n, mono_ns == UINT64_MAX ? NULL : &t, &outside);
	if (ready < 0)
		for (unsigned i = 0; i < n; i++)
			fds[i].revents = 0;
	/* With something to read it returns before it lets a signal in, which was there before what was typed since. */
	if (ready > 0) {
		sigset_t held;
		sigprocmask(SIG_SETMASK, &outside, &held);
		sigprocmask(SIG_SETMASK, &held, NULL);
	}
}

static bool since_asked(volatile sig_atomic_t *flag)
{
	bool was = *flag;
	*flag = 0;
	return was;
}

bool signals_resized(void)
{
	return since_asked(&resized);
}

bool signals_suspend(void)
{
	return since_asked(&suspend);
}

bool signals_resumed(void)
{
	return since_asked(&resumed);
}

void signals_stop_here(void)
{
	sigset_t stop, held;
	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigaddset(&stop, SIGCONT); /* heard here, not once more later */
	catch_signal(SIGTSTP, SIG_DFL, 0);
	raise(SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &stop, &held);
	/* Here it is stopped. */
	sigprocmask(SIG_SETMASK, &held, NULL);
	catch_signal(SIGTSTP, on_change, 0);
}
