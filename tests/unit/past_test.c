// SPDX-License-Identifier: GPL-2.0-or-later
/* past_test.c - rows that another names, what a gauge was, rows that begin, and words that change. */
#include "tiny_stage.h"

#define CPUS "cpus 0 llc L0", "cpus 1 llc L0", "cpus 2 llc L1", "cpus 3 llc L1"

/* The value of a formula in a row, where all of `facts` were read. */
static void expect_of(const char *const *facts, const char *table, const char *row,
	const char *formula, const char *value)
{
	const struct code *code = NULL;
	struct span why = SPAN_EMPTY;
	teardown(NULL);
	setup(NULL);
	if (plan_formula(&plan, table, span_z(formula), &code, &why) < 0)
		fail_msg("%s: %.*s", formula, (int)why.n, why.p);
	tiny_want(&plan, "disk", "kind");
	tiny_want(&plan, "llc", "runs");
	total(facts);
	int t = plan_shape(&plan, span_z(table)),
	    r = sample_row(&out, (unsigned)t, span_z(row));
	assert_true(r >= 0);
	const char *got = tiny_text(code_eval(code, &out, (unsigned)t, (unsigned)r));
	if (strcmp(got, value) != 0)
		fail_msg("%s is %s, not %s", formula, got, value);
}

static const char *const machine[] = {CPUS, "cpus 9 llc L9", "sched 0 runs 10",
	"sched 1 runs 20", "sched 2 runs 30", "sched 0 above 1", "sched 1 above 1",
	"sched 2 above 1", "jobs 7 cpu 1", "jobs 8 cpu 2", "jobs 9 cpu 1",
	"jobs 7 runs 4", "jobs 8 runs 6", "jobs 9 runs 5", "jobs 5 cpu 77",
	"disks a/b/c kind 10", "disks x kind 2", "disks /0 kind 1", "disks 9 kind 1",
	NULL};

static void walks_by(void **state)
{
	static const char *const tries[][2] = {
		{"count(cpu by llc, 1)", "2"},
		{"count(job by llc, runs > 0)", "2"},
		{"sum(job by llc, runs)", "9"},
		{"max(job by llc, runs)", "5"},
		{"min(job by llc, runs)", "4"},
		{"median(job by llc, runs)", "4.5r"},
		{"any(job by llc, cpu == 2)", "0"},
		{"pick(job by llc, runs > 4, cpu)", "1"},
		{"list(job by llc, runs > 4)", "'9'"},
		{"sum(cpu by llc, 1) * sum(job by llc, runs)", "18"},
		{"runs == sum(job by llc, 15)", "1"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(tries); i++)
		expect_of(machine, "llc", "L0", tries[i][0], tries[i][1]);
	expect_of(machine, "llc", "L1", "sum(job by llc, runs)", "6");
	/* a number names a row as a word does; none at all is nothing, a sum of none 0 */
	expect_of(machine, "cpu", "1", "list(job by cpu, 1)", "'7, 9'");
	expect_of(machine, "cpu", "3", "sum(job by cpu, runs)", "0");
	expect_of(machine, "cpu", "3", "max(job by cpu, runs)", "(a ratio of nothing)");
	expect_of(machine, "disk", "x", "count(job by cpu, 1)", "0");
}

static void looks_up(void **state)
{
	(void)state;
	expect_of(machine, "job", "8", "at(cpu.llc, cpu)", "'L1'");
	expect_of(machine, "job", "8", "at(llc.runs, llc)", "30");
	expect_of(machine, "job", "5", "at(cpu.llc, cpu)", "(does not apply here)");
	expect_of(machine, "job", "8", "at(cpu.llc, cpu / 2)", "(does not apply here)");
	expect_of(machine, "job", "8", "at(cpu.llc, -cpu)", "(does not apply here)");
	expect_of(
		machine, "job", "8", "at(cpu.llc, 1 / 0 + cpu)", "(a ratio of nothing)");
	expect_of(machine, "job", "8", "at(job.runs, row)", "6");
}

static void words(void **state)
{
	static const char *const tries[][2] = {
		{"join(disk, row)", "'/0,9,a/b/c,x'"},
		{"join(disk, kind)", "'1,1,2,10'"},
		{"join(disk, when(kind == 'none', row))", "(a ratio of nothing)"},
		{"join(disk, 1)", "(a ratio of nothing)"},
		{"dir(row)", "'a/b'"},
		{"base(row)", "'c'"},
		{"dir(kind)", "(does not apply here)"},
		{"base(1)", "(does not apply here)"},
		{"floor(7 / 2)", "3"},
		{"floor(-7 / 2)", "-4"},
		{"floor(8 / 2)", "4"},
		{"floor(5)", "5"},
		{"floor(kind)", "'10'"},
		{"floor(1 / 0)", "(a ratio of nothing)"},
	};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(tries); i++)
		expect_of(machine, "disk", "a/b/c", tries[i][0], tries[i][1]);
	expect_of(machine, "disk", "/0", "cat(dir(row), '|', base(row))", "'|0'");
}

static void refuses(void **state)
{
	static const char *const none[] = {"sum(job by, runs)",
		"sum(job by nothing, runs)", "sum(job by llc runs)",
		"sum(job by host.ten, runs)", "at(cpu.llc)", "at(cpu, 1)",
		"at(cpu.nothing, 1)", "at(cpu.llc, 1", "at(cpu.llc, )", "floor()",
		"dir(row, 1)"};
	(void)state;
	for (size_t i = 0; i < COUNT_OF(none); i++) {
		const struct code *code;
		struct span why = SPAN_EMPTY;
		teardown(NULL);
		setup(NULL);
		if (plan_formula(&plan, "llc", span_z(none[i]), &code, &why) >= 0)
			fail_msg("%s is taken", none[i]);
		assert_true(why.n > 0);
	}
}

static void earlier(void **state)
{
	(void)state;
	want("job", FACTS("cpu", "cpu_was", "llc", "llc_was"));
	total(FACTS(CPUS, "jobs 7 cpu 1"));
	expect("job", "7", "cpu_was", "(first sight)");
	expect("job", "7", "llc_was", "(first sight)");
	teardown(NULL);
	setup(NULL);
	want("job", FACTS("start", "cpu", "cpu_was", "llc", "llc_was"));
	difference(FACTS(CPUS, "jobs 7 cpu 1", "jobs 7 start 5", "jobs 8 cpu 1",
			   "jobs 8 start 5", "jobs 6 start 1"),
		FACTS(CPUS, "jobs 7 cpu 2", "jobs 7 start 5", "jobs 8 cpu 3",
			"jobs 8 start 6", "jobs 9 cpu 0", "jobs 6 cpu 2",
			"jobs 6 start 1"));
	expect("job", "7", "cpu", "2");
	expect("job", "7", "cpu_was", "1");
	expect("job", "7", "llc_was", "'L0'");
	/* another of that number, and a new one */
	expect("job", "8", "cpu_was", "(first sight)");
	expect("job", "9", "cpu_was", "(first sight)");
	expect("job", "6", "cpu_was", "(does not apply here)");
}

static void born(void **state)
{
	(void)state;
	want("job", FACTS("runs", "start"));
	want("task", FACTS("faults"));
	difference(FACTS("jobs 7 runs 10", "jobs 7 start 1", "jobs 8 runs 50",
			   "jobs 8 start 1"),
		FACTS("jobs 7 runs 14", "jobs 7 start 1", "jobs 8 runs 3",
			"jobs 8 start 2", "jobs 9 runs 6", "jobs 9 start 2",
			"tasks 1 faults 9", "tasks 1 start 1"));
	expect("job", "7", "runs", "4");
	expect("job", "8", "runs", "3");
	expect("job", "9", "runs", "6");
	expect("task", "1", "faults", "(first sight)");
}

/* Where nothing could be read before, or in another boot, nothing began within the interval. */
static void not_born(void **state)
{
	(void)state;
	want("job", FACTS("runs"));
	difference(FACTS("cpus 0 llc L0"), FACTS("jobs 9 runs 6"));
	expect("job", "9", "runs", "(first sight)");
	take(&before, 1, FACTS("jobs 8 runs 6"));
	before.boot_id = SPAN("one");
	take(&now, 2, FACTS("jobs 9 runs 6"));
	now.boot_id = SPAN("two");
	sample_reckon(&plan, &before, &now, &out);
	expect("job", "9", "runs", "(reset)");
}

/* The run goes on: what was now is before. */
static void go_on(uint64_t mono, const char *const *facts)
{
	struct sample t = before;
	before = now;
	now = t;
	take(&now, mono, facts);
	sample_reckon(&plan, &before, &now, &out);
}

/* One more interval of the run, which ends at this second; `cpu` NULL: the job is not there. */
static void interval(unsigned second, const char *cpu)
{
	static char facts[2][64]; /* a sample points into what it was told */
	char *fact = facts[second % 2];
	snprintf(fact, sizeof(facts[0]), "jobs 7 cpu %s", cpu ? cpu : "0");
	go_on(second * 1000000000ull, FACTS(CPUS, cpu ? fact : "cpus 4 llc L2"));
}

static void flips(void **state)
{
	(void)state;
	want("job", FACTS("flips", "flips_cpu"));
	plan_done(&plan);
	take(&now, 1000000000, FACTS(CPUS, "jobs 7 cpu 0"));
	sample_reckon(&plan, NULL, &now, &out);
	expect("job", "7", "flips", "(first sight)");
	interval(2, "0");
	expect("job", "7", "flips", "(first sight)");
	interval(3, "0");
	expect("job", "7", "flips", "0");
	interval(4, "1");
	expect("job", "7", "flips", "0");
	expect("job", "7", "flips_cpu", "1");
	interval(5, "2");
	expect("job", "7", "flips", "1");
	expect("job", "7", "flips_cpu", "2");
	interval(6, "9"); /* no LLC is known of it: passed over */
	expect("job", "7", "flips", "1");
	interval(7, "3");
	expect("job", "7", "flips", "1");
	interval(8, "0");
	expect("job", "7", "flips", "2");
	/* what is older than a minute is forgotten, flip by flip */
	interval(64, "0");
	expect("job", "7", "flips", "2");
	interval(65, "0");
	expect("job", "7", "flips", "1");
	interval(68, "0");
	expect("job", "7", "flips", "0");
	interval(69, NULL);
	expect("job", "7", "flips", "(no row)");
	interval(70, "3"); /* gone meanwhile: as if never seen */
	expect("job", "7", "flips", "(first sight)");
	interval(71, "0");
	expect("job", "7", "flips", "1");
}

/* More flips than are remembered: the most that are. */
static void many_flips(void **state)
{
	(void)state;
	want("job", FACTS("flips"));
	plan_done(&plan);
	take(&now, 0, FACTS(CPUS, "jobs 7 cpu 0"));
	for (unsigned i = 1; i < 400; i++)
		go_on(1000000000ull + i,
			FACTS(CPUS, i % 2 ? "jobs 7 cpu 2" : "jobs 7 cpu 0"));
	expect("job", "7", "flips", "256");
	unsigned long grown = out.past.arenas[0].grown + out.past.arenas[1].grown;
	assert_true(grown <= 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(walks_by),
		test(looks_up),
		test(words),
		test(refuses),
		test(earlier),
		test(born),
		test(not_born),
		test(flips),
		test(many_flips),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
