// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * thpswap.c - fills anonymous memory, pushes it to swap with MADV_PAGEOUT and reads it back.
 *
 *   thpswap [-H] [-s] [-r ROUNDS] [-w FILE] MIB
 *
 *   -H   ask for huge pages (MADV_HUGEPAGE), for sizes that are set to "madvise"
 *   -s   small pages only, one in eight: leaves swap without aligned free runs once others fill the rest
 *   -r   how often out and in
 *   -w   page out only, print "held", and keep it until FILE is there
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
	size_t len, step;
};

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

/* A PMD-aligned area, so that every folio size can be had. */
static struct area area_map(size_t mib, bool huge, bool sparse)
{
	struct area a = {.len = mib << 20, .step = sparse ? 8 * PAGE : PAGE};
	char *raw = mmap(NULL, a.len + PMD, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (raw == MAP_FAILED)
		fail("mmap");
	a.at = (char *)(((uintptr_t)raw + PMD - 1) & ~(uintptr_t)(PMD - 1));
	if (huge && madvise(a.at, a.len, MADV_HUGEPAGE))
		fail("MADV_HUGEPAGE");
	if (sparse && madvise(a.at, a.len, MADV_NOHUGEPAGE))
		fail("MADV_NOHUGEPAGE");
	return a;
}

static void area_fill(const struct area *a)
{
	uint64_t x = 88172645463325252ULL;

	for (size_t i = 0; i < a->len; i += a->step)
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

static void area_in(const struct area *a)
{
	for (size_t i = 0; i < a->len; i += a->step)
		(void)*(volatile char *)(a->at + i);
}

int main(int argc, char **argv)
{
	bool huge = false, sparse = false;
	unsigned long rounds = 1;
	const char *until = NULL;

	for (int c; (c = getopt(argc, argv, "Hsr:w:")) != -1;) {
		switch (c) {
		case 'H':
			huge = true;
			break;
		case 's':
			sparse = true;
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
	struct area a = area_map(arg_number(argv[optind], 4096), huge, sparse);

	area_fill(&a);
	area_out(&a);
	if (until) {
		puts("held");
		fflush(stdout);
		while (access(until, F_OK))
			usleep(100000);
		return 0;
	}
	for (unsigned long r = 0; r < rounds; r++) {
		area_in(&a);
		if (r + 1 < rounds)
			area_out(&a);
	}
	return 0;
}
