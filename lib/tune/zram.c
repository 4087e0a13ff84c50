// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * zram.c - swap on a zram device of our own, from adding the device to removing it.
 *
 *	cat /sys/class/zram-control/hot_add      "1": zram1 is new (drivers/block/zram: hot_add_show())
 *	echo 67108864 >/sys/block/zram1/disksize
 *	mkswap /dev/zram1; swapon -p 32767 /dev/zram1
 *	swapoff /dev/zram1; echo 1 >/sys/block/zram1/reset
 *	echo 1 >/sys/class/zram-control/hot_remove
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

#define CONTROL "sys/class/zram-control/"
/* What /sys/block links to: no link may stand on the way of what is written. */
#define DISKS "sys/devices/virtual/block"

/* udev looks at a new disk, and whoever holds one open keeps it from being removed. */
enum { TRIES = 60, PAUSE_NS = 50 * 1000 * 1000 };

static int read_number(int root, const char *path, uint64_t *ret_value)
{
	char room[32];
	struct span text;
	int err = tune_read(root, path, room, sizeof(room), &text);

	return err ? err : span_u64(text, ret_value);
}

static const char *path_of(char to[ZRAM_PATH], unsigned number, const char *file)
{
	snprintf(to, ZRAM_PATH, DISKS "/zram%u/%s", number, file);
	return to;
}

/* How the device of its number is known again. */
static void know(struct zram *z)
{
	char path[ZRAM_PATH];

	if (read_number(z->root, path_of(path, z->number, "diskseq"), &z->seq))
		z->seq = 0;
	z->added = true;
}

int zram_add(struct zram *z)
{
	uint64_t number;
	int err = read_number(z->root, CONTROL "hot_add", &number);

	if (err)
		return err;
	if (number > 1 << 20)
		return -ERANGE;
	z->number = (unsigned)number;
	know(z);
	return 0;
}

/* ---- on ---- */

static void put_u32(unsigned char *to, uint32_t v)
{
	memcpy(to, &v, sizeof(v));
}

/* include/linux/swap.h: union swap_header. Numbers are in the machine's own order. */
void swap_header(unsigned char *page, size_t page_size, uint64_t bytes)
{
	memset(page, 0, page_size);
	put_u32(page + 1024, 1); /* version */
	put_u32(page + 1028, (uint32_t)(bytes / page_size - 1)); /* the last page */
	memcpy(page + page_size - 10, "SWAPSPACE2", 10);
}

/* The node must be the very device: what stands in /dev is whatever somebody made there. */
static int open_node(const struct zram *z, int *ret_fd)
{
	char path[ZRAM_PATH], room[32], is[32];
	struct span want;
	struct stat st;
	int fd, err = tune_read(z->root, path_of(path, z->number, "dev"), room,
			sizeof(room), &want);

	if (err)
		return err;
	snprintf(path, sizeof(path), "dev/zram%u", z->number);
	/* Where nobody but udev makes it, a moment later. */
	for (int i = 0;; i++) {
		fd = confine_plain(z->root, path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
		if (fd != -ENOENT || i == TRIES)
			break;
		nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
	}
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0)
		err = -errno;
	snprintf(is, sizeof(is), "%u:%u", major(st.st_rdev), minor(st.st_rdev));
	if (!err && (!S_ISBLK(st.st_mode) || !span_is(want, is)))
		err = -ENODEV;
	if (err) {
		close(fd);
		return err;
	}
	*ret_fd = fd;
	return 0;
}

static int format(const struct zram *z)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char *page = malloc(size);
	int fd, err;

	if (!page)
		return -ENOMEM;
	swap_header(page, size, z->bytes);
	err = open_node(z, &fd);
	if (!err) {
		err = fd_write(fd, (struct span){(const char *)page, size});
		if (!err && fsync(fd) < 0)
			err = -errno;
		if (close(fd) < 0 && !err)
			err = -errno;
	}
	free(page);
	return err;
}

int zram_on(const struct zram *z)
{
	char path[ZRAM_PATH], value[32], node[ZRAM_PATH];
	struct tune size = {.root = z->root,
		.path = path_of(path, z->number, "disksize"),
		.value = value,
		.anywhere = z->anywhere};
	int err;

	snprintf(value, sizeof(value), "%llu", (unsigned long long)z->bytes);
	err = tune_plan(&size);
	if (!err)
		err = tune_apply(&size);
	if (!err)
		err = format(z);
	snprintf(node, sizeof(node), "/dev/zram%u", z->number);
	if (!err && swapon(node, SWAP_FLAG_PREFER | (z->prio & SWAP_FLAG_PRIO_MASK)) < 0)
		err = -errno;
	return err;
}

/* ---- off ---- */

bool zram_there(const struct zram *z)
{
	char path[ZRAM_PATH];
	uint64_t seq = 0;

	if (!z->added)
		return false;
	if (read_number(z->root, path_of(path, z->number, "diskseq"), &seq) == 0)
		return seq == z->seq;
	return !z->seq &&
	       read_number(z->root, path_of(path, z->number, "disksize"), &seq) == 0;
}

bool zram_unused(struct zram *z)
{
	char path[ZRAM_PATH];
	uint64_t size;

	if (read_number(z->root, path_of(path, z->number, "disksize"), &size) || size)
		return false;
	know(z);
	return true;
}

static int send_patiently(const struct zram *z, const char *path, const char *value)
{
	int err;

	for (int i = 0;; i++) {
		err = tune_send(z->root, path, value, z->anywhere);
		if (err != -EBUSY || i == TRIES)
			return err;
		nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
	}
}

int zram_off(const struct zram *z)
{
	char path[ZRAM_PATH], text[32];
	int rc, err;

	if (!zram_there(z))
		return 0;
	snprintf(path, sizeof(path), "/dev/zram%u", z->number);
	do
		rc = swapoff(path);
	while (rc < 0 && errno == EINTR);
	/* EINVAL: it is no swap; ENOENT: there is no node, so it never was. */
	if (rc < 0 && errno != EINVAL && errno != ENOENT)
		return -errno;
	err = send_patiently(z, path_of(path, z->number, "reset"), "1");
	if (err)
		return err;
	snprintf(text, sizeof(text), "%u", z->number);
	err = send_patiently(z, CONTROL "hot_remove", text);
	return err == -ENODEV ? 0 : err;
}

/* ---- which there are ---- */

struct listing {
	unsigned *numbers, n, cap;
};

static void on_disk(void *ctx, const char *name, unsigned char type)
{
	struct listing *l = ctx;
	uint64_t number;

	(void)type;
	if (strncmp(name, "zram", 4) || span_u64(span_z(name + 4), &number) < 0 ||
		number > 1 << 20 || l->n == l->cap)
		return;
	l->numbers[l->n++] = (unsigned)number;
}

unsigned zram_list(int root, unsigned *numbers, unsigned cap)
{
	struct listing l = {numbers, 0, cap};
	int fd = confine_plain(root, DISKS, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	root_list_fd(fd, on_disk, &l);
	close(fd);
	return l.n;
}
