// SPDX-License-Identifier: GPL-2.0-or-later
/* out.c - standard output: written whole, or the status says so. */
#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd.h"

/* Once: what comes after, such as the end of a document, fails for the same reason. */
static int failed(int err)
{
	static bool said;
	if (!said)
		say("cannot write to standard output: %s", strerror(err));
	said = true;
	return STATUS_FAILED;
}

int out_write(struct buf *b)
{
	int err = fd_write(STDOUT_FILENO, buf_text(b));
	buf_reset(b);
	/* Of a signal that was held up, the signal says it. */
	if (err == -EPIPE && signals_stop())
		return STATUS_FAILED;
	return err ? failed(-err) : STATUS_OK;
}

/* argp prints help and version through stdio; a full disk must not pass as success. */
static void close_stdout(void)
{
	if ((fflush(stdout) || ferror(stdout)) && errno != EPIPE) {
		failed(errno);
		_exit(STATUS_FAILED);
	}
}

void out_begin(void)
{
	atexit(close_stdout);
}

bool out_terminal(void)
{
	return isatty(STDOUT_FILENO) == 1;
}

unsigned out_width(void)
{
	struct winsize w;
	return out_terminal() && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) ? w.ws_col : 0;
}

static bool set(const char *name)
{
	const char *v = getenv(name);
	return v && *v;
}

bool out_color(const struct opts *o)
{
	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	const char *term = getenv("TERM");
	return out_terminal() && !set("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}
