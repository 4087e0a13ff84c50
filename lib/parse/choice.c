// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * choice.c - a list of words with the current one in brackets, or that word alone.
 *
 * /sys/kernel/mm/transparent_hugepage/enabled, enabled_show(); word sets differ by file and version:
 *	always [madvise] never
 * hugepages-64kB/enabled, anon_enabled_show():
 *	always inherit madvise [never]
 * /sys/block/zram0/comp_algorithm, comp_algorithm_show(), which ends with a blank:
 *	lzo [lzo-rle] lz4 lz4hc zstd
 * recomp_algorithm, recomp_algorithm_show(); no line at all while none is set, only the first is read:
 *	#1: lzo lzo-rle lz4 [zstd]
 * Settings of the same rank without a list: zswap's parameters, swap/vma_ra_enabled, lru_gen/enabled:
 *	Y
 *	true
 *	0x0007
 */
#include "parse.h"

static const char choices[] = "choices";

void parse_choice(struct span text, const char *hint, const struct sink *sink)
{
	struct span rest = span_trim(text), line = span_trim(span_line(&rest)),
		    word = line;
	bool open = span_find(line, '[') >= 0, closed;

	(void)hint;
	if (!line.n)
		return;
	if (open) {
		span_cut(&word, '[');
		closed = span_find(word, ']') >= 0;
		word = span_trim(span_cut(&word, ']'));
	} else {
		closed = span_find(line, ']') < 0;
	}
	if (!closed || !word.n || !text_sound(line)) {
		sink_fault(sink, 1);
		return;
	}
	sink_value(sink, SPAN_EMPTY, word);
	if (open)
		sink_value(sink, span_z(choices), line);
}
