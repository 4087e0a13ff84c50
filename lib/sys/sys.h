// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sys.h - the only door to the kernel.
 *
 * Everything is read below a root: "/" for this machine, or a captured tree
 * (--sysroot), whose links are resolved inside it (openat2 RESOLVE_IN_ROOT).
 * Paths are relative ("proc/vmstat"). A path "@name" or "@name/more" is a
 * door: what is not one file, served as text. Under a captured tree a door
 * gives the file of its name if the tree has one, else computes its text from
 * the tree, else is absent (-ENOENT).
 *
 * All functions return 0 or a negative errno. Nothing here writes to the machine.
 */
#pragma once

#include "base.h"

struct root;

enum root_flags {
	ROOT_KEEP = 1,         /* keep descriptors between reads: for loops */
};

/* dir NULL: this machine. Ownership of the root goes to the caller. */
int root_open(const char *dir, unsigned flags, struct root **ret_root);
void root_close(struct root *r); /* NULL is fine */
bool root_live(const struct root *r);

/*
 * Reads a file or door to its end into the arena; the span stays valid until the
 * arena is reset. A file over 64 MiB is -EFBIG. A kept descriptor that answers ENODEV, ESRCH or
 * EIO is reopened once. A file that has the length it had when it was last read
 * to its end costs one system call.
 */
int root_read(struct root *r, const char *path, struct arena *a, struct span *ret_text);

/*
 * Calls `each` for each path that matches the pattern, `*` standing for one or more characters of one
 * path component, at most 3 of them. `caught` are what the stars stood for. Sorted by natural order
 * of the whole path. `path` and `caught` live in the arena. Returns -ENOENT when nothing matched,
 * -EACCES when a folder on the way could not be listed.
 */
typedef void root_each(void *ctx, const char *path, const struct span *caught, unsigned n_caught);
int root_glob(struct root *r, const char *pattern, struct arena *a, root_each *each, void *ctx);

/*
 * A tee sees every path read with its bytes before the caller does, and may replace them (redaction):
 * it returns the text to hand on. Used by capture. NULL takes it off.
 */
typedef struct span root_tee(void *ctx, const char *path, struct arena *a, struct span text);
void root_set_tee(struct root *r, root_tee *tee, void *ctx);

/* A parameter that a door asks for ("cgroup": a path below the cgroup root). Copied. NULL value unsets. */
void root_set(struct root *r, const char *name, const char *value);
const char *root_get(const struct root *r, const char *name);

/* For the bench and its tests: how many read calls and how many nanoseconds they took. */
struct root_cost {
	unsigned long reads, opens;
	uint64_t ns;
};
struct root_cost root_cost(const struct root *r);

/* The doors: each appends its text to `out`. `arg` is what follows "@name/". Absent is -ENOENT. */
struct door {
	const char *name;
	int (*serve)(struct root *r, const char *arg, struct buf *out);
	const char *needs;     /* the privilege it may lack, NULL for none */
};
extern const struct door doors[];
extern const size_t n_doors;

int door_host(struct root *r, const char *arg, struct buf *out);
int door_swapdev(struct root *r, const char *arg, struct buf *out);
int door_kconfig(struct root *r, const char *arg, struct buf *out);
int door_tasks(struct root *r, const char *arg, struct buf *out);
int door_cgroups(struct root *r, const char *arg, struct buf *out);
int door_netlink(struct root *r, const char *arg, struct buf *out);

/* module.c: our own shared objects, from dirname(exe)/../lib/swsched and nowhere else. -ENOSYS: not built. */
int module_symbol(const char *module, const char *symbol, void **ret_symbol);

/* Clocks, for the loop. */
uint64_t clock_mono_ns(void);
uint64_t clock_real_ns(void);
