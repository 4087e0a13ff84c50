// SPDX-License-Identifier: GPL-2.0-or-later
/* steps.c - the workload as a sequence of steps, the same for a kernel and for a model. */
#include "sim.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)

const struct work work_default = {
	.page = 4 * KIB,
	.folio = 64 * KIB,
	.mem = 60 * MIB,
	.small = 4 * MIB,
	.churn = 16 * MIB,
	.small_churn = MIB,
	.rounds = 100,
	.seed = 1,
};

/* Of a round, in the order of the program; those of the small area only with it. */
static const struct phase {
	enum act act;
	bool small;
	bool random; /* draws, and not once for the whole area */
} warmup[] =
	{
		{ACT_FILL, false, false},
		{ACT_OUT, false, false},
		{ACT_FILL, true, false},
		{ACT_OUT, true, false},
},
  phases[] = {
	  {ACT_BEGIN, false, false},
	  {ACT_TOUCH, false, true},
	  {ACT_RENEW, false, true},
	  {ACT_TOUCH, true, true},
	  {ACT_OUT, false, false},
	  {ACT_OUT, true, false},
	  {ACT_END, false, false},
};

static bool is_power(uint64_t v)
{
	return v && !(v & (v - 1));
}

bool work_sound(const struct work *w, const char **ret_why)
{
	const char *why = NULL;
	/* The program draws with one rand() a unit, so there are no more units than that can name. */
	const uint64_t most = (uint64_t)INT32_MAX * w->page;

	if (!is_power(w->folio) || w->folio <= w->page)
		why = "--size is not a power of two above a page";
	else if (w->mem < w->folio || w->mem % w->folio || w->mem > most)
		why = "--mem is not a whole number of folios";
	else if (w->churn < w->folio || w->churn % w->folio)
		why = "--size is more than what a round draws (16M)";
	else if (w->small_too &&
		 (w->small < w->page || w->small % w->page || w->small > most))
		why = "--small is not a whole number of pages";
	else if (!w->rounds)
		why = "-n is nothing";
	if (why)
		*ret_why = why;
	return !why;
}

unsigned work_order(const struct work *w)
{
	unsigned order = 0;

	while (w->page << order < w->folio)
		order++;
	return order;
}

void steps_begin(struct steps *s, const struct work *w)
{
	*s = (struct steps){.work = w};
	random_begin(&s->random, w->seed);
}

static const struct phase *phase_of(const struct steps *s)
{
	if (!s->round)
		return s->at < COUNT_OF(warmup) ? &warmup[s->at] : NULL;
	return s->at < COUNT_OF(phases) ? &phases[s->at] : NULL;
}

static uint64_t unit_of(const struct work *w, const struct phase *p)
{
	if (p->small || (p->act == ACT_TOUCH && !w->aligned))
		return w->page;
	return w->folio;
}

/* a % b without a division, which would be half of the work: `magic` is 2^64 / b, rounded up. For a, b below 2^32. */
static uint32_t remainder_of(uint32_t a, uint32_t b, uint64_t magic)
{
	return (uint32_t)(((unsigned __int128)(magic * a) * b) >> 64);
}

/* The next ranges of the phase; false: it is done. */
static bool draw(struct steps *s, const struct phase *p, struct step *step)
{
	const struct work *w = s->work;
	uint64_t unit = unit_of(w, p), all = p->small ? w->small_churn : w->churn,
		 more = all / unit - s->drawn;
	uint32_t units = (uint32_t)(step->unit / unit);
	uint64_t magic = UINT64_MAX / units + 1;

	if (!more)
		return false;
	step->n = more < STEP_RANGES ? (unsigned)more : STEP_RANGES;
	random_fill(&s->random, s->places, step->n);
	for (unsigned i = 0; i < step->n; i++)
		s->places[i] = remainder_of(s->places[i], units, magic);
	s->drawn += step->n;
	step->unit = unit;
	return true;
}

bool steps_next(struct steps *s, struct step *ret_step)
{
	const struct work *w = s->work;

	for (;; s->at++, s->drawn = 0) {
		const struct phase *p = phase_of(s);

		if (!p && s->round == w->rounds)
			return false;
		if (!p) {
			s->round++;
			s->at = 0;
			p = phase_of(s);
		}
		if (p->small && !w->small_too)
			continue;
		s->places[0] = 0;
		struct step step = {p->act, p->small, p->small ? w->small : w->mem, 1,
			s->places, s->round};
		if (p->random && !draw(s, p, &step))
			continue;
		*ret_step = step;
		s->at += !p->random;
		return true;
	}
}
