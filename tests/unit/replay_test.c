// SPDX-License-Identifier: GPL-2.0-or-later
/* replay_test.c - mountinfo in, the options of a remount out; and what differs between two readings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>

#include "tune.h"

/* "name=value name …", then what is given though it is not shown, in brackets. */
static const char *list_of(struct arena *a, const char *shown, unsigned fixes)
{
	struct replay r = {.arena = a};
	struct buf b = {0};

	replay_plan(&r, span_z(shown), 5, fixes);
	for (unsigned i = 0; i < r.n; i++) {
		buf_str(&b, i ? "|" : "");
		buf_fmt(&b, r.list[i].because ? "(%s)" : "%s", r.list[i].name);
		if (r.list[i].value)
			buf_fmt(&b, "=%s", r.list[i].value);
	}
	struct span s = arena_span(a, buf_text(&b));
	buf_free(&b);
	return s.p;
}

static const struct {
	const char *shown, *list;
	unsigned fixes;
} lists[] = {
	/* 6.1, nothing hidden */
	{"rw,vers=3.1.1,cache=strict,username=root,uid=0,noforceuid,gid=0,noforcegid,addr=127.0.0.1,"
	 "file_mode=0755,dir_mode=0755,soft,nounix,serverino,mapposix,rsize=4194304,wsize=4194304,"
	 "bsize=1048576,echo_interval=60,actimeo=1,closetimeo=1",
		"vers=3.1.1|cache=strict|username=root|uid=0|noforceuid|gid=0|noforcegid|addr=127.0.0.1|"
		"file_mode=0755|dir_mode=0755|soft|nounix|serverino|mapposix|rsize=4194304|wsize=4194304|"
		"bsize=1048576|echo_interval=60|actimeo=1|closetimeo=5",
		0},
	/* shown by absence */
	{"rw,vers=3.1.1,mapchars,closetimeo=2",
		"vers=3.1.1|mapchars|(noserverino)|closetimeo=5", 0},
	{"rw,serverino,closetimeo=2", "serverino|(nomapposix)|closetimeo=5", 0},
	{"rw,closetimeo=2", "(noserverino)|(nomapposix)|closetimeo=5", 0},
	{"rw,noserverino,mapposix,closetimeo=2", "noserverino|mapposix|closetimeo=5", 0},
	/* flags of the superblock are kept, whichever they are */
	{"ro,sync,dirsync,mand,lazytime,serverino,mapposix,closetimeo=0",
		"serverino|mapposix|closetimeo=5", 0},
	/* multichannel stands behind closetimeo; one timeout or two; two families of addresses */
	{"rw,addr=fe80::1%2,serverino,mapposix,acdirmax=40,acregmax=20,closetimeo=1,multichannel,"
	 "max_channels=3",
		"addr=fe80::1%2|serverino|mapposix|acdirmax=40|acregmax=20|multichannel|max_channels=3|"
		"closetimeo=5",
		0},
	/* the kernel's escapes: a comma, a blank, a tab, a backslash, '=' of a name */
	{"rw,username=a\\054b\\040c\\011d\\134e,domain=x=y,odd\\075name=1,serverino,mapposix,closetimeo=1",
		"username=a,b c\td\\e|domain=x=y|odd=name=1|serverino|mapposix|closetimeo=5",
		0},
	/* a value of nothing is none the less a value */
	{"rw,username=,domain=,serverino,mapposix,closetimeo=1",
		"username=|domain=|serverino|mapposix|closetimeo=5", 0},
	/* the security module's are not for us; a comma within quotes is its own */
	{"rw,seclabel,context=\"system_u:object_r:cifs_t:s0:c1,c2\",fscontext=a:b:c:d,serverino,mapposix,"
	 "closetimeo=1",
		"serverino|mapposix|closetimeo=5", 0},
	{"rw,context=\"never ends,serverino,mapposix,closetimeo=1",
		"serverino|mapposix|closetimeo=5", 0},
	{"rw,username=\"a,b\"c,serverino,mapposix,closetimeo=1",
		"username=\"a,b\"c|serverino|mapposix|closetimeo=5", 0},
	/* of a kernel to come */
	{"rw,serverino,mapposix,closetimeo=1,tomorrow,next=2",
		"serverino|mapposix|tomorrow|next=2|closetimeo=5", 0},
	/* nothing at all, or next to nothing */
	{"", "(noserverino)|(nomapposix)|closetimeo=5", 0},
	{",,rw,,", "(noserverino)|(nomapposix)|closetimeo=5", 0},
	/* what refusals taught */
	{"rw,sec=ntlmssp,cruid=0,serverino,mapposix,closetimeo=1",
		"cruid=0|serverino|mapposix|closetimeo=5", 1},
	{"rw,sec=krb5i,serverino,mapposix,closetimeo=1",
		"sec=krb5i|serverino|mapposix|(noposixpaths)|closetimeo=5", 8},
	{"rw,sec=krb5i,serverino,mapposix,closetimeo=1",
		"serverino|mapposix|(noposixpaths)|closetimeo=5", 9},
	{"rw,serverino,mapposix,closetimeo=1",
		"serverino|mapposix|(sec)=ntlmssp|closetimeo=5", 2},
	{"rw,serverino,mapposix,closetimeo=1",
		"serverino|mapposix|(sec)=krb5|(noposixpaths)|closetimeo=5", 14},
};

static void test_lists(void **state)
{
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		assert_string_equal(
			list_of(&a, lists[i].shown, lists[i].fixes), lists[i].list);
	arena_free(&a);
}

static void test_fixes(void **state)
{
	static const struct {
		const char *said, *shown;
		unsigned tried, then;
	} cases[] = {
		{"CIFS: VFS: can not change sec during remount", "rw,sec=ntlmssp", 0, 1},
		{"CIFS: VFS: can not change sec during remount", "rw,sec=ntlmssp", 1, 1},
		{"CIFS: VFS: can not change sec during remount", "rw,sec=ntlmssp", 8, 9},
		{"CIFS: VFS: can not change sec during remount", "rw", 0, 2},
		{"CIFS: VFS: can not change sec during remount", "rw", 2, 6},
		{"CIFS: VFS: can not change sec during remount", "rw", 6, 6},
		{"CIFS: VFS: can not change posixpaths during remount", "rw", 0, 8},
		{"CIFS: VFS: can not change posixpaths during remount", "rw,posixpaths",
			0, 0},
		{"CIFS: VFS: can not change username during remount", "rw", 0, 0},
		{"", "rw", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		unsigned fixes = cases[i].tried;

		assert_int_equal(
			replay_fix(span_z(cases[i].said), span_z(cases[i].shown), &fixes),
			cases[i].then != cases[i].tried);
		assert_int_equal(fixes, cases[i].then);
	}
}

static void test_places(void **state)
{
	static const char *const cases[][3] = {
		{"/home", "/mnt/a", "/mnt/a"},
		{"/home", "//mnt///a/", "/mnt/a"},
		{"/home", "/mnt/./a/.", "/mnt/a"},
		{"/home", "x", "/home/x"},
		{"/", "x/", "/x"},
		{"/home", ".", "/home"},
		{"/home", "/", "/"},
		{"/home", "", "/home"},
		/* A link could lead anywhere: what ".." stands for is not guessed. */
		{"/home", "../mnt", "/home/../mnt"},
		{"/home", "/mnt/with blank", "/mnt/with blank"},
	};
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_string_equal(
			smb_place(&a, cases[i][0], cases[i][1]).p, cases[i][2]);
	arena_free(&a);
}

static const char before[] =
	"36 24 0:31 / /mnt/a rw,nosuid,relatime shared:7 - cifs //srv/pub rw,uid=7,soft,serverino,closetimeo=1\n"
	"37 24 0:31 /sub /mnt/with\\040blank ro - cifs //srv/pub rw,uid=7,soft,serverino,closetimeo=1\n"
	"38 24 0:32 / /mnt/c rw - cifs //srv/pub rw,uid=8,closetimeo=1\n";

static void test_differs(void **state)
{
	static const struct {
		const char *now, *says;
	} cases[] = {
		{"36 24 0:31 / /mnt/a rw,nosuid,relatime shared:7 - cifs //srv/pub rw,uid=7,soft,serverino,closetimeo=5\n"
		 "37 24 0:31 /sub /mnt/with\\040blank ro - cifs //srv/pub rw,uid=7,soft,serverino,closetimeo=5\n"
		 "38 24 0:32 / /mnt/c rw - cifs //srv/pub rw,uid=9,closetimeo=1\n",
			""},
		/* another order is the same; one that went is not ours */
		{"36 24 0:31 / /mnt/a rw,nosuid,relatime - cifs //srv/pub closetimeo=5,rw,serverino,soft,uid=7\n",
			""},
		{"36 24 0:31 / /mnt/a rw,relatime - cifs //srv/pub rw,uid=0,soft,serverino,closetimeo=5\n"
		 "37 24 0:31 /sub /mnt/with\\040blank rw - cifs //srv/pub ro,uid=7,hard,serverino,pass=x,closetimeo=5\n",
			"/mnt/a: lost nosuid lost uid=7 gained uid=0; "
			"/mnt/with blank: lost ro gained rw lost rw lost soft gained ro gained hard gained pass=***"},
		{"36 24 0:31 / /mnt/a rw,nosuid,relatime - smb3 //srv/x rw,uid=7,uid=7,soft,serverino,closetimeo=1\n",
			"/mnt/a: type cifs became smb3 source //srv/pub became //srv/x gained uid=7 gained uid=7"},
	};
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct smb_mounts was = {.arena = &a}, now = {.arena = &a};
		struct buf b = {0};

		smb_mounts_read(&was, SPAN(before));
		smb_mounts_read(&now, span_z(cases[i].now));
		assert_int_equal(smb_differs(&was, &now, SPAN("0:31"), &b),
			*cases[i].says != '\0');
		assert_string_equal(buf_cstr(&b), cases[i].says);
		buf_free(&b);
	}
	arena_free(&a);
}

static void test_mounts(void **state)
{
	struct arena a = {0};
	struct smb_mounts m = {.arena = &a};
	const struct smb_mount *at = NULL;
	uint64_t seconds;

	(void)state;
	smb_mounts_read(&m, SPAN(before));
	assert_int_equal(m.n, 3);
	assert_int_equal(smb_mounts_at(&m, SPAN("/mnt/with blank"), &at), 0);
	assert_true(span_is(at->root, "/sub"));
	assert_int_equal(smb_closetimeo(at, &seconds), 0);
	assert_int_equal(seconds, 1);
	assert_null(smb_closetimeo_dead(at));
	smb_mounts_read(&m,
		SPAN("1 0 0:5 / /a rw - cifs //s/p rw,vers=1.0,closetimeo=1\n"
		     "2 0 0:6 / /a rw - smb3 //s/p rw,vers=3.0,nolease,closetimeo=1\n"));
	assert_int_equal(smb_mounts_at(&m, SPAN("/a"), &at), 0);
	assert_true(span_is(at->id, "2"));
	assert_string_equal(smb_closetimeo_dead(at), "it is mounted with nolease");
	assert_string_equal(smb_closetimeo_dead(&m.list[0]), "SMB 1.0 has no leases");
	assert_int_equal(smb_mounts_at(&m, SPAN("/b"), &at), -ENOENT);
	/* What lies over a mount is told by its parent, not by its place in the list. */
	smb_mounts_read(&m, SPAN("5 4 0:6 / /a rw - cifs //s/p rw,closetimeo=2\n"
				 "4 1 0:5 / /a rw - cifs //s/p rw,closetimeo=1\n"));
	assert_int_equal(smb_mounts_at(&m, SPAN("/a"), &at), 0);
	assert_true(span_is(at->id, "5"));
	assert_true(m.list[1].covered);
	arena_free(&a);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists),
		cmocka_unit_test(test_fixes),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_differs),
		cmocka_unit_test(test_mounts),
	};

	return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
