// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cmd.h - the program: argv in, exit status out.
 */
#pragma once

#include <argp.h>

#include "domain.h"
#include "tune.h"
#include "sim.h"
#include "view.h"

/* Exit statuses; swsched(1) explains them. */
enum status {
	STATUS_OK = 0,
	STATUS_FAILED = 1,
	STATUS_USAGE = 2,
	STATUS_LACKS = 3,
	STATUS_PRIVILEGE = 4,
	STATUS_PARTIAL = 5,
	STATUS_DIFFERS = 6,
	STATUS_UNDONE = 7,
};

/* What the user asked for; filled by opts_parse(). */
struct opts {
	const struct domain *domain; /* NULL: all of them */
	const struct verb *verb;
	const char *command;         /* "swsched swap stat", for messages */
	const struct view *view;
	const char *output, *per, *sort, *filter;
	const char *sysroot, *from, *to, *cgroup, *topology;
	const char *events;          /* of each -e, commas between; in `event_list` */
	const char *dir;             /* capture: where to */
	bool reverse, all, noheadings, stamp, reasons, tree, exact, human, redact, schedstats, verify;
	enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color;
	bool again;                  /* --sysroot is one tree, to be read at each turn */
	bool loops;                  /* the command is a loop also when no INTERVAL is named, and keeps its pace */
	double interval;             /* seconds; 0: one answer */
	unsigned long count;         /* 0: no end */
	struct buf name;             /* holds `command` */
	struct buf event_list;
	const struct own *own;       /* of the command; NULL: none */
	void *ctx;                   /* what these options fill; the command's */
};

/* Options are one table; which commands take a row is data too. TAKES_OWN: none of it, only the command's own. */
enum { TAKES_READ = 1, TAKES_DIR = 2, TAKES_OVERVIEW = 4, TAKES_VERB = 8, TAKES_OWN = 16 };
extern const struct argp_option cmd_options[];
void opts_parse(struct opts *o, unsigned takes, const char *doc, int argc, char **argv);
/* checks.c: what was parsed is asked for of this command, and fits together. */
void opts_check(struct opts *o, unsigned takes);
/* Says what is wrong with the arguments and ends the program, with STATUS_USAGE. */
void opts_bad(const struct opts *o, const char *fmt, ...) __attribute__((format(printf, 2, 3), noreturn));

bool interval_read(struct span text, double *ret); /* seconds, from 0.01 to 1000000; false: it is none */

/* What a command takes beside, or in place of, the options of reading. Keys of long options begin at KEY_OWN. */
enum { KEY_OWN = 0x200 };
struct own {
	const char *args;            /* as usage shows them, "SECONDS MOUNT…"; NULL: those of reading */
	const struct argp_option *options; /* ends with {0}; NULL: none */
	int (*option)(struct opts *o, int key, const char *arg); /* ARGP_ERR_UNKNOWN: not one of its own */
	void (*arg)(struct opts *o, unsigned n, const char *arg); /* the n-th from 0; NULL: those of reading */
	void (*check)(struct opts *o); /* after the last; NULL: nothing to check */
};

extern const struct own report_own, diff_own;

/* A command by name, of one word or two. Those of one domain are found behind its name, the others alone. */
struct command {
	const char *name, *brief;
	unsigned takes;
	bool of_domain, alone;
	int (*run)(struct opts *o, int argc, char **argv);
	const char *only;            /* the one domain that has it; NULL: each */
	const struct own *own;       /* NULL: nothing of its own */
};
extern const struct command commands[];
extern const size_t n_commands;
const struct command *command_find(const char *name, const struct domain *d); /* NULL d: one that stands alone */
bool command_of(const struct command *c, const struct domain *d); /* whether the domain has it */
const char *command_args(const struct command *c); /* "" for none */
const struct verb *verb_find(const struct domain *d, const char *name);
bool verb_lists(const struct domain *d, const struct verb *v); /* false: a command of its name does */
/* The options of every command, each name once; NULL begins and ends. */
const struct argp_option *option_next(const struct argp_option *o);

/* Runs what argv[1…] says; main()'s body, and that of help. */
int cmd_run(struct opts *o, int argc, char **argv);
int cmd_overview(struct opts *o, int argc, char **argv);
int cmd_fields(struct opts *o, int argc, char **argv);
int cmd_tunables(struct opts *o, int argc, char **argv);
int cmd_capture(struct opts *o, int argc, char **argv);
int cmd_diff(struct opts *o, int argc, char **argv);
int cmd_report(struct opts *o, int argc, char **argv);
int cmd_swap_sim(struct opts *o, int argc, char **argv);
int cmd_top(struct opts *o, int argc, char **argv);
extern const struct own top_own;
int cmd_doc(struct opts *o, int argc, char **argv);
int cmd_help(struct opts *o, int argc, char **argv);
int cmd_swap_slots(struct opts *o, int argc, char **argv);
int cmd_swap_test(struct opts *o, int argc, char **argv);
extern const struct own slots_own, test_own;
int cmd_cifs_mount(struct opts *o, int argc, char **argv);
extern const struct own cifs_mount_own;

/* mount_helper.c: mount.TYPE.swsched, with the arguments that mount(8) gives. */
int cmd_mount_helper(const char *type, int argc, char **argv);

/*
 * mounting.c: the default closetimeo of what is to be mounted, if there is one and the kernel knows the option; a
 * program run to its end, whose status is returned (of a signal: it ends us too); what was given taken down in /run.
 */
bool mounting_default(const char *source, const char *target, uint64_t *ret_seconds);
int mounting_run(char **argv);
void mounting_note(const char *target, uint64_t seconds, const char *by);
void conf_say_faults(struct span conf); /* a faulty line of cifs.conf is said, and hinders nothing */
int cmd_closetimeo(struct opts *o, int argc, char **argv);
int cmd_closetimeo_set(struct opts *o, int argc, char **argv);
int cmd_closetimeo_default(struct opts *o, int argc, char **argv);
int cmd_closetimeo_apply(struct opts *o, int argc, char **argv);
extern const struct own closetimeo_own, closetimeo_set_own, closetimeo_default_own, closetimeo_apply_own;
void put_section(struct buf *b, enum conf_scope scope, struct span name); /* "[server filer]" of cifs.conf */
int closetimeo_live(struct root *r, struct span target, uint64_t seconds); /* as `closetimeo set` of one mount does */
struct span place_of(struct arena *a, const char *path); /* a mount point as mountinfo would name it */

/*
 * persist.c: closetimeo in fstab. persist_line() plans one line, to be written by persist_commit(), and says what it will
 * be: 1; 0: it is so; -ENOTUNIQ, -EBADMSG: it is left as it is, see persist_refused(). The others return a status.
 */
struct persist {
	struct replace r;
	struct arena arena;
	struct buf show, text;       /* how to call the root; fstab as it is to be */
	unsigned changes, refused;
};
int persist_begin(struct persist *p, const char *sysroot);
int persist_line(struct persist *p, const struct fstab_line *l, const uint64_t *seconds, struct buf *out);
void persist_refused(struct persist *p, const struct fstab_line *l, int err, struct buf *out);
int persist_say_refused(const struct persist *p);
int persist_commit(struct persist *p, struct buf *out);
void persist_end(struct persist *p);
/* The line of one live mount, from the first to the last step; without one, what is to be written elsewhere. */
int persist_mount(const char *sysroot, struct span target, uint64_t seconds, bool dry_run, struct buf *out);
void put_snippet(struct buf *out, const struct smb_default *m, uint64_t seconds);
int replace_say(const struct replace *r, int err); /* the status that goes with it */
int files_open(const char *sysroot, struct buf *ret_show); /* its folder, and how to call it; negative: was said */
void put_shell_word(struct buf *b, struct span s);
void put_unescaped(struct buf *b, struct span s);

/*
 * doc.c: a skeleton is filled by what its markers, "@name@" or "@name argument@", stand for.
 * `put` returns -EINVAL where its argument names nothing. A list ends with a name of NULL.
 */
struct marker {
	const char *name;
	int (*put)(struct buf *out, struct span arg);
};
extern const struct marker man_markers[], bash_markers[], zsh_markers[], fish_markers[];
void doc_word(struct buf *out, const char *word); /* doc_shell.c: behind a blank where there was one before */
/* doc_options.c: how skeletons call what can be completed of an argument; markers of shells. */
const char *doc_class(struct span arg);
int doc_bash_options(struct buf *out, struct span arg);
int doc_bash_arguments(struct buf *out, struct span arg);
int doc_zsh_options(struct buf *out, struct span arg);
int doc_fish_options(struct buf *out, struct span arg);
int doc_valued(struct buf *out, struct span arg);

const char *kind_name(enum kind k);            /* catalog.c: "counter" */
/* The file that a field of this row is read from, "/proc/sys/vm/swappiness"; nothing for what is no one file. */
void field_file(struct buf *out, const struct field *f, struct span row);

/* run.c: the loop. `take` fills a sample: from the kernel, or from what a command has of its own. */
typedef int run_take(void *ctx, const struct plan *p, struct root *r, struct sample *s);
int run_verb(struct opts *o, run_take *take, void *ctx);

/* What doors were told by an option; NULL: nothing. Names are those of root_set(). */
const char *opts_param(const struct opts *o, const char *name);

/* events.c: says what of -e cannot be counted, or is not in the tree; whether it had to. */
struct span cgroup_row(struct plan *p, const char *path); /* shape.c: what the row of --cgroup is called */
bool events_say(const struct opts *o, struct root *root, struct arena *a);
/* The formula that holds for rows of the events asked for. */
void events_filter(const struct opts *o, struct buf *out);

/* open.c: where tree n of a --sysroot is: a folder of trees t0, t1, … plays them in turn. NULL stays NULL. */
const char *tree_of(const char *sysroot, unsigned long n, bool in_turn, struct buf *b);
int read_file(const char *path, struct buf *ret_text); /* all of it, behind what is there; -errno */
bool path_folder(const char *path);
bool tree_has(const struct opts *o, const char *file); /* in the first tree that is read, or on this machine */
/* root_open(), which says why not; may_end: that there is no tree is the end of those in turn, and not said. */
int tree_open(const char *path, unsigned flags, bool may_end, struct root **ret_root);

/* counting.c: sets the file below / to 1 for this run; what goes wrong was said, and is the status. */
int counting_begin(const char *path);
int counting_end(void);                        /* without a beginning, or a second time, it does nothing */

/*
 * survey.c: a domain as reports and comparisons look at it, by its sections. Zero-initialise; survey_free() when done.
 */
struct survey {
	const struct domain *domain;
	struct plan plan;
	struct verdicts *verdicts;
	struct setting {             /* a tunable of a table of the sections */
		unsigned table, col;
		const struct field *field;
		const struct code *initial; /* NULL: what the kernel sets it to is not known */
	} *settings;
	unsigned n_settings, cap_settings;
	const struct code **only;    /* one a section: which rows; NULL: all */
	struct sample taken[2], out; /* two moments, and what is between them */
	struct sample total;         /* the second alone: since boot */
};
/*
 * `all`: also the fields that no section names. `verb`: whose findings and heading; NULL: all findings, and the line
 * that the domain has in the overview. STATUS_OK, or why not, which was said.
 */
int survey_begin(struct survey *v, const struct domain *d, const struct verb *verb, bool all);
int survey_take(struct survey *v, struct root *root, unsigned at);
void survey_reckon(struct survey *v, bool between); /* without: totals since boot, of the first moment */
void survey_free(struct survey *v);
/* The first section that is about the table; n_sections: none is. */
size_t section_first(const struct domain *d, const char *row);
bool section_about(const struct domain *d, const char *row); /* some section is */
/* Whether sections about the table have the field among what a row is; `now`: or how it stands. */
bool section_fact(const struct domain *d, const char *row, const struct field *f, bool now);
/* Wants what the sections of the plan's domain name. */
int survey_want(struct plan *p, struct span *ret_why);
/* The rows of a section in their order. */
void survey_rows(struct survey *v, size_t section, struct pick *ret_pick);

/* report_parts.c: the domain's parts on paper. `again`: how to give a command its trees, " --from A --to B". */
void report_parts(struct paper *paper, struct survey *v, const char *again);
/* Between it and report_counts.c. */
struct writing {
	struct paper *paper;
	struct survey *v;
	const char *again;
	struct arena arena;          /* for texts that paper copies, and the cells of a table */
	struct buf text;
};
struct span writing_done(struct writing *w); /* what was written to `text`, which is empty then */
/* Begins a part, titled by what, the section and its sources. */
void writing_part(struct writing *w, const char *what, const struct section *s, unsigned n_rows, unsigned least);
void writing_counters(struct writing *w, size_t section);
bool section_every(const struct section *s); /* it counts "*" */
/* pace.c: the turns of a loop that stretches rather than be busy reading. */
struct pace {
	uint64_t asked, step, next;  /* ns */
	uint64_t cost;               /* of a turn's reading, smoothed */
	bool stretches;
};
void pace_begin(struct pace *p, double seconds, bool stretches);
bool pace_cost(struct pace *p, uint64_t ns);   /* after each reading; true: the step has changed */
uint64_t pace_next(struct pace *p);            /* when the next turn is due, once for each */
void pace_text(struct buf *out, const struct pace *p); /* "every 2s", and why not as asked */

/*
 * diff_side.c: one side of a comparison, from captured trees or from JSON Lines: every field of the tables that the
 * domain's sections are about, through the intervals of the side.
 */
struct figure {
	struct figure *next;         /* of the same hash */
	const struct group *group;
	const struct field *field;
	struct span row;             /* as it is known on the other side too; empty: of a table of one row */
	bool fact;                   /* says what the machine is; else how it stands or what it counts */
	struct cell last;            /* of the last interval, in base units */
	double *values;              /* numbers: one an interval that has it */
	unsigned n, cap;
	uint64_t seen;               /* the interval that it was last seen in, from 1 */
};
struct side {
	const struct domain *domain;
	const char *path;
	struct arena arena;
	struct figure **figures;     /* in their order */
	struct figure *slots[4096];
	unsigned n, cap;
	uint64_t n_intervals;        /* samples without an interval count too */
	uint64_t time;               /* ns in all; 0: not known of each */
	bool delta, untimed;
	struct span release, boot_id;
	uint64_t page_size, hz;
};
/* How counters of two sides are held against each other; why is said. */
enum by { BY_RATE, BY_TOTAL, BY_NOTHING };
enum by sides_by(const struct side *a, const struct side *b, struct buf *why);
int side_read(struct side *s, const struct domain *d, const char *path); /* a status; what is wrong was said */
const struct figure *side_find(const struct side *s, const struct figure *like);
bool figure_time(const struct field *f); /* in seconds in machine forms, in nanoseconds here */
bool side_row(const struct figure *f); /* it says that its row is there */
bool side_has(const struct side *s, const struct figure *like); /* has its row */
void side_free(struct side *s);
/* Between the files of a side: one more interval (0: unknown) or moment, and what was seen in it. */
void side_begin(struct side *s, bool delta, uint64_t interval);
void side_put(struct side *s, const struct group *g, const struct field *f, struct span row, struct cell c,
	uint64_t interval);
void side_put_row(struct side *s, const struct group *g, struct span row);
int side_trees(struct side *s, const char *path);
int side_lines(struct side *s, const char *path);

/* diff_rows.c: the rows of a comparison; a run_take. */
struct comparison {
	struct side sides[2];
	bool exact, human;           /* numbers for programs; scaled ones for people */
	bool all;                    /* also what adds up other figures */
};
int comparison_take(void *ctx, const struct plan *p, struct root *root, struct sample *s);

/* overview.c: `swsched` alone. */
int run_overview(struct opts *o);

/* shape.c: which tables and fields a run shows. */
struct shown {
	struct picker pickers[MAX_SHAPES];
	unsigned n;
};

/*
 * watch.c: what a loop has, and one turn of it. It is the command's or the screen's, which share it. The samples are
 * those of even and odd turns; `out` and all that the report shows are good until the next turn is reckoned.
 * Zero-initialise.
 */
struct watch {
	const struct opts *o;
	struct plan plan;
	struct verdicts *verdicts;
	struct shown shown;
	struct root *root;           /* of the sample taken last */
	struct sample samples[2], out;
	struct pick picks[MAX_SHAPES];
	struct report report;
	struct memo memo;
	run_take *take;
	void *ctx;
	bool locale_set;
	int partial;                 /* something named could not be read or counted, which was said: a status */
};
int watch_begin(const struct opts *o, run_take *take, void *ctx, struct watch *r); /* a status; what is wrong was said */
int watch_take(struct watch *r, unsigned long n); /* the n-th sample; -ENOENT: the last tree was played */
void watch_reckon(struct watch *r, const struct sample *before, const struct sample *now); /* before NULL: totals */
void watch_end(struct watch *r);               /* also of one that could not begin */
bool opts_live(const struct opts *o);          /* what is read changes: this machine, or one tree read again and again */

int shown_make(const struct opts *o, struct plan *p, bool terminal, struct shown *ret_shown);
void shown_done(struct plan *p, const struct opts *o, struct shown *s);
const struct pane *pane_find(const struct verb *v, const char *row); /* NULL: there is none */
/* Whether the command's first answer has it; of_machine: also what is one row and apart. */
bool pane_first(const struct opts *o, const struct plan *p, const struct pane *pane, bool of_machine);
bool has_word(const char *words, const char *word); /* one of some, blank-separated; NULL: of none */
/* By -o, or by --verify: a field that cannot be read is then status 5. */
bool shown_named(const struct opts *o, const char *row, const char *field);

/*
 * trial.c: what `swap test` and `swap sim` share. Their options fill struct trial_opts, which such a command has in
 * what o->ctx points to; a command's table of options is TRIAL_OPTIONS and its own.
 */
enum trial_format { TRIAL_TABLE, TRIAL_MAIL, TRIAL_KTAP };
struct trial_opts {
	struct work work;            /* begins as work_default */
	enum trial_format format;
};
enum { KEY_TRIAL_SIZE = KEY_OWN + 0x40, KEY_TRIAL_MEM, KEY_TRIAL_SMALL, KEY_TRIAL_SEED, KEY_TRIAL_FORMAT };
#define TRIAL_OPTIONS \
	{"aligned", 'a', NULL, 0, "what comes back comes in whole folios, not in single pages", 5}, \
	{"with-small", 's', NULL, 0, "an area of small pages beside the folios", 5}, \
	{"size", KEY_TRIAL_SIZE, "SIZE", 0, "size of the folios (64k)", 5}, \
	{"mem", KEY_TRIAL_MEM, "SIZE", 0, "memory in such folios (60M)", 5}, \
	{"small", KEY_TRIAL_SMALL, "SIZE", 0, "with -s: memory in small pages (4M)", 5}, \
	{"iterations", 'n', "N", 0, "how often (100)", 5}, \
	{"seed", KEY_TRIAL_SEED, "N", 0, "of the random numbers (1, as the kernel's program has it)", 5}, \
	{"format", KEY_TRIAL_FORMAT, "FORM", 0, \
		"mail: lines as the kernel's program prints them; ktap: as its tests do; table", 5}
/* Takes an option of these; false: it is none of them. Says what is wrong with its argument and ends. */
bool trial_option(const struct opts *o, struct trial_opts *t, int key, const char *arg);
/* After the last: whether they go together. Needs work.page. */
void trial_check(const struct opts *o, const struct trial_opts *t);
/* Prints runs that were made: as the mail, as KTAP, or the tables of verb `v` of domain_trial through the views. */
struct trials {
	const struct trial *of;
	unsigned n;
	bool modelled;               /* nothing of this machine is in them: nor are its clock and page size */
};
int trial_print(struct opts *o, const struct trial_opts *t, const struct verb *v, const struct trials *trials);
const struct verb *trial_verb(const char *name); /* of domain_trial */
extern const struct own sim_own;

/*
 * The parts of `swap test`. swap_setup.c: what it changes for its time (tune.h); each says what goes wrong, which is its
 * status.
 */
struct changes;
enum { TEST_ZRAMS = MODEL_DEVICES, TEST_CPU_ANY = -1, TEST_CPU_HERE = -2 };
struct test_opts {
	struct trial_opts trial;
	uint64_t zrams[TEST_ZRAMS];
	unsigned n_zrams;
	int cpu;
	bool dry_run, restore;
};
int setup_begin(struct changes *c, const char *dir); /* NULL: on this machine */
int setup_look(struct changes *c);             /* whether a killed one has left anything, or one is running */
int setup_restore(struct changes *c);
int setup_plan(struct changes *c, const struct test_opts *t);
int setup_make(struct changes *c);
int setup_undo(struct changes *c);
void setup_put(const struct changes *c, struct buf *out); /* the rows of "@trial/changes" */

/* swap_before.c: what it would meet. Zero-initialise, with the changes that are planned. */
struct before {
	const struct changes *changes;
	unsigned n_zrams;            /* devices that are not there yet */
	uint64_t moved;              /* pages, by others, while one looked */
	struct setup setup;          /* this machine as the model has it */
	double predicted;            /* share; below 0: the model cannot say */
	const char *release;
	unsigned n_refusals;         /* rules by which it may not start; the worst is in the text */
	struct buf refusal, remarks; /* a line each */
	struct arena arena;
};
/* `watch`: whether others are swapping, for which it waits a moment. */
int before_look(struct before *b, const struct test_opts *t, struct root *r, bool watch);
int before_show(struct opts *o, const struct test_opts *t, const struct before *b);
void before_free(struct before *b);
struct ranked {
	unsigned row;
	double prio;
};
/* Rows of a table of devices in the order in which the kernel tries them. */
unsigned ranked_devices(struct sample *s, unsigned table, const struct code *prio, struct ranked *to, unsigned cap);

/* swap_live.c: does it; `each` is told of a round when it is over, and ends it with an error. Fills in rounds and targets. */
typedef int workload_round(void *ctx, const struct round *r);
int workload_run(const struct work *w, int cpu, struct arena *a, workload_round *each, void *ctx, struct trial *ret_trial);

/* out.c: standard output, checked. */
int out_write(struct buf *b);                  /* empties it; STATUS_OK or STATUS_FAILED, which was said */
void out_begin(void);                          /* from then on what stdio could not write is a failure at exit */
bool out_terminal(void);
unsigned out_width(void);
bool out_color(const struct opts *o);

/*
 * tree.c: writes files below dir/name, which must not be there. When that fails or a signal comes, what was written
 * is taken away again; ret_at is then the path it failed at, ret_left whether something could not be removed.
 */
struct tree_file {
	struct tree_file *next;
	const char *path;            /* below the tree */
	uint64_t hash;
	struct span text;
	bool folder;                 /* an empty one */
};
int tree_write(int dir, const char *name, const struct tree_file *files, const char **ret_at, bool *ret_left);

/* redact.c: a text whose names are replaced, in the arena; zero-initialise. */
struct redacted {
	struct redacted *next;
	struct span name;
	unsigned number;
};
struct redact {
	struct arena arena, scratch;
	struct redacted *slots[1024];
	unsigned n;                  /* names seen */
	struct buf text, name;
};
struct span redact_text(struct redact *r, const char *path, struct arena *a, struct span text);
void redact_end(struct redact *r);

/* say.c: the only code that writes to stderr. */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int say_usage(const struct opts *o, const char *fmt, ...) __attribute__((format(printf, 2, 3))); /* STATUS_USAGE */
const char *fault_text(const struct fault *f); /* "not understood", "Permission denied" */
void say_divert(void (*to)(void *ctx, struct span text), void *ctx); /* NULL: to stderr again */
void say_fault(const struct fault *f);         /* once each, with the way out */
void say_unseen(unsigned n, unsigned of);      /* mounts, when interrupted */

/* signals.c */
void signals_begin(void);
/* As that, and a second INT or TERM, which ends the program at once, undoes first. Calls nothing but system calls. */
void signals_rescue(void (*undo)(void));
void signals_hold(void);                       /* also those that end a program because its reader is gone */
bool signals_stop(void);                       /* INT or TERM came */
void signals_keep(void);                       /* of all of these, also a second one */
void signals_block(void);                      /* none comes until they are let in again */
void signals_unblock(void);
void signals_raise(void);                      /* and ends as if it had not been caught */
bool wait_until(uint64_t mono_ns);             /* false: stopped */
/*
 * Of a screen: signals are held but while signals_wait() waits, for what is poll()'s or until a time (UINT64_MAX: for
 * ever). HUP ends as INT and TERM do. `crash` puts the terminal back, before a fault ends the program. To be called
 * before the screen is opened; the end of it leaves all signals as they were found.
 */
struct pollfd;
void signals_screen(void (*crash)(void));
void signals_screen_end(void);
void signals_wait(struct pollfd *fds, unsigned n, uint64_t mono_ns);
bool signals_resized(void);                    /* each of these: since last asked */
bool signals_suspend(void);
bool signals_resumed(void);
void signals_stop_here(void);                  /* stops, as the terminal's key asks; returns once it goes on */
