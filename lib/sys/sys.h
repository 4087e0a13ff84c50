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
#include "parse.h"

#include <sys/types.h>

struct root;

enum root_flags {
	ROOT_KEEP = 1,         /* keep descriptors between reads: for loops */
	ROOT_EMPTY = 2,        /* neither this machine nor a tree: only what doors know without */
	ROOT_MEASURE = 4,      /* take the time of each call to the kernel: it costs two looks at the clock */
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
 * again.c: reads once more what was read, without a look at its path. root_follow() takes down how the root_read()
 * of a file ended (`path` is borrowed); false: it cannot be followed (descriptors are not kept, a tee is set, it
 * opens and does not read). A file that is not kept, as it cannot be read from its start twice, is opened each time.
 * root_again() is -ESTALE when it went otherwise than then, when a descriptor was closed since, a tee or a parameter
 * set: then all is to be read anew. Else it is as root_read() was, 0 or the same error.
 */
struct again {
	const char *path;
	size_t length;
	unsigned long turn;
	int fd, err;
	bool single;
};
bool root_follow(struct root *r, const char *path, int err, struct again *ret_again);
int root_again(struct root *r, struct again *g, struct arena *a, struct span *ret_text);
/* A door's text that stays as it is while the machine is up (the clock in @host left aside). */
bool root_fixed(const struct root *r, const char *path);
/* A folder's entries as the kernel gives them, to be compared: equal bytes, equal names. Nothing else uses the arena meanwhile. */
int root_listing(struct root *r, const char *dir, struct arena *a, struct span *ret_bytes);

/* All is read once more from here on: descriptors of what was not read in the round before may be closed. */
void root_round(struct root *r);

/* Many files of this folder (n bytes of path) come next: a hint, so that each is opened by a short way. */
void root_enter(struct root *r, const char *path, size_t n);

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

/*
 * A parameter that a door asks for. Copied. NULL value unsets.
 *	cgroup      @cgroups: a path below the cgroup root
 *	topology    @topology, @hwloc: an XML file or a synthetic description, in the place of this machine
 *	events      @perf: which, by name, commas between
 *	@…          the text of the door of that path, in place of what it would say: rows that the program itself
 *	            has to offer
 * Where it has the name of a door, a file of that door in a captured tree does not count.
 */
void root_set(struct root *r, const char *name, const char *value);
const char *root_get(const struct root *r, const char *name);

/* For the bench and its tests: how often the kernel was asked, and with ROOT_MEASURE how long it took. */
struct root_cost {
	unsigned long reads, opens; /* calls that read, descriptors opened */
	unsigned long others;       /* files asked for that are not there, folders listed */
	uint64_t ns;
};
struct root_cost root_cost(const struct root *r);

/* The doors: each appends its text to `out`. `arg` is what follows "@name/". Absent is -ENOENT. */
struct door {
	const char *name;
	int (*serve)(struct root *r, const char *arg, struct buf *out);
	const char *needs;     /* the privilege it may lack, NULL for none */
	bool fixed;            /* see root_fixed() */
};
extern const struct door doors[];
extern const size_t n_doors;

int door_closetimeo(struct root *r, const char *arg, struct buf *out);
int door_host(struct root *r, const char *arg, struct buf *out);
int door_limits(struct root *r, const char *arg, struct buf *out);
int door_shm(struct root *r, const char *arg, struct buf *out);
int door_slots(struct root *r, const char *arg, struct buf *out);
int door_swapdev(struct root *r, const char *arg, struct buf *out);
int door_kconfig(struct root *r, const char *arg, struct buf *out);
int door_tasks(struct root *r, const char *arg, struct buf *out);
int door_cgroups(struct root *r, const char *arg, struct buf *out);
int door_netlink(struct root *r, const char *arg, struct buf *out);
int door_topology(struct root *r, const char *arg, struct buf *out);
int door_hwloc(struct root *r, const char *arg, struct buf *out);
int door_threads(struct root *r, const char *arg, struct buf *out);
int door_perf(struct root *r, const char *arg, struct buf *out);
int door_smb(struct root *r, const char *arg, struct buf *out);
int door_resctrl(struct root *r, const char *arg, struct buf *out);
int door_cpusets(struct root *r, const char *arg, struct buf *out);

/*
 * smb.c: the SMB mounts, the closetimeo that each would get were it made anew, and where the live one comes from. Names
 * are escaped, as in mountinfo. No mount point is touched.
 */
#define SMB_CONF_PATH "etc/swsched/cifs.conf"
enum smb_says { SMB_NOTHING, SMB_FSTAB, SMB_UNIT, SMB_CONF }; /* what a mount made anew would get it from */
struct smb_default {
	struct span id, dev, target, source, fstype;
	bool has_live;         /* else the kernel is older than 6.0 */
	uint64_t live;
	enum smb_says says;
	uint64_t wanted;       /* if something says it */
	struct conf_item conf; /* the setting, of SMB_CONF */
	const char *from;      /* of the live value: fstab unit conf helper kernel unknown; NULL: there is none */
	bool ours, kernels;    /* taken down by us as given; equal to this release's own default */
	bool in_fstab, in_unit, autofs; /* who mounts it */
	bool leads;            /* it stands for its superblock, as "@smb/points" has it */
	bool covered;          /* another mount lies right over it: its path leads there */
};
struct smb_defaults {
	struct smb_default *mounts;
	unsigned n;
	struct span fstab, conf;
	int fstab_err, conf_err; /* 0, or why it could not be read */
};
int smb_defaults_read(struct root *r, struct arena *a, struct smb_defaults *ret);
bool smb_kernel_default(struct span release, struct span version, uint64_t seconds); /* version: as uname -v */
void mount_unit(struct span target, struct buf *out); /* of systemd, for a mount point: "mnt-x.mount" */

/* module.c: our own shared objects, from dirname(exe)/../lib/swsched and nowhere else. -ENOSYS: not built. */
int module_symbol(const char *module, const char *symbol, void **ret_symbol);

/* Clocks, for the loop. */
uint64_t clock_mono_ns(void);
uint64_t clock_real_ns(void);

/*
 * Within the room: what the doors are written with.
 *
 * The names of a folder are handed out unsorted, without those that begin with a dot.
 */
typedef void root_name(void *ctx, const char *name, unsigned char type); /* DT_DIR and kin */
int root_list(struct root *r, const char *dir, root_name *each, void *ctx);
int root_list_fd(int fd, root_name *each, void *ctx); /* from where the descriptor stands */
/* The folders among them, as far as the listing tells; their names end with a NUL. */
struct folders {
	struct arena *a;
	struct span *list;
	unsigned n, cap;
};
void folders_add(void *ctx, const char *name, unsigned char type); /* a root_name */
void folders_sort(struct folders *f); /* in natural order: the kernel lists cgroups by hash */
/* A descriptor below the root, close-on-exec, the caller's to close. */
int root_openat(struct root *r, const char *path, int flags);
/* Where a link points to, as text; never followed. */
int root_readlink(struct root *r, const char *path, char *buf, size_t size);
/* A regular file by its way from an open folder, the caller's to close; in a tree it does not lead out of it. */
int root_open_at(struct root *r, int dirfd, const char *name);
/* The start of a regular file in an open folder, read into a buffer; returns its length. */
ssize_t root_read_at(struct root *r, int dirfd, const char *name, char *buf, size_t size);
/* Whether the path is there; its descriptor is left to the root_read() that is likely to follow. */
bool root_has(struct root *r, const char *path);
/* A folder to be listed from its start: kept, or the caller's to give back with what listing it said. */
int root_dir(struct root *r, const char *path);
void root_dir_done(struct root *r, const char *path, int fd, int rc);
/* Memory for the door that is being served, empty at its start. */
struct arena *root_scratch(struct root *r);
uint64_t root_clock(const struct root *r); /* 0 unless it measures */
void root_add_cost(struct root *r, struct root_cost more, uint64_t since_ns);
unsigned long root_turn(const struct root *r); /* moves with whatever makes a struct again stale */
const struct kept *root_kept(struct root *r, const char *path); /* NULL: nothing, or nothing of it */
bool root_keeps(const struct root *r); /* descriptors, and nobody listens in */
bool root_stale(const struct root *r, int fd); /* of a tree: replaced or removed */
int root_open_file(struct root *r, const char *path); /* for reading; devices and FIFOs stay shut */

/*
 * What a door remembers from one reading to the next: zeroed at first, there until the root is
 * closed, then given to `done`, which frees what it points to but not itself.
 */
void *root_memory(struct root *r, const char *door, size_t size, void (*done)(void *what));

/* memory.c */
struct memory;
void *memory_get(struct memory **list, struct arena *a, const char *name, size_t size,
	void (*done)(void *what));
void memory_done(struct memory *list);

/* confine.c: with openat2() links are resolved inside the folder; without, none is followed. */
int confine_open(int dirfd, const char *path, int flags, bool in_root);
bool confine_works(int dirfd);
/* No link at all may stand on the way, and no ".." lead out: for what is to be written. */
int confine_plain(int dirfd, const char *path, int flags);

/* file.c. A file "of the kernel" is regular and needs no look first; a single one gives all of a page at once. */
int file_regular(int fd);                                /* -EISDIR, -EINVAL, -EFBIG */
bool file_single(const struct root *r, const char *path);
/* To its end. *length is what it had last time, and then what it has now. */
int file_read(struct root *r, int fd, bool single, size_t *length, struct arena *a, struct span *ret_text);

/* keep.c: open descriptors by path, with the length their file had. */
struct kept {
	char *path;
	int fd;                /* -1: closed */
	size_t length;         /* when it was last read to its end */
	unsigned long round;   /* in which it was last asked for */
};
struct keep {
	struct kept *slots;
	size_t n, cap, n_open;
	unsigned long n_closed; /* ever */
	unsigned long round;
};
struct kept *keep_find(struct keep *k, const char *path); /* with fd -1 too; NULL: unknown */
bool keep_put(struct keep *k, const char *path, int fd, size_t length); /* false: no memory, fd is not taken */
void keep_close(struct keep *k, struct kept *e);
void keep_free(struct keep *k);

/* param.c */
struct param;
void param_set(struct param **list, struct arena *a, const char *name, const char *value);
const char *param_get(struct param *list, const char *name);

/* doors.c: a word of a table: blanks, controls and backslashes as \040; "-" where there is nothing. */
void door_word(struct buf *out, struct span s);
int door_find(struct span path, const struct door **ret_door, const char **ret_arg);

/* The numbers in an open folder, proc or proc/PID/task, in ascending order. The list is there to be used again. */
struct task_ids {
	struct arena *a;
	uint32_t *list;
	unsigned n, cap;
	bool sorted;
};
int tasks_ids(int fd, struct task_ids *ids);
/* The processes of the tree in ascending order; *ret_fd is the open "proc". */
int tasks_pids(struct root *r, int *ret_fd, uint32_t **ret_pids, size_t *ret_n);
/* What /proc/PID/stat says after the command's name, from field 3 (state) on; comm is what stands in brackets. */
bool tasks_stat(struct span text, struct span *ret_comm, struct span *ret_rest);
/* Reads ID/FILE below an open folder; the empty span when it cannot be, then with the reason (NULL: not asked). */
struct span tasks_read(struct root *r, int fd, uint32_t id, const char *file, char *room,
	size_t size, int *ret_err);
bool tasks_gone(int err); /* what reading of a process says once it has ended */
/* The memory controller's path in /proc/PID/cgroup, of v1 where it is there; the empty span when it has none. */
struct span tasks_cgroup(struct span text);
/* cgroups.c: where the memory controller's tree is mounted, and whether that is v1's. */
const char *cgroups_memory(struct root *r, bool *ret_old);
enum { PF_KTHREAD = 0x00200000 }; /* in field 9, flags */

/* taskstats.c: what a struct taskstats of any version says of swapping. */
struct taskstats_swap {
	uint64_t swapin_count, swapin_delay_ns;
	uint64_t thrashing_count, thrashing_delay_ns;
	bool thrashing;        /* false: the version has no such fields */
};
int taskstats_read(struct span bytes, struct taskstats_swap *ret); /* -ENOENT: a version before 8; -EBADMSG */

/* mod_netlink.c, a module: asks the kernel for the taskstats of thread groups. */
typedef void netlink_each(void *ctx, uint32_t tgid, const void *stats, size_t n);
typedef int netlink_taskstats_fn(const uint32_t *tgids, size_t n, netlink_each *each, void *ctx);
netlink_taskstats_fn netlink_taskstats;

/*
 * smb_servers.c: the connections in DebugData, called by how many have a smaller ConnectionId, as the grammar does it.
 * The spans are of the text.
 */
struct smb_server {
	uint64_t id;
	unsigned rank;
	struct span address;   /* of its first session; empty: none, as of an extra channel */
	struct span netns;     /* empty: not told */
};
struct smb_servers {
	struct arena *a;
	struct smb_server *list;
	unsigned n, cap;
};
void smb_servers_read(struct smb_servers *s, struct span debug);
const struct smb_server *smb_server_find(const struct smb_servers *s, struct span id); /* by "0x17"; NULL: none */
int smb_requests(struct root *r, struct buf *out);
int smb_tcp(struct root *r, struct buf *out);
int smb_twins(struct root *r, struct buf *out);
int smb_shares(struct root *r, struct buf *out);
int smb_mounts(struct root *r, struct buf *out);
int smb_points(struct root *r, struct buf *out);
/*
 * smb_points.c: all mounts of mountinfo in its order, what lies over each, and which have one superblock. The spans
 * are of the text, still escaped.
 */
struct smb_point {
	struct span id, dev, target;
	uint64_t number, parent; /* the id, and that of the mount it is mounted on */
	bool smb;
	struct smb_point *over;  /* lies on its root, so that its path leads there; NULL: nothing does */
	struct smb_point *lead;  /* stands for its superblock */
	struct smb_point **same; /* all of its superblock, in order, itself among them */
	unsigned n_same;
};
struct smb_points {
	struct arena *a;
	struct smb_point *list;
	unsigned n, cap;
	struct smb_point **by_number;
};
void smb_points_read(struct smb_points *p, struct span mountinfo);
const struct smb_point *smb_point_find(const struct smb_points *p, struct span id); /* NULL: none */
/* What follows this word, up to a blank: " pid: " gives the number behind it; the empty span when it is not there. */
struct span smb_after(struct span line, const char *word);

/* mod_netlink.c: each TCP connection to port 445 of this network namespace. */
struct smb_address {
	bool v6;
	unsigned char bytes[16]; /* of version 4: 4, and zeroes */
};
bool smb_address(struct span text, struct smb_address *ret_address); /* what stands behind '%' does not count */
struct smb_socket {
	struct smb_address to; /* the server */
	uint32_t rtt_us, retrans;
};
typedef void netlink_smb_each(void *ctx, const struct smb_socket *s);
typedef int netlink_smb_fn(netlink_smb_each *each, void *ctx);
netlink_smb_fn netlink_smb;
struct smb_sockets {
	struct arena *a;
	struct smb_socket *list;
	unsigned n, cap;
};
/* What "@smb/tcp" and "@smb/requests" say; proc is a descriptor of it or -1, `since`: for how long requests were seen. */
void smb_tcp_put(const struct smb_servers *servers, struct span netns, const struct smb_sockets *sockets,
	struct buf *out);
void smb_requests_put(struct root *r, struct span debug, int proc, bool since, struct buf *out);

/* mod_gunzip.c, a module. `take` is given what was inflated and returns how much of it it took. -EBADMSG: cut or not gzip. */
typedef size_t gunzip_take(void *ctx, struct span text, bool *ret_done);
typedef int gunzip_windows_fn(struct span gz, char *window, size_t size, gunzip_take *take, void *ctx);
gunzip_windows_fn gunzip_windows;

/* cpuset.c: sets of CPU numbers. -EBADMSG; -ERANGE for a number that no kernel gives. */
enum { CPUS_MAX = 8192 };
struct cpuset {
	uint64_t bits[CPUS_MAX / 64];
};
int cpuset_list(struct span text, struct cpuset *ret_set); /* "0-3,8" */
int cpuset_mask(struct span text, struct cpuset *ret_set); /* "1,0000000f" */
void cpuset_add(struct cpuset *s, unsigned cpu);
bool cpuset_has(const struct cpuset *s, unsigned cpu);
unsigned cpuset_next(const struct cpuset *s, unsigned from); /* the first that is not below; CPUS_MAX: none */
void cpuset_put(struct buf *out, const struct cpuset *s);    /* as a list */

/* topology.c: the CPUs of a machine and their last level caches, in the arena of the door being served. */
enum topo_place { TOPO_LLC, TOPO_CORE, TOPO_PACKAGE, TOPO_NODE, TOPO_PLACES };
#define NOWHERE UINT32_MAX
#define NO_CACHE_ID UINT64_MAX
struct topo_cpu {
	unsigned at[TOPO_PLACES]; /* NOWHERE: unknown; numbers of caches and cores are below n_cpus */
	unsigned next;            /* in the same cache */
	bool present, online;
};
struct topo_llc {
	unsigned level;           /* 0: no cache is known, CPUs of a package and node stand together */
	unsigned first, width;    /* CPU; how many are online */
	uint64_t size, id;        /* 0, NO_CACHE_ID: unknown */
};
struct topology {
	struct topo_cpu *cpus;    /* by number */
	struct topo_llc *llcs;
	unsigned n_cpus, n_llcs;
	unsigned *map;            /* n_cpus of them, for passing use */
};
typedef int topology_load(struct root *r, struct span key, struct topology *ret_t);
void topology_begin(struct topology *t, struct arena *a, unsigned n_cpus);
unsigned topology_add(struct topology *t, const struct topo_llc *llc); /* its number; NOWHERE: more than CPUs */
int topology_serve(struct root *r, const char *door, const char *arg, struct span key, topology_load *load,
	struct buf *out);
int topology_text(struct root *r, const char *table, struct buf *out); /* for other doors: of a tree the file, if there is one */
int topology_key(struct root *r, struct span *ret_key);   /* changes when a CPU comes or goes */
int topology_sysfs(struct root *r, struct span key, struct topology *ret_t); /* topo_sysfs.c */

/* write.c: all of it, to a descriptor of the caller's. */
int fd_write(int fd, struct span text);

/* apart.c: what work() writes, in a child process. -ECHILD: it crashed, or took more than these seconds. */
typedef int apart_work(void *ctx, struct buf *out);
int apart_run(unsigned seconds, apart_work *work, void *ctx, struct arena *a, struct span *ret_bytes);
/*
 * The same for calls that may never return: after so many seconds by the clock, whatever the child does, it is
 * -ETIMEDOUT. The child is killed, which takes effect when the kernel lets go of it: what it was doing may still be done.
 */
int apart_wait(unsigned seconds, apart_work *work, void *ctx, struct arena *a, struct span *ret_bytes);

/* mod_hwloc.c, a module: fills in the machine asked for; -EINVAL when it is none. It cannot call us but so. */
struct hwloc_asked {
	struct span xml;          /* with a NUL as its last byte; empty: not this */
	const char *synthetic;    /* NULL: not this; neither: this machine */
	struct arena *arena;
	void (*begin)(struct topology *t, struct arena *a, unsigned n_cpus);
	unsigned (*add)(struct topology *t, const struct topo_llc *llc);
};
typedef int hwloc_topology_fn(const struct hwloc_asked *asked, struct topology *ret_t);
hwloc_topology_fn hwloc_topology;

/* perf_name.c: what an event's name stands for: of each PMU that has it one code, in the buffer. */
enum perf_scope { PERF_OF_CPU, PERF_OF_LLC, PERF_OF_SOCKET };
struct perf_attr {                /* what of struct perf_event_attr says which event; libpfm4 brings a header of its own */
	uint32_t type;
	uint64_t config, config1, config2;
	bool exclude_user, exclude_kernel, exclude_hv;
};
struct perf_code {
	struct perf_attr attr;
	char pmu[64];
	enum perf_scope scope;    /* what is counted there */
	struct cpuset cpus;       /* online, where it is to be opened */
};
/* -ENOENT: nobody knows the name; -EINVAL: its terms, unit mask or modifier are wrong; -ENOSYS: built without libpfm4. */
int perf_encode(struct root *r, struct span name, const struct cpuset *online, struct buf *codes);
/* The next name of a list: commas between, but for those between slashes. False: there is none. */
bool perf_name_next(struct span *rest, struct span *ret_name);
const char *perf_generic(size_t i); /* the names that any kernel knows; NULL behind the last */
/* mod_pfm.c, a module; errors as above. */
typedef int pfm_encode_fn(const char *name, struct perf_attr *ret_attr);
pfm_encode_fn pfm_encode;

/* perf_open.c: the events asked for, and their counters. */
struct perf_counter {
	unsigned cpu, code;
	int fd;
	bool good;                /* `value` is of this reading */
	uint64_t value[3];        /* count, enabled, running: as the kernel hands them out */
};
struct perf_asked {
	struct span name;
	struct buf codes, counters; /* struct perf_code, struct perf_counter */
	int err;                  /* then it has no counters */
	bool unnamed;             /* err is of its name, not of its opening */
};
struct perf {
	struct buf names;
	struct perf_asked *events; /* NULL: not begun */
	unsigned n;
	struct buf key;           /* the CPUs online when last opened, as text */
	struct cpuset online;
};
void perf_names(struct perf *p, const char *names);
int perf_open(struct root *r, struct perf *p); /* what is missing: all at first, then what CPUs that came need */
void perf_free(void *what);
struct perf_code *perf_code_of(const struct perf_asked *e, unsigned i);
struct perf_counter *perf_counters(const struct perf_asked *e, unsigned *ret_n);
