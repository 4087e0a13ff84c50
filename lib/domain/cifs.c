// SPDX-License-Identifier: GPL-2.0-or-later
/* cifs.c - SMB shares, connections, commands and mounts: counters beside the options that steer them. Tables only. */
#include "domain.h"

#define STATS "proc/fs/cifs/Stats"
#define DEBUG "proc/fs/cifs/DebugData"
#define SWITCH "proc/fs/cifs/{}"
#define MOUNTS "proc/self/mountinfo"
#define TCP "@smb/tcp"
#define REQUESTS "@smb/requests"
#define POINTS "@smb/points"
#define PARAM "sys/module/cifs/parameters/{}"

/* What a code of SMB2 and SMB3 means; of SMB1 it means another thing. */
#define COMMAND_WORDS(IS)                                                                                   \
	IS(0) "'NEGOTIATE' : " IS(1) "'SESSION_SETUP' : " IS(2) "'LOGOFF' : " IS(3) "'TREE_CONNECT' : "     \
	IS(4) "'TREE_DISCONNECT' : " IS(5) "'CREATE' : " IS(6) "'CLOSE' : " IS(7) "'FLUSH' : "              \
	IS(8) "'READ' : " IS(9) "'WRITE' : " IS(10) "'LOCK' : " IS(11) "'IOCTL' : " IS(12) "'CANCEL' : "    \
	IS(13) "'ECHO' : " IS(14) "'QUERY_DIRECTORY' : " IS(15) "'CHANGE_NOTIFY' : "                        \
	IS(16) "'QUERY_INFO' : " IS(17) "'SET_INFO' : " IS(18) "'OPLOCK_BREAK' : "
#define DOWN "state == 'reconnect' || state == 'negotiate'"
#define IS_SMB1 "of(server, dialect_code) == '0x0'"
#define ROW_IS(code) "ends(row, '/" #code "') ? "
#define COM_IS(code) "com == " #code " ? "

/* ---- the machine ---- */

static const struct field host[] = {
	{"sessions", "SESSIONS", STATS, "CIFS Session", KIND_GAUGE, UNIT_ONE, "SMB sessions"},
	{"trees", "TREES", STATS, "Share (unique mount targets)", KIND_GAUGE, UNIT_ONE,
		"tree connections, the hidden IPC$ of each session included"},
	{"in_flight", "IN-FLIGHT", STATS, "Operations (MIDs)", KIND_GAUGE, UNIT_ONE,
		"requests waiting for an answer"},
	{"reconnects_session", "RECONNECTS", STATS, "reconnects.session", KIND_COUNTER32, UNIT_ONE,
		"connections that broke; earlier kernels count them once they are made anew"},
	{"reconnects_share", "RECONNECTS-SHARE", STATS, "reconnects.share", KIND_COUNTER32, UNIT_ONE,
		"tree connections made anew, IPC$ included"},
	{"vfs_ops", "VFS-OPS", STATS, "Total vfs operations", KIND_COUNTER32, UNIT_ONE,
		"operations that the client numbered, its own among them"},
	{"vfs_max", "VFS-MAX", STATS, "Total vfs operations.maximum at one time", KIND_GAUGE, UNIT_ONE,
		"most of them at one time"},
	{"buffers", "BUFFERS", STATS, "SMB Request/Response Buffer", KIND_GAUGE, UNIT_ONE, "large buffers in use"},
	{"buffers_pool", "BUFFERS-POOL", STATS, "SMB Request/Response Buffer.Pool size", KIND_GAUGE, UNIT_ONE,
		"large buffers kept ready"},
	{"small_buffers", "SMALL-BUFFERS", STATS, "SMB Small Req/Resp Buffer", KIND_GAUGE, UNIT_ONE,
		"small buffers in use"},
	{"small_buffers_pool", "SMALL-POOL", STATS, "SMB Small Req/Resp Buffer.Pool size", KIND_GAUGE, UNIT_ONE,
		"small buffers kept ready"},
	{"large_allocs", "LARGE-ALLOCS", STATS, "Total Large", KIND_COUNTER32, UNIT_ONE,
		"large buffers taken; absent without CONFIG_CIFS_STATS2"},
	{"small_allocs", "SMALL-ALLOCS", STATS, "Total Small", KIND_COUNTER32, UNIT_ONE,
		"small buffers taken; absent without CONFIG_CIFS_STATS2"},
	{"hz", "HZ", STATS, "hz", KIND_GAUGE, UNIT_ONE, "jiffies a second, in which this kernel counts command times"},
	{"module", "MODULE", "sys/module/cifs/{}", "version", KIND_GAUGE, UNIT_WORD, "version of the cifs module"},
	{"features", "FEATURES", DEBUG, "Features", KIND_GAUGE, UNIT_TEXT, "what the module was built with"},
	{"vfs_requests", "VFS-REQUESTS", DEBUG, "Active VFS Requests", KIND_GAUGE, UNIT_ONE,
		"operations that are going on"},

	{"enable_oplocks", "OPLOCKS", PARAM, "enable_oplocks", KIND_TUNABLE, UNIT_WORD,
		"whether new connections ask for leases; without, no close is deferred", NULL, "Y N",
		"share.breaks share.open_local", .initial = "'Y'"},
	{"slow_rsp_threshold", "SLOW-AFTER", PARAM, "slow_rsp_threshold", KIND_TUNABLE, UNIT_ONE,
		"seconds after which an answer counts as slow; 0 counts none", NULL, "0..32767", "command.slow", .initial = "1"},
	{"dir_cache_timeout", "DIR-CACHE", PARAM, "dir_cache_timeout", KIND_TUNABLE, UNIT_ONE,
		"seconds for which a directory is kept open under a lease", "6.6", "0..65000",
		"share.query_dirs share.open_server", .initial = "30"},
	{"max_buffer", "MAX-BUFFER", PARAM, "CIFSMaxBufSize", KIND_TUNABLE, UNIT_BYTE,
		"size of a large buffer; set when the module is loaded", NULL, "8192..130048", NULL, .initial = "16384"},
	{"min_rcv", "MIN-RCV", PARAM, "cifs_min_rcv", KIND_TUNABLE, UNIT_ONE,
		"large buffers kept ready beside one for each connection; set when the module is loaded", NULL, "1..64",
		"buffers_pool", .initial = "4"},
	{"min_small", "MIN-SMALL", PARAM, "cifs_min_small", KIND_TUNABLE, UNIT_ONE,
		"small buffers kept ready; set when the module is loaded", NULL, "2..256", "small_buffers_pool", .initial = "30"},
	{"max_pending", "MAX-PENDING", PARAM, "cifs_max_pending", KIND_TUNABLE, UNIT_ONE,
		"requests in flight on an SMB1 connection; set when the module is loaded", NULL, "2..32767", NULL, .initial = "32767"},
	{"enable_gcm_256", "GCM-256", PARAM, "enable_gcm_256", KIND_TUNABLE, UNIT_WORD,
		"whether 256-bit encryption is offered", NULL, "Y N", NULL, .initial = "'Y'"},
	{"require_gcm_256", "REQUIRE-GCM-256", PARAM, "require_gcm_256", KIND_TUNABLE, UNIT_WORD,
		"whether new connections need 256-bit encryption", NULL, "Y N", NULL, .initial = "'N'"},
	{"negotiate_signing", "SIGNING", PARAM, "enable_negotiate_signing", KIND_TUNABLE, UNIT_WORD,
		"whether the faster AES-GMAC signing is offered", NULL, "Y N", NULL, .initial = "'N'"},
	{"disable_legacy", "DISABLE-LEGACY", PARAM, "disable_legacy_dialects", KIND_TUNABLE, UNIT_WORD,
		"whether SMB 1.0 and 2.0 are refused", NULL, "Y N", NULL, .initial = "'N'"},
	{"lookup_cache", "LOOKUP-CACHE", SWITCH, "LookupCacheEnabled", KIND_TUNABLE, UNIT_ONE,
		"whether names looked up are remembered; 0 asks the server each time", NULL, "0 1",
		"share.creates share.query_infos", .initial = "1"},
	{"linux_extensions", "LINUX-EXTENSIONS", SWITCH, "LinuxExtensionsEnabled", KIND_TUNABLE, UNIT_ONE,
		"whether the Unix extensions of SMB1 are asked for", NULL, "0 1", NULL, .initial = "1"},
	{"security_flags", "SECURITY-FLAGS", SWITCH, "SecurityFlags", KIND_TUNABLE, UNIT_WORD,
		"which ways to authenticate and sign are allowed, a mask in hex", NULL, "see mount.cifs(8)", NULL},
	{"cifs_fyi", "CIFS-FYI", SWITCH, "cifsFYI", KIND_TUNABLE, UNIT_ONE,
		"debug messages, a mask; they slow everything", NULL, "0..7", "command.per_command", .initial = "0"},
	{"trace_smb", "TRACE-SMB", SWITCH, "traceSMB", KIND_TUNABLE, UNIT_ONE,
		"whether frames go to the log; it slows everything", NULL, "0 1", "command.per_command", .initial = "0"},
};

/* How the kernel was built: slow to find out, so only where it is needed or named. */
static const struct field built[] = {
	{"machine", "MACHINE", "@host", "machine", KIND_GAUGE, UNIT_WORD, "architecture"},
	{"config_cifs", "CONFIG-CIFS", "@kconfig/smb", "CONFIG_CIFS", KIND_GAUGE, UNIT_WORD,
		"whether this kernel has an SMB client"},
	{"config_cifs_stats2", "CONFIG-CIFS-STATS2", "@kconfig/smb", "CONFIG_CIFS_STATS2", KIND_GAUGE, UNIT_WORD,
		"whether it takes the time of commands"},
};

/* ---- a share: a tree connection ---- */

#define PAIR(name, head, key, help)                                                \
	{name, head, STATS, key ".total", KIND_COUNTER32, UNIT_ONE, help},         \
	{name "_failed", head "-FAILED", STATS, key ".failed", KIND_COUNTER32, UNIT_ONE, \
		"of these, refused by the server; failures within compounds are not in it"}

static const struct field share[] = {
	{"unc", "UNC", STATS, "name", KIND_GAUGE, UNIT_WORD, "server and share as typed at mount, or as DFS resolved them"},
	{"smbs", "OPS", STATS, "SMBs", KIND_COUNTER32, UNIT_ONE, "requests built, answered or not"},
	{"since", "SINCE", STATS, "since", KIND_GAUGE, UNIT_WORD,
		"when its counters began, at the tree connect or the last reset, UTC", "6.12"},
	{"disconnected", "DISCONNECTED", STATS, "disconnected", KIND_GAUGE, UNIT_ONE,
		"whether it is to be connected anew"},
	{"bytes_read", "BYTES-READ", STATS, "Bytes read", KIND_COUNTER, UNIT_BYTE, "data read, SMB2 and later"},
	{"bytes_written", "BYTES-WRITTEN", STATS, "Bytes written", KIND_COUNTER, UNIT_BYTE,
		"data written, SMB2 and later"},
	{"open_local", "OPEN-LOCAL", STATS, "Open files.local", KIND_GAUGE, UNIT_ONE,
		"handles that the client has, deferred closes included, and those to be opened anew"},
	{"open_server", "OPEN-SERVER", STATS, "Open files.server", KIND_GAUGE, UNIT_ONE,
		"handles thought open at the server, deferred closes and cached directories included"},
	PAIR("creates", "CREATES", "Creates", "opens sent, also those within compounds: a stat has one"),
	PAIR("closes", "CLOSES", "Closes", "closes sent"),
	PAIR("reads", "READS", "Reads", "reads sent"),
	PAIR("writes", "WRITES", "Writes", "writes sent"),
	PAIR("flushes", "FLUSHES", "Flushes", "flushes sent"),
	PAIR("locks", "LOCKS", "Locks", "calls that lock or unlock a range"),
	PAIR("ioctls", "IOCTLS", "IOCTLs", "other calls sent"),
	PAIR("query_dirs", "QUERY-DIRS", "QueryDirectories", "pieces of directories asked for"),
	PAIR("notifies", "NOTIFIES", "ChangeNotifies", "watches on directories"),
	PAIR("query_infos", "QUERY-INFOS", "QueryInfos", "attributes asked for"),
	PAIR("set_infos", "SET-INFOS", "SetInfos", "attributes set, renames and deletes"),
	PAIR("tree_disconnects", "TREE-DISCONNECTS", "TreeDisconnects", "times the share was left"),
	PAIR("tree_connects", "TREE-CONNECTS", "TreeConnects",
		"connects of the share, to which the kernel adds breaks received; see breaks"),
	PAIR("oplock_breaks", "OPLOCK-BREAKS", "OplockBreaks",
		"breaks acknowledged, to which the kernel adds locks; see breaks_acked"),
};

/* A share by SMB1, whose lines are others. */
static const struct field smb1[] = {
	{"smb1_reads", "SMB1-READS", STATS, "Reads", KIND_COUNTER32, UNIT_ONE, "reads sent, SMB1"},
	{"smb1_read_bytes", "SMB1-READ", STATS, "Reads.Bytes", KIND_COUNTER, UNIT_BYTE,
		"data read, SMB1; from 6.12 on not all of it"},
	{"smb1_writes", "SMB1-WRITES", STATS, "Writes", KIND_COUNTER32, UNIT_ONE, "writes sent, SMB1"},
	{"smb1_written_bytes", "SMB1-WRITTEN", STATS, "Writes.Bytes", KIND_COUNTER, UNIT_BYTE,
		"data written, SMB1; from 6.12 on not all of it"},
	{"smb1_opens", "SMB1-OPENS", STATS, "Opens", KIND_COUNTER32, UNIT_ONE, "opens sent, SMB1"},
	{"smb1_posix_opens", "SMB1-POSIX-OPENS", STATS, "Posix Opens", KIND_COUNTER32, UNIT_ONE,
		"opens by the Unix extensions, SMB1"},
	{"smb1_closes", "SMB1-CLOSES", STATS, "Closes", KIND_COUNTER32, UNIT_ONE, "closes sent, SMB1"},
	{"smb1_deletes", "SMB1-DELETES", STATS, "Deletes", KIND_COUNTER32, UNIT_ONE, "deletes sent, SMB1"},
	{"smb1_locks", "SMB1-LOCKS", STATS, "Locks", KIND_COUNTER32, UNIT_ONE, "locks sent, SMB1"},
	{"smb1_breaks", "SMB1-BREAKS", STATS, "Oplocks breaks", KIND_COUNTER32, UNIT_ONE,
		"oplock breaks received, SMB1"},
};

static const struct field share_debug[] = {
	{"mounts", "MOUNTS", DEBUG, "share.Mounts", KIND_GAUGE, UNIT_ONE, "superblocks that use it"},
	{"status", "STATUS", DEBUG, "share.Status", KIND_GAUGE, UNIT_ONE, "1: good; 3: to be connected anew"},
	{"encrypted", "ENCRYPTED", DEBUG, "share.encrypted", KIND_GAUGE, UNIT_ONE, "whether all of it is encrypted"},
	{"tid", "TID", DEBUG, "share.tid", KIND_GAUGE, UNIT_WORD, "id of the tree, as open_files and tracepoints have it"},
};

/* The options of its mounts. */
#define SHARES "@smb/shares"
static const struct field share_mount[] = {
	{"closetimeo", "CLOSETIMEO", SHARES, "closetimeo", KIND_GAUGE, UNIT_ONE,
		"seconds for which its mounts keep closed files open; absent where they differ, or are not known to be its"},
	{"actimeo", "ACTIMEO", SHARES, "actimeo", KIND_GAUGE, UNIT_ONE,
		"seconds for which its mounts believe attributes; absent as that"},
	{"cache", "CACHE", SHARES, "cache", KIND_GAUGE, UNIT_WORD, "how its mounts cache data; absent as that"},
};

/* What follows from them. Two lines lie on SMB2 and later, and are left out of requests. */
static const struct field share_means[] = {
	{"read", "READ", NULL, "has(smb1_read_bytes) ? smb1_read_bytes : bytes_read", KIND_TALLY, UNIT_BYTE, "data read"},
	{"written", "WRITTEN", NULL, "has(smb1_written_bytes) ? smb1_written_bytes : bytes_written", KIND_TALLY, UNIT_BYTE, "data written"},
	{"requests", "REQUESTS", NULL,
		"creates + closes + reads + writes + flushes + locks + ioctls + query_dirs + notifies + query_infos + "
		"set_infos + tree_disconnects", KIND_TALLY, UNIT_ONE,
		"requests by their own lines, without TreeConnects and OplockBreaks"},
	{"failed", "FAILED", NULL,
		"creates_failed + closes_failed + reads_failed + writes_failed + flushes_failed + locks_failed + "
		"ioctls_failed + query_dirs_failed + notifies_failed + query_infos_failed + set_infos_failed + "
		"tree_disconnects_failed", KIND_TALLY, UNIT_ONE, "of these, refused; failures within compounds are not in it"},
	{"fail_share", "FAIL%", NULL, "failed / requests", KIND_DERIVED, UNIT_PERCENT,
		"share of requests that were refused"},
	{"handles", "HANDLES", NULL, "open_local > open_server ? open_local : open_server", KIND_DERIVED, UNIT_ONE,
		"handles held, deferred closes included: the larger of the two counts"},
	{"breaks", "BREAKS", NULL,
		"has(smb1_breaks) ? smb1_breaks : delta ? when(host.reconnects_share == 0, tree_connects) : "
		"tree_connects < of(server, instance) ? 0 : tree_connects - of(server, instance)",
		KIND_DERIVED, UNIT_ONE,
		"derived: lease breaks received, at most, as TreeConnects without its own connects; absent for an "
		"interval with a reconnect, and a little low after a reset"},
	{"breaks_acked", "BREAKS-ACKED", NULL, "oplock_breaks < locks ? oplock_breaks : oplock_breaks - locks",
		KIND_DERIVED, UNIT_ONE, "derived: breaks acknowledged, as OplockBreaks without Locks"},
	{"state", "STATE", NULL,
		"disconnected == 1 ? 'disconnected' : of(server, state) != 'good' ? of(server, state) : "
		"status == 3 ? 'reconnect' : 'ok'",
		KIND_DERIVED, UNIT_WORD, "ok, or what the share or its connection waits for"},
	{"dialect", "DIALECT", NULL, "of(server, dialect)", KIND_DERIVED, UNIT_WORD, "SMB version of its connection"},
};

/* ---- a connection ---- */

#define TIMED(name, head, code)                                                                         \
	{name "_count", head "-COUNT", STATS, "cmd." code ".count", KIND_COUNTER32, UNIT_ONE,           \
		"answers to command " code " of this connection"},                                      \
	{name "_total", head "-TOTAL", STATS, "cmd." code ".total_time", KIND_COUNTER, UNIT_JIFFY,      \
		"time from request to answer of command " code},                                        \
	{name "_time", head "-TIME", NULL,                                                              \
		"when(dialect_code == '0x0' ? 0 : 1, " name "_total / " name "_count)", KIND_DERIVED,   \
		UNIT_NSEC, "mean time from request to answer, a jiffy at the finest; not told of SMB1"}

static const struct field server[] = {
	{"max_in_flight", "MAX-IN-FLIGHT", STATS, "Max requests in flight", KIND_GAUGE, UNIT_ONE,
		"most requests in flight at one time"},
	TIMED("create", "CREATE", "5"),
	TIMED("close", "CLOSE", "6"),
	TIMED("read", "READ", "8"),
	TIMED("write", "WRITE", "9"),
};

static const struct field server_debug[] = {
	{"hostname", "HOSTNAME", DEBUG, "server.Hostname", KIND_GAUGE, UNIT_WORD, "server, as named at mount"},
	{"dialect_code", "DIALECT-CODE", DEBUG, "server.Dialect", KIND_GAUGE, UNIT_WORD,
		"SMB version as on the wire; 0x0: SMB1"},
	{"tcp", "TCP", DEBUG, "server.TCP status", KIND_GAUGE, UNIT_ONE, "state of the connection, as a number"},
	{"instance", "INSTANCE", DEBUG, "server.Instance", KIND_GAUGE, UNIT_ONE,
		"how often it was connected; 1: never anew"},
	{"credits", "CREDITS", DEBUG, "server.Number of credits", KIND_GAUGE, UNIT_ONE,
		"requests that the server still allows"},
	{"in_flight", "IN-FLIGHT", DEBUG, "server.Req On Wire", KIND_GAUGE, UNIT_ONE,
		"requests waiting for an answer"},
	{"in_send", "IN-SEND", DEBUG, "server.In Send", KIND_GAUGE, UNIT_ONE, "requests being sent"},
	{"waiting", "WAITING", DEBUG, "server.In MaxReq Wait", KIND_GAUGE, UNIT_ONE,
		"requests that wait for credits"},
	{"channel", "CHANNEL", DEBUG, "server.Channel", KIND_GAUGE, UNIT_ONE,
		"number of this extra channel of another connection; absent: it is none"},
	{"users", "USERS", DEBUG, "server.Local Users To Server", KIND_GAUGE, UNIT_ONE, "what holds the connection"},
	{"nosharesock", "NOSHARESOCK", DEBUG, "server.nosharesock", KIND_GAUGE, UNIT_ONE,
		"whether its mount wanted one for itself"},
	{"netns", "NETNS", DEBUG, "server.Net namespace", KIND_GAUGE, UNIT_WORD, "network namespace that it is in", "6.12"},
};

/* Of several sockets to one address nobody knows which is which. */
static const struct field server_tcp[] = {
	{"address", "ADDRESS", TCP, "address", KIND_GAUGE, UNIT_WORD, "address of the server"},
	{"socket", "SOCKET", TCP, "socket", KIND_GAUGE, UNIT_WORD,
		"here; elsewhere: in another network namespace, so the rest cannot be told; none: no connection to port 445"},
	{"sockets", "SOCKETS", TCP, "sockets", KIND_GAUGE, UNIT_ONE,
		"connections by TCP to port 445 of that address, which rtt and retrans are of"},
	{"rtt", "RTT", TCP, "rtt_us", KIND_GAUGE, UNIT_USEC,
		"time to the server and back as TCP smooths it, the largest of its sockets; command times less this are the server's"},
	{"retrans", "RETRANS", TCP, "retrans", KIND_COUNTER32, UNIT_ONE, "segments sent again, by all of its sockets"},
};

static const struct field server_means[] = {
	{"dialect", "DIALECT", NULL,
		"dialect_code == '0x311' ? '3.1.1' : dialect_code == '0x302' ? '3.0.2' : dialect_code == '0x300' ? '3.0' : "
		"dialect_code == '0x210' ? '2.1' : dialect_code == '0x202' ? '2.0' : dialect_code == '0x0' ? '1.0' : "
		"dialect_code",
		KIND_DERIVED, UNIT_WORD, "SMB version"},
	{"state", "STATE", NULL,
		"tcp == 1 ? 'good' : tcp == 0 ? 'new' : tcp == 2 ? 'exiting' : tcp == 3 ? 'reconnect' : "
		"tcp == 4 ? 'negotiate' : tcp == 5 ? 'negotiating' : cat('state-', tcp)",
		KIND_DERIVED, UNIT_WORD, "state of the connection; all but good is trouble or passes"},
};

/* ---- a command of a connection; a request in flight ---- */

static const struct field command[] = {
	{"hostname", "HOSTNAME", NULL, "of(server, hostname)", KIND_DERIVED, UNIT_WORD, "server of the connection"},
	{"command", "COMMAND", NULL, IS_SMB1 " ? 'smb1' : " COMMAND_WORDS(ROW_IS) "row", KIND_DERIVED, UNIT_WORD,
		"name of the command; of SMB1 the table has other ones, which are not told"},
	{"count", "COUNT", STATS, "cmd.count", KIND_COUNTER32, UNIT_ONE, "answers, each part of a compound by itself"},
	{"time", "TIME", STATS, "cmd.total_time", KIND_COUNTER, UNIT_JIFFY, "time from request to answer"},
	{"per_command", "PER-COMMAND", NULL, "time / count", KIND_DERIVED, UNIT_NSEC,
		"mean time from request to answer, a jiffy at the finest"},
	{"fastest", "FASTEST", STATS, "cmd.fastest", KIND_GAUGE, UNIT_JIFFY, "shortest of these times since boot or reset"},
	{"slowest", "SLOWEST", STATS, "cmd.slowest", KIND_GAUGE, UNIT_JIFFY, "longest of these times since boot or reset"},
	{"slow", "SLOW", STATS, "cmd.slow", KIND_COUNTER32, UNIT_ONE, "answers that took longer than slow_rsp_threshold"},
};

static const struct field pending[] = {
	{"hostname", "HOSTNAME", NULL, "of(server, hostname)", KIND_DERIVED, UNIT_WORD, "server that is to answer"},
	{"com", "COM", DEBUG, "mid.com", KIND_GAUGE, UNIT_ONE, "code of the command"},
	{"command", "COMMAND", NULL, IS_SMB1 " ? 'smb1' : " COMMAND_WORDS(COM_IS) "cat('command-', com)", KIND_DERIVED,
		UNIT_WORD, "name of the command; not told of SMB1"},
	{"pid", "PID", DEBUG, "mid.pid", KIND_GAUGE, UNIT_ONE, "process that asked; it may wait for the answer, or be gone"},
	{"state_code", "STATE-CODE", DEBUG, "mid.State", KIND_GAUGE, UNIT_ONE, "state of the request, as a number"},
	{"state", "STATE", NULL,
		"state_code == 1 ? 'allocated' : state_code == 2 ? 'submitted' : state_code == 4 ? 'received' : "
		"state_code == 8 ? 'retry' : state_code == 16 ? 'malformed' : state_code == 32 ? 'shutdown' : "
		"cat('state-', state_code)",
		KIND_DERIVED, UNIT_WORD, "submitted: sent, and no answer yet; retry: the connection broke"},
};

static const struct field pending_task[] = {
	{"comm", "COMM", REQUESTS, "comm", KIND_GAUGE, UNIT_WORD, "name of the task that asked"},
	{"seen", "SEEN", REQUESTS, "seen_ns", KIND_GAUGE, UNIT_NSEC,
		"for how long this run has seen the request: give an INTERVAL"},
};

/* ---- a mount ---- */

#define OPTION(name, head, option, unit, help) {name, head, MOUNTS, "opt." option, KIND_GAUGE, unit, help}

static const struct field mount[] = {
	{"target", "TARGET", MOUNTS, "target", KIND_GAUGE, UNIT_WORD, "where it is mounted"},
	{"source", "SOURCE", MOUNTS, "source", KIND_GAUGE, UNIT_WORD, "server, share and folder, as typed at mount"},
	{"sb", "SB", MOUNTS, "dev", KIND_GAUGE, UNIT_WORD,
		"superblock: mounts that have the same one change together"},
	{"fstype", "FSTYPE", MOUNTS, "fstype", KIND_GAUGE, UNIT_WORD, "cifs or smb3"},
	{"root", "ROOT", MOUNTS, "root", KIND_GAUGE, UNIT_WORD, "folder of the superblock that is mounted"},
	{"mount_options", "MOUNT-OPTIONS", MOUNTS, "options", KIND_GAUGE, UNIT_WORD, "options of this mount alone"},
	OPTION("vers", "VERS", "vers", UNIT_WORD, "SMB version"),
	OPTION("cache", "CACHE", "cache", UNIT_WORD, "strict, loose, none, ro or singleclient"),
	OPTION("actimeo", "ACTIMEO", "actimeo", UNIT_ONE,
		"seconds for which attributes are believed; absent: see acregmax and acdirmax"),
	OPTION("acregmax", "ACREGMAX", "acregmax", UNIT_ONE, "seconds for which attributes of files are believed"),
	OPTION("acdirmax", "ACDIRMAX", "acdirmax", UNIT_ONE, "seconds for which attributes of folders are believed"),
	{"closetimeo", "CLOSETIMEO", MOUNTS, "opt.closetimeo", KIND_TUNABLE, UNIT_ONE,
		"seconds for which a closed file stays open at the server; 0: not at all", "6.0",
		"0.. (at most 2^30 jiffies)", "share.open_local share.open_server share.creates share.closes", .initial = "when(since('6.3'), 1)"},
	OPTION("rsize", "RSIZE", "rsize", UNIT_BYTE, "most data of a read"),
	OPTION("wsize", "WSIZE", "wsize", UNIT_BYTE, "most data of a write"),
	OPTION("uid", "UID", "uid", UNIT_ONE, "owner that files are given"),
	OPTION("gid", "GID", "gid", UNIT_ONE, "group that files are given"),
	OPTION("file_mode", "FILE-MODE", "file_mode", UNIT_WORD, "mode that files are given"),
	OPTION("dir_mode", "DIR-MODE", "dir_mode", UNIT_WORD, "mode that folders are given"),
	OPTION("address", "ADDRESS", "addr", UNIT_WORD, "address of the server"),
	OPTION("max_channels", "MAX-CHANNELS", "max_channels", UNIT_ONE, "connections it may have"),
	OPTION("nolease", "NOLEASE", "nolease", UNIT_WORD, "empty where leases are refused, else absent"),
	OPTION("nosharesock", "NOSHARESOCK", "nosharesock", UNIT_WORD,
		"empty where it wants a connection for itself, else absent"),
	OPTION("hard", "HARD", "hard", UNIT_WORD, "empty where requests wait for the server for ever, else absent"),
	{"live", "LIVE", NULL, "closetimeo * 1000000000", KIND_DERIVED, UNIT_NSEC,
		"closetimeo as a time: for how long a closed file stays open at the server"},
	{"smb", "SMB", NULL, "fstype == 'cifs' || fstype == 'smb3'", KIND_DERIVED, UNIT_ONE, "1: an SMB mount"},
	{"effect", "EFFECT", NULL,
		"!has(closetimeo) ? 'no:kernel-before-6.0' : closetimeo == 0 ? 'off' : "
		"vers == '1.0' ? 'no:smb1.0-has-no-leases' : vers == '2.0' ? 'no:smb2.0-has-no-leases' : "
		"has(nolease) ? 'no:nolease' : host.enable_oplocks == 'N' ? 'unknown:enable_oplocks' : 'yes'",
		KIND_DERIVED, UNIT_WORD,
		"whether closetimeo can have one, and if not, why; unknown: connections made while enable_oplocks is N "
		"have no leases; yes: if the server grants them"},
};

/* What files of the machine say of it, where the kernel cannot: door "@closetimeo". */
static const struct field mount_default[] = {
	{"closetimeo_default", "CLOSETIMEO-DEFAULT", "@closetimeo", "default", KIND_GAUGE, UNIT_ONE,
		"closetimeo that it would get were it mounted anew, as fstab, its unit or cifs.conf says; absent: none does"},
	{"default", "DEFAULT", NULL, "closetimeo_default * 1000000000", KIND_DERIVED, UNIT_NSEC,
		"closetimeo_default as a time"},
	{"says", "SAYS", "@closetimeo", "says", KIND_GAUGE, UNIT_WORD,
		"what says closetimeo_default: fstab, unit, or the section of cifs.conf"},
	{"from", "FROM", "@closetimeo", "from", KIND_GAUGE, UNIT_WORD,
		"where the live value comes from: fstab, unit, conf, helper (added by swsched at mount time), kernel (equal to "
		"the default of this release) or unknown"},
	{"drift", "DRIFT", NULL, "closetimeo_default != closetimeo", KIND_DERIVED, UNIT_ONE,
		"1: live it is another than it would be mounted anew"},
};

static const struct field mount_twin[] = {
	{"share", "SHARE", "@smb/mounts", "share", KIND_GAUGE, UNIT_WORD,
		"its row among the shares; absent where several might be it, as of two users"},
	{"twin", "TWIN", "@smb/twins", "twin", KIND_GAUGE, UNIT_WORD,
		"another mount of the same share with the same options, but for closetimeo: so they share no page cache"},
	{"lead", "LEAD", POINTS, "lead", KIND_GAUGE, UNIT_WORD,
		"number of the mount that stands for its superblock: the first that its path leads to"},
	{"points", "POINTS", POINTS, "points", KIND_GAUGE, UNIT_ONE, "how often its superblock is mounted here"},
	{"also", "ALSO", POINTS, "also", KIND_GAUGE, UNIT_WORD,
		"where else its superblock is mounted, all of which changes together; :covered where another mount lies over it"},
	{"covered", "COVERED", POINTS, "covered", KIND_GAUGE, UNIT_WORD,
		"number of the mount that lies right over it, to which its path leads; absent: none does"},
	{"leads", "LEADS", NULL, "smb && lead == row", KIND_DERIVED, UNIT_ONE, "1: it stands for its superblock"},
	{"handles", "HANDLES", NULL, "at(share.handles, share)", KIND_DERIVED, UNIT_ONE,
		"handles held on its share, deferred closes and those of its other mounts included"},
};

static const struct group groups[] = {
	{.name = "host", .row = "host", .brief = "the machine as a whole", .always = "host", .fields = host,
		.n_fields = COUNT_OF(host)},
	{.name = "build", .row = "host", .brief = "how the kernel was built", .always = "host", .apart = true,
		.fields = built, .n_fields = COUNT_OF(built)},
	{.name = "share", .row = "share", .brief = "a share: connection, name, and which of that name", .same = "since",
		.fields = share, .n_fields = COUNT_OF(share)},
	{.name = "smb1", .row = "share", .brief = "a share by SMB1", .fields = smb1, .n_fields = COUNT_OF(smb1)},
	{.name = "share_debug", .row = "share", .brief = "what DebugData says of it", .fields = share_debug,
		.n_fields = COUNT_OF(share_debug)},
	{.name = "share_mount", .row = "share", .brief = "options of its mounts", .joins = true, .fields = share_mount,
		.n_fields = COUNT_OF(share_mount)},
	{.name = "share_means", .row = "share", .brief = "what they mean together", .fields = share_means,
		.n_fields = COUNT_OF(share_means)},
	{.name = "server", .row = "server", .brief = "a connection, counted from the oldest", .fields = server,
		.n_fields = COUNT_OF(server)},
	{.name = "server_debug", .row = "server", .brief = "what DebugData says of it", .fields = server_debug,
		.n_fields = COUNT_OF(server_debug)},
	{.name = "server_tcp", .row = "server", .brief = "its TCP socket", .joins = true, .fields = server_tcp,
		.n_fields = COUNT_OF(server_tcp)},
	{.name = "server_means", .row = "server", .brief = "what they mean", .fields = server_means,
		.n_fields = COUNT_OF(server_means)},
	{.name = "command", .row = "command", .brief = "a command of a connection, by its code", .fields = command,
		.n_fields = COUNT_OF(command)},
	{.name = "pending", .row = "pending", .brief = "a request in flight: connection and its number there",
		.fields = pending, .n_fields = COUNT_OF(pending)},
	{.name = "pending_task", .row = "pending", .brief = "the task that waits for it", .joins = true,
		.fields = pending_task, .n_fields = COUNT_OF(pending_task)},
	{.name = "mount_twin", .row = "mount", .brief = "what it has to do with shares and other mounts", .joins = true, .fields = mount_twin,
		.n_fields = COUNT_OF(mount_twin)},
	{.name = "mount", .row = "mount", .brief = "a mount, by its number in mountinfo", .fields = mount,
		.n_fields = COUNT_OF(mount)},
	{.name = "mount_default", .row = "mount", .brief = "what files say of it", .joins = true,
		.fields = mount_default, .n_fields = COUNT_OF(mount_default)},
};

/* ---- what is sure, said unasked: rules of the same number in swsched-cifs(1) ---- */

static const struct finding findings[] = {
	{"D02", "mount", "leads && closetimeo > 0 && starts(effect, 'no:')",
		"{target}: closetimeo {closetimeo} has no effect ({effect}): each close goes to the server at once",
		"mount it with vers=3.1.1 and without nolease", 1},
	{"D08", "host", "reconnects_session == 0 && reconnects_share == 0 && sum(share, breaks) > 0",
		"{sum(share, breaks);n} lease break[ was|s were] received, which the kernel adds to TreeConnects: nothing was "
		"connected anew",
		"swsched cifs -o +tree_connects,+breaks_acked", 1, "stat"},
	{"D09", "host", "any(server, " DOWN ")",
		"{count(server, " DOWN ");n} connection[ is down, that|s are down, such as that] to "
		"{pick(server, " DOWN ", hostname)}: [its|their] shares hang or fail until the "
		"server answers",
		"swsched cifs pending, and swsched cifs --per server", 3},
	{"D09", "host", "any(share, disconnected == 1)",
		"{count(share, disconnected == 1);n} share[ is disconnected,|s are disconnected, such as] {pick(share, disconnected == 1, unc)}",
		"reach the server; shares are connected anew when next used", 3, "stat"},
	{"D09", "host", "delta && (reconnects_session > 0 || reconnects_share > 0)",
		"{reconnects_session;n} connection[|s] broke and {reconnects_share;n} tree[ was|s were] connected anew: the rates of "
		"this interval are void",
		"take the next interval", 3, "stat"},
	{"D10", "share", "of(server, instance) > 1 && open_server >= 0 && open_local > open_server",
		"{row}: of {open_local;n} handle[|s], {open_local - open_server;n} [is|are] still to be opened anew after a reconnect",
		NULL, 1},
	{"D11", "share", "open_local < 0 || open_server < 0",
		"{row}: the kernel lost count of open files ({open_local;n} here, {open_server;n} at the server)",
		"do not trust OPEN-LOCAL and OPEN-SERVER until it is mounted anew", 1},
	{"D12", "host", "sum(command, slow) > 0",
		"{sum(command, slow);n} answer[ was|s were] slow (slow_rsp_threshold is {slow_rsp_threshold} s)",
		"swsched cifs --per command --filter 'slow > 0'", 2, "stat"},
	{"D13", "host", "sum(server, waiting) > 0",
		"{sum(server, waiting);n} request[ waits|s wait] for credits to {pick(server, waiting > 0, hostname)}",
		"swsched cifs --per server", 2},
	{"D16", "host", "cifs_fyi != 0",
		"cifsFYI is {cifs_fyi;n}: debug messages slow every request", "echo 0 > /proc/fs/cifs/cifsFYI", 2},
	{"D17", "mount", "smb && has(twin)",
		"{target}: is like {twin} but for closetimeo, so each has a page cache of its own and they may disagree",
		"mount both with one closetimeo", 2},
	{"D16", "host", "trace_smb != 0",
		"traceSMB is {trace_smb;n}: every frame goes to the log", "echo 0 > /proc/fs/cifs/traceSMB", 2},
};

static const struct pane stat_panes[] = {
	{"share", "mounts smbs read written fail_share creates closes open_local open_server breaks closetimeo state"},
	{"server", "hostname dialect state credits in_flight waiting instance max_in_flight rtt retrans create_time close_time read_time "
		   "write_time", NULL, NULL, true},
	{"command", "hostname command count per_command fastest slowest slow", "(count ?: 0) == 0", NULL, true},
	{"host", "sessions trees in_flight reconnects_session reconnects_share vfs_ops vfs_max buffers small_buffers module",
		NULL, NULL, true},
};

static const struct pane mounts_panes[] = {
	{"mount", "sb target also covered source vers cache actimeo closetimeo effect handles rsize wsize share", NULL, NULL,
		false, "leads"},
};

static const struct pane closetimeo_panes[] = {
	{"mount", "target source sb also live default from effect drift", NULL, NULL, false, "smb"},
};

static const struct pane pending_panes[] = {
	{"pending", "hostname command pid comm seen state"},
};

static const struct shade share_shades[] = {
	{"state", "state != 'ok'", 3},
	{"fail_share", "delta && fail_share > 0.1", 2},
	{"breaks", "delta && breaks > 0", 1},
};

static const struct shade server_shades[] = {
	{"state", "state != 'good'", 3},
	{"waiting", "waiting > 0", 2},
};

static const struct shade command_shades[] = {
	{"slow", "delta && slow > 0", 2},
};

/* A share is named "connection/unc/which": its connection is what stands before the first '/'. */
static const struct pane top_more_panes[] = {
	{"server", "hostname dialect state credits in_flight waiting instance create_time read_time write_time",
		.only = "row == head(picked)", .shades = server_shades, .n_shades = COUNT_OF(server_shades)},
	{"command", "command count per_command fastest slowest slow", "(count ?: 0) == 0", "-count",
		.only = "starts(row, cat(head(picked), '/'))", .trend = "count", .shades = command_shades,
		.n_shades = COUNT_OF(command_shades)},
	{"mount", "target vers cache actimeo closetimeo effect rsize wsize",
		.only = "leads && starts(cat(source, '/'), cat(slashes(pick(share, row == picked, unc)), '/'))"},
	{"pending", "command pid state", .only = "starts(row, cat(head(picked), '/'))"},
};

static const struct verb top_more = {
	.name = "top", .brief = "its connection, commands, mounts and requests", .panes = top_more_panes,
	.n_panes = COUNT_OF(top_more_panes),
};

static const struct pane top_panes[] = {
	{"share", "mounts smbs read written fail_share open_local open_server breaks state", NULL, "-smbs",
		.trend = "smbs", .shades = share_shades, .n_shades = COUNT_OF(share_shades), .more = &top_more},
};

static const struct line stat_head[] = {
	{NULL, "{sessions;n} session[|s]  {trees;n} tree[|s], IPC$ included  {in_flight;n} in flight  reconnects "
	       "{reconnects_session} of connections, {reconnects_share} of trees  oplocks {enable_oplocks}"},
	{"sessions == 0", "no share is mounted"},
};

static const struct line mounts_head[] = {
	{NULL, "{count(mount, leads);n} SMB superblock[|s] at {count(mount, smb);n} mount point[|s] here  {trees;n} tree[|s] on this "
	       "machine, IPC$ included  oplocks {enable_oplocks}"},
};

static const struct line closetimeo_head[] = {
	{NULL, "{count(mount, smb);n} SMB mount[|s] here  {trees;n} tree[|s] on this machine, IPC$ included  oplocks "
	       "{enable_oplocks}"},
};

static const struct line pending_head[] = {
	{NULL, "{count(pending, has(com));n} request[|s] in flight on {count(server, has(tcp));n} connection[|s] of "
	       "{sessions;n} session[|s]"},
};

static const struct verb top = {
	.name = "top", .brief = "SMB shares by operations, live", .like = "stat", .panes = top_panes,
	.n_panes = COUNT_OF(top_panes), .head = stat_head, .n_head = COUNT_OF(stat_head),
};

static const struct verb verbs[] = {
	{.name = "stat", .brief = "SMB shares, connections and commands, beside what steers them", .panes = stat_panes,
		.n_panes = COUNT_OF(stat_panes), .head = stat_head, .n_head = COUNT_OF(stat_head)},
	{.name = "mounts",
		.brief = "every SMB superblock: where it is mounted, with which options, and whether closetimeo has an effect",
		.panes = mounts_panes, .n_panes = COUNT_OF(mounts_panes), .head = mounts_head,
		.n_head = COUNT_OF(mounts_head)},
	{.name = "closetimeo",
		.brief = "for how long closed files stay open at the server, by mount: what is, and its effect",
		.panes = closetimeo_panes, .n_panes = COUNT_OF(closetimeo_panes), .head = closetimeo_head,
		.n_head = COUNT_OF(closetimeo_head)},
	{.name = "pending", .brief = "requests in flight: what waits for which server", .panes = pending_panes,
		.n_panes = COUNT_OF(pending_panes), .head = pending_head, .n_head = COUNT_OF(pending_head)},
};

static const struct line overview[] = {
	{"!has(sessions)", "cifs: no SMB client is loaded (mounting a share, or modprobe cifs, brings it)"},
	{"sessions == 0", "cifs: the SMB client is loaded, no share is mounted"},
	{NULL, "cifs: {sessions} session[|s], {trees} tree connection[|s], {in_flight} request[|s] in flight"},
};

static const struct section sections[] = {
	{"kernel configuration", "host", .facts = "machine config_cifs config_cifs_stats2 module features hz",
		.more = "fields"},
	{"connections", "server", .facts = "hostname dialect channel nosharesock",
		.now = "state credits in_flight waiting instance", .more = "--per server"},
	{"mounts", "mount",
		.facts = "target source sb vers cache actimeo acregmax acdirmax closetimeo effect rsize wsize "
			 "max_channels nolease nosharesock hard",
		.only = "smb", .known = "target", .more = "mounts"},
	{"of the machine", "host", .counts = "*", .more = "--per host"},
	{"of each share", "share", .counts = "smbs read written creates closes open_server fail_share", .sort = "-smbs",
		.more = "stat"},
	{"of each command", "command", .counts = "hostname command count per_command slow", .sort = "-count",
		.more = "--per command"},
};

const struct domain domain_cifs = {
	.name = "cifs",
	.brief = "SMB shares beside their mount options",
	.groups = groups,
	.n_groups = COUNT_OF(groups),
	.findings = findings,
	.n_findings = COUNT_OF(findings),
	.verbs = verbs,
	.n_verbs = COUNT_OF(verbs),
	.top = &top,
	.overview = overview,
	.n_overview = COUNT_OF(overview),
	.sections = sections,
	.n_sections = COUNT_OF(sections),
};
