// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * taskstats.c - what a struct taskstats of any version says of swapping.
 *
 * include/uapi/linux/taskstats.h grows at its end, with one exception: version
 * 15 (6.14) put a maximum and a minimum behind each delay, in the middle, and
 * version 16 took them to the end. So the place of a field hangs on the version
 * that the struct itself carries, not on the kernel's release.
 *
 *	bytes 0-1   version, native byte order
 *	16          cpu_count, cpu_delay_total        (v15: + max, min)
 *	32 (v15 48) blkio_count, blkio_delay_total    (v15: + max, min)
 *	48 (v15 80) swapin_count, swapin_delay_total  (v15: + max, min)
 *	312 (v15 360) freepages_count, _delay_total   (v15: + max, min)
 *	328 (v15 392) thrashing_count, _delay_total; since v9
 */
#include <errno.h>

#include "sys.h"

enum {
	FIRST = 8, /* 4.14; older ones are not supported */
	SHIFTED = 15,
	WITH_THRASHING = 9,
};

static uint64_t u64_at(struct span bytes, size_t at)
{
	uint64_t v;

	memcpy(&v, bytes.p + at, sizeof(v));
	return v;
}

int taskstats_read(struct span bytes, struct taskstats_swap *ret)
{
	size_t swapin = 48, thrashing = 328, need = 328;
	struct taskstats_swap t = {0};
	uint16_t version;

	if (bytes.n < sizeof(version))
		return -EBADMSG;
	memcpy(&version, bytes.p, sizeof(version));
	if (version < FIRST)
		return -ENOENT;
	if (version == SHIFTED) {
		swapin = 80;
		thrashing = 392;
	}
	t.thrashing = version >= WITH_THRASHING;
	if (t.thrashing)
		need = thrashing + 16;
	if (bytes.n < need)
		return -EBADMSG;
	t.swapin_count = u64_at(bytes, swapin);
	t.swapin_delay_ns = u64_at(bytes, swapin + 8);
	if (t.thrashing) {
		t.thrashing_count = u64_at(bytes, thrashing);
		t.thrashing_delay_ns = u64_at(bytes, thrashing + 8);
	}
	*ret = t;
	return 0;
}
