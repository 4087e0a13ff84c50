// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * schedstat.c - what the scheduler counted, a line a CPU and a line for each of its domains.
 *
 * /proc/schedstat, show_schedstat(). Version 15 (to 6.9) has the idle types in the order idle, busy, newidle:
 *	version 15
 *	timestamp 4294895615
 *	cpu0 0 0 29662 345 18160 17962 7505337584 3119869856 29789
 *	domain0 03 122 121 0 1 1 0 0 121 86 86 0 0 0 0 0 86 165 163 2 2 0 0 0 163 0 0 0 0 0 0 0 0 0 7 1 0
 * Version 16 (6.10) looks the same, but its order is busy, idle, newidle. Version 17 (6.14) adds the domain's
 * name before its mask, and has four kinds of imbalance in place of one:
 *	domain0 MC 03 126 102 19 9855 0 0 0 5 0 8 94 30 30 0 0 0 0 0 0 0 0 30 16 15 0 0 0 1 0 1 0 0 15 0 0 0 0 0 0 0 0 0 10 0 0
 * For some commits between the two the header still said 16. Out of the tree there are longer cpu lines under
 * 16, 17 and 18. So each line's shape decides, checked against the version: with other numbers of fields it is
 * a fault.
 *
 * Rows: {CPU} and {CPU, domain}, by the numbers of their labels; CPUs that are offline are missing, and a CPU
 * that is alone in its domains has none. Keys: the counters' names in the kernel (struct rq, struct sched_domain),
 * those kept by idle type behind "busy.", "idle." and "newidle."; "name", "mask", and "span", which is how many
 * CPUs the mask has. The second number of a cpu line is always 0 and has no name any more.
 */
#include "parse.h"

#define BALANCE(type, imbalance)                                                       \
	SPAN(type ".lb_count"), SPAN(type ".lb_balanced"), SPAN(type ".lb_failed"),    \
		imbalance(type), SPAN(type ".lb_gained"), SPAN(type ".lb_hot_gained"), \
		SPAN(type ".lb_nobusyq"), SPAN(type ".lb_nobusyg")
#define ONE(type) SPAN(type ".lb_imbalance")
#define FOUR(type)                                                        \
	SPAN(type ".lb_imbalance_load"), SPAN(type ".lb_imbalance_util"), \
		SPAN(type ".lb_imbalance_task"), SPAN(type ".lb_imbalance_misfit")
#define REST                                                                          \
	SPAN("alb_count"), SPAN("alb_failed"), SPAN("alb_pushed"), SPAN("sbe_count"), \
		SPAN("sbe_balanced"), SPAN("sbe_pushed"), SPAN("sbf_count"),          \
		SPAN("sbf_balanced"), SPAN("sbf_pushed"), SPAN("ttwu_wake_remote"),   \
		SPAN("ttwu_move_affine"), SPAN("ttwu_move_balance")

static const struct span cpu_keys[] = {
	SPAN("yld_count"),
	{NULL, 0},
	SPAN("sched_count"),
	SPAN("sched_goidle"),
	SPAN("ttwu_count"),
	SPAN("ttwu_local"),
	SPAN("rq_cpu_time"),
	SPAN("run_delay"),
	SPAN("pcount"),
};
static const struct span idle_first[] = {
	BALANCE("idle", ONE),
	BALANCE("busy", ONE),
	BALANCE("newidle", ONE),
	REST,
};
static const struct span busy_first[] = {
	BALANCE("busy", ONE),
	BALANCE("idle", ONE),
	BALANCE("newidle", ONE),
	REST,
};
static const struct span four_kinds[] = {
	BALANCE("busy", FOUR),
	BALANCE("idle", FOUR),
	BALANCE("newidle", FOUR),
	REST,
};

/* The domain lines there are; each of three blocks begins with its count, balanced, failed and imbalances. */
static const struct shape {
	unsigned version;
	bool named;
	const struct span *keys;
	unsigned n_keys, n_imbalances;
} shapes[] = {
	{15, false, idle_first, COUNT_OF(idle_first), 1},
	{16, false, busy_first, COUNT_OF(busy_first), 1},
	{16, true, four_kinds, COUNT_OF(four_kinds), 4},
	{17, true, four_kinds, COUNT_OF(four_kinds), 4},
};

enum { MOST = COUNT_OF(four_kinds) };

struct reading {
	const struct sink *sink;
	unsigned version; /* 0: not one of the known */
	struct span
		cpu; /* whose domains are read; empty: unknown, for its line could not be read */
	unsigned domains; /* of that CPU so far */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
	return (unsigned)c - '0' <= 9;
}

/* The numbers of a line, or -1 if there is something else or more than `most`. */
static int numbers(struct span s, struct span *values, unsigned most)
{
	const char *p = s.p, *end = p + s.n;
	unsigned n = 0;

	for (;;) {
		const char *from;

		while (p < end && is_blank(*p))
			p++;
		if (p == end)
			return (int)n;
		for (from = p; p < end && is_digit(*p); p++)
			;
		if (p == from || n == most || (p < end && !is_blank(*p)))
			return -1;
		values[n++] = (struct span){from, (size_t)(p - from)};
	}
}

/* "cpu12": the digits behind the word; empty if that is not what it is. */
static struct span label(struct span word, const char *name)
{
	struct span digits = span_sub(word, strlen(name), word.n);
	uint64_t unused;

	return span_starts(word, name) && !span_u64(digits, &unused) ? digits
								     : SPAN_EMPTY;
}

static void facts(const struct sink *sink, struct fact *f, const struct span *keys,
	const struct span *values, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (!keys[i].n)
			continue;
		f->key = keys[i];
		f->value = values[i];
		sink->fact(sink->ctx, f);
	}
}

/* Modulo 2^32, as each of them is. */
static uint32_t imbalances(const struct shape *s, const struct span *values)
{
	uint32_t sum = 0;
	uint64_t v;

	for (unsigned block = 0; block < 3; block++)
		for (unsigned i = 0; i < s->n_imbalances; i++)
			if (!span_u64(values[block * (7 + s->n_imbalances) + 3 + i], &v))
				sum += (uint32_t)v;
	return sum;
}

static bool read_cpu(struct reading *r, struct span word, struct span line)
{
	struct span values[COUNT_OF(cpu_keys)];
	struct fact f = {.n_row = 1};

	r->cpu = label(word, "cpu");
	r->domains = 0;
	f.row[0].name = r->cpu;
	if (!r->cpu.n || !r->version ||
		numbers(line, values, COUNT_OF(values)) != (int)COUNT_OF(values))
		return false;
	facts(r->sink, &f, cpu_keys, values, COUNT_OF(values));
	return true;
}

static bool read_domain(struct reading *r, struct span word, struct span line)
{
	struct span values[MOST], name = SPAN_EMPTY, mask = span_cut(&line, ' '),
				  number = label(word, "domain");
	struct fact f = {.n_row = 2};
	unsigned weight = mask_weight(mask);
	char room[DIGITS_MOST];
	uint64_t domain;
	int n;

	/* A gap tells that a cpu line is missing between: these would be taken for its neighbour's. */
	if (span_u64(number, &domain) < 0 || domain != r->domains) {
		r->cpu = SPAN_EMPTY;
		return false;
	}
	r->domains++;
	if (!weight) {
		name = mask;
		mask = span_cut(&line, ' ');
		weight = mask_weight(mask);
	}
	n = numbers(line, values, MOST);
	for (const struct shape *s = shapes; s < shapes + COUNT_OF(shapes); s++) {
		if (s->version != r->version || s->named != (name.n > 0) ||
			(int)s->n_keys != n)
			continue;
		if (!r->cpu.n || !weight || !span_clean(name))
			return false;
		f.row[0].name = r->cpu;
		f.row[1].name = number;
		if (name.n)
			sink_row(r->sink, &f, SPAN("name"), name);
		sink_row(r->sink, &f, SPAN("mask"), mask);
		sink_row(r->sink, &f, SPAN("span"), digits_u64(room, weight));
		facts(r->sink, &f, s->keys, values, s->n_keys);
		sink_row(r->sink, &f, SPAN("imbalance"),
			digits_u64(room, imbalances(s, values)));
		return true;
	}
	return false;
}

/* The header. A version that is not known is told, but nothing is read by it. */
static bool read_header(struct reading *r, struct span key, struct span value)
{
	uint64_t v;

	if (span_u64(value, &v) < 0 ||
		(!span_is(key, "version") && !span_is(key, "timestamp")))
		return false;
	sink_value(r->sink, key, value);
	if (!span_is(key, "version"))
		return true;
	r->version = v >= 15 && v <= 17 ? (unsigned)v : 0;
	return r->version != 0;
}

void parse_schedstat(struct span text, const char *hint, const struct sink *sink)
{
	struct reading r = {.sink = sink, .cpu = SPAN_EMPTY};
	struct lines l = {.rest = text};
	struct span line;

	(void)hint;
	for (unsigned faults = 0; lines_next(&l, sink, &line); faults = l.faults) {
		struct span word = span_word(&line);
		bool ok;

		line = span_trim(line);
		if (l.faults != faults)
			r.cpu = SPAN_EMPTY; /* it may have been a cpu line */
		if (span_starts(word, "domain")) {
			ok = read_domain(&r, word, line);
		} else {
			r.cpu = SPAN_EMPTY;
			ok = span_starts(word, "cpu") ? read_cpu(&r, word, line)
						      : read_header(&r, word, line);
		}
		if (!ok)
			sink_fault(sink, l.no);
	}
}
