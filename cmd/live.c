// SPDX-License-Identifier: GPL-2.0-or-later
/* live.c - the loop of the screen: waits for a key, a signal or the next turn, and does what is wished. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "live.h"

static struct live live;

/* What would go to stderr stands on the bottom line. */
static void on_say(void *ctx, struct span text)
{
	struct live *l = ctx;
	screen_say(&l->screen, text);
	buf_reset(&l->last_said);
	buf_span(&l->last_said, text);
	l->dirty = true;
}

/* ---- what it looks like ---- */

static void put_state(struct live *l, struct buf *b)
{
	const struct opts *o = l->o;
	if (o->from)
		buf_str(b, "a captured interval");
	else if (l->ended)
		buf_str(b, "end of capture");
	else
		pace_text(b, &l->pace);
	if (l->paused)
		buf_str(b, "  paused");
	if (l->tabs[l->tab].leaf->page.find.n) {
		buf_str(b, "  rows with ");
		buf_sane(b, buf_text(&l->tabs[l->tab].leaf->page.find));
	}
	if (l->tabs[l->tab].leaf->o.filter)
		buf_fmt(b, "  %s", l->tabs[l->tab].leaf->o.filter);
	if (l->capture.pid)
		buf_str(b, "  writing a capture");
}

static void paint(struct live *l)
{
	struct leaf *leaf = l->tabs[l->tab].leaf, *shown = leaf_read(leaf);
	const char *names[MAX_TABS];
	struct buf state = {0};
	unsigned w, h;
	put_state(l, &state);
	for (unsigned i = 0; i < l->n_tabs; i++)
		names[i] = l->tabs[i].domain->name;
	struct around around = {names, l->n_tabs, l->tab, buf_text(&state), shown->now};
	l->terminal->size(&w, &h);
	screen_compose(&l->screen, &leaf->page, &shown->watch.report, &around, w, h);
	l->terminal->paint(&l->screen.frame, l->redraw);
	l->redraw = l->dirty = false;
	buf_free(&state);
}

/* ---- what happens ---- */

static void turn(struct live *l)
{
	uint64_t from = clock_mono_ns();
	int err = leaf_turn(l->tabs[l->tab].leaf, &l->screen);
	if (err == -ENOENT)
		l->ended = true; /* the last tree was played */
	else if (err < 0)
		l->status = STATUS_FAILED;
	l->quit |= l->status != STATUS_OK;
	pace_cost(&l->pace, clock_mono_ns() - from);
	if (!err && l->o->count && ++l->turns >= l->o->count)
		l->quit = true;
	l->next = pace_next(&l->pace);
	l->dirty = true;
}

/* The first interval is a short one, so that there are rates soon. */
void live_soon(struct live *l)
{
	enum { SOON_MS = 500 };
	uint64_t ns = SOON_MS * 1000000ull;
	pace_begin(&l->pace, (double)l->pace.asked / 1e9, l->pace.stretches);
	l->next = l->pace.next +=
		ns < l->pace.step && opts_live(l->o) ? ns : l->pace.step;
}

static void signals(struct live *l)
{
	if (signals_resized())
		l->dirty = true;
	bool asked = signals_suspend();
	if (!asked && !signals_resumed())
		return;
	/* Also where it was stopped by a signal that cannot be caught: who knows what the terminal is now. */
	l->terminal->stop();
	if (asked) {
		signals_stop_here();
		signals_resumed();
	}
	l->terminal->go();
	live_capture_go(l);
	/* What is paused stays as it is seen; its next interval is the longer one. */
	if (!l->paused && leaf_rebase(l->tabs[l->tab].leaf) < 0) {
		l->status = STATUS_FAILED;
		l->quit = true;
	}
	live_soon(l);
	l->redraw = true;
	/* A key is about what is seen, and that is of samples that are gone. */
	if (!l->quit)
		paint(l);
}

/* How many there were. */
static unsigned keys(struct live *l)
{
	unsigned n = 0;
	uint32_t key;
	for (; !l->quit && (key = l->terminal->key()) != KEY_IS_NONE; n++) {
		/* A page is what is seen, of whatever the keys before it have moved to. */
		if (l->dirty && (key == KEY_IS_PAGE_UP || key == KEY_IS_PAGE_DOWN))
			paint(l);
		enum wish w = screen_key(&l->screen, &l->tabs[l->tab].leaf->page, key);
		if (w == WISH_NOTHING)
			continue;
		live_wish(l, w);
		l->dirty = true;
		/* The next key is about what is seen, which a mere move leaves as it is. */
		if (!l->quit && w != WISH_PAINT)
			paint(l);
	}
	return n;
}

static bool is_gone(short revents)
{
	return revents & (POLLHUP | POLLERR | POLLNVAL);
}

static void lose(struct live *l, const char *why)
{
	say("the terminal is lost: %s", why);
	l->status = STATUS_FAILED;
	l->quit = true;
}

static bool in_background(void)
{
	pid_t group = tcgetpgrp(
		STDIN_FILENO); /* not > 0: it controls us not, or is not ours to see */
	return group > 0 && group != getpgrp();
}

static unsigned waiting(void)
{
	int n = 0;
	return ioctl(STDIN_FILENO, FIONREAD, &n) < 0 ? 0 : (unsigned)n;
}

/*
 * Input is there. In the background a read of it stops the program, which is then continued with the terminal its own
 * again; but it fails at once where no shell is left that could do that. What waits there is another's, and stays.
 */
static void hear(struct live *l)
{
	enum { TIMES = 8 };
	unsigned before = waiting();
	/* Part of a character is taken without being a key. */
	if (keys(l) || waiting() < before) {
		l->deaf = 0;
	} else if (in_background()) {
		l->terminal->forget();
		lose(l, "another has it");
	} else if (++l->deaf == TIMES) {
		lose(l, "what is typed cannot be read");
	}
}

static void loop(struct live *l)
{
	while (!l->quit && !signals_stop()) {
		struct pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {STDOUT_FILENO, 0, 0},
			{l->capture.pid ? l->capture.fd : -1, POLLIN, 0}};
		bool waits = l->paused || l->ended;
		if (l->dirty)
			paint(l);
		signals_wait(fds, COUNT_OF(fds), waits ? UINT64_MAX : l->next);
		signals(l);
		/* A terminal that is gone says so, and would do so for ever. */
		if (is_gone(fds[0].revents) || is_gone(fds[1].revents))
			lose(l, "it is gone");
		else if (fds[0].revents)
			hear(l);
		else
			l->deaf = 0;
		if (fds[2].revents)
			live_captured(l);
		if (!l->quit && !l->paused && !l->ended && clock_mono_ns() >= l->next)
			turn(l);
	}
}

/* ---- its beginning and end ---- */

static void close_terminal(void)
{
	if (live.terminal)
		live.terminal->close();
}

static void crash(void)
{
	live.terminal->crash();
}

static int begin(struct live *l, struct opts *o)
{
	l->o = o;
	for (size_t i = 0; i < n_domains && l->n_tabs < MAX_TABS; i++)
		if (domains[i]->top) {
			if (domains[i] == o->domain)
				l->tab = l->n_tabs;
			l->tabs[l->n_tabs++].domain = domains[i];
		}
	setlocale(LC_CTYPE, "");
	l->screen.frame.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	pace_begin(&l->pace, o->interval, !o->sysroot);
	l->tabs[l->tab].leaf = leaf_begin(o, o->domain, o->domain->top, NULL);
	return l->tabs[l->tab].leaf ? STATUS_OK : STATUS_USAGE;
}

/* What is wrong with the options, or with what is read, is said before there is a screen. */
static int look(struct live *l, struct opts *o)
{
	int status = begin(l, o);
	if (!status && o->schedstats)
		status = counting_begin(o->domain->counting);
	if (status)
		return status;
	say_divert(on_say, l);
	if (leaf_turn(l->tabs[l->tab].leaf, &l->screen) < 0)
		status = STATUS_FAILED;
	say_divert(NULL, NULL);
	return status;
}

int live_run(struct opts *o, const struct terminal *terminal)
{
	struct live *l = &live;
	int err, status = look(l, o);
	if (status)
		goto out;
	l->terminal = terminal;
	signals_screen(crash);
	err = terminal->open(stdin, stdout, out_color(o));
	if (err) {
		signals_screen_end();
		status = err == -ENOTTY ? LIVE_NO_SCREEN : STATUS_FAILED;
		if (status == STATUS_FAILED)
			say("cannot use the terminal: %s", strerror(-err));
		goto out;
	}
	atexit(close_terminal);
	say_divert(on_say, l);
	l->ended = o->from;
	live_soon(l);
	l->dirty = l->redraw = true;
	loop(l);
	live_capture_end(l);
	terminal->close();
	signals_screen_end();
	say_divert(NULL, NULL);
	status = l->status;
out:
	if (status > 0 && l->last_said.n)
		say("%s", buf_cstr(&l->last_said));
	err = counting_end();
	for (unsigned i = 0; i < l->n_tabs; i++)
		while (l->tabs[i].leaf)
			l->tabs[i].leaf = leaf_end(l->tabs[i].leaf);
	screen_free(&l->screen);
	buf_free(&l->last_said);
	signals_raise();
	return err ? err : status;
}
