// SPDX-License-Identifier: GPL-2.0-or-later
/* cluster.c - what is free in a cluster: aligned places, by order. */
#include "sim.h"

enum { WORD = 64, WORD_ORDER = 6 };

const char *const list_names[N_LISTS] = {
	[LIST_FREE] = "free",
	[LIST_NONFULL] = "nonfull",
	[LIST_FRAG] = "frag",
	[LIST_FULL] = "full",
	[LIST_DISCARD] = "discard",
	[LIST_NONE] = "none",
	[LIST_PART] = "part",
};

uint64_t cluster_places(uint64_t taken, unsigned order)
{
	static const uint64_t lowest[] = {
		~(uint64_t)0,
		0x5555555555555555,
		0x1111111111111111,
		0x0101010101010101,
		0x0001000100010001,
		0x0000000100000001,
		1,
	};

	for (unsigned i = 0; i < order; i++)
		taken |= taken >> (1u << i);
	return ~taken & lowest[order];
}

/* An order above that of a word: so many words with nothing taken, at a multiple of so many. */
static unsigned word_holes(const uint64_t *taken, unsigned words, unsigned each)
{
	unsigned n = 0;

	for (unsigned at = 0; at + each <= words; at += each) {
		unsigned free = 0;

		while (free < each && !taken[at + free])
			free++;
		n += free == each;
	}
	return n;
}

void cluster_holes(
	struct cluster *c, const uint64_t *taken, unsigned slots, unsigned orders)
{
	unsigned words = slots / WORD;

	for (unsigned order = 0; order < orders && order < HOLE_ORDERS; order++) {
		c->holes[order] = 0;
		if (order > WORD_ORDER) {
			c->holes[order] =
				word_holes(taken, words, 1u << (order - WORD_ORDER));
			continue;
		}
		for (unsigned i = 0; i < words; i++)
			c->holes[order] += (unsigned)__builtin_popcountll(
				cluster_places(taken[i], order));
	}
}
