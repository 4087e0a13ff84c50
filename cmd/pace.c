// SPDX-License-Identifier: GPL-2.0-or-later
/* pace.c - when the next turn is due: as often as asked, unless reading would take over a twentieth of the time. */
#include "cmd.h"

enum { SHARE = 20 };

void pace_begin(struct pace *p, double seconds, bool stretches)
{
	*p = (struct pace){
		.asked = (uint64_t)(seconds * 1e9),
		.stretches = stretches,
	};
	p->step = p->asked;
	p->next = clock_mono_ns();
}

/* One slow reading is no reason, several are: a quarter of each counts. */
bool pace_cost(struct pace *p, uint64_t ns)
{
	uint64_t step, was = p->step;
	p->cost = p->cost ? p->cost - p->cost / 4 + ns / 4 : ns;
	step = p->cost * SHARE;
	if (!p->stretches || step <= p->asked)
		step = p->asked;
	/* What is said of it is not to change at each turn. */
	if (step == p->asked || step > was || step < was / 2)
		p->step = step;
	return p->step != was;
}

uint64_t pace_next(struct pace *p)
{
	uint64_t now = clock_mono_ns();
	/* Asleep for longer than that (a stopped job, a suspended machine): no burst to catch up. */
	if (now > p->next + p->step)
		p->next = now;
	return p->next += p->step;
}

void pace_text(struct buf *out, const struct pace *p)
{
	buf_fmt(out, "every %.3gs", (double)p->step / 1e9);
	if (p->step != p->asked)
		buf_fmt(out, ", not %.3gs: reading takes %.3gms", (double)p->asked / 1e9,
			(double)p->cost / 1e6);
}
