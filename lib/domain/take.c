// SPDX-License-Identifier: GPL-2.0-or-later
/* take.c - reads the sources that a plan wants and hands their facts to the sample. */
#include <errno.h>

#include "domain.h"

/* What the last pattern matched. */
struct match {
	const char *path;
	struct span caught[FACT_PARTS];
	unsigned n_caught;
};

struct matches {
	struct arena *arena;
	struct span pattern;
	struct match *at;
	unsigned n, cap;
	int err;
};

enum { PATH_ROOM = 512 };

static bool has_key(const struct wanted *w)
{
	return strstr(w->src, "{}") != NULL;
}

static void put_part(char *to, size_t *n, struct part part, bool escaped)
{
	char room[DIGITS_MOST];
	if (!part.name.p)
		part.name = digits_u64(room, part.ordinal);
	else if (escaped) {
		*n += span_unoctal(part.name, to + *n);
		return;
	}
	if (part.name.n) {
		memcpy(to + *n, part.name.p, part.name.n);
		*n += part.name.n;
	}
}

/* The row's name: the source's template with its stars filled in turn, or the parts joined by '/'. */
static struct span join_row(struct taking *t, const struct fact *f)
{
	struct part parts[2 * FACT_PARTS];
	unsigned n = 0, next = 0;
	size_t room = t->source->row ? strlen(t->source->row) : 0, at = 0;
	for (unsigned i = 0; i < t->n_caught; i++)
		parts[n++] = (struct part){.name = t->caught[i]};
	unsigned first_escaped = n;
	for (unsigned i = 0; i < f->n_row; i++)
		parts[n++] = f->row[i];
	if (!n)
		return SPAN_EMPTY;
	for (unsigned i = 0; i < n; i++)
		room += (parts[i].name.p ? parts[i].name.n : 12) + 1;
	char *to = arena_get(t->arena, room + 1);
	for (const char *c = t->source->row ? t->source->row : ""; *c; c++) {
		if (*c != '*' || next == n) {
			to[at++] = *c;
			continue;
		}
		put_part(to, &at, parts[next], f->escaped && next >= first_escaped);
		next++;
	}
	for (; next < n; next++) {
		if (at && !t->source->row)
			to[at++] = '/';
		put_part(to, &at, parts[next], f->escaped && next >= first_escaped);
	}
	return (struct span){to, at};
}

/* The parts stand where those of the row last joined stood. */
static bool is_row_at(const struct taking *t, const struct fact *f)
{
	if (f->n_row != t->n_at)
		return false;
	for (unsigned i = 0; i < f->n_row; i++)
		if (f->row[i].name.p != t->at[i].name.p || f->row[i].ordinal != t->at[i].ordinal)
			return false;
	return true;
}

struct span taking_row(struct taking *t, const struct fact *f)
{
	if (!f->n_row && !t->n_caught)
		return SPAN_EMPTY;
	/* A run of facts of one row is joined once. */
	if (!t->row.n || !is_row_at(t, f)) {
		t->row = join_row(t, f);
		memcpy(t->at, f->row, sizeof(t->at));
		t->n_at = f->n_row;
	}
	return t->row;
}

bool taking_tells_hz(const struct taking *t, const struct fact *f)
{
	return t->source->hz && !f->n_row && span_is(f->key, t->source->hz);
}

/* A text that counts in jiffies says how long one is; what @host said of it holds. */
static void put_hz(struct sample *s, struct span value)
{
	uint64_t v;
	if (!s->hz && !span_u64(value, &v) && v && v <= 10000)
		s->hz = (unsigned)v;
}

struct span taking_value(struct taking *t, const struct fact *f)
{
	if (!f->escaped || span_find(f->value, '\\') < 0)
		return f->value;
	char *plain = arena_get(t->arena, f->value.n + 1);
	return (struct span){plain, span_unoctal(f->value, plain)};
}

/* The errors that a door may name. */
static int error_named(struct span name)
{
	static const struct {
		const char *name;
		int err;
	} errors[] = {
		{"ENOENT", ENOENT}, {"EACCES", EACCES}, {"EPERM", EPERM}, {"ENOSYS", ENOSYS}, {"ENODATA", ENODATA},
	};
	for (size_t i = 0; i < COUNT_OF(errors); i++)
		if (span_is(name, errors[i].name))
			return -errors[i].err;
	return -EIO;
}

static void on_fact(void *ctx, const struct fact *f)
{
	struct taking *t = ctx;
	struct span key = t->key.n ? t->key : f->key;
	const struct target *to = sample_target(t->s, t->src, key);
	if (taking_tells_hz(t, f))
		put_hz(t->s, f->value);
	if (!to)
		return;
	struct span value = taking_value(t, f);
	if (t->source->refuses && span_starts(value, "!"))
		sample_miss(t->s, t->src, taking_row(t, f), key, error_named(span_sub(value, 1, value.n)));
	else
		sample_put_to(t->s, to, taking_row(t, f), value);
}

static void on_fault(void *ctx, unsigned line, int err)
{
	struct taking *t = ctx;
	sample_fault(t->s, arena_span(&t->s->arena, span_z(t->path)), line, err);
}

/* The captured name is a fact of its own, so that rows exist and know their number. */
static void put_name(struct taking *t)
{
	struct fact f = {.key = SPAN("*"), .value = t->caught[0]};
	if (t->n_caught)
		sample_put(t->s, t->src, taking_row(t, &f), f.key, f.value);
}

static bool is_absence(int err)
{
	return err == -ENOENT || err == -ENOTDIR || err == -ENODEV;
}

/* What @host says was read for the sample itself. */
static int read_text(struct taking *t, const char *path, struct span *ret_text)
{
	int r = 0;
	if (!t->source->parse)
		return 0;
	if (t->host.n && !strcmp(path, "@host"))
		*ret_text = t->host;
	else
		r = root_read(t->root, path, t->arena, ret_text);
	if (t->memo)
		memo_text(t->memo, t, path, r, r ? SPAN_EMPTY : *ret_text);
	return r;
}

/* No fault: what needs a privilege by its nature, and what this build left out. */
static bool is_expected(const struct taking *t, int err)
{
	return is_absence(err) || err == -ENOSYS || (t->source->needs && (err == -EACCES || err == -EPERM));
}

/* Whether it is there, also if it may not be read. */
static bool read_one(struct taking *t, const char *path)
{
	const struct sink sink = {on_fact, on_fault, t};
	struct span text;
	t->path = path;
	int r = read_text(t, path, &text);
	if (!r) {
		t->read = true;
		put_name(t);
		if (t->source->parse)
			t->source->parse(text, t->source->hint, &sink);
		return true;
	}
	if (!t->read)
		t->err = r;
	if (is_absence(r))
		return false;
	/* The row is there, its file is not to be had: the cells say why, and so does a fault. */
	struct fact none = {.key = SPAN_EMPTY};
	for (unsigned i = 0; i < t->wanted->n_keys; i++)
		if (!t->key.n || span_is(t->key, t->wanted->keys[i].key))
			sample_miss(t->s, t->src, taking_row(t, &none), span_z(t->wanted->keys[i].key), r);
	if (!t->wanted->n_keys)
		sample_miss(t->s, t->src, taking_row(t, &none), SPAN_EMPTY, r);
	if (!is_expected(t, r))
		sample_fault(t->s, arena_span(&t->s->arena, span_z(path)), 0, r);
	return true;
}

/* The place of a key among those wanted, or the number of them. */
static unsigned key_place(const struct wanted *w, const char *key)
{
	unsigned i;
	for (i = 0; i < w->n_keys; i++)
		if (!strcmp(w->keys[i].key, key))
			break;
	return i;
}

/*
 * An older name of a key is asked for only where the newer one is not, and what came together with another
 * only where that is. `tried` and `read` have a bit for each key before.
 */
static bool is_spared(const struct wanted *w, const struct wanted_key *k, uint64_t tried, uint64_t read)
{
	unsigned newer = k->instead ? key_place(w, k->instead) : 64;
	unsigned with = k->with ? key_place(w, k->with) : 64;
	if (newer < 64 && (read >> newer & 1))
		return true;
	return with < 64 && (tried >> with & 1) && !(read >> with & 1);
}

/* One file for each key asked for: "…/stats/{}". */
static void read_keys(struct taking *t, const char *path, size_t n_path)
{
	char whole[PATH_ROOM];
	uint64_t tried = 0, read = 0;
	if (n_path + 1 >= sizeof(whole))
		return;
	memcpy(whole, path, n_path);
	if (t->wanted->n_keys > 2)
		root_enter(t->root, path, n_path - 1);
	for (unsigned i = 0; i < t->wanted->n_keys; i++) {
		const struct wanted_key *k = &t->wanted->keys[i];
		size_t n = strlen(k->key);
		if (n_path + n >= sizeof(whole) || !plan_needs(t->wanted, k, t->s) ||
			is_spared(t->wanted, k, tried, read))
			continue;
		memcpy(whole + n_path, k->key, n + 1);
		t->key = (struct span){k->key, n};
		tried |= i < 64 ? 1ull << i : 0;
		if (read_one(t, whole) && i < 64)
			read |= 1ull << i;
	}
	t->key = SPAN_EMPTY;
}

/* What the stars stood for is known; the rest of the path has none. */
static void on_match(struct taking *t, const struct match *m)
{
	char whole[PATH_ROOM];
	size_t n = strlen(m->path), n_tail = strlen(t->tail);
	const char *keyed = strstr(t->tail, "{}");
	t->n_caught = m->n_caught;
	memcpy(t->caught, m->caught, sizeof(t->caught));
	t->row = SPAN_EMPTY;
	if (n + n_tail >= sizeof(whole))
		return;
	memcpy(whole, m->path, n);
	memcpy(whole + n, t->tail, n_tail + 1);
	if (keyed)
		read_keys(t, whole, n + (size_t)(keyed - t->tail));
	else
		read_one(t, whole);
}

static void keep_match(void *ctx, const char *path, const struct span *caught, unsigned n_caught)
{
	struct matches *m = ctx;
	m->at = arena_more(m->arena, m->at, m->n, &m->cap, sizeof(*m->at));
	struct match *to = &m->at[m->n++];
	to->path = path;
	to->n_caught = n_caught < FACT_PARTS ? n_caught : FACT_PARTS;
	for (unsigned i = 0; i < to->n_caught; i++)
		to->caught[i] = caught[i];
}

/* Several sources stand below the same folders, which are listed once a sample. */
static int each_match(struct taking *t, const char *pattern)
{
	struct matches *m = t->matches;
	if (!m->pattern.n || !span_is(m->pattern, pattern)) {
		m->n = 0;
		m->pattern = arena_span(m->arena, span_z(pattern));
		if (t->memo)
			memo_folder(t->memo, t->root, pattern);
		m->err = root_glob(t->root, pattern, m->arena, keep_match, m);
	}
	for (unsigned i = 0; i < m->n; i++)
		on_match(t, &m->at[i]);
	return m->err;
}

static int take_source(struct taking *t)
{
	const char *path = t->wanted->src, *keyed = strstr(path, "{}"), *star = strrchr(path, '*');
	char pattern[PATH_ROOM];
	t->key = t->row = SPAN_EMPTY;
	t->err = -ENOENT;
	if (!star) {
		if (keyed)
			read_keys(t, path, (size_t)(keyed - path));
		else
			read_one(t, path);
		return t->read ? 0 : t->err;
	}
	/* Only up to the last star: whether the rest is there, the reading tells. */
	t->tail = strchrnul(star, '/');
	size_t n = (size_t)(t->tail - path);
	if (n >= sizeof(pattern))
		return -ENAMETOOLONG;
	memcpy(pattern, path, n);
	pattern[n] = '\0';
	int r = each_match(t, pattern);
	if (r < 0 && !is_expected(t, r))
		sample_fault(t->s, arena_span(&t->s->arena, span_z(pattern)), 0, r);
	return t->read ? 0 : r < 0 ? r : t->err;
}

/* ---- all of them ---- */

/* What makes rows comes first, for it decides what else is worth reading; one file before many. */
static unsigned turn_of(const struct wanted *w)
{
	return !w->makes ? 2 : has_key(w) ? 1 : 0;
}

/* What a round of taking has at hand. */
struct round {
	struct taking t;
	bool *taken;           /* by source */
	bool more;             /* one was not worth reading yet, and rows came since */
};

/* One after the other; whether a source is worth reading may show once another, behind it, has made its rows. */
static int take_turn(struct round *all, const struct plan *p, unsigned turn)
{
	bool waits = false;
	all->more = false;
	for (unsigned i = 0; i < p->n_sources; i++) {
		const struct wanted *w = &p->sources[i];
		if (all->taken[i] || turn_of(w) != turn)
			continue;
		if (!plan_needs(w, NULL, all->t.s)) {
			waits = true;
			continue;
		}
		struct taking t = all->t;
		t.src = i;
		t.wanted = w;
		t.source = source_find(w->src);
		if (!t.source)
			return -EINVAL; /* a table names a source that is not there: a test walks them */
		sample_source(t.s, i, take_source(&t), t.source->needs);
		all->taken[i] = true;
		all->more |= waits && w->makes;
	}
	return 0;
}

int taking_all(const struct plan *p, struct root *r, struct memo *memo, struct sample *s)
{
	root_round(r);
	sample_begin(s, p);
	struct matches matches = {.arena = &s->arena, .pattern = SPAN_EMPTY};
	struct round all = {
		.t = {.root = r, .s = s, .arena = &s->arena, .memo = memo, .host = taking_host(r, s, memo),
			.matches = &matches},
		.taken = arena_zero(&s->arena, p->n_sources * sizeof(bool)),
	};
	for (unsigned turn = 0; turn < 3; turn++)
		do
			if (take_turn(&all, p, turn) < 0)
				return -EINVAL;
		while (all.more);
	sample_end(s);
	return 0;
}

int domain_take(const struct plan *p, struct root *r, struct memo *memo, struct sample *s)
{
	return memo ? memo_take(memo, p, r, s) : taking_all(p, r, NULL, s);
}
