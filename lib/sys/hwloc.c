// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hwloc.c - "@hwloc/cpu", "@hwloc/llc": the tables of topology.c as hwloc sees this machine, or another one.
 *
 * With the parameter "topology" the machine is that of an XML file (as
 * `lstopo --of xml` writes it) or of a synthetic description ("pack:2 l3:4 core:8 pu:2"),
 * here and in "@topology/…". A file that is not there, is none or does not
 * parse, and a description that hwloc does not take, are -EINVAL. A path is told
 * by its '/' or its ".xml", or by being one; it is the user's, not the tree's.
 *
 * The asking is done by a module, for it alone needs libhwloc (-ENOSYS without
 * it), and in a child process, for libhwloc is not safe from what it reads.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sys.h"

enum {
	SECONDS = 2, /* of CPU time; 4,096 CPUs take 25 ms */
};

static bool is_file(const char *name)
{
	return strchr(name, '/') || span_ends(span_z(name), ".xml") ||
	       access(name, F_OK) == 0;
}

/* The whole file with a NUL behind it, as hwloc wants it. A FIFO or a device is no machine. */
static int read_xml(
	struct root *r, const char *path, struct arena *a, struct span *ret_text)
{
	int rc, fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	size_t length = 0;
	struct span text;

	if (fd < 0)
		return errno == EACCES ? -EACCES : -EINVAL;
	rc = file_regular(fd);
	if (!rc)
		rc = file_read(r, fd, false, &length, a, &text);
	close(fd);
	if (rc < 0 || !text.n)
		return -EINVAL;
	text = arena_span(a, text);
	*ret_text = (struct span){text.p, text.n + 1};
	return 0;
}

struct asking {
	hwloc_topology_fn *ask;
	struct hwloc_asked asked;
};

/* In the child: the numbers, the CPUs and the caches, one behind the other. */
static int ask(void *ctx, struct buf *out)
{
	struct asking *k = ctx;
	struct topology t;
	int rc = k->ask(&k->asked, &t);

	if (rc < 0)
		return rc;
	buf_put(out, &t, sizeof(t));
	buf_put(out, t.cpus, t.n_cpus * sizeof(*t.cpus));
	buf_put(out, t.llcs, t.n_llcs * sizeof(*t.llcs));
	return 0;
}

static int take(struct span bytes, struct arena *a, struct topology *ret_t)
{
	struct topology t;
	size_t n_cpus, n_llcs;

	if (bytes.n < sizeof(t))
		return -EBADMSG;
	memcpy(&t, bytes.p, sizeof(t));
	bytes = span_sub(bytes, sizeof(t), bytes.n);
	n_cpus = t.n_cpus * sizeof(*t.cpus);
	n_llcs = t.n_llcs * sizeof(*t.llcs);
	if (t.n_cpus > CPUS_MAX || t.n_llcs > t.n_cpus || bytes.n != n_cpus + n_llcs)
		return -EBADMSG;
	topology_begin(ret_t, a, t.n_cpus);
	memcpy(ret_t->cpus, bytes.p, n_cpus);
	memcpy(ret_t->llcs, bytes.p + n_cpus, n_llcs);
	ret_t->n_llcs = t.n_llcs;
	return 0;
}

static int load(struct root *r, struct span key, struct topology *ret_t)
{
	const char *name = root_get(r, "topology");
	struct arena *a = root_scratch(r);
	struct asking k = {
		.asked =
			{
				.xml = SPAN_EMPTY,
				.synthetic = name && !is_file(name) ? name : NULL,
				.arena = a,
				.begin = topology_begin,
				.add = topology_add,
			},
	};
	struct span bytes = SPAN_EMPTY;
	void *symbol;
	int rc;

	(void)key;
	rc = module_symbol("hwloc", "hwloc_topology", &symbol);

	if (rc < 0)
		return rc;
	k.ask = (hwloc_topology_fn *)symbol;
	if (name && !k.asked.synthetic)
		rc = read_xml(r, name, a, &k.asked.xml);
	if (rc == 0)
		rc = apart_run(SECONDS, ask, &k, a, &bytes);
	if (rc == 0)
		rc = take(bytes, a, ret_t);
	return rc == -ECHILD && name ? -EINVAL : rc;
}

int door_hwloc(struct root *r, const char *arg, struct buf *out)
{
	const char *name = root_get(r, "topology");
	struct span key = span_z(name);
	int rc = 0;

	if (!name)
		rc = root_live(r) ? topology_key(r, &key) : -ENOENT;
	return rc < 0 ? rc : topology_serve(r, "hwloc", arg, key, load, out);
}
