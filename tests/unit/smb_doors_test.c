// SPDX-License-Identifier: GPL-2.0-or-later
/* smb_doors_test.c - "@smb/…": who asked, over which socket, and beside which other mount. */
#include "tree.h"

#include <arpa/inet.h>

#define HEAD(n, id, host) n ") ConnectionId: " id " Hostname: " host "\n"
#define SESSION(address) \
	"\t1) Address: " address " Uses: 1 Capability: 0x1\tSession Status: 1 \n"
#define NETNS(n) \
	"Local Users To Server: 1 SecMode: 0x1 Req On Wire: 0 Net namespace: " n " \n"

static const char debug[] = "Display Internal CIFS Data Structures for Debugging\nServers: \n" HEAD(
	"1", "0x17",
	"filer") NETNS("7") SESSION("192.0.2.7") "\tChannel: 2 ConnectionId: 0x18\n" NETNS("7")
	SESSION("203.0.113.1") HEAD("2", "0x9", "nas") NETNS("7") SESSION(
		"2001:0db8:0000:0000:0000:0000:0000:0001%2") HEAD("3", "0xa",
		"away") NETNS("8") SESSION("192.0.2.7") HEAD("4", "0xb",
		"new") "\tMIDs: \n\tServer ConnectionId: 0x17\n"
		       "\t\tState: 2 com: 5 pid: 253 cbdata: 00000000c3fe6a3c mid 31\n"
		       "\t\tState: 2 com: 8 pid: 4294967296 cbdata: 00000000c3fe6a3c mid 32\n"
		       "\tServer ConnectionId: 0x99\n\t\tState: 2 com: 8 pid: 1 cbdata: 0 mid 1\n"
		       "\tServer ConnectionId: 0x9\n\t\tState: 4 com: 8 pid: 9 cbdata: 0 mid 5\n"
		       "\t\tState: 4 com: 8 pid: 9 cbdata: 0\n--\n";

static void check(struct buf *b, const char *wanted)
{
	assert_string_equal(buf_cstr(b), wanted);
	buf_reset(b);
}

static void test_servers(void **state)
{
	struct tree *t = *state;
	struct smb_servers s = {.a = &t->a};

	smb_servers_read(&s, SPAN(debug));
	assert_int_equal(s.n, 5);
	assert_int_equal(s.list[0].rank, 3);
	assert_true(span_is(s.list[0].address, "192.0.2.7"));
	assert_int_equal(s.list[1].rank, 4);
	assert_int_equal(s.list[1].address.n, 0);
	assert_int_equal(s.list[2].rank, 0);
	assert_ptr_equal(smb_server_find(&s, SPAN("0xa")), &s.list[3]);
	assert_null(smb_server_find(&s, SPAN("0x99")));
	assert_null(smb_server_find(&s, SPAN("x")));
	assert_true(span_is(smb_after(SPAN("a pid: 12 b"), " pid: "), "12"));
	assert_int_equal(smb_after(SPAN("a pid: "), " pid: ").n, 0);
	assert_int_equal(smb_after(SPAN("pid"), " pid: ").n, 0);
	for (size_t n = 0; n < sizeof(debug); n++) {
		struct smb_servers cut = {.a = &t->a};

		smb_servers_read(&cut, span_sub(SPAN(debug), 0, n));
		assert_true(cut.n <= 5);
	}
}

static void test_tcp(void **state)
{
	struct tree *t = *state;
	struct smb_servers s = {.a = &t->a};
	struct smb_socket list[] = {
		{.rtt_us = 400, .retrans = 1},
		{.rtt_us = 300, .retrans = 2},
		{.to = {.v6 = true}, .rtt_us = 90},
	};
	struct smb_sockets sockets = {.list = list, .n = COUNT_OF(list)};
	struct buf b = {0};

	inet_pton(AF_INET, "192.0.2.7", list[0].to.bytes);
	inet_pton(AF_INET, "192.0.2.7", list[1].to.bytes);
	inet_pton(AF_INET6, "2001:db8::1", list[2].to.bytes);
	smb_servers_read(&s, SPAN(debug));
	smb_tcp_put(&s, SPAN("7"), &sockets, &b);
	check(&b, "3 192.0.2.7 here 2 400 3\n"
		  "0 2001:0db8:0000:0000:0000:0000:0000:0001%2 here 1 90 0\n"
		  "1 192.0.2.7 elsewhere - - -\n");
	sockets.n = 0;
	smb_tcp_put(&s, SPAN_EMPTY, &sockets, &b);
	check(&b, "3 192.0.2.7 none - - -\n"
		  "0 2001:0db8:0000:0000:0000:0000:0000:0001%2 none - - -\n"
		  "1 192.0.2.7 none - - -\n");
	buf_free(&b);
}

/* The nanoseconds of a line of the door. */
static uint64_t seen_of(struct span text, const char *request)
{
	while (text.n) {
		struct span line = span_line(&text);
		uint64_t ns;

		if (!span_starts(line, request))
			continue;
		span_word(&line);
		span_word(&line);
		assert_int_equal(span_u64(span_trim(line), &ns), 0);
		return ns;
	}
	return UINT64_MAX;
}

static void test_requests(void **state)
{
	struct tree *t = *state;
	struct buf b = {0};
	char other[sizeof(debug)];
	int proc;

	tree_put(t, "proc/253/comm", "l s\\\n");
	proc = open(tree_path(t, "proc"), O_RDONLY | O_DIRECTORY);
	assert_true(proc >= 0);
	smb_requests_put(t->r, SPAN(debug), proc, false, &b);
	check(&b, "3/31 l\\040s\\134 -\n3/32 - -\n0/5 - -\n");
	smb_requests_put(t->r, SPAN(debug), -1, true, &b);
	assert_int_equal(seen_of(buf_text(&b), "3/31 "), 0);
	buf_reset(&b);
	usleep(2000);
	/* The state changes; another request has the number of the old one. */
	memcpy(other, debug, sizeof(debug));
	memcpy(strstr(other, "State: 2 com: 5"), "State: 8", 8);
	memcpy(strstr(other, "com: 8 pid: 4294967296"), "com: 9", 6);
	smb_requests_put(t->r, SPAN(other), -1, true, &b);
	assert_true(seen_of(buf_text(&b), "3/31 ") >= 2000000);
	assert_int_equal(seen_of(buf_text(&b), "3/32 "), 0);
	buf_reset(&b);
	/* Gone, and here again: another one, for all that is known. */
	smb_requests_put(t->r, SPAN("\n"), -1, true, &b);
	check(&b, "");
	smb_requests_put(t->r, SPAN(other), -1, true, &b);
	assert_int_equal(seen_of(buf_text(&b), "3/31 "), 0);
	buf_free(&b);
	close(proc);
}

static void test_doors(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@smb/requests"), -ENOENT);
	assert_int_equal(tree_error(t, "@smb/tcp"), -ENOENT);
	assert_int_equal(tree_error(t, "@smb/twins"), -ENOENT);
	assert_int_equal(tree_error(t, "@smb/points"), -ENOENT);
	assert_int_equal(tree_error(t, "@smb/nosuch"), -ENOENT);
	tree_put(t, "proc/fs/cifs/DebugData", debug);
	assert_string_equal(
		tree_text(t, "@smb/requests"), "3/31 - -\n3/32 - -\n0/5 - -\n");
	assert_int_equal(tree_error(t, "@smb/tcp"), -ENOENT);
}

static void test_twins(void **state)
{
	struct tree *t = *state;

	tree_put(t, "proc/self/mountinfo",
		"1 0 0:1 / /a\\040b rw - cifs //s/p rw,vers=3.1.1,closetimeo=1\n"
		"2 0 0:1 / /bind rw - cifs //s/p rw,vers=3.1.1,closetimeo=1\n"
		"3 0 0:2 / /other rw - cifs //s/p rw,closetimeo=5,vers=3.1.1\n"
		"31 0 0:2 / /again rw - cifs //s/p rw,closetimeo=5,vers=3.1.1\n"
		"4 0 0:3 / /same rw - cifs //s/p rw,vers=3.1.1,closetimeo=1\n"
		"5 0 0:4 / /more rw - cifs //s/p rw,vers=3.1.1,nolease,closetimeo=5\n"
		"6 0 0:5 / /else rw - cifs //s/q rw,vers=3.1.1,closetimeo=5\n"
		"7 0 0:6 / /type rw - smb3 //s/p rw,vers=3.1.1,closetimeo=5\n"
		"8 0 0:7 / /tmp rw - tmpfs //s/p rw,vers=3.1.1,closetimeo=5\n"
		"9\n");
	assert_string_equal(tree_text(t, "@smb/twins"), "3 /a\\040b\n4 /other\n");
}

#define ON(id, parent, dev, target, type) \
	id " " parent " " dev " / " target " rw shared:1 - " type " //s/p rw\n"

/* Binds, stacks, both at once; a mount below another is on no root; numbers that lead nowhere or to themselves. */
static void test_points(void **state)
{
	struct tree *t = *state;

	tree_put(t, "proc/self/mountinfo",
		ON("1", "1", "0:1", "/", "rootfs") ON("10", "1", "0:5", "/a", "cifs") ON(
			"11", "1", "0:5", "/b,c\\040d", "cifs") ON("12", "10", "0:6",
			"/a", "smb3") ON("13", "12", "0:7", "/a/below", "cifs")
			ON("14", "1", "0:8", "/twice", "cifs") ON("15", "14", "0:8",
				"/twice", "cifs") ON("16", "1", "0:9", "/hidden", "cifs")
				ON("17", "16", "0:10", "/hidden", "tmpfs")
					ON("18", "99", "0:5", "/a", "cifs")
						ON("19", "19", "0:11", "/self", "cifs"));
	assert_string_equal(tree_text(t, "@smb/points"), "10 11 3 /b\\134054c\\040d 12\n"
							 "11 11 3 /a:covered -\n"
							 "12 12 1 - -\n"
							 "13 13 1 - -\n"
							 "14 15 2 - 15\n"
							 "15 15 2 - -\n"
							 "16 16 1 - 17\n"
							 "18 11 3 /b\\134054c\\040d -\n"
							 "19 19 1 - -\n");
}

/* A share that is bound into many places: the list ends somewhere, the number does not. */
static void test_points_many(void **state)
{
	enum { MANY = 400 };
	struct tree *t = *state;
	struct buf b = {0};
	struct span text, line, last = SPAN_EMPTY;

	for (unsigned i = 0; i < MANY; i++)
		buf_fmt(&b, "%u 1 0:5 / /p%u rw - cifs //s/p rw\n", i + 2, i);
	tree_put(t, "proc/self/mountinfo", buf_cstr(&b));
	assert_int_equal(root_read(t->r, "@smb/points", &t->a, &text), 0);
	line = span_line(&text);
	assert_true(span_starts(line, "2 2 400 /p1,/p2,"));
	assert_true(span_ends(line, ",/p16,... -"));
	while (text.n)
		last = span_line(&text);
	assert_true(span_starts(last, "401 2 400 /p0,/p1,"));
	assert_true(span_ends(last, ",/p15,... -"));
	buf_free(&b);
}

#define CIFS(id, source, options) id " 0 0:1 / /m rw - cifs " source " rw," options "\n"
#define SHARE(n, name) \
	"\t" n ") \\\\" name " Mounts: 1 DevInfo: 0x20 Attributes: 0x1006f\n"

/* Which share a mount is of: by name, address, dialect and nosharesock, if that leaves one. */
static void test_join(void **state)
{
	struct tree *t = *state;

	tree_put(t, "proc/fs/cifs/DebugData",
		HEAD("1", "0x3", "filer") "Number of credits: 1 Dialect 0x311 nosharesock\n" SESSION(
			"192.0.2.7") "\n\tShares: \n" SHARE("1",
			"filer\\two words") "\n" HEAD("2", "0x2",
			"filer") "Number of credits: 1 Dialect 0x311\n" SESSION("192.0.2.7") "\n\tShares: \n" SHARE("1",
			"filer\\two words") SHARE("2", "filer\\users")
			SHARE("3", "filer\\users") "\n" HEAD("3", "0x1", "six") "Number of credits: 1 Dialect 0x210\n" SESSION(
				"0:0:0:0:0:0:0:1") "\n\tShares: \n" SHARE("1", "six\\p"));
	tree_put(t, "proc/self/mountinfo",
		CIFS("1", "//filer/two\\040words",
			"vers=3.1.1,addr=192.0.2.7,cache=strict,actimeo=1,closetimeo=5") CIFS("2",
			"//filer/two\\040words/sub/x",
			"vers=3.1.1,addr=192.0.2.7,cache=none,actimeo=1,closetimeo=0") CIFS("3",
			"//filer/two\\040words",
			"vers=3.1.1,addr=192.0.2.7,nosharesock,cache=loose,acregmax=1,acdirmax=2,closetimeo=1")
			CIFS("4", "//filer/users",
				"vers=3.1.1,addr=192.0.2.7,closetimeo=1") CIFS("5",
				"//six/p", "vers=2.1,addr=::1%2,closetimeo=1")
				CIFS("6", "//six/p", "vers=3.0,addr=::1,closetimeo=1")
					CIFS("7", "//filer/two\\040words",
						"vers=3.1.1,addr=192.0.2.8,closetimeo=1")
						CIFS("8", "nonsense", "closetimeo=1"));
	assert_string_equal(tree_text(t, "@smb/mounts"),
		"1 1/\\134\\134filer\\134two\\040words/0\n2 1/\\134\\134filer\\134two\\040words/0\n"
		"3 2/\\134\\134filer\\134two\\040words/0\n5 0/\\134\\134six\\134p/0\n");
	assert_string_equal(tree_text(t, "@smb/shares"),
		"2/\\134\\134filer\\134two\\040words/0 1 - loose\n"
		"1/\\134\\134filer\\134two\\040words/0 - 1 -\n0/\\134\\134six\\134p/0 1 - -\n");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		IN_TREE(test_servers),
		IN_TREE(test_tcp),
		IN_TREE(test_requests),
		IN_TREE(test_doors),
		IN_TREE(test_twins),
		IN_TREE(test_points),
		IN_TREE(test_points_many),
		IN_TREE(test_join),
	};

	return cmocka_run_group_tests_name("smb doors", tests, NULL, NULL);
}
