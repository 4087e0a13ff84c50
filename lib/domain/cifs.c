// SPDX-License-Identifier: GPL-2.0-or-later
/* cifs.c - SMB shares beside their mount options: what this kernel offers. Tables only. */
#include "domain.h"

#define PARAM "sys/module/cifs/parameters/{}"

static const struct field host[] = {
	{"sessions", "SESSIONS", "proc/fs/cifs/Stats", "CIFS Session", KIND_GAUGE, UNIT_ONE, "SMB sessions"},
	{"trees", "TREES", "proc/fs/cifs/Stats", "Share (unique mount targets)", KIND_GAUGE, UNIT_ONE,
		"tree connections, the hidden IPC$ of each session included"},
	{"in_flight", "IN-FLIGHT", "proc/fs/cifs/Stats", "Operations (MIDs)", KIND_GAUGE, UNIT_ONE,
		"requests waiting for an answer"},
	{"module", "MODULE", "sys/module/cifs/{}", "version", KIND_GAUGE, UNIT_WORD, "version of the cifs module"},
	{"enable_oplocks", "OPLOCKS", PARAM, "enable_oplocks", KIND_TUNABLE, UNIT_WORD,
		"whether new connections ask for leases; without, no close is deferred", NULL, "Y N", NULL},
};

static const struct group groups[] = {
	{.name = "host", .row = "host", .brief = "the machine as a whole", .always = "host", .fields = host,
		.n_fields = COUNT_OF(host)},
};

static const struct pane panes[] = {
	{"host", "module sessions trees in_flight enable_oplocks"},
};

static const struct verb verbs[] = {
	{.name = "stat", .brief = "what this kernel offers of SMB client statistics", .panes = panes,
		.n_panes = COUNT_OF(panes)},
};

static const struct line overview[] = {
	{"!has(sessions)", "cifs: no SMB client is loaded (mounting a share, or modprobe cifs, brings it)"},
	{NULL, "cifs: {sessions} sessions, {trees} tree connections, {in_flight} requests in flight"},
};

const struct domain domain_cifs = {
	.name = "cifs",
	.brief = "SMB shares beside their mount options",
	.groups = groups,
	.n_groups = COUNT_OF(groups),
	.verbs = verbs,
	.n_verbs = COUNT_OF(verbs),
	.overview = overview,
	.n_overview = COUNT_OF(overview),
};
