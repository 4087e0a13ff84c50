// SPDX-License-Identifier: GPL-2.0-or-later
/* quote.c - foreign bytes as strings of JSON and CSV. */
#include "view.h"

/* Encloses what stands from there on in quotes, `with` before each quote and each `too`. */
static void enclose(struct buf *out, size_t from, char with, char too)
{
	size_t end = out->n, extra = 2, to;

	for (size_t i = from; i < end; i++)
		extra += out->p[i] == '"' || out->p[i] == too;
	buf_fill(out, '"', extra);
	to = out->n - 1;
	for (size_t i = end; i-- > from;) {
		char c = out->p[i];

		out->p[--to] = c;
		if (c == '"' || c == too)
			out->p[--to] = with;
	}
	out->p[from] = '"';
}

void quote_json(struct buf *out, struct span s)
{
	size_t from = out->n;

	buf_sane(out, s); /* what JSON wants escaped as \u00NN is gone after it */
	quote_json_from(out, from);
}

void quote_json_from(struct buf *out, size_t from)
{
	enclose(out, from, '\\', '\\');
}

/* Only where RFC 4180 asks for it; line ends are gone after buf_sane(). */
void quote_csv(struct buf *out, struct span s)
{
	size_t from = out->n;

	buf_sane(out, s);
	if (span_find(s, ',') >= 0 || span_find(s, '"') >= 0)
		enclose(out, from, '"', '"');
}
