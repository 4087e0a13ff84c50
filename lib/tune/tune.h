// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tune.h - the only room that changes the system, and knows the way back.
 *
 * tune.c: one setting of the kernel. A change is planned (what is the value now?), applied and, when it has served,
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

#include <limits.h>
#include <sys/stat.h>

#include "base.h"
#include "parse.h"

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
/* A short text of the kernel, in one read, trimmed; it lies in the room. */
int tune_read(int root, const char *path, char *room, size_t size, struct span *ret_text);
/* Written once, not read back: for what cannot be read, like a reset. */
int tune_send(int root, const char *path, const char *value, bool anywhere);

/*
 * zram.c: swap on a zram device that is ours alone. It is known again by its number and by the kernel's sequence
 * number of disks, which no other disk gets while the machine is up.
 */
struct zram {
	int root;
	bool anywhere;
	uint64_t bytes;
	int prio;              /* of the swap area */
	bool added;            /* what follows is filled in */
	unsigned number;
	uint64_t seq;          /* 0: a kernel before 5.15 */
};
enum { ZRAM_PATH = 64, ZRAMS_MOST = 256 };
int zram_add(struct zram *z);         /* an empty device; -ENOENT: no zram here */
int zram_on(const struct zram *z);    /* its size, the swap header, swapon */
/* Off, and the device gone. 0 also when it is gone, or is another's by now. It may take a while: all that is in it comes back. */
int zram_off(const struct zram *z);
bool zram_there(const struct zram *z);
bool zram_unused(struct zram *z);     /* of this number: it is empty; then it is known from now on */
/* The numbers of those that there are, at most `cap`, unsorted. */
unsigned zram_list(int root, unsigned *numbers, unsigned cap);
/* The first page of a swap area. */
void swap_header(unsigned char *page, size_t page_size, uint64_t bytes);

/*
 * changes.c: several changes as one, made for a while, for a command that puts them back. Each is written to a record
 * (/run/swsched/NAME) before it is made. The record goes when all is undone; whoever finds one whose process is no
 * more knows what was left, and can undo it. Undoing goes backwards, leaves alone what somebody else has changed, and
 * goes on after a failure.
 */
enum { CHANGES_MOST = 64, CHANGE_PATH = 160 };
enum change_kind { CHANGE_SET, CHANGE_ZRAM };
enum change_state {
	CHANGE_PLANNED,
	CHANGE_MADE,           /* or begun: it is to be undone */
	CHANGE_UNDONE,
	CHANGE_ALIEN,          /* changed by somebody else since: it stays as it is */
	CHANGE_STUCK,          /* could not be undone */
};
struct change {
	enum change_kind kind;
	enum change_state state;
	char path[CHANGE_PATH]; /* CHANGE_SET */
	char value[TUNE_ROOM];
	struct tune set;
	struct zram zram;      /* CHANGE_ZRAM */
	int err;               /* why it could not be made or undone */
};
struct changes {
	int root;              /* a descriptor of "/" */
	bool anywhere;         /* for tests, as in struct tune */
	const char *name;      /* of the record */
	/* Filled in. */
	struct change at[CHANGES_MOST];
	unsigned n;
	const struct change *failed; /* where changes_apply() did; NULL: at the record */
	int record;            /* its descriptor, or -1 */
	uint64_t pid;          /* of a record that was loaded: whose it is */
};
void changes_begin(struct changes *c, int root, const char *name);
/* Plans. A setting that is so already is not taken in. 0 or as tune_plan(). */
int changes_set(struct changes *c, const char *path, const char *value);
int changes_zram(struct changes *c, uint64_t bytes, int prio);
/* Makes all; after a failure, what was made is to be undone. -EEXIST: there is a record. */
int changes_apply(struct changes *c);
int changes_undo(struct changes *c);  /* the first error, of those STUCK; else the record is gone */
/* What a killed command has left. -ENOENT: nothing, and plans may follow; -EBUSY: it is still running. */
int changes_load(struct changes *c);
/*
 * swap_stage.c: plans swap on zram devices of these sizes, the first tried first, and that faults make folios of this
 * size alone. Also -ENOENT where the kernel has no such size.
 */
enum { SWAP_PRIO_MOST = 32767 };
int changes_swap(struct changes *c, uint64_t folio, const uint64_t *zrams, unsigned n);
/* What undoes it by hand: shell commands. */
void change_by_hand(const struct change *ch, struct buf *out);

/* Inside the room. The next change, empty; it counts once `n` does. NULL, -E2BIG: there are too many. */
struct change *change_next(struct changes *c, enum change_kind kind);
int change_setting(struct changes *c, struct span path, struct span value, struct change **ret_ch);

/* record.c: inside the room. */
int record_create(struct changes *c);
int record_add(struct changes *c, struct span line); /* one line, in one write */
int record_read(struct changes *c, struct buf *out);
void record_remove(struct changes *c);
int record_process(struct changes *c, struct buf *out); /* our own line "process PID START" */
bool record_alive(struct changes *c, uint64_t pid, uint64_t start);
int record_boot(struct changes *c, struct buf *out); /* this boot's id */

/*
 * load.c: a child process with memory of its own, which is written, given back and put out as told. It ends with us,
 * however that happens.
 */
enum load_op {
	LOAD_WRITE,            /* fills it */
	LOAD_FRESH,            /* gives it back to the kernel, then fills it */
	LOAD_OUT,              /* MADV_PAGEOUT */
};
struct load_area {
	uint64_t bytes, align; /* the alignment of its start, a power of two */
	bool large;            /* MADV_HUGEPAGE, else MADV_NOHUGEPAGE */
};
struct load_cost {
	uint64_t user_ns, system_ns, minflt, majflt;
};
enum { LOAD_AREAS = 2, LOAD_PLACES = 1024 };
struct load {
	int pid, end;
	struct load_board *board;
	uint64_t swapped;      /* bytes of it in swap after the last LOAD_OUT; UINT64_MAX: not known */
};
/* cpu: the only one that it runs on; -1: any. */
int load_begin(const struct load_area areas[LOAD_AREAS], int cpu, struct load *ret_load);
/*
 * Does it to n ranges one after the other, at most LOAD_PLACES: the i-th is `unit` bytes long and begins at
 * places[i] * unit. -EINTR: a signal came; -ECHILD: the child was killed. `cost` grows by what it took.
 */
int load_do(struct load *l, enum load_op op, unsigned area, uint64_t unit, unsigned n, const uint32_t *places,
	struct load_cost *cost);
void load_end(struct load *l);

/*
 * replace.c: a text file gets another text, whole or not at all. Links are resolved inside the root, and the file they
 * lead to is what is replaced. Mode, owner and labels stay; what it was is kept beside it as NAME.swsched.bak. It is
 * refused if it is no regular file, has other names, or was changed since it was read.
 */
enum replace_step {
	REPLACE_OPEN,
	REPLACE_PLACE,
	REPLACE_READ,
	REPLACE_LOCK,
	REPLACE_STALE,
	REPLACE_LIKE,
	REPLACE_WRITE,
	REPLACE_BACKUP,
	REPLACE_RENAME, /* up to here nothing is changed */
	REPLACE_SYNC,
	REPLACE_CHECK,
};

enum { REPLACE_NAME = 200 }; /* the longest name of a file */

struct replace {
	/* The caller's. */
	int root; /* a descriptor of "/" or of a tree */
	const char *show; /* how messages call it: "/" or "/tree/" */
	const char *path; /* below it: "etc/fstab" */
	bool make; /* it may be missing, and its folder too */
	/* Filled in. */
	struct span text; /* what it says, in the arena; empty where it is missing */
	bool absent;
	bool done; /* it was renamed: an error came after that */
	enum replace_step step; /* at which a call has failed */
	char real[PATH_MAX]; /* the file that links lead to */
	char name[REPLACE_NAME + 1]; /* of it, in the open folder */
	int dir;
	struct stat was;
};
int replace_read(struct replace *r, struct arena *a);
int replace_write(struct replace *r, struct span text);
void replace_end(struct replace *r); /* after either; a second time does nothing */
int replace_text(int fd, size_t size, struct arena *a, struct span *ret_text); /* -ESTALE: it has not that size */
const char *replace_what(enum replace_step step); /* "cannot be read": behind the file's name */

/* fstab.c: the one SMB line of that source and target (both escaped). -ENOENT: none; -ENOTUNIQ: several, the first is given. */
int fstab_match(struct span text, struct span source, struct span target, struct fstab_line *ret);
/*
 * The options that the line should have: closetimeo as given (NULL: as it is), and _netdev where the type is the mount
 * helper's. 1: they differ from those there; 0: they do not; -EBADMSG: the line is not plain enough to be changed.
 */
int fstab_options(const struct fstab_line *l, const uint64_t *seconds, struct buf *out);
/* The whole text with these options in that line. -EBADE: it does not read back so, and is not to be used. */
int fstab_change(struct span text, const struct fstab_line *l, struct span options, struct buf *out);

/* conf.c: cifs.conf with one setting changed, or taken out. `name` of a server or mount is escaped. */
bool conf_at(struct span conf, enum conf_scope scope, struct span name, struct conf_item *ret);
void conf_set(struct span conf, enum conf_scope scope, struct span name, uint64_t seconds, struct buf *out);
void conf_unset(struct span conf, enum conf_scope scope, struct span name, struct buf *out);

/* given.c: what swsched has given a mount, for `closetimeo get` and `apply`. */
struct given {
	struct span dev, mount; /* "0:52" and the mount's number, as in mountinfo */
	uint64_t seconds;
	const char *by; /* "helper", "mount", "apply" */
};
int given_put(int root, const struct given *g);

/*
 * ---- closetimeo of a live SMB mount --------------------------------------------------------------
 *
 * The kernel's remount of an SMB mount begins at its defaults and not at what is set, so a single option cannot be
 * changed: all that mountinfo shows of the superblock is given again, the new closetimeo in its place, and with
 * it what the kernel shows only by leaving something out. mountinfo is read before and after. What differs but
 * closetimeo is put back, with the old list.
 *
 * mounts.c, replay.c and verify.c are pure: text in, plan out.
 */
struct root;

/* One mount. Spans of the text of mountinfo: still escaped, but for `target`. */
struct smb_mount {
	struct span id, dev, root, options, fstype, source, sboptions;
	struct span target;
	bool smb;
	bool covered;          /* another mount lies right over it: its path leads there */
};
struct smb_mounts {
	struct arena *arena;
	struct smb_mount *list; /* all mounts, SMB or not, as the kernel lists them */
	unsigned n, cap;
};
void smb_mounts_read(struct smb_mounts *m, struct span mountinfo);
/* The mount on top at that place: of several, the last that none covers. -ENOENT: none; -EMEDIUMTYPE: no SMB mount. */
int smb_mounts_at(const struct smb_mounts *m, struct span target, const struct smb_mount **ret_mount);
/* A place as the user names it, as mountinfo would: absolute, no "//", no "." and no '/' at its end. Nothing is looked up. */
struct span smb_place(struct arena *a, const char *cwd, const char *path);

/* One of the superblock's options; a comma within quotes parts nothing. False at the end. */
struct smb_option {
	struct span text; /* "name=value", as it stands */
	struct span name, value; /* value empty for a word alone: then `flag` */
	bool flag;
};
bool smb_option_next(struct span *rest, struct smb_option *ret_option);
bool smb_option_find(struct span options, const char *name, struct smb_option *ret_option);
/* -EOPNOTSUPP: none is shown, as by kernels before 6.0 */
int smb_closetimeo(const struct smb_mount *m, uint64_t *ret_seconds);
/* Why closetimeo can have no effect on this mount; NULL: it may. */
const char *smb_closetimeo_dead(const struct smb_mount *m);

/* replay.c: what is given to the kernel. */
enum { REPLAY_FIXES = 4 }; /* what a refusal teaches: a bit each */
struct replay_option {
	const char *name, *value; /* value NULL: a word alone */
	const char *because; /* not shown by mountinfo: why it is given; NULL: shown */
};
struct replay {
	struct arena *arena;
	struct replay_option *list;
	unsigned n, cap;
};
void replay_plan(struct replay *r, struct span sboptions, uint64_t seconds, unsigned fixes);
/* Whether what the kernel said on refusing is mended by a fix that was not tried yet; adds it. */
bool replay_fix(struct span said, struct span sboptions, unsigned *fixes);
/* An option whose value nobody is to see. */
bool replay_secret(struct span name);

/*
 * verify.c: what differs between two readings of mountinfo in the mounts of that superblock, but for closetimeo; as
 * text, "/mnt/a: uid=1000 became uid=0; …". False: nothing.
 */
bool smb_differs(const struct smb_mounts *before, const struct smb_mounts *now, struct span dev, struct buf *out);

/* remount.c: gives the list to the kernel, in a child process as the server may be dead. *ret_said is what the kernel said. */
enum closetimeo_step {
	CLOSETIMEO_FIND, /* -ENOENT, -EMEDIUMTYPE: no SMB mount there; -EOPNOTSUPP: its kernel has no closetimeo */
	CLOSETIMEO_PICK, /* -EPERM; -ENOSYS: no such call; -ESTALE: another mount lies over it; nothing is changed */
	CLOSETIMEO_OPTION, /* the kernel refused `said`; nothing is changed */
	CLOSETIMEO_CHANGE, /* the kernel refused the whole; nothing is changed */
	CLOSETIMEO_WAIT, /* -ETIMEDOUT: the kernel has not answered yet; it may still do it */
	CLOSETIMEO_CHECK, /* -EBADE: not as wanted (`differs`), and put back */
	CLOSETIMEO_RESTORE, /* not as wanted, and could not be put back: `differs` is what is left */
};
struct closetimeo;
typedef int closetimeo_remount(
	struct closetimeo *c, const struct replay *list, enum closetimeo_step *ret_step, struct span *ret_said);
closetimeo_remount remount_apart;

struct closetimeo {
	/* The caller's, and there until the end. */
	struct root *root; /* where mountinfo is read */
	struct arena *arena; /* for all that follows */
	struct span target; /* see smb_place() */
	uint64_t seconds;
	closetimeo_remount *remount; /* NULL: remount_apart() */
	void *ctx; /* for that */
	/* Filled in by closetimeo_plan(). */
	struct smb_mounts before;
	const struct smb_mount *mount;
	uint64_t old; /* seconds; also what it is after failing, unless the step says otherwise */
	struct replay list;
	/* By closetimeo_set(). */
	bool changed;
	unsigned fixes;
	unsigned kept; /* options and flags that were compared and found as they were */
	enum closetimeo_step step; /* at which a call has failed */
	struct span said, differs;
};
/* The most seconds that this kernel takes: 2^30 jiffies; where its HZ is not known, of the most there is. */
uint64_t closetimeo_most(struct root *r, struct arena *a);
/* Reads what is; needs no privilege. */
int closetimeo_plan(struct closetimeo *c);
/* Plans, and sets closetimeo of the one superblock that is mounted there, and nothing else. 0, or negative errno and `step`. */
int closetimeo_set(struct closetimeo *c);
