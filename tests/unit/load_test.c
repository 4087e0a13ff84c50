// SPDX-License-Identifier: GPL-2.0-or-later
/* load_test.c - memory of a child process, written and put out as told; and a child that goes. */
#include <signal.h>

#include "tree.h"
#include "tune.h"

static const struct load_area areas[LOAD_AREAS] = {
	{1 << 20, 1 << 16, true},
	{1 << 16, 1 << 12, false},
};

static void test_orders(void **state)
{
	const uint32_t all[] = {0, 1, 2, 15}, first[] = {0};
	struct load_cost cost = {0};
	struct load l;

	(void)state;
	assert_int_equal(load_begin(areas, -1, &l), 0);
	assert_int_equal(load_do(&l, LOAD_WRITE, 0, 1 << 20, 1, first, &cost), 0);
	assert_true(cost.minflt > 0);
	assert_int_equal(load_do(&l, LOAD_FRESH, 0, 1 << 16, 4, all, &cost), 0);
	assert_int_equal(load_do(&l, LOAD_WRITE, 1, 1 << 12, 4, all, &cost), 0);
	assert_int_equal(load_do(&l, LOAD_WRITE, 1, 1 << 12, 0, all, &cost), 0);
	load_end(&l);
	load_end(&l);
}

/* Nothing outside of its areas is touched. */
static void test_bounds(void **state)
{
	static const uint32_t many[LOAD_PLACES + 1];
	const uint32_t out[] = {16}, first[] = {0};
	struct load_cost cost = {0};
	struct load l;

	(void)state;
	assert_int_equal(load_begin(areas, -1, &l), 0);
	assert_int_equal(load_do(&l, LOAD_WRITE, 0, 1 << 16, 1, out, &cost), -ERANGE);
	assert_int_equal(load_do(&l, LOAD_WRITE, 1, 1 << 17, 1, first, &cost), -ERANGE);
	assert_int_equal(load_do(&l, LOAD_WRITE, 1, 0, 1, first, &cost), -ERANGE);
	assert_int_equal(load_do(&l, LOAD_WRITE, 2, 4096, 1, first, &cost), -EINVAL);
	assert_int_equal(
		load_do(&l, LOAD_WRITE, 0, 4096, LOAD_PLACES + 1, many, &cost), -EINVAL);
	/* And it goes on after that. */
	assert_int_equal(load_do(&l, LOAD_WRITE, 0, 1 << 16, 1, first, &cost), 0);
	load_end(&l);
}

static void test_killed(void **state)
{
	const uint32_t first[] = {0};
	struct load_cost cost = {0};
	struct load l;

	(void)state;
	assert_int_equal(load_begin(areas, -1, &l), 0);
	assert_int_equal(kill(l.pid, SIGKILL), 0);
	assert_int_equal(load_do(&l, LOAD_WRITE, 0, 1 << 16, 1, first, &cost), -ECHILD);
	load_end(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_orders),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_killed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
