// SPDX-License-Identifier: GPL-2.0-or-later
/* opts.c - the one table of the reading commands' options. */

#include <assert.h>

#include "cmd.h"

const char *argp_program_version = "swsched " VERSION;
error_t argp_err_exit_status = STATUS_USAGE;

enum {
	KEY_FIRST = 0x100,
	KEY_PER,
	KEY_ALL,
	KEY_SORT,
	KEY_REVERSE,
	KEY_FILTER,
	KEY_JSON,
	KEY_JSONL,
	KEY_CSV,
	KEY_TREE,
	KEY_BYTES,
	KEY_HUMAN,
	KEY_NOHEADINGS,
	KEY_COLOR,
	KEY_PLAIN,
	KEY_REASONS,
	KEY_SYSROOT,
	KEY_FROM,
	KEY_TO,
	KEY_CGROUP,
	KEY_REDACT,
	KEY_SCHEDSTATS,
	KEY_TOPOLOGY,
	KEY_VERIFY,
};

const struct argp_option cmd_options[] = {
	{"output", 'o', "FIELD,…", 0,
		"the fields to show, or +FIELD and -FIELD to add and drop", 1},
	{"per", KEY_PER, "KIND", 0, "what a row is", 1},
	{"rows", KEY_PER, "KIND", OPTION_ALIAS, NULL, 1},
	{"all", KEY_ALL, NULL, 0, "idle and disabled rows too", 1},
	{"sort", KEY_SORT, "FIELD", 0, "order of the rows", 1},
	{"reverse", KEY_REVERSE, NULL, 0, "the other way round", 1},
	{"filter", KEY_FILTER, "EXPR", 0,
		"only rows for which EXPR holds, as in 'fallback_share > 0.1'", 1},
	{"tree", KEY_TREE, NULL, 0, "rows below their parents, where they nest", 1},
	{"cgroup", KEY_CGROUP, "PATH", 0, "this cgroup's figures too", 1},
	{"topology", KEY_TOPOLOGY, "MACHINE", 0,
		"llc: another machine, a file of 'lstopo --of xml' or as in 'pack:2 l3:4 core:8 pu:2'",
		1},
	{"event", 'e', "EVENT,…", 0,
		"llc, with INTERVAL: count these events too, as in LLC-loads,LLC-load-misses or task-clock",
		1},
	{"verify", KEY_VERIFY, NULL, 0,
		"llc map: what hwloc and the scheduler say beside it, and where they differ",
		1},
	{"schedstats", KEY_SCHEDSTATS, NULL, 0,
		"llc, with INTERVAL: have the scheduler count during the run (root), then not again",
		1},
	{"json", KEY_JSON, NULL, 0, "one JSON document", 2},
	{"jsonl", KEY_JSONL, NULL, 0, "JSON Lines: one object a sample", 2},
	{"csv", KEY_CSV, NULL, 0, "comma-separated values (RFC 4180)", 2},
	{"raw", 'r', NULL, 0, "blank-separated values", 2},
	{"pairs", 'P', NULL, 0, "NAME=\"value\" pairs", 2},
	{"plain", KEY_PLAIN, NULL, 0, "one fact a line, for screen readers and logs", 2},
	{"bytes", KEY_BYTES, NULL, 0,
		"exact numbers in base units (the default off a terminal)", 3},
	{"human", KEY_HUMAN, NULL, 0, "scaled numbers (the default on a terminal)", 3},
	{"noheadings", KEY_NOHEADINGS, NULL, 0, "no column headings", 3},
	{"color", KEY_COLOR, "WHEN", OPTION_ARG_OPTIONAL, "auto, always or never", 3},
	{"timestamp", 't', NULL, 0, "the time before each sample", 3},
	{"reasons", KEY_REASONS, NULL, 0, "say why a value is absent", 3},
	{"sysroot", KEY_SYSROOT, "DIR", 0, "read a captured tree instead of this machine",
		4},
	{"from", KEY_FROM, "DIR", 0, "with --to: the difference of two captured trees",
		4},
	{"to", KEY_TO, "DIR", 0, "see --from", 4},
	{"redact", KEY_REDACT, NULL, 0,
		"capture: replace names of hosts, users, shares and processes", 4},
	{0},
};

static const struct {
	int key;
	const char *view;
} view_keys[] = {
	{KEY_JSON, "json"},
	{KEY_JSONL, "jsonl"},
	{KEY_CSV, "csv"},
	{'r', "raw"},
	{'P', "pairs"},
	{KEY_PLAIN, "plain"},
};

struct parsing {
	struct opts *o;
	unsigned takes;
	unsigned n_args;
	int wrong; /* behind the argument that was not understood */
};

/* One line, then the end: argp's own two lines are not for scripts to read. */
void opts_bad(const struct opts *o, const char *fmt, ...)
{
	char text[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	exit(say_usage(o, "%s", text));
}

static void color(struct opts *o, const char *arg)
{
	static const char *const words[] = {"auto", "always", "never"};
	for (unsigned i = 0; i < COUNT_OF(words); i++)
		if (!strcmp(arg ? arg : "always", words[i])) {
			o->color = i;
			return;
		}
	opts_bad(o, "--color takes auto, always or never, not '%s'", arg);
}

bool interval_read(struct span text, double *ret)
{
	return span_double(text, ret) == 0 && *ret >= 0.01 && *ret <= 1e6;
}

/* [DIR] [INTERVAL [COUNT]] */
static void positional(struct parsing *p, const char *arg)
{
	struct opts *o = p->o;
	uint64_t count;
	unsigned at = p->n_args++;
	if (o->own && o->own->arg) {
		o->own->arg(o, at, arg);
		return;
	}
	if (p->takes & TAKES_DIR) {
		if (!at) {
			o->dir = arg;
			return;
		}
		at--;
	}
	if (!(p->takes & (TAKES_READ | TAKES_DIR)))
		opts_bad(o, "there is no command '%s'", arg);
	if (at == 0) {
		if (!interval_read(span_z(arg), &o->interval))
			opts_bad(o,
				"'%s' is neither a command nor an interval in seconds (0.01 to 1000000)",
				arg);
	} else if (at == 1) {
		if (span_u64(span_z(arg), &count) < 0 || !count || count > 1ul << 40)
			opts_bad(o, "'%s' is no count of samples", arg);
		o->count = count;
	} else
		opts_bad(o, "too many arguments: '%s'", arg);
}

static int text_option(struct opts *o, int key, const char *arg)
{
	const char **to = key == 'o'		? &o->output
			  : key == KEY_PER	? &o->per
			  : key == KEY_SORT	? &o->sort
			  : key == KEY_FILTER	? &o->filter
			  : key == KEY_SYSROOT	? &o->sysroot
			  : key == KEY_FROM	? &o->from
			  : key == KEY_TO	? &o->to
			  : key == KEY_CGROUP	? &o->cgroup
			  : key == KEY_TOPOLOGY ? &o->topology
						: NULL;
	if (!to)
		return ARGP_ERR_UNKNOWN;
	*to = arg;
	return 0;
}

/* Each -e adds to those before. */
static void event_option(struct opts *o, const char *arg)
{
	struct buf *b = &o->event_list;
	if (strchr(arg, '\''))
		opts_bad(o, "no event has a quote in its name: %s", arg);
	if (b->n)
		buf_char(b, ',');
	buf_str(b, arg);
	o->events = buf_cstr(b);
	struct span rest = buf_text(b), name;
	if (!perf_name_next(&rest, &name))
		opts_bad(o, "-e takes names of events, commas between");
}

static int flag_option(struct opts *o, int key)
{
	switch (key) {
	case KEY_ALL:
		o->all = true;
		return 0;
	case KEY_REVERSE:
		o->reverse = true;
		return 0;
	case KEY_TREE:
		o->tree = true;
		return 0;
	case KEY_BYTES:
		o->exact = true;
		o->human = false;
		return 0;
	case KEY_HUMAN:
		o->human = true;
		o->exact = false;
		return 0;
	case KEY_NOHEADINGS:
		o->noheadings = true;
		return 0;
	case 't':
		o->stamp = true;
		return 0;
	case KEY_REASONS:
		o->reasons = true;
		return 0;
	case KEY_REDACT:
		o->redact = true;
		return 0;
	case KEY_SCHEDSTATS:
		o->schedstats = true;
		return 0;
	case KEY_VERIFY:
		o->verify = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct parsing *p = state->input;
	const struct own *own = p->o->own;
	if (key == ARGP_KEY_ARG) {
		positional(p, arg);
		return 0;
	}
	if (key == ARGP_KEY_END) {
		opts_check(p->o, p->takes);
		return 0;
	}
	if (key == ARGP_KEY_ERROR)
		p->wrong = state->next;
	if (key == KEY_COLOR) {
		color(p->o, arg);
		return 0;
	}
	if (key == 'e' && !(p->takes & TAKES_OWN)) {
		event_option(p->o, arg);
		return 0;
	}
	if (own && own->option && own->option(p->o, key, arg) != ARGP_ERR_UNKNOWN)
		return 0;
	for (unsigned i = 0; i < COUNT_OF(view_keys); i++)
		if (view_keys[i].key == key) {
			p->o->view = view_find(view_keys[i].view);
			return 0;
		}
	if (!text_option(p->o, key, arg))
		return 0;
	return flag_option(p->o, key);
}

static bool asks_help(const char *arg)
{
	static const char *const words[] = {"--help", "--usage", "--version"};
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (strlen(arg) > 2 && !strncmp(arg, words[i], strlen(arg)))
			return true;
	return !strcmp(arg, "-?") || !strcmp(arg, "-V");
}

/* Those of reading, then those of commands by turns. */
static const struct argp_option *options_of(size_t i)
{
	if (!i)
		return cmd_options;
	return commands[i - 1].own ? commands[i - 1].own->options : NULL;
}

static bool option_known(size_t before, const char *name)
{
	for (size_t i = 0; i < before; i++)
		for (const struct argp_option *o = options_of(i); o && o->name; o++)
			if (!strcmp(o->name, name))
				return true;
	return false;
}

const struct argp_option *option_next(const struct argp_option *o)
{
	bool due = !o;
	for (size_t i = 0; i <= n_commands; i++)
		for (const struct argp_option *at = options_of(i); at && at->name; at++) {
			if (due && !option_known(i, at->name))
				return at;
			due |= at == o;
		}
	return NULL;
}

/* The command's own options, then those of reading, for argp. */
static void options_join(
	const struct opts *o, unsigned takes, struct argp_option *all, unsigned max)
{
	const struct argp_option *lists[] = {
		o->own ? o->own->options : NULL, takes & TAKES_OWN ? NULL : cmd_options};
	unsigned n = 0;
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		for (const struct argp_option *at = lists[i]; at && at->name; at++) {
			assert(n + 1 < max);
			all[n++] = *at;
		}
	all[n] = (struct argp_option){0};
}

void opts_parse(struct opts *o, unsigned takes, const char *doc, int argc, char **argv)
{
	struct argp_option all[96];
	options_join(o, takes, all, COUNT_OF(all));
	const struct argp argp = {
		.options = all,
		.parser = parse_opt,
		.args_doc = o->own && o->own->args ? o->own->args
			    : takes & TAKES_DIR	   ? "DIR [INTERVAL [COUNT]]"
			    : takes & TAKES_READ   ? "[INTERVAL [COUNT]]"
						   : "",
		.doc = doc,
	};
	struct parsing p = {o, takes, 0, argc};
	program_invocation_short_name = argv[0] =
		(char *)o->command; /* what help calls us */
	o->view = view_find("table");
	if (!argp_parse(&argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &p))
		return;
	/* Without its help argp says nothing; with it, it says two lines on stderr for a wrong option. */
	const char *arg = p.wrong > 0 && p.wrong <= argc ? argv[p.wrong - 1] : "";
	if (!asks_help(arg))
		exit(say_usage(o, "'%s' is no option here, or lacks its argument", arg));
	argp_parse(&argp, argc, argv, 0, NULL, &p);
}
