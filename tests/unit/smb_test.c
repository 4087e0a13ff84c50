// SPDX-License-Identifier: GPL-2.0-or-later
/* smb_test.c - "@closetimeo": what each SMB mount would get, and where what it has comes from. */
#include "tree.h"

#define AT(id, dev, target, source, type, value)                    \
	id " 1 " dev " / " target " rw,relatime - " type " " source \
	   " rw,vers=3.1.1" value "\n"
#define LIVE(n) ",closetimeo=" #n

static const char mounts[] = AT("30", "0:40", "/m/fstab", "//nas/a", "cifs", LIVE(9)) AT(
	"31", "0:41", "/m/two\\040words", "//nas/two\\040words", "smb3", LIVE(1)) AT("32",
	"0:42", "/m/unit-x", "//nas/c", "cifs", LIVE(7)) AT("33", "0:43", "/m/conf",
	"//Filer/d", "cifs", LIVE(5)) AT("34", "0:44", "/m/helped", "//nas/e", "cifs",
	LIVE(3)) AT("35", "0:45", "/m/applied", "//nas/f", "cifs", LIVE(3)) AT("36",
	"0:46", "/m/old-record", "//nas/g", "cifs", LIVE(3)) AT("37", "0:47", "/m/kernel",
	"//nas/h", "cifs", LIVE(1)) AT("38", "0:48", "/m/before-6.0", "//nas/i", "cifs",
	"") AT("39", "0:49", "/m/nfs", "nas:/x", "nfs4", LIVE(4))
	AT("40", "0:50", "/auto", "/etc/auto.smb", "autofs", "")
		AT("41", "0:51", "/auto/x", "//nas/j", "cifs", LIVE(0))
			AT("42", "0:52", "/sys", "systemd-1", "autofs", "")
				AT("43", "0:53", "/sys/x", "//nas/k", "cifs", LIVE(0));

static void fill(struct tree *t)
{
	tree_put(t, "proc/self/mountinfo", mounts);
	tree_put(t, "@host", "release 6.12.117\n");
	tree_put(t, "etc/fstab",
		"//nas/a /m/fstab cifs ro,closetimeo=011 0 0\n"
		"//nas/other /m/conf cifs closetimeo=8 0 0\n");
	tree_put(t, "etc/swsched/cifs.conf",
		"[default]\nclosetimeo = 2\n[server filer]\nclosetimeo = 5\n"
		"[mount /m/two\\040words]\nclosetimeo = 4\n");
	tree_put(t, "etc/systemd/system/m-unit\\x2dx.mount",
		"[Mount]\nOptions=closetimeo=6\nOptions=ro,closetimeo=7\n");
	tree_put(t, "run/swsched/closetimeo/0:44", "mount 34\nclosetimeo 3\nby helper\n");
	tree_put(t, "run/swsched/closetimeo/0:45", "mount 35\nclosetimeo 3\nby apply\n");
	tree_put(t, "run/swsched/closetimeo/0:46", "mount 30\nclosetimeo 3\nby helper\n");
}

static void test_door(void **state)
{
	static const char expected[] = "30 9 fstab fstab\n"
				       "31 4 kernel conf:mount\n"
				       "32 7 unit unit\n"
				       "33 5 conf conf:server\n"
				       "34 2 helper conf:default\n"
				       "35 2 conf conf:default\n"
				       "36 2 unknown conf:default\n"
				       "37 2 kernel conf:default\n"
				       "38 2 - conf:default\n"
				       "41 2 unknown conf:default\n"
				       "43 2 unknown conf:default\n";
	struct tree *t = *state;
	struct span text;

	fill(t);
	assert_int_equal(root_read(t->r, "@closetimeo", &t->a, &text), 0);
	if (!span_is(text, expected))
		fail_msg("%.*s", (int)text.n, text.p);
	assert_int_equal(root_read(t->r, "@closetimeo/x", &t->a, &text), -ENOENT);
}

static void test_nothing_said(void **state)
{
	struct tree *t = *state;
	struct span text;

	tree_put(t, "proc/self/mountinfo", mounts);
	/* A capture of before, which does not say whether there was a fstab. */
	assert_int_equal(root_read(t->r, "@closetimeo", &t->a, &text), -ENOENT);
	tree_put(t, "etc/fstab", "");
	assert_int_equal(root_read(t->r, "@closetimeo", &t->a, &text), 0);
	assert_true(span_starts(text, "30 - unknown -\n31 - kernel -\n"));
}

static void test_who_mounts(void **state)
{
	struct tree *t = *state;
	struct smb_defaults all;
	unsigned n_auto = 0, n_fstab = 0, n_unit = 0;

	fill(t);
	assert_int_equal(smb_defaults_read(t->r, &t->a, &all), 0);
	assert_int_equal(all.n, 11);
	for (unsigned i = 0; i < all.n; i++) {
		n_auto += all.mounts[i].autofs;
		n_fstab += all.mounts[i].in_fstab;
		n_unit += all.mounts[i].in_unit;
	}
	assert_int_equal(n_auto, 1);
	assert_int_equal(
		n_fstab, 1); /* that of another share on the same place is none */
	assert_int_equal(n_unit, 1);
}

static void test_unit_names(void **state)
{
	/* As systemd-escape --path --suffix=mount has it. */
	static const struct {
		const char *target, *unit;
	} cases[] = {
		{"/mnt/x", "mnt-x.mount"},
		{"//mnt//x/", "mnt-x.mount"},
		{"/", "-.mount"},
		{"/a-b/c_d:e.f", "a\\x2db-c_d:e.f.mount"},
		{"/two\\040words", "two\\x20words.mount"},
		{"/.hidden", "\\x2ehidden.mount"},
		{"/gr\xc3\xbc\xc3\x9f", "gr\\xc3\\xbc\\xc3\\x9f.mount"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf b = {0};

		mount_unit(span_z(cases[i].target), &b);
		assert_string_equal(buf_cstr(&b), cases[i].unit);
		buf_free(&b);
	}
}

static void test_kernels(void **state)
{
	static const struct {
		const char *release, *version;
		unsigned seconds;
		bool is;
	} cases[] = {
		{"6.12.117+deb12-cloud-amd64", "", 1, true},
		{"6.12.117+deb12-cloud-amd64", "", 5, false},
		{"5.14.0-503.el9", "", 1, true},
		{"6.0.7", "", 5, true},
		{"6.0.7", "", 1, false},
		{"6.1.21", "", 5, true},
		{"6.1.22", "", 5, false},
		{"6.1.22", "", 1, true},
		{"6.2.8-300.fc38", "", 5, true},
		{"6.2.9-300.fc38", "", 1, true},
		{"6.3.0", "", 5, false},
		{"6.1.0-57-amd64", "#1 SMP Debian 6.1.192-1 (2026-11-01)", 5, false},
		{"6.1.0-57-amd64", "#1 SMP Debian 6.1.192-1 (2026-11-01)", 1, true},
		{"6.1.0-5-amd64", "#1 SMP Debian 6.1.12-1 (2023-02-15)", 5, true},
		{"6.2.0-20-generic", "#20-Ubuntu SMP", 5, true},
		{"6.2.0-20-generic", "#20-Ubuntu SMP", 1, true},
		{"", "", 1, true},
		{"", "", 5, false},
		{"x", "Debian ", 1, true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (smb_kernel_default(span_z(cases[i].release), span_z(cases[i].version),
			    cases[i].seconds) != cases[i].is)
			fail_msg("%s, %s, %u", cases[i].release, cases[i].version,
				cases[i].seconds);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		IN_TREE(test_door),
		IN_TREE(test_nothing_said),
		IN_TREE(test_who_mounts),
		cmocka_unit_test(test_unit_names),
		cmocka_unit_test(test_kernels),
	};

	return cmocka_run_group_tests_name("smb", tests, NULL, NULL);
}
