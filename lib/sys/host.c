// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * host.c - "@host": what the numbers of all other files depend on.
 *
 *	release 6.18.44
 *	machine x86_64
 *	page_size 4096
 *	boot_id 0a1b2c3d-...
 *	realtime_ns 1760000000000000000
 *	monotonic_ns 123456789
 *	user_hz 100
 *
 * Neither the machine's name nor the kernel's HZ is here: the one identifies,
 * the other would cost the reading of a configuration. Of a captured tree none
 * of this can be reckoned, so it has it as a file or not at all.
 */
#include <errno.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "sys.h"

static void line_u64(struct buf *out, const char *key, uint64_t value)
{
	buf_str(out, key);
	buf_char(out, ' ');
	buf_u64(out, value);
	buf_char(out, '\n');
}

static void line_sysconf(struct buf *out, const char *key, int name)
{
	long value = sysconf(name);

	if (value > 0)
		line_u64(out, key, (uint64_t)value);
}

static void line_span(struct buf *out, const char *key, struct span value)
{
	buf_str(out, key);
	buf_char(out, ' ');
	buf_span(out, value);
	buf_char(out, '\n');
}

int door_host(struct root *r, const char *arg, struct buf *out)
{
	struct utsname u;
	struct span boot;

	if (!root_live(r) || *arg)
		return -ENOENT;
	if (uname(&u) == 0) {
		line_span(out, "release", span_z(u.release));
		line_span(out, "machine", span_z(u.machine));
	}
	line_sysconf(out, "page_size", _SC_PAGESIZE);
	if (root_read(r, "proc/sys/kernel/random/boot_id", root_scratch(r), &boot) == 0)
		line_span(out, "boot_id", span_trim(boot));
	line_u64(out, "realtime_ns", clock_real_ns());
	line_u64(out, "monotonic_ns", clock_mono_ns());
	line_sysconf(out, "user_hz", _SC_CLK_TCK);
	return 0;
}
