// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tune.h - the only room that changes the system: one setting of the kernel, and the way back.
 *
 * A change is planned (what is the value now?), applied and, when it has served,
 * undone. The file is opened beneath the root with no link followed and must lie
 * in proc or sysfs. It is written once and read back: the kernel may refuse a
 * value without an error, or take it for another. Values are compared by what they
 * mean, "always [madvise] never" being madvise, N being 0 and 0x10 being 16. What
 * did not come out as wanted is put back at once. Undoing leaves alone what somebody
 * else has changed meanwhile.
 *
 * Functions return 0 or a negative errno, and then `step` says what failed. Nothing
 * is printed or allocated.
 */
#pragma once

#include "base.h"

enum tune_step {
	TUNE_OPEN, /* -ENOENT: this kernel lacks it; -EACCES, -EPERM, -EROFS; -ELOOP: a link */
	TUNE_PLACE, /* -EXDEV: not a file of proc or sysfs */
	TUNE_READ, /* its value now; -EMSGSIZE: more than one value of TUNE_ROOM */
	TUNE_WRITE, /* the kernel refused, most often -EINVAL or -EPERM; nothing is changed */
	TUNE_CHECK, /* -EBADE: what was read back is not what was written; the old value is back */
	TUNE_RESTORE, /* the old value could not be put back: `now` is what it is left at */
};

enum { TUNE_ROOM = 256 };

struct tune {
	/* The caller's, and there until the end. */
	int root; /* a descriptor of "/" */
	const char *path; /* below it: "proc/sys/kernel/sched_schedstats" */
	const char *value; /* what it is to be */
	bool anywhere; /* any filesystem will do: for tests on a tree of their own */
	/* Filled in. */
	char old[TUNE_ROOM]; /* what it was, as it would be written */
	char now[TUNE_ROOM]; /* what was last read */
	bool changed; /* by tune_apply(), and not undone */
	enum tune_step step; /* at which a call has failed */
};

/* Reads what the value is; needs no permission to write. */
int tune_plan(struct tune *t);
/* Whether there is anything to do: after tune_plan(). */
bool tune_differs(const struct tune *t);
/* Writes it if it differs, and holds it to that. */
int tune_apply(struct tune *t);
/* Puts back what was changed. False in *ret_restored: nothing was, or it is no longer what we had set it to (see `now`). */
int tune_undo(struct tune *t, bool *ret_restored);

/* Whether two texts, as read or to be written, mean the same value. */
bool tune_same(struct span a, struct span b);
