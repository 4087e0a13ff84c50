// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * names.c - whether two names mean the same server, share or mount point.
 *
 * Names come from mountinfo, fstab and cifs.conf, all of them escaped (\040): they are compared as they are written,
 * byte by byte of what that means. Slashes may repeat and stand at the end; of a share they may be backslashes, and
 * the server's name is the same in capitals.
 */
#include "parse.h"

struct walk {
	struct span s;
	bool unc, begun;
};

/* The next byte, an escape being one. */
static int byte_next(struct span *s)
{
	int escaped = span_octal_at(*s, 0), c = escaped;

	if (escaped < 0)
		c = (unsigned char)*s->p;
	*s = span_sub(*s, escaped < 0 ? 1 : 4, s->n);
	return c;
}

static bool slash(const struct walk *w, int c)
{
	return c == '/' || (w->unc && c == '\\');
}

/* Runs of slashes are one, at the end none. */
static int walk_next(struct walk *w)
{
	struct span ahead;
	int c;

	if (!w->s.n)
		return -1;
	c = byte_next(&w->s);
	if (!slash(w, c)) {
		w->begun = true;
		return c;
	}
	for (ahead = w->s; ahead.n && slash(w, byte_next(&ahead));)
		w->s = ahead;
	if (!w->s.n && w->begun)
		return -1;
	w->begun = true;
	return '/';
}

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool path_same(struct span a, struct span b)
{
	struct walk x = {a, false, false}, y = {b, false, false};
	int c, d;

	do {
		c = walk_next(&x);
		d = walk_next(&y);
	} while (c == d && c >= 0);
	return c == d;
}

bool server_same(struct span a, struct span b)
{
	int c = 0, d = 0;

	while (a.n && b.n && c == d) {
		c = lower(byte_next(&a));
		d = lower(byte_next(&b));
	}
	return c == d && !a.n && !b.n;
}

bool unc_same(struct span a, struct span b)
{
	struct walk x = {a, true, false}, y = {b, true, false};
	unsigned slashes = 0;
	int c, d;

	do {
		c = walk_next(&x);
		d = walk_next(&y);
		slashes += c == '/';
		if (slashes < 2) {
			c = lower(c);
			d = lower(d);
		}
	} while (c == d && c >= 0);
	return c == d;
}

struct span unc_server(struct span source)
{
	struct span rest = source, ahead = rest, server;
	unsigned slashes = 0;
	int c;

	while (ahead.n && ((c = byte_next(&ahead)) == '/' || c == '\\')) {
		rest = ahead;
		slashes++;
	}
	if (slashes < 2)
		return SPAN_EMPTY;
	server = rest;
	for (ahead = rest; ahead.n; rest = ahead)
		if ((c = byte_next(&ahead)) == '/' || c == '\\')
			break;
	return span_sub(server, 0, server.n - rest.n);
}
