// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * swapdev.c - "@swapdev": the disk beneath each line of proc/swaps.
 *
 *	/dev/zram0          zram0   0 zram -
 *	/dev/nvme0n1p3      nvme0n1 0 disk -
 *	/dev/loop0          loop0   0 loop /var/swap\040file
 *	/swapfile           vda     1 file -
 *	/btrfs/swapfile     -       - file -
 *	/gone\040(deleted)  -       - file -
 *
 * Columns: name (escaped as the kernel gave it), disk, its queue/rotational,
 * kind, and the file behind a loop device. For the kernel a loop device is as
 * rotational as its own queue says, whatever lies behind it.
 *
 * No path out of proc/swaps is ever touched, for a swap file on a dead NFS
 * server would hang us: its file system is looked up in proc/self/mountinfo by
 * the longest mount point, and the disk by that line's major:minor. A file
 * system with a number of its own (0:N: btrfs, overlay, nfs) tells no disk.
 */
#include <errno.h>
#include <limits.h>

#include "sys.h"

/* What is found out of one swap area; empty: unknown. */
struct area {
	struct span disk, rotational, backing_file;
	const char *kind;
};

/* Reads one short value; empty when it is not there. */
static struct span value_of(struct root *r, struct span disk, const char *file)
{
	char path[PATH_MAX];
	struct span text;
	int n = snprintf(
		path, sizeof(path), "sys/block/%.*s/%s", (int)disk.n, disk.p, file);

	if (n < 0 || (size_t)n >= sizeof(path))
		return SPAN_EMPTY;
	return root_read(r, path, root_scratch(r), &text) == 0 ? span_trim(text)
							       : SPAN_EMPTY;
}

/* "../../devices/…/block/sda/sda2" → "sda"; "…/block/zram0" → "zram0". */
static struct span disk_of_link(struct span link)
{
	struct span last = SPAN_EMPTY, parent = SPAN_EMPTY;

	while (link.n) {
		parent = last;
		last = span_cut(&link, '/');
	}
	return span_is(parent, "block") ? last : parent;
}

static struct span follow(struct root *r, const char *path)
{
	char link[PATH_MAX];
	int n = root_readlink(r, path, link, sizeof(link));

	if (n < 0)
		return SPAN_EMPTY;
	return arena_span(root_scratch(r), disk_of_link((struct span){link, (size_t)n}));
}

/* A search among sys/block, for trees that were captured without links. */
struct search {
	struct root *r;
	struct span name; /* "sda2", or "8:2" */
	struct span disk;
};

/* "sda" + "2", "nvme0n1" + "p3": a partition begins with the name of its disk. The last match is the longest. */
static void disk_by_name(
	void *ctx, const char *path, const struct span *caught, unsigned n)
{
	struct search *s = ctx;
	struct span disk = caught[0], rest = span_sub(s->name, disk.n, s->name.n);
	uint64_t number;

	(void)path;
	(void)n;
	if (!span_eq(span_sub(s->name, 0, disk.n), disk))
		return;
	if (span_starts(rest, "p"))
		rest = span_sub(rest, 1, rest.n);
	if (!rest.n || span_u64(rest, &number) == 0)
		s->disk = disk;
}

static void disk_by_number(
	void *ctx, const char *path, const struct span *caught, unsigned n)
{
	struct search *s = ctx;
	struct span text;

	(void)n;
	if (root_read(s->r, path, root_scratch(s->r), &text) == 0 &&
		span_eq(span_trim(text), s->name))
		s->disk = caught[0];
}

static struct span base_of(struct span path)
{
	while (span_find(path, '/') >= 0)
		span_cut(&path, '/');
	return path;
}

static struct span disk_of_device(struct root *r, struct span base)
{
	struct search s = {.r = r, .name = base, .disk = SPAN_EMPTY};
	char path[PATH_MAX];

	if (!base.n || base.n > NAME_MAX)
		return SPAN_EMPTY;
	snprintf(path, sizeof(path), "sys/class/block/%.*s", (int)base.n, base.p);
	s.disk = follow(r, path);
	if (!s.disk.n)
		root_glob(r, "sys/block/*", root_scratch(r), disk_by_name, &s);
	return s.disk;
}

static struct span disk_of_number(struct root *r, struct span number)
{
	struct search s = {.r = r, .name = number, .disk = SPAN_EMPTY};
	char path[PATH_MAX];

	if (span_starts(number, "0:") || number.n > NAME_MAX)
		return SPAN_EMPTY;
	snprintf(path, sizeof(path), "sys/dev/block/%.*s", (int)number.n, number.p);
	s.disk = follow(r, path);
	if (!s.disk.n)
		root_glob(r, "sys/block/*/dev", root_scratch(r), disk_by_number, &s);
	if (!s.disk.n)
		root_glob(r, "sys/block/*/*/dev", root_scratch(r), disk_by_number, &s);
	return s.disk;
}

static bool is_below(struct span path, struct span dir)
{
	if (span_is(dir, "/"))
		return true;
	return path.n > dir.n && path.p[dir.n] == '/' &&
	       span_eq(span_sub(path, 0, dir.n), dir);
}

/* "36 28 253:0 / / rw,…": the number of the file system that a path lies on; the last mount is on top. */
static struct span number_of_path(struct span mounts, struct span path)
{
	struct span number = SPAN_EMPTY;
	char point[PATH_MAX];
	size_t longest = 0;

	while (mounts.n) {
		struct span line = span_line(&mounts), dev, dir;

		span_word(&line);
		span_word(&line);
		dev = span_word(&line);
		span_word(&line);
		dir = span_word(&line);
		if (!dir.n || dir.n > sizeof(point))
			continue;
		dir = (struct span){point, span_unoctal(dir, point)};
		if (dir.n >= longest && is_below(path, dir)) {
			longest = dir.n;
			number = dev;
		}
	}
	return number;
}

static struct span disk_of_file(struct root *r, struct span name)
{
	struct span mounts;

	if (!span_starts(name, "/") || span_ends(name, " (deleted)"))
		return SPAN_EMPTY;
	if (root_read(r, "proc/self/mountinfo", root_scratch(r), &mounts) < 0)
		return SPAN_EMPTY;
	return disk_of_number(r, number_of_path(mounts, name));
}

static struct area look_up(struct root *r, struct span name, bool is_file)
{
	struct span base = base_of(name);
	struct area area = {
		.disk = is_file ? disk_of_file(r, name) : disk_of_device(r, base),
		.rotational = SPAN_EMPTY,
		.backing_file = SPAN_EMPTY,
		.kind = is_file ? "file" : "disk",
	};

	if (area.disk.n)
		area.rotational = value_of(r, area.disk, "queue/rotational");
	if (is_file)
		return area;
	if (area.disk.n)
		base = area.disk;
	if (span_starts(base, "zram")) {
		area.kind = "zram";
	} else if (span_starts(base, "loop")) {
		area.kind = "loop";
		area.backing_file = value_of(r, base, "loop/backing_file");
	}
	return area;
}

int door_swapdev(struct root *r, const char *arg, struct buf *out)
{
	struct span swaps;
	int rc = *arg ? -ENOENT : root_read(r, "proc/swaps", root_scratch(r), &swaps);

	if (rc < 0)
		return rc;
	span_line(&swaps); /* the heading */
	while (swaps.n) {
		struct span line = span_line(&swaps), escaped = span_word(&line);
		struct area area;
		struct span name;
		char *p;

		if (!escaped.n)
			continue;
		p = arena_get(root_scratch(r), escaped.n);
		name = (struct span){p, span_unoctal(escaped, p)};
		area = look_up(r, name, span_is(span_word(&line), "file"));
		buf_span(out, escaped);
		buf_char(out, ' ');
		door_word(out, area.disk);
		buf_char(out, ' ');
		door_word(out, area.rotational);
		buf_fmt(out, " %s ", area.kind);
		door_word(out, area.backing_file);
		buf_char(out, '\n');
	}
	return 0;
}
