// SPDX-License-Identifier: GPL-2.0-or-later
/* walk.h - for tests that go through the tables of all domains: all that is wrong is said, then the test fails. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ctype.h>

#include "domain.h"

static unsigned n_wrong;

__attribute__((format(printf, 1, 2))) static inline void wrong(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	n_wrong++;
}

/* Calls `look` for every field. */
typedef void look_fn(
	const struct domain *d, const struct group *g, const struct field *f);

/* Each domain, and behind it those with the rows of its commands; NULL begins and ends. */
static inline const struct domain *domain_next(const struct domain *d)
{
	static size_t at;
	if (d && d->more)
		return d->more;
	at = d ? at + 1 : 0;
	return at < n_domains ? domains[at] : NULL;
}

static inline void each_field(look_fn *look)
{
	for (const struct domain *d = NULL; (d = domain_next(d));)
		for (size_t j = 0; j < d->n_groups; j++)
			for (size_t k = 0; k < d->groups[j].n_fields; k++)
				look(d, &d->groups[j], &d->groups[j].fields[k]);
}

static inline void walk(look_fn *look)
{
	n_wrong = 0;
	each_field(look);
	assert_int_equal(n_wrong, 0);
}

#define AT "%s.%s.%s: "
#define AT_ARGS d->name, g->name, f->name

static inline const struct group *table_of(const struct domain *d, struct span row)
{
	for (size_t i = 0; i < d->n_groups; i++)
		if (span_is(row, d->groups[i].row))
			return &d->groups[i];
	return NULL;
}

static inline bool snake(const char *z)
{
	if (!islower((unsigned char)*z))
		return false;
	for (; *z; z++)
		if (!islower((unsigned char)*z) && !isdigit((unsigned char)*z) &&
			*z != '_')
			return false;
	return true;
}

static inline bool is_word(enum unit u)
{
	return u == UNIT_WORD || u == UNIT_LIST || u == UNIT_TEXT || u == UNIT_FIGURE;
}
