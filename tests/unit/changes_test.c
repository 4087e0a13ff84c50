// SPDX-License-Identifier: GPL-2.0-or-later
/* changes_test.c - several changes as one: made, undone, and found again by whoever comes after a kill; in a tree. */
#include "tree.h"
#include "tune.h"

#define ONE "sys/kernel/mm/one/enabled"
#define TWO "sys/kernel/mm/two/enabled"
#define RECORD "run/swsched/test"
#define BOOT "11111111-2222-3333-4444-555555555555"
#define DISK "sys/devices/virtual/block/zram"

static struct changes c;

/* A machine with two settings, zram0, this process, and no record. */
static void put_machine(struct tree *t)
{
	char path[64];

	snprintf(path, sizeof(path), "proc/%d/stat", (int)getpid());
	tree_put(t, "proc/sys/kernel/random/boot_id", BOOT "\n");
	tree_put(t, path, "1 (a b) R 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 777 1 1\n");
	tree_put(t, ONE, "never\n");
	tree_put(t, TWO, "never\n");
	tree_put(t, DISK "0/disksize", "0\n");
	tree_put(t, DISK "0/diskseq", "3\n");
	assert_int_equal(mkdir(tree_path(t, "run"), 0755), 0);
}

static void begin(struct tree *t)
{
	int root = open(t->dir, O_PATH | O_DIRECTORY | O_CLOEXEC);

	assert_true(root >= 0);
	changes_begin(&c, root, "test");
	c.anywhere = true;
}

static void end(void)
{
	if (c.record >= 0)
		close(c.record);
	close(c.root);
}

static bool has_record(struct tree *t)
{
	return access(tree_path(t, RECORD), F_OK) == 0;
}

static void test_there_and_back(void **state)
{
	struct tree *t = *state;
	char want[256];

	put_machine(t);
	begin(t);
	assert_int_equal(changes_set(&c, ONE, "other"), 0);
	assert_int_equal(changes_set(&c, TWO, "never"), 0); /* it is */
	assert_int_equal(changes_set(&c, "sys/none", "1"), -ENOENT);
	assert_int_equal(c.n, 1);
	assert_false(has_record(t));
	assert_int_equal(changes_apply(&c), 0);
	assert_string_equal(tree_text(t, ONE), "other\n");
	snprintf(want, sizeof(want),
		"boot " BOOT "\nprocess %d 777\nset " ONE " never other\n",
		(int)getpid());
	assert_string_equal(tree_text(t, RECORD), want);
	assert_int_equal(changes_undo(&c), 0);
	assert_string_equal(tree_text(t, ONE), "never\n");
	assert_false(has_record(t));
	end();
}

/* Made halfway: what was made is undone, and what failed is known. */
static void test_failure(void **state)
{
	struct tree *t = *state;

	put_machine(t);
	begin(t);
	assert_int_equal(changes_set(&c, ONE, "other"), 0);
	assert_int_equal(changes_set(&c, TWO, "other"), 0);
	assert_int_equal(unlink(tree_path(t, TWO)), 0);
	assert_int_equal(changes_apply(&c), -ENOENT);
	assert_ptr_equal(c.failed, &c.at[1]);
	assert_string_equal(tree_text(t, ONE), "other\n");
	/* The one that is gone cannot be undone, and the other is all the same. */
	assert_int_equal(changes_undo(&c), -ENOENT);
	assert_int_equal(c.at[1].state, CHANGE_STUCK);
	assert_int_equal(c.at[0].state, CHANGE_UNDONE);
	assert_string_equal(tree_text(t, ONE), "never\n");
	assert_true(has_record(t));
	/* Whoever comes then finds nothing left. */
	tree_put(t, TWO, "never\n");
	assert_int_equal(changes_undo(&c), 0);
	assert_false(has_record(t));
	end();
}

static void test_somebody_else(void **state)
{
	struct tree *t = *state;

	put_machine(t);
	begin(t);
	assert_int_equal(changes_set(&c, ONE, "other"), 0);
	assert_int_equal(changes_apply(&c), 0);
	tree_put(t, ONE, "third\n");
	assert_int_equal(changes_undo(&c), 0);
	assert_int_equal(c.at[0].state, CHANGE_ALIEN);
	assert_string_equal(tree_text(t, ONE), "third\n");
	end();
}

static void test_second_run(void **state)
{
	struct tree *t = *state;

	put_machine(t);
	begin(t);
	assert_int_equal(changes_load(&c), -ENOENT);
	assert_int_equal(changes_set(&c, ONE, "other"), 0);
	assert_int_equal(changes_apply(&c), 0);
	end();
	/* The process of the record is this one, and lives. */
	begin(t);
	assert_int_equal(changes_load(&c), -EBUSY);
	assert_int_equal(c.pid, getpid());
	assert_int_equal(changes_set(&c, TWO, "other"), 0);
	assert_int_equal(changes_apply(&c), -EEXIST);
	assert_null(c.failed);
	end();
}

static void test_after_a_kill(void **state)
{
	struct tree *t = *state;
	struct buf by_hand = {0};

	put_machine(t);
	/* The second was put back already, the fourth line is cut: it was not acted on. */
	tree_put(t, RECORD,
		"boot " BOOT "\nprocess 99999 1\nset " ONE " never other\nset " TWO
		" never other\nset " TWO " nev");
	tree_put(t, ONE, "other\n");
	begin(t);
	assert_int_equal(changes_load(&c), 0);
	assert_int_equal(c.n, 2);
	assert_int_equal(c.at[0].state, CHANGE_MADE);
	assert_int_equal(c.at[1].state, CHANGE_UNDONE);
	change_by_hand(&c.at[0], &by_hand);
	assert_string_equal(buf_cstr(&by_hand), "echo never >/" ONE);
	buf_free(&by_hand);
	assert_int_equal(changes_undo(&c), 0);
	assert_string_equal(tree_text(t, ONE), "never\n");
	assert_false(has_record(t));
	end();
}

/* A pid of the record that is somebody else's by now is told by when it started. */
static void test_reused_pid(void **state)
{
	struct tree *t = *state;
	char text[128];

	put_machine(t);
	snprintf(text, sizeof(text),
		"boot " BOOT "\nprocess %d 776\nset " ONE " never other\n",
		(int)getpid());
	tree_put(t, RECORD, text);
	tree_put(t, ONE, "other\n");
	begin(t);
	assert_int_equal(changes_load(&c), 0);
	end();
}

static void test_another_boot(void **state)
{
	struct tree *t = *state;

	put_machine(t);
	tree_put(t, RECORD,
		"boot other\nprocess 99999 1\nset " ONE " never other\nzram 0 3\n");
	tree_put(t, ONE, "other\n");
	begin(t);
	assert_int_equal(changes_load(&c), -ENOENT);
	assert_false(has_record(t));
	assert_string_equal(tree_text(t, ONE), "other\n");
	end();
}

static void test_devices(void **state)
{
	struct tree *t = *state;

	put_machine(t);
	/* zram1 is ours; number 2 is another's by now; 5 is gone. */
	tree_put(t, DISK "1/diskseq", "12\n");
	tree_put(t, DISK "2/diskseq", "20\n");
	tree_put(t, RECORD,
		"boot " BOOT
		"\nprocess 99999 1\nzrams 0\nzram 1 12\nzrams 0 1\nzram 2 13\nzram 5 14\n");
	begin(t);
	assert_int_equal(changes_load(&c), 0);
	assert_int_equal(c.n, 3);
	assert_int_equal(c.at[0].state, CHANGE_MADE);
	assert_int_equal(c.at[1].state, CHANGE_UNDONE);
	assert_int_equal(c.at[2].state, CHANGE_UNDONE);
	end();
}

/* Killed before it could write down which device the kernel had added: the empty one that was not there before. */
static void test_unnamed_device(void **state)
{
	struct tree *t = *state;

	put_machine(t);
	tree_put(t, DISK "1/diskseq", "12\n");
	tree_put(t, DISK "1/disksize", "67108864\n");
	tree_put(t, DISK "4/diskseq", "13\n");
	tree_put(t, DISK "4/disksize", "0\n");
	tree_put(t, RECORD, "boot " BOOT "\nprocess 99999 1\nzrams 0\n");
	begin(t);
	assert_int_equal(changes_load(&c), 0);
	assert_int_equal(c.n, 1);
	assert_int_equal(c.at[0].zram.number, 4);
	assert_int_equal(c.at[0].zram.seq, 13);
	end();
}

static void test_refused_record(void **state)
{
	static const char *const bad[] = {
		"boot",
		"hello world\n",
		"set " ONE "\n",
		"zram x 1\n",
		"zram 99999999999 1\n",
		"process 1\n",
		"\n",
	};
	struct tree *t = *state;

	put_machine(t);
	for (size_t i = 1; i < COUNT_OF(bad); i++) {
		tree_put(t, RECORD, bad[i]);
		begin(t);
		assert_int_equal(changes_load(&c), -EBADMSG);
		end();
	}
	/* What others may write is not acted on. */
	tree_put(t, RECORD, "boot " BOOT "\n");
	assert_int_equal(chmod(tree_path(t, "run/swsched"), 0777), 0);
	begin(t);
	assert_int_equal(changes_load(&c), -EPERM);
	assert_int_equal(changes_set(&c, ONE, "other"), 0);
	assert_int_equal(changes_apply(&c), -EPERM);
	assert_string_equal(tree_text(t, ONE), "never\n");
	end();
}

static void test_link_as_record(void **state)
{
	struct tree *t = *state;

	put_machine(t);
	tree_put(t, "elsewhere/test", "boot " BOOT "\n");
	tree_link(t, "run/swsched", "../elsewhere");
	begin(t);
	assert_int_equal(changes_load(&c), -ELOOP);
	assert_int_equal(changes_set(&c, ONE, "other"), 0);
	assert_int_equal(changes_apply(&c), -ELOOP);
	end();
}

static void test_header(void **state)
{
	unsigned char page[4096];
	uint32_t word;

	(void)state;
	swap_header(page, sizeof(page), 64 << 20);
	memcpy(&word, page + 1024, 4);
	assert_int_equal(word, 1);
	memcpy(&word, page + 1028, 4);
	assert_int_equal(word, 16383);
	assert_memory_equal(page + 4086, "SWAPSPACE2", 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(test_there_and_back),
		IN_TREE(test_failure),
		IN_TREE(test_somebody_else),
		IN_TREE(test_second_run),
		IN_TREE(test_after_a_kill),
		IN_TREE(test_reused_pid),
		IN_TREE(test_another_boot),
		IN_TREE(test_devices),
		IN_TREE(test_unnamed_device),
		IN_TREE(test_refused_record),
		IN_TREE(test_link_as_record),
		cmocka_unit_test(test_header),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
