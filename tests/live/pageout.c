// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pageout.c - fills memory and has the kernel swap it out, when told.
 *
 *   pageout MIB
 *
 * Says "filled", waits for a line, pages out, says "out", and keeps the memory until its
 * input ends. The bytes are no page of one repeated word (zram would store none of it, and
 * zero pages are not counted as swapped out).
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN = 2 << 20 };

static void fill(uint64_t *word, size_t n)
{
	uint64_t x = 0x9e3779b97f4a7c15;

	for (size_t i = 0; i < n; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		/* Half of the words repeat, so that it also compresses. */
		word[i] = i % 2 ? 0x1111111111111111 : x;
	}
}

int main(int argc, char **argv)
{
	size_t bytes = argc == 2 ? strtoul(argv[1], NULL, 10) << 20 : 0;
	char line[16], *p;
	uintptr_t at;

	if (!bytes) {
		fputs("usage: pageout MIB\n", stderr);
		return 2;
	}
	p = mmap(NULL, bytes + ALIGN, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED) {
		fprintf(stderr, "pageout: mmap: %s\n", strerror(errno));
		return 1;
	}
	at = ((uintptr_t)p + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
	fill((uint64_t *)at, bytes / sizeof(uint64_t));
	puts("filled");
	fflush(stdout);

	if (!fgets(line, sizeof(line), stdin))
		return 0;
	if (madvise((void *)at, bytes, MADV_PAGEOUT)) {
		fprintf(stderr, "pageout: madvise: %s\n", strerror(errno));
		return 1;
	}
	puts("out");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin))
		;
	return 0;
}
