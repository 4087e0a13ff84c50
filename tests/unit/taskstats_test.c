// SPDX-License-Identifier: GPL-2.0-or-later
/* taskstats_test.c - every version of struct taskstats, as bytes. */
#include "tree.h"

#include <linux/taskstats.h>

static void put_u64(char *image, size_t at, uint64_t v)
{
	memcpy(image + at, &v, sizeof(v));
}

static void test_taskstats(void **state)
{
	static const struct {
		uint16_t version;
		size_t size, swapin, thrashing;
	} cases[] = {
		{8, 328, 48, 0},
		{9, 344, 48, 328},
		{10, 352, 48, 328},
		{11, 368, 48, 328},
		{12, 400, 48, 328},
		{13, 416, 48, 328},
		{14, 432, 48, 328},
		{15, 560, 80, 392},
		{16, 560, 48, 328},
		{17, 688, 48, 328},
		{99, 4000, 48, 328},
	};
	char image[4096];
	struct taskstats_swap s;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		/* Each other field holds its own place, so a wrong offset shows. */
		for (size_t at = 0; at < sizeof(image); at += 8)
			put_u64(image, at, at);
		memcpy(image, &cases[i].version, sizeof(cases[i].version));
		put_u64(image, cases[i].swapin, 1000001);
		put_u64(image, cases[i].swapin + 8, 1000002);
		if (cases[i].thrashing) {
			put_u64(image, cases[i].thrashing, 1000003);
			put_u64(image, cases[i].thrashing + 8, 1000004);
		}
		assert_int_equal(
			taskstats_read((struct span){image, cases[i].size}, &s), 0);
		assert_int_equal(s.swapin_count, 1000001);
		assert_int_equal(s.swapin_delay_ns, 1000002);
		assert_int_equal(s.thrashing, cases[i].thrashing != 0);
		assert_int_equal(s.thrashing_count, cases[i].thrashing ? 1000003 : 0);
		assert_int_equal(s.thrashing_delay_ns, cases[i].thrashing ? 1000004 : 0);
		assert_int_equal(taskstats_read((struct span){image, 300}, &s), -EBADMSG);
	}
	image[0] = image[1] = 0;
	assert_int_equal(taskstats_read((struct span){image, 328}, &s), -ENOENT);
	assert_int_equal(taskstats_read((struct span){image, 1}, &s), -EBADMSG);
}

/* The header this was compiled with must agree with the table of offsets. */
static void test_taskstats_header(void **state)
{
	struct taskstats k = {.version = TASKSTATS_VERSION};
	struct taskstats_swap s;

	(void)state;
	k.swapin_count = 11;
	k.swapin_delay_total = 12;
	k.thrashing_count = 13;
	k.thrashing_delay_total = 14;
	assert_int_equal(
		taskstats_read((struct span){(const char *)&k, sizeof(k)}, &s), 0);
	assert_int_equal(s.swapin_count, 11);
	assert_int_equal(s.swapin_delay_ns, 12);
	assert_int_equal(s.thrashing_count, 13);
	assert_int_equal(s.thrashing_delay_ns, 14);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_taskstats),
		cmocka_unit_test(test_taskstats_header),
	};

	return cmocka_run_group_tests_name("taskstats", tests, NULL, NULL);
}
