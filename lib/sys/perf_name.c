// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_name.c - what an event is called, as what the kernel takes: for each PMU that has it an encoding, and the CPUs
 * on which it is to be opened.
 *
 *	task-clock                              of the kernel's software, by the names of perf(1)
 *	msr/tsc/  uncore_imc/cas_count_read/    of a PMU, or of all that are called so but for a number at the end
 *	cpu/event=0x2e,umask=0x41/              of a PMU, in terms of its format
 *	cache-misses                            of each PMU that has such a file
 *	LLC-loads:u  LONGEST_LAT_CACHE:MISS     the rest is left to libpfm4, in a module
 *
 * A PMU is /sys/bus/event_source/devices/NAME: `type`; `events/EVENT`, which are terms ("event=0x2e,umask=0x41");
 * `format/TERM`, which says where a term's value goes ("config:0-7,32-35"). One that is not of each CPU has a
 * `cpumask`, which names one CPU for each thing that it counts (an L3, a socket); those of hybrid processors have
 * `cpus`, which are theirs (drivers/perf, arch/x86/events).
 */
#include <errno.h>
#include <linux/perf_event.h>

#include "sys.h"

#define DEVICES "sys/bus/event_source/devices"

enum { PATH_ROOM = 256 };

static const struct generic {
	const char *name;
	uint32_t type;
	uint64_t config;
} generics[] = {
	/* clang-format off */
	{"cpu-clock",        PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK},
	{"task-clock",       PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
	{"page-faults",      PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
	{"faults",           PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
	{"minor-faults",     PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
	{"major-faults",     PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
	{"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
	{"cs",               PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
	{"cpu-migrations",   PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
	{"migrations",       PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
	{"alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
	{"emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
	/* What the processor's PMU makes of these, it says by files of the same names. */
	{"cycles",           PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{"cpu-cycles",       PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
	{"ref-cycles",       PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
	{"bus-cycles",       PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
	{"instructions",     PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
	{"branches",         PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
	{"branch-misses",    PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
	{"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
	{"cache-misses",     PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
	/* clang-format on */
};

const char *perf_generic(size_t i)
{
	return i < COUNT_OF(generics) ? generics[i].name : NULL;
}

/* PMUs with a counter for each last level cache; what else has a cpumask counts for a socket. */
static const char *const of_caches[] = {"amd_l3", "arm_dsu"};

struct naming {
	struct root *r;
	const struct cpuset *online;
	struct buf *codes;
	struct span event, terms; /* the one, or the other */
	struct span pmu; /* as asked for; empty: any */
	uint32_t type; /* of the PMU looked for; NOT_ANY: by name */
	struct perf_attr attr; /* of the PMU looked for by type */
	bool found;
	int err;
};

#define NOT_ANY UINT32_MAX

/* ---- a PMU ---- */

static int read_of(struct naming *n, const char *pmu, const char *folder,
	struct span name, struct span *ret_text)
{
	char path[PATH_ROOM];
	int len = snprintf(path, sizeof(path), DEVICES "/%s/%s%.*s", pmu, folder,
		(int)name.n, name.p);
	struct span text;
	int rc;

	if (!name.n || len < 0 || (size_t)len >= sizeof(path) ||
		span_find(name, '/') >= 0)
		return -ENOENT;
	rc = root_read(n->r, path, root_scratch(n->r), &text);
	if (rc == 0)
		*ret_text = span_trim(text);
	return rc;
}

static bool is_of_caches(const char *pmu)
{
	for (size_t i = 0; i < COUNT_OF(of_caches); i++)
		if (span_starts(span_z(pmu), of_caches[i]))
			return true;
	return false;
}

static void cut_to(struct cpuset *s, const struct cpuset *to)
{
	for (size_t i = 0; i < COUNT_OF(s->bits); i++)
		s->bits[i] &= to->bits[i];
}

/* Where it counts, and for what. A list that is none stands for all CPUs. */
static void place(struct naming *n, const char *pmu, struct perf_code *c)
{
	struct span list;

	c->cpus = *n->online;
	c->scope = PERF_OF_CPU;
	if (read_of(n, pmu, "", SPAN("cpumask"), &list) == 0 && list.n)
		c->scope = is_of_caches(pmu) ? PERF_OF_LLC : PERF_OF_SOCKET;
	else if (read_of(n, pmu, "", SPAN("cpus"), &list) < 0)
		return;
	if (cpuset_list(list, &c->cpus) < 0)
		c->cpus = *n->online;
	cut_to(&c->cpus, n->online);
}

static void add_code(struct naming *n, const char *pmu, const struct perf_attr *attr)
{
	struct perf_code c = {.attr = *attr};

	snprintf(c.pmu, sizeof(c.pmu), "%s", pmu);
	place(n, pmu, &c);
	buf_put(n->codes, &c, sizeof(c));
	n->found = true;
}

/* ---- terms ---- */

static uint64_t *config_of(struct perf_attr *attr, struct span name)
{
	return span_is(name, "config")	  ? &attr->config
	       : span_is(name, "config1") ? &attr->config1
	       : span_is(name, "config2") ? &attr->config2
					  : NULL;
}

/* "config:0-7,32-35": the value's bits go there, from the lowest on. */
static int put_bits(struct perf_attr *attr, struct span format, uint64_t value)
{
	uint64_t *config = config_of(attr, span_cut(&format, ':')), from, to;

	while (config && format.n) {
		struct span last = span_cut(&format, ','), first = last;

		if (span_find(last, '-') >= 0)
			first = span_cut(&last, '-');
		if (span_u64(first, &from) < 0 || span_u64(last, &to) < 0 || to < from ||
			to > 63)
			return -EINVAL;
		for (; from <= to; from++, value >>= 1) {
			*config &= ~(UINT64_C(1) << from);
			*config |= (value & 1) << from;
		}
	}
	return config && !value ? 0 : -EINVAL; /* what is left would be lost */
}

static int term_value(struct span text, uint64_t *ret_value)
{
	if (!text.n)
		*ret_value = 1; /* a flag */
	else if (span_starts(text, "0x") || span_starts(text, "0X"))
		return span_hex(text, ret_value);
	else
		return span_u64(text, ret_value);
	return 0;
}

static int put_terms(struct naming *n, const char *pmu, struct span terms, bool nested,
	struct perf_attr *attr)
{
	while (terms.n) {
		struct span value = span_cut(&terms, ','), format, name;
		bool flag = span_find(value, '=') < 0;
		uint64_t v;
		int rc;

		name = span_trim(span_cut(&value, '='));
		/* An event's own terms may be told more exactly behind it. */
		if (flag && !nested && read_of(n, pmu, "events/", name, &format) == 0) {
			rc = put_terms(n, pmu, format, true, attr);
		} else if (term_value(span_trim(value), &v) < 0) {
			rc = -EINVAL;
		} else if (config_of(attr, name)) {
			*config_of(attr, name) = v;
			rc = 0;
		} else {
			rc = read_of(n, pmu, "format/", name, &format);
			if (rc == 0)
				rc = put_bits(attr, format, v);
		}
		if (rc < 0)
			return -EINVAL;
	}
	return 0;
}

/* ---- which PMUs ---- */

/* "uncore_imc" stands for uncore_imc_0, uncore_imc_1, … too. */
static bool is_called(const char *pmu, struct span name)
{
	struct span rest = span_z(pmu);
	uint64_t unused;

	if (rest.n < name.n || memcmp(rest.p, name.p, name.n) != 0)
		return false;
	rest = span_sub(rest, name.n, rest.n);
	return !rest.n ||
	       (span_starts(rest, "_") && !span_u64(span_sub(rest, 1, rest.n), &unused));
}

static void on_pmu(void *ctx, const char *pmu, unsigned char entry)
{
	struct naming *n = ctx;
	struct perf_attr attr = {.type = NOT_ANY};
	struct span type, terms = n->terms;
	uint64_t number;
	int rc;

	(void)entry;
	if ((n->pmu.n && !is_called(pmu, n->pmu)) ||
		read_of(n, pmu, "", SPAN("type"), &type) < 0 ||
		span_u64(type, &number) < 0 || number >= NOT_ANY)
		return;
	if (n->type != NOT_ANY) {
		if (number == n->type && !n->found)
			add_code(n, pmu, &n->attr);
		return;
	}
	if (n->event.n && read_of(n, pmu, "events/", n->event, &terms) < 0)
		return;
	attr.type = (uint32_t)number;
	rc = put_terms(n, pmu, terms, n->event.n, &attr);
	if (rc == 0)
		add_code(n, pmu, &attr);
	else
		n->err = rc;
}

/* -ENOENT: none has it. */
static int ask_pmus(struct naming *n)
{
	n->found = false;
	n->err = 0;
	root_list(n->r, DEVICES, on_pmu, n);
	return n->found ? 0 : n->err ? n->err : -ENOENT;
}

/* ---- names ---- */

static int by_generic(struct naming *n, struct span name, uint32_t type)
{
	for (size_t i = 0; i < COUNT_OF(generics); i++) {
		const struct generic *g = &generics[i];
		struct perf_attr attr = {.type = g->type, .config = g->config};

		if (g->type != type || !span_is(name, g->name))
			continue;
		add_code(n, type == PERF_TYPE_SOFTWARE ? "software" : "cpu", &attr);
		return 0;
	}
	return -ENOENT;
}

/* "pmu/terms/" */
static int by_terms(struct naming *n, struct span name)
{
	n->terms = name;
	n->pmu = span_cut(&n->terms, '/');
	if (!span_ends(n->terms, "/"))
		return -EINVAL;
	n->terms.n--;
	return n->pmu.n ? ask_pmus(n) : -ENOENT;
}

/* libpfm4 knows the type of the PMU, but not where to open it. */
static int by_library(struct naming *n, struct span name)
{
	char room[PATH_ROOM];
	void *symbol;
	int rc;

	if (name.n >= sizeof(room))
		return -ENOENT;
	memcpy(room, name.p, name.n);
	room[name.n] = '\0';
	if (module_symbol("pfm", "pfm_encode", &symbol) < 0)
		return -ENOSYS;
	rc = ((pfm_encode_fn *)symbol)(room, &n->attr);
	if (rc < 0)
		return rc;
	n->type = n->attr.type;
	if (n->type != PERF_TYPE_HARDWARE && n->type != PERF_TYPE_HW_CACHE &&
		ask_pmus(n) == 0)
		return 0;
	add_code(n, "cpu", &n->attr);
	return 0;
}

int perf_encode(
	struct root *r, struct span name, const struct cpuset *online, struct buf *codes)
{
	struct naming n = {
		.r = r,
		.online = online,
		.codes = codes,
		.event = SPAN_EMPTY,
		.terms = SPAN_EMPTY,
		.pmu = SPAN_EMPTY,
		.type = NOT_ANY,
	};
	int rc;

	buf_reset(codes);
	if (!name.n)
		return -ENOENT;
	if (span_find(name, '/') >= 0)
		return by_terms(&n, name);
	if (by_generic(&n, name, PERF_TYPE_SOFTWARE) == 0)
		return 0;
	n.event = name;
	rc = ask_pmus(&n);
	if (rc != -ENOENT)
		return rc;
	if (by_generic(&n, name, PERF_TYPE_HARDWARE) == 0)
		return 0;
	return by_library(&n, name);
}
