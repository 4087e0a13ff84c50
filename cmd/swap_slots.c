// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * swap_slots.c - `swsched swap slots`: what is in use of each cluster of the swap devices, and what is free for a folio.
 *
 * Clusters are the kernel's units of allocation: as many slots as a PMD has pages where it swaps large folios whole.
 */
#include <errno.h>

#include "cmd.h"

enum { FOLIO_ORDERS = 10 };
enum { CLUSTERS_MOST = 1 << 22 }; /* 8 TiB; the kernel's own limit is twice that */

/* A device while it is read. */
struct dev {
	unsigned line; /* where it stood */
	unsigned same; /* lines of that name before it */
	struct span name, type;
	int64_t prio;
	uint64_t used_kib, slots;
	bool sure;
	uint64_t *taken; /* a bit a slot, whole clusters */
	size_t n_clusters;
	struct cluster *clusters;
};

struct slots {
	struct arena arena;
	uint64_t page;
	unsigned cluster; /* slots of one */
	struct dev *devs;
	unsigned n_devs, cap_devs;
	struct span swapdev; /* the text of "@swapdev" */
};

/* ---- options ---- */

static const struct argp_option options[] = {
	{"size", KEY_TRIAL_SIZE, "SIZE", 0,
		"size of the folios whose places the column HOLES counts (64k)", 5},
	{0},
};

static int option(struct opts *o, int key, const char *arg)
{
	if (key != KEY_TRIAL_SIZE)
		return ARGP_ERR_UNKNOWN;
	trial_option(o, o->ctx, key, arg);
	return 0;
}

static void no_arg(struct opts *o, unsigned n, const char *arg)
{
	(void)n;
	opts_bad(o, "slots are shown as they are now: no '%s' beside them", arg);
}

static void check(struct opts *o)
{
	if (o->from)
		opts_bad(o, "slots are of one moment: --sysroot, not --from and --to");
}

const struct own slots_own = {
	.args = "", .options = options, .option = option, .arg = no_arg, .check = check};

/* ---- the door's text ---- */

static void take_device(struct slots *s, struct span rest)
{
	struct dev d = {.line = s->n_devs, .name = span_word(&rest)};
	uint64_t size_kib;
	d.type = span_word(&rest);
	if (span_u64(span_word(&rest), &size_kib) < 0 ||
		span_u64(span_word(&rest), &d.used_kib) < 0 ||
		span_s64(span_word(&rest), &d.prio) < 0)
		return;
	span_word(&rest); /* how much was seen is counted anew */
	d.sure = span_is(span_word(&rest), "sure");
	/* Size leaves the header out. */
	d.slots = size_kib / (s->page / 1024) + 1;
	d.n_clusters = (d.slots + s->cluster - 1) / s->cluster;
	if (size_kib > (uint64_t)1 << 40 || d.n_clusters > CLUSTERS_MOST)
		return;
	for (unsigned i = 0; i < s->n_devs; i++)
		d.same += span_eq(s->devs[i].name, d.name);
	d.taken = arena_zero(&s->arena, d.n_clusters * s->cluster / 8);
	s->devs =
		arena_more(&s->arena, s->devs, s->n_devs, &s->cap_devs, sizeof(*s->devs));
	s->devs[s->n_devs++] = d;
}

static void set_bits(uint64_t *bits, uint64_t from, uint64_t end)
{
	for (; from < end; from++)
		bits[from / 64] |= (uint64_t)1 << from % 64;
}

/* "/dev/zram0 1-9,511": of the device that stands above, the last of that name. */
static void take_slots(struct slots *s, struct span rest)
{
	struct span name = span_word(&rest), list = span_word(&rest);
	struct dev *d = NULL;
	for (unsigned i = 0; i < s->n_devs; i++)
		if (span_eq(s->devs[i].name, name))
			d = &s->devs[i];
	while (d && list.n) {
		struct span last = span_cut(&list, ','), first = span_cut(&last, '-');
		uint64_t from, to;
		if (span_u64(first, &from) < 0)
			continue;
		if (!last.n || span_u64(last, &to) < 0)
			to = from;
		if (to < d->slots && from <= to)
			set_bits(d->taken, from, to + 1);
	}
}

static void take_line(struct slots *s, struct span line)
{
	struct span word = span_word(&line);
	if (span_is(word, "device"))
		take_device(s, line);
	else if (span_is(word, "slots"))
		take_slots(s, line);
}

static uint64_t page_of(struct slots *s, struct root *r)
{
	struct span text;
	uint64_t page;
	if (root_read(r, "@host", &s->arena, &text) ||
		span_u64(span_value(text, SPAN("page_size")), &page))
		return 4096;
	return page >= 4096 && page <= 1 << 20 ? page : 4096;
}

static int read_slots(struct slots *s, struct root *r)
{
	struct span text;
	int err = root_read(r, "@slots", &s->arena, &text);
	if (err)
		return err;
	s->page = page_of(s, r);
	s->cluster = s->page == 4096 ? 512 : 256;
	if (root_read(r, "@swapdev", &s->arena, &s->swapdev))
		s->swapdev = SPAN_EMPTY;
	while (text.n)
		take_line(s, span_line(&text));
	return 0;
}

/* ---- clusters ---- */

static unsigned count(const uint64_t *bits, unsigned n)
{
	unsigned sum = 0;
	for (unsigned i = 0; i < n / 64; i++)
		sum += (unsigned)__builtin_popcountll(bits[i]);
	return sum;
}

static struct cluster cluster_of(struct slots *s, struct dev *d, size_t number)
{
	unsigned n = s->cluster;
	uint64_t from = (uint64_t)number * n;
	uint64_t *bits = d->taken + from / 64;
	/* A page table knows nothing of a slot that is held by the swap cache alone. */
	struct cluster c = {
		.number = number, .slots = n, .used = count(bits, n), .cached = UNSEEN};
	/* The header, and what lies behind the end. */
	c.bad = number == 0;
	if (number == 0)
		set_bits(bits, 0, 1);
	if (from + n > d->slots) {
		c.bad += (unsigned)(from + n - d->slots);
		set_bits(d->taken, d->slots, from + n);
	}
	/* On which list it stands only the kernel knows. */
	c.list = !c.used && !c.bad     ? LIST_FREE
		 : c.used + c.bad == n ? LIST_FULL
				       : LIST_PART;
	cluster_holes(&c, bits, n, FOLIO_ORDERS);
	return c;
}

/* ---- what is shown ---- */

/* The line of the device in the text, which may have others of that name before it. */
static bool is_rotational(const struct slots *s, const struct dev *d)
{
	struct span text = s->swapdev;
	unsigned n = 0;
	while (text.n) {
		struct span line = span_line(&text);
		if (!span_eq(span_word(&line), d->name) || n++ < d->same)
			continue;
		span_word(&line); /* the disk beneath */
		return span_is(span_word(&line), "1");
	}
	return false;
}

/* As the table of the devices has it. */
static const char *row_name(struct slots *s, const struct dev *d)
{
	struct buf name = {0};
	buf_span(&name, d->name);
	if (d->same)
		buf_fmt(&name, "/%u", d->same);
	const char *kept = arena_span(&s->arena, buf_text(&name)).p;
	buf_free(&name);
	return kept;
}

static struct swap_target target_of(struct slots *s, const struct dev *d)
{
	return (struct swap_target){
		.name = row_name(s, d),
		.kind = span_is(d->type, "file") ? "file"
			: is_rotational(s, d)	 ? "rotational"
						 : "block",
		.size = (d->slots - 1) * s->page,
		.used = d->used_kib * 1024,
		.folios = UNSEEN,
		.small = UNSEEN,
		.refused = UNSEEN,
		.owner = d->sure ? "sure" : "assumed",
	};
}

/* In the order in which the kernel tries them. */
static int compare_devs(const void *a, const void *b)
{
	const struct dev *x = a, *y = b;
	if (x->prio != y->prio)
		return x->prio < y->prio ? 1 : -1;
	return x->line < y->line ? -1 : 1;
}

static int show(struct opts *o, struct slots *s, const struct trial_opts *t)
{
	struct work work = t->work;
	unsigned n = s->n_devs;
	struct swap_target *targets = arena_get(&s->arena, (n + 1) * sizeof(*targets));
	const struct cluster **clusters =
		arena_get(&s->arena, (n + 1) * sizeof(*clusters));
	size_t *n_clusters = arena_get(&s->arena, (n + 1) * sizeof(*n_clusters));
	struct trial trial = {.name = "live",
		.work = &work,
		.targets = targets,
		.n_targets = n,
		.clusters = clusters,
		.n_clusters = n_clusters,
		.predicted = -1};
	work.page = s->page;
	/* Only now is it known how large a page is. */
	if (work.folio & (work.folio - 1) || work.folio < work.page ||
		work_order(&work) >= HOLE_ORDERS)
		return say_usage(o, "--size takes a power of two from %llu to %llu here",
			(unsigned long long)work.page,
			(unsigned long long)work.page << (HOLE_ORDERS - 1));
	if (n)
		qsort(s->devs, n, sizeof(*s->devs), compare_devs);
	for (unsigned i = 0; i < n; i++) {
		struct dev *d = &s->devs[i];
		d->clusters = arena_get(&s->arena, d->n_clusters * sizeof(*d->clusters));
		for (size_t j = 0; j < d->n_clusters; j++)
			d->clusters[j] = cluster_of(s, d, j);
		targets[i] = target_of(s, d);
		clusters[i] = d->clusters;
		n_clusters[i] = d->n_clusters;
	}
	struct trials trials = {&trial, 1, false};
	return trial_print(o, t, trial_verb("slots"), &trials);
}

int cmd_swap_slots(struct opts *o, int argc, char **argv)
{
	struct trial_opts t = {.work = work_default};
	struct slots s = {0};
	struct root *root = NULL;
	struct buf path = {0};
	int status = STATUS_FAILED, err;
	o->ctx = &t;
	opts_parse(o, TAKES_READ, trial_verb("slots")->brief, argc, argv);
	if (tree_open(tree_of(o->sysroot, 0, false, &path), 0, false, &root))
		goto out;
	err = read_slots(&s, root);
	if (err == -EACCES || err == -EPERM) {
		say("the slots of processes' pages are for root to see: run this as root");
		status = STATUS_PRIVILEGE;
	} else if (err == -ENOENT) {
		say("nothing could be shown: this kernel has no swap");
		status = STATUS_LACKS;
	} else if (err) {
		say("@slots: %s", strerror(-err));
	} else if (!s.n_devs && !o->view->exact) {
		say("no swap device is active: there are no slots to be in use");
		status = STATUS_LACKS;
	} else {
		status = show(o, &s, &t);
	}
out:
	root_close(root);
	buf_free(&path);
	arena_free(&s.arena);
	return status;
}
