// SPDX-License-Identifier: GPL-2.0-or-later
/* fstab_test.c - fstab(5) and cifs.conf(5): read, and changed in one place; names that mean the same. */
#include <errno.h>

#include "texts.h"
#include "tune.h"

static const struct sample_text texts[] = {
	{"lines of fstab: comments, tabs, quotes, escapes, few fields", parse_fstab, NULL,
		T("# //a/b /x cifs ro\n\n  \t#y\n//s/p\t/m\\040n  cifs\tro,a=\"b,c=d\",,x=1=2,closetimeo=2  0 0\n"
		  "\t//s/p /m cifs.swsched\r\n//s/q /n smb3 x"),
		"[4\\] source=//s/p\n[4\\] target=/m\\040n\n[4\\] fstype=cifs\n"
		"[4\\] options=ro,a=\"b,c=d\",,x=1=2,closetimeo=2\n[4\\] opt.ro=\n[4\\] opt.a=\"b,c=d\"\n"
		"[4\\] opt.x=1=2\n[4\\] opt.closetimeo=2\n"
		"[5\\] source=//s/p\n[5\\] target=/m\n[5\\] fstype=cifs.swsched\n[5\\] options=\n"
		"[6\\] source=//s/q\n[6\\] target=/n\n[6\\] fstype=smb3\n[6\\] options=x\n[6\\] opt.x=\n"},
	{"lines of fstab that are not whole", parse_fstab, NULL,
		T("a\na b\na b c\0d\na b c d=\"\na b c \x1b=1,=,ok\n"),
		"!1\n!2\n!3\n[4\\] source=a\n[4\\] target=b\n[4\\] fstype=c\n[4\\] options=d=\"\n!4\n"
		"[5\\] source=a\n[5\\] target=b\n[5\\] fstype=c\n[5\\] options=\x1b=1,=,ok\n[5\\] opt.==\n[5\\] opt.ok=\n!5\n"},
	{"sections and settings of cifs.conf", parse_cifs_conf, NULL,
		T("# x\n; y\n[default]\nclosetimeo = 2\n[ server filer.example.com ]\r\n\tclosetimeo=5\r\n"
		  "[mount /a b/c]d]\nclosetimeo =0"),
		"default.closetimeo=2\n[filer.example.com\\] server.closetimeo=5\n[/a b/c]d\\] mount.closetimeo=0\n"},
	{"what cifs.conf cannot say", parse_cifs_conf, NULL,
		T("closetimeo = 1\n[default x]\n[server]\n[mount\n[client a]\nclosetimeo = 1\n[default]\nclosetimeo\n"
		  "closetimeo = -1\nclosetimeo = 010\nclosetimeo = 1073742\nacregmax = 1\nclosetimeo = 1s\n"),
		"!1\n!2\n!3\n!4\n!5\n!6\n!8\n!9\n!10\n!11\n!12\n!13\n"},
};

static void test_texts(void **state)
{
	(void)state;
	texts_check(texts, COUNT_OF(texts));
	texts_cut_anywhere(texts, COUNT_OF(texts));
}

static void test_names(void **state)
{
	static const struct {
		bool (*same)(struct span a, struct span b);
		const char *a, *b;
		bool is;
	} cases[] = {
		{path_same, "/a/b", "/a/b", true},
		{path_same, "/a/b/", "//a///b", true},
		{path_same, "/a b", "/a\\040b", true},
		{path_same, "/a\\134b", "/a\\b", true},
		{path_same, "/a/b", "/a/B", false},
		{path_same, "/a/b", "/a/bc", false},
		{path_same, "/", "//", true},
		{path_same, "/", "", false},
		{path_same, "", "", true},
		{path_same, "/\\400", "/\\400", true},
		{server_same, "Filer", "fILER", true},
		{server_same, "filer", "filer2", false},
		{server_same, "fe80::1%eth0", "FE80::1%eth0", true},
		{unc_same, "//srv/p", "\\\\SRV\\p\\", true},
		{unc_same, "//srv/p", "\\134\\134srv\\134p", true},
		{unc_same, "//srv/p", "//srv/P", false},
		{unc_same, "//srv/p/q", "//srv/p", false},
		{unc_same, "//srv/two\\040words", "//srv/two words", true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (cases[i].same(span_z(cases[i].a), span_z(cases[i].b)) !=
				cases[i].is ||
			cases[i].same(span_z(cases[i].b), span_z(cases[i].a)) !=
				cases[i].is)
			fail_msg("'%s' and '%s'", cases[i].a, cases[i].b);
	assert_span(unc_server(SPAN("//srv/p/q")), "srv");
	assert_span(unc_server(SPAN("\\134\\134srv\\134p")), "srv");
	assert_span(unc_server(SPAN("//srv")), "srv");
	assert_span(unc_server(SPAN("/srv")), "");
	assert_span(unc_server(SPAN("srv:/p")), "");
	assert_span(unc_server(SPAN("")), "");
}

static void test_most_specific(void **state)
{
	static const struct span conf = T(
		"[mount /m]\nclosetimeo = 1\n[server srv]\nclosetimeo = 2\n[default]\nclosetimeo = 3\n"
		"[server SRV]\nclosetimeo = 4\n[mount /other]\nclosetimeo = 5\n");
	static const struct {
		const char *source, *target;
		unsigned seconds;
		enum conf_scope scope;
	} cases[] = {
		{"//srv/p", "/m/", 1, CONF_MOUNT},
		{"//srv/p", "/n", 4, CONF_SERVER},
		{"//srv2/p", "/n", 3, CONF_DEFAULT},
		{"nothing", "/n", 3, CONF_DEFAULT},
	};
	struct conf_item item;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_true(conf_find(
			conf, span_z(cases[i].source), span_z(cases[i].target), &item));
		assert_int_equal(item.seconds, cases[i].seconds);
		assert_int_equal(item.scope, cases[i].scope);
	}
	assert_false(conf_find(SPAN("[mount /m]\nclosetimeo = x\n"), SPAN("//srv/p"),
		SPAN("/m"), &item));
	assert_false(conf_find(SPAN_EMPTY, SPAN("//srv/p"), SPAN("/m"), &item));
}

/* ---- one field of one line ---- */

#define SRC SPAN("//srv/p")
#define DST SPAN("/m")
#define NO_SECONDS UINT64_MAX

/* The line of //srv/p on /m is to have closetimeo=2. */
static const struct {
	const char *name;
	struct span text;
	uint64_t seconds;
	int err; /* that is refused; 0: done; 1: nothing to do */
	const char *now; /* NULL: as it was */
} edits[] = {
	{"added at the end", T("//srv/p /m cifs ro 0 0\n"), 2, 0,
		"//srv/p /m cifs ro,closetimeo=2 0 0\n"},
	{"the value alone is changed", T("//srv/p /m cifs ro,closetimeo=15,rw 0 0\n"), 2,
		0, "//srv/p /m cifs ro,closetimeo=2,rw 0 0\n"},
	{"there already", T("//srv/p /m cifs closetimeo=2\n"), 2, 1, NULL},
	{"comments and blank lines stay", T("# a\n\n  # b\n//srv/p /m cifs ro\n# c\n\n"),
		2, 0, "# a\n\n  # b\n//srv/p /m cifs ro,closetimeo=2\n# c\n\n"},
	{"tabs and blanks stay", T("\t//srv/p\t \t/m  cifs\t\tro \t0\t0 \t\n"), 2, 0,
		"\t//srv/p\t \t/m  cifs\t\tro,closetimeo=2 \t0\t0 \t\n"},
	{"no newline at the end", T("//srv/p /m cifs ro"), 2, 0,
		"//srv/p /m cifs ro,closetimeo=2"},
	{"CR and LF", T("//srv/p /m cifs ro\r\n# x\r\n"), 2, 0,
		"//srv/p /m cifs ro,closetimeo=2\r\n# x\r\n"},
	{"CR in the options", T("//srv/p /m cifs ro\rx 0 0\n"), 2, -EBADMSG, NULL},
	{"a comma within quotes",
		T("//srv/p /m cifs context=\"a,closetimeo=9,b\",ro 0 0\n"), 2, 0,
		"//srv/p /m cifs context=\"a,closetimeo=9,b\",ro,closetimeo=2 0 0\n"},
	{"quotes that do not close", T("//srv/p /m cifs context=\"a,ro 0 0\n"), 2,
		-EBADMSG, NULL},
	{"a quoted value", T("//srv/p /m cifs closetimeo=\"5\",ro\n"), 2, 0,
		"//srv/p /m cifs closetimeo=2,ro\n"},
	{"given twice: the last one counts",
		T("//srv/p /m cifs closetimeo=5,ro,closetimeo=6\n"), 2, 0,
		"//srv/p /m cifs closetimeo=5,ro,closetimeo=2\n"},
	{"a name alone", T("//srv/p /m cifs closetimeo,ro\n"), 2, 0,
		"//srv/p /m cifs closetimeo=2,ro\n"},
	{"names like it", T("//srv/p /m cifs xclosetimeo=1,closetimeo2=3,noclosetimeo\n"),
		2, 0,
		"//srv/p /m cifs xclosetimeo=1,closetimeo2=3,noclosetimeo,closetimeo=2\n"},
	{"a comma at the end", T("//srv/p /m cifs ro, 0 0\n"), 2, 0,
		"//srv/p /m cifs ro,closetimeo=2 0 0\n"},
	{"escaped blanks in a value",
		T("//srv/p /m cifs credentials=/my\\040creds 0 0\n"), 2, 0,
		"//srv/p /m cifs credentials=/my\\040creds,closetimeo=2 0 0\n"},
	{"an escaped comma would part options",
		T("//srv/p /m cifs ro\\054closetimeo=9 0 0\n"), 2, -EBADMSG, NULL},
	{"an escaped letter", T("//srv/p /m cifs close\\164imeo=9 0 0\n"), 2, -EBADMSG,
		NULL},
	{"three fields", T("//srv/p /m cifs\n"), 2, 0, "//srv/p /m cifs closetimeo=2\n"},
	{"three fields and blanks", T("//srv/p /m cifs \t \n"), 2, 0,
		"//srv/p /m cifs closetimeo=2 \t \n"},
	{"three fields and a comment", T("//srv/p /m cifs # ro\n"), 2, -EBADMSG, NULL},
	{"two fields", T("//srv/p /m\n"), 2, -ENOENT, NULL},
	{"a target with blanks is another",
		T("//srv/p /m\\040n cifs ro\n//srv/p /m cifs rw\n"), 2, 0,
		"//srv/p /m\\040n cifs ro\n//srv/p /m cifs rw,closetimeo=2\n"},
	{"written in another way", T("\\134\\134SRV\\134p/ //m/ smb3 ro\n"), 2, 0,
		"\\134\\134SRV\\134p/ //m/ smb3 ro,closetimeo=2\n"},
	{"the same mount twice", T("//srv/p /m cifs ro\n//srv/p /m/ cifs rw\n"), 2,
		-ENOTUNIQ, NULL},
	{"the same target, another share", T("//srv/q /m cifs ro\n//srv/p /m cifs rw\n"),
		2, 0, "//srv/q /m cifs ro\n//srv/p /m cifs rw,closetimeo=2\n"},
	{"another file system", T("//srv/p /m nfs ro\n//srv/p /m cifs.other ro\n"), 2,
		-ENOENT, NULL},
	{"only in a comment", T("#//srv/p /m cifs ro\n"), 2, -ENOENT, NULL},
	{"an empty file", T(""), 2, -ENOENT, NULL},
	{"more than six fields", T("//srv/p /m cifs ro 0 0 x # y\n"), 2, 0,
		"//srv/p /m cifs ro,closetimeo=2 0 0 x # y\n"},
	{"bytes that are no text", T("\xff\x01\n//srv/p /m cifs pass=\xff\xfe\n\xc3"), 2,
		0, "\xff\x01\n//srv/p /m cifs pass=\xff\xfe,closetimeo=2\n\xc3"},
	{"the helper's type needs _netdev", T("//srv/p /m cifs.swsched ro\n"), 2, 0,
		"//srv/p /m cifs.swsched ro,closetimeo=2,_netdev\n"},
	{"the helper's type, nothing else", T("//srv/p /m smb3.swsched\n"), NO_SECONDS, 0,
		"//srv/p /m smb3.swsched _netdev\n"},
	{"the helper's type, with _netdev", T("//srv/p /m cifs.swsched _netdev,ro\n"),
		NO_SECONDS, 1, NULL},
	{"the kernel's type needs none", T("//srv/p /m cifs ro\n"), NO_SECONDS, 1, NULL},
};

static void test_edits(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(edits); i++) {
		struct buf options = {0}, now = {0};
		struct fstab_line l;
		uint64_t seconds = edits[i].seconds;
		int rc = fstab_match(edits[i].text, SRC, DST, &l);

		if (!rc)
			rc = fstab_options(
				&l, seconds == NO_SECONDS ? NULL : &seconds, &options);
		if (rc == 1) {
			rc = fstab_change(edits[i].text, &l, buf_text(&options), &now);
		} else if (!rc) {
			rc = 1;
		}
		if (rc != edits[i].err)
			fail_msg("%s: %d", edits[i].name, rc);
		if (!rc && !span_is(buf_text(&now), edits[i].now))
			fail_msg("%s: %s", edits[i].name, buf_cstr(&now));
		buf_free(&options);
		buf_free(&now);
	}
}

/* A NUL ends a line for some readers and not for others: such a file is nobody's to edit. */
static void test_nul(void **state)
{
	static const struct span text = T("//srv/p /m cifs ro\0x 0 0\n");
	struct buf options = {0};
	struct fstab_line l;
	uint64_t seconds = 2;

	(void)state;
	assert_int_equal(fstab_match(text, SRC, DST, &l), 0);
	assert_int_equal(fstab_options(&l, &seconds, &options), -EBADMSG);
	buf_free(&options);
}

/* ---- cifs.conf ---- */

static const struct {
	const char *name, *conf;
	enum conf_scope scope;
	const char *of;
	int seconds; /* -1: taken out */
	const char *now;
} settings[] = {
	{"the first", "", CONF_DEFAULT, "", 2, "[default]\nclosetimeo = 2\n"},
	{"the value alone", "# a\n[default]\n  closetimeo=15 \n# b\n", CONF_DEFAULT, "",
		2, "# a\n[default]\n  closetimeo=2 \n# b\n"},
	{"a further section, behind a line that was not ended",
		"[default]\nclosetimeo = 2", CONF_SERVER, "srv", 5,
		"[default]\nclosetimeo = 2\n\n[server srv]\nclosetimeo = 5\n"},
	{"into its section", "[mount /m]\n# why\n[default]\n", CONF_MOUNT, "/m/", 0,
		"[mount /m]\nclosetimeo = 0\n# why\n[default]\n"},
	{"the last one counts", "[default]\nclosetimeo = 1\n[default]\nclosetimeo = 2\n",
		CONF_DEFAULT, "", 3,
		"[default]\nclosetimeo = 1\n[default]\nclosetimeo = 3\n"},
	{"what is not understood stays", "[x]\ncloset = 1\n[default]\nclosetimeo = x\n",
		CONF_DEFAULT, "", 3,
		"[x]\ncloset = 1\n[default]\nclosetimeo = 3\nclosetimeo = x\n"},
	{"taken out, and its section",
		"[default]\nclosetimeo = 1\n\n[server a]\nclosetimeo = 2\n", CONF_DEFAULT,
		"", -1, "[server a]\nclosetimeo = 2\n"},
	{"the last one taken out",
		"[default]\nclosetimeo = 1\n\n[server a]\nclosetimeo = 2\n", CONF_SERVER,
		"A", -1, "[default]\nclosetimeo = 1\n"},
	{"taken out of each place, a comment stays",
		"[server A]\n# why\nclosetimeo = 1\n[default]\n[server a]\nclosetimeo = 2\n",
		CONF_SERVER, "a", -1, "[server A]\n# why\n[default]\n"},
	{"not there", "[default]\nclosetimeo = 1\n", CONF_MOUNT, "/m", -1,
		"[default]\nclosetimeo = 1\n"},
};

static void test_settings(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(settings); i++) {
		struct span conf = span_z(settings[i].conf),
			    name = span_z(settings[i].of);
		struct conf_item item;
		struct buf now = {0};

		if (settings[i].seconds < 0)
			conf_unset(conf, settings[i].scope, name, &now);
		else
			conf_set(conf, settings[i].scope, name,
				(uint64_t)settings[i].seconds, &now);
		if (!span_is(buf_text(&now), settings[i].now))
			fail_msg("%s: %s", settings[i].name, buf_cstr(&now));
		assert_int_equal(conf_at(buf_text(&now), settings[i].scope, name, &item),
			settings[i].seconds >= 0);
		buf_free(&now);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_most_specific),
		cmocka_unit_test(test_edits),
		cmocka_unit_test(test_nul),
		cmocka_unit_test(test_settings),
	};

	return cmocka_run_group_tests_name("fstab", tests, NULL, NULL);
}
