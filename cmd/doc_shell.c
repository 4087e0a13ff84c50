// SPDX-License-Identifier: GPL-2.0-or-later
/* doc_shell.c - the tables as words and cases of shells, for the skeletons in completions/. */
#include <errno.h>

#include "cmd.h"

void doc_word(struct buf *out, const char *word)
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
		doc_word(out, domains[i]->name);
	return 0;
}

static int put_programs(struct buf *out, struct span arg)
{
	(void)arg;
	doc_word(out, "swsched");
	for (size_t i = 0; i < n_domains; i++) {
		doc_word(out, "swsched-");
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
			doc_word(out, commands[i].name);
	return 0;
}

/* The first words: "closetimeo set" goes without saying. */
static void put_commands_of(struct buf *out, const struct domain *d)
{
	for (size_t i = 0; i < d->n_verbs; i++)
		if (verb_lists(d, &d->verbs[i]))
			doc_word(out, d->verbs[i].name);
	for (size_t i = 0; i < n_commands; i++)
		if (command_of(&commands[i], d) && commands[i].brief &&
			!strchr(commands[i].name, ' '))
			doc_word(out, commands[i].name);
}

static void put_rows_of(struct buf *out, const struct verb *v)
{
	for (size_t i = 0; i < v->n_panes; i++)
		doc_word(out, v->panes[i].row);
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
				doc_word(out, f->name);
			if (n > 1) {
				doc_word(out, d->groups[i].name);
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

/* The second words of commands that have two: "cifs closetimeo": set. */
static int seconds_cases(struct buf *out, bool fish)
{
	for (size_t i = 0; i < n_commands; i++) {
		const struct command *c = &commands[i];
		size_t n = strlen(c->name);
		struct buf words = {0};
		for (size_t j = 0; j < n_commands; j++)
			if (!strncmp(commands[j].name, c->name, n) &&
				commands[j].name[n] == ' ')
				doc_word(&words, commands[j].name + n + 1);
		if (words.n && c->only) {
			case_begin(out, fish, c->only, c->name, false);
			buf_span(out, buf_text(&words));
			case_end(out, fish);
		}
		buf_free(&words);
	}
	return 0;
}

static int put_seconds(struct buf *out, struct span arg)
{
	(void)arg;
	return seconds_cases(out, false);
}

static int fish_seconds(struct buf *out, struct span arg)
{
	(void)arg;
	return seconds_cases(out, true);
}

/* Which classes of words a command's own arguments are, in turn; the last may come again. */
static int args_cases(struct buf *out, bool fish)
{
	for (size_t i = 0; i < n_commands; i++) {
		const struct command *c = &commands[i];
		struct span rest = span_z(c->own && c->only ? c->own->args : NULL), word;
		if (!rest.n)
			continue;
		case_begin(out, fish, c->only, c->name, false);
		while ((word = span_word(&rest)).n) {
			while (word.n && strchr("[]", *word.p))
				word = span_sub(word, 1, word.n);
			while (word.n && strchr("[]", word.p[word.n - 1]))
				word.n--;
			doc_word(out, doc_class(word));
		}
		case_end(out, fish);
	}
	return 0;
}

/* Of the kernel, and of its caches as libpfm4 knows them. */
static int put_events(struct buf *out, struct span arg)
{
	const char *name;
	(void)arg;
	for (size_t i = 0; (name = perf_generic(i)); i++)
		doc_word(out, name);
	buf_str(out, " LLC-loads LLC-load-misses LLC-stores LLC-store-misses");
	return 0;
}

/* Of the model; "all" is all of them. */
static int put_allocators(struct buf *out, struct span arg)
{
	(void)arg;
	for (size_t i = 0; i < N_ALLOCATORS; i++)
		doc_word(out, allocator_names[i]);
	doc_word(out, "all");
	return 0;
}

static int put_arg_classes(struct buf *out, struct span arg)
{
	(void)arg;
	return args_cases(out, false);
}

static int fish_arg_classes(struct buf *out, struct span arg)
{
	(void)arg;
	return args_cases(out, true);
}

const struct marker bash_markers[] = {
	{"domains", put_domains},
	{"events", put_events},
	{"allocators", put_allocators},
	{"programs", put_programs},
	{"alone", put_alone},
	{"commands", put_commands},
	{"rows", put_rows},
	{"fields", put_fields},
	{"options", doc_bash_options},
	{"arguments", doc_bash_arguments},
	{"seconds", put_seconds},
	{"args", put_arg_classes},
	{NULL, NULL},
};

const struct marker zsh_markers[] = {
	{"domains", put_domains},
	{"events", put_events},
	{"allocators", put_allocators},
	{"programs", put_programs},
	{"alone", put_alone},
	{"commands", put_commands},
	{"rows", put_rows},
	{"fields", put_fields},
	{"options", doc_zsh_options},
	{"valued", doc_valued},
	{"seconds", put_seconds},
	{"args", put_arg_classes},
	{NULL, NULL},
};

const struct marker fish_markers[] = {
	{"domains", put_domains},
	{"events", put_events},
	{"allocators", put_allocators},
	{"alone", put_alone},
	{"commands", fish_commands},
	{"rows", fish_rows},
	{"fields", fish_fields},
	{"options", doc_fish_options},
	{"valued", doc_valued},
	{"seconds", fish_seconds},
	{"args", fish_arg_classes},
	{NULL, NULL},
};
