// SPDX-License-Identifier: GPL-2.0-or-later
/* verdict_test.c - which rows are picked in what order, what is said of a sample, and what a loop costs. */
#include "tiny_stage.h"

static const char *const facts[] = {"host - ten 10", "host - zero 0",
	"host - word always", "host - most 5", "host - on 1", "disks d10 count 3",
	"disks d10 kind ssd", "disks d2 count 300", "disks d2 kind hdd",
	"disks d1 kind ssd", "disks d3 count 18446744073709551615", "disks d3 kind hdd",
	"disks d4 count 3", "disks d4 kind tape", NULL};

/* Another sample with the plan as it is. */
static void again(const char *const *read)
{
	take(&now, 0, read);
	sample_reckon(&plan, NULL, &now, &out);
}

/* ---- which rows ---- */

static const struct code *formula(const char *text)
{
	const struct code *code = NULL;
	struct span why = SPAN_EMPTY;
	if (plan_formula(&plan, "disk", span_z(text), &code, &why) < 0)
		fail_msg("%s: %.*s", text, (int)why.n, why.p);
	return code;
}

/* The names of the rows picked, in their order. */
static void expect_rows(
	const struct picker *k, bool all, const char *want, unsigned hidden)
{
	struct buf text = {0};
	struct pick pick;
	picker_run(k, &out, all, &pick);
	for (unsigned i = 0; i < pick.n_rows; i++) {
		buf_str(&text, i ? " " : "");
		buf_span(&text, out.tables[pick.table].rows[pick.rows[i]].name);
	}
	assert_string_equal(buf_cstr(&text), want);
	assert_int_equal(pick.n_hidden, hidden);
	buf_free(&text);
}

static void orders(void **state)
{
	(void)state;
	tiny_want(&plan, "disk", "count");
	tiny_want(&plan, "disk", "kind");
	plan_done(&plan);
	again(facts);
	struct picker k = {
		.table = (unsigned)plan_shape(&plan, SPAN("disk")), .sort = -1};
	expect_rows(&k, false, "d1 d2 d3 d4 d10", 0);
	k.reverse = true;
	expect_rows(&k, false, "d10 d4 d3 d2 d1", 0);
	/* What is absent stands last either way, and equals by name. */
	k.sort = shape_col(&plan.shapes[k.table], SPAN("count"));
	expect_rows(&k, false, "d3 d2 d4 d10 d1", 0);
	k.reverse = false;
	expect_rows(&k, false, "d4 d10 d2 d3 d1", 0);
	k.sort = shape_col(&plan.shapes[k.table], SPAN("kind"));
	expect_rows(&k, false, "d2 d3 d1 d10 d4", 0);
}

static void filters(void **state)
{
	(void)state;
	struct picker k = {.sort = -1};
	k.filter = formula("kind == 'hdd' || count < 5");
	k.idle = formula("count == 3");
	const struct code *about = formula("count == 3 || row == 'd2'");
	tiny_want(&plan, "disk", "count");
	plan_done(&plan);
	k.table = (unsigned)plan_shape(&plan, SPAN("disk"));
	again(facts);
	expect_rows(&k, false, "d2 d3", 2);
	expect_rows(&k, true, "d2 d3 d4 d10", 0);
	k.filter = NULL;
	/* Of what is absent a condition does not hold: d1 is not idle. */
	expect_rows(&k, false, "d1 d2 d3", 2);
	/* Rows that the table is not about are neither shown nor hidden. */
	k.about = about;
	expect_rows(&k, false, "d2", 2);
	expect_rows(&k, true, "d2 d4 d10", 0);
}

/* ---- what is said ---- */

static void put_note(struct buf *b, const struct note *n)
{
	if (n->finding)
		buf_fmt(b, "%s ", n->finding->id);
	for (unsigned i = 0; i < n->n_phrases; i++) {
		buf_span(b, n->phrases[i].lit);
		if (n->phrases[i].name.n)
			buf_str(b, tiny_text(n->phrases[i].value));
	}
	buf_char(b, '\n');
}

static void expect_notes(const struct note *notes, unsigned n, const char *want)
{
	struct buf text = {0};
	for (unsigned i = 0; i < n; i++)
		put_note(&text, &notes[i]);
	assert_string_equal(buf_cstr(&text), want);
	buf_free(&text);
}

static struct verdicts *begin(const struct verb *v, uint64_t tables)
{
	struct verdicts *verdicts = NULL;
	struct span why = SPAN_EMPTY;
	if (verdicts_begin(&plan, v, tables, v != NULL, &verdicts, &why) < 0)
		fail_msg("%.*s", (int)why.n, why.p);
	plan_done(&plan);
	return verdicts;
}

static void findings(void **state)
{
	struct note *notes;
	(void)state;
	struct verdicts *v = begin(&tiny_verbs[0], UINT32_MAX);
	again(facts);
	unsigned n = verdicts_find(v, &out, &notes);
	expect_notes(notes, n,
		"T02 ten is 10\nT01 'd2' has 300 of 10\nT01 'd3' has 18446744073709551615 of 10\n");
	/* The unit that the text names, or that of the field. */
	assert_int_equal(notes[1].phrases[2].unit, UNIT_BYTE);
	assert_int_equal(notes[1].phrases[1].unit, UNIT_ONE);
	/* A finding names counts, a line of the heading rates. */
	assert_false(notes[1].phrases[1].rate);
	assert_int_equal(verdicts_head(v, &out, &notes), 1);
	expect_notes(notes, 1, "10, 5 and 'always'\n");
	assert_false(notes[0].phrases[0].rate);
	assert_true(notes[0].phrases[1].rate);
	assert_int_equal(verdicts_foot(v, &out, &notes), 0);
}

/* A table that is not shown is not asked; one of a single row always is. */
static void tables_shown(void **state)
{
	struct note *notes;
	(void)state;
	struct verdicts *v = begin(&tiny_verbs[0], 0);
	again(facts);
	unsigned n = verdicts_find(v, &out, &notes);
	expect_notes(notes, n, "T02 ten is 10\n");
}

static void overview(void **state)
{
	static const char *const none[] = {
		"host - none 4", "host - ten 10", "host - word x", NULL};
	struct note *notes;
	(void)state;
	struct verdicts *v = begin(NULL, UINT32_MAX);
	again(facts);
	assert_int_equal(verdicts_overview(v, &out, &notes), 1);
	expect_notes(notes, 1, "10, 5 and 'always'\n");
	again(none);
	/* The first that holds, and no other. */
	assert_int_equal(verdicts_overview(v, &out, &notes), 1);
	expect_notes(notes, 1, "there is 4\n");
}

static void checks(void **state)
{
	struct verdict_check *k;
	(void)state;
	struct verdicts *v = begin(&tiny_verbs[0], UINT32_MAX);
	again(facts);
	assert_int_equal(verdicts_check(v, &out, &k), 3);
	assert_string_equal(k[0].check->name, "holds");
	assert_int_equal(k[0].state, CHECK_HOLDS);
	assert_int_equal(k[1].state, CHECK_FAILS);
	assert_int_equal(k[2].state, CHECK_UNKNOWN);
	assert_true(span_is(k[0].row, "host"));
}

/* ---- a loop ---- */

static void steady(void **state)
{
	struct sample samples[2] = {0};
	struct note *notes;
	struct pick pick;
	unsigned long grown = 0;
	(void)state;
	struct picker k = {.sort = -1, .filter = formula("cat(row, '-', kind) != 'x'")};
	assert_int_equal(plan_want_all(&plan, "disk"), 0);
	struct verdicts *v = begin(&tiny_verbs[0], UINT32_MAX);
	k.table = (unsigned)plan_shape(&plan, SPAN("disk"));
	for (unsigned i = 0; i < 1000; i++) {
		struct sample *s = &samples[i % 2];
		sample_begin(s, &plan);
		s->t_mono = (i + 1) * 1000000000ull;
		tiny_put(s, facts);
		sample_reckon(&plan, i ? &samples[(i + 1) % 2] : NULL, s, &out);
		picker_run(&k, &out, false, &pick);
		verdicts_find(v, &out, &notes);
		assert_int_equal(pick.n_rows, 5);
		if (i == 10)
			grown = samples[0].arena.grown + samples[1].arena.grown +
				out.arena.grown;
	}
	assert_int_equal(
		samples[0].arena.grown + samples[1].arena.grown + out.arena.grown, grown);
	assert_true(grown > 0);
	sample_free(&samples[0]);
	sample_free(&samples[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		test(orders),
		test(filters),
		test(findings),
		test(tables_shown),
		test(overview),
		test(checks),
		test(steady),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
