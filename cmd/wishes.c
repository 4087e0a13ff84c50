// SPDX-License-Identifier: GPL-2.0-or-later
/* wishes.c - what the keys of the screen wish for, done. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "live.h"

extern char **environ;

/* ---- a capture, by a process of its own ---- */

static void ask_capture(struct live *l)
{
	struct buf name = {0};
	char stamp[32] = "";
	time_t now = time(NULL);
	struct tm tm;
	if (l->o->from || l->ended) {
		screen_say(
			&l->screen, SPAN("this is a capture, and all of it was played"));
		return;
	}
	if (l->capture.pid) {
		screen_say(&l->screen, SPAN("a capture is being written"));
		return;
	}
	if (localtime_r(&now, &tm))
		strftime(stamp, sizeof(stamp), "%Y%m%d-%H%M%S", &tm);
	buf_fmt(&name, "swsched-%s-%s", l->tabs[l->tab].domain->name, stamp);
	screen_ask(&l->screen, WISH_CAPTURE_TO, "a capture into the folder",
		buf_text(&name));
	buf_free(&name);
}

static int spawn(struct live *l, char *const argv[], int out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, out, STDERR_FILENO);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	int err = posix_spawn(
		&l->capture.pid, "/proc/self/exe", &files, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	if (err)
		l->capture.pid = 0;
	return -err;
}

static void start_capture(struct live *l, struct span dir)
{
	enum { LEAST_MS = 100 };
	int ends[2];
	char seconds[32];
	double step = (double)l->pace.step / 1e9;
	if (!dir.n || l->capture.pid)
		return;
	snprintf(seconds, sizeof(seconds), "%.3f",
		step < LEAST_MS / 1e3 ? LEAST_MS / 1e3 : step);
	buf_reset(&l->capture.dir);
	buf_reset(&l->capture.said);
	buf_span(&l->capture.dir, dir);
	char *argv[] = {(char *)"swsched", (char *)l->tabs[l->tab].domain->name,
		(char *)"capture", (char *)buf_cstr(&l->capture.dir), seconds,
		l->o->sysroot ? (char *)"--sysroot" : NULL, (char *)l->o->sysroot, NULL};
	int err = pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0;
	if (!err) {
		err = spawn(l, argv, ends[1]);
		close(ends[1]);
		l->capture.fd = ends[0];
		if (err)
			close(ends[0]);
	}
	if (err)
		say("cannot write a capture: %s", strerror(-err));
}

void live_captured(struct live *l)
{
	char bytes[256];
	ssize_t n = read(l->capture.fd, bytes, sizeof(bytes));
	struct buf text = {0};
	int status = 0;
	if (n > 0) {
		if (l->capture.said.n < 65536)
			buf_put(&l->capture.said, bytes, (size_t)n);
		return;
	}
	close(l->capture.fd);
	while (waitpid(l->capture.pid, &status, 0) < 0 && errno == EINTR)
		;
	l->capture.pid = 0;
	/* Its last line is how to read what it has written, or what went wrong. */
	struct span rest = buf_text(&l->capture.said), line = SPAN_EMPTY;
	while (rest.n)
		line = span_line(&rest);
	buf_str(&text, status ? "no capture: " : "written, to be seen again by: ");
	buf_sane(&text, line);
	screen_say(&l->screen, buf_text(&text));
	buf_free(&text);
	l->dirty = true;
}

/* The terminal's key stops it too; who lets this one go on need not know of it. */
void live_capture_go(const struct live *l)
{
	if (l->capture.pid)
		kill(l->capture.pid, SIGCONT);
}

void live_capture_end(struct live *l)
{
	if (l->capture.pid) {
		/* It takes away what is not whole. */
		kill(l->capture.pid, SIGTERM);
		live_capture_go(l);
		while (waitpid(l->capture.pid, NULL, 0) < 0 && errno == EINTR)
			;
		close(l->capture.fd);
		l->capture.pid = 0;
	}
	buf_free(&l->capture.dir);
	buf_free(&l->capture.said);
}

/* ---- others ---- */

static void set_domain(struct live *l, int number)
{
	unsigned to = number >= 0    ? (unsigned)number
		      : number == -1 ? (l->tab + 1) % l->n_tabs
				     : (l->tab + l->n_tabs - 1) % l->n_tabs;
	if (to >= l->n_tabs || to == l->tab)
		return;
	struct tab *t = &l->tabs[to];
	if (!t->leaf)
		t->leaf = leaf_begin(l->o, t->domain, t->domain->top, NULL);
	if (!t->leaf)
		return;
	l->tab = to;
	/* A capture is played for one domain after the other, each from its start. */
	bool played = !opts_live(&t->leaf->o);
	if (played && t->leaf->n && l->paused)
		return;
	int err = played && l->o->from && t->leaf->n ? 0 : leaf_turn(t->leaf, &l->screen);
	l->ended = l->o->from || err == -ENOENT;
	if (err < 0 && err != -ENOENT) {
		l->status = STATUS_FAILED;
		l->quit = true;
	}
	live_soon(l);
}

static bool is_formula(struct span text)
{
	for (size_t i = 0; i < text.n; i++)
		if (strchr("<>=!&|()?*", text.p[i]))
			return true;
	return false;
}

/* A text is looked for in what is shown; a formula is asked of the kernel's own numbers. */
static void set_filter(struct live *l, struct leaf *leaf, struct span text)
{
	bool formula = is_formula(text);
	if ((formula || leaf->o.filter) &&
		leaf_change(leaf, &l->screen, NULL,
			formula ? buf_cstr(&l->screen.answer) : ""))
		return;
	buf_reset(&leaf->page.find);
	if (!formula)
		buf_span(&leaf->page.find, text);
	live_soon(l);
}

static void set_delay(struct live *l, struct span text)
{
	double seconds;
	if (!text.n)
		return;
	if (!interval_read(text, &seconds)) {
		say("a delay is 0.01 to 1000000 seconds");
		return;
	}
	pace_begin(&l->pace, seconds, l->pace.stretches);
	l->next = pace_next(&l->pace);
}

static void enter(struct live *l)
{
	struct tab *t = &l->tabs[l->tab];
	struct leaf *leaf = leaf_enter(t->leaf, &l->screen);
	if (leaf)
		t->leaf = leaf;
}

void live_wish(struct live *l, enum wish w)
{
	struct leaf *leaf = l->tabs[l->tab].leaf;
	struct span text = buf_text(&l->screen.answer);
	switch (w) {
	case WISH_QUIT:
		l->quit = true;
		break;
	case WISH_DOMAIN:
		set_domain(l, l->screen.number);
		break;
	case WISH_ALL:
		leaf->o.all = !leaf->o.all;
		leaf_order(leaf);
		break;
	case WISH_ORDER:
		leaf_order(leaf);
		break;
	case WISH_FILTER:
		set_filter(l, leaf, text);
		break;
	case WISH_COLUMNS:
		if (text.n)
			leaf_change(leaf, &l->screen, buf_cstr(&l->screen.answer), NULL);
		live_soon(l);
		break;
	case WISH_ENTER:
		enter(l);
		break;
	case WISH_LEAVE:
		l->tabs[l->tab].leaf = leaf_end(leaf);
		break;
	case WISH_DELAY:
		set_delay(l, text);
		break;
	case WISH_PAUSE:
		l->paused = !l->paused;
		if (!l->paused)
			live_soon(l);
		break;
	case WISH_CAPTURE:
		ask_capture(l);
		break;
	case WISH_CAPTURE_TO:
		start_capture(l, text);
		break;
	case WISH_REDRAW:
		l->redraw = true;
		break;
	default:
		break;
	}
}
