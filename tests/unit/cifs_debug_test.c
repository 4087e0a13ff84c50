// SPDX-License-Identifier: GPL-2.0-or-later
/* cifs_debug_test.c - /proc/fs/cifs/DebugData, and that its rows are those of Stats. */
#include "texts.h"

#define CREDITS(r, n, dialect, signed_, posix, sock)                               \
	"[" r "] server.Number of credits=" n "\n[" r "] server.Dialect=" dialect  \
	"\n[" r "] server.signed=" signed_ "\n[" r "] server.posix=" posix "\n[" r \
	"] server.nosharesock=" sock "\n"

static const struct sample_text texts[] = {
	{"the head", parse_cifs_debug, NULL,
		T("Display Internal CIFS Data Structures for Debugging\n"
		  "---------------------------------------------------\nCIFS Version 2.51\n"
		  "Features: DFS,FSCACHE,STATS2\nCIFSMaxBufSize: 16384\nActive VFS Requests: 0\n\n"
		  "Servers: \n\n\t[NONE]\n"),
		"CIFS Version=2.51\nFeatures=DFS,FSCACHE,STATS2\nCIFSMaxBufSize=16384\n"
		"Active VFS Requests=0\n"},
	{"a connection as 6.12 writes it", parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x5 Hostname: 127.0.0.1 \n"
		  "ClientGUID: C52F4E85-9787-4E40-85A5-2B59E42C1889\n"
		  "Number of credits: 1283,1,2 Dialect 0x311 signed posix nosharesock\n"
		  "Server capabilities: 0x300047\nTCP status: 1 Instance: 2\n"
		  "Local Users To Server: 2 SecMode: 0x1 Req On Wire: 3 Net namespace: 4026531840 \n"
		  "In Send: 4 In MaxReq Wait: 5\nCompression: no built-in support\n"
		  "Encryption: Negotiated cipher (AES128-GCM)\nDFS leaf full path: \\\\a\\b c\n"),
		"[0] server.ConnectionId=0x5\n[0] server.Hostname=127.0.0.1\n"
		"[0] server.Number of credits=1283\n[0] server.Number of credits.echo=1\n"
		"[0] server.Number of credits.oplock=2\n[0] server.Dialect=0x311\n"
		"[0] server.signed=1\n[0] server.posix=1\n[0] server.nosharesock=1\n"
		"[0] server.Server capabilities=0x300047\n[0] server.TCP status=1\n"
		"[0] server.Instance=2\n[0] server.Local Users To Server=2\n[0] server.SecMode=0x1\n"
		"[0] server.Req On Wire=3\n[0] server.Net namespace=4026531840\n[0] server.In Send=4\n"
		"[0] server.In MaxReq Wait=5\n[0] server.Compression=no built-in support\n"
		"[0] server.Encryption=Negotiated cipher (AES128-GCM)\n"
		"[0] server.DFS leaf full path=\\\\a\\b c\n"},
	{"6.1: one number of credits; no name of a host", parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x1 \nNumber of credits: 389 Dialect 0x0\nEncryption: \n"
		  "Local Users To Server: 1 SecMode: 0x1 Req On Wire: -1\n"),
		"[0] server.ConnectionId=0x1\n" CREDITS("0", "389", "0x0", "0", "0",
			"0") "[0] server.Local Users To Server=1\n[0] server.SecMode=0x1\n[0] server.Req On Wire=-1\n"},
	{"connections are called by how many are older, extra channels among them",
		parse_cifs_debug, NULL,
		T("1) ConnectionId: 0xa Hostname: h \n\t1) Address: 1.2.3.4 Uses: 1 Capability: 0x1\tSession Status: 1 \n"
		  "\n\tExtra Channels: 2 \n\n\t\tChannel: 2 ConnectionId: 0x9\n"
		  "\t\tNumber of credits: 7 Dialect 0x311\n"
		  "\t\tIn Send: 0 In MaxReq Wait: 0 Net namespace: 4 \tDISCONNECTED \n"
		  "\n\t\tChannel: 3 DISABLED\n\t\tNumber of credits: 9 Dialect 0x311\n"
		  "\tShares: \n\t1) \\\\h\\s Mounts: 1 DevInfo: 0x20 Attributes: 0x1\n--\n"
		  "2) ConnectionId: 0x2 \n"),
		"[2] server.ConnectionId=0xa\n[2] server.Hostname=h\n[2/0] session.Address=1.2.3.4\n"
		"[2/0] session.Uses=1\n[2/0] session.Capability=0x1\n[2/0] session.Status=1\n"
		"[2/0] session.Guest=0\n[2/0] session.Anonymous=0\n[2/0] session.password no longer valid=0\n"
		"[1] server.Channel=2\n[1] server.ConnectionId=0x9\n[1] server.Hostname=h\n" CREDITS(
			"1", "7", "0x311", "0", "0",
			"0") "[1] server.In Send=0\n"
			     "[1] server.In MaxReq Wait=0\n[1] server.Net namespace=4\n[1] server.disconnected=1\n"
			     "[2/\\\\h\\s/0] share.Mounts=1\n[2/\\\\h\\s/0] share.DevInfo=0x20\n"
			     "[2/\\\\h\\s/0] share.Attributes=0x1\n[0] server.ConnectionId=0x2\n"},
	{"sessions, SMB1's among them", parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x1 \n"
		  "\t1) Name: 127.0.0.1  Domain: LAB Uses: 1 OS: Windows 6.1 \n"
		  "\tNOS: Samba 4.17.12-Debian\tCapability: 0x80f3fd\n\tSMB session status: 1 password no longer valid \n"
		  "\tSecurity type: RawNTLMSSP  SessionId: 0x3d9d encrypted(gcm256) signed\n"
		  "\tUser: -1 Cred User: 1000\tPrimary channel: DISCONNECTED \t[RECONNECTING] \n--\n"
		  "\t2) Address: fe80::1%eth0 Uses: 2 Capability: 0x3\tSession Status: 3 Guest password no longer valid \n"
		  "\tUser: 0 Cred User: 0\n"),
		"[0] server.ConnectionId=0x1\n[0/1] session.Address=127.0.0.1\n[0/1] session.Domain=LAB\n"
		"[0/1] session.Uses=1\n[0/1] session.OS=Windows 6.1\n"
		"[0/1] session.NOS=Samba 4.17.12-Debian\n[0/1] session.Capability=0x80f3fd\n"
		"[0/1] session.Status=1\n[0/1] session.password no longer valid=1\n"
		"[0/1] session.Security type=RawNTLMSSP\n[0/1] session.SessionId=0x3d9d\n"
		"[0/1] session.encrypted=1\n[0/1] session.signed=1\n[0/1] session.User=-1\n"
		"[0/1] session.Cred User=1000\n[0/1] session.disconnected=1\n"
		"[0/0] session.Address=fe80::1%eth0\n[0/0] session.Uses=2\n[0/0] session.Capability=0x3\n"
		"[0/0] session.Status=3\n[0/0] session.Guest=1\n[0/0] session.Anonymous=0\n"
		"[0/0] session.password no longer valid=1\n[0/0] session.User=0\n"
		"[0/0] session.Cred User=0\n[0/0] session.disconnected=0\n"},
	{"shares of two sessions; the hidden one is passed over", parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x1 \n\t1) Address: a Uses: 1 Capability: 0x1\tSession Status: 1 \n"
		  "\tShares: \n\t0) IPC: \\\\h\\IPC$ Mounts: 1 DevInfo: 0x0 Attributes: 0x0\n"
		  "\tPathComponentMax: 0 Status: 1 type: 0 Serial Number: 0x0\n"
		  "\ttid: 0x79\tMaximal Access: 0x1f00a9\n\n"
		  "\t1) \\\\h\\x Mounts: 1 y Mounts: 2 Type: NTFS DevInfo: 0x20 Attributes: 0x1006f\n"
		  "\tPathComponentMax: 255 Status: 3 type: DISK Serial Number: 0x3e Encrypted nocase POSIX Extensions\tDISCONNECTED \n"
		  "\n\tServer interfaces: 1\tLast updated: 2 seconds ago\n\t1)\tSpeed: 1Gbps\n"
		  "\t\tIPv4: 127.0.0.2\n--\n"
		  "\t2) Address: a Uses: 1 Capability: 0x1\tSession Status: 1 \n\t0) IPC: none\n\n"
		  "\t1) \\\\h\\x Mounts: 1 y Mounts: 2 DevInfo: 0x20 Attributes: 0x0\n"
		  "\tShare Capabilities: None Aligned, Partition Aligned,\tShare Flags: 0x0\n"
		  "\ttid: 0x33b6\tOptimal sector size: 0x200\tMaximal Access: 0x1f01ff Witness\tDISCONNECTED \n"
		  "\tDFS origin fullpath: \\\\dom\\root\\a b\n"),
#define SESSION(r)                                                \
	"[" r "] session.Address=a\n[" r "] session.Uses=1\n[" r  \
	"] session.Capability=0x1\n[" r "] session.Status=1\n[" r \
	"] session.Guest=0\n[" r "] session.Anonymous=0\n[" r     \
	"] session.password no longer valid=0\n"
#define X1 "[0/\\\\h\\x Mounts: 1 y/1] share."
#define X0 "[0/\\\\h\\x Mounts: 1 y/0] share."
		"[0] server.ConnectionId=0x1\n" SESSION("0/1") X1
		"Mounts=2\n" X1 "Type=NTFS\n" X1 "DevInfo=0x20\n" X1
		"Attributes=0x1006f\n" X1 "PathComponentMax=255\n" X1 "Status=3\n" X1
		"type=DISK\n" X1 "Serial Number=0x3e\n" X1 "encrypted=1\n" X1
		"nocase=1\n" X1 "POSIX Extensions=1\n" X1 "Witness=0\n" X1
		"nosparse=0\n" X1 "disconnected=1\n" SESSION("0/0") X0
		"Mounts=2\n" X0 "DevInfo=0x20\n" X0 "Attributes=0x0\n" X0
		"Share Capabilities=None Aligned, Partition Aligned,\n" X0
		"Share Flags=0x0\n" X0 "tid=0x33b6\n" X0 "Optimal sector size=0x200\n" X0
		"Maximal Access=0x1f01ff\n" X0 "Witness=1\n" X0 "nosparse=0\n" X0
		"disconnected=1\n" X0 "DFS origin fullpath=\\\\dom\\root\\a b\n"},
	{"pending requests, by connection and without one", parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x7 \n\tMIDs: \n\tServer ConnectionId: 0x7\n"
		  "\t\tState: 2 com: 5 pid: 253 cbdata: 00000000c3fe6a3c mid 31\n"
		  "\tServer ConnectionId: 0x3\n"
		  "\t\tState: 2 com: 8 pid: -1 cbdata: 0 mid 18446744073709551615\n--\n"
		  "2) ConnectionId: 0x3 \n\tMIDs: \n\tState: 4 com: 16 pid: 1 cbdata: (null) mid 4\n\n--\n"),
		"[1] server.ConnectionId=0x7\n[1/31] mid.State=2\n[1/31] mid.com=5\n[1/31] mid.pid=253\n"
		"[1/31] mid.mid=31\n[0/18446744073709551615] mid.State=2\n"
		"[0/18446744073709551615] mid.com=8\n[0/18446744073709551615] mid.pid=-1\n"
		"[0/18446744073709551615] mid.mid=18446744073709551615\n[0] server.ConnectionId=0x3\n"
		"[0/4] mid.State=4\n[0/4] mid.com=16\n[0/4] mid.pid=1\n[0/4] mid.mid=4\n"},
	{"lines that are not as they begin; lines not known are passed over",
		parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x7 \nTCP status: x Instance: 1\nNumber of credits: 1,2 Dialect 0x311\n"
		  "In Send: 1\nFuture: 1\nTCP status: 1 Instance: 1\nCIFSMaxBufSize: -\n"),
		"[0] server.ConnectionId=0x7\n!2\n!3\n!4\n[0] server.TCP status=1\n[0] server.Instance=1\n!7\n"},
	{"what follows a name that cannot be read is not the one's before",
		parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x7 \n2) ConnectionId: x \nTCP status: 1 Instance: 1\n"
		  "3) Connection: 0x4\nTCP status: 2 Instance: 2\n4) ConnectionId: 0x3 \n"
		  "5)\0ConnectionId: 0x1 \nTCP status: 3 Instance: 3\n6) ConnectionId: 0x1 \n"
		  "\t\tChannel: x\nTCP status: 4 Instance: 4\n"
		  "\t1) Address: a Uses: 1 Capability: 0x1\tSession Status: x \n\tUser: 0 Cred User: 0\n"
		  "\tState: 2 com: 5 pid: 253 cbdata: 0 mid 31\n"),
		"[2] server.ConnectionId=0x7\n!2\n!4\n[1] server.ConnectionId=0x3\n!7\n"
		"[0] server.ConnectionId=0x1\n!10\n!12\n"},
	{"out of place", parse_cifs_debug, NULL,
		T("TCP status: 1 Instance: 1\n\tUser: 0 Cred User: 0\n\tChannel: 2 ConnectionId: 0x18\n"
		  "\t1) \\\\h\\s Mounts: 1 DevInfo: 0x20 Attributes: 0x1\n"
		  "\tPathComponentMax: 0 Status: 1 type: 0 Serial Number: 0x0\n"
		  "\tState: 2 com: 5 pid: 253 cbdata: 0 mid 31\n"),
		""},
	{"cut in a value", parse_cifs_debug, NULL,
		T("1) ConnectionId: 0x7 \nTCP status: 1 Instance: 1"),
		"[0] server.ConnectionId=0x7\n!2\n"},
	{"nothing", parse_cifs_debug, NULL, T(""), ""},
};

static void test_texts(void **state)
{
	(void)state;
	texts_check(texts, COUNT_OF(texts));
}

static void test_cut(void **state)
{
	(void)state;
	texts_cut_anywhere(texts, COUNT_OF(texts));
	texts_cut_makes_nothing_up(texts, COUNT_OF(texts), true);
}

/* Each row with a fact of this key, in the order of the text. */
static void rows_with(struct buf *out, struct span facts, const char *key)
{
	buf_reset(out);
	while (facts.n) {
		struct span line = span_line(&facts);

		for (size_t at = 0; at < line.n; at++)
			if (span_starts(span_sub(line, at, line.n), key)) {
				buf_span(out, span_sub(line, 0, at));
				buf_char(out, '\n');
				break;
			}
	}
}

static void read_file(struct facts *f, struct buf *b, const char *dir, const char *file,
	parse_fn *parse)
{
	struct buf path = {0};

	buf_fmt(&path, "%s/proc/fs/cifs/%s", dir, file);
	capture_read(b, buf_cstr(&path));
	facts_read(f, parse, NULL, buf_text(b));
	assert_int_equal(f->n_faults, 0);
	buf_free(&path);
}

/* In real texts a share has the same row in both files, and each connection of Stats is in DebugData. */
static void test_captures(void **state)
{
	static const struct {
		const char *dir;
		unsigned facts;
	} captures[] = {
		{"6.1.192-cifs/many-shares", 370},
		{"6.12.117-cifs/many-shares", 408},
		{"7.3.4-cifs/many-shares", 413},
		{"7.3.4-cifs/disconnected-15s", 413},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(captures); i++) {
		struct buf stats_text = {0}, debug_text = {0}, a = {0}, b = {0};
		struct facts stats, debug;

		read_file(
			&stats, &stats_text, captures[i].dir, "Stats", parse_cifs_stats);
		read_file(&debug, &debug_text, captures[i].dir, "DebugData",
			parse_cifs_debug);
		assert_int_equal(debug.n_facts, captures[i].facts);
		rows_with(&a, buf_text(&stats.out), "SMBs=");
		rows_with(&b, buf_text(&debug.out), "share.Mounts=");
		assert_int_equal(a.n > 0, true);
		assert_span(buf_text(&a), buf_cstr(&b));
		rows_with(&a, buf_text(&stats.out), "Max requests in flight=");
		assert_span(
			buf_text(&a), "[7] \n[6] \n[5] \n[4] \n[3] \n[2] \n[1] \n[0] \n");
		rows_with(&b, buf_text(&debug.out), "server.ConnectionId=");
		assert_span(
			buf_text(&b), "[7] \n[5] \n[6] \n[4] \n[3] \n[2] \n[1] \n[0] \n");
		facts_free(&stats);
		facts_free(&debug);
		buf_free(&stats_text);
		buf_free(&debug_text);
		buf_free(&a);
		buf_free(&b);
	}
}

/* More connections than the table holds: none is called by a number that is not its own. */
static void test_too_many(void **state)
{
	struct buf b = {0};
	struct facts f;

	(void)state;
	for (unsigned i = RANKS_MOST; i > 0; i--)
		buf_fmt(&b, "1) ConnectionId: 0x%x \n", i);
	facts_read(&f, parse_cifs_debug, NULL, buf_text(&b));
	assert_int_equal(f.n_facts, RANKS_MOST);
	assert_int_equal(f.n_faults, 0);
	facts_free(&f);
	buf_str(&b, "1) ConnectionId: 0 \n");
	facts_read(&f, parse_cifs_debug, NULL, buf_text(&b));
	assert_int_equal(f.n_facts, 0);
	assert_int_equal(f.n_faults, RANKS_MOST + 1);
	facts_free(&f);
	buf_free(&b);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_captures),
		cmocka_unit_test(test_too_many),
	};

	return cmocka_run_group_tests_name("cifs_debug", tests, NULL, NULL);
}
