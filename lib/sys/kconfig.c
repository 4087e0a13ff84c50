// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kconfig.c - "@kconfig", "@kconfig/mm": the few build options of the kernel that decide what its counters mean.
 *
 *	CONFIG_THP_SWAP y
 *	CONFIG_HZ 250
 *	CONFIG_LRU_GEN n
 *	source config.gz
 *
 * "n" is said for "# CONFIG_X is not set" and, once the whole text was read,
 * for an option it does not name at all (an older kernel, or one whose
 * dependencies are off). The text is proc/config.gz or boot/config-RELEASE.
 */
#include <errno.h>

#include "sys.h"

/*
 * By subject, the arg of the door: inflating stops with the last option of the subject, and those of
 * mm stand early in the text.
 */
static const struct {
	const char *name, *subject;
} options[] = {
	{"SWAP", "mm"},
	{"TRANSPARENT_HUGEPAGE", "mm"},
	{"TRANSPARENT_HUGEPAGE_ALWAYS", "mm"},
	{"TRANSPARENT_HUGEPAGE_MADVISE", "mm"},
	{"THP_SWAP", "mm"},
	{"ZSWAP", "mm"},
	{"ZSWAP_DEFAULT_ON", "mm"},
	{"LRU_GEN", "mm"},
	{"HZ", "sched"},
	{"SCHEDSTATS", "sched"},
	{"SCHED_CACHE", "sched"},
	{"SCHED_INFO", "sched"},
	{"TASK_DELAY_ACCT", "sched"},
	{"CIFS", "smb"},
	{"CIFS_STATS2", "smb"},
};

enum {
	N_OPTIONS = COUNT_OF(options),
	WINDOW = 16 << 10,
};

struct config {
	const char *subject; /* empty: all of them */
	char value[N_OPTIONS][16]; /* empty: not seen */
	size_t seen, wanted;
	bool past; /* the subject's section has ended: what was not seen is off */
};

static bool is_done(const struct config *c)
{
	return c->past || c->seen == c->wanted;
}

static bool is_wanted(const struct config *c, size_t i)
{
	return !*c->subject || !strcmp(options[i].subject, c->subject);
}

static void take_value(struct config *c, struct span name, struct span value)
{
	for (size_t i = 0; i < N_OPTIONS; i++) {
		if (options[i].name[0] != name.p[0] || !span_is(name, options[i].name))
			continue;
		if (!is_wanted(c, i) || c->value[i][0] || !value.n ||
			value.n >= sizeof(c->value[i]))
			return;
		memcpy(c->value[i], value.p, value.n);
		c->seen++;
		return;
	}
}

static void take_line(struct config *c, struct span line)
{
	static const char section[] = "# end of Memory Management options";
	static const char set[] = "CONFIG_", unset[] = "# CONFIG_", end[] = " is not set";
	struct span name;

	if (span_starts(line, set)) {
		struct span value = span_sub(line, sizeof(set) - 1, line.n);

		name = span_cut(&value, '=');
		if (name.n)
			take_value(c, name, span_trim(value));
	} else if (span_starts(line, unset) && span_ends(line, end)) {
		name = span_sub(line, sizeof(unset) - 1,
			line.n - (sizeof(unset) - 1) - (sizeof(end) - 1));
		if (name.n)
			take_value(c, name, SPAN("n"));
	} else if (span_is(line, section) && !strcmp(c->subject, "mm")) {
		c->past = true;
	}
}

/* Takes all whole lines; returns how many bytes of the text that were. */
static size_t take_lines(struct config *c, struct span text)
{
	const char *begin = text.p;

	while (!is_done(c) && span_find(text, '\n') >= 0)
		take_line(c, span_line(&text));
	return (size_t)(text.p - begin);
}

static size_t take_window(void *ctx, struct span text, bool *ret_done)
{
	struct config *c = ctx;
	size_t taken = take_lines(c, text);

	*ret_done = is_done(c);
	return taken;
}

/* No further than until the last option was seen. Inflating is a module's, for it alone needs zlib. */
static int take_gz(struct config *c, struct span gz, struct arena *a)
{
	void *symbol;
	int rc = module_symbol("gunzip", "gunzip_windows", &symbol);

	if (rc < 0)
		return rc;
	return ((gunzip_windows_fn *)symbol)(
		gz, arena_get(a, WINDOW), WINDOW, take_window, c);
}

/* The release whose configuration lies in boot: this kernel's, or the one that was captured. */
static int release_of(struct root *r, struct arena *a, struct span *ret_release)
{
	struct span text;

	if (root_read(r, "proc/sys/kernel/osrelease", a, &text) == 0) {
		*ret_release = span_trim(text);
		return 0;
	}
	if (root_read(r, "@host", a, &text) < 0)
		return -ENOENT;
	text = span_value(text, SPAN("release"));
	if (!text.n)
		return -ENOENT;
	*ret_release = text;
	return 0;
}

static int take_boot(struct root *r, struct config *c, struct arena *a)
{
	struct span release = SPAN_EMPTY, text;
	char path[128];
	int n, rc = release_of(r, a, &release);

	if (rc < 0)
		return rc;
	if (span_find(release, '/') >= 0)
		return -EINVAL;
	n = snprintf(path, sizeof(path), "boot/config-%.*s", (int)release.n, release.p);
	if (n < 0 || (size_t)n >= sizeof(path))
		return -ENAMETOOLONG;
	rc = root_read(r, path, a, &text);
	if (rc == 0)
		take_lines(c, text);
	return rc;
}

int door_kconfig(struct root *r, const char *arg, struct buf *out)
{
	struct arena *a = root_scratch(r);
	const char *source = "config.gz";
	struct config c = {.subject = arg};
	struct span gz;
	int rc;

	for (size_t i = 0; i < N_OPTIONS; i++)
		c.wanted += is_wanted(&c, i);
	rc = c.wanted ? root_read(r, "proc/config.gz", a, &gz) : -EINVAL;
	if (rc == 0) {
		rc = take_gz(&c, gz, a);
	} else if (rc == -ENOENT) {
		source = "boot";
		rc = take_boot(r, &c, a);
	}
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < N_OPTIONS; i++)
		if (is_wanted(&c, i))
			buf_fmt(out, "CONFIG_%s %s\n", options[i].name,
				c.value[i][0] ? c.value[i] : "n");
	buf_fmt(out, "source %s\n", source);
	return 0;
}
