// SPDX-License-Identifier: GPL-2.0-or-later
/* param.c - what a door is asked for, by name. */
#include "sys.h"

struct param {
	struct param *next;
	const char *name, *value;
};

static struct param *find(struct param *p, const char *name)
{
	while (p && strcmp(p->name, name) != 0)
		p = p->next;
	return p;
}

void param_set(struct param **list, struct arena *a, const char *name, const char *value)
{
	struct param *p = find(*list, name);

	if (!p) {
		p = arena_zero(a, sizeof(*p));
		p->name = arena_span(a, span_z(name)).p;
		p->next = *list;
		*list = p;
	}
	p->value = value ? arena_span(a, span_z(value)).p : NULL;
}

const char *param_get(struct param *list, const char *name)
{
	const struct param *p = find(list, name);

	return p ? p->value : NULL;
}
