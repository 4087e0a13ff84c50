// SPDX-License-Identifier: GPL-2.0-or-later
/* words.c - the functions of formulas that give words, or look into one. Words are made in the sample's arena. */
#include "model.h"

static size_t append(char *to, size_t at, struct span what)
{
	if (to && what.n)
		memcpy(to + at, what.p, what.n);
	return at + what.n;
}

struct cell words_list(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	const struct table *t = &s->tables[c->table];
	size_t n = 0;
	char *text = NULL;
	/* Measured first, written second: words live in the arena, so that a loop allocates nothing. */
	for (int pass = 0; pass < 2; pass++) {
		if (pass)
			text = arena_get(&s->arena, n + 1);
		n = 0;
		struct walk w = walk_begin(c, s, table, row);
		for (unsigned i; walk_next(&w, &i);) {
			if (!cell_true(code_eval(c->arg[0], s, c->table, i)))
				continue;
			n = append(text, n, n ? SPAN(", ") : SPAN_EMPTY);
			n = append(text, n, t->rows[i].name);
		}
	}
	return cell_word((struct span){text, n});
}

/* In natural order, a comma between; rows without the word are left out. */
struct cell words_join(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct walk w = walk_begin(c, s, table, row);
	unsigned n = 0, cap = 0;
	size_t room = 1, at = 0;
	struct span *words = NULL;
	for (unsigned i; walk_next(&w, &i);) {
		struct cell v = code_eval(c->arg[0], s, c->table, i);
		if (v.type != CELL_WORD)
			continue;
		words = arena_more(&s->arena, words, n, &cap, sizeof(*words));
		words[n++] = v.s;
		room += v.s.n + 1;
	}
	if (!n)
		return cell_absent(WHY_NOTHING);
	qsort(words, n, sizeof(*words), span_order);
	char *text = arena_get(&s->arena, room);
	for (unsigned i = 0; i < n; i++)
		at = append(text, append(text, at, i ? SPAN(",") : SPAN_EMPTY), words[i]);
	return cell_word((struct span){text, at});
}

struct cell words_cat(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	char number[COUNT_OF(c->arg)][CELL_DIGITS];
	struct span word[COUNT_OF(c->arg)];
	size_t n = 0, at = 0;
	for (unsigned i = 0; i < c->n_args; i++) {
		struct cell v = code_eval(c->arg[i], s, table, row);
		if (v.type == CELL_ABSENT || v.type == CELL_REAL)
			return v.type == CELL_ABSENT ? v : cell_absent(WHY_NOT_HERE);
		word[i] = v.type == CELL_WORD ? v.s : cell_digits(number[i], v);
		n += word[i].n;
	}
	char *text = arena_get(&s->arena, n + 1);
	for (unsigned i = 0; i < c->n_args; i++)
		at = append(text, at, word[i]);
	return cell_word((struct span){text, n});
}

struct cell words_affix(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell a = code_eval(c->arg[0], s, table, row);
	struct cell b = code_eval(c->arg[1], s, table, row);
	if (a.type != CELL_WORD || b.type != CELL_WORD)
		return a.type == CELL_ABSENT ? a : cell_u64(0);
	if (b.s.n > a.s.n)
		return cell_u64(0);
	if (c->op == OP_CONTAINS)
		return cell_u64(memmem(a.s.p, a.s.n, b.s.p, b.s.n) != NULL);
	size_t from = c->op == OP_STARTS ? 0 : a.s.n - b.s.n;
	return cell_u64(span_eq(span_sub(a.s, from, b.s.n), b.s));
}

static struct cell slashes(struct sample *s, struct span word)
{
	char *text = arena_get(&s->arena, word.n + 1);
	for (size_t i = 0; i < word.n; i++)
		text[i] = (char)(word.p[i] == '\\' ? '/' : word.p[i]);
	return cell_word((struct span){text, word.n});
}

/* A part of a word, or the word in another spelling. */
struct cell words_part(
	const struct code *c, struct sample *s, unsigned table, unsigned row)
{
	struct cell a = code_eval(c->arg[0], s, table, row);
	if (a.type != CELL_WORD)
		return a.type == CELL_ABSENT ? a : cell_absent(WHY_NOT_HERE);
	if (c->op == OP_SLASHES)
		return slashes(s, a.s);
	if (c->op == OP_HEAD)
		return cell_word(span_cut(&a.s, '/'));
	const char *slash = memrchr(a.s.p, '/', a.s.n);
	if (!slash)
		return cell_absent(WHY_NOT_HERE);
	size_t n = (size_t)(slash - a.s.p);
	return cell_word(
		c->op == OP_BASE ? span_sub(a.s, n + 1, a.s.n) : span_sub(a.s, 0, n));
}
