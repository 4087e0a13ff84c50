// SPDX-License-Identifier: GPL-2.0-or-later
/* hwloc_test.c - machines out of XML files and synthetic descriptions; skipped without libhwloc. */
#include "tree.h"

#define OBJECT(type, attributes) "<object type=\"" type "\" " attributes
#define SETS(cpus, all)                              \
	"cpuset=\"" cpus "\" complete_cpuset=\"" all \
	"\" nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index="
#define CACHE \
	"depth=\"3\" cache_linesize=\"64\" cache_associativity=\"0\" cache_type=\"0\" "

/* Two L3 of which one is three times the other; CPU 4 is known, but offline. */
static const char x3d[] =
	"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	"<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
	"<topology version=\"2.0\">\n" OBJECT("Machine", "os_index=\"0\" ") SETS("0xf",
		"0x1f") "\"1\" "
			"allowed_cpuset=\"0xf\" allowed_nodeset=\"0x1\">\n" OBJECT(
				"Package", "os_index=\"3\" ") SETS("0xf",
				"0x1f") "\"2\">\n" OBJECT("NUMANode",
				"os_index=\"0\" ") SETS("0xf",
				"0x1f") "\"3\" local_memory=\"1024\"/>\n" OBJECT("L3Cache",
				"os_index=\"768\" ") SETS("0x3",
				"0x3") "\"4\" cache_size=\"100663296\" " CACHE ">\n" OBJECT("Core",
				"os_index=\"0\" ") SETS("0x3",
				"0x3") "\"5\">\n" OBJECT("PU",
				"os_index=\"0\" ") SETS("0x1",
				"0x1") "\"6\"/>\n" OBJECT("PU",
				"os_index=\"1\" ") SETS("0x2",
				"0x2") "\"7\"/>\n"
				       "</object></object>\n" OBJECT("L3Cache", "") SETS(
					       "0xc",
					       "0xc") "\"8\" cache_size=\"33554432\" " CACHE ">\n" OBJECT("Core",
					       "os_index=\"0\" ") SETS("0x4",
					       "0x4") "\"9\">\n" OBJECT("PU",
					       "os_index=\"2\" ") SETS("0x4",
					       "0x4") "\"10\"/>\n"
						      "</object>\n" OBJECT("Core",
							      "os_index=\"1\" ") SETS("0x8",
							      "0x8") "\"11\">\n" OBJECT("PU",
							      "os_index=\"3\" ") SETS("0x8",
							      "0x8") "\"12\"/>\n"
								     "</object></object></object></object></topology>\n";

/* What hwloc says on stderr while the door is served would stand in the middle of our output. */
static int error_in_silence(struct tree *t, const char *path)
{
	char name[] = "/tmp/swsched-stderr-XXXXXX";
	int file = mkstemp(name), kept = dup(STDERR_FILENO), rc;

	assert_true(file >= 0 && kept >= 0);
	unlink(name);
	assert_true(dup2(file, STDERR_FILENO) >= 0);
	rc = tree_error(t, path);
	assert_true(dup2(kept, STDERR_FILENO) >= 0);
	assert_int_equal(lseek(file, 0, SEEK_END), 0);
	close(file);
	close(kept);
	return rc;
}

static void test_xml(void **state)
{
	struct tree *t = *state;

	tree_put(t, "x3d.xml", x3d);
	root_set(t->r, "topology", tree_path(t, "x3d.xml"));
	assert_string_equal(tree_text(t, "@topology/llc"), "0 3 100663296 0-1 1 0 3 768\n"
							   "1 3 33554432 2-3 2 0 3 -\n");
	assert_string_equal(tree_text(t, "@hwloc/cpu"),
		"0 0 0 3 0 1 2\n1 0 0 3 0 1 2\n"
		"2 1 1 3 0 1 2\n3 1 2 3 0 1 2\n4 - - - - 0 -\n");
	assert_int_equal(tree_error(t, "@topology"), -ENOENT);
}

static void test_synthetic(void **state)
{
	static const struct {
		const char *text, *llcs;
	} cases[] = {
		{"pack:1 l2:3 core:4 pu:1",
			"0 2 4194304 0-3 4 0 0 -\n1 2 4194304 4-7 4 0 0 -\n"
			"2 2 4194304 8-11 4 0 0 -\n"},
		{"pack:1 core:4 pu:1", "0 - - 0-3 4 0 0 -\n"},
		{"pack:2 numa:2 core:2 pu:1", "0 - - 0-1 2 0 0 -\n1 - - 2-3 2 1 0 -\n"
					      "2 - - 4-5 2 2 1 -\n3 - - 6-7 2 3 1 -\n"},
		{"pack:2 [numa] l3:1(size=33554432) core:2 pu:2(indexes=core:pack)",
			"0 3 33554432 0-1,4-5 2 0 0 -\n1 3 33554432 2-3,6-7 2 1 1 -\n"},
		{"l3:1(size=1024) numa:2 core:1 pu:2", "0 3 1024 0-3 2 0,1 - -\n"},
	};
	struct tree *t = *state;

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		root_set(t->r, "topology", cases[i].text);
		assert_string_equal(tree_text(t, "@topology/llc"), cases[i].llcs);
		assert_string_equal(tree_text(t, "@hwloc/llc"), cases[i].llcs);
	}
}

/* The Milan of the cache-aware series: 2 packages, 16 caches of 8 cores, threads 128 apart. */
static void test_milan(void **state)
{
	struct tree *t = *state;
	struct span text, line = SPAN_EMPTY;
	unsigned lines = 0;

	root_set(t->r, "topology",
		"pack:2 l3:8(size=33554432) core:8 pu:2(indexes=core:pack)");
	text = span_z(tree_text(t, "@topology/llc"));
	for (; text.n; lines++)
		line = span_line(&text);
	assert_int_equal(lines, 16);
	assert_true(span_is(line, "15 3 33554432 120-127,248-255 8 0 1 -"));
}

/* A tree that has the door's file: what is asked for goes first, for as long as it is. */
static void test_told(void **state)
{
	struct tree *t = *state;

	tree_put(t, "@topology/llc", "captured\n");
	assert_string_equal(tree_text(t, "@topology/llc"), "captured\n");
	root_set(t->r, "topology", "pack:1 l2:1 pu:2");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 2 4194304 0-1 - 0 0 -\n");
	root_set(t->r, "topology", NULL);
	assert_string_equal(tree_text(t, "@topology/llc"), "captured\n");
}

/* Without a tree there is nothing but what was asked for. */
static void test_empty(void **state)
{
	static const char *const paths[] = {"proc/stat", "sys/devices/system/cpu/online",
		"@topology/llc", "@hwloc/llc"};
	struct tree *t = *state;

	root_close(t->r);
	assert_int_equal(root_open(NULL, ROOT_EMPTY, &t->r), 0);
	assert_false(root_live(t->r));
	for (size_t i = 0; i < COUNT_OF(paths); i++)
		assert_int_equal(tree_error(t, paths[i]), -ENOENT);
	root_set(t->r, "topology", "pack:1 l2:1 pu:2");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 2 4194304 0-1 - 0 0 -\n");
}

static void test_no_machine(void **state)
{
	static const char *const texts[] = {
		"",
		"foo",
		"pack:1 l2:",
		"pack:0 pu:1",
		"pack:8192 pu:2", /* takes hwloc too long */
		"/nonexistent",
		"nonexistent.xml",
		"/dev/zero",
		"/",
	};
	struct tree *t = *state;

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		root_set(t->r, "topology", texts[i]);
		if (error_in_silence(t, "@topology/llc") != -EINVAL)
			fail_msg("%s", texts[i]);
	}
	/* neither the last machine nor this one stands in */
	root_set(t->r, "topology", "pack:1 pu:2");
	assert_string_equal(tree_text(t, "@topology/llc"), "0 - - 0-1 - 0 0 -\n");
	root_set(t->r, "topology", "foo");
	assert_int_equal(error_in_silence(t, "@topology/llc"), -EINVAL);
}

/* Cut anywhere, and without the attribute whose absence hwloc 2.9 does not survive. */
static void test_broken_xml(void **state)
{
	struct tree *t = *state;
	size_t n = strlen(x3d);
	char *gone = strdup(x3d), *at = strstr(gone, "complete_cpuset=\"0x8\"");

	root_set(t->r, "topology", tree_path(t, "x.xml"));
	for (size_t cut = 0; cut < n - 12; cut += 97) {
		tree_put_bytes(t, "x.xml", x3d, cut);
		if (error_in_silence(t, "@topology/cpu") != -EINVAL)
			fail_msg("cut at %zu", cut);
	}
	assert_non_null(at);
	memset(at, ' ', strlen("complete_cpuset=\"0x8\""));
	tree_put(t, "x.xml", gone);
	free(gone);
	assert_int_equal(error_in_silence(t, "@topology/cpu"), -EINVAL);
	tree_put_bytes(t, "x.xml", "\0\xff<topology>\0", 14);
	assert_int_equal(error_in_silence(t, "@topology/cpu"), -EINVAL);
	assert_int_equal(truncate(tree_path(t, "x.xml"), (64 << 20) + 1), 0);
	assert_int_equal(error_in_silence(t, "@topology/cpu"), -EINVAL);
	assert_int_equal(remove(tree_path(t, "x.xml")), 0);
	assert_int_equal(mkfifo(tree_path(t, "x.xml"), 0644), 0);
	assert_int_equal(error_in_silence(t, "@topology/cpu"), -EINVAL);
}

/* What runs apart hands back all of its bytes, or nothing; what it does to itself is its own affair. */
static int work_bytes(void *ctx, struct buf *out)
{
	buf_fill(out, 'x', *(size_t *)ctx);
	return 0;
}

static int work_refuses(void *ctx, struct buf *out)
{
	(void)ctx;
	buf_str(out, "lost");
	return -EPERM;
}

static int work_ends(void *ctx, struct buf *out)
{
	(void)ctx;
	(void)out;
	_exit(0);
}

static void test_apart(void **state)
{
	struct tree *t = *state;
	struct span bytes = SPAN("untouched");
	size_t none = 0, some = 200000, many = 17 << 20;

	assert_int_equal(apart_run(5, work_refuses, NULL, &t->a, &bytes), -EPERM);
	assert_int_equal(apart_run(5, work_ends, NULL, &t->a, &bytes), -ECHILD);
	assert_int_equal(apart_run(5, work_bytes, &many, &t->a, &bytes), -EFBIG);
	assert_true(span_is(bytes, "untouched"));
	assert_int_equal(apart_run(5, work_bytes, &some, &t->a, &bytes), 0);
	assert_int_equal(bytes.n, some);
	assert_int_equal(bytes.p[some - 1], 'x');
	assert_int_equal(apart_run(5, work_bytes, &none, &t->a, &bytes), 0);
	assert_int_equal(bytes.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(test_xml),
		IN_TREE(test_synthetic),
		IN_TREE(test_milan),
		IN_TREE(test_told),
		IN_TREE(test_empty),
		IN_TREE(test_no_machine),
		IN_TREE(test_broken_xml),
		IN_TREE(test_apart),
	};
	void *symbol;

	/* a build without libhwloc has nothing to answer with */
	if (module_symbol("hwloc", "hwloc_topology", &symbol) == -ENOSYS) {
		puts("1..0 # SKIP built without libhwloc");
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
