// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb_servers.c - "@smb/…": what belongs to SMB connections and mounts, and stands in no file of theirs.
 *
 * DebugData names connections as below; the rest of it is for lib/parse/cifs_debug.c:
 *	1) ConnectionId: 0x17 Hostname: filer
 *	Local Users To Server: 2 SecMode: 0x1 Req On Wire: 1 Net namespace: 4026531833
 *		1) Address: 192.0.2.7 Uses: 1 Capability: 0x30006f	Session Status: 1
 *			Channel: 2 ConnectionId: 0x18
 */
#include <errno.h>

#include "parse.h"
#include "sys.h"

struct span smb_after(struct span line, const char *word)
{
	size_t n = strlen(word);
	const char *at = line.n >= n ? memmem(line.p, line.n, word, n) : NULL;
	struct span rest;

	if (!at)
		return SPAN_EMPTY;
	rest = span_sub(line, (size_t)(at - line.p) + n, line.n);
	return span_word(&rest);
}

static void add(struct smb_servers *s, struct span id)
{
	uint64_t number;

	if (span_hex(id, &number) < 0)
		return;
	s->list = arena_more(s->a, s->list, s->n, &s->cap, sizeof(*s->list));
	s->list[s->n++] = (struct smb_server){
		.id = number, .address = SPAN_EMPTY, .netns = SPAN_EMPTY};
}

/* As the grammar calls them; it has no row for them either where there are too many. */
static void rank_all(struct smb_servers *s)
{
	struct ranks ids;

	ranks_begin(&ids);
	for (unsigned i = 0; i < s->n; i++)
		ranks_add(&ids, s->list[i].id);
	for (unsigned i = 0; i < s->n; i++)
		if (ranks_take(&ids, s->list[i].id, &s->list[i].rank) < 0)
			s->n = 0;
}

void smb_servers_read(struct smb_servers *s, struct span debug)
{
	unsigned of = 0; /* 1 + the connection whose lines come */

	while (debug.n) {
		struct span line = span_trim(span_line(&debug)), found;

		if (span_starts(line, "Server ConnectionId: "))
			continue; /* of requests: it was seen before */
		found = smb_after(line, "ConnectionId: ");
		if (found.n) {
			add(s, found);
			if (!span_starts(line, "Channel: "))
				of = s->n;
			continue;
		}
		if (!of)
			continue;
		found = smb_after(line, ") Address: ");
		if (found.n && !s->list[of - 1].address.n)
			s->list[of - 1].address = found;
		found = smb_after(line, "Net namespace: ");
		if (found.n)
			s->list[s->n - 1].netns = found;
	}
	rank_all(s);
}

const struct smb_server *smb_server_find(const struct smb_servers *s, struct span id)
{
	uint64_t number;

	if (span_hex(id, &number) < 0)
		return NULL;
	for (unsigned i = 0; i < s->n; i++)
		if (s->list[i].id == number)
			return &s->list[i];
	return NULL;
}

int door_smb(struct root *r, const char *arg, struct buf *out)
{
	static const struct {
		const char *name;
		int (*serve)(struct root *r, struct buf *out);
	} parts[] = {
		{"requests", smb_requests},
		{"tcp", smb_tcp},
		{"twins", smb_twins},
		{"shares", smb_shares},
		{"mounts", smb_mounts},
		{"points", smb_points},
	};

	for (size_t i = 0; i < COUNT_OF(parts); i++)
		if (!strcmp(arg, parts[i].name))
			return parts[i].serve(r, out);
	return -ENOENT;
}
