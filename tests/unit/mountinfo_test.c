// SPDX-License-Identifier: GPL-2.0-or-later
/* mountinfo_test.c - /proc/self/mountinfo. */
#include "texts.h"

#define MOUNT "1 0 0:5 / / rw "
#define FACTS                                                           \
	"[1\\] parent=0\n[1\\] dev=0:5\n[1\\] root=/\n[1\\] target=/\n" \
	"[1\\] options=rw\n"

static const struct sample_text texts[] = {
	{"a share: options with and without a value", parse_mountinfo, NULL,
		T("36 26 0:31 / /mnt/b rw,relatime - cifs //srv/share rw,vers=3.1.1,nounix,closetimeo=1\n"),
		"[36\\] parent=26\n[36\\] dev=0:31\n[36\\] root=/\n[36\\] target=/mnt/b\n"
		"[36\\] options=rw,relatime\n[36\\] propagation=\n[36\\] fstype=cifs\n"
		"[36\\] source=//srv/share\n[36\\] sboptions=rw,vers=3.1.1,nounix,closetimeo=1\n"
		"[36\\] opt.rw=\n[36\\] opt.vers=3.1.1\n[36\\] opt.nounix=\n[36\\] opt.closetimeo=1\n"},
	{"optional fields: none, one, several, of kinds not known", parse_mountinfo, NULL,
		T(MOUNT "- a b rw\n" MOUNT "shared:1 - a b rw\n" MOUNT
			"shared:1 master:2 propagate_from:3 unbindable odd:x - a b rw\n"),
		FACTS
		"[1\\] propagation=\n[1\\] fstype=a\n[1\\] source=b\n[1\\] sboptions=rw\n[1\\] opt.rw=\n" FACTS
		"[1\\] propagation=shared:1\n[1\\] fstype=a\n[1\\] source=b\n[1\\] sboptions=rw\n[1\\] opt.rw=\n" FACTS
		"[1\\] propagation=shared:1 master:2 propagate_from:3 unbindable odd:x\n"
		"[1\\] fstype=a\n[1\\] source=b\n[1\\] sboptions=rw\n[1\\] opt.rw=\n"},
	{"all stays escaped; an escaped comma parts nothing", parse_mountinfo, NULL,
		T("2 1 0:6 /a\\040b /mnt/x\\011y\\134 rw - cifs //srv/two\\040words "
		  "rw,username=a\\054b\\040c,domain=,odd\\075name=v=w,,addr=fe80::1%eth0\n"),
		"[2\\] parent=1\n[2\\] dev=0:6\n[2\\] root=/a\\040b\n[2\\] target=/mnt/x\\011y\\134\n"
		"[2\\] options=rw\n[2\\] propagation=\n[2\\] fstype=cifs\n"
		"[2\\] source=//srv/two\\040words\n"
		"[2\\] sboptions=rw,username=a\\054b\\040c,domain=,odd\\075name=v=w,,addr=fe80::1%eth0\n"
		"[2\\] opt.rw=\n[2\\] opt.username=a\\054b\\040c\n[2\\] opt.domain=\n"
		"[2\\] opt.odd\\075name=v=w\n[2\\] opt.addr=fe80::1%eth0\n"},
	{"an empty source has two blanks", parse_mountinfo, NULL,
		T(MOUNT "- tmpfs  rw\n"),
		FACTS
		"[1\\] propagation=\n[1\\] fstype=tmpfs\n[1\\] source=\n[1\\] sboptions=rw\n[1\\] opt.rw=\n"},
	{"a mount point may be a dash", parse_mountinfo, NULL,
		T("1 0 0:5 - - rw - a - rw\n"),
		"[1\\] parent=0\n[1\\] dev=0:5\n[1\\] root=-\n[1\\] target=-\n[1\\] options=rw\n"
		"[1\\] propagation=\n[1\\] fstype=a\n[1\\] source=-\n[1\\] sboptions=rw\n[1\\] opt.rw=\n"},
	{"names of any bytes", parse_mountinfo, NULL,
		T("1 0 0:5 / /\xff\x1b rw - a b rw\n"),
		"[1\\] parent=0\n[1\\] dev=0:5\n[1\\] root=/\n[1\\] target=/\xff\x1b\n[1\\] options=rw\n"
		"[1\\] propagation=\n[1\\] fstype=a\n[1\\] source=b\n[1\\] sboptions=rw\n[1\\] opt.rw=\n"},
	{"an option's name beyond all measure, and one that is not text", parse_mountinfo,
		NULL,
		T(MOUNT "- a b aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1,"
			"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=2,\x1b=3,x=4\n"),
		FACTS
		"[1\\] propagation=\n[1\\] fstype=a\n[1\\] source=b\n"
		"[1\\] sboptions=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1,"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=2,\x1b=3,x=4\n"
		"[1\\] opt.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1\n"
		"[1\\] opt.x=4\n!1\n"},
	{"lines that are not whole", parse_mountinfo, NULL,
		T("1\n1 0 0:5 / / rw\n1 0 0:5 / / rw -\n1 0 0:5 / / rw - a\n1 0 0:5 / / rw - a b\n"
		  "1 0 0:5 / rw - a b rw\n1 0 0:5 / / rw shared:1 a b rw\n"),
		"!1\n!2\n!3\n!4\n!5\n!6\n!7\n"},
	{"numbers that are none", parse_mountinfo, NULL,
		T("x 0 0:5 / / rw - a b rw\n1 x 0:5 / / rw - a b rw\n1 0 05 / / rw - a b rw\n"
		  "1 0 a:5 / / rw - a b rw\n1 0 0:5 / / rw - a b\0rw\n"),
		"!1\n!2\n!3\n!4\n!5\n"},
};

static void test_texts(void **state)
{
	(void)state;
	texts_check(texts, COUNT_OF(texts));
}

static void test_cut(void **state)
{
	(void)state;
	texts_cut_anywhere(texts, COUNT_OF(texts));
	texts_cut_makes_nothing_up(texts, COUNT_OF(texts), false);
}

static unsigned count_in(struct span s, const char *what)
{
	unsigned n = 0;

	for (size_t at = 0; at < s.n; at++)
		n += span_starts(span_sub(s, at, s.n), what);
	return n;
}

/* Real lists: all lines are mounts, and each share tells its closetimeo. */
static void test_captures(void **state)
{
	static const char *const captures[] = {
		"6.1.192-cifs/many-shares/proc/self/mountinfo",
		"6.12.117-cifs/many-shares/proc/self/mountinfo",
		"7.3.4-cifs/many-shares/proc/self/mountinfo",
	};
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(captures); i++) {
		struct facts f;

		capture_read(&b, captures[i]);
		facts_read(&f, parse_mountinfo, NULL, buf_text(&b));
		assert_int_equal(f.n_faults, 0);
		assert_int_equal(count_in(buf_text(&f.out), "] target="),
			count_in(buf_text(&b), "\n"));
		assert_int_equal(count_in(buf_text(&f.out), "] fstype=cifs\n"), 8);
		assert_int_equal(count_in(buf_text(&f.out), "] opt.closetimeo=1\n"), 8);
		assert_int_equal(count_in(buf_text(&f.out), "] opt.vers=3.1.1\n"), 6);
		assert_int_equal(
			count_in(buf_text(&f.out), "] target=/mnt/with\\040space\n"), 1);
		facts_free(&f);
	}
	buf_free(&b);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_captures),
	};

	return cmocka_run_group_tests_name("mountinfo", tests, NULL, NULL);
}
