// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cpuset.c - sets of CPU numbers, as lib/bitmap.c and lib/vsprintf.c of the kernel write them.
 *
 *	0-7,128-135                     %*pbl, in files named …list
 *	00000000,000000ff               %*pb, in files named …map, …mask or …cpus
 *
 * Both may be empty. A mask has as many digits as there are possible CPUs, 32
 * bits to a group, the highest first.
 */
#include <errno.h>

#include "sys.h"

enum { WORD = 64 };

static void add(struct cpuset *s, unsigned cpu)
{
	s->bits[cpu / WORD] |= UINT64_C(1) << cpu % WORD;
}

void cpuset_add(struct cpuset *s, unsigned cpu)
{
	if (cpu < CPUS_MAX)
		add(s, cpu);
}

bool cpuset_has(const struct cpuset *s, unsigned cpu)
{
	return cpu < CPUS_MAX && s->bits[cpu / WORD] >> cpu % WORD & 1;
}

unsigned cpuset_next(const struct cpuset *s, unsigned from)
{
	while (from < CPUS_MAX) {
		uint64_t left = s->bits[from / WORD] >> from % WORD;

		if (left)
			return from + (unsigned)__builtin_ctzll(left);
		from = (from / WORD + 1) * WORD;
	}
	return CPUS_MAX;
}

int cpuset_list(struct span text, struct cpuset *ret_set)
{
	struct cpuset s = {{0}};

	text = span_trim(text);
	while (text.n) {
		struct span last = span_cut(&text, ','), first = last;
		uint64_t from, to;

		if (span_find(last, '-') >= 0)
			first = span_cut(&last, '-');
		if (span_u64(first, &from) < 0 || span_u64(last, &to) < 0 || to < from)
			return -EBADMSG;
		if (to >= CPUS_MAX)
			return -ERANGE;
		while (from <= to)
			add(&s, (unsigned)from++);
	}
	*ret_set = s;
	return 0;
}

int cpuset_mask(struct span text, struct cpuset *ret_set)
{
	struct cpuset s = {{0}};
	unsigned at = 0;

	text = span_trim(text);
	for (size_t i = text.n; i-- > 0;) {
		uint64_t digit;

		if (text.p[i] == ',')
			continue;
		if (span_hex(span_sub(text, i, 1), &digit) < 0)
			return -EBADMSG;
		for (unsigned bit = 0; bit < 4; bit++)
			if (digit >> bit & 1) {
				if (at + bit >= CPUS_MAX)
					return -ERANGE;
				add(&s, at + bit);
			}
		at += 4;
	}
	*ret_set = s;
	return 0;
}

void cpuset_put(struct buf *out, const struct cpuset *s)
{
	unsigned cpu = cpuset_next(s, 0);
	bool more = false;

	while (cpu < CPUS_MAX) {
		unsigned last = cpu;

		while (cpuset_has(s, last + 1))
			last++;
		if (more)
			buf_char(out, ',');
		more = true;
		buf_u64(out, cpu);
		if (last > cpu) {
			buf_char(out, '-');
			buf_u64(out, last);
		}
		cpu = cpuset_next(s, last + 1);
	}
}
