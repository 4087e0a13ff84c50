// SPDX-License-Identifier: GPL-2.0-or-later
/* perf_test.c - names of events as the kernel takes them, on PMUs made by hand; and events counted on this machine. */
#include <sys/resource.h>

#include "tree.h"

#define PMU "sys/bus/event_source/devices/"

/* "type:config:config1:scope pmu cpus", one a code; or the error. */
static const char *encoded(struct tree *t, const char *name, const char *online)
{
	static const char *const scopes[] = {"cpu", "llc", "socket"};
	static char kept[1024];
	struct buf codes = {0}, out = {0};
	struct cpuset set;
	int rc;

	assert_int_equal(cpuset_list(span_z(online), &set), 0);
	rc = perf_encode(t->r, span_z(name), &set, &codes);
	if (rc < 0)
		buf_fmt(&out, "%s", strerrorname_np(-rc));
	for (size_t i = 0; !rc && i < codes.n / sizeof(struct perf_code); i++) {
		const struct perf_code *c = (const struct perf_code *)codes.p + i;

		buf_fmt(&out, "%s%u:%llx:%llx:%s %s ", i ? "; " : "", c->attr.type,
			(unsigned long long)c->attr.config,
			(unsigned long long)c->attr.config1, scopes[c->scope], c->pmu);
		cpuset_put(&out, &c->cpus);
	}
	snprintf(kept, sizeof(kept), "%s", buf_cstr(&out));
	buf_free(&codes);
	buf_free(&out);
	return kept;
}

static void put_cpu(struct tree *t)
{
	tree_put(t, PMU "cpu/type", "4\n");
	tree_put(t, PMU "cpu/events/cache-misses", "event=0x2e,umask=0x41\n");
	tree_put(t, PMU "cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3\n");
	tree_put(t, PMU "cpu/events/worse", "event=?\n");
	tree_put(t, PMU "cpu/format/event", "config:0-7\n");
	tree_put(t, PMU "cpu/format/umask", "config:8-15\n");
	tree_put(t, PMU "cpu/format/inv", "config:23\n");
	tree_put(t, PMU "cpu/format/split", "config:0-3,32-35\n");
	tree_put(t, PMU "cpu/format/ldlat", "config1:0-15\n");
	tree_put(t, PMU "cpu/format/odd", "config9:0\n");
	tree_put(t, PMU "cpu/format/wide", "config:0-99\n");
}

static void names(void **state)
{
	struct tree *t = *state;

	put_cpu(t);
	tree_put(t, PMU "software/type", "1\n");
	assert_string_equal(encoded(t, "task-clock", "0-3"), "1:1:0:cpu software 0-3");
	assert_string_equal(encoded(t, "cs", "0"), "1:3:0:cpu software 0");
	assert_string_equal(encoded(t, "migrations", "0"), "1:4:0:cpu software 0");
	assert_string_equal(encoded(t, "cache-misses", "0-3"), "4:412e:0:cpu cpu 0-3");
	assert_string_equal(
		encoded(t, "cpu/cache-misses/", "0-3"), "4:412e:0:cpu cpu 0-3");
	assert_string_equal(encoded(t, "mem-loads", "0"), "4:1cd:3:cpu cpu 0");
	/* no such file: the kernel's generic one */
	assert_string_equal(encoded(t, "cache-references", "1"), "0:2:0:cpu cpu 1");
}

static void terms(void **state)
{
	struct tree *t = *state;

	put_cpu(t);
	assert_string_equal(
		encoded(t, "cpu/event=0x3c,inv/", "0"), "4:80003c:0:cpu cpu 0");
	assert_string_equal(
		encoded(t, "cpu/event=60,umask=255/", "0"), "4:ff3c:0:cpu cpu 0");
	assert_string_equal(
		encoded(t, "cpu/split=0xab/", "0"), "4:a0000000b:0:cpu cpu 0");
	assert_string_equal(
		encoded(t, "cpu/config=0x1b7,config1=7/", "0"), "4:1b7:7:cpu cpu 0");
	/* an event's own terms, and one of them told anew */
	assert_string_equal(
		encoded(t, "cpu/mem-loads,ldlat=30/", "0"), "4:1cd:1e:cpu cpu 0");
	assert_string_equal(encoded(t, "cpu//", "0"), "4:0:0:cpu cpu 0");

	static const char *const wrong[] = {"cpu/event=0x100/", "cpu/event=0x/",
		"cpu/event=-1/", "cpu/nothing=1/", "cpu/inv=2/", "cpu/odd=1/",
		"cpu/wide=1/", "cpu/worse/", "cpu/event=1", "cpu/event=1/u",
		"cpu/../type/", "cpu/,/"};

	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_string_equal(encoded(t, wrong[i], "0"), "EINVAL");
	assert_string_equal(encoded(t, "gpu/event=1/", "0"), "ENOENT");
	assert_string_equal(encoded(t, "/event=1/", "0"), "ENOENT");
	assert_string_equal(encoded(t, "../cpu/event=1/", "0"), "ENOENT");
}

/* Where it is to be opened is what the PMU says, as far as that is online. */
static void places(void **state)
{
	struct tree *t = *state;
	static const char *const boxes[] = {"uncore_imc_0", "uncore_imc_1",
		"uncore_imc_10", "uncore_imc_free_running_0"};

	tree_put(t, PMU "amd_l3/type", "9\n");
	tree_put(t, PMU "amd_l3/cpumask", "0,8,16\n");
	tree_put(t, PMU "amd_l3/events/l3_misses", "event=0x9a,umask=0xff\n");
	tree_put(t, PMU "amd_l3/format/event", "config:0-7\n");
	tree_put(t, PMU "amd_l3/format/umask", "config:8-15\n");
	for (size_t i = 0; i < COUNT_OF(boxes); i++) {
		char path[128], number[8];

		snprintf(path, sizeof(path), PMU "%s/type", boxes[i]);
		snprintf(number, sizeof(number), "%zu\n", 20 + i);
		tree_put(t, path, number);
		snprintf(path, sizeof(path), PMU "%s/cpumask", boxes[i]);
		tree_put(t, path, "0,32\n");
		snprintf(path, sizeof(path), PMU "%s/events/cas_count_read", boxes[i]);
		tree_put(t, path, "config=0x304\n");
	}
	assert_string_equal(encoded(t, "l3_misses", "0-15"), "9:ff9a:0:llc amd_l3 0,8");
	assert_string_equal(
		encoded(t, "amd_l3/l3_misses/", "0-31"), "9:ff9a:0:llc amd_l3 0,8,16");

	/* Folders are listed in no order. */
	const char *said = encoded(t, "uncore_imc/cas_count_read/", "0-63");

	assert_non_null(strstr(said, "20:304:0:socket uncore_imc_0 0,32"));
	assert_non_null(strstr(said, "21:304:0:socket uncore_imc_1 0,32"));
	assert_non_null(strstr(said, "22:304:0:socket uncore_imc_10 0,32"));
	assert_null(strstr(said, "free_running"));
	assert_string_equal(encoded(t, "uncore_imc_1/cas_count_read/", "0-63"),
		"21:304:0:socket uncore_imc_1 0,32");
	assert_non_null(strstr(encoded(t, "cas_count_read", "0-63"), "free_running"));
}

/* Cores of two kinds, each with a PMU of its own. */
static void hybrid(void **state)
{
	struct tree *t = *state;

	tree_put(t, PMU "cpu_core/type", "4\n");
	tree_put(t, PMU "cpu_core/cpus", "0-3\n");
	tree_put(t, PMU "cpu_core/format/event", "config:0-7\n");
	tree_put(t, PMU "cpu_core/events/cache-misses", "event=0x2e\n");
	tree_put(t, PMU "cpu_atom/type", "10\n");
	tree_put(t, PMU "cpu_atom/cpus", "4-7\n");
	tree_put(t, PMU "cpu_atom/format/event", "config:0-7\n");
	tree_put(t, PMU "cpu_atom/events/cache-misses", "event=0x2f\n");

	const char *said = encoded(t, "cache-misses", "1-4");

	assert_non_null(strstr(said, "4:2e:0:cpu cpu_core 1-3"));
	assert_non_null(strstr(said, "10:2f:0:cpu cpu_atom 4"));
	assert_string_equal(
		encoded(t, "cpu_atom/event=1/", "0-7"), "10:1:0:cpu cpu_atom 4-7");
}

/* The library knows names on any machine; which PMU has them is looked for by its type. */
static void library(void **state)
{
	struct tree *t = *state;
	void *symbol;

	if (module_symbol("pfm", "pfm_encode", &symbol) < 0) {
		assert_string_equal(encoded(t, "LLC-loads", "0"), "ENOSYS");
		print_message("built without libpfm4\n");
		skip();
	}
	assert_string_equal(encoded(t, "LLC-loads", "0-1"), "3:2:0:cpu cpu 0-1");
	assert_string_equal(encoded(t, "PERF_COUNT_HW_CACHE_LL:READ:MISS", "0"),
		"3:10002:0:cpu cpu 0");
	tree_put(t, PMU "cpu_core/type", "4\n");
	tree_put(t, PMU "cpu_core/cpus", "0-3\n");
	assert_string_equal(
		encoded(t, "perf_raw::r0164", "2-5"), "4:164:0:cpu cpu_core 2-3");
	assert_string_equal(encoded(t, "no_such_event", "0"), "ENOENT");
	assert_string_equal(encoded(t, "LLC-loads:nonsense", "0"), "EINVAL");
	assert_string_equal(encoded(t, "", "0"), "ENOENT");
}

static void lists(void **state)
{
	struct span rest = SPAN(",a,,cpu/event=1,umask=2/, b:u ,"), name;
	static const char *const expected[] = {"a", "cpu/event=1,umask=2/", "b:u"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(expected); i++) {
		assert_true(perf_name_next(&rest, &name));
		assert_true(span_is(name, expected[i]));
	}
	assert_false(perf_name_next(&rest, &name));
	rest = SPAN("cpu/event=1,b"); /* a slash that is not closed */
	assert_true(perf_name_next(&rest, &name));
	assert_true(span_is(name, "cpu/event=1,b"));
	assert_false(perf_name_next(&rest, &name));
}

/* ---- this machine ---- */

static const char *text_of(struct root *r, struct arena *a, const char *path)
{
	struct span text;

	assert_int_equal(root_read(r, path, a, &text), 0);
	return arena_span(a, text).p;
}

static void nobody_asked(void **state)
{
	struct tree *t = *state;
	struct span text;
	struct root *r;

	assert_int_equal(root_open(NULL, 0, &r), 0);
	assert_int_equal(root_read(r, "@perf/cpu", &t->a, &text), -ENOENT);
	root_set(r, "events", "task-clock");
	assert_int_equal(root_read(r, "@perf/nothing", &t->a, &text), -ENOENT);
	root_close(r);
	/* Of a tree nothing is counted. */
	root_set(t->r, "events", "task-clock");
	assert_int_equal(tree_error(t, "@perf/cpu"), -ENOENT);
	tree_put(t, "@perf/cpu", "as it was\n");
	assert_string_equal(tree_text(t, "@perf/cpu"), "as it was\n");
}

static uint64_t count_of(const char *text, unsigned column)
{
	struct span line = span_z(text), word;
	uint64_t n;

	line = span_line(&line);
	for (unsigned i = 0; i < column; i++)
		word = span_word(&line);
	assert_int_equal(span_u64(word, &n), 0);
	return n;
}

/* The clock goes on between two readings; what is not to be had says so in its row, and the rest is counted. */
static void live(void **state)
{
	struct tree *t = *state;
	struct root *r;
	struct span text;
	const char *first, *second;

	assert_int_equal(root_open(NULL, 0, &r), 0);
	root_set(r, "events", "task-clock,nonsense/x/,task-clock");
	assert_int_equal(root_read(r, "@perf/refused", &t->a, &text), 0);
	text = arena_span(&t->a, text);
	assert_non_null(strstr(text.p, "nonsense/x/ unknown -\n"));
	if (strstr(text.p, "task-clock ")) {
		print_message("%s", text.p);
		root_close(r);
		skip(); /* counting is not for this user */
	}
	first = text_of(r, &t->a, "@perf/cpu");
	for (volatile unsigned i = 0; i < 1000000; i++)
		;
	second = text_of(r, &t->a, "@perf/cpu");
	assert_non_null(strstr(first, "/software/task-clock task-clock software cpu "));
	assert_non_null(strstr(
		first, "/-/nonsense/x/ nonsense/x/ - - !ENOENT !ENOENT !ENOENT - - -\n"));
	assert_true(count_of(second, 5) > count_of(first, 5));
	assert_int_equal(count_of(second, 6),
		count_of(second, 7)); /* software is never multiplexed */
	assert_int_equal(
		count_of(second, 5), count_of(second, 8)); /* it is the first itself */
	root_close(r);
}

/* In a child, for the limit stays. A quarter of it is left for what else is read. */
static void descriptors(void **state)
{
	struct tree *t = *state;
	const struct rlimit few = {16, 16};
	const char *text;
	struct root *r;

	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	assert_int_equal(root_open(NULL, 0, &r), 0);
	root_set(r, "events",
		"task-clock,cpu-clock,cs,faults,migrations,minor-faults,major-faults,"
		"emulation-faults,alignment-faults,page-faults,context-switches,cpu-migrations");
	text = text_of(r, &t->a, "@perf/refused");
	if (strstr(text, "task-clock ")) {
		print_message("%s", text);
		root_close(r);
		skip();
	}
	assert_non_null(strstr(text, "cpu-migrations EMFILE 16\n"));
	assert_non_null(text_of(r, &t->a, "proc/version"));
	root_close(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(names), IN_TREE(terms), IN_TREE(places), IN_TREE(hybrid),
		IN_TREE(library), cmocka_unit_test(lists), IN_TREE(nobody_asked),
		IN_TREE(live), IN_TREE(descriptors), /* the last: it lowers a limit */
	};

	return cmocka_run_group_tests_name("perf", tests, NULL, NULL);
}
