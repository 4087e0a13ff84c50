// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * thpswap.c - fills anonymous memory, pushes it to swap with MADV_PAGEOUT and reads it back.
 *
 *   thpswap [-s] [-f] [-r ROUNDS] [-w FILE] MIB
 *
 *   -s   single pages only (MADV_NOHUGEPAGE)
 *   -f   after the page-out drop every other page: leaves swap with single free slots
 *   -r   how often out and in
 *   -w   print "held" and read back only when FILE is there
 *
 * Half of each page's first 512 bytes is noise, so that neither zram nor the zero map drops it.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arg.h"

enum { PAGE = 4096, PMD = 2 << 20, NOISE = 512 };

struct area {
	char *at;
	size_t len;
};

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* A PMD-aligned area, so that every folio size can be had. */
static struct area area_map(size_t mib, bool single)
{
	struct area a = {.len = mib << 20};
	char *raw = mmap(NULL, a.len + PMD, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (raw == MAP_FAILED)
		fail("mmap");
	a.at = (char *)(((uintptr_t)raw + PMD - 1) & ~(uintptr_t)(PMD - 1));
	if (single && madvise(a.at, a.len, MADV_NOHUGEPAGE))
		fail("MADV_NOHUGEPAGE");
	return a;
}

static void area_fill(const struct area *a)
{
	uint64_t x = 88172645463325252ULL;

	for (size_t i = 0; i < a->len; i += PAGE)
		for (size_t k = 0; k < NOISE; k += sizeof(x)) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
			memcpy(a->at + i + k, &x, sizeof(x));
		}
}

static void area_out(const struct area *a)
{
	if (madvise(a->at, a->len, MADV_PAGEOUT))
		fail("MADV_PAGEOUT");
}

static void area_drop_half(const struct area *a)
{
	for (size_t i = 0; i < a->len; i += 2 * PAGE)
		if (madvise(a->at + i, PAGE, MADV_DONTNEED))
			fail("MADV_DONTNEED");
}

static void area_in(const struct area *a)
{
	for (size_t i = 0; i < a->len; i += PAGE)
		(void)*(volatile char *)(a->at + i);
}

int main(int argc, char **argv)
{
	bool single = false, drop = false;
	unsigned long rounds = 1;
	const char *until = NULL;

	for (int c; (c = getopt(argc, argv, "sfr:w:")) != -1;) {
		switch (c) {
		case 's':
			single = true;
			break;
		case 'f':
			drop = true;
			break;
		case 'r':
			rounds = arg_number(optarg, 1000);
			break;
		case 'w':
			until = optarg;
			break;
		default:
			return 2;
		}
	}
	if (optind + 1 != argc)
		return 2;
	struct area a = area_map(arg_number(argv[optind], 4096), single);

	area_fill(&a);
	area_out(&a);
	if (drop)
		area_drop_half(&a);
	if (until) {
		puts("held");
		fflush(stdout);
		while (access(until, F_OK))
			usleep(100000);
	}
	for (unsigned long r = 0; r < rounds; r++) {
		area_in(&a);
		if (r + 1 < rounds)
			area_out(&a);
	}
	return 0;
}
