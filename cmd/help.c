// SPDX-License-Identifier: GPL-2.0-or-later
/* help.c - `swsched help`: the commands, from the tables that run them. */
#include "cmd.h"

static void line(struct buf *b, const char *domain, const char *name, const char *args,
	const char *brief)
{
	size_t from = b->n;
	buf_fmt(b, "  swsched %s%s%s%s%s", domain, *domain && *name ? " " : "", name,
		*args ? " " : "", args);
	size_t n = 0;
	/* Columns: bytes that go on with a character are none. */
	for (; from < b->n; from++)
		n += (b->p[from] & 0xc0) != 0x80;
	buf_fill(b, ' ', n < 46 ? 46 - n : 1);
	buf_str(b, brief);
	buf_char(b, '\n');
}

static void list(struct buf *b)
{
	buf_str(b, "swsched " VERSION
		   ": kernel counters beside the tunables that steer them\n\n");
	line(b, "", "", "", "findings worst first, then a line a domain");
	for (size_t i = 0; i < n_domains; i++)
		for (size_t j = 0; j < domains[i]->n_verbs; j++) {
			const struct verb *v = &domains[i]->verbs[j];
			if (!verb_lists(domains[i], v))
				continue;
			line(b, domains[i]->name, j ? v->name : "[stat]",
				"[INTERVAL [COUNT]]", v->brief);
		}
	for (size_t i = 0; i < n_commands; i++) {
		const struct command *c = &commands[i];
		const char *of = c->only ? c->only : c->alone ? "[DOMAIN]" : "DOMAIN";
		if (c->brief)
			line(b, c->of_domain ? of : "", c->name, command_args(c),
				c->brief);
	}
	buf_str(b,
		"\nswsched DOMAIN COMMAND --help lists options; swsched(1) and swsched-DOMAIN(1) say more.\n");
}

int cmd_help(struct opts *o, int argc, char **argv)
{
	struct buf b = {0};
	if (argc > 1) {
		/* "help cifs closetimeo set" is "cifs closetimeo set --help". */
		char *args[5] = {argv[0]};
		int n = argc < 4 ? argc : 4;
		for (int i = 1; i < n; i++)
			args[i] = argv[i];
		args[n] = (char *)"--help";
		return cmd_run(o, n + 1, args);
	}
	list(&b);
	int status = out_write(&b);
	buf_free(&b);
	return status;
}
