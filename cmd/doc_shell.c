// SPDX-License-Identifier: GPL-2.0-or-later
/* doc_shell.c - the tables as words, cases and options of shells, for the skeletons in completions/. */
#include <errno.h>

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
};

static const char *class_of(const struct argp_option *o)
{
	for (size_t i = 0; i < COUNT_OF(classes); i++)
		if (!strcmp(o->arg, classes[i].arg))
			return classes[i].name;
	return "nothing";
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

static void put_word(struct buf *out, const char *word)
{
	if (out->n && out->p[out->n - 1] != '\n' && out->p[out->n - 1] != ' ' &&
		out->p[out->n - 1] != '\'')
		buf_char(out, ' ');
	buf_str(out, word);
}

/* ---- words ---- */

static int put_domains(struct buf *out, struct span arg)
{
	(void)arg;
	for (size_t i = 0; i < n_domains; i++)
		put_word(out, domains[i]->name);
	return 0;
}

static int put_programs(struct buf *out, struct span arg)
{
	(void)arg;
	put_word(out, "swsched");
	for (size_t i = 0; i < n_domains; i++) {
		put_word(out, "swsched-");
		buf_str(out, domains[i]->name);
	}
	return 0;
}

/* Commands that need no domain. */
static int put_alone(struct buf *out, struct span arg)
{
	(void)arg;
	for (size_t i = 0; i < n_commands; i++)
		if (commands[i].alone && commands[i].brief)
			put_word(out, commands[i].name);
	return 0;
}

static void put_commands_of(struct buf *out, const struct domain *d)
{
	for (size_t i = 0; i < d->n_verbs; i++)
		put_word(out, d->verbs[i].name);
	for (size_t i = 0; i < n_commands; i++)
		if (command_of(&commands[i], d) && commands[i].brief)
			put_word(out, commands[i].name);
}

static void put_rows_of(struct buf *out, const struct verb *v)
{
	for (size_t i = 0; i < v->n_panes; i++)
		put_word(out, v->panes[i].row);
}

/* How many fields of the command have that name, and which of them this one is. */
static void same_name(const struct domain *d, const struct verb *v, const struct field *f,
	unsigned *ret_n, unsigned *ret_at)
{
	*ret_n = 0;
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0;
			pane_find(v, d->groups[i].row) && j < d->groups[i].n_fields;
			j++) {
			const struct field *other = &d->groups[i].fields[j];
			if (other == f)
				*ret_at = *ret_n;
			*ret_n += !strcmp(other->name, f->name);
		}
}

/* Each name once, and GROUP.NAME too where several groups have it. */
static void put_fields_of(struct buf *out, const struct domain *d, const struct verb *v)
{
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0;
			pane_find(v, d->groups[i].row) && j < d->groups[i].n_fields;
			j++) {
			const struct field *f = &d->groups[i].fields[j];
			unsigned n, at = 0;
			same_name(d, v, f, &n, &at);
			if (!at)
				put_word(out, f->name);
			if (n > 1) {
				put_word(out, d->groups[i].name);
				buf_char(out, '.');
				buf_str(out, f->name);
			}
		}
}

/* ---- cases: `"swap ps") echo '…' ;;`, or as fish has it ---- */

static void case_begin(
	struct buf *out, bool fish, const char *domain, const char *command, bool first)
{
	buf_fmt(out, fish ? "\t\tcase '%s%s%s'" : "\t'%s%s%s'", domain,
		command ? " " : "", command ? command : "");
	if (first)
		buf_fmt(out, fish ? " '%s '" : "|'%s '", domain);
	buf_str(out, fish ? "\n\t\t\techo '" : ") echo '");
}

static void case_end(struct buf *out, bool fish)
{
	buf_str(out, fish ? "'\n" : "' ;;\n");
}

static int cases(struct buf *out, bool fish,
	void (*put)(struct buf *, const struct domain *, const struct verb *))
{
	for (size_t i = 0; i < n_domains; i++)
		for (const struct domain *d = domains[i]; d; d = d->more)
			for (size_t j = 0; j < d->n_verbs; j++) {
				case_begin(out, fish, d->name, d->verbs[j].name,
					d == domains[i] && j == 0);
				put(out, d, &d->verbs[j]);
				case_end(out, fish);
			}
	return 0;
}

static void rows_of(struct buf *out, const struct domain *d, const struct verb *v)
{
	(void)d;
	put_rows_of(out, v);
}

static int put_rows(struct buf *out, struct span arg)
{
	(void)arg;
	return cases(out, false, rows_of);
}

static int put_fields(struct buf *out, struct span arg)
{
	(void)arg;
	return cases(out, false, put_fields_of);
}

static int fish_rows(struct buf *out, struct span arg)
{
	(void)arg;
	return cases(out, true, rows_of);
}

static int fish_fields(struct buf *out, struct span arg)
{
	(void)arg;
	return cases(out, true, put_fields_of);
}

static int commands_cases(struct buf *out, bool fish)
{
	for (size_t i = 0; i < n_domains; i++) {
		case_begin(out, fish, domains[i]->name, NULL, false);
		put_commands_of(out, domains[i]);
		case_end(out, fish);
	}
	return 0;
}

static int put_commands(struct buf *out, struct span arg)
{
	(void)arg;
	return commands_cases(out, false);
}

static int fish_commands(struct buf *out, struct span arg)
{
	(void)arg;
	return commands_cases(out, true);
}

/* ---- options ---- */

static int bash_options(struct buf *out, struct span arg)
{
	char word[4] = "-?";
	(void)arg;
	for (const struct argp_option *o = NULL; (o = option_next(o));) {
		if (has_short(o)) {
			word[1] = (char)o->key;
			put_word(out, word);
		}
		put_word(out, "--");
		buf_str(out, o->name);
		if (meant(o)->arg && !(meant(o)->flags & OPTION_ARG_OPTIONAL))
			buf_char(out, '=');
	}
	return 0;
}

/* Options whose argument may be the next word. */
static int put_valued(struct buf *out, struct span arg)
{
	char word[4] = "-?";
	(void)arg;
	for (const struct argp_option *o = NULL; (o = option_next(o));) {
		if (!meant(o)->arg || (meant(o)->flags & OPTION_ARG_OPTIONAL))
			continue;
		if (has_short(o)) {
			word[1] = (char)o->key;
			put_word(out, word);
		}
		put_word(out, "--");
		buf_str(out, o->name);
	}
	return 0;
}

/* Of the kernel, and of its caches as libpfm4 knows them. */
static int put_events(struct buf *out, struct span arg)
{
	const char *name;
	(void)arg;
	for (size_t i = 0; (name = perf_generic(i)); i++)
		put_word(out, name);
	buf_str(out, " LLC-loads LLC-load-misses LLC-stores LLC-store-misses");
	return 0;
}

/* Which class of words an option takes. */
static int bash_arguments(struct buf *out, struct span arg)
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

static int zsh_options(struct buf *out, struct span arg)
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

static int fish_options(struct buf *out, struct span arg)
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

const struct marker bash_markers[] = {
	{"domains", put_domains},
	{"events", put_events},
	{"programs", put_programs},
	{"alone", put_alone},
	{"commands", put_commands},
	{"rows", put_rows},
	{"fields", put_fields},
	{"options", bash_options},
	{"arguments", bash_arguments},
	{NULL, NULL},
};

const struct marker zsh_markers[] = {
	{"domains", put_domains},
	{"events", put_events},
	{"programs", put_programs},
	{"alone", put_alone},
	{"commands", put_commands},
	{"rows", put_rows},
	{"fields", put_fields},
	{"options", zsh_options},
	{"valued", put_valued},
	{NULL, NULL},
};

const struct marker fish_markers[] = {
	{"domains", put_domains},
	{"events", put_events},
	{"alone", put_alone},
	{"commands", fish_commands},
	{"rows", fish_rows},
	{"fields", fish_fields},
	{"options", fish_options},
	{"valued", put_valued},
	{NULL, NULL},
};
