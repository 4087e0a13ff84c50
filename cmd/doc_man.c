// SPDX-License-Identifier: GPL-2.0-or-later
/* doc_man.c - the tables as mdoc(7), for the pages in man/. */
#include <errno.h>

#include "cmd.h"

enum { WIDTH = 76 };

static void put_bytes(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '\\')
			buf_str(out, "\\e");
		else
			buf_char(out, s.p[i]);
}

/* Words filled into lines that no request and no long-line warning can arise from. */
static void put_text(struct buf *out, const char *z)
{
	struct span rest = span_z(z), w;
	size_t from = out->n;
	while ((w = span_word(&rest)).n) {
		if (out->n > from && out->n - from + w.n >= WIDTH) {
			buf_char(out, '\n');
			from = out->n;
		}
		if (out->n > from)
			buf_char(out, ' ');
		else if (*w.p == '.' || *w.p == '\'')
			buf_str(out, "\\&");
		put_bytes(out, w);
	}
	buf_char(out, '\n');
}

/* One argument of a macro. A short one is kept from being taken for a macro itself. */
static void put_arg(struct buf *out, struct span s)
{
	bool quoted = span_find(s, ' ') >= 0;
	if (quoted)
		buf_char(out, '"');
	if (s.n < 4)
		buf_str(out, "\\&");
	put_bytes(out, s);
	if (quoted)
		buf_char(out, '"');
}

static void put_list(struct buf *out, const char *words, const char *macro)
{
	struct span rest = span_z(words), w;
	while ((w = span_word(&rest)).n) {
		buf_fmt(out, ".%s ", macro);
		put_arg(out, w);
		buf_str(out, span_trim(rest).n ? " ,\n" : "\n");
	}
}

/* ---- options ---- */

static void put_flag(struct buf *out, const struct argp_option *o, const char *arg)
{
	if (o->key < 0x100 && !(o->flags & OPTION_ALIAS))
		buf_fmt(out, "Fl %c , ", o->key);
	buf_fmt(out, "Fl -%s", o->name);
	if (arg && (o->flags & OPTION_ARG_OPTIONAL))
		buf_fmt(out, " Ns Op = Ns Ar %s", arg);
	else if (arg)
		buf_fmt(out, " Ns = Ns Ar %s", arg);
}

static void put_option_list(
	struct buf *out, const struct argp_option *options, uint64_t group)
{
	buf_str(out, ".Bl -tag -width Ds\n");
	for (const struct argp_option *o = options; o && o->name; o++) {
		if ((group && (uint64_t)o->group != group) ||
			(o->flags & (OPTION_ALIAS | OPTION_HIDDEN)))
			continue;
		buf_str(out, ".It ");
		put_flag(out, o, o->arg);
		for (const struct argp_option *a = o + 1;
			a->name && (a->flags & OPTION_ALIAS); a++) {
			buf_str(out, " , ");
			put_flag(out, a, o->arg);
		}
		buf_char(out, '\n');
		put_text(out, o->doc);
	}
	buf_str(out, ".El\n");
}

/* "@options 2@": the options of argp's group 2; all without a number. */
static int put_options(struct buf *out, struct span arg)
{
	uint64_t group = 0;
	if (arg.n && span_u64(arg, &group) < 0)
		return -EINVAL;
	put_option_list(out, cmd_options, group);
	return 0;
}

/* "@own test@": the options that only this command takes. */
static int put_own(struct buf *out, struct span arg)
{
	for (size_t i = 0; i < n_commands; i++)
		if (span_is(arg, commands[i].name) && commands[i].own) {
			put_option_list(out, commands[i].own->options, 0);
			return 0;
		}
	return -EINVAL;
}

static int put_views(struct buf *out, struct span arg)
{
	(void)arg;
	buf_str(out, ".Bl -tag -width jsonlx\n");
	for (size_t i = 0; i < n_views; i++) {
		buf_fmt(out, ".It %s\n", views[i].name);
		put_text(out, views[i].brief);
	}
	buf_str(out, ".El\n");
	return 0;
}

/* ---- commands ---- */

/* "SECONDS [--dry-run]" as macros. */
static void put_args(struct buf *out, const char *args)
{
	for (const char *c = args; *c;) {
		size_t n = strcspn(c, " []");
		if (n)
			buf_fmt(out, *c == '-' ? " Fl %.*s" : " Ar %.*s",
				(int)n - (*c == '-'), c + (*c == '-'));
		else if (*c != ' ')
			buf_str(out, *c == '[' ? " Oo" : " Oc");
		c += n ? n : 1;
	}
}

static void put_command(struct buf *out, const char *domain, const char *name,
	bool optional, const char *args, const char *brief)
{
	buf_str(out, ".It Nm swsched");
	if (domain)
		buf_fmt(out, " %s", domain);
	if (name)
		buf_fmt(out, optional ? " Oo Cm %s Oc" : " Cm %s", name);
	put_args(out, args);
	buf_char(out, '\n');
	put_text(out, brief);
}

/* "@commands@": all; "@commands swap@": those behind the domain's name. */
static int put_commands(struct buf *out, struct span arg)
{
	const struct domain *only = arg.n ? domain_find(arg) : NULL;
	struct buf name = {0};
	if (arg.n && !only)
		return -EINVAL;
	buf_str(out, ".Bl -tag -width Ds\n");
	if (!only)
		put_command(out, NULL, NULL, false, "",
			"findings worst first, then a line a domain");
	for (size_t i = 0; i < n_domains; i++)
		for (size_t j = 0;
			j < domains[i]->n_verbs && (!only || only == domains[i]); j++) {
			const struct verb *v = &domains[i]->verbs[j];
			if (!verb_lists(domains[i], v))
				continue;
			buf_reset(&name);
			buf_fmt(&name, "Cm %s", domains[i]->name);
			put_command(out, buf_cstr(&name), v->name, j == 0,
				"[INTERVAL [COUNT]]", v->brief);
		}
	buf_reset(&name);
	buf_fmt(&name, "Cm %s", only ? only->name : "");
	for (size_t i = 0; i < n_commands; i++) {
		const struct command *c = &commands[i];
		if (!only && c->only) {
			buf_reset(&name);
			buf_fmt(&name, "Cm %s", c->only);
		}
		const char *of = only || c->only ? buf_cstr(&name)
				 : c->alone	 ? "Oo Ar DOMAIN Oc"
						 : "Ar DOMAIN";
		if (c->brief && (!only || command_of(c, only)))
			put_command(out, c->of_domain ? of : NULL, c->name, false,
				command_args(c), c->brief);
	}
	buf_str(out, ".El\n");
	buf_free(&name);
	return 0;
}

/* ---- fields ---- */

static void put_source(struct buf *out, const struct field *f)
{
	struct span path = span_z(f->src);
	buf_str(out, ".br\n");
	if (!f->src) {
		struct buf text = {0};
		buf_fmt(&text, "= %s", f->key);
		put_text(out, buf_cstr(&text));
		buf_free(&text);
		return;
	}
	if (f->key && strcmp(f->key, "*") != 0) {
		buf_str(out, ".Ql ");
		put_arg(out, span_z(f->key));
		buf_str(out, "\nin\n");
	}
	buf_fmt(out, ".Pa %s", *f->src == '@' ? "" : "/");
	ptrdiff_t hole = f->key ? span_find(path, '{') : -1;
	buf_span(out, span_sub(path, 0, hole < 0 ? path.n : (size_t)hole));
	buf_str(out, hole < 0 ? "\n" : f->key);
	if (hole >= 0)
		buf_char(out, '\n');
}

static void put_field(struct buf *out, const struct field *f)
{
	buf_str(out, ".It Cm ");
	put_arg(out, span_z(f->name));
	buf_fmt(out, " Pq %s , %s", kind_name(f->kind), unit_name(f->unit));
	if (f->since)
		buf_fmt(out, " , since %s", f->since);
	buf_char(out, '\n');
	put_text(out, f->help);
	put_source(out, f);
	if (f->initial) {
		buf_str(out, ".br\nThe kernel sets it to:\n");
		put_text(out, f->initial);
	}
}

static void put_group(struct buf *out, const struct domain *d, const struct group *g)
{
	buf_fmt(out, ".Ss %s %s: %s\n", d->name, g->name, g->brief);
	if (strcmp(g->name, g->row) != 0)
		buf_fmt(out, "Stands in the rows of\n.Cm %s .\n", g->row);
	buf_str(out, ".Bl -tag -width Ds\n");
	for (size_t j = 0; j < g->n_fields; j++)
		put_field(out, &g->fields[j]);
	buf_str(out, ".El\n");
}

/* "@fields swap@": a subsection a group. */
static int put_fields(struct buf *out, struct span arg)
{
	const struct domain *d = domain_find(arg);
	if (!d)
		return -EINVAL;
	for (; d; d = d->more)
		for (size_t i = 0; i < d->n_groups; i++)
			put_group(out, d, &d->groups[i]);
	return 0;
}

static int put_tunables(struct buf *out, struct span arg)
{
	const struct domain *d = domain_find(arg);
	if (!d)
		return -EINVAL;
	buf_str(out, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < d->n_groups; i++)
		for (size_t j = 0; j < d->groups[i].n_fields; j++) {
			const struct field *f = &d->groups[i].fields[j];
			if (f->kind != KIND_TUNABLE)
				continue;
			buf_fmt(out, ".It Cm %s.%s\n", d->groups[i].name, f->name);
			put_text(out, f->help);
			if (f->range) {
				buf_str(out, ".br\nTakes:\n");
				put_text(out, f->range);
			}
			if (f->steers) {
				buf_str(out, ".br\nSteers:\n");
				put_list(out, f->steers, "Cm");
			}
		}
	buf_str(out, ".El\n");
	return 0;
}

/* ---- rows, findings, checks ---- */

static void put_panes(struct buf *out, const struct verb *v)
{
	for (size_t i = 0; i < v->n_panes; i++) {
		const struct pane *p = &v->panes[i];
		buf_fmt(out, ".It Cm %s Fl -per Ns = Ns Ar %s\n", v->name, p->row);
		buf_str(out, p->apart ? "Only when asked for.\nShows\n" : "Shows\n");
		put_list(out, p->cols, "Cm");
		if (p->file)
			buf_fmt(out, ".br\nWithout\n.Pa /%s\n", p->file);
		put_list(out, p->without, "Cm");
	}
}

/* "@rows swap@": what a row may be, by command, and the fields shown of it. */
static int put_rows(struct buf *out, struct span arg)
{
	const struct domain *d = domain_find(arg);
	if (!d)
		return -EINVAL;
	buf_str(out, ".Bl -tag -width Ds\n");
	for (; d; d = d->more)
		for (size_t i = 0; i < d->n_verbs; i++)
			put_panes(out, &d->verbs[i]);
	buf_str(out, ".El\n");
	return 0;
}

/* What a finding says: a plain name in braces by that name, a formula by dots. */
static void put_said(struct buf *out, const char *says)
{
	struct buf text = {0};
	struct span rest = span_z(says);
	while (rest.n) {
		buf_span(&text, span_cut(&rest, '{'));
		struct span body = span_cut(&rest, '}');
		struct span name = span_cut(&body, ';');
		bool plain = name.n > 0;
		for (size_t i = 0; i < name.n; i++)
			plain &= (name.p[i] >= 'a' && name.p[i] <= 'z') ||
				 name.p[i] == '_' || name.p[i] == '.';
		if (plain)
			buf_fmt(&text, "<%.*s>", (int)name.n, name.p);
		else if (name.n)
			buf_str(&text, "<...>");
	}
	put_text(out, buf_cstr(&text));
	buf_free(&text);
}

static int put_findings(struct buf *out, struct span arg)
{
	static const char *const weights[] = {"", "worth knowing", "costs", "broken"};
	const struct domain *d = domain_find(arg);
	if (!d)
		return -EINVAL;
	buf_str(out, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < d->n_findings; i++) {
		const struct finding *f = &d->findings[i];
		buf_fmt(out, ".It Sy %s Pq %s , %s\n", f->id, f->row,
			weights[f->weight & 3]);
		put_said(out, f->says);
		if (f->next) {
			buf_str(out, ".br\nWhat to do:\n");
			put_text(out, f->next);
		}
		buf_str(out, ".br\nSaid when\n");
		put_text(out, f->when);
	}
	buf_str(out, ".El\n");
	return 0;
}

static int put_checks(struct buf *out, struct span arg)
{
	const struct domain *d = domain_find(arg);
	if (!d)
		return -EINVAL;
	buf_str(out, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < d->n_checks; i++) {
		buf_fmt(out, ".It Cm %s Pq %s\n", d->checks[i].name, d->checks[i].row);
		put_text(out, d->checks[i].help);
	}
	buf_str(out, ".El\n");
	return 0;
}

static int put_reasons(struct buf *out, struct span arg)
{
	(void)arg;
	buf_str(out, ".Bl -bullet -compact\n");
	for (int w = WHY_NONE + 1; w < N_WHY; w++)
		buf_fmt(out, ".It\n%s\n", why_text((enum why)w));
	buf_str(out, ".El\n");
	return 0;
}

const struct marker man_markers[] = {
	{"options", put_options},
	{"own", put_own},
	{"views", put_views},
	{"commands", put_commands},
	{"fields", put_fields},
	{"tunables", put_tunables},
	{"rows", put_rows},
	{"findings", put_findings},
	{"checks", put_checks},
	{"reasons", put_reasons},
	{NULL, NULL},
};
