// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * screen.h - a report becomes a screen, and keys become wishes.
 *
 * The room is a pure machine but for mod_screen.c: a page is composed into a frame, which is glyphs in memory, and a
 * key changes the page or is handed back as something to do. The module, which alone knows ncurses, puts frames on a
 * terminal and gets keys from it. What is composed is what the table view wrote (view.h), cut to the size there is.
 */
#pragma once

#include "view.h"

/* ---- frame.c: glyphs in memory ----------------------------------------------------------------- */

/* Of weights 1 to 3 are findings and shades; the letters stand beside, for colour is nothing alone. */
enum {
	TINT_PLAIN, TINT_KNOW, TINT_COSTS, TINT_BROKEN, TINT_BAR, TINT_DIM, N_TINTS,
	TINT = 7, LOOK_BOLD = 8, LOOK_REVERSE = 16,
};

struct glyph {
	uint32_t ch : 22;      /* a character that can be shown; 0: the right half of the one before */
	uint32_t look : 10;
};

struct frame {
	unsigned w, h;
	struct glyph *at;      /* row by row */
	size_t cap;
	int x, y;              /* of the cursor; x < 0: none */
	bool utf8;             /* the terminal takes more than ASCII */
};

void frame_begin(struct frame *f, unsigned w, unsigned h); /* all blank */
void frame_free(struct frame *f);
/*
 * Writes text from x on (which may be left of the screen) up to `end`, without its first `skip` columns; returns where
 * it ended. What a terminal must not get is '?', whoever let it come so far.
 */
unsigned frame_put(struct frame *f, unsigned x, unsigned y, unsigned end, unsigned skip, struct span text, unsigned look);
void frame_look(struct frame *f, unsigned x, unsigned y, unsigned n, unsigned look); /* on what is there */
unsigned text_columns(struct span text, bool utf8);    /* how many columns it takes */
size_t char_bytes(char to[4], uint32_t c);             /* in UTF-8, up to 0x1fffff; returns how many */
/* The first part of a text that fits, broken at blanks; `rest` is what remains. */
struct span text_wrap(struct span *rest, unsigned columns, bool utf8);

/* ---- history.c: what each number was in the last two minutes ------------------------------------- */

enum { BUCKETS = 60, BUCKET_SECONDS = 2, SERIES = 2048, PLACES = 4096 };

struct series {
	uint64_t id;
	uint64_t bucket, ns;   /* last written */
	float now, before, peak;
	float at[BUCKETS];     /* ring by bucket; NAN: nothing known */
};

/* A fixed pool, of which only what is used takes memory: what was not seen for longest gives way. Zero-initialise. */
struct history {
	struct series *pool;
	unsigned n;
	uint16_t *places;      /* by id: number in the pool, and one more; 0: free */
};
void history_put(struct history *h, uint64_t id, uint64_t ns, double value); /* NAN: absent */
const struct series *history_find(const struct history *h, uint64_t id);     /* NULL: never seen */
void history_free(struct history *h);
bool series_rises(const struct series *s);
/* The last two minutes in n columns, oldest first, as bars of eight heights or as ASCII. */
void series_line(struct buf *out, const struct series *s, uint64_t ns, unsigned n, bool utf8);

/* ---- page.c: one page, and where the reader is on it --------------------------------------------- */

/* How a table is ordered and where it is scrolled to. */
struct paned {
	const struct field *sort; /* NULL with by_name false: as the pane says */
	bool by_name, reverse;
	unsigned from, rows;   /* first row shown, and how many are */
	unsigned left;         /* columns scrolled out behind the name */
	unsigned n_least;
	unsigned *least;       /* widths that were had once, so that columns do not dance */
};

struct page {
	const struct domain *domain;
	const struct verb *verb;
	struct paned panes[MAX_SHAPES]; /* as the verb's */
	unsigned at;           /* the pane the cursor is in */
	unsigned row;          /* its row, by number and, while it is there, by name */
	struct buf name;
	unsigned col;          /* 0: the row's name; else 1 + the column; ~0u: not yet anywhere */
	struct buf find;       /* rows must hold this text; empty: all */
	/* A page that was entered: what it is about. */
	const struct pane *of; /* NULL: it was not entered */
	const struct field *about; /* NULL: the row as such */
	struct buf of_row;
	bool was_delta;
};

void page_begin(struct page *p, const struct domain *d, const struct verb *v);
void page_free(struct page *p);
const struct pane *page_pane(const struct page *p, const struct report *r, unsigned pick); /* of a pick */
struct paned *page_paned(struct page *p, const struct report *r, unsigned pick);
/* The orders that were wished for, put into what picks the rows. */
void page_orders(const struct page *p, const struct plan *plan, struct picker *pickers, unsigned n);
/* What the cursor is on; false: there is nothing. */
struct cursor {
	unsigned pick, row, col;
	const struct pane *pane;
	const struct column *column; /* NULL: the row's name */
	struct span name;
};
bool page_cursor(struct page *p, const struct report *r, struct cursor *ret);
void page_move(struct page *p, const struct report *r, int rows, int cols);
void page_jump(struct page *p, const struct report *r, bool last);

/* ---- screen.c: all of it ------------------------------------------------------------------------- */

/* Characters are themselves; what is none lies beyond Unicode. */
enum key {
	KEY_IS_NONE = 0x200000, KEY_IS_UP, KEY_IS_DOWN, KEY_IS_LEFT, KEY_IS_RIGHT, KEY_IS_PAGE_UP, KEY_IS_PAGE_DOWN,
	KEY_IS_HOME, KEY_IS_END, KEY_IS_ENTER, KEY_IS_BACK, KEY_IS_ESCAPE, KEY_IS_BACK_TAB, KEY_IS_HELP, KEY_IS_SORT,
	KEY_IS_QUIT, KEY_IS_RESIZE,
};

/* What is to be done about a key; `text` says more. */
enum wish {
	WISH_NOTHING, WISH_PAINT, WISH_QUIT,
	WISH_DOMAIN,           /* `number`, or the next for -1, the one before for -2 */
	WISH_ORDER,            /* rows are to be picked anew */
	WISH_FILTER,           /* rows for which text, a formula, holds; empty: all */
	WISH_COLUMNS,          /* text as -o takes it */
	WISH_ENTER, WISH_LEAVE,
	WISH_DELAY,            /* text */
	WISH_PAUSE,
	WISH_ALL,              /* idle rows too, or not */
	WISH_CAPTURE, WISH_CAPTURE_TO, /* into the folder text */
	WISH_REDRAW,
};

enum mode { MODE_TABLES, MODE_HELP, MODE_FINDINGS, MODE_PROMPT, MODE_SORT, MODE_COLUMNS };

struct screen {
	struct frame frame;
	struct history history;
	struct arena arena;    /* of one composing */
	struct buf text, line; /* passing use */
	enum mode mode;
	enum wish asks;        /* MODE_PROMPT: what for */
	const char *question;
	struct buf answer;
	bool offered;          /* and nothing typed yet */
	unsigned pick;         /* MODE_SORT, MODE_COLUMNS: of which table */
	unsigned at, from;     /* in a list, or in what is read */
	unsigned seen;         /* texts of what is read */
	bool scrolls;          /* there are more rows than are seen */
	uint8_t *chosen;       /* MODE_COLUMNS: one a field of the table */
	unsigned n_chosen;
	struct buf said;       /* a message, until the next key */
	int number;            /* of a wish */
	struct report shown;   /* as composed last: keys are about that */
	struct pick found[MAX_SHAPES];
};

/* What stands around a page. */
struct around {
	const char *const *tabs; /* names of the domains, n of them */
	unsigned n_tabs, tab;
	struct span state;     /* "every 2s", "paused" … */
	uint64_t now;          /* ns on the clock of the history */
};

void screen_learn(struct screen *s, const struct report *r, uint64_t now); /* once for each report */
void screen_compose(struct screen *s, struct page *p, const struct report *r, const struct around *a, unsigned w, unsigned h);
enum wish screen_key(struct screen *s, struct page *p, uint32_t key);
/* Asks on the bottom line; the answer comes with the wish. */
void screen_ask(struct screen *s, enum wish what, const char *question, struct span answer);
void screen_say(struct screen *s, struct span text);
void screen_free(struct screen *s);

/* ---- within the room ------------------------------------------------------------------------------ */

uint64_t series_id(const struct report *r, const char *kind, struct span row, const struct field *f);
double cell_rate(const struct report *r, const struct column *c, const struct cell *v); /* NAN: absent, or a word */
bool column_counts(const struct column *c);            /* its cells are numbers that have a history */
void rate_text(struct buf *out, const struct report *r, const struct column *c, double rate);
const struct series *series_of(const struct screen *s, const struct report *r, const struct pick *p, unsigned row, const struct field *f);
const struct column *column_named(const struct report *r, const struct pick *p, struct span name, unsigned *ret_at);
/* Of the weights of findings: worth knowing, costs, broken; and of what rises. */
enum { WEIGHT_RISES = 4 };
extern const char weight_letters[];
extern const unsigned weight_tints[];
int row_weight(const struct screen *s, const struct report *r, const struct pane *pane, const struct pick *p, unsigned row);
int cell_weight(const struct report *r, const struct pane *pane, const struct pick *p, unsigned row, const char *field);
/* explain.c: what the thing under the cursor means, as lines of text. */
void explain_put(struct buf *out, const struct report *r, const struct pane *of, struct span row, const struct field *f);
/* window.c: one table in its window. */
enum { INDENT = 2, BARS = 4, PEAK = 8 };       /* room for the letter; bars beside a row; room for the peak */
struct window {
	struct screen *s;
	const struct report *r;
	const struct around *a;
	const struct pane *pane;
	struct paned *state;
	struct pick all, shown; /* shown: the rows of the window */
	struct place *places;  /* n_cols + 1 */
	unsigned y, end;       /* lines */
	unsigned edge;         /* where what is beside the table begins */
	unsigned bars, bar[BARS]; /* x of the first bar, 0: no room; width of each */
	unsigned trend, trend_n; /* the same of the history */
	int row, col;          /* under the cursor, of the window; -1: not here */
};
void window_widths(struct window *w);          /* the least of each column, before the table is written */
void window_learn(struct window *w);           /* after that */
/* The next share with a bar that is among the columns of p; NULL: there is no more. `rest` begins as the pane's. */
const struct column *window_bar(const struct window *w, const struct pick *p, struct span *rest, unsigned *ret_at);
void window_share(struct window *w, unsigned width); /* what stands where */
unsigned window_skip(struct window *w);        /* columns of glyphs that are scrolled out behind the name */
unsigned window_whole(const struct window *w, unsigned skip); /* x behind the last column that is seen as a whole */
unsigned window_end(const struct window *w);   /* x behind the last of all */
/* body.c: the tables from line y to line `end`. */
void body_put(struct screen *s, struct page *p, const struct report *r, const struct around *a, unsigned y, unsigned end);
void keys_put(struct screen *s, const struct page *p, unsigned y); /* keys.c: the bottom line */
const char *keys_help(unsigned i);             /* NULL: there is no more */
/* reading.c: texts in the place of the tables. */
void reading_begin(struct screen *s, enum mode mode);
void reading_put(struct screen *s, unsigned y, unsigned end);
enum wish reading_key(struct screen *s, uint32_t key);
/* lists.c */
void lists_put(struct screen *s, struct page *p, unsigned y, unsigned end);
enum wish lists_key(struct screen *s, struct page *p, uint32_t key);
void lists_begin(struct screen *s, struct page *p, enum mode mode);
/* Rows that hold the text looked for; in the screen's arena. */
void page_found(struct screen *s, const struct page *p, const struct report *r, struct pick *picks);

/* ---- mod_screen.c: a terminal, in a module -------------------------------------------------------- */

struct terminal {
	/* -ENOTTY: no such type of terminal is known, or it cannot do what is needed */
	int (*open)(FILE *in, FILE *out, bool color);
	void (*close)(void);   /* as it was; again is nothing */
	void (*forget)(void);  /* it is another's by now: closed, and left as it is */
	void (*stop)(void);    /* as it was, for a while */
	void (*go)(void);      /* on after that; all is painted anew */
	void (*size)(unsigned *ret_w, unsigned *ret_h); /* asks anew */
	void (*paint)(const struct frame *f, bool all); /* all: nothing of what stands there is trusted */
	uint32_t (*key)(void); /* KEY_IS_NONE: none waits */
	void (*crash)(void);   /* as it was, from a handler of a signal */
};
extern const struct terminal screen_terminal;
