// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cpusets.c - "@cpusets": the cgroups that have CPUs of their own, and what that means for last level caches.
 *
 *	/rt isolated 4-5 2 -
 *	/app.slice member 0-3,6 0,1,3 3
 *
 * Columns: cgroup, partition (v2's "member", "root" or "isolated"; "invalid" for one that cannot be;
 * "-" on v1), cpus (that its tasks may use, those online), llcs (that they belong to, by the
 * numbers of "@topology"), parts (those of which other CPUs are left out). A cgroup that only
 * inherits its CPUs has no line.
 *
 * Sources: kernel/cgroup/cpuset.c, v2 below sys/fs/cgroup: cpuset.cpus, cpuset.cpus.effective,
 * cpuset.cpus.partition ("isolated", "root invalid (…)"); v1 below sys/fs/cgroup/cpuset:
 * cpuset.cpus, cpuset.effective_cpus. Where the controller is not enabled for a cgroup, it is not
 * below either, so most of the tree is never looked at.
 */
#include <errno.h>

#include "sys.h"

enum { PATH_ROOM = 4096, DEPTH = 64 };

static const char v2_root[] = "sys/fs/cgroup", v1_root[] = "sys/fs/cgroup/cpuset";

/* What a CPU's cache is, and how many CPUs of each are online. */
struct caches {
	unsigned of[CPUS_MAX], width[CPUS_MAX]; /* NOWHERE: not online, or of no cache */
};

struct walk {
	struct root *r;
	struct buf *out;
	const struct caches *caches;
	const char *effective;
	char path[PATH_ROOM];
	size_t n_root;
};

static void caches_read(struct span text, struct caches *c)
{
	memset(c->of, 0xff, sizeof(c->of));
	memset(c->width, 0, sizeof(c->width));
	while (text.n) {
		struct span line = span_line(&text);
		uint64_t cpu, llc;

		if (span_u64(span_word(&line), &cpu) < 0 ||
			span_u64(span_word(&line), &llc) < 0 || cpu >= CPUS_MAX ||
			llc >= CPUS_MAX)
			continue;
		c->of[cpu] = (unsigned)llc;
		c->width[llc]++;
	}
}

/* Of each cache: whether all of its CPUs are in the set, or some. */
static void put_caches(struct buf *out, const struct caches *c, const struct cpuset *cpus)
{
	static unsigned in[CPUS_MAX];
	struct cpuset some = {{0}}, parts = {{0}};

	memset(in, 0, sizeof(in));
	for (unsigned cpu = cpuset_next(cpus, 0); cpu < CPUS_MAX;
		cpu = cpuset_next(cpus, cpu + 1))
		if (c->of[cpu] != NOWHERE)
			in[c->of[cpu]]++;
	for (unsigned llc = 0; llc < CPUS_MAX; llc++) {
		if (in[llc])
			cpuset_add(&some, llc);
		if (in[llc] && in[llc] < c->width[llc])
			cpuset_add(&parts, llc);
	}
	for (unsigned i = 0; i < 2; i++) {
		size_t before = out->n + 1;

		buf_char(out, ' ');
		cpuset_put(out, i ? &parts : &some);
		if (out->n == before)
			buf_char(out, '-');
	}
	buf_char(out, '\n');
}

static int read_at(struct walk *w, const char *file, struct span *ret_text)
{
	size_t n = strlen(w->path);
	struct span text;
	int rc;

	if (n + 1 + strlen(file) >= sizeof(w->path))
		return -ENAMETOOLONG;
	snprintf(w->path + n, sizeof(w->path) - n, "/%s", file);
	rc = root_read(w->r, w->path, root_scratch(w->r), &text);
	w->path[n] = '\0';
	if (rc == 0)
		*ret_text = span_trim(text);
	return rc;
}

static void put_cgroup(struct walk *w, struct span own)
{
	struct span effective = own, partition = SPAN_EMPTY, kind;
	struct cpuset cpus;

	read_at(w, w->effective, &effective);
	read_at(w, "cpuset.cpus.partition", &partition);
	kind = span_word(&partition);
	if ((!own.n && (!kind.n || span_is(kind, "member"))) ||
		cpuset_list(effective, &cpus) < 0 || cpuset_next(&cpus, 0) == CPUS_MAX)
		return;
	door_word(w->out, span_z(w->path + w->n_root));
	buf_char(w->out, ' ');
	door_word(w->out, partition.n ? SPAN("invalid") : kind);
	buf_char(w->out, ' ');
	cpuset_put(w->out, &cpus);
	put_caches(w->out, w->caches, &cpus);
}

static void walk_folder(struct walk *w, unsigned depth)
{
	struct folders below = {.a = root_scratch(w->r)};
	size_t n = strlen(w->path);

	if (!depth || root_list(w->r, w->path, folders_add, &below) < 0)
		return;
	folders_sort(&below);
	for (unsigned i = 0; i < below.n; i++) {
		struct span own;

		if (n + 1 + below.list[i].n >= sizeof(w->path))
			continue;
		snprintf(w->path + n, sizeof(w->path) - n, "/%s", below.list[i].p);
		if (read_at(w, "cpuset.cpus", &own) == 0) {
			put_cgroup(w, own);
			walk_folder(w, depth - 1);
		}
		w->path[n] = '\0';
	}
}

int door_cpusets(struct root *r, const char *arg, struct buf *out)
{
	static struct caches caches;
	struct walk w = {.r = r, .out = out, .caches = &caches};
	struct buf cpus = {0};
	struct span text;
	bool v1;
	int rc;

	if (*arg)
		return -ENOENT;
	v1 = root_read(r, "sys/fs/cgroup/cpuset/cpuset.cpus", root_scratch(r), &text) ==
	     0;
	if (!v1 && root_read(r, "sys/fs/cgroup/cpuset.cpus.effective", root_scratch(r),
			   &text) < 0)
		return -ENOENT;
	rc = topology_text(r, "cpu", &cpus);
	if (rc == 0) {
		caches_read(buf_text(&cpus), &caches);
		w.effective = v1 ? "cpuset.effective_cpus" : "cpuset.cpus.effective";
		w.n_root = (size_t)snprintf(
			w.path, sizeof(w.path), "%s", v1 ? v1_root : v2_root);
		walk_folder(&w, DEPTH);
	}
	buf_free(&cpus);
	return rc;
}
