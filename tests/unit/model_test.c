// SPDX-License-Identifier: GPL-2.0-or-later
/* model_test.c - numbers read, subtracted, scaled and gated. */
#include "tiny_stage.h"

/* ---- one sample ---- */

static void numbers(void **state)
{
	static const struct {
		const char *key, *value, *want;
	} rows[] = {
		{"count", "0", "0"},
		{"count", "18446744073709551615", "18446744073709551615"},
		{"count", "18446744073709551616", "(unreadable)"},
		{"count", "-1", "(unreadable)"},
		{"count", "0x10", "(unreadable)"},
		{"count", "max", "(unreadable)"},
		{"count", "1.5", "(unreadable)"},
		{"count", "12 pages", "(unreadable)"},
		{"count", "", "(unreadable)"},
		{"count", "+1", "(unreadable)"},
		{"narrow", "4294967295", "4294967295"},
		{"narrow", "-1", "4294967295"},
		{"narrow", "4294967297", "1"},
		{"gauge", "-7", "-7"},
		{"gauge", "18446744073709551615", "-1"},
		{"gauge", "9223372036854775807", "9223372036854775807"},
		{"gauge", "0.25", "0.25r"},
		{"gauge", "max", "'max'"},
		{"gauge", "1e5", "(unreadable)"},
		{"kib", "12 kB", "12288"},
		{"kib", "12 KB", "(unreadable)"},
		{"kib", "12 kB more", "(unreadable)"},
		{"limit", "max", "'max'"},
		{"limit", "4096", "4096"},
		{"limit", "none", "(unreadable)"},
		{"kind", "two words", "'two words'"},
	};
	(void)state;
	want("disk", FACTS("count", "narrow", "gauge", "kib", "limit", "kind"));
	plan_done(&plan);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		sample_begin(&now, &plan);
		sample_put(
			&now, 0, SPAN("sda"), span_z(rows[i].key), span_z(rows[i].value));
		sample_end(&now);
		sample_reckon(&plan, NULL, &now, &out);
		const char *got = tiny_cell(&out, "disk", "sda", rows[i].key);
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("%s '%s' is %s", rows[i].key, rows[i].value, got);
		/* What was not understood is named, once. */
		assert_int_equal(out.n_faults, !strcmp(got, "(unreadable)"));
	}
}

static void unknown_keys(void **state)
{
	(void)state;
	want("disk", FACTS("count"));
	total(FACTS("disks sda counter 9", "disks sda coun 9", "disks sda count 1",
		"disks sdb nosuch 1"));
	expect("disk", "sda", "count", "1");
	expect("disk", "sdb", "count", "(no row)");
}

/* Row names may begin alike and even at the same byte. */
static void alike_rows(void **state)
{
	static const char names[] = "sda1";
	(void)state;
	want("disk", FACTS("count"));
	plan_done(&plan);
	sample_begin(&now, &plan);
	sample_put(&now, 0, (struct span){names, 3}, SPAN("count"), SPAN("3"));
	sample_put(&now, 0, (struct span){names, 4}, SPAN("count"), SPAN("4"));
	sample_put(&now, 0, (struct span){names, 3}, SPAN("count"), SPAN("5"));
	sample_end(&now);
	sample_reckon(&plan, NULL, &now, &out);
	expect("disk", "sda", "count", "5");
	expect("disk", "sda1", "count", "4");
}

static void many_rows(void **state)
{
	char name[16], text[16];
	(void)state;
	want("disk", FACTS("count"));
	plan_done(&plan);
	sample_begin(&now, &plan);
	for (unsigned i = 0; i < 3000; i++) {
		struct span row = {name, (size_t)snprintf(name, sizeof(name), "r%u", i)};
		sample_put(&now, 0, arena_span(&now.arena, row), SPAN("count"),
			(struct span){
				text, (size_t)snprintf(text, sizeof(text), "%u", i)});
	}
	sample_end(&now);
	sample_reckon(&plan, NULL, &now, &out);
	assert_int_equal(out.tables[plan_shape(&plan, SPAN("disk"))].n, 3000);
	expect("disk", "r0", "count", "0");
	expect("disk", "r2999", "count", "2999");
}

static void reasons(void **state)
{
	(void)state;
	want("disk", FACTS("count", "gauge", "gated"));
	want("host", FACTS("ten", "locked", "broken", "none"));
	plan_done(&plan);
	sample_begin(&now, &plan);
	tiny_err(&now, "shut", -EACCES);
	tiny_err(&now, "torn", -EIO);
	tiny_put(&now, FACTS("host - ten 10", "disks sda count 1", "extra sdz gated 4"));
	sample_miss(&now, 0, SPAN("sdb"), SPAN("count"), -EPERM);
	sample_miss(&now, 0, SPAN_EMPTY, SPAN("count"), -EPERM);
	sample_reckon(&plan, NULL, &now, &out);
	expect("host", "host", "none", "(this kernel lacks it)");
	expect("host", "host", "locked", "(needs a privilege)");
	expect("host", "host", "broken", "(unreadable)");
	expect("disk", "sda", "gauge", "(this kernel lacks it)");
	expect("disk", "sda", "gated", "(does not apply here)");
	expect("disk", "sdb", "count", "(needs a privilege)");
	/* What joins makes no rows, nor does a file that could not be read. */
	expect("disk", "", "count", "(no row)");
	expect("disk", "sdz", "gated", "(no row)");
}

static void rows_of_joined(void **state)
{
	(void)state;
	want("disk", FACTS("gated"));
	total(FACTS("host - on 1", "disks sda count 1", "extra sda gated 4"));
	expect("disk", "sda", "gated", "4");
}

static void scaling(void **state)
{
	static const char *const facts[] = {"disks sda pages 3", "disks sda kib 3",
		"disks sda sector 3", "disks sda usec 3", "disks sda tick 3",
		"disks sda jiffy 3", "disks sda share 25.5", "disks sdb pages -1",
		"disks sdb kib 18014398509481984", NULL};
	(void)state;
	want("disk", FACTS("pages", "kib", "sector", "usec", "tick", "jiffy", "share"));
	total(facts);
	expect("disk", "sda", "pages", "12288");
	expect("disk", "sda", "kib", "3072");
	expect("disk", "sda", "sector", "1536");
	expect("disk", "sda", "usec", "3000");
	expect("disk", "sda", "tick", "30000000");
	expect("disk", "sda", "jiffy", "(not counted on this kernel)");
	expect("disk", "sda", "share", "0.255r");
	expect("disk", "sdb", "pages", "-4096");
	expect("disk", "sdb", "kib", "1.844674407e+19r");
	now.page_size = 65536;
	now.hz = 250;
	now.user_hz = 1024;
	sample_reckon(&plan, NULL, &now, &out);
	expect("disk", "sda", "pages", "196608");
	expect("disk", "sda", "kib", "3072");
	expect("disk", "sda", "jiffy", "12000000");
	expect("disk", "sda", "tick", "2929686");
}

/* ---- two samples ---- */

static void deltas(void **state)
{
	(void)state;
	want("disk", FACTS("count", "narrow", "gauge", "half"));
	difference(
		FACTS("disks a count 10", "disks a narrow 4294967290", "disks a gauge 10",
			"disks b count 10", "disks b narrow 10", "disks c count 5",
			"disks d count 18446744073709551610", "disks e count 7"),
		FACTS("disks a count 15", "disks a narrow 4", "disks a gauge 8",
			"disks b count 9", "disks b narrow 5", "disks new count 7",
			"disks d count 18446744073709551615", "disks e count 7"));
	assert_true(out.delta);
	assert_int_equal(out.interval, 1000000000);
	expect("disk", "a", "count", "5");
	expect("disk", "a", "narrow", "10");
	expect("disk", "a", "gauge", "8");
	expect("disk", "a", "half", "2.5r");
	/* One back is a reset, of either width. */
	expect("disk", "b", "count", "(reset)");
	expect("disk", "b", "narrow", "(reset)");
	expect("disk", "b", "half", "(reset)");
	expect("disk", "c", "count", "(no row)");
	expect("disk", "d", "count", "5");
	expect("disk", "e", "count", "0");
	expect("disk", "new", "count", "(first sight)");
	expect("disk", "new", "half", "(first sight)");
}

static void halfway_round(void **state)
{
	(void)state;
	want("disk", FACTS("narrow"));
	difference(FACTS("disks a narrow 0", "disks b narrow 0", "disks c narrow 7"),
		FACTS("disks a narrow 2147483647", "disks b narrow 2147483648",
			"disks c narrow -1"));
	expect("disk", "a", "narrow", "2147483647");
	expect("disk", "b", "narrow", "(reset)");
	expect("disk", "c", "narrow", "(reset)");
}

/* A cell that came or went, in a row that stayed. */
static void cells_come_and_go(void **state)
{
	(void)state;
	want("disk", FACTS("count", "sector"));
	difference(FACTS("disks a count 1", "disks b sector 1"),
		FACTS("disks a sector 9", "disks b sector 2"));
	expect("disk", "a", "count", "(this kernel lacks it)");
	expect("disk", "a", "sector", "(first sight)");
	expect("disk", "b", "sector", "512");
}

static void another_boot(void **state)
{
	(void)state;
	want("disk", FACTS("count", "gauge"));
	plan_done(&plan);
	take(&before, 9000000000, FACTS("disks a count 1", "disks a gauge 1"));
	take(&now, 10000000000, FACTS("disks a count 2", "disks a gauge 2"));
	before.boot_id = SPAN("one");
	now.boot_id = SPAN("two");
	sample_reckon(&plan, &before, &now, &out);
	assert_true(out.other_boot);
	assert_int_equal(out.interval, 0);
	expect("disk", "a", "count", "(reset)");
	expect("disk", "a", "gauge", "2");
	/* Where one does not say, nothing is known against it. */
	before.boot_id = SPAN_EMPTY;
	sample_reckon(&plan, &before, &now, &out);
	expect("disk", "a", "count", "1");
}

static void reused_name(void **state)
{
	(void)state;
	want("task", FACTS("faults"));
	difference(FACTS("tasks 7 start 100", "tasks 7 faults 5", "tasks 8 start 100",
			   "tasks 8 faults 5"),
		FACTS("tasks 7 start 100", "tasks 7 faults 9", "tasks 8 start 900",
			"tasks 8 faults 9"));
	expect("task", "7", "faults", "4");
	expect("task", "8", "faults", "(first sight)");
}

static void no_interval(void **state)
{
	(void)state;
	want("disk", FACTS("count"));
	plan_done(&plan);
	take(&before, 5, FACTS("disks a count 1"));
	take(&now, 5, FACTS("disks a count 3"));
	sample_reckon(&plan, &before, &now, &out);
	assert_int_equal(out.interval, 0);
	assert_true(out.delta);
	expect("disk", "a", "count", "2");
	/* Taken the wrong way round there is no interval either. */
	now.t_mono = 4;
	sample_reckon(&plan, &before, &now, &out);
	assert_int_equal(out.interval, 0);
}

static void gates(void **state)
{
	(void)state;
	want("disk", FACTS("gated", "count"));
	total(FACTS("host - on 0", "disks a count 1", "extra a gated 4"));
	expect("disk", "a", "gated", "(switched off)");
	expect("disk", "a", "count", "1");
	take(&before, 1, FACTS("host - on 0", "disks a count 1", "extra a gated 4"));
	take(&now, 2, FACTS("host - on 1", "disks a count 1", "extra a gated 6"));
	sample_reckon(&plan, &before, &now, &out);
	/* It stood still for a part of the interval: what was added is not known. */
	expect("disk", "a", "gated", "(reset)");
	take(&before, 3, FACTS("host - on 1", "disks a count 1", "extra a gated 7"));
	sample_reckon(&plan, &now, &before, &out);
	expect("disk", "a", "gated", "1");
	/* A switch that this kernel does not have is on. */
	take(&now, 4, FACTS("disks a count 1", "extra a gated 9"));
	sample_reckon(&plan, &before, &now, &out);
	expect("disk", "a", "gated", "2");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(numbers),
		test(unknown_keys),
		test(alike_rows),
		test(many_rows),
		test(reasons),
		test(rows_of_joined),
		test(scaling),
		test(deltas),
		test(halfway_round),
		test(cells_come_and_go),
		test(another_boot),
		test(reused_name),
		test(no_interval),
		test(gates),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
