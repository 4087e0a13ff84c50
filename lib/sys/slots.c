// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * slots.c - "@slots": which slots of the swap devices hold pages of processes, as their page tables say.
 *
 *	device /dev/zram0 partition 65532 21760 100 20480 sure
 *	slots /dev/zram0 1-15,32-511
 *	slots /dev/zram0 512-1023
 *
 * device: its name (escaped as in proc/swaps), type, size and used (KiB), priority, KiB seen in use, and how sure it is
 * that the slots are its own. slots: numbers of slots (0 is the header), a line for each 512 of which any is in use.
 *
 * proc/PID/pagemap has for each swapped page the number of its swap area and its slot; fs/proc/task_mmu.c. Which
 * area a number is, no file tells: the lines of proc/swaps are in that order, but a number that is not in use has no
 * line. Where more than one order fits (sizes, slots in use), the first does, and is "assumed".
 *
 * Shared memory in swap, and slots whose page is in the swap cache alone, stand in no page table: what is seen is the
 * least that is in use. Needs CAP_SYS_ADMIN: without, the kernel writes zeros.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "sys.h"

enum {
	TYPES = 23, /* no kernel has more areas; the numbers behind, up to 31, mark pages that migrate or are poisoned */
	BLOCK = 512,
	ENTRIES = 8192, /* of a page map, at a time */
};

struct area {
	struct span name, type;
	uint64_t size_kib, used_kib, slots;
	int64_t prio;
	int number; /* -1: unknown, as nothing of it was seen */
	bool sure;
};

/* What was seen of a number. */
struct seen {
	uint64_t *bits, n, last;
};

struct slots {
	struct root *r;
	struct arena *a;
	struct area *areas;
	unsigned n_areas, cap_areas;
	uint64_t page, most; /* slots of the largest area */
	struct seen seen[TYPES];
	bool hidden; /* zeros where there should be slots */
	uint64_t *room;
};

/* ---- the areas ---- */

static uint64_t page_size(struct root *r)
{
	uint64_t page = 0;
	struct span text;

	if (root_read(r, "@host", root_scratch(r), &text) == 0)
		span_u64(span_value(text, SPAN("page_size")), &page);
	return page >= 4096   ? page
	       : root_live(r) ? (uint64_t)sysconf(_SC_PAGESIZE)
			      : 4096;
}

static int read_areas(struct slots *s)
{
	struct span text;
	int rc = root_read(s->r, "proc/swaps", s->a, &text);

	if (rc < 0)
		return rc;
	span_line(&text); /* the heading */
	while (text.n) {
		struct span line = span_line(&text);
		struct area a = {.name = span_word(&line), .number = -1};

		a.type = span_word(&line);
		if (span_u64(span_word(&line), &a.size_kib) < 0 ||
			span_u64(span_word(&line), &a.used_kib) < 0 ||
			span_s64(span_word(&line), &a.prio) < 0)
			continue;
		/* Size leaves the header out. */
		a.slots = a.size_kib * 1024 / s->page + 1;
		s->most = a.slots > s->most ? a.slots : s->most;
		s->areas = arena_more(
			s->a, s->areas, s->n_areas, &s->cap_areas, sizeof(*s->areas));
		s->areas[s->n_areas++] = a;
	}
	return 0;
}

/* ---- page tables ---- */

static bool is_swapped(uint64_t entry)
{
	/* The highest bit says that it is in memory. */
	return !(entry >> 63) && entry >> 62 & 1;
}

static void see(struct slots *s, uint64_t entry)
{
	unsigned type = entry & 31;
	uint64_t slot = entry >> 5 & (((uint64_t)1 << 50) - 1);
	struct seen *n = &s->seen[type % TYPES];

	if (!is_swapped(entry) || type >= TYPES)
		return;
	if (!slot) {
		s->hidden |= !type;
		return;
	}
	if (slot >= s->most)
		return;
	if (!n->bits)
		n->bits = arena_zero(s->a, (s->most + 63) / 64 * sizeof(uint64_t));
	uint64_t bit = (uint64_t)1 << slot % 64;

	n->n += !(n->bits[slot / 64] & bit);
	n->bits[slot / 64] |= bit;
	n->last = slot > n->last ? slot : n->last;
}

/* Pages from first up to end; after `enough` that are swapped no more are expected. */
static int see_range(
	struct slots *s, int fd, uint64_t first, uint64_t end, uint64_t enough)
{
	while (first < end && enough) {
		uint64_t n = end - first < ENTRIES ? end - first : ENTRIES;
		ssize_t got = pread(fd, s->room, n * sizeof(uint64_t),
			(off_t)(first * sizeof(uint64_t)));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < (ssize_t)sizeof(uint64_t))
			return got < 0 ? -errno : 0;
		n = (uint64_t)got / sizeof(uint64_t);
		for (uint64_t i = 0; i < n; i++) {
			see(s, s->room[i]);
			enough -= enough && is_swapped(s->room[i]);
		}
		first += n;
	}
	return 0;
}

/*
 * "7f0e1c000000-7f0e24000000 rw-p 00000000 00:00 0", and lines of it up to "Swap:  1024 kB": proc/PID/smaps tells
 * where to look, for address space is reserved by the terabyte.
 */
static int see_maps(struct slots *s, int fd, struct span text)
{
	uint64_t from = 0, to = 0, kib;
	int rc = 0;

	while (text.n && !rc) {
		struct span line = span_line(&text), rest = line;
		struct span word = span_word(&rest), lower = word;
		uint64_t a, b;

		if (span_is(word, "Swap:") && span_u64(span_word(&rest), &kib) == 0)
			rc = see_range(s, fd, from / s->page, to / s->page,
				kib * 1024 / s->page);
		else if (span_find(word, '-') > 0 &&
			 span_hex(span_cut(&lower, '-'), &a) == 0 &&
			 span_hex(lower, &b) == 0) {
			from = a;
			to = b;
		}
	}
	return rc;
}

/* Whether it has anything in swap, by its status; what cannot be read has nothing. */
static bool has_swap(struct slots *s, int proc, uint32_t pid)
{
	char room[4096];
	struct span text = tasks_read(
			    s->r, proc, pid, "status", room, sizeof(room), NULL),
		    swap = span_value(text, SPAN("VmSwap:"));
	uint64_t kib;

	return span_u64(span_word(&swap), &kib) == 0 && kib;
}

/* One that has gone meanwhile holds nothing any more. */
static int see_process(struct slots *s, uint32_t pid, struct arena *a)
{
	struct span text;
	char path[64];
	int rc, fd;

	arena_reset(a);
	snprintf(path, sizeof(path), "proc/%u/smaps", pid);
	rc = root_read(s->r, path, a, &text);
	if (rc < 0)
		return tasks_gone(rc) ? 0 : rc;
	snprintf(path, sizeof(path), "proc/%u/pagemap", pid);
	fd = root_openat(s->r, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return tasks_gone(fd) ? 0 : fd;
	rc = see_maps(s, fd, text);
	close(fd);
	return tasks_gone(rc) ? 0 : rc;
}

static int see_processes(struct slots *s)
{
	struct arena a = {0};
	uint32_t *pids;
	size_t n;
	int proc, rc = tasks_pids(s->r, &proc, &pids, &n);

	if (rc < 0)
		return rc;
	s->room = arena_get(s->a, ENTRIES * sizeof(*s->room));
	for (size_t i = 0; i < n && !rc; i++)
		if (has_swap(s, proc, pids[i]))
			rc = see_process(s, pids[i], &a);
	close(proc);
	arena_free(&a);
	return rc ? rc : s->hidden ? -EPERM : 0;
}

/* ---- which number is which area ---- */

/* Slots come and go while we look: the count is taken for a fit when it is near. */
static bool fits(const struct slots *s, unsigned area, unsigned number)
{
	const struct area *a = &s->areas[area];
	const struct seen *n = &s->seen[number];
	uint64_t used = a->used_kib * 1024 / s->page;

	/* A number is never below that of the line: those above it have smaller ones. */
	return area <= number && n->last < a->slots && n->n <= used + used / 4 + BLOCK;
}

enum { NONE = -1 };

/* Each number that was seen gets the first line that it can be, from the top; or the last, from the bottom. */
static bool match(const struct slots *s, bool from_top, int *to)
{
	int area = from_top ? 0 : (int)s->n_areas - 1, step = from_top ? 1 : -1;

	for (int i = 0; i < TYPES; i++) {
		int number = from_top ? i : TYPES - 1 - i;

		to[number] = NONE;
		if (!s->seen[number].n)
			continue;
		while (area >= 0 && area < (int)s->n_areas &&
			!fits(s, (unsigned)area, (unsigned)number))
			area += step;
		if (area < 0 || area >= (int)s->n_areas)
			return false;
		to[number] = area;
		area += step;
	}
	return true;
}

/* Numbers without a gap are those of the lines. */
static bool match_lines(const struct slots *s, int *to)
{
	for (unsigned i = 0; i < TYPES; i++) {
		to[i] = s->seen[i].n ? (int)i : NONE;
		if (s->seen[i].n && (i >= s->n_areas || !fits(s, i, i)))
			return false;
	}
	return true;
}

static void assign(struct slots *s)
{
	int lines[TYPES], top[TYPES], bottom[TYPES];
	bool can = match(s, true, top) && match(s, false, bottom);
	bool sure = can && !memcmp(top, bottom, sizeof(top));
	const int *to = match_lines(s, lines) ? lines : top;

	for (unsigned i = 0; can && i < TYPES; i++)
		if (to[i] != NONE)
			s->areas[to[i]].number = (int)i;
	for (unsigned i = 0; i < s->n_areas; i++)
		s->areas[i].sure = sure;
}

/* ---- the text ---- */

/* The slots in use of a block, as a list of ranges. */
static void put_block(
	struct buf *out, const struct area *a, const uint64_t *bits, uint64_t from)
{
	uint64_t end = from + BLOCK < a->slots ? from + BLOCK : a->slots;
	const char *between = "";
	size_t start = out->n;

	buf_fmt(out, "slots %.*s ", (int)a->name.n, a->name.p);
	for (uint64_t i = from; i < end; i++) {
		uint64_t first = i;

		if (!(bits[i / 64] >> i % 64 & 1))
			continue;
		while (i + 1 < end && bits[(i + 1) / 64] >> (i + 1) % 64 & 1)
			i++;
		buf_str(out, between);
		buf_u64(out, first);
		if (i > first) {
			buf_char(out, '-');
			buf_u64(out, i);
		}
		between = ",";
	}
	if (*between)
		buf_char(out, '\n');
	else
		out->n = start;
}

static void put_area(struct buf *out, const struct slots *s, const struct area *a)
{
	const struct seen *n = a->number < 0 ? NULL : &s->seen[a->number];

	buf_fmt(out, "device %.*s %.*s %llu %llu %lld %llu %s\n", (int)a->name.n,
		a->name.p, (int)a->type.n, a->type.p, (unsigned long long)a->size_kib,
		(unsigned long long)a->used_kib, (long long)a->prio,
		(unsigned long long)(n ? n->n * s->page / 1024 : 0),
		a->sure ? "sure" : "assumed");
	for (uint64_t at = 0; n && at <= n->last; at += BLOCK)
		put_block(out, a, n->bits, at);
}

int door_slots(struct root *r, const char *arg, struct buf *out)
{
	struct slots s = {.r = r, .a = root_scratch(r)};
	int rc;

	if (*arg)
		return -ENOENT;
	s.page = page_size(r);
	rc = read_areas(&s);
	if (rc == 0 && s.n_areas)
		rc = see_processes(&s);
	if (rc < 0)
		return rc;
	assign(&s);
	for (unsigned i = 0; i < s.n_areas; i++)
		put_area(out, &s, &s.areas[i]);
	return 0;
}
