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
	const struct sample *sample;
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
/* Text for the eye or exact; a rate is divided by the interval (ns). Absent is "-". */
void unit_text(struct buf *out, struct cell c, enum unit u, bool rate, uint64_t interval, bool human);
/* Machine form: base units; seconds as exact decimals; the caller quotes words. */
void unit_exact(struct buf *out, struct cell c, enum unit u);
bool unit_right(enum unit u);                  /* numbers align right */
void note_text(struct buf *out, const struct note *n, uint64_t interval, bool human);
/* Time as "2026-11-30T17:02:29+00:00" from realtime nanoseconds. */
void stamp_text(struct buf *out, uint64_t real_ns);
