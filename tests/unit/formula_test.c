// SPDX-License-Identifier: GPL-2.0-or-later
/* formula_test.c - what a formula means, and which texts are none. */
#include "tiny.h"

static const char *const facts[] = {
	"host - ten 10",
	"host - zero 0",
	"host - most 18446744073709551615",
	"host - below -3",
	"host - word always",
	"host - on 1",
	"disks sda count 5",
	"disks sda kind ssd",
	"disks sda gauge 7",
	"disks sda limit 100",
	"disks sdb count 2",
	"disks sdb kind hdd",
	"disks sdb gauge -7",
	"disks sdb limit max",
	"disks sdc kind ssd",
	"extra sda gated 1",
	"cpus sda llc L7",
	NULL,
};

static const char *release = "";

/* The value of a formula in a row of a table. */
static void expect_in(
	const char *table, const char *row, const char *formula, const char *want)
{
	struct plan p;
	struct sample now = {0}, out = {0};
	const struct code *code = NULL;
	struct span why = SPAN_EMPTY;
	plan_begin(&p, &tiny);
	if (plan_formula(&p, table, span_z(formula), &code, &why) < 0)
		fail_msg("%s: %.*s", formula, (int)why.n, why.p);
	tiny_want(&p, "disk", "kind"); /* all disks have one, so all rows are there */
	plan_done(&p);
	sample_begin(&now, &p);
	now.release = span_z(release);
	for (unsigned i = 0; i < p.n_sources; i++)
		sample_source(&now, i, 0, NULL);
	tiny_err(&now, "shut", -EACCES);
	tiny_err(&now, "torn", -EIO);
	tiny_put(&now, facts);
	sample_reckon(&p, NULL, &now, &out);
	int t = plan_shape(&p, span_z(table)),
	    r = sample_row(&out, (unsigned)t, span_z(row));
	const char *got =
		tiny_text(code_eval(code, &out, (unsigned)t, r < 0 ? 0 : (unsigned)r));
	if (strcmp(got, want) != 0)
		fail_msg("%s is %s, not %s", formula, got, want);
	sample_free(&now);
	sample_free(&out);
	plan_free(&p);
}

struct
try {
	const char *formula, *value;
};

static void expect(const struct try *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		expect_in("host", "host", rows[i].formula, rows[i].value);
}

#define EXPECT(...)                                             \
	do {                                                    \
		static const struct try rows[] = {__VA_ARGS__}; \
		expect(rows, COUNT_OF(rows));                   \
	} while (0)

static void precedence(void **state)
{
	(void)state;
	EXPECT({"1 + 2 * 3", "7"}, {"(1 + 2) * 3", "9"}, {"2 * 3 + 1", "7"},
		{"10 - 4 - 3", "3"}, {"8 / 4 / 2", "1r"}, {"-2 + 5", "3"},
		{"-2 * 3", "-6"}, {"- -2", "2"}, {"1 + 1 == 2", "1"}, {"1 < 2 == 1", "1"},
		{"!0 && 1", "1"}, {"!(0 && 1)", "1"}, {"1 || 0 && 0", "1"},
		{"(1 || 0) && 0", "0"}, {"none ?: 1 + 1", "2"}, {"none ?: 0 || 1", "1"},
		{"1 == 1 && 2 == 2", "1"}, {"none ?: none ?: 4", "4"},
		{"\tten\n+ 1", "11"});
}

static void conditions(void **state)
{
	(void)state;
	EXPECT({"1 ? 2 : 3", "2"}, {"0 ? 2 : 3", "3"}, {"none ? 2 : 3", "3"},
		{"0 ? 1 : 0 ? 2 : 3", "3"}, {"1 ? 0 ? 4 : 5 : 6", "5"},
		{"none ?: 1 ? 2 : 3", "2"}, {"word ? 1 : 2", "1"}, {"'' ? 1 : 2", "2"},
		{"zero ? 1 : 2", "2"}, {"ten > 5 ? 'many' : 'few'", "'many'"},
		{"when(ten > 5, 'x')", "'x'"},
		{"when(ten < 5, 'x')", "(does not apply here)"});
}

static void absence(void **state)
{
	(void)state;
	EXPECT({"none", "(this kernel lacks it)"}, {"none + 1", "(this kernel lacks it)"},
		{"1 - none", "(this kernel lacks it)"},
		{"!none", "(this kernel lacks it)"}, {"-none", "(this kernel lacks it)"},
		{"none == none", "(this kernel lacks it)"},
		{"locked + 1", "(needs a privilege)"}, {"broken * 2", "(unreadable)"},
		{"none && 1", "0"}, {"1 && none", "0"}, {"none || 1", "1"},
		{"none || none", "0"}, {"or0(none)", "0"},
		{"or0(locked)", "(needs a privilege)"}, {"or0(broken)", "(unreadable)"},
		{"or0(ten)", "10"}, {"or0(sum(disk, when(0, count)))", "0"},
		{"when(locked, 1)", "(needs a privilege)"}, {"locked ?: 3", "3"},
		{"locked ?: none", "(this kernel lacks it)"}, {"has(none)", "0"},
		{"has(locked)", "1"}, {"has(broken)", "0"}, {"has(ten)", "1"},
		{"has(zero)", "1"}, {"cat('x', none)", "(this kernel lacks it)"},
		{"starts(none, 'x')", "(this kernel lacks it)"},
		{"interval", "(does not apply here)"});
}

static void whole_numbers(void **state)
{
	(void)state;
	EXPECT({"most", "18446744073709551615"}, {"most - 1", "18446744073709551614"},
		{"most - 9007199254740993", "18437736874454810622"},
		{"most > most - 1", "1"}, {"most == most - 1", "0"},
		{"0 - 9223372036854775807", "-9223372036854775807"},
		{"9007199254740993 + 0", "9007199254740993"},
		{"4294967296 * 4294967295", "18446744069414584320"},
		{"most + 1", "1.844674407e+19r"}, {"most * most", "3.402823669e+38r"},
		{"below * 2", "-6"}, {"below < zero", "1"}, {"2K", "2048"},
		{"3M", "3145728"}, {"1G", "1073741824"}, {"0.5", "0.5r"},
		{"1.5K", "1536r"}, {"7 / 2", "3.5r"}, {"8 / 2", "4r"},
		{"8 / 2 == 4", "1"});
}

static void division(void **state)
{
	(void)state;
	EXPECT({"1 / zero", "(a ratio of nothing)"},
		{"zero / zero", "(a ratio of nothing)"}, {"1 / 0 ?: 5", "5"},
		{"zero / ten", "0r"}, {"1 / (ten - 10)", "(a ratio of nothing)"});
}

static void words(void **state)
{
	(void)state;
	EXPECT({"word == 'always'", "1"}, {"word != \"never\"", "1"},
		{"word == 'alway'", "0"}, {"'a' < 'b'", "1"}, {"word == 1", "0"},
		{"word != 1", "1"}, {"word < 1", "0"}, {"word > 1", "0"},
		{"word + 1", "(does not apply here)"},
		{"cat('inherit=', word)", "'inherit=always'"},
		{"cat(ten, '/', below)", "'10/-3'"},
		{"cat(most, '')", "'18446744073709551615'"},
		{"cat(1 / 2)", "(does not apply here)"}, {"starts(word, 'al')", "1"},
		{"starts(word, 'ways')", "0"}, {"ends(word, 'ways')", "1"},
		{"ends(word, 'al')", "0"}, {"ends(word, '')", "1"},
		{"head('12/a/b')", "'12'"}, {"head('12')", "'12'"}, {"head('')", "''"},
		{"head(ten)", "(does not apply here)"},
		{"slashes('\\\\a\\b/c')", "'//a/b/c'"},
		{"picked", "(does not apply here)"}, {"starts('a', 'ab')", "0"},
		{"starts(ten, '1')", "0"}, {"row", "'host'"}, {"delta", "0"},
		{"page", "4096"});
}

/* The release by its numbers, whatever follows them. */
static void releases(void **state)
{
	(void)state;
	static const struct {
		const char *release, *first, *value;
	} rows[] = {
		{"6.12.117", "6.12", "1"},
		{"6.12.117", "6.3", "1"},
		{"6.12.117", "6.12.118", "0"},
		{"6.12.117", "6.12.9", "1"},
		{"6.9.0", "6.10", "0"},
		{"7.0.0-rc3", "6.99", "1"},
		{"6.10.0-rc3", "6.10", "1"},
		{"6.3-vendor.9", "6.3.1", "0"},
		{"6.3", "6.3.0", "1"},
		{"6.1.0-57-amd64", "6.1.22", "0"},
		{"", "6.1", "(a ratio of nothing)"},
		{"next", "6.1", "0"},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		char formula[64];
		snprintf(formula, sizeof(formula), "since('%s')", rows[i].first);
		release = rows[i].release;
		expect_in("host", "host", formula, rows[i].value);
	}
	release = "";
	expect_in("host", "host", "since(3)", "(a ratio of nothing)");
}

static void all_rows(void **state)
{
	(void)state;
	EXPECT({"sum(disk, count)", "7"}, {"max(disk, count)", "5"},
		{"min(disk, count)", "2"}, {"median(disk, count)", "3.5r"},
		{"sum(disk, gauge)", "0"}, {"min(disk, gauge)", "-7"},
		{"count(disk, kind == 'ssd')", "2"}, {"any(disk, kind == 'hdd')", "1"},
		{"any(disk, kind == 'tape')", "0"}, {"count(disk, count > 100)", "0"},
		{"sum(disk, when(kind == 'ssd', count))", "5"},
		{"sum(disk, when(0, count))", "0"},
		{"max(disk, when(0, count))", "(a ratio of nothing)"},
		{"pick(disk, kind == 'hdd', count)", "2"},
		{"pick(disk, count > 9, count)", "(does not apply here)"},
		{"list(disk, kind == 'ssd')", "'sda, sdc'"}, {"list(disk, 0)", "''"},
		{"sum(disk, count * host.ten)", "70"}, {"counted + 1", "8"},
		{"sum(disk, host.locked)", "(needs a privilege)"},
		{"sum(disk, limit)", "(does not apply here)"},
		{"max(disk, limit)", "100"});
	expect_in("disk", "sda", "rank(count)", "1");
	expect_in("disk", "sdb", "rank(count)", "2");
	expect_in("disk", "sdc", "rank(count)", "(does not apply here)");
	expect_in("disk", "sdb", "rank(kind)", "3");
	expect_in("disk", "sdc", "rank(kind)", "1");
	expect_in("disk", "sdb", "place", "2");
	expect_in("disk", "sda", "half + count", "7.5r");
	expect_in("disk", "sda", "sum(count) - count", "2");
	expect_in("disk", "sda", "row == 'sda' && host.ten == 10", "1");
	expect_in("disk", "sdb", "gated", "(does not apply here)");
	expect_in("disk", "sda", "of(cpu, llc)", "'L7'");
	expect_in("disk", "sdb", "of(cpu, llc)", "(does not apply here)");
}

/* A table without rows: nothing is 0 only where the list itself was read. */
static void no_rows(void **state)
{
	(void)state;
	expect_in("host", "host", "sum(task, faults)", "0");
	expect_in("host", "host", "count(task, faults > 0)", "0");
	expect_in("host", "host", "max(task, faults)", "(a ratio of nothing)");
	expect_in("host", "host", "list(task, 1)", "''");
}

static void cycle(void **state)
{
	(void)state;
	EXPECT({"ring", "(does not apply here)"}, {"round ?: 1", "1"});
}

static void errors(void **state)
{
	static const struct {
		const char *formula, *why;
	} bad[] = {
		{"", "missing"},
		{"1 +", "missing"},
		{"1 2", "unexpected"},
		{"(1", "parenthesis"},
		{"1)", "unexpected"},
		{"'x", "quote"},
		{"nosuch", "nosuch"},
		{"nosuch(1)", "no such function"},
		{"sum(disk)", ""},
		{"max()", ""},
		{"pick(disk, 1)", "few"},
		{"has(1, 2)", "many"},
		{"1 ? 2", "? without :"},
		{"disk.count", "many rows"},
		{"1.2.3", "number"},
		{"12x", "number"},
		{"1 = 1", ""},
		{"@", ""},
		{"host.", ""},
		{".ten", ""},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct plan p;
		const struct code *code = NULL;
		struct span why = SPAN_EMPTY;
		plan_begin(&p, &tiny);
		if (plan_formula(&p, "host", span_z(bad[i].formula), &code, &why) !=
			-EINVAL)
			fail_msg("%s was taken", bad[i].formula);
		if (!why.n || !memmem(why.p, why.n, bad[i].why, strlen(bad[i].why)))
			fail_msg("%s: why is '%.*s'", bad[i].formula, (int)why.n, why.p);
		assert_null(code);
		plan_free(&p);
	}
}

/* What all rows ask alike is reckoned for the first of them; a rank, then, as if it were counted each time. */
static void once(void **state)
{
	static const struct {
		const char *formula;
		bool kept;
	} tries[] = {
		{"sum(count)", true},
		{"median(disk, count)", true},
		{"rank(gauge)", true},
		{"list(count > 2)", true},
		{"sum(cpu by llc, 1)", false},
		{"of(cpu, llc)", false},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(tries); i++) {
		struct plan p;
		struct sample now = {0}, out = {0};
		const struct code *code = NULL;
		struct span why = SPAN_EMPTY;
		plan_begin(&p, &tiny);
		tiny_want(&p, "disk", "kind");
		assert_int_equal(
			plan_formula(&p, "disk", span_z(tries[i].formula), &code, &why),
			0);
		plan_done(&p);
		sample_begin(&now, &p);
		for (unsigned j = 0; j < p.n_sources; j++)
			sample_source(&now, j, 0, NULL);
		tiny_put(&now, facts);
		sample_reckon(&p, NULL, &now, &out);
		unsigned t = (unsigned)plan_shape(&p, SPAN("disk"));
		code_eval(code, &out, t, 0);
		const struct once *first = out.onces;
		assert_int_equal(first != NULL, tries[i].kept);
		code_eval(code, &out, t, 1);
		assert_ptr_equal(out.onces, first);
		/* Of the next sample it is another. */
		sample_reckon(&p, NULL, &now, &out);
		assert_null(out.onces);
		sample_free(&now);
		sample_free(&out);
		plan_free(&p);
	}
	expect_in("disk", "sda", "rank(gauge)", "1");
	expect_in("disk", "sdb", "rank(gauge)", "2");
	expect_in("disk", "sdc", "rank(gauge)", "(does not apply here)");
	/* Equals share their place; a word and a number are not compared. */
	expect_in("disk", "sdb", "rank(kind)", "3");
	expect_in("disk", "sdc", "rank(kind)", "1");
	expect_in("disk", "sda", "rank(limit)", "1");
	expect_in("disk", "sdb", "rank(limit)", "1");
}

static void deep(void **state)
{
	struct buf text = {0};
	struct plan p;
	const struct code *code = NULL;
	struct span why = SPAN_EMPTY;
	(void)state;
	buf_fill(&text, '(', 100000);
	plan_begin(&p, &tiny);
	assert_int_equal(plan_formula(&p, "host", buf_text(&text), &code, &why), -EINVAL);
	buf_reset(&text);
	buf_fill(&text, '!', 100000);
	assert_int_equal(plan_formula(&p, "host", buf_text(&text), &code, &why), -EINVAL);
	plan_free(&p);
	buf_free(&text);
	/* What is long is not deep. */
	EXPECT({"1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+"
		"1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1",
		"88"});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(precedence),
		cmocka_unit_test(conditions),
		cmocka_unit_test(absence),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(division),
		cmocka_unit_test(words),
		cmocka_unit_test(releases),
		cmocka_unit_test(all_rows),
		cmocka_unit_test(no_rows),
		cmocka_unit_test(cycle),
		cmocka_unit_test(errors),
		cmocka_unit_test(once),
		cmocka_unit_test(deep),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
