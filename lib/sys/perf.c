// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf.c - "@perf/cpu", "@perf/refused": what the events counted that the parameter "events" names ("a,b").
 *
 *	0/cpu/cache-misses cache-misses cpu cpu 81220 500133 250060 20133120 500133 500133
 *	1/cpu/cache-misses cache-misses cpu cpu 64002 500121 250031 18100043 500121 500121
 *	0/uncore_imc_0/cas_count_read cas_count_read uncore_imc socket 4711 500100 500100 - - -
 *	0/-/nonsense nonsense - - !ENOENT !ENOENT !ENOENT - - -
 *
 * Columns: CPU/PMU/event, event, pmu (without its number), scope, count, enabled_ns, running_ns, and the same three
 * of the first event on that CPU, if it counts for the same. scope is what was counted there: "cpu", "llc" (a PMU
 * of caches) or "socket" (any other that is not of each CPU). In running_ns of enabled_ns the event had a counter;
 * where they differ the kernel had more events than counters, and the count is of a part of the time. Counts begin
 * when they are first asked for. "!" and an error is why there is none.
 *
 *	nonsense unknown -
 *	cycles EACCES 2
 *
 * "@perf/refused" has the columns event, error and the number that it is about: kernel.perf_event_paranoid, or how
 * many files may be open. Errors are those of perf_event_open(2), or "unknown" (nobody knows the name), "terms" (a
 * wrong or missing unit mask, modifier or term) and "built" (without libpfm4).
 *
 * A descriptor a CPU and event (or an LLC, a socket), opened once and read each time; a CPU that comes gets its own.
 */
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sys.h"

static const char *const scopes[] = {
	[PERF_OF_CPU] = "cpu",
	[PERF_OF_LLC] = "llc",
	[PERF_OF_SOCKET] = "socket",
};

static void counters_read(struct perf_asked *e)
{
	unsigned n;
	struct perf_counter *c = perf_counters(e, &n);

	for (unsigned i = 0; i < n; i++)
		c[i].good = read(c[i].fd, c[i].value, sizeof(c[i].value)) ==
			    (ssize_t)sizeof(c[i].value);
}

static void put_values(struct buf *out, const struct perf_counter *c)
{
	for (unsigned i = 0; i < COUNT_OF(c->value); i++) {
		buf_char(out, ' ');
		if (c->good)
			buf_u64(out, c->value[i]);
		else
			buf_char(out, '-');
	}
}

/* Boxes of one kind are told apart by a number at the end of the name. */
static struct span pmu_kind(const char *pmu)
{
	struct span s = span_z(pmu), kind = s;

	while (kind.n && (unsigned)kind.p[kind.n - 1] - '0' <= 9)
		kind.n--;
	return kind.n < s.n && span_ends(kind, "_") ? span_sub(kind, 0, kind.n - 1) : s;
}

static void put_row(struct buf *out, unsigned cpu, const char *pmu, struct span event)
{
	struct buf row = {0};

	buf_fmt(&row, "%u/%s/", cpu, pmu);
	buf_span(&row, event);
	door_word(out, buf_text(&row));
	buf_char(out, ' ');
	door_word(out, event);
	buf_free(&row);
}

static void put_refused(struct buf *out, const struct perf *p, const struct perf_asked *e)
{
	const char *why = strerrorname_np(-e->err);

	for (unsigned cpu = cpuset_next(&p->online, 0); cpu < CPUS_MAX;
		cpu = cpuset_next(&p->online, cpu + 1)) {
		put_row(out, cpu, "-", e->name);
		buf_str(out, " - -");
		for (unsigned i = 0; i < 3; i++)
			buf_fmt(out, " !%s", why ? why : "EIO");
		buf_str(out, " - - -\n");
	}
}

/* The first event's counter of each CPU, if there is one only. */
static void firsts(
	const struct perf_asked *first, const struct perf_counter *of_cpu[CPUS_MAX])
{
	static const struct perf_counter many;
	unsigned n;
	const struct perf_counter *c = perf_counters(first, &n);

	memset(of_cpu, 0, CPUS_MAX * sizeof(*of_cpu));
	for (unsigned i = 0; i < n; i++)
		of_cpu[c[i].cpu] = of_cpu[c[i].cpu] ? &many : &c[i];
}

static void put_counts(struct buf *out, struct perf *p)
{
	const struct perf_counter *first[CPUS_MAX], *none = &(struct perf_counter){0};
	unsigned n;

	if (!p->n)
		return;
	for (unsigned i = 0; i < p->n; i++)
		counters_read(&p->events[i]);
	firsts(&p->events[0], first);
	for (const struct perf_asked *e = p->events; e < p->events + p->n; e++) {
		const struct perf_counter *c = perf_counters(e, &n);

		if (e->err)
			put_refused(out, p, e);
		for (unsigned i = 0; i < n; i++) {
			const struct perf_code *code = perf_code_of(e, c[i].code);
			const struct perf_counter *f = first[c[i].cpu];

			put_row(out, c[i].cpu, code->pmu, e->name);
			buf_char(out, ' ');
			door_word(out, pmu_kind(code->pmu));
			buf_fmt(out, " %s", scopes[code->scope]);
			put_values(out, &c[i]);
			if (!f || perf_code_of(&p->events[0], f->code)->scope !=
					  code->scope)
				f = none;
			put_values(out, f);
			buf_char(out, '\n');
		}
	}
}

/* ---- what was refused ---- */

static void put_number(struct root *r, struct buf *out, int err)
{
	struct rlimit limit;
	struct span text;

	if ((err == -EACCES || err == -EPERM) &&
		root_read(r, "proc/sys/kernel/perf_event_paranoid", root_scratch(r),
			&text) == 0)
		door_word(out, span_trim(text));
	else if (err == -EMFILE && getrlimit(RLIMIT_NOFILE, &limit) == 0)
		buf_u64(out, limit.rlim_cur);
	else
		buf_char(out, '-');
}

static void put_errors(struct root *r, struct buf *out, const struct perf *p)
{
	for (const struct perf_asked *e = p->events; e < p->events + p->n; e++) {
		const char *why = strerrorname_np(-e->err);

		if (!e->err)
			continue;
		if (e->unnamed)
			why = e->err == -ENOENT	  ? "unknown"
			      : e->err == -EINVAL ? "terms"
			      : e->err == -ENOSYS ? "built"
						  : why;
		door_word(out, e->name);
		buf_fmt(out, " %s ", why ? why : "EIO");
		put_number(r, out, e->unnamed ? 0 : e->err);
		buf_char(out, '\n');
	}
}

int door_perf(struct root *r, const char *arg, struct buf *out)
{
	const char *names = root_get(r, "events");
	bool counts = !strcmp(arg, "cpu");
	struct perf *p;
	int rc;

	if (!names || !root_live(r) || (!counts && strcmp(arg, "refused") != 0))
		return -ENOENT;
	p = root_memory(r, "perf", sizeof(*p), perf_free);
	if (!p->events)
		perf_names(p, names);
	rc = perf_open(r, p);
	if (rc < 0)
		return rc;
	if (counts)
		put_counts(out, p);
	else
		put_errors(r, out, p);
	return 0;
}
