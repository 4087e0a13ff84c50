// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * netlink.c - "@netlink/taskstats": how long each process waited for its pages to be swapped in.
 *
 *	812.104233 17 5120334 2 48011
 *
 * Columns: row (PID.STARTTIME as in "@tasks"), swapin_count, swapin_delay_ns,
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

struct answers {
	struct root *r;
	struct buf *out;
	int proc;
};

/* The start is read after the answer: a PID that was reused in between shows as the new process once. */
static void put_answer(void *ctx, uint32_t tgid, const void *stats, size_t n)
{
	struct answers *w = ctx;
	struct taskstats_swap t;
	struct span comm, rest, start = SPAN_EMPTY;
	char name[32], stat[2048];
	ssize_t len;

	if (taskstats_read((struct span){stats, n}, &t) < 0)
		return;
	snprintf(name, sizeof(name), "%u/stat", tgid);
	len = root_read_at(w->r, w->proc, name, stat, sizeof(stat));
	if (len <= 0 || !tasks_stat((struct span){stat, (size_t)len}, &comm, &rest))
		return;
	for (unsigned i = 3; i <= 22; i++)
		start = span_word(&rest);
	buf_u64(w->out, tgid);
	buf_char(w->out, '.');
	buf_span(w->out, start);
	buf_fmt(w->out, " %llu %llu ", (unsigned long long)t.swapin_count,
		(unsigned long long)t.swapin_delay_ns);
	if (t.thrashing)
		buf_fmt(w->out, "%llu %llu\n", (unsigned long long)t.thrashing_count,
			(unsigned long long)t.thrashing_delay_ns);
	else
		buf_str(w->out, "- -\n");
}

int door_netlink(struct root *r, const char *arg, struct buf *out)
{
	struct answers w = {.r = r, .out = out};
	netlink_taskstats_fn *ask;
	void *symbol;
	uint32_t *pids;
	size_t n;
	int rc;

	if (!root_live(r) || strcmp(arg, "taskstats") != 0)
		return -ENOENT;
	rc = module_symbol("netlink", "netlink_taskstats", &symbol);
	if (rc < 0)
		return rc;
	ask = (netlink_taskstats_fn *)symbol;
	rc = tasks_pids(r, &w.proc, &pids, &n);
	if (rc < 0)
		return rc;
	rc = ask(pids, n, put_answer, &w);
	close(w.proc);
	return rc;
}
