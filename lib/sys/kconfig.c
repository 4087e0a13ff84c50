// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kconfig.c - "@kconfig": the few build options of the kernel that decide what its counters mean.
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
#include <sys/utsname.h>
#include <zlib.h>

#include "sys.h"

static const char *const options[] = {
	"CIFS",
	"CIFS_STATS2",
	"HZ",
	"LRU_GEN",
	"MEMCG",
	"SCHEDSTATS",
	"SCHED_CACHE",
	"SCHED_INFO",
	"SWAP",
	"TASK_DELAY_ACCT",
	"THP_SWAP",
	"TRANSPARENT_HUGEPAGE",
	"ZRAM_WRITEBACK",
	"ZSWAP",
	"ZSWAP_DEFAULT_ON",
};

enum {
	N_OPTIONS = COUNT_OF(options),
	/* Larger ones gain nothing: zlib copies its window out once a call. */
	WINDOW = 64 << 10,
};

struct config {
	char value[N_OPTIONS][16]; /* empty: not seen */
	size_t seen;
};

static void take_value(struct config *c, struct span name, struct span value)
{
	for (size_t i = 0; i < N_OPTIONS; i++) {
		if (options[i][0] != name.p[0] || !span_is(name, options[i]))
			continue;
		if (c->value[i][0] || !value.n || value.n >= sizeof(c->value[i]))
			return;
		memcpy(c->value[i], value.p, value.n);
		c->seen++;
		return;
	}
}

static void take_line(struct config *c, struct span line)
{
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
	}
}

/* Takes all whole lines; returns how many bytes of the text that were. */
static size_t take_lines(struct config *c, struct span text)
{
	const char *begin = text.p;

	while (c->seen < N_OPTIONS && span_find(text, '\n') >= 0)
		take_line(c, span_line(&text));
	return (size_t)(text.p - begin);
}

/* Inflates no further than until the last option was seen. */
static int take_gz(struct config *c, struct span gz, struct arena *a)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)gz.p, .avail_in = (uInt)gz.n};
	char *window = arena_get(a, WINDOW);
	size_t have = 0;
	int rc = Z_OK;

	if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
		return -ENOMEM;
	while (rc == Z_OK && c->seen < N_OPTIONS) {
		size_t taken;

		z.next_out = (Bytef *)window + have;
		z.avail_out = (uInt)(WINDOW - have);
		rc = inflate(&z, Z_NO_FLUSH);
		have = WINDOW - z.avail_out;
		taken = take_lines(c, (struct span){window, have});
		if (!taken && have == WINDOW)
			break; /* a line of 64 KiB: no kernel wrote this */
		have -= taken;
		memmove(window, window + taken, have);
	}
	inflateEnd(&z);
	return rc == Z_STREAM_END || c->seen == N_OPTIONS ? 0 : -EBADMSG;
}

/* The release whose configuration lies in boot: this kernel's, or the one that was captured. */
static int release_of(struct root *r, struct arena *a, struct span *ret_release)
{
	struct utsname u;
	struct span text;

	if (root_live(r)) {
		if (uname(&u) < 0)
			return -errno;
		*ret_release = arena_span(a, span_z(u.release));
		return 0;
	}
	if (root_read(r, "proc/sys/kernel/osrelease", a, &text) == 0) {
		*ret_release = span_trim(text);
		return 0;
	}
	if (root_read(r, "@host", a, &text) < 0)
		return -ENOENT;
	while (text.n) {
		struct span line = span_line(&text), key = span_word(&line);

		if (span_is(key, "release")) {
			*ret_release = span_trim(line);
			return 0;
		}
	}
	return -ENOENT;
}

static int take_boot(struct root *r, struct config *c, struct arena *a)
{
	struct span release, text;
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
	struct config c = {0};
	struct span gz;
	int rc = *arg ? -ENOENT : root_read(r, "proc/config.gz", a, &gz);

	if (rc == 0) {
		rc = take_gz(&c, gz, a);
	} else if (rc == -ENOENT && !*arg) {
		source = "boot";
		rc = take_boot(r, &c, a);
	}
	if (rc < 0)
		return rc;
	for (size_t i = 0; i < N_OPTIONS; i++)
		buf_fmt(out, "CONFIG_%s %s\n", options[i],
			c.value[i][0] ? c.value[i] : "n");
	buf_fmt(out, "source %s\n", source);
	return 0;
}
