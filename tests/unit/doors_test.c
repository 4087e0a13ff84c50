// SPDX-License-Identifier: GPL-2.0-or-later
/* doors_test.c - the texts of the doors, on trees made by hand. */
#include <unistd.h>

#include "tree.h"

#include <zlib.h>

static void test_doors_and_files(void **state)
{
	struct tree *t = *state;
	void *symbol;

	assert_int_equal(tree_error(t, "@host"), -ENOENT);
	assert_int_equal(tree_error(t, "@nothing"), -ENOENT);
	assert_int_equal(tree_error(t, "@"), -ENOENT);
	assert_int_equal(tree_error(t, "@swapdev/more"), -ENOENT);
	assert_int_equal(tree_error(t, "@netlink/taskstats"), -ENOENT);
	tree_put(t, "@host", "release 6.1.0\n");
	tree_put(t, "@netlink/taskstats", "1 3 4 5 6\n");
	assert_string_equal(tree_text(t, "@host"), "release 6.1.0\n");
	assert_string_equal(tree_text(t, "@netlink/taskstats"), "1 3 4 5 6\n");
	assert_int_equal(module_symbol("netlink_not_built", "x", &symbol), -ENOSYS);
}

/* Rows of the program's own stand in the place of a door, until they are taken off. */
static void test_told(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@trial/rounds"), -ENOENT);
	root_set(t->r, "@trial/rounds", "1 v4 1 2 3\n");
	root_set(t->r, "@host", "page_size 4096\n");
	assert_string_equal(tree_text(t, "@trial/rounds"), "1 v4 1 2 3\n");
	assert_string_equal(tree_text(t, "@host"), "page_size 4096\n");
	assert_int_equal(tree_error(t, "@trial/runs"), -ENOENT);
	root_set(t->r, "@trial/rounds", "");
	assert_string_equal(tree_text(t, "@trial/rounds"), "");
	root_set(t->r, "@trial/rounds", NULL);
	assert_int_equal(tree_error(t, "@trial/rounds"), -ENOENT);
}

static void test_word(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"", "-"},
		{"-", "\\055"},
		{"--", "--"},
		{"plain", "plain"},
		{"a b\tc\nd", "a\\040b\\011c\\012d"},
		{"\\040", "\\134040"},
		{"\x7f\x1b[2J", "\\177\\033[2J"},
		{"\xc3\xa9", "\xc3\xa9"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf out = {0};
		char back[32];

		door_word(&out, span_z(cases[i].in));
		assert_string_equal(buf_cstr(&out), cases[i].out);
		if (i > 0) {
			back[span_unoctal(buf_text(&out), back)] = '\0';
			assert_string_equal(back, cases[i].in);
		}
		buf_free(&out);
	}
}

#define HEADING "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"

static void test_swapdev_links(void **state)
{
	struct tree *t = *state;

	tree_put(t, "proc/swaps",
		HEADING
		"/dev/zram0                              partition\t65532\t\t0\t\t100\n"
		"/dev/nvme0n1p3                          partition\t65532\t\t0\t\t-2\n"
		"/dev/loop0                              partition\t65532\t\t0\t\t-2\n"
		"/dev/dm-0                               partition\t65532\t\t0\t\t-2\n"
		"/home/swap\\040two                       file\t\t16380\t\t0\t\t7\n"
		"/fs/btrfs/swapfile                      file\t\t16380\t\t0\t\t7\n"
		"/gone\\040(deleted)                      file\t\t16380\t\t0\t\t7\n"
		"(unreachable)/swapfile                  file\t\t16380\t\t0\t\t7\n");
	tree_put(t, "proc/self/mountinfo",
		"21 1 253:0 / / rw - ext4 /dev/vda rw\n"
		"22 21 259:3 / /home rw - ext4 /dev/nvme0n1p2 rw\n"
		"23 21 0:40 / /fs/btrfs rw - btrfs /dev/sdb rw\n"
		"24 21 8:99 / /home/swap\\040 rw - ext4 /dev/none rw\n"
		"25 21 253:0 / / rw - ext4 /dev/vda rw\n");
	tree_link(t, "sys/dev/block/253:0", "../../devices/pci0/virtio0/block/vda");
	tree_put(t, "sys/block/vda/dev", "0:40\n");
	tree_link(t, "sys/class/block/zram0", "../../devices/virtual/block/zram0");
	tree_link(t, "sys/class/block/loop0", "../../devices/virtual/block/loop0");
	tree_link(t, "sys/class/block/dm-0", "../../devices/virtual/block/dm-0");
	tree_link(t, "sys/class/block/nvme0n1p3",
		"../../devices/pci0/nvme/nvme0/block/nvme0n1/nvme0n1p3");
	tree_link(t, "sys/dev/block/259:3",
		"../../devices/pci0/nvme/nvme0/block/nvme0n1/nvme0n1p2");
	tree_put(t, "sys/block/zram0/queue/rotational", "0\n");
	tree_put(t, "sys/block/nvme0n1/queue/rotational", "0\n");
	tree_put(t, "sys/block/dm-0/queue/rotational", "1\n");
	tree_put(t, "sys/block/loop0/queue/rotational", "0\n");
	tree_put(t, "sys/block/loop0/loop/backing_file", "/var/my swap\n");
	assert_string_equal(tree_text(t, "@swapdev"),
		"/dev/zram0 zram0 0 zram -\n"
		"/dev/nvme0n1p3 nvme0n1 0 disk -\n"
		"/dev/loop0 loop0 0 loop /var/my\\040swap\n"
		"/dev/dm-0 dm-0 1 disk -\n"
		"/home/swap\\040two nvme0n1 0 file -\n"
		"/fs/btrfs/swapfile - - file -\n"
		"/gone\\040(deleted) - - file -\n"
		"(unreachable)/swapfile - - file -\n");
}

/* As a copy by plain files leaves it: no links, so the names under sys/block must do. */
static void test_swapdev_without_links(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@swapdev"), -ENOENT);
	tree_put(t, "proc/swaps", HEADING);
	assert_string_equal(tree_text(t, "@swapdev"), "");
	tree_put(t, "proc/swaps",
		HEADING
		"/dev/sda12 partition 1 0 -2\n/dev/sdaa1 partition 1 0 -2\n/dev/vdb partition 1 0 -2\n"
		"/dev/loop7 partition 1 0 -2\n/swapfile file 1 0 -2\n\n/dev/ partition 1 0 -2\n");
	tree_put(t, "proc/self/mountinfo",
		"21 1 8:2 / / rw - ext4 /dev/sda2 rw\n\n21 1\n");
	tree_put(t, "sys/block/sda/queue/rotational", "1\n");
	tree_put(t, "sys/block/sda/sda2/dev", "8:2\n");
	tree_put(t, "sys/block/sdaa/queue/rotational", "0\n");
	tree_put(t, "sys/block/nvme0n1/queue/rotational", "0\n");
	assert_string_equal(tree_text(t, "@swapdev"), "/dev/sda12 sda 1 disk -\n"
						      "/dev/sdaa1 sdaa 0 disk -\n"
						      "/dev/vdb - - disk -\n"
						      "/dev/loop7 - - loop -\n"
						      "/swapfile sda 1 file -\n"
						      "/dev/ - - disk -\n");
}

static void put_process(
	struct tree *t, const char *pid, const char *comm, const char *flags)
{
	struct buf path = {0}, text = {0};

	buf_fmt(&path, "proc/%s/stat", pid);
	buf_fmt(&text,
		"%s (%s) S 1 10 10 0 -1 %s 501 2 33 4 5 6 7 8 20 0 9 0 1234 111 22 18446744073709551615\n",
		pid, comm, flags);
	tree_put(t, buf_cstr(&path), buf_cstr(&text));
	buf_free(&path);
	buf_free(&text);
}

static void test_tasks(void **state)
{
	struct tree *t = *state;

	tree_put(t, "proc/version", "Linux");
	put_process(t, "100", "a) R 1 (b c\n\\", "4194560");
	tree_put(t, "proc/100/status",
		"Name:\ta\nUid:\t1000\t1001\t1002\t1003\nVmSwapX:\t9 kB\nVmSwap:\t     512 kB\n");
	tree_put(t, "proc/100/cgroup", "4:cpu,memory:/v1 path\n0::/v2\n");
	put_process(t, "9", "kthreadd", "2129984");
	tree_put(t, "proc/9/status", "Uid:\t7\t7\t7\t7\nVmSwap:\t1 kB\n");
	put_process(t, "20", "plain", "0");
	tree_put(t, "proc/20/cgroup", "1:name=systemd:/s\n0::/user.slice\n");
	tree_put(t, "proc/30/status",
		"Name:\tcut\nState:\tR (running)\nPPid:\t3\nUid:\t0\t0\t0\t0\nVmSwap:\t0 kB\nThreads:\t2\n");
	tree_put(t, "proc/30/comm", "sleepy one\n");
	tree_put(t, "proc/40/cmdline", "--password=x");
	tree_put(t, "proc/50x/stat", "50 (no) S 1");
	assert_string_equal(tree_text(t, "@tasks"),
		"9 1234 1 0 S - 33 501 9 - kthreadd\n"
		"20 1234 1 - S - 33 501 9 /user.slice plain\n"
		"30 - 3 0 R 0 - - 2 - sleepy\\040one\n"
		"100 1234 1 1001 S 512 33 501 9 /v1\\040path a)\\040R\\0401\\040(b\\040c\\012\\134\n");
	assert_string_equal(tree_text(t, "@tasks/swap"), tree_text(t, "@tasks"));
	assert_int_equal(tree_error(t, "@tasks/other"), -ENOENT);
}

static void test_tasks_closed(void **state)
{
	struct tree *t = *state;
	uid_t was = geteuid();

	put_process(t, "7", "secret", "0");
	chmod(tree_path(t, "proc/7/stat"), 0);
	tree_put(t, "proc/7/status", "Uid:\t0\t0\t0\t0\n");
	chmod(tree_path(t, "proc/7/status"), 0);
	if (was == 0)
		assert_int_equal(seteuid(65534), 0);
	assert_string_equal(tree_text(t, "@tasks"), "7 - - - - - - - - - -\n");
	assert_int_equal(seteuid(was), 0);
}

static void test_cgroups_v2(void **state)
{
	struct tree *t = *state;

	assert_int_equal(tree_error(t, "@cgroups"), -ENOENT);
	tree_put(t, "sys/fs/cgroup/cgroup.controllers", "memory\n");
	tree_put(t, "sys/fs/cgroup/cgroup.procs", "1\n2\n3\n");
	tree_put(t, "sys/fs/cgroup/b 10/memory.swap.max", "max\n");
	tree_put(t, "sys/fs/cgroup/b 9/c/memory.current", "5\n");
	tree_put(t, "sys/fs/cgroup/b 9/memory.swap.events",
		"high 1\nmax 2\nfail 3\nother 4\n");
	tree_put(t, "sys/fs/cgroup/b 9/memory.pressure",
		"some avg10=0.25 total=7\nfull avg10=0.00 total=0\n");
	tree_put(t, "sys/fs/cgroup/b 9/memory.stat",
		"anon 1\nanon_thp 2\nzswap 3\nfile 4\nzswpin\n");
	tree_put(t, "sys/fs/cgroup/memory/memory.high", "1\n");
	tree_link(t, "sys/fs/cgroup/loop", ".");
	assert_string_equal(tree_text(t, "@cgroups"),
		"/ cgroup.version 2\n"
		"/ procs 3\n"
		"/b\\0409 memory.swap.events.high 1\n"
		"/b\\0409 memory.swap.events.max 2\n"
		"/b\\0409 memory.swap.events.fail 3\n"
		"/b\\0409 memory.pressure.some.avg10 0.25\n"
		"/b\\0409 memory.pressure.some.total 7\n"
		"/b\\0409 memory.pressure.full.avg10 0.00\n"
		"/b\\0409 memory.pressure.full.total 0\n"
		"/b\\0409 memory.stat.anon 1\n"
		"/b\\0409 memory.stat.zswap 3\n"
		"/b\\0409/c memory.current 5\n"
		"/b\\04010 memory.swap.max max\n"
		"/memory memory.high 1\n");
	root_set(t->r, "cgroup", "/sys/fs/cgroup/b 9/c/");
	assert_string_equal(tree_text(t, "@cgroups"),
		"/ cgroup.version 2\n/b\\0409/c memory.current 5\n");
	root_set(t->r, "cgroup", "b 9/c");
	assert_string_equal(tree_text(t, "@cgroups"),
		"/ cgroup.version 2\n/b\\0409/c memory.current 5\n");
	root_set(t->r, "cgroup", "/");
	assert_string_equal(tree_text(t, "@cgroups"), "/ cgroup.version 2\n/ procs 3\n");
	root_set(t->r, "cgroup", "b 9/../..");
	assert_int_equal(tree_error(t, "@cgroups"), -EINVAL);
	root_set(t->r, "cgroup", "gone");
	assert_int_equal(tree_error(t, "@cgroups"), -ENOENT);
}

/* A sparse file of a terabyte takes a day to count. */
static void test_cgroups_endless(void **state)
{
	struct tree *t = *state;

	tree_put(t, "sys/fs/cgroup/cgroup.controllers", "");
	tree_put(t, "sys/fs/cgroup/a/cgroup.procs", "1\n");
	tree_put(t, "sys/fs/cgroup/a/memory.swap.current", "4096\n");
	assert_int_equal(
		truncate(tree_path(t, "sys/fs/cgroup/a/cgroup.procs"), (off_t)1 << 40),
		0);
	assert_string_equal(tree_text(t, "@cgroups"),
		"/ cgroup.version 2\n/a memory.swap.current 4096\n");
}

static void test_cgroups_v1(void **state)
{
	struct tree *t = *state;

	tree_put(t, "sys/fs/cgroup/unified/cgroup.controllers", "hugetlb\n");
	tree_put(
		t, "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
	tree_put(t, "sys/fs/cgroup/memory/a/memory.stat",
		"swap 4096\ntotal_swap 8192\nrss 1\n");
	tree_put(t, "sys/fs/cgroup/memory/a/memory.swappiness", "60\n");
	assert_string_equal(tree_text(t, "@cgroups"),
		"/ cgroup.version 1\n"
		"/ memory.limit_in_bytes 9223372036854771712\n"
		"/a memory.swappiness 60\n"
		"/a memory.stat.swap 4096\n"
		"/a memory.stat.total_swap 8192\n");
	root_set(t->r, "cgroup", "/sys/fs/cgroup/memory/a");
	assert_string_equal(tree_text(t, "@cgroups"), "/ cgroup.version 1\n"
						      "/a memory.swappiness 60\n"
						      "/a memory.stat.swap 4096\n"
						      "/a memory.stat.total_swap 8192\n");
}

static void put_gz(struct tree *t, const char *text, size_t keep)
{
	static unsigned char gz[1 << 20];
	z_stream z = {
		.next_in = (Bytef *)(uintptr_t)text, .avail_in = (uInt)strlen(text)};

	assert_int_equal(
		deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
		Z_OK);
	z.next_out = gz;
	z.avail_out = sizeof(gz);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	assert_true(z.total_out > keep);
	tree_put_bytes(t, "proc/config.gz", gz, keep ? keep : z.total_out);
	deflateEnd(&z);
}

static void test_kconfig_gz(void **state)
{
	struct tree *t = *state;
	static const char *const lines[] = {
		"CONFIG_SWAP y\n",
		"CONFIG_ZSWAP n\n",
		"CONFIG_TASK_DELAY_ACCT y\n",
		"CONFIG_HZ 250\n",
		"CONFIG_CIFS m\n",
		"CONFIG_CIFS_STATS2 n\n",
		"CONFIG_LRU_GEN n\n",
		"\nsource config.gz\n",
	};
	struct buf config = {0};
	const char *text;

	buf_str(&config,
		"#\n# Linux\n#\nCONFIG_SWAP=y\n# CONFIG_ZSWAP is not set\nCONFIG_HZ_250=y\n");
	/* A line across 64 KiB, where a window ends; then many. */
	while (config.n < (64 << 10) - 8)
		buf_char(&config, '\n');
	buf_str(&config, "CONFIG_TASK_DELAY_ACCT=y\n");
	for (int i = 0; i < 6000; i++)
		buf_fmt(&config, "CONFIG_FILLER_%d=\"%x%x\"\n", i, i * 2654435761u,
			i * 40503u);
	buf_str(&config, "CONFIG_HZ=250\nCONFIG_CIFS=m\nCONFIG_LRU_GEN=");
	put_gz(t, buf_cstr(&config), 0);
	text = tree_text(t, "@kconfig");
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		if (!strstr(text, lines[i]))
			fail_msg("no %s in:\n%s", lines[i], text);
	assert_null(strstr(text, "FILLER"));
	put_gz(t, buf_cstr(&config), 20000);
	assert_int_equal(tree_error(t, "@kconfig"), -EBADMSG);
	put_gz(t, buf_cstr(&config), 5);
	assert_int_equal(tree_error(t, "@kconfig"), -EBADMSG);
	tree_put(t, "proc/config.gz", "not gzip at all");
	assert_int_equal(tree_error(t, "@kconfig"), -EBADMSG);
	tree_put(t, "proc/config.gz", "");
	assert_int_equal(tree_error(t, "@kconfig"), -EBADMSG);
	/* One line without an end, far longer than the window. */
	buf_reset(&config);
	buf_fill(&config, 'x', 1 << 20);
	put_gz(t, buf_cstr(&config), 0);
	assert_int_equal(tree_error(t, "@kconfig"), -EBADMSG);
	buf_free(&config);
}

static void test_kconfig_boot(void **state)
{
	struct tree *t = *state;
	const char *text;

	assert_int_equal(tree_error(t, "@kconfig"), -ENOENT);
	tree_put(t, "@host", "machine x\nrelease 6.1.0-9-amd64\n");
	assert_int_equal(tree_error(t, "@kconfig"), -ENOENT);
	tree_put(t, "boot/config-6.1.0-9-amd64",
		"CONFIG_ZSWAP_DEFAULT_ON=y\nCONFIG_ZSWAP=y");
	text = tree_text(t, "@kconfig");
	assert_non_null(strstr(text, "CONFIG_ZSWAP_DEFAULT_ON y\n"));
	assert_non_null(strstr(text, "\nsource boot\n"));
	assert_non_null(strstr(text, "CONFIG_SWAP n\n"));
	tree_put(t, "proc/sys/kernel/osrelease", "../../etc/x\n");
	assert_int_equal(tree_error(t, "@kconfig"), -EINVAL);
	tree_put(t, "proc/sys/kernel/osrelease", "6.1.0-9-amd64\n");
	assert_string_equal(tree_text(t, "@kconfig"), text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TREE(test_doors_and_files),
		IN_TREE(test_told),
		cmocka_unit_test(test_word),
		IN_TREE(test_swapdev_links),
		IN_TREE(test_swapdev_without_links),
		IN_TREE(test_tasks),
		IN_TREE(test_tasks_closed),
		IN_TREE(test_cgroups_v2),
		IN_TREE(test_cgroups_v1),
		IN_TREE(test_cgroups_endless),
		IN_TREE(test_kconfig_gz),
		IN_TREE(test_kconfig_boot),
	};

	return cmocka_run_group_tests_name("doors", tests, NULL, NULL);
}
