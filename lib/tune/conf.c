// SPDX-License-Identifier: GPL-2.0-or-later
/* conf.c - one setting of cifs.conf(5) is changed or taken out; every other line stays as it is. */
#include "parse.h"
#include "tune.h"

static bool of(const struct conf_item *item, enum conf_scope scope, struct span name)
{
	return item->scope == scope && conf_same(scope, item->name, name);
}

/* The line that counts: the last one. */
bool conf_at(
	struct span conf, enum conf_scope scope, struct span name, struct conf_item *ret)
{
	struct conf_walk w = {.rest = conf};
	struct conf_item item;
	bool found = false;

	while (conf_next(&w, &item))
		if (item.what == CONF_VALUE && of(&item, scope, name)) {
			*ret = item;
			found = true;
		}
	return found;
}

static void put_setting(struct buf *out, uint64_t seconds)
{
	buf_str(out, "closetimeo = ");
	buf_u64(out, seconds);
	buf_char(out, '\n');
}

static void put_until(struct buf *out, struct span conf, const char *end)
{
	buf_put(out, conf.p, (size_t)(end - conf.p));
	if (out->n && out->p[out->n - 1] != '\n')
		buf_char(out, '\n');
}

static void put_section(
	struct buf *out, enum conf_scope scope, struct span name, uint64_t seconds)
{
	buf_str(out, out->n ? "\n[" : "[");
	buf_str(out, conf_scope_name(scope));
	if (scope != CONF_DEFAULT) {
		buf_char(out, ' ');
		buf_span(out, name);
	}
	buf_str(out, "]\n");
	put_setting(out, seconds);
}

void conf_set(struct span conf, enum conf_scope scope, struct span name, uint64_t seconds,
	struct buf *out)
{
	struct conf_walk w = {.rest = conf};
	struct conf_item item, old;
	const char *end = NULL; /* of the last section's heading */

	if (conf_at(conf, scope, name, &old)) {
		buf_put(out, conf.p, (size_t)(old.value.p - conf.p));
		buf_u64(out, seconds);
		buf_put(out, old.value.p + old.value.n,
			(size_t)(conf.p + conf.n - old.value.p) - old.value.n);
		return;
	}
	while (conf_next(&w, &item))
		if (item.what == CONF_SECTION && of(&item, scope, name))
			end = item.line.p + item.line.n;
	put_until(out, conf, end ? end : conf.p + conf.n);
	if (!end) {
		put_section(out, scope, name, seconds);
		return;
	}
	put_setting(out, seconds);
	buf_put(out, end, (size_t)(conf.p + conf.n - end));
}

/* Whether only settings taken out and blank lines stand in the section that begins here. */
static bool falls_empty(struct conf_walk w)
{
	struct conf_item item;

	while (conf_next(&w, &item) && item.what != CONF_SECTION)
		if (item.what == CONF_WRONG ||
			(item.what == CONF_OTHER && span_trim(item.line).n))
			return false;
	return true;
}

void conf_unset(
	struct span conf, enum conf_scope scope, struct span name, struct buf *out)
{
	struct conf_walk w = {.rest = conf};
	struct conf_item item;
	bool dropping = false; /* the whole section */

	while (conf_next(&w, &item)) {
		bool ours = of(&item, scope, name);

		if (item.what == CONF_SECTION)
			dropping = ours && falls_empty(w);
		if (!dropping && !(ours && item.what == CONF_VALUE))
			buf_span(out, item.line);
	}
	/* The blank line in front of it, too. */
	if (dropping && span_ends(buf_text(out), "\n\n"))
		out->n--;
}
