// SPDX-License-Identifier: GPL-2.0-or-later
/* diff_side.c - one side of a comparison: its figures, and how two sides may be held against each other. */
#include "cmd.h"

static struct figure **slot_of(struct side *s, const struct field *f, struct span row)
{
	uint64_t hash = span_hash(row) ^ ((uintptr_t)f >> 3) * 0x9e3779b97f4a7c15u;
	return &s->slots[(hash ^ hash >> 29) % COUNT_OF(s->slots)];
}

static struct figure *find(struct side *s, const struct field *f, struct span row)
{
	for (struct figure *g = *slot_of(s, f, row); g; g = g->next)
		if (g->field == f && span_eq(g->row, row))
			return g;
	return NULL;
}

const struct figure *side_find(const struct side *s, const struct figure *like)
{
	return find((struct side *)(uintptr_t)s, like->field, like->row);
}

/* That a row is there is a figure of its own; one for each table, by its first section. */
static const struct field row_fields[16] = {
	[0 ... 15] = {"row", "ROW", NULL, NULL, KIND_GAUGE, UNIT_WORD,
		"whether it is there"},
};

static const struct field *row_field(const struct domain *d, const char *row)
{
	size_t i = section_first(d, row);
	return &row_fields[i < COUNT_OF(row_fields) ? i : COUNT_OF(row_fields) - 1];
}

bool side_row(const struct figure *f)
{
	return f->field >= row_fields && f->field < row_fields + COUNT_OF(row_fields);
}

bool side_has(const struct side *s, const struct figure *like)
{
	return !like->row.n || find((struct side *)(uintptr_t)s,
				       row_field(s->domain, like->group->row), like->row);
}

static struct figure *add(
	struct side *s, const struct group *g, const struct field *f, struct span row)
{
	struct figure **slot = slot_of(s, f, row), *new = find(s, f, row);
	if (new)
		return new;
	new = arena_zero(&s->arena, sizeof(*new));
	*new = (struct figure){.next = *slot, .group = g, .field = f, .row = row};
	new->last = (struct cell){.type = CELL_ABSENT};
	*slot = new;
	s->figures =
		arena_more(&s->arena, s->figures, s->n, &s->cap, sizeof(*s->figures));
	s->figures[s->n++] = new;
	return new;
}

/* A value of the interval that is being read; a second row of one name is not told from the first. */
void side_put(struct side *s, const struct group *g, const struct field *f,
	struct span row, struct cell c, uint64_t interval)
{
	double v;
	/* It says what the machine is, or how it stands, as far as a word does. */
	bool word = c.type == CELL_WORD,
	     fact = f->kind == KIND_TUNABLE || section_fact(s->domain, g->row, f, word);
	if (word && !fact)
		return;
	struct figure *to = add(s, g, f, row);
	to->fact |= fact;
	if (unit_absent(c) || to->seen == s->n_intervals)
		return;
	to->seen = s->n_intervals;
	to->last = c;
	if (word)
		to->last.s = arena_span(&s->arena, c.s);
	if (!cell_real(c, &v))
		return;
	if (kind_rates(f->kind) && interval)
		v = v * 1e9 / (double)interval;
	to->values = arena_more(&s->arena, to->values, to->n, &to->cap, sizeof(v));
	to->values[to->n++] = v;
}

bool figure_time(const struct field *f)
{
	return !strcmp(unit_name(f->unit), "seconds");
}

void side_put_row(struct side *s, const struct group *g, struct span row)
{
	struct figure *to;
	if (!row.n)
		return;
	to = add(s, g, row_field(s->domain, g->row), row);
	to->fact = true;
	to->last = (struct cell){.type = CELL_WORD, .s = SPAN("there")};
}

/* One more interval, or moment. */
void side_begin(struct side *s, bool delta, uint64_t interval)
{
	s->n_intervals++;
	s->delta |= delta;
	s->untimed |= !interval;
	s->time = s->untimed ? 0 : s->time + interval;
}

static bool differ(struct span a, struct span b)
{
	return a.n && b.n && !span_eq(a, b);
}

/* Totals mean something between two moments of one boot only. */
enum by sides_by(const struct side *a, const struct side *b, struct buf *why)
{
	bool moments = !a->delta && !b->delta,
	     one_boot = a->boot_id.n && span_eq(a->boot_id, b->boot_id);
	const char *what = differ(a->release, b->release)   ? "different kernels"
			   : differ(a->boot_id, b->boot_id) ? "different boots"
			   : one_boot			    ? "one boot"
				      : "boots that are not told apart";
	buf_str(why, what);
	if (moments && one_boot) {
		buf_str(why, ", two moments: counters are compared by their totals");
		return BY_TOTAL;
	}
	if (a->time && b->time) {
		buf_str(why, ": counters are compared by rate, never by total");
		return BY_RATE;
	}
	buf_fmt(why,
		", and %s its time: counters are not compared, shares and states are",
		a->time	  ? "B does not tell"
		: b->time ? "A does not tell"
			  : "neither tells");
	return BY_NOTHING;
}

int side_read(struct side *s, const struct domain *d, const char *path)
{
	struct span rest = span_z(path), first = span_cut(&rest, ',');
	struct buf b = {0};
	s->domain = d;
	s->path = path;
	s->release = s->boot_id = SPAN_EMPTY;
	buf_span(&b, first);
	bool trees = path_folder(path) || (rest.n && path_folder(buf_cstr(&b)));
	buf_free(&b);
	int status = trees ? side_trees(s, path) : side_lines(s, path);
	if (!status && !s->n_intervals) {
		say("%s: there is nothing to compare in it", path);
		status = STATUS_FAILED;
	}
	return status;
}

void side_free(struct side *s)
{
	arena_free(&s->arena);
}
