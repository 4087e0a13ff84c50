// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * huge.c - what one more sample of the scheduler costs on a machine of 1,024 CPUs with six levels of domains.
 *
 *   huge DIR [SAMPLES]
 *
 * Makes the machine below DIR: t0 and t1, which are two moments, and the tree "now", whose /proc/schedstat goes on. A
 * loop as that of `swsched llc 1` takes, folds and derives the default columns of it, and in turn with it a plain one
 * (getline, strtok, strtoull) reads the same file. Prints the median of the ratios of their times and the
 * milliseconds of both.
 */
#include "loop.h"

#include <sys/stat.h>
#include <time.h>

enum { CPUS = 1024, LEVELS = 6, MASK_WORDS = CPUS / 32, WARM_UP = 4, SAMPLES = 25, SAMPLES_MOST = 1000 };

static const struct {
	const char *name;
	unsigned width; /* CPUs, a power of two; 16 share a last level cache */
} levels[LEVELS] = {{"SMT", 2}, {"CLS", 4}, {"MC", 16}, {"PKG", 128}, {"NUMA", 512}, {"NUMA", 1024}};

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "huge: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void write_file(const char *dir, const char *path, const struct buf *text)
{
	struct buf full = {0};
	FILE *f;

	buf_fmt(&full, "%s/%s", dir, path);
	buf_cstr(&full);
	for (char *c = full.p + 1; *c; c++)
		if (*c == '/') {
			*c = '\0';
			if (mkdir(full.p, 0755) < 0 && errno != EEXIST)
				die(full.p);
			*c = '/';
		}
	f = fopen(buf_cstr(&full), "w");
	if (!f || fwrite(text->p, 1, text->n, f) != text->n || fclose(f))
		die(full.p);
	buf_free(&full);
}

/* Numbers of as many digits as real ones have; of the later moment none is smaller. */
static unsigned long number(unsigned long *seed, unsigned moment)
{
	static const unsigned long most[] = {1, 10, 1000, 1000, 100000, 10000000};
	unsigned long v;

	*seed = *seed * 6364136223846793005ul + 1442695040888963407ul;
	v = (*seed >> 33) % most[(*seed >> 29) % COUNT_OF(most)];
	return v + moment * (v % 97);
}

static void put_mask(struct buf *b, unsigned cpu, unsigned width)
{
	unsigned from = cpu / width * width;

	for (unsigned w = MASK_WORDS; w-- > 0;) {
		uint32_t bits = 0;

		for (unsigned i = 0; i < 32; i++)
			if (w * 32 + i >= from && w * 32 + i < from + width)
				bits |= 1u << i;
		buf_fmt(b, "%08x%s", bits, w ? "," : "");
	}
}

static void put_schedstat(struct buf *b, unsigned moment)
{
	unsigned long seed = 1;

	buf_fmt(b, "version 17\ntimestamp %lu\n", 4295000000ul + 250 * moment);
	for (unsigned c = 0; c < CPUS; c++) {
		buf_fmt(b, "cpu%u %lu 0", c, number(&seed, moment));
		for (unsigned i = 0; i < 7; i++)
			buf_fmt(b, " %lu", number(&seed, moment) * (i >= 4 && i < 6 ? 100000 : 1));
		buf_char(b, '\n');
		for (unsigned l = 0; l < LEVELS; l++) {
			buf_fmt(b, "domain%u %s ", l, levels[l].name);
			put_mask(b, c, levels[l].width);
			for (unsigned i = 0; i < 45; i++)
				buf_fmt(b, " %lu", number(&seed, moment));
			buf_char(b, '\n');
		}
	}
}

static void put_stat(struct buf *b, unsigned moment)
{
	unsigned long seed = 2;

	for (unsigned c = 0; c < CPUS; c++) {
		buf_fmt(b, "cpu%u", c);
		for (unsigned i = 0; i < 10; i++)
			buf_fmt(b, " %lu", number(&seed, moment));
		buf_char(b, '\n');
	}
}

static void put_topology(struct buf *cpus, struct buf *llcs)
{
	for (unsigned c = 0; c < CPUS; c++)
		buf_fmt(cpus, "%u %u %u %u %u 1 16\n", c, c / 16, c / 2, c / 128, c / 512);
	for (unsigned l = 0; l < CPUS / 16; l++)
		buf_fmt(llcs, "%u 3 33554432 %u-%u 8 %u %u %u\n", l, l * 16, l * 16 + 15, l / 32, l / 8, l);
}

static void make_tree(const char *dir, const char *name, unsigned moment)
{
	struct buf tree = {0}, sched = {0}, stat = {0}, cpus = {0}, llcs = {0}, one = {0};

	buf_fmt(&tree, "%s/%s", dir, name);
	put_schedstat(&sched, moment);
	put_stat(&stat, moment);
	put_topology(&cpus, &llcs);
	buf_str(&one, "1\n");
	write_file(buf_cstr(&tree), "proc/schedstat", &sched);
	write_file(buf_cstr(&tree), "proc/stat", &stat);
	write_file(buf_cstr(&tree), "proc/sys/kernel/sched_schedstats", &one);
	write_file(buf_cstr(&tree), "@topology/cpu", &cpus);
	write_file(buf_cstr(&tree), "@topology/llc", &llcs);
	buf_free(&tree);
	buf_free(&sched);
	buf_free(&stat);
	buf_free(&cpus);
	buf_free(&llcs);
	buf_free(&one);
}

/* ---- the plain loop ---- */

static uint64_t plain(const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL, *save;
	size_t room = 0;
	uint64_t all = 0;

	if (!f)
		die(path);
	while (getline(&line, &room, f) > 0)
		for (char *w = strtok_r(line, " \n", &save); w; w = strtok_r(NULL, " \n", &save))
			all += strtoull(w, NULL, 10);
	free(line);
	fclose(f);
	return all;
}

/* ---- ours ---- */

/* One sample more, and all that its table shows. Returns how many cells have a value. */
static unsigned step(struct loop *l, const struct plan *p, unsigned table)
{
	unsigned present = 0;

	loop_step(l, p);
	for (unsigned r = 0; r < l->out.tables[table].n; r++)
		for (unsigned c = 0; c < p->shapes[table].n_cols; c++)
			present += sample_cell(&l->out, table, r, c)->type != CELL_ABSENT;
	return present;
}

/* Of this process: what else the machine does is none of our time. */
static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int main(int argc, char **argv)
{
	static double ratio[SAMPLES_MOST], ours[SAMPLES_MOST], theirs[SAMPLES_MOST];
	int n = argc > 2 ? (int)strtol(argv[2], NULL, 10) : SAMPLES;
	struct buf text = {0}, tree = {0}, path = {0};
	static struct loop l;
	struct plan plan;
	unsigned table;

	if (argc < 2 || n < 1 || n > SAMPLES_MOST)
		return fputs("usage: huge DIR [SAMPLES]\n", stderr), 2;
	make_tree(argv[1], "t0", 0);
	make_tree(argv[1], "t1", 1);
	make_tree(argv[1], "now", 0);
	buf_fmt(&tree, "%s/now", argv[1]);
	buf_fmt(&path, "%s/proc/schedstat", buf_cstr(&tree));
	plan_verb(&plan, &domain_llc, &domain_llc.verbs[0], false);
	table = (unsigned)plan_shape(&plan, SPAN("llc"));
	must(root_open(buf_cstr(&tree), ROOT_KEEP, &l.root), SPAN_EMPTY, "root");
	for (int i = -WARM_UP; i < n; i++) {
		uint64_t from, middle, to;

		buf_reset(&text);
		put_schedstat(&text, (unsigned)(i + WARM_UP));
		write_file(buf_cstr(&tree), "proc/schedstat", &text);
		from = cpu_ns();
		if (step(&l, &plan, table) < CPUS / 16 * 10)
			die("too few cells have a value");
		middle = cpu_ns();
		if (!plain(buf_cstr(&path)))
			die("no numbers");
		to = cpu_ns();
		if (i < 0)
			continue;
		ours[i] = (double)(middle - from) / 1e6;
		theirs[i] = (double)(to - middle) / 1e6;
		ratio[i] = ours[i] / theirs[i];
	}
	printf("%.3f %.2f %.2f\n", median(ratio, n), median(ours, n), median(theirs, n));
	return 0;
}
