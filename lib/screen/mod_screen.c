// SPDX-License-Identifier: GPL-2.0-or-later
/* mod_screen.c - the module that puts frames on a terminal and gets its keys, by ncursesw. */
#define NCURSES_WIDECHAR 1
#include <errno.h>
#include <limits.h>
#include <ncurses.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "screen.h"

enum { SEQUENCE = 512 };

static struct {
	SCREEN *screen;
	int in, out;
	bool tinted;
	struct termios before; /* the line as it was found */
	mbstate_t part; /* of a character whose bytes have not all come */
	uint64_t *lines; /* what was handed to ncurses last, by hash */
	unsigned n_lines;
	char leave[SEQUENCE]; /* what puts the terminal back, for a crash */
	size_t n_leave;
} term;

static const struct {
	uint32_t from, to;
} keys[] = {
	{KEY_UP, KEY_IS_UP},
	{KEY_DOWN, KEY_IS_DOWN},
	{KEY_LEFT, KEY_IS_LEFT},
	{KEY_RIGHT, KEY_IS_RIGHT},
	{KEY_PPAGE, KEY_IS_PAGE_UP},
	{KEY_NPAGE, KEY_IS_PAGE_DOWN},
	{KEY_HOME, KEY_IS_HOME},
	{KEY_END, KEY_IS_END},
	{KEY_ENTER, KEY_IS_ENTER},
	{KEY_BACKSPACE, KEY_IS_BACK},
	{KEY_DC, KEY_IS_BACK},
	{KEY_BTAB, KEY_IS_BACK_TAB},
	{KEY_F(1), KEY_IS_HELP},
	{KEY_F(6), KEY_IS_SORT},
	{KEY_F(10), KEY_IS_QUIT},
	{KEY_RESIZE, KEY_IS_RESIZE},
};

/* ---- its beginning and end ---- */

static void keep_sequence(const char *text)
{
	/* Padding is for terminals that no longer are. */
	for (size_t i = 0;
		text && text != (char *)-1 && text[i] && term.n_leave < SEQUENCE; i++)
		if (text[i] == '$' && text[i + 1] == '<')
			for (; text[i + 1] && text[i] != '>'; i++)
				;
		else
			term.leave[term.n_leave++] = text[i];
}

static void set_colors(bool color)
{
	static const short tints[N_TINTS] = {[TINT_KNOW] = COLOR_CYAN,
		[TINT_COSTS] = COLOR_YELLOW,
		[TINT_BROKEN] = COLOR_RED,
		[TINT_BAR] = COLOR_GREEN,
		[TINT_DIM] = -1};

	term.tinted = color && has_colors() && start_color() == OK;
	if (!term.tinted || use_default_colors() != OK)
		return;
	for (short i = 1; i < N_TINTS; i++)
		init_pair(i, tints[i], -1);
}

static int term_open(FILE *in, FILE *out, bool color)
{
	static const char *const leave[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};

	term.in = fileno(in);
	term.out = fileno(out);
	if (tcgetattr(term.in, &term.before) < 0)
		return -errno;
	term.screen = newterm(NULL, out, in);
	if (!term.screen)
		return -ENOTTY;
	if (!tigetstr("cup") || tigetstr("cup") == (char *)-1 || !tigetstr("clear")) {
		endwin();
		delscreen(term.screen);
		term.screen = NULL;
		return -ENOTTY;
	}
	for (size_t i = 0; i < COUNT_OF(leave); i++)
		keep_sequence(tigetstr(leave[i]));
	set_escdelay(25);
	cbreak();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	set_colors(color);
	return 0;
}

static void term_stop(void)
{
	curs_set(1);
	endwin();
	tcsetattr(term.in, TCSADRAIN, &term.before);
}

static void term_forget(void)
{
	delscreen(term.screen);
	term.screen = NULL;
	free(term.lines);
	term.lines = NULL;
	term.n_lines = 0;
}

static void term_close(void)
{
	if (!term.screen)
		return;
	term_stop();
	term_forget();
}

static void term_go(void)
{
	/* It may have been given another line discipline meanwhile. */
	tcgetattr(term.in, &term.before);
	clearok(curscr, TRUE);
	refresh();
	curs_set(0);
	term.n_lines = 0;
}

/* Only what a handler of a signal may do. */
static void term_crash(void)
{
	if (!term.screen)
		return;
	for (size_t at = 0; at < term.n_leave;) {
		ssize_t n = write(term.out, term.leave + at, term.n_leave - at);

		if (n <= 0)
			break;
		at += (size_t)n;
	}
	tcsetattr(term.in, TCSANOW, &term.before);
}

/* ---- painting ---- */

static void term_size(unsigned *ret_w, unsigned *ret_h)
{
	struct winsize size = {0};
	int w = COLS, h = LINES;

	if (!ioctl(term.out, TIOCGWINSZ, &size) && size.ws_col && size.ws_row) {
		w = size.ws_col;
		h = size.ws_row;
	}
	if ((w != COLS || h != LINES) && resizeterm(h, w) != OK) {
		w = COLS;
		h = LINES;
	}
	*ret_w = w > 0 ? (unsigned)w : 0;
	*ret_h = h > 0 ? (unsigned)h : 0;
}

static void set_glyph(cchar_t *to, struct glyph g)
{
	static const attr_t plain[N_TINTS] = {[TINT_BROKEN] = A_BOLD};
	unsigned tint = g.look & TINT;
	wchar_t text[2] = {(wchar_t)g.ch, 0};
	attr_t look = (g.look & LOOK_BOLD ? A_BOLD : 0) |
		      (g.look & LOOK_REVERSE ? A_REVERSE : 0) |
		      (term.tinted ? 0 : plain[tint]);

	setcchar(to, text, look, term.tinted ? (short)tint : 0, NULL);
}

/* Only lines that differ are told to ncurses, which finds out what of them to send. */
static void paint_line(const struct frame *f, unsigned y, cchar_t *line)
{
	const struct glyph *at = f->at + (size_t)y * f->w;
	int n = 0;

	for (unsigned x = 0; x < f->w; x++)
		if (at[x].ch)
			set_glyph(&line[n++], at[x]);
	mvadd_wchnstr((int)y, 0, line, n);
}

static void term_paint(const struct frame *f, bool all)
{
	cchar_t *line = calloc(f->w + 1, sizeof(*line));
	bool known = term.n_lines == f->h && !all;

	if (!line)
		return;
	if (term.n_lines != f->h) {
		free(term.lines);
		term.lines = calloc(f->h + 1, sizeof(*term.lines));
		term.n_lines = term.lines ? f->h : 0;
	}
	if (all)
		clearok(curscr, TRUE);
	for (unsigned y = 0; y < f->h; y++) {
		const struct glyph *at = f->at + (size_t)y * f->w;
		uint64_t hash =
			span_hash((struct span){(const char *)at, f->w * sizeof(*at)});

		if (!known || hash != term.lines[y])
			paint_line(f, y, line);
		if (term.lines)
			term.lines[y] = hash;
	}
	free(line);
	if (f->x >= 0)
		move(f->y, f->x);
	curs_set(f->x >= 0);
	wnoutrefresh(stdscr);
	doupdate();
}

/* The character that a byte ends; (size_t)-2: it is part of one. One that breaks off another begins anew. */
static size_t take_byte(char byte, wchar_t *ret)
{
	bool within = !mbsinit(&term.part);
	size_t n = mbrtowc(ret, &byte, 1, &term.part);

	if (n == (size_t)-1 && within) {
		memset(&term.part, 0, sizeof(term.part));
		n = mbrtowc(ret, &byte, 1, &term.part);
	}
	if (n == (size_t)-1)
		memset(&term.part, 0, sizeof(term.part));
	return n;
}

/* Not get_wch(), which drops with a byte that is no character all that was typed since. */
static uint32_t term_key(void)
{
	wchar_t c = 0;
	int got;

	do {
		got = getch();
		if (got == ERR)
			return KEY_IS_NONE;
		for (size_t i = 0; i < COUNT_OF(keys); i++)
			if (keys[i].from == (wint_t)got)
				return keys[i].to;
		if (got > UCHAR_MAX)
			return 0;
	} while (take_byte((char)got, &c) > 1);
	switch (c) {
	case '\r':
	case '\n':
		return KEY_IS_ENTER;
	case '\b':
	case 0x7f:
		return KEY_IS_BACK;
	case 0x1b:
		return KEY_IS_ESCAPE;
	default:
		return (uint32_t)c;
	}
}

const struct terminal screen_terminal = {
	.open = term_open,
	.close = term_close,
	.forget = term_forget,
	.stop = term_stop,
	.go = term_go,
	.size = term_size,
	.paint = term_paint,
	.key = term_key,
	.crash = term_crash,
};
