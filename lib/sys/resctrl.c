// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * resctrl.c - "@resctrl/llc": what resctrl monitors of each last level cache, where it is mounted.
 *
 *	0 0 1835008 77309411328 70866960384
 *	1 4 - !ENODATA !ENODATA
 *
 * Columns: llc (its number in "@topology/llc"), id (resctrl's, which is sysfs's id of that cache),
 * llc_occupancy, mbm_total_bytes, mbm_local_bytes, those of the default group, as they are in
 * /sys/fs/resctrl/mon_data/mon_L3_ID (arch/x86/kernel/cpu/resctrl and fs/resctrl,
 * rdtgroup_mondata_show()). Caches that resctrl knows nothing of have no line. "-":
 * this machine does not monitor that; "!ENODATA": it does, but has no number now ("Unavailable",
 * "Unassigned", "Error").
 *
 * To mount resctrl changes what the processor does, so nothing here does.
 */
#include <errno.h>

#include "sys.h"

#define MON "sys/fs/resctrl/mon_data/mon_L3_"

static void put_file(struct root *r, struct buf *out, uint64_t id, const char *name)
{
	char path[128];
	struct span text;
	uint64_t n;

	snprintf(path, sizeof(path), MON "%02llu/%s", (unsigned long long)id, name);
	buf_char(out, ' ');
	if (root_read(r, path, root_scratch(r), &text) < 0)
		buf_char(out, '-');
	else if (span_u64(span_trim(text), &n) < 0)
		buf_str(out, "!ENODATA");
	else
		buf_u64(out, n);
}

/* A folder of that name is there; what is in it depends on the processor. */
static bool is_monitored(struct root *r, uint64_t id)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), MON "%02llu", (unsigned long long)id);
	fd = root_dir(r, path);
	if (fd < 0)
		return false;
	root_dir_done(r, path, fd, 0);
	return true;
}

int door_resctrl(struct root *r, const char *arg, struct buf *out)
{
	struct buf llcs = {0};
	struct span rest;
	bool any = false;
	int rc;

	if (strcmp(arg, "llc") != 0)
		return -ENOENT;
	rc = topology_text(r, "llc", &llcs);
	rest = rc < 0 ? SPAN_EMPTY : buf_text(&llcs);
	while (rest.n) {
		struct span line = span_line(&rest), llc = span_word(&line),
			    word = SPAN_EMPTY;
		uint64_t id;

		/* level size cpus cores node package id */
		for (unsigned i = 0; i < 7; i++)
			word = span_word(&line);
		if (span_u64(word, &id) < 0 || !is_monitored(r, id))
			continue;
		any = true;
		buf_span(out, llc);
		buf_char(out, ' ');
		buf_u64(out, id);
		put_file(r, out, id, "llc_occupancy");
		put_file(r, out, id, "mbm_total_bytes");
		put_file(r, out, id, "mbm_local_bytes");
		buf_char(out, '\n');
	}
	buf_free(&llcs);
	if (rc < 0)
		return rc;
	return any ? 0 : -ENOENT;
}
