// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cifs_stats.c - what the SMB client counted: of the machine, each connection and each share.
 *
 * /proc/fs/cifs/Stats, cifs_stats_proc_show(). The header; "Total Large" only with CONFIG_CIFS_STATS2:
 *	Resources in use
 *	CIFS Session: 7
 *	Share (unique mount targets): 15
 *	SMB Request/Response Buffer: 8 Pool size: 12
 *	SMB Small Req/Resp Buffer: 8 Pool size: 30
 *	Total Large 611 Small 3810 Allocations
 *	Operations (MIDs): 0
 *
 *	9 session 12 share reconnects
 *	Total vfs operations: 1638 maximum at one time: 4
 * Then a block for each connection, newest first, extra channels of multichannel among them. The times are there
 * only with CONFIG_CIFS_STATS2; before 4.17 there is no such line at all:
 *	Max requests in flight: 3
 *	Total time spent processing by command. Time units are jiffies (250 per second)
 *	  SMB3 CMD	Number	Total Time	Fastest	Slowest
 *	  --------	------	----------	-------	-------
 *	  5		11	19		0	7
 *	  1 slow responses from 127.0.0.1 for command 5
 * Then its shares, none below an extra channel, smb2_print_stats(); "since" from 6.12, "sent" in place of "total" in
 * all lines before 4.20, which then have neither bytes nor open files:
 *	7) \\127.0.0.1\two words	DISCONNECTED
 *	SMBs: 44 since 2026-11-30 15:10:51 UTC
 *	Bytes read: 0  Bytes written: 24576
 *	Open files: 0 total (local), 0 open on server
 *	Creates: 11 total 0 failed
 *	OplockBreaks: 0 sent 0 failed
 * or, if it is SMB1, cifs_print_stats():
 *	SMBs: 53 Oplocks breaks: 0
 *	Reads:  9 Bytes: 73728
 *	FindFirst: 0 FNext 0 FClose 0
 * The layout is told line by line; numbers may be negative. Blank lines mean nothing.
 *
 * Rows: {connection}, {connection, command} and {connection, share, ordinal}. Connections are counted from the
 * last block, and shares of one name from the last of their block, as new ones are put in front. Their running
 * number changes with each mount. A text that was cut counts only what it has.
 * Keys: the kernel's words up to the number; a second number of the line behind a point: "Creates.total" (also
 * where it says "sent") and "Creates.failed", "Open files.local", "Open files.server", "reconnects.session"; "since";
 * "disconnected", 1 or 0; "name". "hz" is of the machine. A command's: "cmd.count", "cmd.total_time", "cmd.fastest",
 * "cmd.slowest", "cmd.slow" (0 first, and again if there are any); the same of its connection: "cmd.5.count" and so on.
 */
#include "parse.h"

#include <errno.h>

static const struct form header[] = {
	{"Resources in use"},
	{"CIFS Session: #", {"CIFS Session"}},
	{"Share (unique mount targets): #", {"Share (unique mount targets)"}},
	{"SMB Request/Response Buffer: # Pool size: #",
		{"SMB Request/Response Buffer", "SMB Request/Response Buffer.Pool size"}},
	{"SMB Small Req/Resp Buffer: # Pool size: #",
		{"SMB Small Req/Resp Buffer", "SMB Small Req/Resp Buffer.Pool size"}},
	{"Total Large # Small # Allocations", {"Total Large", "Total Small"}},
	{"Operations (MIDs): #", {"Operations (MIDs)"}},
	{"# session # share reconnects", {"reconnects.session", "reconnects.share"}},
	{"Total vfs operations: # maximum at one time: #",
		{"Total vfs operations", "Total vfs operations.maximum at one time"}},
	{"Total time spent processing by command. Time units are jiffies (# per second)",
		{"hz"}},
	{"SMB3 CMD Number Total Time Fastest Slowest"},
	{"-------- ------ ---------- ------- -------"},
};

static const struct form connection = {
	"Max requests in flight: #", {"Max requests in flight"}};

/* The code of the command is not a fact but a row. There is a line of slow responses only where there are any. */
static const struct form command = {"# # # # #"};
static const char *const command_keys[] = {
	"cmd.count", "cmd.total_time", "cmd.fastest", "cmd.slowest", "cmd.slow"};
static const struct form slow = {"# slow responses from ~ for command #"};
static const char *const slow_keys[] = {"cmd.slow"};

static const struct form share = {"#) \\\\~"}, numbered = {"#)~"};
static const char disconnected[] = "\tDISCONNECTED";

/* The first line below a share's name. */
static const struct form smbs[] = {
	{"SMBs: #[ since ~ UTC][ Oplocks breaks: #]",
		{"SMBs", "since", "Oplocks breaks"}},
	{"SMBs: # Oplock Breaks: #", {"SMBs", "Oplocks breaks"}},
};

/* Of a share, but for what pairs[] reads. */
static const struct form of_share[] = {
	{"Bytes read: # Bytes written: #", {"Bytes read", "Bytes written"}},
	{"Open files: # total (local), # open on server",
		{"Open files.local", "Open files.server"}},
	{"Reads: # Bytes: #", {"Reads", "Reads.Bytes"}},
	{"Writes: # Bytes: #", {"Writes", "Writes.Bytes"}},
	{"Flushes: #", {"Flushes"}},
	{"Locks: # HardLinks: # Symlinks: #", {"Locks", "HardLinks", "Symlinks"}},
	{"Opens: # Closes: # Deletes: #", {"Opens", "Closes", "Deletes"}},
	{"Posix Opens: # Posix Mkdirs: #", {"Posix Opens", "Posix Mkdirs"}},
	{"Mkdirs: # Rmdirs: #", {"Mkdirs", "Rmdirs"}},
	{"Renames: # T2 Renames #", {"Renames", "T2 Renames"}},
	{"FindFirst: # FNext # FClose #", {"FindFirst", "FNext", "FClose"}},
};

/* Behind "Creates:". */
static const struct form pairs[] = {{"# total # failed"}, {"# sent # failed"}};

struct reading {
	const struct sink *sink;
	struct repeats *repeats;
	unsigned left, block; /* connections still to come; that have come */
	struct fact at, share; /* the rows that are read: */
	bool in_connection, in_share;
	bool named; /* the line before was the name of the share */
};

static bool is_share(struct span line, struct span *ret_name, bool *ret_disconnected)
{
	struct form_values v;
	struct span name;

	if (!form_read(&share, line, &v))
		return false;
	name = (struct span){v.at[1].p - 2, v.at[1].n + 2}; /* with the backslashes */
	*ret_disconnected = span_ends(name, disconnected);
	if (*ret_disconnected)
		name.n -= sizeof(disconnected) - 1;
	*ret_name = name;
	return true;
}

/* The first of the forms that the line has, as facts of that row; false if none. */
static bool read_any(const struct form *forms, size_t n, struct span line,
	const struct fact *at, const struct sink *sink)
{
	struct form_values v;

	for (const struct form *f = forms; f < forms + n; f++)
		if (form_read(f, line, &v)) {
			form_facts(f, &v, *at, sink);
			return true;
		}
	return false;
}

/* "cmd.5.count", of the connection */
static void say_by_code(
	struct reading *r, struct span code, const char *key, struct span value)
{
	struct span made;
	char room[KEY_MOST];

	if (key_join(room, SPAN("cmd."), code, span_z(strchr(key, '.')), &made))
		sink_row(r->sink, &r->at, made, value);
}

/* Both in a row of its own and in that of its connection, one row after the other. */
static void say_command(struct reading *r, struct span code, const char *const *keys,
	const struct span *values, unsigned n)
{
	struct fact own = r->at;

	own.row[1].name = code;
	own.n_row = 2;
	for (unsigned i = 0; i < n; i++)
		sink_row(r->sink, &own, span_z(keys[i]), values[i]);
	for (unsigned i = 0; i < n; i++)
		say_by_code(r, code, keys[i], values[i]);
}

static bool read_command(struct reading *r, struct span line)
{
	struct form_values v;

	if (form_read(&command, line, &v)) {
		v.at[COUNT_OF(command_keys)] = SPAN("0");
		say_command(r, v.at[0], command_keys, v.at + 1, COUNT_OF(command_keys));
		return true;
	}
	if (!form_read(&slow, line, &v))
		return false;
	say_command(r, v.at[2], slow_keys, v.at, COUNT_OF(slow_keys));
	return true;
}

/* "Creates: 11 total 0 failed" */
static bool read_pair(const struct reading *r, struct span line)
{
	struct span rest = line, word = span_cut(&rest, ':'), total, failed;
	struct fact at = r->share;
	char room[KEY_MOST], more[KEY_MOST];
	struct form_values v;

	rest = span_trim(rest);
	if (!word.n || !span_clean(word) ||
		(!form_read(&pairs[0], rest, &v) && !form_read(&pairs[1], rest, &v)) ||
		!key_join(room, word, SPAN(".total"), SPAN_EMPTY, &total) ||
		!key_join(more, word, SPAN(".failed"), SPAN_EMPTY, &failed))
		return false;
	sink_row(r->sink, &at, total, v.at[0]);
	sink_row(r->sink, &at, failed, v.at[1]);
	return true;
}

static void open_connection(struct reading *r, const struct form_values *v)
{
	r->block++;
	r->in_connection = true;
	r->at = (struct fact){.n_row = 1, .row = {{.ordinal = --r->left}}};
	form_facts(&connection, v, r->at, r->sink);
}

static int open_share(struct reading *r, struct span name, bool is_disconnected)
{
	unsigned ordinal = 0;
	int rc = repeats_take(r->repeats, r->block, name, &ordinal);

	if (rc < 0 || !r->in_connection)
		return rc < 0 ? rc : -EBADMSG;
	r->in_share = r->named = true;
	r->share = r->at;
	r->share.n_row = 3;
	r->share.row[1].name = name;
	r->share.row[2].ordinal = ordinal;
	sink_row(r->sink, &r->share, SPAN("name"), name);
	sink_row(r->sink, &r->share, SPAN("disconnected"),
		is_disconnected ? SPAN("1") : SPAN("0"));
	return 0;
}

/* A line of what is read now. The first below a name shows that no name is missing between. */
static bool read_inner(struct reading *r, struct span line)
{
	const struct fact machine = {0};
	bool first = r->named;

	r->named = false;
	if (span_starts(line, "SMBs:") && !first)
		r->in_share = false;
	if (r->in_share)
		return read_any(smbs, first ? COUNT_OF(smbs) : 0, line, &r->share,
			       r->sink) ||
		       read_pair(r, line) ||
		       read_any(of_share, COUNT_OF(of_share), line, &r->share, r->sink);
	return read_any(header, COUNT_OF(header), line, &machine, r->sink) ||
	       (r->in_connection && r->block && read_command(r, line));
}

static int read_line(struct reading *r, struct span line)
{
	struct form_values v;
	struct span name;
	bool gone;

	if (form_read(&connection, line, &v)) {
		r->in_share = false;
		open_connection(r, &v);
		return 0;
	}
	if (form_begins(&connection, line))
		r->in_connection = r->in_share = false;
	if (is_share(line, &name, &gone)) {
		r->in_share = false;
		return open_share(r, name, gone);
	}
	return read_inner(r, line) ? 0 : -EBADMSG;
}

/* What the ordinals need to know before the first fact. */
static void count(struct reading *r, struct span text)
{
	struct lines l = {.rest = text};
	struct span line, name;
	struct form_values v;
	bool gone;

	while (lines_next(&l, &sink_none, &line))
		if (form_read(&connection, line, &v))
			r->left++;
		else if (is_share(line, &name, &gone))
			repeats_add(r->repeats, r->left, name);
}

void parse_cifs_stats(struct span text, const char *hint, const struct sink *sink)
{
	struct repeats repeats;
	struct reading r = {.sink = sink, .repeats = &repeats, .at = {.n_row = 1}};
	struct lines l = {.rest = text};
	struct form_values v;
	struct span line;

	(void)hint;
	repeats_begin(&repeats, text);
	count(&r, text);
	r.in_connection =
		!r.left; /* an old kernel does not tell them apart: all shares are those of one */
	for (unsigned faults = 0; lines_next(&l, sink, &line); faults = l.faults) {
		int rc;

		if (l.faults != faults) /* whose name may have stood there */
			r.in_share = r.in_connection = false;
		rc = read_line(&r, line);
		if (rc < 0)
			sink->fault(sink->ctx, l.no, rc);
		if (rc < 0 && form_read(&numbered, line, &v))
			r.in_share = false;
	}
}
