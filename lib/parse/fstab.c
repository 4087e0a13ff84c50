// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fstab.c - what is to be mounted where, and with which options, as fstab(5) and libmount have it.
 *
 *	# a comment
 *	//filer/home  /home/x\040y  cifs  credentials=/etc/c,uid="1,2",closetimeo=2,_netdev  0  0
 *
 * Fields are parted by blanks and tabs and escaped as \040 is; from the fourth on they may be missing. Options are
 * parted by commas outside double quotes, the last one of a name counts. A line may end with CR and LF, the last one
 * without either.
 *
 * Rows: the number of a line. Keys: source target fstype options, and each option as "opt.NAME". All is still escaped.
 */
#include "parse.h"

static struct span field_next(struct span *rest)
{
	size_t from = 0, to;

	while (from < rest->n && (rest->p[from] == ' ' || rest->p[from] == '\t'))
		from++;
	to = from;
	while (to < rest->n && rest->p[to] != ' ' && rest->p[to] != '\t')
		to++;
	struct span field = span_sub(*rest, from, to - from);
	*rest = span_sub(*rest, to, rest->n);
	return field;
}

bool fstab_next(struct span *rest, struct fstab_line *l)
{
	struct span line, fields;

	while (rest->n) {
		line = span_line(rest);
		l->no++;
		if (line.n && line.p[line.n - 1] == '\r')
			line.n--;
		fields = line;
		l->source = field_next(&fields);
		if (!l->source.n || *l->source.p == '#')
			continue;
		l->line = line;
		l->target = field_next(&fields);
		l->type = field_next(&fields);
		l->options = field_next(&fields);
		return true;
	}
	return false;
}

bool mount_option_next(struct span *rest, struct mount_option *ret)
{
	size_t at = 0, equals = 0;
	bool quoted = false;

	if (!rest->n)
		return false;
	for (; at < rest->n; at++) {
		char c = rest->p[at];

		if (c == '"' && (!at || rest->p[at - 1] != '\\'))
			quoted = !quoted;
		if (quoted)
			continue;
		if (c == ',')
			break;
		if (c == '=' && at && !equals)
			equals = at;
	}
	ret->text = span_sub(*rest, 0, at);
	ret->name = span_sub(ret->text, 0, equals ? equals : at);
	ret->value = span_sub(ret->text, equals ? equals + 1 : at, at);
	ret->open = quoted;
	*rest = span_sub(*rest, at < rest->n ? at + 1 : at, rest->n);
	return true;
}

bool mount_option_find(struct span options, const char *name, struct mount_option *ret)
{
	struct mount_option o;
	bool found = false;

	while (mount_option_next(&options, &o))
		if (span_is(o.name, name)) {
			*ret = o;
			found = true;
		}
	return found;
}

bool fstab_smb(struct span type, bool *ret_helper)
{
	struct span rest = type, first = span_cut(&rest, '.');

	if (!mountinfo_smb(first))
		return false;
	*ret_helper = span_is(rest, "swsched");
	return *ret_helper || first.n == type.n;
}

bool fstab_mounts(const struct fstab_line *l, struct span source, struct span target)
{
	bool helper;

	return fstab_smb(l->type, &helper) && path_same(l->target, target) &&
	       unc_same(l->source, source);
}

static bool read_line(const struct fstab_line *l, const struct sink *sink)
{
	struct fact f = {.n_row = 1, .row[0].ordinal = l->no, .escaped = true};
	struct span rest = l->options, key;
	struct mount_option o;
	char room[KEY_MOST];
	bool ok = true;

	if (!l->type.n || span_find(l->line, '\0') >= 0)
		return false;
	sink_row(sink, &f, SPAN("source"), l->source);
	sink_row(sink, &f, SPAN("target"), l->target);
	sink_row(sink, &f, SPAN("fstype"), l->type);
	sink_row(sink, &f, SPAN("options"), l->options);
	while (mount_option_next(&rest, &o)) {
		if (!o.name.n)
			continue;
		if (!o.open && span_clean(o.name) &&
			key_join(room, SPAN("opt."), o.name, SPAN_EMPTY, &key))
			sink_row(sink, &f, key, o.value);
		else
			ok = false;
	}
	return ok;
}

void parse_fstab(struct span text, const char *hint, const struct sink *sink)
{
	struct fstab_line l = {0};

	(void)hint;
	while (fstab_next(&text, &l))
		if (!read_line(&l, sink))
			sink_fault(sink, l.no);
}
