// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mask.c - a set of CPUs as the kernel writes it in hex.
 *
 * seq_bitmap by "%*pb" of /proc/schedstat, shared_cpu_map: groups of 32 bits, the highest first and as short
 * as the possible CPUs allow:
 *	03
 *	f,ffffffff,00000000
 */
#include "parse.h"

enum { GROUP_DIGITS = 8 };

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

/* Of a group that ends at p: all of its CPUs or none, as those of large masks are. */
static bool is_plain(const char *p, unsigned *n)
{
	static const char none[] = "00000000", all[] = "ffffffff";

	if (!memcmp(p - GROUP_DIGITS, none, GROUP_DIGITS))
		return true;
	if (memcmp(p - GROUP_DIGITS, all, GROUP_DIGITS) != 0)
		return false;
	*n += 4 * GROUP_DIGITS;
	return true;
}

unsigned mask_weight(struct span mask)
{
	unsigned n = 0;
	bool sound = true;
	size_t i = mask.n;

	while (i) {
		bool plain = i >= GROUP_DIGITS && is_plain(mask.p + i, &n);

		if (plain)
			i -= GROUP_DIGITS;
		for (unsigned k = 0; !plain && k < GROUP_DIGITS && i; k++) {
			unsigned b = bits[(unsigned char)mask.p[--i]];

			sound &= b != 0;
			n += b - 1;
		}
		if (i && (mask.p[--i] != ',' || !i))
			return 0;
	}
	return sound ? n : 0;
}
