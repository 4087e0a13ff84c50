// SPDX-License-Identifier: GPL-2.0-or-later
/* doors.c - the list of doors, and how their tables write a word. */
#include <errno.h>

#include "sys.h"

const struct door doors[] = {
	/* clang-format off */
	{ "cgroups",  door_cgroups },
	{ "closetimeo", door_closetimeo },
	{ "cpusets",  door_cpusets },
	{ "host",     door_host,     .fixed = true }, /* but for the clock */
	{ "hwloc",    door_hwloc },
	{ "kconfig",  door_kconfig,  .fixed = true },
	{ "limits",   door_limits },
	{ "netlink",  door_netlink,  "CAP_NET_ADMIN" },
	{ "perf",     door_perf,     "CAP_PERFMON" },
	{ "resctrl",  door_resctrl },
	{ "shm",      door_shm },
	{ "smb",      door_smb },
	{ "slots",    door_slots,    "root" },
	{ "swapdev",  door_swapdev },
	{ "tasks",    door_tasks },
	{ "threads",  door_threads },
	{ "topology", door_topology },
	/* clang-format on */
};
const size_t n_doors = COUNT_OF(doors);

int door_find(struct span path, const struct door **ret_door, const char **ret_arg)
{
	struct span arg = span_sub(path, 1, path.n), name = span_cut(&arg, '/');

	for (size_t i = 0; i < n_doors; i++) {
		if (!span_is(name, doors[i].name))
			continue;
		*ret_door = &doors[i];
		*ret_arg = arg.p;
		return 0;
	}
	return -ENOENT;
}

void door_word(struct buf *out, struct span s)
{
	if (!s.n) {
		buf_char(out, '-');
		return;
	}
	if (span_is(s, "-")) {
		buf_str(out, "\\055");
		return;
	}
	/* The columns of a table hold clean text only: where it is not, no byte above ASCII is trusted. */
	unsigned char most = span_clean(s) ? 0xff : 0x7e;

	while (s.n) {
		size_t n = 0;

		while (n < s.n && (unsigned char)s.p[n] > ' ' && s.p[n] != '\\' &&
			s.p[n] != 0x7f && (unsigned char)s.p[n] <= most)
			n++;
		buf_put(out, s.p, n);
		if (n < s.n) {
			unsigned char c = (unsigned char)s.p[n++];

			buf_char(out, '\\');
			buf_char(out, (char)('0' + (c >> 6)));
			buf_char(out, (char)('0' + (c >> 3 & 7)));
			buf_char(out, (char)('0' + (c & 7)));
		}
		s = span_sub(s, n, s.n);
	}
}
