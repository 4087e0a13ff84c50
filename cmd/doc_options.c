// SPDX-License-Identifier: GPL-2.0-or-later
/* doc_options.c - options and what is completed of their arguments, for the skeletons in completions/. */
#include "cmd.h"

/* What can be completed of an option's argument; each skeleton has a function of that name. */
static const struct class
{
	const char *arg, *name;
} classes[] = {
	{"FIELD,…", "fields"},
	{"FIELD", "field"},
	{"KIND", "kind"},
	{"PATH", "cgroup"},
	{"WHEN", "when"},
	{"FORM", "form"},
	{"ALLOCATOR,…", "allocators"},
	{"DIR", "dir"},
	{"MACHINE", "file"},
	{"EVENT,…", "events"},
	{"MOUNT…", "mount"},
	{"MOUNT", "mount"},
	{"MOUNT-ARGUMENT…", "file"},
	{"HOST", "server"},
};

const char *doc_class(struct span arg)
{
	for (size_t i = 0; i < COUNT_OF(classes); i++)
		if (span_is(arg, classes[i].arg))
			return classes[i].name;
	return "nothing";
}

static const char *class_of(const struct argp_option *o)
{
	return doc_class(span_z(o->arg));
}

/* A letter may mean one thing here and another there: it is told once. */
static bool has_short(const struct argp_option *o)
{
	const struct argp_option *first = NULL;
	if (o->key >= 0x100 || o->flags & OPTION_ALIAS)
		return false;
	while ((first = option_next(first)) && first->key != o->key)
		;
	return first == o;
}

/* An alias has the argument and the help of what it stands behind. */
static const struct argp_option *meant(const struct argp_option *o)
{
	while (o->flags & OPTION_ALIAS)
		o--;
	return o;
}

int doc_bash_options(struct buf *out, struct span arg)
{
	char word[4] = "-?";
	(void)arg;
	for (const struct argp_option *o = NULL; (o = option_next(o));) {
		if (has_short(o)) {
			word[1] = (char)o->key;
			doc_word(out, word);
		}
		doc_word(out, "--");
		buf_str(out, o->name);
		if (meant(o)->arg && !(meant(o)->flags & OPTION_ARG_OPTIONAL))
			buf_char(out, '=');
	}
	return 0;
}

/* Options whose argument may be the next word. */
int doc_valued(struct buf *out, struct span arg)
{
	char word[4] = "-?";
	(void)arg;
	for (const struct argp_option *o = NULL; (o = option_next(o));) {
		if (!meant(o)->arg || (meant(o)->flags & OPTION_ARG_OPTIONAL))
			continue;
		if (has_short(o)) {
			word[1] = (char)o->key;
			doc_word(out, word);
		}
		doc_word(out, "--");
		buf_str(out, o->name);
	}
	return 0;
}

/* Which class of words an option takes. */
int doc_bash_arguments(struct buf *out, struct span arg)
{
	(void)arg;
	for (const struct argp_option *o = NULL; (o = option_next(o));) {
		if (!meant(o)->arg)
			continue;
		buf_char(out, '\t');
		if (has_short(o))
			buf_fmt(out, "-%c|", o->key);
		buf_fmt(out, "--%s) echo %s ;;\n", o->name, class_of(meant(o)));
	}
	return 0;
}

/* Text within single quotes; `more` are bytes that want a backslash too. */
static void put_quoted(
	struct buf *out, const char *text, const char *quote, const char *more)
{
	for (const char *c = text; *c; c++) {
		if (*c == '\'') {
			buf_str(out, quote);
			continue;
		}
		if (strchr(more, *c))
			buf_char(out, '\\');
		buf_char(out, *c);
	}
}

int doc_zsh_options(struct buf *out, struct span arg)
{
	(void)arg;
	for (const struct argp_option *o = NULL; (o = option_next(o));) {
		const struct argp_option *m = meant(o);
		bool optional = m->flags & OPTION_ARG_OPTIONAL;
		const char *sign = !m->arg ? "" : optional ? "=-" : "=";
		if (has_short(o))
			buf_fmt(out, "\t'(-%c --%s)'{-%c%s,--%s%s}'[", o->key, o->name,
				o->key, m->arg ? "+" : "", o->name, sign);
		else
			buf_fmt(out, "\t'--%s%s[", o->name, sign);
		put_quoted(out, m->doc, "'\\''", "[]\\");
		buf_char(out, ']');
		if (m->arg)
			buf_fmt(out, "%s%s:_swsched_%s", optional ? "::" : ":",
				class_of(m), class_of(m));
		buf_str(out, "'\n");
	}
	return 0;
}

int doc_fish_options(struct buf *out, struct span arg)
{
	(void)arg;
	for (const struct argp_option *o = NULL; (o = option_next(o));) {
		const struct argp_option *m = meant(o);
		buf_str(out, "complete -c swsched");
		if (has_short(o))
			buf_fmt(out, " -s %c", o->key);
		buf_fmt(out, " -l %s", o->name);
		if (m->arg)
			buf_fmt(out, " %s -a '(__swsched_%s)'",
				m->flags & OPTION_ARG_OPTIONAL ? "-f" : "-x",
				class_of(m));
		buf_str(out, " -d '");
		put_quoted(out, m->doc, "\\'", "\\");
		buf_str(out, "'\n");
	}
	return 0;
}
