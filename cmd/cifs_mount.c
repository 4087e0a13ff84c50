// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cifs_mount.c - `swsched cifs mount …`: mount(8) with the default closetimeo added where none was given.
 *
 * The arguments are mount's own and go to it as they are. They are only looked at, with mount's table of options, to see
 * which mount this is. Where that is not sure, or an option could change what is there (a remount), nothing is added.
 */
#include <getopt.h>
#include <unistd.h>

#include "cmd.h"

enum {
	ASIDE = 0x100, /* an operation, a list, help: nothing new is mounted, or not by these names */
	SOURCE,
	TARGET,
	NOTHING, /* a flag that does not matter here */
	VALUE, /* an option that does not, with its value */
};

#define MOUNT_LETTERS "aBcfFhilL:m::Mno:O:rRsU:vVwt:T:N:"
static const struct option mount_options[] = {
	{"all", no_argument, NULL, 'a'},
	{"bind", no_argument, NULL, ASIDE},
	{"beneath", no_argument, NULL, NOTHING},
	{"exclusive", no_argument, NULL, NOTHING},
	{"fake", no_argument, NULL, 'f'},
	{"fork", no_argument, NULL, NOTHING},
	{"fstab", required_argument, NULL, 'T'},
	{"help", no_argument, NULL, ASIDE},
	{"internal-only", no_argument, NULL, NOTHING},
	{"label", required_argument, NULL, ASIDE},
	{"make-shared", no_argument, NULL, ASIDE},
	{"make-slave", no_argument, NULL, ASIDE},
	{"make-private", no_argument, NULL, ASIDE},
	{"make-unbindable", no_argument, NULL, ASIDE},
	{"make-rshared", no_argument, NULL, ASIDE},
	{"make-rslave", no_argument, NULL, ASIDE},
	{"make-rprivate", no_argument, NULL, ASIDE},
	{"make-runbindable", no_argument, NULL, ASIDE},
	{"map-groups", required_argument, NULL, VALUE},
	{"map-users", required_argument, NULL, VALUE},
	{"mkdir", optional_argument, NULL, NOTHING},
	{"move", no_argument, NULL, ASIDE},
	{"namespace", required_argument, NULL, ASIDE},
	{"no-canonicalize", optional_argument, NULL, NOTHING},
	{"no-mtab", no_argument, NULL, NOTHING},
	{"onlyonce", no_argument, NULL, NOTHING},
	{"options", required_argument, NULL, 'o'},
	{"options-mode", required_argument, NULL, VALUE},
	{"options-source", required_argument, NULL, VALUE},
	{"options-source-force", no_argument, NULL, NOTHING},
	{"rbind", no_argument, NULL, ASIDE},
	{"read-only", no_argument, NULL, NOTHING},
	{"read-write", no_argument, NULL, NOTHING},
	{"rw", no_argument, NULL, NOTHING},
	{"show-labels", no_argument, NULL, ASIDE},
	{"source", required_argument, NULL, SOURCE},
	{"target", required_argument, NULL, TARGET},
	{"target-prefix", required_argument, NULL, ASIDE},
	{"test-opts", required_argument, NULL, VALUE},
	{"types", required_argument, NULL, 't'},
	{"uuid", required_argument, NULL, ASIDE},
	{"verbose", no_argument, NULL, NOTHING},
	{"version", no_argument, NULL, ASIDE},
	{0},
};

struct request {
	const char *names[2], *source, *target, *type, *fstab;
	int n_names;
	bool aside; /* nothing to add to */
	bool all, given, fake; /* -a; closetimeo is among the options; -f */
};

static bool has_option(struct span options, const char *name)
{
	struct mount_option o;
	return mount_option_find(options, name, &o);
}

static void take_options(struct request *q, const char *text)
{
	static const char *const others[] = {"remount", "bind", "rbind", "move"};
	struct span options = span_z(text);
	q->given |= has_option(options, "closetimeo");
	for (size_t i = 0; i < COUNT_OF(others); i++)
		q->aside |= has_option(options, others[i]);
}

static void take_option(struct request *q, int c)
{
	switch (c) {
	case 'a':
		q->all = q->aside = true;
		break;
	case 'f':
		q->fake = true;
		break;
	case 'o':
		take_options(q, optarg);
		break;
	case 't':
		q->type = optarg;
		break;
	case 'T':
		q->fstab = optarg;
		break;
	case SOURCE:
		q->source = optarg;
		break;
	case TARGET:
		q->target = optarg;
		break;
	case 'B':
	case 'M':
	case 'R':
	case 'L':
	case 'U':
	case 'N':
	case 'h':
	case 'V':
	case 'l':
	case ASIDE:
	case '?': /* a newer mount's, of which not even the arguments are known */
		q->aside = true;
	}
}

/* getopt() sorts what it is given, so it gets a list of its own. */
static void read_request(struct request *q, int argc, char **argv)
{
	char **list = calloc((size_t)argc + 1, sizeof(*list));
	int c;
	if (!list)
		arena_dry();
	memcpy(list, argv, (size_t)argc * sizeof(*list));
	opterr = 0;
	optind = 1;
	while ((c = getopt_long(argc, list, MOUNT_LETTERS, mount_options, NULL)) != -1)
		take_option(q, c);
	for (int i = optind; i < argc; i++, q->n_names++)
		if (q->n_names < 2)
			q->names[q->n_names] = list[i];
	free(list);
}

/* Its line in fstab, as mount(8) finds it: by the one name that was given. */
static void ask_fstab(struct request *q, struct span fstab, struct arena *a)
{
	const char *name = q->source ? q->source : q->target ? q->target : q->names[0];
	struct buf b = {0};
	struct fstab_line l = {0}, found = {0};
	door_word(&b, span_z(name));
	while (fstab_next(&fstab, &l))
		if (!found.line.n && l.type.n &&
			((!q->source && path_same(l.target, buf_text(&b))) ||
				(!q->target && unc_same(l.source, buf_text(&b)))))
			found = l;
	buf_free(&b);
	if (!found.line.n) {
		q->aside = true;
		return;
	}
	struct span texts[] = {found.source, found.target, found.type};
	const char *plain[COUNT_OF(texts)];
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		char *p = arena_get(a, texts[i].n + 1);
		p[span_unoctal(texts[i], p)] = '\0';
		plain[i] = p;
	}
	q->source = plain[0];
	q->target = plain[1];
	if (!q->type)
		q->type = plain[2];
	q->given |= has_option(found.options, "closetimeo");
}

static void find_names(struct request *q, struct arena *a)
{
	struct root *r = NULL;
	struct span fstab = SPAN_EMPTY;
	const char *path = q->fstab ? q->fstab : "etc/fstab";
	int at = 0;
	if (q->source && !q->target && q->n_names == 1)
		q->target = q->names[at++];
	else if (q->target && !q->source && q->n_names == 1)
		q->source = q->names[at++];
	else if (!q->source && !q->target && q->n_names == 2) {
		q->source = q->names[0];
		q->target = q->names[1];
		at = 2;
	}
	if (q->source && q->target && at == q->n_names)
		return;
	if ((q->source != NULL) + (q->target != NULL) + q->n_names != 1 || q->aside) {
		q->aside = true;
		return;
	}
	/* A path of the user's is relative to where he is; ours to the root. */
	if (!root_open(*path == '/' || !q->fstab ? NULL : ".", 0, &r))
		root_read(r, *path == '/' ? path + 1 : path, a, &fstab);
	root_close(r);
	ask_fstab(q, fstab, a);
}

/* The helper adds the default by itself. */
static bool plain_smb(const struct request *q)
{
	bool helper = false;
	if (!q->type || !strcmp(q->type, "auto"))
		return span_starts(span_z(q->source), "//") ||
		       span_starts(span_z(q->source), "\\\\");
	return fstab_smb(span_z(q->type), &helper) && !helper;
}

const struct own cifs_mount_own = {.args = "MOUNT-ARGUMENT…"};

int cmd_cifs_mount(struct opts *o, int argc, char **argv)
{
	struct request q = {0};
	struct arena a = {0};
	uint64_t seconds;
	char option[64], *real = NULL;
	(void)o;
	read_request(&q, argc, argv);
	find_names(&q, &a);
	if (!q.aside)
		real = realpath(q.target, NULL);
	bool add = !q.aside && !q.given && plain_smb(&q) &&
		   mounting_default(q.source, real ? real : q.target, &seconds);
	if (q.all)
		say("mount -a takes the options of fstab: 'swsched cifs closetimeo apply --persist' writes the default there");
	if (add && geteuid() != 0) {
		say("only root may give mount an option: the default closetimeo is not added to %s",
			q.target);
		add = false;
	}
	char **args = calloc((size_t)argc + 3, sizeof(*args));
	if (!args)
		arena_dry();
	int n = 0;
	args[n++] = (char *)"mount";
	if (add) {
		snprintf(option, sizeof(option), "closetimeo=%llu",
			(unsigned long long)seconds);
		args[n++] = (char *)"-o";
		args[n++] = option;
	}
	for (int i = 1; i < argc; i++)
		args[n++] = argv[i];
	int status = mounting_run(args);
	if (add && !status && !q.fake)
		mounting_note(real ? real : q.target, seconds, "mount");
	free(args);
	free(real);
	arena_free(&a);
	return status;
}
