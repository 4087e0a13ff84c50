// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mount_helper.c - mount.cifs.swsched and mount.smb3.swsched: what mount(8) runs for an fstab line of type cifs.swsched.
 *
 *	mount.cifs.swsched SOURCE TARGET [-sfnv] [-N NAMESPACE] [-o OPTIONS] [-t TYPE.swsched]
 *
 * Runs mount.cifs with the same arguments, but the type, and the default closetimeo added to its options where they
 * have none. mount.cifs takes the last -o alone, so it is added to that one. Whatever is wrong with our own files: the
 * mount goes on as if the helper was not there.
 */
#include <unistd.h>

#include "cmd.h"

struct call {
	const char *source, *target;
	int options; /* where the value of the last -o stands; 0: none */
	bool fake;
};

/* Where mount.cifs is laid; the folders of the path are not asked, for this may run for a user. */
static const char *program(const char *name, char room[64])
{
	static const char *const dirs[] = {"/sbin", "/usr/sbin", "/usr/local/sbin"};
	for (size_t i = 0; i < COUNT_OF(dirs); i++) {
		snprintf(room, 64, "%s/%s", dirs[i], name);
		if (!access(room, X_OK))
			return room;
	}
	snprintf(room, 64, "/sbin/%s", name);
	return room;
}

/* Copies the arguments but for the type, and reads them on the way. */
static int read_call(struct call *c, int argc, char **argv, char **args, int n)
{
	for (int i = 1; i < argc; i++) {
		const char *arg = argv[i];
		if (!strcmp(arg, "-t") && i + 1 < argc) {
			i++;
			continue;
		}
		args[n++] = argv[i];
		c->fake |= *arg == '-' && arg[1] != '-' && strchr(arg, 'f');
		if ((!strcmp(arg, "-o") || !strcmp(arg, "-N")) && i + 1 < argc) {
			args[n++] = argv[++i];
			if (arg[1] == 'o')
				c->options = n - 1;
		} else if (*arg != '-') {
			if (!c->source)
				c->source = arg;
			else if (!c->target)
				c->target = arg;
		}
	}
	return n;
}

static bool wants_default(const struct call *c, struct span options)
{
	static const char *const others[] = {"closetimeo", "remount", "bind"};
	struct mount_option o;
	if (!c->source || !c->target)
		return false;
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (mount_option_find(options, others[i], &o))
			return false;
	return true;
}

int cmd_mount_helper(const char *type, int argc, char **argv)
{
	char **args = calloc((size_t)argc + 3, sizeof(*args)), room[64], name[32];
	struct call c = {0};
	struct buf options = {0};
	uint64_t seconds;
	if (!args)
		arena_dry();
	snprintf(name, sizeof(name), "mount.%s", type);
	args[0] = (char *)(uintptr_t)program(name, room);
	int n = read_call(&c, argc, argv, args, 1);
	buf_str(&options, c.options ? args[c.options] : "");
	bool add = wants_default(&c, buf_text(&options)) &&
		   mounting_default(c.source, c.target, &seconds);
	if (add) {
		if (options.n)
			buf_char(&options, ',');
		buf_fmt(&options, "closetimeo=%llu", (unsigned long long)seconds);
		if (!c.options) {
			args[n] = (char *)"-o";
			c.options = n + 1;
		}
		args[c.options] = (char *)(uintptr_t)buf_cstr(&options);
	}
	int status = mounting_run(args);
	if (add && !status && !c.fake)
		mounting_note(c.target, seconds, "helper");
	buf_free(&options);
	free(args);
	return status;
}
