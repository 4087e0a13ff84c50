// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fstab.c - one field of one line of fstab(5) is changed; every other byte stays.
 *
 * What is not plain is refused, not guessed at: quotes that do not close, escapes that stand for a comma, a quote or
 * a letter (they would part or name options), a comment in the place of options.
 */
#include <errno.h>

#include "parse.h"
#include "tune.h"

int fstab_match(
	struct span text, struct span source, struct span target, struct fstab_line *ret)
{
	struct fstab_line l = {0};
	unsigned n = 0;

	while (fstab_next(&text, &l))
		if (fstab_mounts(&l, source, target) && !n++)
			*ret = l;
	return n == 1 ? 0 : n ? -ENOTUNIQ : -ENOENT;
}

/* Whether an escape stands for something that has no meaning in options: blanks, '#', a backslash. */
static bool harmless_escape(struct span s)
{
	static const char *const those[] = {"\\040", "\\011", "\\012", "\\043", "\\134"};

	for (size_t i = 0; i < COUNT_OF(those); i++)
		if (span_starts(s, those[i]))
			return true;
	return false;
}

static bool octal(char c)
{
	return c >= '0' && c <= '7';
}

static bool plain(struct span options)
{
	struct span rest = options;
	struct mount_option o;

	if (options.n && *options.p == '#')
		return false;
	for (size_t i = 0; i < options.n; i++) {
		unsigned char c = (unsigned char)options.p[i];
		struct span at = span_sub(options, i, options.n);

		if (c < ' ' || c == 0x7f)
			return false;
		if (c == '\\' && at.n >= 4 && octal(at.p[1]) && octal(at.p[2]) &&
			octal(at.p[3]) && !harmless_escape(at))
			return false;
	}
	while (mount_option_next(&rest, &o))
		if (o.open)
			return false;
	return true;
}

static void append(struct buf *out, const char *text)
{
	if (out->n && out->p[out->n - 1] != ',')
		buf_char(out, ',');
	buf_str(out, text);
}

int fstab_options(const struct fstab_line *l, const uint64_t *seconds, struct buf *out)
{
	struct span options = l->options;
	struct mount_option o;
	char wanted[40] = "";
	bool helper, found;

	if (!fstab_smb(l->type, &helper) || !plain(options))
		return -EBADMSG;
	if (seconds)
		snprintf(wanted, sizeof(wanted), "closetimeo=%llu",
			(unsigned long long)*seconds);
	found = seconds && mount_option_find(options, "closetimeo", &o);
	if (found) {
		size_t before = (size_t)(o.text.p - options.p);

		buf_span(out, span_sub(options, 0, before));
		buf_str(out, wanted);
		buf_span(out, span_sub(options, before + o.text.n, options.n));
	} else {
		buf_span(out, options);
		if (seconds)
			append(out, wanted);
	}
	if (helper && !mount_option_find(options, "_netdev", &o))
		append(out, "_netdev");
	return span_eq(buf_text(out), options) ? 0 : 1;
}

/* The line of that number; false: there is none. */
static bool line_at(struct span text, unsigned no, struct fstab_line *ret)
{
	*ret = (struct fstab_line){0};
	while (fstab_next(&text, ret))
		if (ret->no == no)
			return true;
	return false;
}

/* Read again: all lines but one are the same, and of that one all fields but one. */
static bool as_planned(
	struct span old, struct span new, const struct fstab_line *l, struct span options)
{
	struct fstab_line is;

	if (!line_at(new, l->no, &is) || !span_eq(is.source, l->source) ||
		!span_eq(is.target, l->target) || !span_eq(is.type, l->type) ||
		!span_eq(is.options, options))
		return false;
	for (unsigned no = 1; old.n || new.n; no++) {
		struct span was = span_line(&old), now = span_line(&new);

		if (no != l->no && !span_eq(was, now))
			return false;
	}
	return true;
}

int fstab_change(struct span text, const struct fstab_line *l, struct span options,
	struct buf *out)
{
	struct span end = l->options.n ? l->options : l->type;
	size_t from = (size_t)(end.p - text.p) + (l->options.n ? 0 : end.n),
	       to = (size_t)(end.p - text.p) + end.n;

	buf_span(out, span_sub(text, 0, from));
	if (!l->options.n)
		buf_char(out, ' ');
	buf_span(out, options);
	buf_span(out, span_sub(text, to, text.n));
	return as_planned(text, buf_text(out), l, options) ? 0 : -EBADE;
}
