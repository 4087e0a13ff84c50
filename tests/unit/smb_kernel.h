// SPDX-License-Identifier: GPL-2.0-or-later
/* smb_kernel.h - a kernel made up: its remount of an SMB mount begins at defaults, as the real one's does. */
#pragma once

#include "tree.h"
#include "tune.h"

#define MOUNT(id, dev, place, options) \
	id " 1 " dev " / " place       \
	   " rw,nosuid,relatime shared:9 - cifs //srv/pub " options "\n"
#define OTHER "30 1 8:1 / / rw - ext4 /dev/sda1 rw\n"

static const char defaults[] =
	"rw,vers=3.1.1,cache=strict,username=root,uid=0,noforceuid,addr=127.0.0.1,"
	"soft,nounix,serverino,mapposix,rsize=4194304,actimeo=1,closetimeo=1";

/* What one word does to another that is shown. */
static const struct {
	const char *word, *drops, *shows;
} meanings[] = {
	{"noserverino", "serverino", NULL},
	{"nomapposix", "mapposix", NULL},
	{"mapchars", "mapposix", "mapchars"},
	{"forceuid", "noforceuid", "forceuid"},
	{"hard", "soft", "hard"},
	{"multiuser", "username", "multiuser"},
	{"unix", "nounix", "unix"},
	{"noposixpaths", NULL, NULL},
};

struct kernel {
	struct tree *tree;
	char shown[1024]; /* options of the superblock */
	unsigned calls;
	/* how it fails */
	const char *loses; /* an option that does not arrive */
	unsigned loses_from; /* from that call on; those before are as they should be */
	unsigned loses_to;
	const char *refuses; /* an option given */
	const char *needs; /* one that is to be given */
	const char *says;
	bool half; /* refuses only when it has taken the half */
	bool deaf; /* answers well and does nothing */
	bool hides; /* what it has done is not to be seen */
	int err;
};

static inline void write_mounts(struct kernel *k)
{
	char text[4096];

	snprintf(text, sizeof(text),
		OTHER MOUNT("36", "0:31", "/mnt/a", "%s") MOUNT("37", "0:31", "/mnt/b",
			"%s") MOUNT("38", "0:32", "/mnt/c", "rw,closetimeo=1"),
		k->shown, k->shown);
	tree_put(k->tree, "proc/self/mountinfo", text);
}

static inline void drop(char *options, const char *name)
{
	struct span rest = span_z(options);
	struct buf kept = {0};
	struct smb_option o;

	while (smb_option_next(&rest, &o))
		if (!span_is(o.name, name)) {
			if (kept.n)
				buf_char(&kept, ',');
			buf_span(&kept, o.text);
		}
	snprintf(options, 1024, "%s", buf_cstr(&kept));
	buf_free(&kept);
}

/* Escaped, as seq_show_option() does it. */
static inline void show(char *options, const char *name, const char *value)
{
	size_t n = strlen(options);

	n += (size_t)snprintf(options + n, 1024 - n, ",%s%s", name, value ? "=" : "");
	for (; value && *value; value++)
		n += (size_t)snprintf(options + n, 1024 - n,
			strchr(", \\", *value) ? "\\%03o" : "%c", *value);
}

static inline bool shows(const char *options, const char *name)
{
	struct smb_option o;

	return smb_option_find(span_z(options), name, &o);
}

static inline void take(char *options, const struct replay_option *o)
{
	for (size_t i = 0; i < COUNT_OF(meanings); i++)
		if (!strcmp(meanings[i].word, o->name)) {
			if (meanings[i].drops)
				drop(options, meanings[i].drops);
			if (meanings[i].shows)
				show(options, meanings[i].shows, NULL);
			return;
		}
	drop(options, o->name);
	if (!strcmp(o->name, "acdirmax"))
		drop(options, "actimeo");
	show(options, o->name, o->value);
}

static inline bool given(const struct replay *list, const char *name)
{
	for (unsigned i = 0; i < list->n; i++)
		if (!strcmp(list->list[i].name, name))
			return true;
	return false;
}

static inline int kernel_remount(struct closetimeo *c, const struct replay *list,
	enum closetimeo_step *ret_step, struct span *ret_said)
{
	struct kernel *k = c->ctx;
	char now[1024];
	unsigned n = k->calls++;
	bool refused = (k->refuses && given(list, k->refuses)) ||
		       (k->needs && !given(list, k->needs));

	*ret_step = CLOSETIMEO_CHANGE;
	if (k->err) {
		*ret_step = CLOSETIMEO_WAIT;
		return k->err;
	}
	if (k->deaf)
		return 0;
	*ret_said = span_z(refused ? k->says : "");
	if (refused && !k->half)
		return -EINVAL;
	snprintf(now, sizeof(now), "%s", defaults);
	/* The superblock's flags are kept, and what is the session's goes on being shown. */
	if (shows(k->shown, "ro")) {
		drop(now, "rw");
		show(now, "ro", NULL);
	}
	if (shows(k->shown, "sec") && !given(list, "sec"))
		show(now, "sec", "ntlmssp");
	for (unsigned i = 0; i < list->n; i++)
		if (!k->loses || n < k->loses_from || n > k->loses_to ||
			strcmp(list->list[i].name, k->loses) != 0)
			take(now, &list->list[i]);
	snprintf(k->shown, sizeof(k->shown), "%s", now);
	write_mounts(k);
	if (k->hides)
		unlink(tree_path(k->tree, "proc/self/mountinfo"));
	return refused ? -EINVAL : 0;
}

static inline struct kernel kernel_of(struct tree *t, const char *shown)
{
	struct kernel k = {.tree = t};

	snprintf(k.shown, sizeof(k.shown), "%s", shown);
	write_mounts(&k);
	return k;
}

static inline struct closetimeo setting_of(struct tree *t, struct kernel *k, uint64_t seconds)
{
	struct closetimeo c = {.root = t->r,
		.arena = &t->a,
		.target = SPAN("/mnt/a"),
		.seconds = seconds,
		.remount = kernel_remount,
		.ctx = k};

	return c;
}

/* Its options, in the order of their bytes and without closetimeo. */
static inline int by_bytes(const void *a, const void *b)
{
	return span_cmp(*(const struct span *)a, *(const struct span *)b);
}

static const char *sorted(const char *options)
{
	static char rooms[2][1024];
	static unsigned turn;
	char *to = rooms[turn++ % 2];
	struct span list[64], rest = span_z(options);
	struct smb_option o;
	size_t n = 0, at = 0;

	while (smb_option_next(&rest, &o))
		if (!span_is(o.name, "closetimeo"))
			list[n++] = o.text;
	qsort(list, n, sizeof(*list), by_bytes);
	for (size_t i = 0; i < n; i++)
		at += (size_t)snprintf(to + at, sizeof(rooms[0]) - at, "%.*s ",
			(int)list[i].n, list[i].p);
	return to;
}
