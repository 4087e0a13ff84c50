// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jsonl.c - a line of what --jsonl writes, which is our own form and no more of JSON than that.
 *
 *	{"schema":1,"program":"swsched",…,"release":"6.18.15","host":{"in":0,"out":4096},
 *	"folio":[{"name":"64K","swpout":12,"setting":"inherit=madvise","nr_anon":null},…],"findings":[…]}
 *
 * A value beside the tables is a fact without a row. In an object it is of the row (TABLE), in one of a list of
 * objects of the row (TABLE, NAME), as long as "name" is the first key of it. What lies deeper is passed over, and so
 * is null. Words keep their quotes and escapes, which json_word() takes off. A line that is not of this form is a
 * fault, and what was not yet told of it is left out.
 */
#include "parse.h"

struct reader {
	struct span rest;
	const struct sink *sink;
	struct fact at;
};

static bool accept(struct reader *r, char c)
{
	if (!r->rest.n || *r->rest.p != c)
		return false;
	r->rest = span_sub(r->rest, 1, r->rest.n);
	return true;
}

/* With its quotes. */
static bool word(struct reader *r, struct span *ret)
{
	size_t n = 1;
	if (!r->rest.n || *r->rest.p != '"')
		return false;
	while (n < r->rest.n && r->rest.p[n] != '"')
		n += r->rest.p[n] == '\\' ? 2 : 1;
	if (n >= r->rest.n)
		return false;
	*ret = span_sub(r->rest, 0, n + 1);
	r->rest = span_sub(r->rest, n + 1, r->rest.n);
	return span_clean(*ret);
}

/* A number, or true, false or null. */
static bool plain(struct reader *r, struct span *ret)
{
	size_t n = 0;
	while (n < r->rest.n && !memchr(",]}", r->rest.p[n], 3))
		n++;
	*ret = span_sub(r->rest, 0, n);
	r->rest = span_sub(r->rest, n, r->rest.n);
	return n && span_clean(*ret) && !memchr(ret->p, '"', n) &&
	       !memchr(ret->p, '{', n);
}

/* An object or a list that is of no interest. */
static bool pass_over(struct reader *r)
{
	unsigned depth = 0;
	struct span unused;
	do {
		if (!r->rest.n)
			return false;
		char c = *r->rest.p;
		if (c == '"') {
			if (!word(r, &unused))
				return false;
			continue;
		}
		depth += c == '{' || c == '[';
		if (c == '}' || c == ']')
			depth--;
		r->rest = span_sub(r->rest, 1, r->rest.n);
	} while (depth);
	return true;
}

static bool is_nested(const struct reader *r)
{
	return r->rest.n && (*r->rest.p == '{' || *r->rest.p == '[');
}

static bool key(struct reader *r, struct span *ret)
{
	if (!word(r, ret) || !accept(r, ':'))
		return false;
	*ret = span_sub(*ret, 1, ret->n - 2);
	return true;
}

static bool value(struct reader *r, struct span name)
{
	struct span v;
	if (is_nested(r))
		return pass_over(r);
	if (!word(r, &v) && !plain(r, &v))
		return false;
	if (!span_is(v, "null"))
		sink_row(r->sink, &r->at, name, v);
	return true;
}

/* The object of a row, behind its '{'. `named`: it begins with the row's name, or is passed over. */
static bool object(struct reader *r, bool named)
{
	struct reader before = *r;
	struct span name;
	if (accept(r, '}'))
		return true;
	for (bool first = true;; first = false) {
		if (!key(r, &name))
			return false;
		if (named && first) {
			if (!span_is(name, "name") || !word(r, &r->at.row[1].name)) {
				*r = before;
				r->rest.p--;
				r->rest.n++;
				return pass_over(r);
			}
			r->at.n_row = 2;
		} else if (!value(r, name))
			return false;
		if (!accept(r, ','))
			return accept(r, '}');
	}
}

static bool list(struct reader *r)
{
	if (accept(r, ']'))
		return true;
	do {
		r->at.n_row = 1;
		if (!accept(r, '{') || !object(r, true))
			return false;
	} while (accept(r, ','));
	return accept(r, ']');
}

static bool line(struct reader *r)
{
	struct span name;
	if (!accept(r, '{'))
		return false;
	do {
		if (!key(r, &name))
			return false;
		r->at.n_row = 1;
		r->at.row[0].name = name;
		if (accept(r, '{')) {
			if (!object(r, false))
				return false;
		} else if (accept(r, '[')) {
			if (!list(r))
				return false;
		} else {
			r->at.n_row = 0;
			if (!value(r, name))
				return false;
		}
	} while (accept(r, ','));
	return accept(r, '}') && !r->rest.n;
}

void parse_jsonl(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span one;
	(void)hint;
	while (lines_next(&l, sink, &one)) {
		struct reader r = {.rest = one, .sink = sink};
		if (!line(&r))
			sink_fault(sink, l.no);
	}
}

bool json_word(struct span v, char *dst, struct span *ret_word)
{
	size_t n = 0;
	if (v.n < 2 || *v.p != '"' || v.p[v.n - 1] != '"')
		return false;
	v = span_sub(v, 1, v.n - 2);
	/* We escape quotes and backslashes, nothing else. */
	for (size_t i = 0; i < v.n; i++) {
		i += v.p[i] == '\\' && i + 1 < v.n;
		dst[n++] = v.p[i];
	}
	*ret_word = (struct span){dst, n};
	return true;
}

bool json_number(struct span v, double *ret)
{
	struct span mantissa = span_cut(&v, 'e');
	bool minus = mantissa.n && *mantissa.p == '-';
	int64_t exp = 0;
	double d;
	if (span_double(span_sub(mantissa, minus, mantissa.n), &d) < 0 ||
		(v.n && span_s64(v, &exp) < 0) || exp > 400 || exp < -400)
		return false;
	for (; exp > 0; exp--)
		d *= 10;
	for (; exp < 0; exp++)
		d /= 10;
	*ret = minus ? -d : d;
	return true;
}
