// SPDX-License-Identifier: GPL-2.0-or-later
/* reading.c - what is read in the place of the tables: the help, and all findings in full. */
#include "screen.h"

void reading_begin(struct screen *s, enum mode mode)
{
	s->mode = mode;
	s->from = 0;
}

static bool finding_at(struct screen *s, unsigned i, unsigned *ret_look)
{
	const struct report *r = &s->shown;
	int weight;

	if (i >= r->n_findings) {
		buf_str(&s->text, "no findings");
		return !i;
	}
	weight = r->findings[i].finding->weight & 3;
	head_finding(&s->text, r, &r->findings[i]);
	s->text.n--; /* its newline */
	s->text.p[0] = weight_letters[weight];
	*ret_look = weight_tints[weight];
	return true;
}

/* Puts the text into s->text; false: there is no such. */
static bool text_at(struct screen *s, unsigned i, unsigned *ret_look)
{
	const char *help;

	buf_reset(&s->text);
	*ret_look = 0;
	if (s->mode == MODE_FINDINGS)
		return finding_at(s, i, ret_look);
	help = keys_help(i);
	if (help)
		buf_str(&s->text, help);
	return help;
}

void reading_put(struct screen *s, unsigned y, unsigned end)
{
	struct frame *f = &s->frame;
	unsigned indent = s->mode == MODE_HELP ? 4 : 2, i, look;
	struct span rest = SPAN_EMPTY;

	while (s->from && !text_at(s, s->from, &look))
		s->from--;
	for (i = s->from; y < end && text_at(s, i, &look); i++) {
		unsigned x = 0;

		rest = buf_text(&s->text);
		do {
			struct span line = text_wrap(
				&rest, f->w > indent ? f->w - indent : 1, f->utf8);

			frame_put(f, x, y++, f->w, 0, line, look);
			x = indent;
		} while (rest.n && y < end);
	}
	s->seen = i - s->from;
	if (f->w > 2 && (rest.n || text_at(s, i, &look)))
		frame_put(f, f->w - 2, end - 1, f->w, 0, SPAN(".."), TINT_DIM);
}

enum wish reading_key(struct screen *s, uint32_t key)
{
	/* The last may have been seen in part. */
	unsigned page = s->seen > 2 ? s->seen - 1 : 1;
	bool pages = key == KEY_IS_PAGE_UP || key == KEY_IS_PAGE_DOWN;
	unsigned by = pages ? page : 1;

	if (key == KEY_IS_DOWN || key == 'j' || key == KEY_IS_PAGE_DOWN)
		s->from += by;
	else if (key == KEY_IS_UP || key == 'k' || key == KEY_IS_PAGE_UP)
		s->from -= by < s->from ? by : s->from;
	else
		s->mode = MODE_TABLES;
	return WISH_PAINT;
}
