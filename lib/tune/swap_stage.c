// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * swap_stage.c - what the swap-out workload needs of a machine: swap of its own, and folios of one size alone.
 *
 * Of several devices the first is tried first. All others sizes are switched off, as a larger one would come first
 * and a smaller one in its place; zswap too, for it takes what should go to the device.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

#define THP "sys/kernel/mm/transparent_hugepage"

enum { SIZES = 32 };

struct sizes {
	uint64_t kib[SIZES];
	unsigned n;
};

static void on_size(void *ctx, const char *name, unsigned char type)
{
	struct sizes *s = ctx;
	struct span rest = span_z(name);
	uint64_t kib;

	(void)type;
	if (!span_starts(rest, "hugepages-") || !span_ends(rest, "kB") || s->n == SIZES ||
		span_u64(span_sub(rest, 10, rest.n - 12), &kib) < 0)
		return;
	s->kib[s->n++] = kib;
}

static int cmp_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int plan_sizes(struct changes *c, uint64_t folio)
{
	struct sizes s = {.n = 0};
	int err = 0, fd = confine_plain(c->root, THP, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return fd;
	root_list_fd(fd, on_size, &s);
	close(fd);
	qsort(s.kib, s.n, sizeof(*s.kib), cmp_size);
	for (unsigned i = 0; i < s.n && !err; i++) {
		char path[CHANGE_PATH];

		snprintf(path, sizeof(path), THP "/hugepages-%llukB/enabled",
			(unsigned long long)s.kib[i]);
		err = changes_set(c, path, s.kib[i] == folio / 1024 ? "always" : "never");
		/* 8 KiB folios are never made by a fault, so there is nothing to switch. */
		if (err == -ENOENT && s.kib[i] != folio / 1024)
			err = 0;
	}
	return err;
}

int changes_swap(struct changes *c, uint64_t folio, const uint64_t *zrams, unsigned n)
{
	int err = 0;

	for (unsigned i = 0; i < n && !err; i++)
		err = changes_zram(c, zrams[i], SWAP_PRIO_MOST - (int)i);
	if (!err)
		err = changes_set(c, "sys/module/zswap/parameters/enabled", "N");
	if (err == -ENOENT)
		err = 0;
	return err ? err : plan_sizes(c, folio);
}
