// SPDX-License-Identifier: GPL-2.0-or-later
/* main.c - picks a domain and a command; the names the program may be called by. */
#include <libgen.h>

#include "cmd.h"

/* Commands that are more than "print the tables of a verb". Verbs are the domains' own. */
const struct command commands[] = {
	{"tunables", "every live setting: file, value, allowed values, what it steers",
		TAKES_READ, true, false, cmd_tunables},
	{"fields", "every field: name, unit, kind, source, since which kernel, help",
		TAKES_READ, true, false, cmd_fields},
	{"capture", "copy what is read into plain trees t0, t1, …", TAKES_DIR, true, true,
		cmd_capture},
	{"test", "swap folios out and in on this machine, as the kernel's own test does",
		TAKES_READ, true, false, cmd_swap_test, "swap", &test_own},
	{"sim", "the swap-out workload on a model of the kernel's swap allocator",
		TAKES_READ, true, false, cmd_swap_sim, "swap", &sim_own},
	{"slots", "what of the swap devices is in use, and free for a folio (root)",
		TAKES_READ, true, false, cmd_swap_slots, "swap", &slots_own},
	{"mount", "mount(8) with the default closetimeo added where none is given",
		TAKES_OWN, true, false, cmd_cifs_mount, "cifs", &cifs_mount_own},
	{"report",
		"what to put into a bug report: plain text, 78 columns, 100 lines at most",
		TAKES_OWN, true, true, cmd_report, .own = &report_own},
	{"diff", "two captures, or two runs as JSON Lines: what differs, by how much",
		TAKES_READ, true, false, cmd_diff, .own = &diff_own},
	{"closetimeo",
		"for how long closed files stay open at the server, by mount: what is, and its effect",
		TAKES_READ, true, false, cmd_closetimeo, "cifs", &closetimeo_own},
	{"closetimeo get", NULL, TAKES_READ, true, false, cmd_closetimeo, "cifs",
		&closetimeo_own},
	{"closetimeo set", "change it live (root), every other option proven unchanged",
		TAKES_OWN, true, false, cmd_closetimeo_set, "cifs", &closetimeo_set_own},
	{"top", "live on the screen, or as text on a pipe", TAKES_READ, true, false,
		cmd_top, NULL, &top_own},
	{"closetimeo default", "the default that mounts get which were given none",
		TAKES_OWN, true, false, cmd_closetimeo_default, "cifs",
		&closetimeo_default_own},
	{"closetimeo apply",
		"bring live mounts and fstab in line with the defaults (root)", TAKES_OWN,
		true, false, cmd_closetimeo_apply, "cifs", &closetimeo_apply_own},
	{"help", "this list, or a command's options", 0, false, true, cmd_help},
	{"doc", NULL, 0, false, true, cmd_doc},
};
const size_t n_commands = COUNT_OF(commands);

const struct verb *verb_find(const struct domain *d, const char *name)
{
	for (size_t i = 0; i < d->n_verbs; i++)
		if (!strcmp(d->verbs[i].name, name))
			return &d->verbs[i];
	return NULL;
}

bool command_of(const struct command *c, const struct domain *d)
{
	return c->of_domain && (!c->only || !strcmp(c->only, d->name));
}

const struct command *command_find(const char *name, const struct domain *d)
{
	for (size_t i = 0; i < n_commands; i++)
		if (!strcmp(commands[i].name, name) &&
			(d ? command_of(&commands[i], d) : commands[i].alone))
			return &commands[i];
	return NULL;
}

bool verb_lists(const struct domain *d, const struct verb *v)
{
	return !command_find(v->name, d);
}

const char *command_args(const struct command *c)
{
	return c->own && c->own->args  ? c->own->args
	       : c->takes & TAKES_DIR  ? "DIR [INTERVAL [COUNT]]"
	       : c->takes & TAKES_READ ? ""
	       : c->of_domain	       ? ""
				       : "[COMMAND]";
}

static const char *command_name(struct buf *b, const char *domain, const char *verb)
{
	buf_reset(b);
	buf_str(b, "swsched");
	if (domain) {
		buf_char(b, ' ');
		buf_str(b, domain);
	}
	if (verb) {
		buf_char(b, ' ');
		buf_str(b, verb);
	}
	return buf_cstr(b);
}

/* "closetimeo set" is a command of two words; what follows "closetimeo" else are its arguments. */
static const struct command *command_pick(
	const struct domain *d, int argc, char **argv, int *ret_words)
{
	const struct command *c = NULL;
	if (argc > 2) {
		struct buf b = {0};
		buf_fmt(&b, "%s %s", argv[1], argv[2]);
		c = command_find(buf_cstr(&b), d);
		buf_free(&b);
	}
	*ret_words = c ? 2 : 1;
	return c ? c : command_find(argv[1], d);
}

static int run_domain(struct opts *o, int argc, char **argv)
{
	struct buf *name = &o->name;
	int words;
	const char *word = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	const struct command *c =
		word ? command_pick(o->domain, argc, argv, &words) : NULL;
	o->verb = &o->domain->verbs[0];
	if (c) {
		o->command = command_name(name, o->domain->name, c->name);
		o->own = c->own;
		return c->run(o, argc - words, argv + words);
	}
	const struct verb *v = word ? verb_find(o->domain, word) : NULL;
	if (v) {
		o->verb = v;
		argc--;
		argv++;
	} else if (word && (word[0] < '0' || word[0] > '9')) {
		o->command = command_name(name, o->domain->name, NULL);
		return say_usage(o, "there is no command '%s %s'", o->domain->name, word);
	}
	o->command = command_name(name, o->domain->name, v ? v->name : NULL);
	opts_parse(o, TAKES_READ | TAKES_VERB, o->verb->brief, argc, argv);
	return run_verb(o, NULL, NULL);
}

int cmd_run(struct opts *o, int argc, char **argv)
{
	struct buf *name = &o->name;
	if (!o->domain && argc > 1 && argv[1][0] != '-') {
		const struct command *c = command_find(argv[1], NULL);
		o->domain = domain_find(span_z(argv[1]));
		if (!o->domain && !c)
			return say_usage(o, "there is no command '%s'", argv[1]);
		if (c) {
			o->command = command_name(name, NULL, c->name);
			o->own = c->own;
			return c->run(o, argc - 1, argv + 1);
		}
		argc--;
		argv++;
	}
	if (o->domain)
		return run_domain(o, argc, argv);
	o->command = "swsched";
	return cmd_overview(o, argc, argv);
}

int main(int argc, char **argv)
{
	struct opts o = {0};
	out_begin();
	if (argc < 1 || !argv[0])
		return STATUS_USAGE;
	/* As swsched-swap and kin the program is that domain. */
	const char *self = basename(argv[0]);
	if (!strcmp(self, "mount.cifs.swsched"))
		return cmd_mount_helper("cifs", argc, argv);
	if (!strcmp(self, "mount.smb3.swsched"))
		return cmd_mount_helper("smb3", argc, argv);
	if (!strncmp(self, "swsched-", 8))
		o.domain = domain_find(span_z(self + 8));
	int status = cmd_run(&o, argc, argv);
	buf_free(&o.name);
	buf_free(&o.event_list);
	return status;
}
