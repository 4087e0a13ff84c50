// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * paper.c - text of so many columns and lines, to be put into a mail.
 *
 * It is made of parts, a title and entries each. Where not all have room, the longest parts give way first, and
 * say how many of their entries were left out.
 */
#include "view.h"

enum { TAB = 2, GAP = 2 };

/* Columns that the first character of s takes at most, and its bytes: what is not ASCII may be wide. */
static unsigned glyph(struct span s, size_t *ret_bytes)
{
	size_t n = 1;
	while (n < s.n && ((unsigned char)s.p[n] & 0xc0) == 0x80)
		n++;
	*ret_bytes = n;
	return (unsigned char)*s.p < 0x80 ? 1 : 2;
}

static unsigned columns(struct span s)
{
	unsigned width = 0;
	while (s.n) {
		size_t n;
		width += glyph(s, &n);
		s = span_sub(s, n, s.n);
	}
	return width;
}

/* As much of it as fits; the rest stays in *s. */
static struct span take_columns(struct span *s, unsigned room)
{
	struct span head = {s->p, 0};
	unsigned width = 0;
	size_t n;
	while (s->n && (width += glyph(*s, &n)) <= room) {
		head.n += n;
		*s = span_sub(*s, n, s->n);
	}
	return head;
}

/* A line being filled. */
struct filling {
	struct buf *out;
	unsigned at, hang, lines;
};

static void fill_break(struct filling *f)
{
	buf_char(f->out, '\n');
	buf_fill(f->out, ' ', f->hang);
	f->at = f->hang;
	f->lines++;
}

/* A word that is longer than a line is cut where the line ends. */
static void fill_word(struct filling *f, struct span word)
{
	while (word.n) {
		size_t n;
		if (f->at + glyph(word, &n) > PAPER_COLUMNS)
			fill_break(f);
		struct span piece = take_columns(&word, PAPER_COLUMNS - f->at);
		buf_span(f->out, piece);
		f->at += columns(piece);
	}
}

/* Words filled into lines from column `from` on, further ones from `hang`. Returns the number of lines. */
static unsigned fill(struct buf *out, unsigned from, unsigned hang, struct span text)
{
	struct filling f = {out, from, hang, 1};
	bool first = true;
	struct span word;
	buf_fill(out, ' ', from);
	while ((word = span_word(&text)).n) {
		if (!first && f.at + 1 + columns(word) > PAPER_COLUMNS) {
			fill_break(&f);
		} else if (!first) {
			buf_char(out, ' ');
			f.at++;
		}
		fill_word(&f, word);
		first = false;
	}
	buf_char(out, '\n');
	return f.lines;
}

static struct paper_part *last(struct paper *p)
{
	return &p->parts[p->n - 1];
}

static struct paper_entry kept(struct paper *p, struct buf *b, unsigned lines)
{
	struct paper_entry e = {arena_span(&p->arena, buf_text(b)), lines};
	buf_free(b);
	return e;
}

void paper_part(struct paper *p, struct span title, struct span more, unsigned least)
{
	struct buf b = {0};
	p->parts = arena_more(&p->arena, p->parts, p->n, &p->cap, sizeof(*p->parts));
	unsigned lines = fill(&b, 0, TAB, title);
	p->parts[p->n++] = (struct paper_part){
		.title = kept(p, &b, lines),
		.more = arena_span(&p->arena, more),
		.least = least,
	};
}

static void add(struct paper *p, struct buf *b, unsigned lines)
{
	struct paper_part *part = last(p);
	part->entries = arena_more(
		&p->arena, part->entries, part->n, &part->cap, sizeof(*part->entries));
	part->entries[part->n++] = kept(p, b, lines);
}

void paper_text(struct paper *p, struct span text)
{
	struct buf b = {0};
	unsigned lines = fill(&b, TAB, TAB * 2, text);
	add(p, &b, lines);
}

/* ---- tables ---- */

/* The two ends of what is too long. */
static void put_cut(struct buf *out, struct span s, unsigned width)
{
	unsigned has = columns(s), head = (width - 2) / 2, tail = width - 2 - head;
	if (has <= width) {
		buf_span(out, s);
		buf_fill(out, ' ', width - has);
		return;
	}
	size_t from = out->n;
	struct span rest = s;
	buf_span(out, take_columns(&rest, head));
	buf_str(out, "..");
	while (rest.n && columns(rest) > tail) {
		size_t n;
		glyph(rest, &n);
		rest = span_sub(rest, n, rest.n);
	}
	buf_span(out, rest);
	has = columns(span_sub(buf_text(out), from, out->n));
	buf_fill(out, ' ', width - has);
}

/* Columns from the left that fit beside a name of some length; what is left for names. */
static unsigned fit_columns(const unsigned *widths, unsigned n_cols, unsigned *ret_name)
{
	enum { NAME_LEAST = 20 };
	unsigned used = TAB, n = 1,
		 least = widths[0] < NAME_LEAST ? widths[0] : NAME_LEAST;
	while (n < n_cols && used + GAP + widths[n] + least <= PAPER_COLUMNS)
		used += GAP + widths[n++];
	unsigned left = PAPER_COLUMNS - used;
	*ret_name = widths[0] < left ? widths[0] : left;
	return n;
}

static void put_line(struct buf *out, const struct span *cells, const unsigned *widths,
	unsigned n, unsigned name, uint32_t left)
{
	buf_fill(out, ' ', TAB);
	put_cut(out, cells[0], name);
	for (unsigned c = 1; c < n; c++) {
		unsigned pad = widths[c] - columns(cells[c]);
		buf_fill(out, ' ', GAP + (left >> c & 1 ? 0 : pad));
		buf_span(out, cells[c]);
		buf_fill(out, ' ', left >> c & 1 ? pad : 0);
	}
	while (out->n && out->p[out->n - 1] == ' ')
		out->n--;
	buf_char(out, '\n');
}

void paper_table(struct paper *p, const struct span *cells, unsigned n_rows,
	unsigned n_cols, uint32_t left)
{
	unsigned *widths = arena_zero(&p->arena, n_cols * sizeof(*widths)), name;
	for (unsigned i = 0; i < n_rows * n_cols; i++) {
		unsigned width = columns(cells[i]);
		if (width > widths[i % n_cols])
			widths[i % n_cols] = width;
	}
	unsigned n = fit_columns(widths, n_cols, &name);
	for (unsigned r = 0; r < n_rows; r++) {
		struct buf b = {0};
		put_line(&b, cells + (size_t)r * n_cols, widths, n, name, left);
		if (r) {
			add(p, &b, 1);
			continue;
		}
		/* The heading stays with the title. */
		struct paper_part *part = last(p);
		struct buf both = {0};
		buf_span(&both, part->title.text);
		buf_span(&both, buf_text(&b));
		part->title = kept(p, &both, part->title.lines + 1);
		buf_free(&b);
	}
}

/* ---- what has room ---- */

static unsigned full(const struct paper_part *part)
{
	unsigned lines = part->title.lines;
	for (unsigned i = 0; i < part->n; i++)
		lines += part->entries[i].lines;
	return lines;
}

/* Lines of a part when no part is to have more than `level`; level 0: no more than it must. */
static unsigned allowed(const struct paper_part *part, unsigned level)
{
	unsigned all = full(part), least = part->title.lines + 1;
	if (level && least < part->least)
		least = part->least;
	if (level < least)
		level = least;
	return all < level ? all : level;
}

static unsigned sum_at(const struct paper *p, unsigned level)
{
	unsigned sum = p->n ? p->n - 1 : 0; /* a blank line between parts */
	for (unsigned i = 0; i < p->n; i++)
		sum += allowed(&p->parts[i], level);
	return sum;
}

/* The highest level that has room, and the lines that are over. */
static unsigned level_for(const struct paper *p, unsigned lines, unsigned *ret_left)
{
	unsigned level = lines;
	while (level && sum_at(p, level) > lines)
		level--;
	unsigned sum = sum_at(p, level);
	*ret_left = sum < lines ? lines - sum : 0;
	return level;
}

/* The first lines of an entry that has no room as a whole. */
static void put_head(struct buf *out, struct span text, unsigned lines)
{
	while (lines--) {
		buf_span(out, span_line(&text));
		buf_char(out, '\n');
	}
}

static void put_part(struct buf *out, const struct paper_part *part, unsigned lines)
{
	unsigned used = part->title.lines, i = 0;
	buf_span(out, part->title.text);
	if (full(part) <= lines)
		lines = full(part) + 1;
	for (; i < part->n && used + part->entries[i].lines < lines; i++) {
		buf_span(out, part->entries[i].text);
		used += part->entries[i].lines;
	}
	if (i == part->n)
		return;
	if (used + 1 < lines)
		put_head(out, part->entries[i].text, lines - used - 1);
	struct buf b = {0};
	buf_fmt(&b, "  ... %u more", part->n - i);
	if (part->more.n) {
		buf_str(&b, ": ");
		buf_span(&b, part->more);
	}
	struct span text = buf_text(&b);
	buf_span(out, take_columns(&text, PAPER_COLUMNS));
	buf_char(out, '\n');
	buf_free(&b);
}

void paper_put(struct buf *out, const struct paper *p)
{
	unsigned left, level = level_for(p, PAPER_LINES, &left);
	for (unsigned i = 0; i < p->n; i++) {
		unsigned lines = allowed(&p->parts[i], level),
			 more = allowed(&p->parts[i], level + 1) - lines;
		/* What is over goes to those that come first. */
		more = more < left ? more : left;
		lines += more;
		left -= more;
		if (i)
			buf_char(out, '\n');
		put_part(out, &p->parts[i], lines);
	}
}

void paper_free(struct paper *p)
{
	arena_free(&p->arena);
}
