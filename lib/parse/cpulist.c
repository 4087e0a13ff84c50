// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cpulist.c - sets of CPUs as the kernel writes them.
 *
 * Lists, bitmap_print_to_pagebuf() with list true, of shared_cpu_list, online, cpuset.cpus:
 *	0-7,128-135
 * Masks, seq_bitmap by "%*pb" of /proc/schedstat, shared_cpu_map: groups of 32 bits, the highest first
 * and as short as the possible CPUs allow:
 *	03
 *	f,ffffffff,00000000
 */
#include "parse.h"

#include <limits.h>

enum { GROUP_BITS = 32, GROUP_DIGITS = GROUP_BITS / 4 };

/* The number at the start of the list; steps over it. */
static bool number_next(struct span *rest, unsigned *ret_number)
{
	size_t n = 0;
	uint64_t v;

	while (n < rest->n && (unsigned)rest->p[n] - '0' <= 9)
		n++;
	if (span_u64(span_sub(*rest, 0, n), &v) < 0 || v > UINT_MAX)
		return false;
	*rest = span_sub(*rest, n, rest->n);
	*ret_number = (unsigned)v;
	return true;
}

bool cpulist_next(struct span *rest, unsigned *ret_from, unsigned *ret_to)
{
	struct span s = *rest;
	unsigned from, to;

	if (!number_next(&s, &from))
		return false;
	to = from;
	if (span_starts(s, "-")) {
		s = span_sub(s, 1, s.n);
		if (!number_next(&s, &to) || to < from)
			return false;
	}
	if (s.n && (s.p[0] != ',' || s.n == 1))
		return false;
	*rest = span_sub(s, 1, s.n);
	*ret_from = from;
	*ret_to = to;
	return true;
}

/* Bits of a hex digit, and one more, so that what is none is 0. Upper case is a domain's name, not a mask. */
static const unsigned char bits[256] = {
	['0'] = 1,
	['1'] = 2,
	['2'] = 2,
	['3'] = 3,
	['4'] = 2,
	['5'] = 3,
	['6'] = 3,
	['7'] = 4,
	['8'] = 2,
	['9'] = 3,
	['a'] = 3,
	['b'] = 4,
	['c'] = 3,
	['d'] = 4,
	['e'] = 4,
	['f'] = 5,
};

unsigned mask_weight(struct span mask)
{
	unsigned n = 0;
	bool sound = true;
	size_t i = mask.n;

	while (i) {
		for (unsigned k = 0; k < GROUP_DIGITS && i; k++) {
			unsigned b = bits[(unsigned char)mask.p[--i]];

			sound &= b != 0;
			n += b - 1;
		}
		if (i && (mask.p[--i] != ',' || !i))
			return 0;
	}
	return sound ? n : 0;
}

bool mask_has(struct span mask, unsigned cpu)
{
	size_t back = cpu / 4 + cpu / GROUP_BITS + 1; /* digits and commas from the end */
	unsigned d;

	if (back > mask.n)
		return false;
	d = (unsigned char)mask.p[mask.n - back];
	if (!bits[d])
		return false;
	return (d <= '9' ? d - '0' : d - 'a' + 10) >> cpu % 4 & 1;
}
