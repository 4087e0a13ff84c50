// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mountinfo.c - what is mounted where, and with which options.
 *
 * /proc/self/mountinfo, show_mountinfo(): number, parent, device, the mounted folder, where, options of this mount,
 * none or several fields of propagation, a dash, file system, source, options of the superblock:
 *	36 26 0:31 / /mnt/with\040space rw,relatime shared:7 - cifs //127.0.0.1/two\040words rw,vers=3.1.1,actimeo=1,closetimeo=1
 * Blank, tab, newline and backslash are escaped everywhere; within the options of a superblock the kernel also
 * escapes a comma that belongs to a value, as \054, and '=' in a name, seq_show_option(). So ',' parts options and
 * the first '=' a value. The source may be empty; then two blanks follow each other.
 *
 * Rows: a mount by its number. Keys: parent dev root target options propagation fstype source sboptions, and each
 * of the superblock's options as "opt.NAME", empty if it is a word alone. All is still escaped.
 */
#include "parse.h"

static const struct span columns[] = {
	SPAN("parent"), SPAN("dev"), SPAN("root"), SPAN("target"), SPAN("options")};

bool mountinfo_smb(struct span fstype)
{
	return span_is(fstype, "cifs") || span_is(fstype, "smb3");
}

static bool is_number(struct span s)
{
	uint64_t unused;

	return span_u64(s, &unused) == 0;
}

static bool is_dev(struct span s)
{
	struct span major = span_cut(&s, ':');

	return is_number(major) && is_number(s);
}

/* Each option of the superblock; false if one has a name beyond all measure. */
static bool options(const struct sink *sink, struct fact *f, struct span rest)
{
	char room[KEY_MOST];
	bool ok = true;

	while (rest.n) {
		struct span value = span_cut(&rest, ','), name = span_cut(&value, '='),
			    key;

		if (!name.n)
			continue;
		if (span_clean(name) &&
			key_join(room, SPAN("opt."), name, SPAN_EMPTY, &key))
			sink_row(sink, f, key, value);
		else
			ok = false;
	}
	return ok;
}

/* The fields up to the dash, as one text; false if there is no dash. */
static bool propagation(struct span *rest, struct span *ret_text)
{
	struct span from = *rest, word;
	const char *end = from.p;

	while ((word = span_word(rest)).n) {
		if (span_is(word, "-")) {
			*ret_text =
				span_trim((struct span){from.p, (size_t)(end - from.p)});
			*rest = span_sub(*rest, 1, rest->n);
			return true;
		}
		end = word.p + word.n;
	}
	return false;
}

static bool read_mount(struct span line, const struct sink *sink)
{
	struct fact f = {.n_row = 1, .escaped = true};
	struct span id = span_word(&line), values[COUNT_OF(columns)], shared, fstype,
		    source;

	for (unsigned i = 0; i < COUNT_OF(columns); i++)
		values[i] = span_word(&line);
	if (!is_number(id) || !is_number(values[0]) || !is_dev(values[1]) ||
		!propagation(&line, &shared))
		return false;
	fstype = span_cut(&line, ' ');
	source = span_cut(&line, ' ');
	line = span_trim(line);
	if (!fstype.n || !line.n)
		return false;
	f.row[0].name = id;
	for (unsigned i = 0; i < COUNT_OF(columns); i++)
		sink_row(sink, &f, columns[i], values[i]);
	sink_row(sink, &f, SPAN("propagation"), shared);
	sink_row(sink, &f, SPAN("fstype"), fstype);
	sink_row(sink, &f, SPAN("source"), source);
	sink_row(sink, &f, SPAN("sboptions"), line);
	return options(sink, &f, line);
}

void parse_mountinfo(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span line;

	(void)hint;
	while (lines_next(&l, sink, &line))
		if (!read_mount(line, sink))
			sink_fault(sink, l.no);
}
