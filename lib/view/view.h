// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view.h - a reckoned sample becomes text.
 *
 * A view is given a finished report and a buffer; it opens nothing, decides
 * nothing, subtracts nothing, and does not know which domain it prints.
 */
#pragma once

#include "model.h"

enum { SCHEMA = 1 };           /* of the machine forms; grows when a name changes its meaning */

/* What a view is to print, all of it borrowed. */
struct report {
	const char *program;   /* "swsched" */
	const char *domain;    /* "swap" */
	const char *command;   /* "stat" */
	struct sample *sample; /* not const: the formulas of its cells are reckoned when they are looked at */
	const struct pick *picks;
	unsigned n_picks;
	const struct note *head, *findings, *foot;
	unsigned n_head, n_findings, n_foot;
	const struct verdict_check *checks;
	unsigned n_checks;
	unsigned seq;          /* 0 for the first of a run */
	/* how */
	bool human;            /* scaled numbers in text */
	bool headings;
	bool color;
	bool stamp;            /* ISO 8601 time before each text sample */
	bool reasons;
	bool tree;
	bool plain;            /* one fact a line */
	bool all;
	unsigned width;        /* columns of the terminal; 0: none, do not wrap or cut */
};

struct view {
	const char *name, *brief;
	bool one_pick;         /* prints one kind of row */
	bool exact;            /* base units, all fields of the tables unless -o says otherwise */
	void (*begin)(struct buf *out, const struct report *r); /* NULL: nothing */
	void (*emit)(struct buf *out, const struct report *r);
	void (*end)(struct buf *out, const struct report *r);   /* also after a signal */
};
extern const struct view views[];
extern const size_t n_views;
const struct view *view_find(const char *name);

/* units.c */
const char *unit_name(enum unit u);            /* "bytes", "seconds", "count" … of machine output */
/*
 * Text for the eye or exact; a rate is divided by the interval (ns). Absent is "-". A cell of UNIT_PERCENT
 * holds a share of 1: text shows 100 times that (its heading or sentence says "%"), machine forms the share.
 */
void unit_text(struct buf *out, struct cell c, enum unit u, bool rate, uint64_t interval, bool human);
/* What to say behind such a text: "bytes", "folios", ""; a scaled time carries its own unit. */
const char *unit_word(enum unit u, bool human);
/* Nanoseconds as seconds, all digits that count and no more: "1", "0.0041". */
void unit_seconds(struct buf *out, uint64_t ns);
/* Machine form: base units; seconds as exact decimals; absent is null; the caller quotes words. */
void unit_exact(struct buf *out, struct cell c, enum unit u);
bool unit_right(enum unit u);                  /* numbers align right */
bool unit_absent(struct cell c);               /* no value, or none that a number can say (nan, inf) */
/*
 * "%" is added to a share and "/s" to a rate, for a dash has neither and only an interval makes a rate. Of "[one|many]"
 * in a text stands what goes with the number said last.
 */
void note_text(struct buf *out, const struct note *n, uint64_t interval, bool human);
/* Time as "2026-11-30T17:02:29+00:00" from realtime nanoseconds. */
void stamp_text(struct buf *out, uint64_t real_ns);

/*
 * paper.c: text for a mail, of no more than so many columns and lines. A part is a title and entries; where not all
 * parts have room, the longest give way, but for `least` lines each, and end with "... 12 more: " and `more`. Texts
 * are sane; all is copied. Zero-initialise; paper_free() when done.
 */
enum { PAPER_COLUMNS = 78, PAPER_LINES = 100 };
struct paper_entry {
	struct span text;
	unsigned lines;
};
struct paper_part {
	struct paper_entry title, *entries;
	struct span more;
	unsigned n, cap, least;
};
struct paper {
	struct arena arena;
	struct paper_part *parts;
	unsigned n, cap;
};
void paper_part(struct paper *p, struct span title, struct span more, unsigned least);
void paper_text(struct paper *p, struct span text); /* an entry of the last part, its words filled into lines */
/*
 * Rows of cells as entries a line each, the first as heading; a first column that is too long is cut in its middle,
 * columns that have no room are left out. `left`: a bit for each column that is not flush right.
 */
void paper_table(struct paper *p, const struct span *cells, unsigned n_rows, unsigned n_cols, uint32_t left);
void paper_put(struct buf *out, const struct paper *p);
void paper_free(struct paper *p);

/* ---- between the files of this room ----------------------------------------------------------- */

/* column.c: a picked column and its names. */
const struct column *column_at(const struct report *r, const struct pick *p, unsigned at);
const struct cell *column_cell(const struct report *r, const struct pick *p, unsigned row, unsigned at);
struct span column_row(const struct report *r, const struct pick *p, unsigned row); /* the row's name */
const struct shape *column_shape(const struct report *r, const struct pick *p);
bool column_rate(const struct report *r, const struct column *c);
void column_head(struct buf *out, const struct report *r, const struct column *c);
/* Whether an earlier group of the table has a field of that name. */
bool name_second(const struct domain *d, const struct group *group, const struct field *field);
/* The name in machine forms: "name", or "group.name" where the table has it before or the view itself says it. */
void column_key(struct buf *out, const struct report *r, const struct column *c);
void column_text(struct buf *out, const struct report *r, const struct column *c, const struct cell *v);
void word_text(struct buf *out, struct span s); /* foreign bytes without blanks; "-" for none */

/* quote.c: a sane string of JSON, always quoted, or of CSV, quoted where it must be. */
void quote_json(struct buf *out, struct span s);
void quote_json_from(struct buf *out, size_t from); /* what was written there is sane already */
void quote_csv(struct buf *out, struct span s);

/* head.c: what text views print around their tables. */
void head_put(struct buf *out, const struct report *r);
void head_lines(struct buf *out, const struct report *r); /* what it spans, and the verb's own; none for nothing */
void head_finding(struct buf *out, const struct report *r, const struct note *n);
/* `how`: the option, or key, that has them shown */
void head_hidden(struct buf *out, const struct report *r, const struct pick *p, const char *indent, const char *how);
void head_foot(struct buf *out, const struct report *r);

/* grid.c: libsmartcols. What differs between the layouts; `name` gives column 0, the row's name. */
struct grid {
	enum { GRID_TEXT, GRID_RAW, GRID_PAIRS } form;
	void (*title)(struct buf *out, const struct report *r, const struct pick *p);
	void (*head)(struct buf *out, const struct report *r, const struct column *c);
	void (*name)(struct buf *out, struct span name);
	void (*cell)(struct buf *out, const struct report *r, const struct column *c, const struct cell *v);
};
/* Where a column stands in each line, and the least width it is to have; of the row's name and of each field. */
struct place {
	unsigned x, width, least;
};
/* `places`: NULL, or n_cols + 1 of them. */
void grid_put(struct buf *out, const struct grid *g, const struct report *r, const struct pick *p, bool headings,
	struct place *places);
/* table.c: the headings and rows as the table view has them, a line each, for the screen that paints them. */
void table_grid(struct buf *out, const struct report *r, const struct pick *p, struct place *places);

/* One function a view, named in views.c. */
void table_emit(struct buf *out, const struct report *r);
void plain_emit(struct buf *out, const struct report *r);
void raw_emit(struct buf *out, const struct report *r);
void pairs_emit(struct buf *out, const struct report *r);
void csv_emit(struct buf *out, const struct report *r);
void json_begin(struct buf *out, const struct report *r);
void json_emit(struct buf *out, const struct report *r);
void json_end(struct buf *out, const struct report *r);
void jsonl_emit(struct buf *out, const struct report *r);
