// SPDX-License-Identifier: GPL-2.0-or-later
/* perf_open.c - the events asked for: their names, and a counter for each CPU (LLC, socket), opened once. */
#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sys.h"

struct perf_code *perf_code_of(const struct perf_asked *e, unsigned i)
{
	return (struct perf_code *)e->codes.p + i;
}

struct perf_counter *perf_counters(const struct perf_asked *e, unsigned *ret_n)
{
	*ret_n = (unsigned)(e->counters.n / sizeof(struct perf_counter));
	return (struct perf_counter *)e->counters.p;
}

static void counters_close(struct perf_asked *e)
{
	unsigned n;
	struct perf_counter *c = perf_counters(e, &n);

	for (unsigned i = 0; i < n; i++)
		close(c[i].fd);
	buf_reset(&e->counters);
}

void perf_free(void *what)
{
	struct perf *p = what;

	for (unsigned i = 0; i < p->n; i++) {
		counters_close(&p->events[i]);
		buf_free(&p->events[i].codes);
		buf_free(&p->events[i].counters);
	}
	free(p->events);
	buf_free(&p->names);
	buf_free(&p->key);
}

/* ---- names ---- */

/* Up to the next comma that is not between slashes. */
static struct span name_cut(struct span *rest)
{
	bool within = false;
	size_t i;

	for (i = 0; i < rest->n && (within || rest->p[i] != ','); i++)
		within ^= rest->p[i] == '/';
	struct span name = span_sub(*rest, 0, i);
	*rest = span_sub(*rest, i + 1, rest->n);
	return span_trim(name);
}

bool perf_name_next(struct span *rest, struct span *ret_name)
{
	while (rest->n) {
		*ret_name = name_cut(rest);
		if (ret_name->n)
			return true;
	}
	return false;
}

static bool is_named(const struct perf *p, struct span name)
{
	for (unsigned i = 0; i < p->n; i++)
		if (span_eq(p->events[i].name, name))
			return true;
	return false;
}

void perf_names(struct perf *p, const char *names)
{
	struct span rest, name;
	unsigned room = 1;

	buf_str(&p->names, names);
	rest = buf_text(&p->names);
	for (size_t i = 0; i < rest.n; i++)
		room += rest.p[i] == ',';
	p->events = calloc(room, sizeof(*p->events));
	if (!p->events)
		arena_dry();
	while (perf_name_next(&rest, &name))
		if (!is_named(p, name))
			p->events[p->n++].name = name;
}

/* ---- opening ---- */

/* A descriptor for each CPU and event is more than a shell allows its programs by default. A quarter is left to others. */
static int raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return INT_MAX;
	if (limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		if (setrlimit(RLIMIT_NOFILE, &limit) < 0)
			getrlimit(RLIMIT_NOFILE, &limit);
	}
	return limit.rlim_cur < INT_MAX ? (int)(limit.rlim_cur - limit.rlim_cur / 4)
					: INT_MAX;
}

static int counter_open(const struct perf_code *code, unsigned cpu, int most)
{
	const struct perf_attr *a = &code->attr;
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = a->type,
		.config = a->config,
		.config1 = a->config1,
		.config2 = a->config2,
		.exclude_user = a->exclude_user,
		.exclude_kernel = a->exclude_kernel,
		.exclude_hv = a->exclude_hv,
		.read_format =
			PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};
	long fd;

	fd = syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd >= most) {
		close((int)fd);
		return -EMFILE;
	}
	return fd < 0 ? -errno : (int)fd;
}

static bool has_counter(const struct perf_asked *e, unsigned code, unsigned cpu)
{
	unsigned n;
	const struct perf_counter *c = perf_counters(e, &n);

	for (unsigned i = 0; i < n; i++)
		if (c[i].code == code && c[i].cpu == cpu)
			return true;
	return false;
}

/* On all CPUs of the code that have none yet. One that went meanwhile is no error. */
static int code_open(struct perf_asked *e, unsigned code, bool again, int most)
{
	const struct perf_code *of = perf_code_of(e, code);

	for (unsigned cpu = cpuset_next(&of->cpus, 0); cpu < CPUS_MAX;
		cpu = cpuset_next(&of->cpus, cpu + 1)) {
		struct perf_counter c = {.cpu = cpu, .code = code};

		if (again && has_counter(e, code, cpu))
			continue;
		c.fd = counter_open(of, cpu, most);
		if (c.fd == -ENODEV)
			continue;
		if (c.fd < 0)
			return c.fd;
		buf_put(&e->counters, &c, sizeof(c));
	}
	return 0;
}

/* Those of CPUs that are gone, or that a PMU now counts on another, are closed. */
static void drop_gone(struct perf_asked *e)
{
	unsigned n, kept = 0;
	struct perf_counter *c = perf_counters(e, &n);

	for (unsigned i = 0; i < n; i++)
		if (cpuset_has(&perf_code_of(e, c[i].code)->cpus, c[i].cpu))
			c[kept++] = c[i];
		else
			close(c[i].fd);
	e->counters.n = kept * sizeof(*c);
}

static void event_open(struct root *r, struct perf *p, struct perf_asked *e, int most)
{
	bool again = e->counters.n > 0;

	e->err = perf_encode(r, e->name, &p->online, &e->codes);
	e->unnamed = e->err < 0;
	if (again && !e->err)
		drop_gone(e);
	for (unsigned i = 0; !e->err && i < e->codes.n / sizeof(struct perf_code); i++)
		e->err = code_open(e, i, again, most);
	/* A part of it would be taken for the whole; and its descriptors may be what others lack. */
	if (e->err)
		counters_close(e);
}

/* All that is missing is opened, at first and whenever CPUs come or go. */
int perf_open(struct root *r, struct perf *p)
{
	struct span key;
	int most, rc = topology_key(r, &key);

	if (rc == 0 && span_eq(buf_text(&p->key), key))
		return 0;
	if (rc == 0)
		rc = cpuset_list(key, &p->online);
	if (rc < 0)
		return rc;
	most = raise_limit();
	for (unsigned i = 0; i < p->n; i++)
		event_open(r, p, &p->events[i], most);
	buf_reset(&p->key);
	buf_span(&p->key, key);
	return 0;
}
