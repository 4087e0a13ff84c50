// SPDX-License-Identifier: GPL-2.0-or-later
/* doc.c - `swsched doc`: what the tables say, as names, manual pages and completions. */
#include <errno.h>

#include "cmd.h"

/* A skeleton is filled in one language; without a file it is the one of the source tree below us. */
static const struct language {
	const char *name, *skeleton;
	const struct marker *markers;
} languages[] = {
	{"man", "man/swsched.1.in", man_markers},
	{"bash", "completions/swsched.bash.in", bash_markers},
	{"zsh", "completions/_swsched.in", zsh_markers},
	{"fish", "completions/swsched.fish.in", fish_markers},
};

static void put_names_of(struct buf *out, const struct domain *d)
{
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const struct field *f = &d->groups[i].fields[j];
			buf_fmt(out, "%s.%s.%s %s %s\n", d->name, d->groups[i].name,
				f->name, kind_name(f->kind), unit_name(f->unit));
		}
}

static void put_names(struct buf *out)
{
	for (size_t i = 0; i < n_domains; i++)
		for (const struct domain *d = domains[i]; d; d = d->more)
			put_names_of(out, d);
}

/* "@fields swap@": what the marker of that name writes. -ENOENT: there is none, -EINVAL: not of that. */
static int put_marker(struct buf *out, const struct marker *markers, struct span body)
{
	struct span arg = body, name = span_word(&arg);
	for (const struct marker *m = markers; m->name; m++)
		if (span_is(name, m->name))
			return m->put(out, span_trim(arg));
	return -ENOENT;
}

/* A marker may stand within a line; one that has the line to itself must be known. */
static int fill_line(struct buf *out, const struct marker *markers, struct span line)
{
	struct span rest = line;
	size_t from = out->n;
	bool alone = line.n > 1 && line.p[0] == '@' &&
		     span_find(span_sub(line, 1, line.n), '@') == (ptrdiff_t)line.n - 2;
	while (rest.n) {
		ptrdiff_t at = span_find(rest, '@');
		buf_span(out, span_sub(rest, 0, at < 0 ? rest.n : (size_t)at));
		rest = span_sub(rest, at < 0 ? rest.n : (size_t)at + 1, rest.n);
		ptrdiff_t end = at < 0 ? -1 : span_find(rest, '@');
		int err = end < 0 ? -ENOENT
				  : put_marker(
					    out, markers, span_sub(rest, 0, (size_t)end));
		if (!err)
			rest = span_sub(rest, (size_t)end + 1, rest.n);
		else if (alone || err != -ENOENT)
			return err;
		else if (at >= 0)
			buf_char(out, '@');
	}
	if (!alone || (out->n > from && out->p[out->n - 1] != '\n'))
		buf_char(out, '\n');
	return 0;
}

static int fill(struct buf *out, const struct language *l, const char *path)
{
	struct buf text = {0};
	unsigned no = 0;
	int status = STATUS_OK, err = read_file(path, &text);
	if (err) {
		say("cannot read %s: %s", path, strerror(-err));
		status = STATUS_FAILED;
	}
	struct span rest = buf_text(&text);
	while (!status && rest.n) {
		struct span line = span_line(&rest);
		no++;
		if (fill_line(out, l->markers, line) < 0) {
			say("%s, line %u: no such marker: %.*s", path, no, (int)line.n,
				line.p);
			status = STATUS_FAILED;
		}
	}
	buf_free(&text);
	return status;
}

int cmd_doc(struct opts *o, int argc, char **argv)
{
	struct buf out = {0};
	int status = STATUS_USAGE;
	const char *what = argc > 1 ? argv[1] : "";
	if (argc == 2 && !strcmp(what, "names")) {
		put_names(&out);
		status = STATUS_OK;
	}
	for (size_t i = 0; argc < 4 && i < COUNT_OF(languages); i++)
		if (!strcmp(what, languages[i].name))
			status = fill(&out, &languages[i],
				argc > 2 ? argv[2] : languages[i].skeleton);
	if (status == STATUS_USAGE)
		say("doc takes names, or man, bash, zsh or fish and the skeleton to fill");
	else if (status == STATUS_OK)
		status = out_write(&out);
	buf_free(&out);
	(void)o;
	return status;
}
