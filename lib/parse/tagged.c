// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tagged.c - a line "tag key=value key=value" each; the facts' keys are "tag.key".
 *
 * /proc/pressure/memory and memory.pressure of a cgroup, psi_show(); before 5.13 pressure/cpu has no "full":
 *	some avg10=7.24 avg60=1.30 avg300=0.27 total=812055
 *	full avg10=7.24 avg60=1.30 avg300=0.27 total=806217
 */
#include "parse.h"

/* Takes the next pair; the key is made in `room` and lives until the next call. */
static bool pair_next(struct span tag, struct span *rest, char *room, struct fact *f)
{
	struct span value = span_word(rest), key = span_cut(&value, '=');

	if (!key.n || !value.n || !span_clean(key) || !span_clean(value))
		return false;
	f->value = value;
	return key_join(room, tag, SPAN("."), key, &f->key);
}

/* All pairs of a line, or whether they could be told if there is no sink. */
static bool pairs(struct span tag, struct span rest, const struct sink *sink)
{
	char room[KEY_MOST];
	struct fact f = {0};

	do {
		if (!pair_next(tag, &rest, room, &f))
			return false;
		if (sink)
			sink->fact(sink->ctx, &f);
	} while (rest.n);
	return true;
}

void parse_tagged(struct span text, const char *hint, const struct sink *sink)
{
	struct lines l = {.rest = text};
	struct span line;

	(void)hint;
	while (lines_next(&l, sink, &line)) {
		struct span tag = span_word(&line);

		if (span_clean(tag) && pairs(tag, line, NULL))
			pairs(tag, line, sink);
		else
			sink_fault(sink, l.no);
	}
}
