// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * parse.h - the kernel's text becomes facts.
 *
 * A parser is pure: it takes bytes, calls the sink, and knows no field, unit or
 * domain. It allocates, opens and prints nothing. Rows and values point into the
 * text it was given, keys also into the hint, or they live until the sink returns. Text may be cut, binary or hostile: what cannot be
 * understood is reported as a fault of its line, and the rest is still read.
 */
#pragma once

#include "base.h"

/* One part of a row's path: a span of the text, or an ordinal where names repeat. */
struct part {
	struct span name;
	unsigned ordinal;      /* used when name.p is NULL */
};

enum { FACT_PARTS = 3 };

/* One thing that the text says: in this row, this key has this value. */
struct fact {
	struct part row[FACT_PARTS];
	unsigned n_row;        /* 0: the text has one row only */
	bool escaped;          /* row names carry \040-style escapes */
	struct span key;       /* empty: the text is one value */
	struct span value;     /* trimmed; may be empty */
};

struct sink {
	void (*fact)(void *ctx, const struct fact *f);
	void (*fault)(void *ctx, unsigned line, int err); /* line from 1; err as -EBADMSG */
	void *ctx;
};

/* `hint` is the source's own, see each grammar; NULL where it takes none. */
typedef void parse_fn(struct span text, const char *hint, const struct sink *sink);

/* kv.c: a line "key value…" each. hint: the one byte between them (NULL: blanks or ':'). */
parse_fn parse_kv;
/* scalar.c: the whole text is one value, key empty. */
parse_fn parse_scalar;
/* choice.c: "always [madvise] never": the word in brackets, else the whole text; key empty.
 * The whole list follows as key "choices" (brackets kept). */
parse_fn parse_choice;
/* columns.c: blank-separated numbers in one line; hint: their names in order. Fewer is fine, more are dropped. */
parse_fn parse_columns;
/* table.c: a line a row. hint: column names; the first is the row (escaped), "#" first: skip the heading line.
 * "-" is no fact. A column named "*" takes the rest of the line. */
parse_fn parse_table;
/* rows.c: "row key value…" a line; row escaped. What doors with odd-shaped rows write. */
parse_fn parse_rows;
/* tagged.c: "some avg10=0.00 total=1": key "some.avg10". */
parse_fn parse_tagged;
/* name.c: nothing is read; the row exists (its captured name is the fact "*"). */
parse_fn parse_name;

/* The list of grammars, for tests and the fuzzer. One parser may stand there with several hints. */
struct grammar {
	const char *name;
	parse_fn *parse;
	const char *hint;      /* one that makes sense for a test */
};
extern const struct grammar grammars[];
extern const size_t n_grammars;

/* line.c: for the grammars themselves. */
struct lines {
	struct span rest;
	unsigned no;           /* of the line last given, from 1 */
};
/* The next line that is not blank, trimmed. One that was cut (no newline) or holds a NUL is a fault and skipped. */
bool lines_next(struct lines *l, const struct sink *sink, struct span *ret_line);
bool text_sound(struct span s);                        /* clean but for tabs */
void sink_fault(const struct sink *sink, unsigned line); /* -EBADMSG */
void sink_value(const struct sink *sink, struct span key, struct span value); /* in a text of one row */
