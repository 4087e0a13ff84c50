// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * netlink.c - "@netlink/taskstats": how long each process waited for its pages to be swapped in.
 *
 *	812 17 5120334 2 48011
 *
 * Columns: pid, swapin_count, swapin_delay_ns,
 * thrashing_count, thrashing_delay_ns ("-" before version 9). Summed over the
 * threads, those that ended included (kernel/taskstats.c fill_stats_for_tgid()).
 * Zeros may mean that delays are not accounted: proc/sys/kernel/task_delayacct.
 *
 * The asking is done by a module, for it alone needs libnl; -ENOSYS without it,
 * -EPERM without CAP_NET_ADMIN.
 */
#include <errno.h>
#include <unistd.h>

#include "sys.h"

static void put_answer(void *ctx, uint32_t tgid, const void *stats, size_t n)
{
	struct buf *out = ctx;
	struct taskstats_swap t;

	if (taskstats_read((struct span){stats, n}, &t) < 0)
		return;
	buf_fmt(out, "%u %llu %llu ", tgid, (unsigned long long)t.swapin_count,
		(unsigned long long)t.swapin_delay_ns);
	if (t.thrashing)
		buf_fmt(out, "%llu %llu\n", (unsigned long long)t.thrashing_count,
			(unsigned long long)t.thrashing_delay_ns);
	else
		buf_str(out, "- -\n");
}

int door_netlink(struct root *r, const char *arg, struct buf *out)
{
	netlink_taskstats_fn *ask;
	void *symbol;
	uint32_t *pids;
	size_t n;
	int proc, rc;

	if (!root_live(r) || strcmp(arg, "taskstats") != 0)
		return -ENOENT;
	rc = module_symbol("netlink", "netlink_taskstats", &symbol);
	if (rc < 0)
		return rc;
	ask = (netlink_taskstats_fn *)symbol;
	rc = tasks_pids(r, &proc, &pids, &n);
	if (rc < 0)
		return rc;
	rc = ask(pids, n, put_answer, out);
	close(proc);
	return rc;
}
