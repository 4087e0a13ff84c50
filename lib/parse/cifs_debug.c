// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cifs_debug.c - the SMB client's connections, their sessions, shares and pending requests.
 *
 * /proc/fs/cifs/DebugData, cifs_debug_data_proc_show(). A connection; 6.1 has neither the capabilities nor what is
 * behind the first number of credits:
 *	1) ConnectionId: 0x17 Hostname: 127.0.0.2
 *	ClientGUID: C695925F-FE10-AC42-AF0E-48E482CAC698
 *	Number of credits: 460,1,1 Dialect 0x311 nosharesock
 *	Server capabilities: 0x30006f
 *	TCP status: 1 Instance: 1
 *	Local Users To Server: 2 SecMode: 0x1 Req On Wire: 0 Net namespace: 4026531833
 *	In Send: 0 In MaxReq Wait: 0
 * Its sessions, the second form is SMB1's:
 *		1) Address: 127.0.0.2 Uses: 1 Capability: 0x30006f	Session Status: 1
 *		2) Name: 127.0.0.1  Domain: LAB Uses: 1 OS: Windows 6.1
 *		NOS: Samba 4.17.12-Debian	Capability: 0x8080f3fd
 *		SMB session status: 1
 *		Security type: RawNTLMSSP  SessionId: 0x829355b0
 *		User: 0 Cred User: 0	Primary channel: DISCONNECTED
 * The extra channels of a session are connections too:
 *			Channel: 2 ConnectionId: 0x18
 *			Number of credits: 207,1,1 Dialect 0x311
 * Its shares, cifs_debug_tcon() and smb2_dump_share_caps(); the hidden one is passed over:
 *		0) IPC: \\127.0.0.2\IPC$ Mounts: 1 DevInfo: 0x0 Attributes: 0x0
 *		1) \\127.0.0.2\two words Mounts: 1 DevInfo: 0x20 Attributes: 0x1006f
 *		PathComponentMax: 255 Status: 1 type: DISK Serial Number: 0x3e553c3d
 *		Share Capabilities: None Aligned, Partition Aligned,	Share Flags: 0x0
 *		tid: 0x33b62521	Optimal sector size: 0x200	Maximal Access: 0x1f01ff	DISCONNECTED
 * Its pending requests, by connection from 5.19:
 *		MIDs:
 *		Server ConnectionId: 0x17
 *			State: 2 com: 5 pid: 253 cbdata: 00000000c3fe6a3c mid 31
 *
 * Rows as those of Stats: {connection}, {connection, share, ordinal}; and {connection, session}, {connection, MID}.
 * Stats has the connections in the order in which they were made, so one is called by how many have a smaller
 * ConnectionId. Sessions are counted from the last.
 * Keys: "server.", "session.", "share." or "mid." and the kernel's word. A word that stands or does not, as
 * nosharesock, is 1 or 0. A channel's host is that of the connection it belongs to.
 * This text is for people and has more lines with each kernel; what is not known is passed over.
 */
#include "parse.h"

#include <errno.h>

static const struct flag of_credits[] = {{"signed", "server.signed"},
	{"posix", "server.posix"}, {"nosharesock", "server.nosharesock"}, {NULL}};
static const struct flag of_channel[] = {{"DISCONNECTED", "server.disconnected"}, {NULL}};
static const struct flag of_session[] = {{"Guest", "session.Guest"},
	{"Anonymous", "session.Anonymous"},
	{"password no longer valid", "session.password no longer valid"}, {NULL}};
static const struct flag of_password[] = {
	{"password no longer valid", "session.password no longer valid"}, {NULL}};
static const struct flag of_security[] = {
	{"encrypted", "session.encrypted"}, {"signed", "session.signed"}, {NULL}};
static const struct flag of_user[] = {
	{"Primary channel: DISCONNECTED", "session.disconnected"}, {NULL}};
static const struct flag of_path[] = {{"encrypted", "share.encrypted"},
	{"nocase", "share.nocase"}, {"POSIX Extensions", "share.POSIX Extensions"},
	{"Witness", "share.Witness"}, {"nosparse", "share.nosparse"},
	{"DISCONNECTED", "share.disconnected"}, {NULL}};
static const struct flag of_tid[] = {{"Witness", "share.Witness"},
	{"nosparse", "share.nosparse"}, {"DISCONNECTED", "share.disconnected"}, {NULL}};

enum what {
	MACHINE,
	CONNECTION,
	CHANNEL,
	SESSION,
	SHARE, /* more of what was opened: */
	OPEN_SERVER,
	OPEN_CHANNEL,
	OPEN_SESSION,
	OPEN_SHARE,
	OPEN_MIDS,
	MID,
	CLOSE_CHANNEL,
	CLOSE_SHARE,
	CLOSE,
	PASS,
};

static const struct known {
	enum what what;
	struct form form;
} known[] = {
	{MACHINE, {"CIFS Version ~", {"CIFS Version"}}},
	{MACHINE, {"Features: ~", {"Features"}}},
	{MACHINE, {"CIFSMaxBufSize: #", {"CIFSMaxBufSize"}}},
	{MACHINE, {"Active VFS Requests: #", {"Active VFS Requests"}}},

	{OPEN_SERVER, {"#) ConnectionId: %[ Hostname: ~]",
			      {NULL, "server.ConnectionId", "server.Hostname"}}},
	{OPEN_CHANNEL, {"Channel: # ConnectionId: %",
			       {"server.Channel", "server.ConnectionId"}}},
	{CLOSE_CHANNEL, {"Channel: # DISABLED"}},
	{CONNECTION, {"Number of credits: #[,#,#] Dialect %",
			     {"server.Number of credits", "server.Number of credits.echo",
				     "server.Number of credits.oplock", "server.Dialect"},
			     of_credits}},
	{CONNECTION, {"Server capabilities: %", {"server.Server capabilities"}}},
	{CONNECTION,
		{"TCP status: # Instance: #", {"server.TCP status", "server.Instance"}}},
	{CONNECTION,
		{"Local Users To Server: # SecMode: % Req On Wire: #[ Net namespace: #]",
			{"server.Local Users To Server", "server.SecMode",
				"server.Req On Wire", "server.Net namespace"}}},
	{CHANNEL, {"In Send: # In MaxReq Wait: #[ Net namespace: #]",
			  {"server.In Send", "server.In MaxReq Wait",
				  "server.Net namespace"},
			  of_channel}},
	{CONNECTION, {"In Send: # In MaxReq Wait: #",
			     {"server.In Send", "server.In MaxReq Wait"}}},
	{CONNECTION, {"DFS leaf full path: ~", {"server.DFS leaf full path"}}},
	{CONNECTION, {"Compression: ~", {"server.Compression"}}},
	{CONNECTION, {"Encryption: ~", {"server.Encryption"}}},

	{OPEN_SESSION, {"#) Address: ~ Uses: # Capability: % Session Status: #",
			       {NULL, "session.Address", "session.Uses",
				       "session.Capability", "session.Status"},
			       of_session}},
	{OPEN_SESSION, {"#) Name: ~  Domain: ~ Uses: # OS: ~",
			       {NULL, "session.Address", "session.Domain", "session.Uses",
				       "session.OS"}}},
	{SESSION, {"NOS: ~\tCapability: %", {"session.NOS", "session.Capability"}}},
	{SESSION, {"SMB session status: #", {"session.Status"}, of_password}},
	{SESSION, {"Security type: % SessionId: %",
			  {"session.Security type", "session.SessionId"}, of_security}},
	{SESSION,
		{"User: # Cred User: #", {"session.User", "session.Cred User"}, of_user}},

	{CLOSE_SHARE, {"#) IPC: ~"}},
	{OPEN_SHARE, {"#) \\\\~ Mounts: # Type: ~ DevInfo: % Attributes: %",
			     {NULL, NULL, "share.Mounts", "share.Type", "share.DevInfo",
				     "share.Attributes"}}},
	{OPEN_SHARE, {"#) \\\\~ Mounts: # DevInfo: % Attributes: %",
			     {NULL, NULL, "share.Mounts", "share.DevInfo",
				     "share.Attributes"}}},
	{SHARE, {"PathComponentMax: # Status: # type: % Serial Number: %",
			{"share.PathComponentMax", "share.Status", "share.type",
				"share.Serial Number"},
			of_path}},
	{SHARE, {"Share Capabilities: ~\tShare Flags: %",
			{"share.Share Capabilities", "share.Share Flags"}}},
	{SHARE, {"tid: %[ Optimal sector size: %] Maximal Access: %",
			{"share.tid", "share.Optimal sector size",
				"share.Maximal Access"},
			of_tid}},
	{SHARE, {"DFS origin fullpath: ~", {"share.DFS origin fullpath"}}},
	{PASS, {"#) Speed: ~"}},

	{OPEN_MIDS, {"MIDs:"}},
	{OPEN_MIDS, {"Server ConnectionId: %"}},
	{MID, {"State: # com: # pid: # cbdata: % mid #",
		      {"mid.State", "mid.com", "mid.pid", NULL, "mid.mid"}}},
	{CLOSE, {"--"}},
	{PASS, {"---------------------------------------------------"}},
};

static const struct form numbered = {"#)~"};

struct reading {
	const struct sink *sink;
	struct repeats *repeats;
	struct ranks *ids; /* of all connections */
	unsigned block; /* connections so far, without channels */
	struct span host;
	/* The rows that are read; n_row 0: none. Of a server, or of one of its channels: */
	struct fact server, connection, session, share, mids;
	bool in_channel;
};

static void add_connection(struct reading *r, struct span hex)
{
	uint64_t id;

	if (span_hex(hex, &id) == 0)
		ranks_add(r->ids, id);
}

/* The row of the connection. */
static int connection_of(const struct reading *r, struct span hex, struct fact *ret_row)
{
	unsigned ordinal;
	uint64_t id;
	int rc;

	if (span_hex(hex, &id) < 0)
		return -EBADMSG;
	rc = ranks_take(r->ids, id, &ordinal);
	if (rc < 0)
		return rc;
	*ret_row = (struct fact){.n_row = 1, .row = {{.ordinal = ordinal}}};
	return 0;
}

/* Nothing is known of what comes next. */
static void forget(struct reading *r)
{
	r->server.n_row = r->connection.n_row = r->session.n_row = r->share.n_row =
		r->mids.n_row = 0;
	r->in_channel = false;
}

static int open_server(
	struct reading *r, const struct form *f, const struct form_values *v)
{
	int rc;

	r->block++;
	forget(r);
	rc = connection_of(r, v->at[1], &r->server);
	if (rc < 0)
		return rc;
	r->connection = r->mids = r->server;
	r->host = v->at[2].p ? v->at[2] : SPAN_EMPTY;
	form_facts(f, v, r->connection, r->sink);
	return 0;
}

static int open_channel(
	struct reading *r, const struct form *f, const struct form_values *v)
{
	int rc;

	r->connection.n_row = 0;
	if (!r->server.n_row)
		return 0;
	rc = connection_of(r, v->at[1], &r->connection);
	if (rc < 0)
		return rc;
	r->in_channel = true;
	form_facts(f, v, r->connection, r->sink);
	if (r->host.n)
		sink_row(r->sink, &r->connection, SPAN("server.Hostname"), r->host);
	return 0;
}

/* What a server has several of: told apart by name, or a session by having none. */
static int open_part(struct reading *r, struct span name, const struct form *f,
	const struct form_values *v)
{
	struct fact *row = name.n ? &r->share : &r->session;
	unsigned ordinal = 0, last = name.n ? 2 : 1;
	int rc = repeats_take(r->repeats, r->block, name, &ordinal);

	if (!name.n) {
		r->session.n_row = r->connection.n_row = 0;
		r->in_channel = false;
	}
	r->share.n_row = 0;
	if (rc < 0 || !r->server.n_row)
		return rc;
	*row = r->server;
	row->row[1].name = name;
	row->row[last] = (struct part){.ordinal = ordinal};
	row->n_row = last + 1;
	form_facts(f, v, *row, r->sink);
	return 0;
}

static struct span share_name(const struct form_values *v)
{
	return (struct span){
		v->at[1].p - 2, v->at[1].n + 2}; /* with the backslashes of the form */
}

static void more_of(const struct reading *r, const struct fact *row, const struct form *f,
	const struct form_values *v)
{
	if (row->n_row)
		form_facts(f, v, *row, r->sink);
}

static int act(struct reading *r, const struct known *k, const struct form_values *v)
{
	const struct fact machine = {0};
	struct fact mid = r->mids;

	switch (k->what) {
	case MACHINE:
		form_facts(&k->form, v, machine, r->sink);
		break;
	case CONNECTION:
	case CHANNEL:
		more_of(r, &r->connection, &k->form, v);
		break;
	case SESSION:
		more_of(r, &r->session, &k->form, v);
		break;
	case SHARE:
		more_of(r, &r->share, &k->form, v);
		break;
	case OPEN_SERVER:
		return open_server(r, &k->form, v);
	case OPEN_CHANNEL:
		return open_channel(r, &k->form, v);
	case OPEN_SESSION:
		return open_part(r, SPAN_EMPTY, &k->form, v);
	case OPEN_SHARE:
		return open_part(r, share_name(v), &k->form, v);
	case OPEN_MIDS:
		r->mids = r->server;
		return v->at[0].p ? connection_of(r, v->at[0], &r->mids) : 0;
	case MID:
		mid.n_row = mid.n_row ? 2 : 0;
		mid.row[1].name = v->at[4];
		more_of(r, &mid, &k->form, v);
		break;
	case CLOSE:
		r->session.n_row = r->mids.n_row = 0;
		/* fall through */
	case CLOSE_SHARE:
		r->share.n_row = 0;
		/* fall through */
	case CLOSE_CHANNEL:
		r->connection.n_row = 0;
		break;
	case PASS:
		break;
	}
	return 0;
}

/* What the line is; NULL if it is not known. *ret_begins: the last that begins as it does. */
static const struct known *known_of(struct span line, bool in_channel,
	struct form_values *ret_values, const struct known **ret_begins)
{
	*ret_begins = NULL;
	for (const struct known *k = known; k < known + COUNT_OF(known); k++) {
		if (k->what == CHANNEL && !in_channel)
			continue;
		if (form_read(&k->form, line, ret_values))
			return k;
		if (form_begins(&k->form, line))
			*ret_begins = k;
	}
	return NULL;
}

/* A line that is not as it begins is a fault; so is one with a number in front, where something opens. */
static int read_line(struct reading *r, struct span line)
{
	struct form_values v;
	const struct known *begins, *k = known_of(line, r->in_channel, &v, &begins);
	bool opens;

	if (k)
		return act(r, k, &v);
	opens = form_read(&numbered, line, &v) || (begins && begins->what >= OPEN_SERVER);
	if (opens)
		forget(r);
	return opens || begins ? -EBADMSG : 0;
}

/* What the ordinals need to know before the first fact. */
static void count(struct reading *r, struct span text)
{
	struct lines l = {.rest = text};
	unsigned block = 0;
	struct span line;

	while (lines_next(&l, &sink_none, &line)) {
		struct form_values v;
		const struct known *begins, *k = known_of(line, false, &v, &begins);

		if (!k)
			continue;
		if (k->what == OPEN_SERVER || k->what == OPEN_CHANNEL)
			add_connection(r, v.at[1]);
		block += k->what == OPEN_SERVER;
		if (k->what == OPEN_SESSION)
			repeats_add(r->repeats, block, SPAN_EMPTY);
		if (k->what == OPEN_SHARE)
			repeats_add(r->repeats, block, share_name(&v));
	}
}

void parse_cifs_debug(struct span text, const char *hint, const struct sink *sink)
{
	struct repeats repeats;
	struct ranks ids;
	struct reading r = {sink, &repeats, &ids, .host = SPAN_EMPTY};
	struct lines l = {.rest = text};
	struct span line;

	(void)hint;
	repeats_begin(&repeats, text);
	ranks_begin(&ids);
	count(&r, text);
	for (unsigned faults = 0; lines_next(&l, sink, &line); faults = l.faults) {
		int rc;

		if (l.faults != faults)
			forget(&r);
		rc = read_line(&r, line);
		if (rc < 0)
			sink->fault(sink->ctx, l.no, rc);
	}
}
