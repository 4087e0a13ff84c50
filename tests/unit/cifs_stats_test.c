// SPDX-License-Identifier: GPL-2.0-or-later
/* cifs_stats_test.c - /proc/fs/cifs/Stats in its layouts. */
#include "texts.h"

#define CONNECTION(n) "Max requests in flight: " n "\n"
#define TIMES                                                                               \
	"Total time spent processing by command. Time units are jiffies (250 per second)\n" \
	"  SMB3 CMD\tNumber\tTotal Time\tFastest\tSlowest\n"                                \
	"  --------\t------\t----------\t-------\t-------\n"

#define PLAIN(r, name) "[" r "] name=" name "\n[" r "] disconnected=0\n"

static const struct sample_text texts[] = {
	{"the header", parse_cifs_stats, NULL,
		T("Resources in use\nCIFS Session: 7\nShare (unique mount targets): 15\n"
		  "SMB Request/Response Buffer: 8 Pool size: 12\n"
		  "SMB Small Req/Resp Buffer: 8 Pool size: 30\n"
		  "Total Large 611 Small 3810 Allocations\nOperations (MIDs): -1\n\n"
		  "9 session 12 share reconnects\n"
		  "Total vfs operations: -1638 maximum at one time: 4\n\n"),
		"CIFS Session=7\nShare (unique mount targets)=15\nSMB Request/Response Buffer=8\n"
		"SMB Request/Response Buffer.Pool size=12\nSMB Small Req/Resp Buffer=8\n"
		"SMB Small Req/Resp Buffer.Pool size=30\nTotal Large=611\nTotal Small=3810\n"
		"Operations (MIDs)=-1\nreconnects.session=9\nreconnects.share=12\n"
		"Total vfs operations=-1638\nTotal vfs operations.maximum at one time=4\n"},
	{"a share of SMB2 and later, without times and with negative handles",
		parse_cifs_stats, NULL,
		T("\n" CONNECTION(
			"3") "1) \\\\srv\\share\nSMBs: 41\n"
			     "Bytes read: 18446744073709551615  Bytes written: 24576\n"
			     "Open files: -1 total (local), -2 open on server\n"
			     "Creates: 11 total 2 failed\nOplockBreaks: 3 sent 1 failed\n"),
		"[0] Max requests in flight=3\n" PLAIN("0/\\\\srv\\share/0",
			"\\\\srv\\share") "[0/\\\\srv\\share/0] SMBs=41\n[0/\\\\srv\\share/0] Bytes read=18446744073709551615\n"
					  "[0/\\\\srv\\share/0] Bytes written=24576\n[0/\\\\srv\\share/0] Open files.local=-1\n"
					  "[0/\\\\srv\\share/0] Open files.server=-2\n[0/\\\\srv\\share/0] Creates.total=11\n"
					  "[0/\\\\srv\\share/0] Creates.failed=2\n[0/\\\\srv\\share/0] OplockBreaks.total=3\n"
					  "[0/\\\\srv\\share/0] OplockBreaks.failed=1\n"},
	{"times, slow responses, a host without a name", parse_cifs_stats, NULL,
		T(CONNECTION("1") TIMES
			"  5\t\t11\t19\t\t0\t7\n  18\t\t0\t0\t\t0\t0\n"
			"  1 slow responses from 127.0.0.1 for command 5\n"
			"  2 slow responses from  for command 6\n"
			"  3 slow responses from a for command b for command 7\n"),
		"[0] Max requests in flight=1\nhz=250\n"
		"[0/5] cmd.count=11\n[0/5] cmd.total_time=19\n[0/5] cmd.fastest=0\n[0/5] cmd.slowest=7\n[0/5] cmd.slow=0\n"
		"[0] cmd.5.count=11\n[0] cmd.5.total_time=19\n[0] cmd.5.fastest=0\n[0] cmd.5.slowest=7\n[0] cmd.5.slow=0\n"
		"[0/18] cmd.count=0\n[0/18] cmd.total_time=0\n[0/18] cmd.fastest=0\n"
		"[0/18] cmd.slowest=0\n[0/18] cmd.slow=0\n[0] cmd.18.count=0\n[0] cmd.18.total_time=0\n"
		"[0] cmd.18.fastest=0\n[0] cmd.18.slowest=0\n[0] cmd.18.slow=0\n"
		"[0/5] cmd.slow=1\n[0] cmd.5.slow=1\n[0/6] cmd.slow=2\n[0] cmd.6.slow=2\n"
		"[0/7] cmd.slow=3\n[0] cmd.7.slow=3\n"},
	{"all is counted from the last; an extra channel has no share", parse_cifs_stats,
		NULL,
		T(CONNECTION("1") CONNECTION(
			"2") "1) \\\\a\\b\nSMBs: 1\n2) \\\\a\\c\nSMBs: 2\n"
			     "3) \\\\a\\b\nSMBs: 3\n" CONNECTION(
				     "3") "4) \\\\a\\b\nSMBs: 4\n"),
		"[2] Max requests in flight=1\n[1] Max requests in flight=2\n" PLAIN(
			"1/\\\\a\\b/1",
			"\\\\a\\b") "[1/\\\\a\\b/1] SMBs=1\n" PLAIN("1/\\\\a\\c/0",
			"\\\\a\\c") "[1/\\\\a\\c/0] SMBs=2\n" PLAIN("1/\\\\a\\b/0",
			"\\\\a\\b") "[1/\\\\a\\b/0] SMBs=3\n[0] Max requests in flight=3\n" PLAIN("0/\\\\a\\b/0",
			"\\\\a\\b") "[0/\\\\a\\b/0] SMBs=4\n"},
	{"names: blanks, UTF-8, IPv6, the word itself, any byte", parse_cifs_stats, NULL,
		T(CONNECTION("1") "1) \\\\a\\two words\tDISCONNECTED \nSMBs: 0\n"
				  "2) \\\\localhost6\\données-日本\n"
				  "3) \\\\a\\DISCONNECTED\n4) \\\\a\\x DISCONNECTED \n"
				  "5) \\\\fe80::1%eth0\\\xff 1) \\\\b\n"),
		"[0] Max requests in flight=1\n"
		"[0/\\\\a\\two words/0] name=\\\\a\\two words\n[0/\\\\a\\two words/0] disconnected=1\n"
		"[0/\\\\a\\two words/0] SMBs=0\n" PLAIN(
			"0/\\\\localhost6\\données-日本/0",
			"\\\\localhost6\\données-日本")
			PLAIN("0/\\\\a\\DISCONNECTED/0", "\\\\a\\DISCONNECTED") PLAIN(
				"0/\\\\a\\x DISCONNECTED/0", "\\\\a\\x DISCONNECTED")
				PLAIN("0/\\\\fe80::1%eth0\\\xff 1) \\\\b/0",
					"\\\\fe80::1%eth0\\\xff 1) \\\\b")},
	{"since", parse_cifs_stats, NULL,
		T(CONNECTION(
			"1") "1) \\\\a\\b\nSMBs: 5 since 2026-11-30 15:10:51 UTC\n"
			     "2) \\\\a\\c\nSMBs: 74 since 2026-11-30 14:56:16 UTC Oplocks breaks: 6\n"),
		"[0] Max requests in flight=1\n" PLAIN("0/\\\\a\\b/0",
			"\\\\a\\b") "[0/\\\\a\\b/0] SMBs=5\n[0/\\\\a\\b/0] since=2026-11-30 15:10:51\n" PLAIN("0/\\\\a\\c/0",
			"\\\\a\\c") "[0/\\\\a\\c/0] SMBs=74\n"
				    "[0/\\\\a\\c/0] since=2026-11-30 14:56:16\n[0/\\\\a\\c/0] Oplocks breaks=6\n"},
	{"SMB1", parse_cifs_stats, NULL,
		T(CONNECTION(
			"1") "1) \\\\a\\b\nSMBs: 53 Oplocks breaks: 1\nReads:  9 Bytes: 73728\n"
			     "Writes: 3 Bytes: 24576\nFlushes: 4\nLocks: 5 HardLinks: 6 Symlinks: 7\n"
			     "Opens: 8 Closes: 10 Deletes: 11\nPosix Opens: 12 Posix Mkdirs: 13\n"
			     "Mkdirs: 14 Rmdirs: 15\nRenames: 16 T2 Renames 17\n"
			     "FindFirst: 18 FNext 19 FClose 20\n"),
		"[0] Max requests in flight=1\n" PLAIN("0/\\\\a\\b/0",
			"\\\\a\\b") "[0/\\\\a\\b/0] SMBs=53\n[0/\\\\a\\b/0] Oplocks breaks=1\n[0/\\\\a\\b/0] Reads=9\n"
				    "[0/\\\\a\\b/0] Reads.Bytes=73728\n[0/\\\\a\\b/0] Writes=3\n"
				    "[0/\\\\a\\b/0] Writes.Bytes=24576\n[0/\\\\a\\b/0] Flushes=4\n[0/\\\\a\\b/0] Locks=5\n"
				    "[0/\\\\a\\b/0] HardLinks=6\n[0/\\\\a\\b/0] Symlinks=7\n[0/\\\\a\\b/0] Opens=8\n"
				    "[0/\\\\a\\b/0] Closes=10\n[0/\\\\a\\b/0] Deletes=11\n[0/\\\\a\\b/0] Posix Opens=12\n"
				    "[0/\\\\a\\b/0] Posix Mkdirs=13\n[0/\\\\a\\b/0] Mkdirs=14\n[0/\\\\a\\b/0] Rmdirs=15\n"
				    "[0/\\\\a\\b/0] Renames=16\n[0/\\\\a\\b/0] T2 Renames=17\n[0/\\\\a\\b/0] FindFirst=18\n"
				    "[0/\\\\a\\b/0] FNext=19\n[0/\\\\a\\b/0] FClose=20\n"},
	{"before 4.17: no connections, all is sent", parse_cifs_stats, NULL,
		T("0 session 0 share reconnects\n1) \\\\a\\b\nSMBs: 9\nNegotiates: 1 sent 0 failed\n"
		  "2) \\\\a\\b\tDISCONNECTED \nSMBs: 3 Oplock Breaks: 2\n"),
		"reconnects.session=0\nreconnects.share=0\n" PLAIN("0/\\\\a\\b/1",
			"\\\\a\\b") "[0/\\\\a\\b/1] SMBs=9\n[0/\\\\a\\b/1] Negotiates.total=1\n[0/\\\\a\\b/1] Negotiates.failed=0\n"
				    "[0/\\\\a\\b/0] name=\\\\a\\b\n[0/\\\\a\\b/0] disconnected=1\n[0/\\\\a\\b/0] SMBs=3\n"
				    "[0/\\\\a\\b/0] Oplocks breaks=2\n"},
	{"a bad line costs no other", parse_cifs_stats, NULL,
		T("CIFS Session: x\nOperations (MIDs): 1 2\n" CONNECTION("1") TIMES
			"  5\t\t11\t19\t\t0\n  5\t\t11\t19\t\t0\tx\n  6\t\t1\t2\t\t3\t4\n"
			"1) \\\\a\\b\nSMBs: 1\nCreates: 1 total\nCreates: 1 total 2 failed 3\n"
			"Bytes read: 1\nNew thing: 4\nReads: 7 total 0 failed\n"),
		"!1\n!2\n[0] Max requests in flight=1\nhz=250\n!7\n!8\n"
		"[0/6] cmd.count=1\n[0/6] cmd.total_time=2\n[0/6] cmd.fastest=3\n[0/6] cmd.slowest=4\n[0/6] cmd.slow=0\n"
		"[0] cmd.6.count=1\n[0] cmd.6.total_time=2\n[0] cmd.6.fastest=3\n[0] cmd.6.slowest=4\n[0] cmd.6.slow=0\n" PLAIN(
			"0/\\\\a\\b/0",
			"\\\\a\\b") "[0/\\\\a\\b/0] SMBs=1\n!12\n!13\n!14\n!15\n"
				    "[0/\\\\a\\b/0] Reads.total=7\n[0/\\\\a\\b/0] Reads.failed=0\n"},
	{"what follows a name that cannot be read is not the share's before",
		parse_cifs_stats, NULL,
		T(CONNECTION(
			"1") "1) \\\\a\\b\nSMBs: 1\n2) \nSMBs: 2\nReads: 1 total 0 failed\n"
			     "3) \\\\a\\b\nSMBs: 3\n4) \\\\a\\\0c\nSMBs: 4\n5) \\\\a\\b\nSMBs: 5\n" CONNECTION(
				     "x") "  5\t\t1\t1\t\t1\t1\n6) \\\\a\\b\nSMBs: 6\n" CONNECTION("2") "7) \\\\a\\b\nSMBs: 7\nSMBs: 8\nReads: 9 total 0 failed\n"),
		"[1] Max requests in flight=1\n" PLAIN("1/\\\\a\\b/3",
			"\\\\a\\b") "[1/\\\\a\\b/3] SMBs=1\n"
				    "!4\n!5\n!6\n" PLAIN("1/\\\\a\\b/2",
					    "\\\\a\\b") "[1/\\\\a\\b/2] SMBs=3\n"
							"!9\n!10\n!11\n!12\n!13\n!14\n!15\n!16\n[0] Max requests in flight=2\n" PLAIN(
								"0/\\\\a\\b/0",
								"\\\\a\\b") "[0/\\\\a\\b/0] SMBs=7\n!20\n!21\n"},
	{"out of place", parse_cifs_stats, NULL,
		T("SMBs: 1\nReads: 1 total 0 failed\n  5\t\t1\t1\t\t1\t1\n" CONNECTION(
			"1")),
		"!1\n!2\n!3\n[0] Max requests in flight=1\n"},
	{"a key beyond all measure", parse_cifs_stats, NULL,
		T("1) \\\\a\\b\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: 1 total 0 failed\n"),
		PLAIN("0/\\\\a\\b/0", "\\\\a\\b") "!2\n"},
	{"pasted with CRLF", parse_cifs_stats, NULL,
		T("CIFS Session: 7\r\n\r\n" CONNECTION(
			"3\r") "1) \\\\a\\b\tDISCONNECTED \r\nSMBs: 1\r\n"),
		"CIFS Session=7\n[0] Max requests in flight=3\n[0/\\\\a\\b/0] name=\\\\a\\b\n"
		"[0/\\\\a\\b/0] disconnected=1\n[0/\\\\a\\b/0] SMBs=1\n"},
	{"nothing", parse_cifs_stats, NULL, T(""), ""},
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

/* Real texts: 8 connections, one of them an extra channel, one SMB1; 8 shares. */
static void test_captures(void **state)
{
	enum {
		HEADER = 13,
		CONNECTION_FACTS = 2 + 19 * 10,
		SHARE_FACTS = 2 + 1 + 4 + 14 * 2,
		SMB1_FACTS = 2 + 2 + 20
	};
	static const struct {
		const char *path;
		unsigned since;
	} captures[] = {
		{"6.1.192-cifs/many-shares/proc/fs/cifs/Stats", 0},
		{"6.12.117-cifs/many-shares/proc/fs/cifs/Stats", 8},
		{"7.3.4-cifs/many-shares/proc/fs/cifs/Stats", 8},
		{"7.3.4-cifs/disconnected-15s/proc/fs/cifs/Stats", 8},
	};
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(captures); i++) {
		struct facts f;

		capture_read(&b, captures[i].path);
		facts_read(&f, parse_cifs_stats, NULL, buf_text(&b));
		assert_int_equal(f.n_faults, 0);
		assert_int_equal(f.n_facts, HEADER + 8 * CONNECTION_FACTS +
						    7 * SHARE_FACTS + SMB1_FACTS +
						    captures[i].since);
		facts_free(&f);
	}
	buf_free(&b);
}

/* More names than the table holds: the first are told apart, the rest are faults, and none is mixed up. */
static void test_too_many(void **state)
{
	enum { MORE = REPEATS_MOST + 10 };
	struct buf b = {0};
	struct facts f;

	(void)state;
	buf_str(&b, CONNECTION("1"));
	for (unsigned i = 0; i < MORE; i++)
		buf_fmt(&b, "%u) \\\\a\\%u\nSMBs: 1\n", i + 1, i);
	facts_read(&f, parse_cifs_stats, NULL, buf_text(&b));
	assert_int_equal(f.n_facts, 1 + REPEATS_MOST * 3);
	assert_int_equal(f.n_faults, 10 * 2);
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

	return cmocka_run_group_tests_name("cifs_stats", tests, NULL, NULL);
}
