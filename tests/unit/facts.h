// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * facts.h - a sink that writes down what a parser said, one line each, to be compared as text:
 *	key=value		of the only row
 *	[row] key=value		of a row; [row\] when its name is escaped; [0/name/1] of a path with ordinals
 *	!3			a fault of line 3
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "parse.h"

struct facts {
	struct span text;
	struct buf out;
	unsigned n_facts, n_faults, last_line;
};

/* Rows and values lie within the text; an empty span may point anywhere but at NULL. */
static inline void facts_inside(const struct facts *f, struct span s)
{
	assert_non_null(s.p);
	if (s.n) {
		assert_true(s.p >= f->text.p);
		assert_true(s.p + s.n <= f->text.p + f->text.n);
	}
}

/* A value lies within the text too, or is a number that the grammar made of it. */
static inline void facts_value(const struct facts *f, struct span s)
{
	uint64_t unused;

	if (span_u64(s, &unused) < 0)
		facts_inside(f, s);
}

static inline void facts_part(struct facts *f, struct part part)
{
	if (!part.name.p) {
		buf_u64(&f->out, part.ordinal);
		return;
	}
	facts_inside(f, part.name);
	buf_span(&f->out, part.name);
}

static inline void facts_fact(void *ctx, const struct fact *fact)
{
	struct facts *f = ctx;

	assert_true(fact->n_row <= FACT_PARTS);
	assert_non_null(fact->key.p);
	facts_value(f, fact->value);
	for (unsigned i = 0; i < fact->n_row; i++) {
		buf_str(&f->out, i ? "/" : "[");
		facts_part(f, fact->row[i]);
	}
	if (fact->n_row)
		buf_str(&f->out, fact->escaped ? "\\] " : "] ");
	buf_span(&f->out, fact->key);
	buf_char(&f->out, '=');
	buf_span(&f->out, fact->value);
	buf_char(&f->out, '\n');
	f->n_facts++;
}

static inline void facts_fault(void *ctx, unsigned line, int err)
{
	struct facts *f = ctx;

	assert_true(err < 0);
	assert_true(line >= 1);
	assert_true(line >= f->last_line);
	f->last_line = line;
	f->n_faults++;
	buf_fmt(&f->out, "!%u\n", line);
}

/* What the parser says of the text; facts_free() when done. */
static inline void facts_read(
	struct facts *f, parse_fn *parse, const char *hint, struct span text)
{
	const struct sink sink = {facts_fact, facts_fault, f};

	*f = (struct facts){.text = text};
	parse(text, hint, &sink);
}

static inline void facts_free(struct facts *f)
{
	buf_free(&f->out);
}

static inline void assert_span(struct span s, const char *z)
{
	if (!span_is(s, z))
		fail_msg("got \"%.*s\", expected \"%s\"", (int)s.n, s.p, z);
}
