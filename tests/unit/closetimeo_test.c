// SPDX-License-Identifier: GPL-2.0-or-later
/* closetimeo_test.c - closetimeo set on a kernel made up here, whose remount begins at defaults as the real one's does. */
#include "smb_kernel.h"

static const char odd[] =
	"rw,vers=3.1.1,cache=loose,username=a\\054b\\040c,uid=1000,forceuid,addr=fe80::1%eth0,hard,nounix,"
	"nobrl,rsize=65536,acdirmax=40,acregmax=20,closetimeo=1,multichannel,max_channels=3";

/* ---- setting ---- */

static void test_set(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, odd);
	struct closetimeo c = setting_of(t, &k, 5);

	assert_int_equal(closetimeo_set(&c), 0);
	assert_true(c.changed);
	assert_int_equal(c.old, 1);
	assert_int_equal(k.calls, 1);
	assert_int_equal(c.kept, 15 + 2 * 3);
	assert_non_null(strstr(k.shown, "closetimeo=5"));
	assert_non_null(strstr(k.shown, "username=a\\054b\\040c,"));
}

static void test_nothing_to_do(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, "rw,actimeo=1,closetimeo=5");
	struct closetimeo c = setting_of(t, &k, 5);

	assert_int_equal(closetimeo_set(&c), 0);
	assert_false(c.changed);
	assert_int_equal(k.calls, 0);
}

static void test_plain(void **state)
{
	/* All but the first would lose something by a remount of closetimeo alone. */
	static const char *const shown[] = {
		defaults,
		"rw,vers=2.1,cache=none,username=u,uid=1000,forceuid,addr=::1,hard,nounix,mapchars,rsize=65536,"
		"actimeo=30,closetimeo=1",
		"ro,vers=3.1.1,cache=strict,multiuser,uid=0,noforceuid,addr=1.2.3.4,soft,nounix,rsize=1,noperm,actimeo=1,"
		"closetimeo=1,future=x",
		"rw,vers=1.0,cache=strict,username=root,uid=0,noforceuid,addr=127.0.0.1,soft,unix,posixpaths,serverino,"
		"mapposix,acl,rsize=1048576,actimeo=1,closetimeo=1",
	};

	for (size_t i = 0; i < COUNT_OF(shown); i++) {
		struct tree *t = *state;
		struct kernel k = kernel_of(t, shown[i]);
		struct closetimeo c = setting_of(t, &k, 0);
		char was[1024];

		snprintf(was, sizeof(was), "%s", sorted(shown[i]));
		assert_int_equal(closetimeo_set(&c), 0);
		assert_string_equal(sorted(k.shown), was);
	}
}

static void test_fixes(void **state)
{
	static const struct {
		const char *shown, *refuses, *needs, *says;
	} cases[] = {
		{",sec=ntlmssp", "sec", NULL,
			"CIFS: VFS: can not change sec during remount"},
		{"", NULL, "noposixpaths",
			"CIFS: VFS: can not change posixpaths during remount"},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct tree *t = *state;
		char was[1024];
		snprintf(was, sizeof(was), "%s%s", defaults, cases[i].shown);
		struct kernel k = kernel_of(t, was);
		struct closetimeo c = setting_of(t, &k, 7);

		k.refuses = cases[i].refuses;
		k.needs = cases[i].needs;
		k.says = cases[i].says;
		assert_int_equal(closetimeo_set(&c), 0);
		assert_int_equal(k.calls, 2);
		assert_string_equal(sorted(k.shown), sorted(was));
	}
}

/* A fix that does not help is not tried for ever. */
static void test_no_fix(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, defaults);
	struct closetimeo c = setting_of(t, &k, 7);

	k.refuses = "soft";
	k.says = "can not change sec during remount";
	assert_int_equal(closetimeo_set(&c), -EINVAL);
	assert_int_equal(k.calls, 3);
	assert_int_equal(c.step, CLOSETIMEO_CHANGE);
}

static void test_refused(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, odd);
	struct closetimeo c = setting_of(t, &k, 5);

	k.refuses = "nobrl";
	k.says = "CIFS: VFS: can not change workstation_name during remount";
	assert_int_equal(closetimeo_set(&c), -EINVAL);
	assert_int_equal(c.step, CLOSETIMEO_CHANGE);
	assert_false(c.changed);
	assert_int_equal(k.calls, 1); /* nothing to learn from that */
	assert_string_equal(k.shown, odd);
	assert_true(span_is(c.said, k.says));
}

/* A kernel that refuses and has changed something all the same. */
static void test_half(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, defaults);
	struct closetimeo c = setting_of(t, &k, 5);

	k.refuses = "soft";
	k.says = "no";
	k.half = true;
	assert_int_equal(closetimeo_set(&c), -EINVAL);
	assert_int_equal(c.step, CLOSETIMEO_CHANGE);
	assert_string_equal(sorted(k.shown), sorted(defaults));
	assert_non_null(strstr(k.shown, "closetimeo=1"));
}

static void test_put_back(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t,
		"rw,vers=3.1.1,cache=none,username=root,uid=7,noforceuid,addr=127.0.0.1,soft,nounix,serverino,"
		"mapposix,rsize=4194304,actimeo=1,closetimeo=1");
	struct closetimeo c = setting_of(t, &k, 5);
	char was[1024];

	snprintf(was, sizeof(was), "%s", sorted(k.shown));
	k.loses = "uid";
	assert_int_equal(closetimeo_set(&c), -EBADE);
	assert_int_equal(c.step, CLOSETIMEO_CHECK);
	assert_int_equal(k.calls, 2);
	assert_string_equal(sorted(k.shown), was);
	assert_non_null(strstr(k.shown, "closetimeo=1"));
	assert_true(span_is(c.differs,
		"/mnt/a: lost uid=7 gained uid=0; /mnt/b: lost uid=7 gained uid=0"));
}

static void test_not_put_back(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, odd);
	struct closetimeo c = setting_of(t, &k, 5);

	k.loses = "cache";
	k.loses_to = ~0u;
	assert_int_equal(closetimeo_set(&c), -EBADE);
	assert_int_equal(c.step, CLOSETIMEO_RESTORE);
	assert_non_null(memmem(
		c.differs.p, c.differs.n, "lost cache=loose gained cache=strict", 36));
}

/* Refused, and yet something is another, for good. */
static void test_half_not_put_back(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, odd);
	struct closetimeo c = setting_of(t, &k, 5);

	k.refuses = "nobrl";
	k.says = "no";
	k.half = true;
	k.loses = "cache";
	k.loses_to = ~0u;
	assert_int_equal(closetimeo_set(&c), -EINVAL);
	assert_int_equal(c.step, CLOSETIMEO_RESTORE);
	assert_int_equal(k.calls, 2);
	assert_true(span_is(c.said, "no"));
	assert_true(span_starts(
		c.differs, "/mnt/a: lost cache=loose gained cache=strict; /mnt/b: "));
}

/* What cannot be read back counts as what could not be put back: nobody knows. */
static void test_unseen(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, odd);
	struct closetimeo c = setting_of(t, &k, 5);

	k.hides = true;
	assert_int_equal(closetimeo_set(&c), -ENOENT);
	assert_int_equal(c.step, CLOSETIMEO_RESTORE);
	assert_int_equal(k.calls, 1);
	assert_true(span_is(c.differs, "mountinfo cannot be read"));
}

/* Success is not believed: mount -o remount,bind says it and does nothing. */
static void test_deaf(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, odd);
	struct closetimeo c = setting_of(t, &k, 5);

	k.deaf = true;
	assert_int_equal(closetimeo_set(&c), -EBADE);
	assert_int_equal(c.step, CLOSETIMEO_CHECK);
	assert_true(span_is(c.differs, "closetimeo is 1"));
}

static void test_late(void **state)
{
	struct tree *t = *state;
	struct kernel k = kernel_of(t, odd);
	struct closetimeo c = setting_of(t, &k, 5);

	k.err = -ETIMEDOUT;
	assert_int_equal(closetimeo_set(&c), -ETIMEDOUT);
	assert_int_equal(c.step, CLOSETIMEO_WAIT);
	assert_int_equal(k.calls, 1);
}

static void test_not_there(void **state)
{
	static const struct {
		const char *place;
		int err;
	} cases[] = {{"/mnt/x", -ENOENT}, {"/", -EMEDIUMTYPE}, {"/old", -EOPNOTSUPP},
		{"/over", -EMEDIUMTYPE}, {"/bad", -EINVAL}};
	struct tree *t = *state;

	tree_put(t, "proc/self/mountinfo",
		OTHER MOUNT("40", "0:40", "/old", "rw,vers=2.1,actimeo=1") MOUNT("41",
			"0:41", "/over",
			"rw,closetimeo=1") "42 1 0:42 / /over rw - tmpfs none rw\n" MOUNT("43",
			"0:43", "/bad", "rw,closetimeo=-1"));
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct closetimeo c = {
			.root = t->r, .arena = &t->a, .target = span_z(cases[i].place)};

		assert_int_equal(closetimeo_set(&c), cases[i].err);
		assert_int_equal(c.step, CLOSETIMEO_FIND);
	}
}

static void test_most(void **state)
{
	struct tree *t = *state;

	assert_int_equal(closetimeo_most(t->r, &t->a), 1073741);
	tree_put(t, "proc/fs/cifs/Stats",
		"Resources in use\nCIFS Session: 1\n\nMax requests in flight: 3\n"
		"Total time spent processing by command. Time units are jiffies (250 per second)\n");
	assert_int_equal(closetimeo_most(t->r, &t->a), 4294967);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		IN_TREE(test_set),
		IN_TREE(test_nothing_to_do),
		IN_TREE(test_plain),
		IN_TREE(test_fixes),
		IN_TREE(test_no_fix),
		IN_TREE(test_refused),
		IN_TREE(test_half),
		IN_TREE(test_put_back),
		IN_TREE(test_not_put_back),
		IN_TREE(test_half_not_put_back),
		IN_TREE(test_unseen),
		IN_TREE(test_deaf),
		IN_TREE(test_late),
		IN_TREE(test_not_there),
		IN_TREE(test_most),
	};

	return cmocka_run_group_tests_name("closetimeo", tests, NULL, NULL);
}
