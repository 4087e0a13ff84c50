// SPDX-License-Identifier: GPL-2.0-or-later
/* memory.c - what doors remember from one reading to the next, by name. */
#include "sys.h"

struct memory {
	struct memory *next;
	const char *name;
	void (*done)(void *what);
	_Alignas(max_align_t) char what[];
};

void *memory_get(struct memory **list, struct arena *a, const char *name, size_t size,
	void (*done)(void *what))
{
	struct memory *m = *list;

	while (m && strcmp(m->name, name) != 0)
		m = m->next;
	if (!m) {
		m = arena_zero(a, sizeof(*m) + size);
		m->name = arena_span(a, span_z(name)).p;
		m->done = done;
		m->next = *list;
		*list = m;
	}
	return m->what;
}

void memory_done(struct memory *list)
{
	for (; list; list = list->next)
		list->done(list->what);
}
