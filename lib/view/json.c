// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * json.c - one document (--json) or one line a sample (--jsonl).
 *
 * Written by hand: a library would first build a tree of what we hold as a table, and take
 * twenty times as long. Each key is made once a table, then copied with comma and colon.
 */
#include "view.h"

static void put_z(struct buf *out, const char *z)
{
	if (z)
		quote_json(out, span_z(z));
	else
		buf_str(out, "null");
}

/* A number of which 0 means that it is not known. */
static void put_known(struct buf *out, const char *key, uint64_t v)
{
	buf_str(out, key);
	if (v)
		buf_u64(out, v);
	else
		buf_str(out, "null");
}

static void put_cell(struct buf *out, const struct cell *v, enum unit u)
{
	if (v->type == CELL_WORD)
		quote_json(out, v->s);
	else
		unit_exact(out, *v, u);
}

static void put_intro(struct buf *out, const struct report *r)
{
	buf_fmt(out, "{\"schema\":%d,\"program\":", SCHEMA);
	put_z(out, r->program);
	buf_str(out, ",\"domain\":");
	put_z(out, r->domain);
	buf_str(out, ",\"command\":");
	put_z(out, r->command);
}

static void put_facts(struct buf *out, const struct sample *s)
{
	put_known(out, "\"t\":", s->t_real);
	put_known(out, ",\"mono\":", s->t_mono);
	buf_str(out, ",\"interval\":");
	if (s->interval)
		unit_seconds(out, s->interval);
	else
		buf_str(out, "null");
	buf_str(out, ",\"release\":");
	if (s->release.n)
		quote_json(out, s->release);
	else
		buf_str(out, "null");
	put_known(out, ",\"page_size\":", s->page_size);
	if (s->assumed)
		buf_str(out, ",\"page_size_assumed\":true");
}

/* ,"key": for each column, each with a NUL behind it. */
static void put_keys(struct buf *out, const struct report *r, const struct pick *p)
{
	for (unsigned c = 0; c < p->n_cols; c++) {
		size_t from;

		buf_char(out, ',');
		from = out->n;
		column_key(out, r, column_at(r, p, c));
		quote_json_from(out, from);
		buf_put(out, ":", 2);
	}
}

static void put_whys(struct buf *out, const struct report *r, const struct pick *p,
	unsigned row, const char *key)
{
	bool comma = false;

	buf_str(out, "\"why\":{");
	for (unsigned c = 0; c < p->n_cols; c++, key += strlen(key) + 1) {
		const struct cell *v = column_cell(r, p, row, c);

		if (v->type != CELL_ABSENT)
			continue;
		buf_str(out, comma ? key : key + 1);
		size_t from = out->n;
		why_put(out, r->sample, column_at(r, p, c), v->why);
		quote_json_from(out, from);
		comma = true;
	}
	buf_char(out, '}');
}

static void put_row(struct buf *out, const struct report *r, const struct pick *p,
	unsigned row, const struct buf *keys)
{
	bool named = !column_shape(r, p)->single;
	const char *key = keys->p;

	buf_char(out, '{');
	if (named) {
		buf_str(out, "\"name\":");
		quote_json(out, column_row(r, p, row));
	}
	for (unsigned c = 0; c < p->n_cols; c++) {
		size_t n = strlen(key);

		buf_put(out, named || c ? key : key + 1, named || c ? n : n - 1);
		put_cell(out, column_cell(r, p, row, c), column_at(r, p, c)->field->unit);
		key += n + 1;
	}
	if (r->reasons) {
		if (named || p->n_cols)
			buf_char(out, ',');
		put_whys(out, r, p, row, keys->p);
	}
	buf_char(out, '}');
}

static void put_pick(struct buf *out, const struct report *r, const struct pick *p)
{
	bool single = column_shape(r, p)->single;
	struct buf keys = {0};

	put_keys(&keys, r, p);
	buf_char(out, ',');
	put_z(out, column_shape(r, p)->row);
	buf_char(out, ':');
	if (single && p->n_rows)
		put_row(out, r, p, 0, &keys);
	else if (single)
		buf_str(out, "{}");
	else
		buf_char(out, '[');
	for (unsigned row = 0; !single && row < p->n_rows; row++) {
		if (row)
			buf_char(out, ',');
		put_row(out, r, p, row, &keys);
	}
	if (!single)
		buf_char(out, ']');
	buf_free(&keys);
}

static bool said_before(const struct note *n, unsigned at)
{
	for (unsigned i = 0; i < at; i++)
		if (span_eq(n->phrases[i].name, n->phrases[at].name))
			return true;
	return false;
}

/* Prose for people; the numbers in it follow by their formulas. */
static void put_says(struct buf *out, const struct report *r, const struct note *n)
{
	size_t from;

	buf_str(out, "\"says\":");
	from = out->n;
	note_text(out, n, r->sample->interval, true);
	quote_json_from(out, from);
}

static void put_numbers(struct buf *out, const struct note *n)
{
	bool comma = false;

	buf_str(out, ",\"numbers\":{");
	for (unsigned i = 0; i < n->n_phrases; i++) {
		const struct phrase *p = &n->phrases[i];

		if (!p->name.n || said_before(n, i))
			continue;
		if (comma)
			buf_char(out, ',');
		comma = true;
		quote_json(out, p->name);
		buf_char(out, ':');
		put_cell(out, &p->value, p->unit);
	}
	buf_char(out, '}');
}

static void put_finding(struct buf *out, const struct report *r, const struct note *n)
{
	buf_str(out, "{\"id\":");
	put_z(out, n->finding->id);
	buf_str(out, ",\"row\":");
	quote_json(out, n->row);
	buf_char(out, ',');
	put_says(out, r, n);
	buf_str(out, ",\"next\":");
	put_z(out, n->finding->next);
	buf_str(out, ",\"weight\":");
	buf_s64(out, n->finding->weight);
	put_numbers(out, n);
	buf_char(out, '}');
}

static void put_lines(struct buf *out, const struct report *r)
{
	if (!r->n_foot)
		return;
	buf_str(out, ",\"lines\":[");
	for (unsigned i = 0; i < r->n_foot; i++) {
		buf_str(out, i ? ",{" : "{");
		put_says(out, r, &r->foot[i]);
		put_numbers(out, &r->foot[i]);
		buf_char(out, '}');
	}
	buf_char(out, ']');
}

static void put_check(struct buf *out, const struct verdict_check *k)
{
	static const char *const states[] = {
		[CHECK_HOLDS] = "holds",
		[CHECK_FAILS] = "fails",
		[CHECK_UNKNOWN] = "unknown",
	};

	buf_str(out, "{\"name\":");
	put_z(out, k->check->name);
	buf_str(out, ",\"row\":");
	quote_json(out, k->row);
	buf_fmt(out, ",\"state\":\"%s\"}", states[k->state]);
}

static void put_fault(struct buf *out, const struct fault *f)
{
	const char *name = strerrorname_np(abs(f->err));

	buf_str(out, "{\"path\":");
	quote_json(out, f->path);
	buf_fmt(out, ",\"line\":%u,\"error\":", f->line);
	put_z(out, name ? name : "EUNKNOWN");
	buf_char(out, '}');
}

/* What stands in a sample's object, without its braces. */
static void put_sample(struct buf *out, const struct report *r)
{
	const struct sample *s = r->sample;

	put_facts(out, s);
	for (unsigned i = 0; i < r->n_picks; i++)
		put_pick(out, r, &r->picks[i]);
	put_lines(out, r);
	buf_str(out, ",\"findings\":[");
	for (unsigned i = 0; i < r->n_findings; i++) {
		buf_str(out, i ? "," : "");
		put_finding(out, r, &r->findings[i]);
	}
	buf_str(out, "],\"checks\":[");
	for (unsigned i = 0; i < r->n_checks; i++) {
		buf_str(out, i ? "," : "");
		put_check(out, &r->checks[i]);
	}
	buf_str(out, "],\"faults\":[");
	for (unsigned i = 0; i < s->n_faults; i++) {
		buf_str(out, i ? "," : "");
		put_fault(out, &s->faults[i]);
	}
	buf_char(out, ']');
}

void json_begin(struct buf *out, const struct report *r)
{
	put_intro(out, r);
	buf_str(out, ",\"samples\":[");
}

void json_emit(struct buf *out, const struct report *r)
{
	buf_str(out, r->seq ? ",\n{" : "\n{");
	put_sample(out, r);
	buf_char(out, '}');
}

void json_end(struct buf *out, const struct report *r)
{
	(void)r;
	buf_str(out, "]}\n");
}

void jsonl_emit(struct buf *out, const struct report *r)
{
	put_intro(out, r);
	buf_char(out, ',');
	put_sample(out, r);
	buf_str(out, "}\n");
}
