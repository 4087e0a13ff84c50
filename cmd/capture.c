// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * capture.c - `swsched [DOMAIN] capture DIR`: what the commands read, as plain files.
 *
 *	DIR/t0/proc/swaps                  each file that some field comes from, byte for byte, at its own path
 *	DIR/t0/@host                       a door: what is no single file, as the text that was made of it
 *	DIR/t0/@netlink/taskstats
 *	DIR/t1/…                           the same, INTERVAL later
 *
 * A tree is read in one go and written after that, so that writing lies not between two readings. It holds what
 * all commands of the domain (without one: of all domains) can show, so each of them can be run on it: with
 * --sysroot DIR/t0 as a moment, --from DIR/t0 --to DIR/t1 as an interval, --sysroot DIR INTERVAL as a loop. What
 * is absent on the machine is absent in the tree; what was refused as well, and that is said on stderr.
 *
 * Doors: @host (release, machine, page size, boot id, clocks), @kconfig and its readings (build options, of config.gz
 * or /boot), @swapdev (the disk beneath each swap area), @tasks and @threads (processes and threads; never a command
 * line), @cgroups, @netlink/taskstats, @closetimeo, @perf (events of -e). With --redact these readings become numbers, the
 * same name the same number in all trees:
 *
 *	paths of swap areas and of files beneath loop devices    /home/alice/swap file  →  /home/name1/name2
 *	names of processes and threads                           firefox                →  proc3
 *	cgroups                                                  /alice.slice/web.scope →  /cg1.slice/cg4.scope
 *	servers and shares                                       \\filer\home           →  \\host5\share6
 *	the boot id                                                      00000000-0000-0000-0000-000000000007
 *
 * Names of the kernel and of the usual folders stay (the lists are in redact.c), and so do numbers: ids, sizes, times.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"

enum { TREES = 2, SECONDS = 10 }; /* unless said otherwise */
/* One domain's share of a tree. */
struct reading {
	struct plan plan;
	struct sample sample;
};

struct capture {
	struct opts *o;
	int dir; /* the folder of the trees */
	struct root *root;
	struct reading *readings;
	size_t n_readings;
	struct redact redact;
	struct arena arena; /* what follows; the texts are the samples' */
	struct tree_file *files, **end;
	unsigned n_files;
	unsigned long n; /* trees written */
	int partial; /* what was named is not to be had */
};

/* ---- a tree is read ---- */

/* Domains read the same file twice; what was seen first is what counts. */
static void add(struct capture *c, const char *path, struct span text, bool folder)
{
	uint64_t hash = span_hash(span_z(path));
	for (const struct tree_file *f = c->files; f; f = f->next)
		if (f->hash == hash && !strcmp(f->path, path))
			return;
	struct tree_file *f = arena_get(&c->arena, sizeof(*f));
	*f = (struct tree_file){
		NULL, arena_span(&c->arena, span_z(path)).p, hash, text, folder};
	*c->end = f;
	c->end = &f->next;
	c->n_files += !folder;
}

static struct span on_text(void *ctx, const char *path, struct arena *a, struct span text)
{
	struct capture *c = ctx;
	if (c->o->redact)
		text = redact_text(&c->redact, path, a, text);
	add(c, path, text, false);
	return text;
}

static void on_folder(
	void *ctx, const char *path, const struct span *caught, unsigned n_caught)
{
	(void)caught;
	(void)n_caught;
	add(ctx, path, SPAN_EMPTY, true);
}

static void say_refused(const struct plan *p, const struct sample *s)
{
	for (unsigned i = 0; i < s->n_faults; i++) {
		const struct fault *f = &s->faults[i];
		/* A text that is not understood is in the tree all the same, and said when that is read. */
		if (!f->line && (span_starts(f->path, "@") ||
					(f->err != -EBADMSG && f->err != -ERANGE)))
			say_fault(f);
	}
	for (unsigned i = 0; i < p->n_sources; i++)
		if (s->source_err[i] == -EACCES || s->source_err[i] == -EPERM)
			say_fault(&(struct fault){
				span_z(p->sources[i].src), 0, s->source_err[i]});
	/* One file of many. */
	for (unsigned t = 0; t < p->n_shapes; t++)
		for (unsigned i = 0; i < s->tables[t].n * p->shapes[t].n_cols; i++) {
			const struct cell *v = &s->tables[t].cells[i];
			unsigned src = p->shapes[t].cols[i % p->shapes[t].n_cols].src;
			if (v->type == CELL_ABSENT && v->why == WHY_PRIVILEGE &&
				src != ~0u && !s->source_err[src])
				say_fault(&(struct fault){
					span_z(p->sources[src].src), 0, -EACCES});
		}
}

static int read_domain(struct capture *c, struct reading *reading)
{
	int err = domain_take(&reading->plan, c->root, NULL, &reading->sample);
	if (err)
		return err;
	/* Folders that are rows by their name alone. */
	for (unsigned i = 0; i < reading->plan.n_sources; i++) {
		const struct source *s = source_find(reading->plan.sources[i].src);
		if (!s->parse)
			root_glob(c->root, s->path, &c->arena, on_folder, c);
	}
	say_refused(&reading->plan, &reading->sample);
	return 0;
}

/* This machine; or of captured trees the next, of a single one only that. -ENOENT: there is no more. */
static int open_root(struct capture *c)
{
	struct buf b = {0};
	if (c->root && !c->o->sysroot)
		return 0;
	root_close(c->root);
	c->root = NULL;
	int err = tree_open(
		tree_of(c->o->sysroot, c->n, c->n > 0, &b), 0, c->n > 0, &c->root);
	if (!err) {
		root_set_tee(c->root, on_text, c);
		root_set(c->root, "cgroup", c->o->cgroup);
		root_set(c->root, "events", c->o->events);
	}
	buf_free(&b);
	return err;
}

/* Their first counts, from when on they count, and what is refused: that belongs to each tree, and is said once. */
static void read_events(struct capture *c)
{
	struct span refused;
	if (c->n)
		root_read(c->root, "@perf/refused", &c->arena, &refused);
	else if (events_say(c->o, c->root, &c->arena))
		c->partial = STATUS_PARTIAL;
}

static void look_for_cgroup(struct capture *c)
{
	for (size_t i = 0; i < c->n_readings; i++) {
		struct plan *p = &c->readings[i].plan;
		int t = plan_shape(p, SPAN("cgroup"));
		struct span row = cgroup_row(p, c->o->cgroup);
		if (t < 0 || sample_row(&c->readings[i].sample, (unsigned)t, row) >= 0)
			continue;
		say("there is no cgroup %.*s", (int)row.n, row.p);
		c->partial = STATUS_PARTIAL;
	}
}

static int read_tree(struct capture *c)
{
	int err = open_root(c);
	arena_reset(&c->arena);
	c->files = NULL;
	c->end = &c->files;
	c->n_files = 0;
	if (!err && c->o->events)
		read_events(c);
	for (size_t i = 0; !err && i < c->n_readings; i++)
		err = read_domain(c, &c->readings[i]);
	if (!err && c->o->cgroup && !c->n)
		look_for_cgroup(c);
	return err;
}

/* ---- the trees are written ---- */

static void on_name(void *ctx, const char *name, unsigned char type)
{
	struct buf *tree = ctx;
	uint64_t n;
	(void)type;
	if (!tree->n && *name == 't' && !span_u64(span_z(name + 1), &n))
		buf_str(tree, name);
}

/* A folder of our own, or one without trees: a loop over it would go on into those of an earlier capture. */
static int open_folder(struct capture *c)
{
	const char *dir = c->o->dir;
	struct buf tree = {0};
	if (mkdir(dir, 0755) < 0 && errno != EEXIST) {
		say("cannot make the folder %s: %s", dir, strerror(errno));
		return STATUS_FAILED;
	}
	c->dir = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (c->dir < 0) {
		say("cannot write to %s: %s; name a new folder", dir,
			errno == ENOTDIR ? "no folder (links are not followed)"
					 : strerror(errno));
		return STATUS_FAILED;
	}
	int err = root_list_fd(c->dir, on_name, &tree);
	if (err)
		say("cannot look into %s: %s; name a new folder", dir, strerror(-err));
	else if (tree.n)
		say("%s/%s is there already: name a new folder, or remove it", dir,
			buf_cstr(&tree));
	int status = err || tree.n ? STATUS_FAILED : STATUS_OK;
	buf_free(&tree);
	return status;
}

static int write_tree(struct capture *c)
{
	char name[32];
	const char *at;
	bool left;
	snprintf(name, sizeof(name), "t%lu", c->n);
	int err = tree_write(c->dir, name, c->files, &at, &left);
	if (!err || err == -EINTR)
		return err;
	say("cannot write %s/%s%s%s: %s%s", c->o->dir, name, *at ? "/" : "", at,
		strerror(-err),
		left ? "; remove that tree, it is not whole"
		     : "; nothing of that tree is left");
	return err;
}

/* A word of a command. */
static void print_tree_word(struct buf *b, const struct capture *c, unsigned long n)
{
	struct buf path = {0};
	buf_fmt(&path, "%s/t%lu", c->o->dir, n);
	put_shell_word(b, buf_text(&path));
	buf_free(&path);
}

static bool text(const struct capture *c)
{
	return !strcmp(c->o->view->name, "table");
}

static int print_tree(const struct capture *c)
{
	struct buf b = {0};
	if (!text(c))
		return STATUS_OK;
	buf_sane(&b, span_z(c->o->dir));
	buf_fmt(&b, "/t%lu: %u file%s\n", c->n, c->n_files,
		number_word(c->n_files, "", "s"));
	int status = out_write(&b);
	buf_free(&b);
	return status;
}

/* How to read what was written: the command, or with a machine form its answer. */
static int print_end(struct capture *c)
{
	struct opts *o = c->o;
	struct buf b = {0};
	int status;
	if (text(c)) {
		buf_fmt(&b, "swsched %s%s", o->domain ? o->domain->name : "swap",
			c->n > 1 ? " --from " : " --sysroot ");
		print_tree_word(&b, c, 0);
		if (c->n > 1) {
			buf_str(&b, " --to ");
			print_tree_word(&b, c, c->n - 1);
		}
		buf_char(&b, '\n');
		status = out_write(&b);
	} else {
		buf_fmt(&b, "%s/t0", o->dir);
		o->sysroot = buf_cstr(&b);
		o->interval = 0;
		o->count = 0;
		status = o->domain ? run_verb(o, NULL, NULL) : run_overview(o);
	}
	buf_free(&b);
	return status;
}

static int loop(struct capture *c)
{
	const struct opts *o = c->o;
	uint64_t step = (uint64_t)((o->interval > 0 ? o->interval : SECONDS) * 1e9),
		 next = clock_mono_ns();
	unsigned long count = o->count ? o->count : TREES;
	for (; c->n < count; c->n++, next += step) {
		bool stopped = c->n && !o->sysroot && !wait_until(next);
		int err = stopped || signals_stop() ? -EINTR : read_tree(c);
		if (err == -ENOENT && c->n)
			break; /* the last of the trees read */
		if (!err)
			err = write_tree(c);
		if (err == -EINTR)
			say("interrupted: %lu of %lu tree%s %s in %s", c->n, count,
				number_word(count, "", "s"),
				number_word(c->n, "is", "are"), o->dir);
		if (err || print_tree(c))
			return STATUS_FAILED;
		if (clock_mono_ns() > next + step)
			next = clock_mono_ns();
	}
	return STATUS_OK;
}

/* ---- the command ---- */

/* What is shown only on request is there to be requested of the tree. */
static void want_apart(struct plan *p, const struct group *g)
{
	char name[128];
	struct span why;
	for (size_t i = 0; g->apart && i < g->n_fields; i++) {
		snprintf(name, sizeof(name), "%s.%s", g->name, g->fields[i].name);
		plan_want(p, g->row, span_z(name), &why);
	}
}

static void begin_reading(struct reading *reading, const struct domain *d)
{
	struct span why;
	plan_begin(&reading->plan, d);
	for (size_t i = 0; i < d->n_groups; i++) {
		plan_want_all(&reading->plan, d->groups[i].row);
		want_apart(&reading->plan, &d->groups[i]);
	}
	survey_want(&reading->plan, &why);
	plan_done(&reading->plan);
}

/* What is wrong with the options shows before anything is written. */
static int check(struct opts *o)
{
	struct shown shown;
	struct plan plan;
	if (o->from)
		return say_usage(o,
			"capture reads one moment after the other: --sysroot, not --from and --to");
	if (!o->domain)
		return STATUS_OK;
	o->verb = &o->domain->verbs[0];
	plan_begin(&plan, o->domain);
	int status = shown_make(o, &plan, false, &shown);
	plan_free(&plan);
	return status;
}

int cmd_capture(struct opts *o, int argc, char **argv)
{
	struct capture c = {.o = o, .dir = -1};
	opts_parse(o, TAKES_DIR,
		"Copies what is read into plain trees, for --sysroot and --from.", argc,
		argv);
	int status = check(o);
	if (status)
		return status;
	c.n_readings = o->domain ? 1 : n_domains;
	c.readings = calloc(c.n_readings, sizeof(*c.readings));
	if (!c.readings)
		arena_dry();
	for (size_t i = 0; i < c.n_readings; i++)
		begin_reading(&c.readings[i], o->domain ? o->domain : domains[i]);
	signals_begin();
	signal(SIGXFSZ, SIG_IGN); /* a file too large is an error like a full disk */
	status = open_folder(&c);
	if (!status)
		status = loop(&c);
	if (!status)
		status = print_end(&c);
	if (!status)
		status = c.partial;
	for (size_t i = 0; i < c.n_readings; i++) {
		sample_free(&c.readings[i].sample);
		plan_free(&c.readings[i].plan);
	}
	free(c.readings);
	root_close(c.root);
	arena_free(&c.arena);
	redact_end(&c.redact);
	if (c.dir >= 0)
		close(c.dir);
	signals_raise();
	return status;
}
