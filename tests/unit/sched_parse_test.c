// SPDX-License-Identifier: GPL-2.0-or-later
/* sched_parse_test.c - /proc/schedstat in all its versions, /proc/stat, and sets of CPUs. */
#include "texts.h"

#define CPU "1 0 3 4 5 6 7 8 9"
#define N36 \
	"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36"
#define N45 N36 " 37 38 39 40 41 42 43 44 45"

#define CPU_FACTS(n)                                                           \
	"[" n "] yld_count=1\n[" n "] sched_count=3\n[" n "] sched_goidle=4\n" \
	"[" n "] ttwu_count=5\n[" n "] ttwu_local=6\n[" n "] rq_cpu_time=7\n"  \
	"[" n "] run_delay=8\n[" n "] pcount=9\n"
#define EIGHT(r, t, a, b, c, d, e, f, g, h)                                    \
	"[" r "] " t ".lb_count=" #a "\n[" r "] " t ".lb_balanced=" #b "\n"    \
	"[" r "] " t ".lb_failed=" #c "\n[" r "] " t ".lb_imbalance=" #d "\n"  \
	"[" r "] " t ".lb_gained=" #e "\n[" r "] " t ".lb_hot_gained=" #f "\n" \
	"[" r "] " t ".lb_nobusyq=" #g "\n[" r "] " t ".lb_nobusyg=" #h "\n"
#define ELEVEN(r, t, a, b, c, d, e, f, g, h, i, j, k)                                 \
	"[" r "] " t ".lb_count=" #a "\n[" r "] " t ".lb_balanced=" #b "\n"           \
	"[" r "] " t ".lb_failed=" #c "\n[" r "] " t ".lb_imbalance_load=" #d "\n"    \
	"[" r "] " t ".lb_imbalance_util=" #e "\n[" r "] " t ".lb_imbalance_task=" #f \
	"\n[" r "] " t ".lb_imbalance_misfit=" #g "\n[" r "] " t ".lb_gained=" #h     \
	"\n[" r "] " t ".lb_hot_gained=" #i "\n[" r "] " t ".lb_nobusyq=" #j "\n[" r  \
	"] " t ".lb_nobusyg=" #k "\n"
#define REST(r, all, a, b, c, d, e, f, g, h, i, j, k, l)                              \
	"[" r "] alb_count=" #a "\n[" r "] alb_failed=" #b "\n[" r "] alb_pushed=" #c \
	"\n[" r "] sbe_count=" #d "\n[" r "] sbe_balanced=" #e "\n[" r                \
	"] sbe_pushed=" #f "\n[" r "] sbf_count=" #g "\n[" r "] sbf_balanced=" #h     \
	"\n[" r "] sbf_pushed=" #i "\n[" r "] ttwu_wake_remote=" #j "\n[" r           \
	"] ttwu_move_affine=" #k "\n[" r "] ttwu_move_balance=" #l "\n[" r            \
	"] imbalance=" #all "\n"
#define REST36(r) REST(r, 36, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36)
#define BLOCK_1(r, t) EIGHT(r, t, 1, 2, 3, 4, 5, 6, 7, 8)
#define BLOCK_2(r, t) EIGHT(r, t, 9, 10, 11, 12, 13, 14, 15, 16)
#define BLOCK_3(r, t) EIGHT(r, t, 17, 18, 19, 20, 21, 22, 23, 24)
#define FACTS_15(r) BLOCK_1(r, "idle") BLOCK_2(r, "busy") BLOCK_3(r, "newidle") REST36(r)
#define FACTS_16(r) BLOCK_1(r, "busy") BLOCK_2(r, "idle") BLOCK_3(r, "newidle") REST36(r)
#define FACTS_17(r)                                                      \
	ELEVEN(r, "busy", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)             \
	ELEVEN(r, "idle", 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22)    \
	ELEVEN(r, "newidle", 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33) \
	REST(r, 198, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45)

static const struct sample_text texts[] = {
	{"version 15: idle comes first", parse_schedstat, NULL,
		T("version 15\ntimestamp 4294895615\ncpu0 " CPU "\ndomain0 03 " N36
		  "\ncpu1 " CPU "\n"),
		"version=15\ntimestamp=4294895615\n" CPU_FACTS(
			"0") "[0/0] mask=03\n[0/0] span=2\n" FACTS_15("0/0")
			CPU_FACTS("1")},
	{"version 16: busy comes first", parse_schedstat, NULL,
		T("version 16\ncpu0 " CPU "\ndomain0 f,000000ff " N36 "\n"),
		"version=16\n" CPU_FACTS(
			"0") "[0/0] mask=f,000000ff\n[0/0] span=12\n" FACTS_16("0/0")},
	{"version 16 with names, as some commits had it", parse_schedstat, NULL,
		T("version 16\ncpu0 " CPU "\ndomain0 SMT 3 " N45 "\n"),
		"version=16\n" CPU_FACTS(
			"0") "[0/0] name=SMT\n[0/0] mask=3\n[0/0] span=2\n" FACTS_17("0/0")},
	{"version 17: names may repeat; CPU numbers have holes", parse_schedstat, NULL,
		T("version 17\ntimestamp 1\ncpu10 " CPU "\ndomain0 NUMA 3 " N45
		  "\ndomain1 NUMA ff " N45 "\n"),
		"version=17\ntimestamp=1\n" CPU_FACTS("10") "[10/0] name=NUMA\n[10/0] mask=3\n[10/0] span=2\n" FACTS_17(
			"10/"
			"0") "[10/1] name=NUMA\n[10/1] mask=ff\n[10/1] span=8\n" FACTS_17("10/1")},
	{"a name may look like no word at all; a mask is lower case", parse_schedstat,
		NULL, T("version 17\ncpu0 " CPU "\ndomain0 CAFE 1 " N45 "\n"),
		"version=17\n" CPU_FACTS(
			"0") "[0/0] name=CAFE\n[0/0] mask=1\n[0/0] span=1\n" FACTS_17("0/0")},
	{"lines saved with CRLF and trailing blanks", parse_schedstat, NULL,
		T("version 16\r\ncpu0 " CPU " \r\ndomain0 3 " N36 " \r\n"),
		"version=16\n" CPU_FACTS("0") "[0/0] mask=3\n[0/0] span=2\n" FACTS_16(
			"0/0")},

	{"the shape is not that of the version: 15", parse_schedstat, NULL,
		T("version 15\ncpu0 " CPU "\ndomain0 MC 3 " N45 "\ndomain1 MC 3 " N36
		  "\ndomain2 3 " N45 "\n"),
		"version=15\n" CPU_FACTS("0") "!3\n!4\n!5\n"},
	{"the shape is not that of the version: 17", parse_schedstat, NULL,
		T("version 17\ncpu0 " CPU "\ndomain0 3 " N36 "\ndomain1 MC 3 " N36
		  "\ndomain2 3 " N45 "\n"),
		"version=17\n" CPU_FACTS("0") "!3\n!4\n!5\n"},
	{"a field too many or too few: that line alone", parse_schedstat, NULL,
		T("version 16\ncpu0 " CPU "\ndomain0 3 " N36 " 37\ndomain1 f " N36
		  "\ncpu1 " CPU " 10\ndomain0 3 1 2 3\ndomain1 f " N36 "\n"),
		"version=16\n" CPU_FACTS("0") "!3\n[0/1] mask=f\n[0/1] span=4\n" FACTS_16(
			"0/1") "!5\n!6\n[1/1] mask=f\n[1/1] span=4\n" FACTS_16("1/1")},
	{"version 14", parse_schedstat, NULL,
		T("version 14\ntimestamp 5\ncpu0 1 2 3 4 5 6 7 8 9 10 11 12\ndomain0 3 " N36
		  "\n"),
		"version=14\n!1\ntimestamp=5\n!3\n!4\n"},
	{"longer cpu lines from out of the tree", parse_schedstat, NULL,
		T("version 17\ncpu0 " CPU " 10 11 12 13 14 15\ndomain0 3 " N36 "\n"),
		"version=17\n!2\n!3\n"},
	{"a version that is not known yet", parse_schedstat, NULL,
		T("version 18\ntimestamp 5\ncpu0 " CPU "\n"),
		"version=18\n!1\ntimestamp=5\n!3\n"},
	{"no version", parse_schedstat, NULL, T("cpu0 " CPU "\ndomain0 MC 3 " N45 "\n"),
		"!1\n!2\n"},
	{"domains of a CPU whose line is not to be read belong to nobody",
		parse_schedstat, NULL,
		T("version 16\ncpu0 " CPU "\ncp\0u1 " CPU "\ndomain0 3 " N36 "\ncpuX " CPU
		  "\ndomain0 3 " N36 "\n"),
		"version=16\n" CPU_FACTS("0") "!3\n!4\n!5\n!6\n"},
	{"domains that begin anew without a cpu line belong to nobody", parse_schedstat,
		NULL,
		T("version 16\ncpu0 " CPU "\ndomain0 3 " N36 "\ndomain0 3 " N36
		  "\ndomain1 3 " N36 "\n"),
		"version=16\n" CPU_FACTS("0") "[0/0] mask=3\n[0/0] span=2\n" FACTS_16(
			"0/0") "!4\n!5\n"},
	{"masks that are none", parse_schedstat, NULL,
		T("version 16\ncpu0 " CPU "\ndomain0 3,3 " N36 "\ndomain1 ,00000003 " N36
		  "\ndomain2 0 " N36 "\ndomain3 00000003, " N36 "\ndomain4 x3 " N36
		  "\ndomain5  " N36 "\n"),
		"version=16\n" CPU_FACTS("0") "!3\n!4\n!5\n!6\n!7\n!8\n"},
	{"what is no number, and no line of this file", parse_schedstat, NULL,
		T("version x\nversion\nuptime 4\ntimestamp -4\nversion 17\ncpu0 1 0 3 4 5 6 7 8 9x\ncpu "
		  "1\n\x1b[2J\n"),
		"!1\n!2\n!3\n!4\nversion=17\n!6\n!7\n!8\n"},
	{"cut in its last number", parse_schedstat, NULL, T("version 17\ncpu0 " CPU),
		"version=17\n!2\n"},
	{"schedstat: nothing", parse_schedstat, NULL, T(""), ""},

	{"stat: the sum has no row", parse_stat, NULL,
		T("cpu  9 8 7 6 5 4 3 2 1 0\ncpu0 1 2 3 4 5 6 7 8 9 10\ncpu12 1 2 3 4\n"
		  "intr 35695 128 13\nctxt 98805\nsoftirq 1 2\nprocs_running 2\n"),
		"user=9\nnice=8\nsystem=7\nidle=6\niowait=5\nirq=4\nsoftirq=3\nsteal=2\nguest=1\n"
		"guest_nice=0\n[0] user=1\n[0] nice=2\n[0] system=3\n[0] idle=4\n[0] iowait=5\n"
		"[0] irq=6\n[0] softirq=7\n[0] steal=8\n[0] guest=9\n[0] guest_nice=10\n"
		"[12] user=1\n[12] nice=2\n[12] system=3\n[12] idle=4\nctxt=98805\n"
		"procs_running=2\n"},
	{"stat: more columns than are known; fewer than there ever were", parse_stat,
		NULL,
		T("cpu0 1 2 3 4 5 6 7 8 9 10 11\ncpu1 1 2 3\ncpu2 1 2 3 -4\ncpux 1 2 3 4\n"
		  "ctxt\nctxt 1 2\nctxt x\ncpu3 1 2 3 4"),
		"[0] user=1\n[0] nice=2\n[0] system=3\n[0] idle=4\n[0] iowait=5\n[0] irq=6\n"
		"[0] softirq=7\n[0] steal=8\n[0] guest=9\n[0] guest_nice=10\n!2\n!3\n!4\n!5\n!6\n!7\n!8\n"},
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
	texts_cut_makes_nothing_up(texts, COUNT_OF(texts), false);
}

struct sum {
	uint64_t all;
	unsigned facts, faults;
};

static void sum_fact(void *ctx, const struct fact *f)
{
	struct sum *s = ctx;
	uint64_t v = 0;

	s->facts++;
	if (!span_is(f->key, "mask") && !span_is(f->key, "span") &&
		!span_is(f->key, "imbalance"))
		span_u64(f->value, &v);
	s->all += v;
}

static void sum_fault(void *ctx, unsigned line, int err)
{
	struct sum *s = ctx;

	(void)line;
	(void)err;
	s->faults++;
}

/* The numbers of the text in the plainest way: all words behind labels, masks and names. */
static uint64_t plain_sum(struct span text)
{
	uint64_t all = 0, v;

	while (text.n) {
		struct span line = span_line(&text), label = span_word(&line), word;
		bool mask = span_starts(label, "domain");

		while ((word = span_word(&line)).n) {
			v = 0;
			if (!mask)
				span_u64(word, &v);
			else
				mask = word.p[0] >= 'A' &&
				       word.p[0] <= 'Z'; /* it was the name */
			all += v;
		}
	}
	return all;
}

/* 8 CPUs with two domains each in real texts of each version: every number is a fact, and no more. */
static void test_captures(void **state)
{
	static const struct {
		const char *path;
		unsigned facts;
	} captures[] = {
		{"6.1.192-sched-llc4/t0/proc/schedstat", 2 + 8 * (8 + 2 * 39)},
		{"6.1.192-sched-llc4/t1/proc/schedstat", 2 + 8 * (8 + 2 * 39)},
		{"6.12.117-sched-llc4/t1/proc/schedstat", 2 + 8 * (8 + 2 * 39)},
		{"7.3.4-sched-llc4/t0/proc/schedstat", 2 + 8 * (8 + 2 * 49)},
		{"7.3.4-sched-llc4/t1/proc/schedstat", 2 + 8 * (8 + 2 * 49)},
	};
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(captures); i++) {
		struct sum s = {0};
		const struct sink sink = {sum_fact, sum_fault, &s};

		capture_read(&b, captures[i].path);
		parse_schedstat(buf_text(&b), NULL, &sink);
		assert_int_equal(s.facts, captures[i].facts);
		assert_int_equal(s.faults, 0);
		assert_int_equal(s.all, plain_sum(buf_text(&b)));
	}
	buf_free(&b);
}

static void test_stat_capture(void **state)
{
	struct sum s = {0};
	const struct sink sink = {sum_fact, sum_fault, &s};
	struct buf b = {0};

	(void)state;
	capture_read(&b, "7.3.4-sched-llc4/t1/proc/stat");
	parse_stat(buf_text(&b), NULL, &sink);
	assert_int_equal(s.facts, 9 * 10 + 5);
	assert_int_equal(s.faults, 0);
	buf_free(&b);
}

static void test_mask(void **state)
{
	static const struct {
		const char *mask;
		unsigned weight;
	} masks[] = {
		{"1", 1},
		{"03", 2},
		{"ff", 8},
		{"80000000", 1},
		{"1,00000000", 1},
		{"f,ffffffff,00000000", 36},
		{"00000000,00000000,00000000,00010000", 1},
		{"80000000,00000000,00000000,00000001", 2},
	};
	static const char *const none[] = {"", "0", "3,3", ",3", "3,", "FF", "0x3", "3 ",
		"1,000000000", "100000000", "g", "1-3"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(masks); i++) {
		struct span m = span_z(masks[i].mask);

		assert_int_equal(mask_weight(m), masks[i].weight);
	}
	for (size_t i = 0; i < COUNT_OF(none); i++)
		assert_int_equal(mask_weight(span_z(none[i])), 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_captures),
		cmocka_unit_test(test_stat_capture),
		cmocka_unit_test(test_mask),
	};

	return cmocka_run_group_tests_name("sched_parse", tests, NULL, NULL);
}
