// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * live.h - what the files of the screen's loop share.
 */
#pragma once

#include <sys/types.h>

#include "cmd.h"
#include "screen.h"

enum { MAX_TABS = 9, LIVE_NO_SCREEN = -1 };

/* A page with what it reads. One that was entered lies on the one it was entered from. */
struct leaf {
	struct leaf *under;          /* NULL: it is the domain's first */
	struct page page;
	struct opts o;
	struct watch watch;
	struct buf output, filter;   /* what o points to once it was changed */
	unsigned long n;             /* samples taken */
	uint64_t now;                /* of the last, on the history's clock */
	bool reads;                  /* it has a round of its own */
	bool rebased;                /* the last sample begins an interval and ends none */
};

/* leaf.c. NULL: it could not begin, which was said. `under` NULL: the first of its domain. */
struct leaf *leaf_begin(const struct opts *o, const struct domain *d, const struct verb *v, struct leaf *under);
struct leaf *leaf_end(struct leaf *leaf);      /* returns what was under it */
struct leaf *leaf_read(struct leaf *leaf);     /* the one whose round it shows */
int leaf_turn(struct leaf *leaf, struct screen *s); /* it and all under it; -ENOENT: the last tree was played */
int leaf_rebase(struct leaf *leaf);            /* what was counted meanwhile belongs to no interval; < 0: nothing can be shown */
void leaf_order(struct leaf *leaf);            /* rows are picked anew */
int leaf_change(struct leaf *leaf, struct screen *s, const char *output, const char *filter); /* a status */
struct leaf *leaf_enter(struct leaf *leaf, struct screen *s); /* what the cursor is on; NULL: nothing */

struct tab {
	const struct domain *domain;
	struct leaf *leaf;           /* NULL: never looked at */
};

struct live {
	struct opts *o;
	const struct terminal *terminal; /* NULL: not open */
	struct screen screen;
	struct tab tabs[MAX_TABS];
	unsigned n_tabs, tab;
	struct pace pace;
	uint64_t next;               /* turn, ns */
	unsigned long turns;
	bool paused, ended, quit, dirty, redraw;
	unsigned deaf;               /* times in a row that input was there, and none could be had */
	int status;
	struct buf last_said;
	struct {
		pid_t pid;           /* 0: none */
		int fd;              /* what it says */
		struct buf dir, said;
	} capture;
};

/* top.c decides whether there is to be a screen. LIVE_NO_SCREEN: the terminal cannot have one. */
int live_run(struct opts *o, const struct terminal *terminal);
void live_soon(struct live *l);               /* the next turn comes early, for there are no rates yet */
void live_wish(struct live *l, enum wish w);   /* wishes.c */
void live_captured(struct live *l);            /* the capture says something, or has ended */
void live_capture_go(const struct live *l);    /* after a stop, which was its too */
void live_capture_end(struct live *l);
