// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cifs_conf.c - cifs.conf(5): which closetimeo a mount gets that was given none.
 *
 *	# for all mounts
 *	[default]
 *	closetimeo = 2
 *	[server filer.example.com]
 *	closetimeo = 5
 *	[mount /srv/two\040words]
 *	closetimeo = 0
 *
 * The most specific section counts, of equal ones the last. A name reaches up to the bracket that ends the line,
 * blanks at its ends are no part of it unless they are escaped. What is not understood is a fault of its line.
 *
 * Rows: the name of a server or mount; of the default none. Keys: default.closetimeo and kin. Names are still escaped.
 */
#include "parse.h"

static const char *const scopes[] = {
	[CONF_DEFAULT] = "default",
	[CONF_SERVER] = "server",
	[CONF_MOUNT] = "mount",
};

const char *conf_scope_name(enum conf_scope s)
{
	return s < COUNT_OF(scopes) && scopes[s] ? scopes[s] : "";
}

bool conf_same(enum conf_scope scope, struct span a, struct span b)
{
	return scope == CONF_DEFAULT || (scope == CONF_SERVER && server_same(a, b)) ||
	       (scope == CONF_MOUNT && path_same(a, b));
}

static bool section(struct conf_walk *w, struct span inner)
{
	struct span rest = inner, word = span_word(&rest), name = span_trim(rest);

	w->scope = CONF_NONE;
	w->name = SPAN_EMPTY;
	for (unsigned i = CONF_DEFAULT; i < COUNT_OF(scopes); i++)
		if (span_is(word, scopes[i]) && (i == CONF_DEFAULT) == !name.n) {
			w->scope = i;
			w->name = name;
			return true;
		}
	return false;
}

bool closetimeo_read(struct span text, uint64_t *ret_seconds)
{
	uint64_t seconds;

	/* The kernel takes 010 for 8, so nobody is to wonder. */
	if (span_u64(text, &seconds) < 0 || seconds > CLOSETIMEO_MOST ||
		(text.n > 1 && *text.p == '0'))
		return false;
	*ret_seconds = seconds;
	return true;
}

bool closetimeo_option(struct span value, uint64_t *ret_seconds)
{
	uint64_t seconds = 0;

	if (span_starts(value, "0x") || span_starts(value, "0X")) {
		value = span_sub(value, 2, value.n);
		return !span_hex(value, ret_seconds);
	}
	if (value.n < 2 || *value.p != '0')
		return !span_u64(value, ret_seconds);
	for (size_t i = 0; i < value.n; i++) {
		if (value.p[i] < '0' || value.p[i] > '7' || seconds >> 60)
			return false;
		seconds = seconds * 8 + (uint64_t)(value.p[i] - '0');
	}
	*ret_seconds = seconds;
	return true;
}

static enum conf_what setting(struct span text, struct conf_item *item)
{
	struct span value = text, key = span_trim(span_cut(&value, '='));

	item->value = span_trim(value);
	if (!span_is(key, "closetimeo") || !closetimeo_read(item->value, &item->seconds))
		return CONF_WRONG;
	return CONF_VALUE;
}

bool conf_next(struct conf_walk *w, struct conf_item *ret)
{
	struct span whole = w->rest, text;

	if (!whole.n)
		return false;
	*ret = (struct conf_item){.no = ++w->no, .value = SPAN_EMPTY};
	text = span_trim(span_line(&w->rest));
	ret->line = span_sub(whole, 0, whole.n - w->rest.n);
	if (!text.n || *text.p == '#' || *text.p == ';')
		ret->what = CONF_OTHER;
	else if (span_find(text, '\0') >= 0)
		ret->what = CONF_WRONG;
	else if (*text.p == '[')
		ret->what = text.p[text.n - 1] == ']' &&
					    section(w, span_sub(text, 1, text.n - 2))
				    ? CONF_SECTION
				    : CONF_WRONG;
	else
		ret->what = setting(text, ret);
	/* A section that is not known has what follows, too. */
	if (ret->what == CONF_WRONG && *text.p == '[')
		w->scope = CONF_NONE;
	ret->scope = w->scope;
	ret->name = w->name.p ? w->name : SPAN_EMPTY;
	if (ret->what == CONF_VALUE && ret->scope == CONF_NONE)
		ret->what = CONF_WRONG;
	return true;
}

bool conf_find(
	struct span conf, struct span source, struct span target, struct conf_item *ret)
{
	struct conf_walk w = {.rest = conf};
	struct span server = unc_server(source);
	struct conf_item item;
	bool found = false;

	while (conf_next(&w, &item)) {
		struct span name = item.scope == CONF_SERVER ? server : target;

		if (item.what != CONF_VALUE || !conf_same(item.scope, item.name, name) ||
			(found && item.scope < ret->scope))
			continue;
		*ret = item;
		found = true;
	}
	return found;
}

void parse_cifs_conf(struct span text, const char *hint, const struct sink *sink)
{
	struct conf_walk w = {.rest = text};
	struct conf_item item;

	(void)hint;
	while (conf_next(&w, &item)) {
		struct fact f = {.escaped = true};

		if (item.what == CONF_WRONG)
			sink_fault(sink, item.no);
		if (item.what != CONF_VALUE)
			continue;
		if (item.scope != CONF_DEFAULT)
			f.row[f.n_row++].name = item.name;
		f.key = item.scope == CONF_DEFAULT  ? SPAN("default.closetimeo")
			: item.scope == CONF_SERVER ? SPAN("server.closetimeo")
						    : SPAN("mount.closetimeo");
		f.value = item.value;
		sink->fact(sink->ctx, &f);
	}
}
