// SPDX-License-Identifier: GPL-2.0-or-later
/* memo_random_test.c - some thousand changes at random, of a fixed seed, to captured trees of several kernels. */
#include "twins.h"

enum { MOST_FILES = 512 };

struct forest {
	struct tree *t;
	char *paths[MOST_FILES];
	unsigned n;
	uint64_t seed;
};

static struct forest *filling;

static unsigned any(struct forest *f, unsigned below)
{
	f->seed = f->seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(f->seed >> 33) % below;
}

static int note_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)ftw;
	if (type == FTW_F && filling->n < MOST_FILES)
		filling->paths[filling->n++] = strdup(path + strlen(filling->t->dir) + 1);
	return 0;
}

static size_t get_file(struct forest *f, const char *path, char *text, size_t size)
{
	FILE *in = fopen(tree_path(f->t, path), "r");
	size_t n = in ? fread(text, 1, size, in) : 0;
	if (in)
		fclose(in);
	return n;
}

/* Changes digits: mostly to digits, so that texts stay texts. */
static void change_text(struct forest *f, char *text, size_t *n)
{
	size_t at = *n ? any(f, (unsigned)*n) : 0;
	switch (any(f, 12)) {
	case 0: /* a byte less */
		if (*n)
			memmove(text + at, text + at + 1, --*n - at);
		break;
	case 1: /* a line twice, or gone */
	case 2: {
		size_t from = at, to = at;
		while (from && text[from - 1] != '\n')
			from--;
		while (to < *n && text[to++] != '\n')
			;
		if (any(f, 2)) {
			memmove(text + to + (to - from), text + to, *n - to);
			memcpy(text + to, text + from, to - from);
			*n += to - from;
		} else {
			memmove(text + from, text + to, *n - to);
			*n -= to - from;
		}
		break;
	}
	case 3: /* any byte */
		if (*n)
			text[at] = (char)any(f, 256);
		break;
	case 4: /* a digit more */
	case 5:
		while (at < *n && (text[at] < '0' || text[at] > '9'))
			at++;
		memmove(text + at + 1, text + at, (*n)++ - at);
		text[at] = (char)('0' + any(f, 10));
		break;
	default: /* other digits */
		for (size_t i = 0; i < *n; i++)
			if (text[i] >= '0' && text[i] <= '9' && !any(f, 8))
				text[i] = (char)('0' + any(f, 10));
	}
}

/* To open one would wait. */
static void drop_fifo(struct tree *t, const char *path)
{
	struct stat st;
	if (lstat(tree_path(t, path), &st) == 0 && !S_ISREG(st.st_mode))
		remove_all(t, path);
}

static void mutate(struct forest *f, const char *capture, bool again)
{
	static char text[1 << 20];
	const char *path = f->paths[any(f, f->n)];
	size_t n;
	drop_fifo(f->t, path);
	switch (again ? 0 : any(f, 40)) {
	case 0: /* all as it was */
		remove_all(f->t, "proc");
		remove_all(f->t, "sys");
		copy_capture(capture, f->t->dir);
		break;
	case 1:
		remove_all(f->t, path);
		break;
	case 2: { /* its folder goes */
		char dir[512];
		snprintf(dir, sizeof(dir), "%.*s",
			(int)(strrchr(path, '/') ? strrchr(path, '/') - path : 0), path);
		if (*dir)
			remove_all(f->t, dir);
		break;
	}
	case 3: /* cannot be read */
		remove_all(f->t, path);
		tree_folder_of(f->t, path);
		assert_int_equal(mkfifo(tree_path(f->t, path), 0600), 0);
		break;
	case 4: /* replaced by another of the same text */
		n = get_file(f, path, text, sizeof(text) / 4);
		remove_all(f->t, path);
		tree_put_bytes(f->t, path, text, n);
		break;
	case 5: /* a folder size or a device more */
		tree_put(f->t,
			any(f, 2) ? "sys/block/zram9/mm_stat"
				  : THP "hugepages-4kB/stats/swpout",
			"1\n");
		break;
	default:
		n = get_file(f, path, text, sizeof(text) / 4);
		change_text(f, text, &n);
		remove_all(f->t, any(f, 8) ? "none" : path);
		tree_put_bytes(f->t, path, text, n);
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void at_random(struct tree *t, const char *capture, const struct domain *d,
	int steps, unsigned least, uint64_t seed)
{
	struct forest f = {.t = t, .seed = seed};
	struct twins w;
	copy_capture(capture, t->dir);
	filling = &f;
	assert_int_equal(nftw(t->dir, note_file, 8, FTW_PHYS), 0);
	assert_true(f.n > 0);
	qsort(f.paths, f.n, sizeof(*f.paths), by_name);
	begin(&w, t, d);
	for (int i = 0; i < steps; i++) {
		for (unsigned k = any(&f, 3); k; k--)
			mutate(&f, capture, !w.memo.good && !any(&f, 3));
		for (unsigned k = 0; k < f.n && !any(&f, 6); k++)
			drop_fifo(t, f.paths[k]);
		look(&w, capture);
	}
	print_message("# %s: %u of %d followed\n", capture, w.followed, steps);
	assert_true(w.followed >= least);
	end(&w);
	for (unsigned i = 0; i < f.n; i++)
		free(f.paths[i]);
	remove_all(t, ".");
}

/* `least` of the steps are to be followed: else nothing would be tested. */
static const struct {
	const char *capture;
	const struct domain *domain;
	int steps;
	unsigned least;
} trees[] = {
	{"zram-columns", &domain_swap, 800, 200},
	{"large-zram", &domain_swap, 800, 100},
	{"made-6.10rc", &domain_swap, 800, 100},
	{"6.18.15-swap/9a-zswap-held", &domain_swap, 300, 50},
	{"7.3.4-swap/4-held", &domain_swap, 200, 20},
	{"swaps-names", &domain_swap, 400, 50},
	{"cgroup-v2/t0", &domain_swap, 200, 50},
	{"7.3.4-cifs/many-shares", &domain_cifs, 100, 0}, /* it says things twice */
	{"7.3.4-sched-llc4/t0", &domain_llc, 60, 5},
};

static void random_changes(void **state)
{
	for (size_t i = 0; i < COUNT_OF(trees); i++)
		at_random(*state, trees[i].capture, trees[i].domain, trees[i].steps,
			trees[i].least, i + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_MEMORY(random_changes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
