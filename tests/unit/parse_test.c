// SPDX-License-Identifier: GPL-2.0-or-later
/* parse_test.c - each grammar: text in, facts out, in the notation of facts.h. The larger ones have tests of their own. */
#include "texts.h"

#define SWAPS "# name+ type size used prio"
#define HEAD "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
#define MM_STAT "orig compr used limit used_max same compacted huge huge_since"

static const struct sample_text texts[] = {
	{"vmstat: keys that begin alike are told apart", parse_kv, NULL,
		T("pswpin 12288\nthp_swpout 3\nthp_swpout_fallback 0\nswap_ra 7\n"
		  "swap_ra_hit 9\nswpout_zero 16\nzswpwb 18446744073709551615\n"),
		"pswpin=12288\nthp_swpout=3\nthp_swpout_fallback=0\nswap_ra=7\n"
		"swap_ra_hit=9\nswpout_zero=16\nzswpwb=18446744073709551615\n"},
	{"meminfo: a long label leaves no blank behind its colon", parse_kv, NULL,
		T("MemTotal:        2014628 kB\nSwapCached:            0 kB\n"
		  "Active(anon):       1284 kB\nShadowCallStack:10373888 kB\nHugePages_Total:       0\n"),
		"MemTotal=2014628 kB\nSwapCached=0 kB\nActive(anon)=1284 kB\n"
		"ShadowCallStack=10373888 kB\nHugePages_Total=0\n"},
	{"smaps_rollup: Swap is not SwapPss; the first line is like no other", parse_kv,
		NULL,
		T("55d0c8a00000-7ffd7d5f8000 ---p 00000000 00:00 0                          [rollup]\n"
		  "Rss:                1284 kB\nSwap:              49152 kB\nSwapPss:           49152 kB\n"),
		"55d0c8a00000-7ffd7d5f8000=---p 00000000 00:00 0                          [rollup]\n"
		"Rss=1284 kB\nSwap=49152 kB\nSwapPss=49152 kB\n"},
	{"status: tabs", parse_kv, NULL,
		T("VmSwap:\t   49152 kB\nCpus_allowed_list:\t0-1\n"),
		"VmSwap=49152 kB\nCpus_allowed_list=0-1\n"},
	{"memory.swap.events", parse_kv, NULL, T("high 0\nmax 0\nfail 1666\n"),
		"high=0\nmax=0\nfail=1666\n"},
	{"kv: what is wrong stays in its line", parse_kv, NULL,
		T("a 1\nb\n\n \t\nc:\n: 4\nd 5\0\ne\x1b[2J 6\nf \x9b\ng 7\n"),
		"a=1\n!2\n!5\n!6\n!7\n!8\n!9\ng=7\n"},
	{"kv: a cut line has no value, for a digit may be missing", parse_kv, NULL,
		T("pswpin 12288\npswpout 12"), "pswpin=12288\n!2\n"},
	{"kv: nothing", parse_kv, NULL, T(""), ""},
	{"kv: nothing but newlines", parse_kv, NULL, T("\n\n \n"), ""},

	{"scalar: a counter", parse_scalar, NULL, T("11264\n"), "=11264\n"},
	{"scalar: without its newline", parse_scalar, NULL, T("2097152"), "=2097152\n"},
	{"scalar: a word, several words", parse_scalar, NULL, T(" max \n"), "=max\n"},
	{"scalar: tabs", parse_scalar, NULL, T("4096\t131072\t6291456\n"),
		"=4096\t131072\t6291456\n"},
	{"scalar: empty, as an empty list", parse_scalar, NULL, T("\n"), "=\n"},
	{"scalar: no bytes at all", parse_scalar, NULL, T(""), "=\n"},
	{"scalar: two lines are not one value", parse_scalar, NULL, T("1\n2\n"), "!1\n"},
	{"scalar: binary", parse_scalar, NULL, T("1\0002\n"), "!1\n"},
	{"scalar: an escape sequence", parse_scalar, NULL, T("\x1b]0;x\a\n"), "!1\n"},

	{"choice: first", parse_choice, NULL, T("[always] inherit madvise never\n"),
		"=always\nchoices=[always] inherit madvise never\n"},
	{"choice: within", parse_choice, NULL, T("always [madvise] never\n"),
		"=madvise\nchoices=always [madvise] never\n"},
	{"choice: last", parse_choice, NULL,
		T("always within_size advise never deny [force]\n"),
		"=force\nchoices=always within_size advise never deny [force]\n"},
	{"choice: a plus in the word", parse_choice, NULL,
		T("always defer [defer+madvise] madvise never\n"),
		"=defer+madvise\nchoices=always defer [defer+madvise] madvise never\n"},
	{"choice: a blank behind the list", parse_choice, NULL,
		T("[lz4] lz4hc zstd deflate \n"),
		"=lz4\nchoices=[lz4] lz4hc zstd deflate\n"},
	{"choice: several lines, the first is read", parse_choice, NULL,
		T("#1: lzo lzo-rle lz4 [zstd] \n#2: [lzo] lz4\n"),
		"=zstd\nchoices=#1: lzo lzo-rle lz4 [zstd]\n"},
	{"choice: Y or N", parse_choice, NULL, T("Y\n"), "=Y\n"},
	{"choice: true or false", parse_choice, NULL, T("true\n"), "=true\n"},
	{"choice: a hex mask", parse_choice, NULL, T("0x0007\n"), "=0x0007\n"},
	{"choice: a number", parse_choice, NULL, T("1\n"), "=1\n"},
	{"choice: none set", parse_choice, NULL, T(""), ""},
	{"choice: cut in the word", parse_choice, NULL, T("always [madv"), "!1\n"},
	{"choice: no beginning", parse_choice, NULL, T("madvise] never\n"), "!1\n"},
	{"choice: turned round", parse_choice, NULL, T("always ]madvise[ never\n"),
		"!1\n"},
	{"choice: nothing in brackets", parse_choice, NULL, T("always [] never\n"),
		"!1\n"},
	{"choice: binary", parse_choice, NULL, T("al\0ways [never]\n"), "!1\n"},

	{"mm_stat: 9 columns, 5.11", parse_columns, MM_STAT,
		T("50335744  6647825  6930432        0  9252864        1        2        3        4\n"),
		"orig=50335744\ncompr=6647825\nused=6930432\nlimit=0\nused_max=9252864\nsame=1\n"
		"compacted=2\nhuge=3\nhuge_since=4\n"},
	{"mm_stat: 8 columns, 4.19", parse_columns, MM_STAT,
		T("       8        7        6        5        4        3        2        1\n"),
		"orig=8\ncompr=7\nused=6\nlimit=5\nused_max=4\nsame=3\ncompacted=2\nhuge=1\n"},
	{"mm_stat: 7 columns, 4.14; one is signed", parse_columns, MM_STAT,
		T("       7        6        5        4       -3        2        1\n"),
		"orig=7\ncompr=6\nused=5\nlimit=4\nused_max=-3\nsame=2\ncompacted=1\n"},
	{"io_stat: a bare zero", parse_columns,
		"failed_reads failed_writes invalid_io notify_free",
		T("       0        0 0    16384\n"),
		"failed_reads=0\nfailed_writes=0\ninvalid_io=0\nnotify_free=16384\n"},
	{"columns: more than are named", parse_columns, "a b", T("1 2.50 3 4\n"),
		"a=1\nb=2.50\n"},
	{"columns: two numbers in one", parse_columns, "a b c d e",
		T("0.20 0.18 0.12 1/80 11206\n"),
		"a=0.20\nb=0.18\nc=0.12\nd=1/80\ne=11206\n"},
	{"columns: two, and one is none", parse_columns, "a", T("1/\n"), "!1\n"},
	{"columns: three in one", parse_columns, "a", T("1/2/3\n"), "!1\n"},
	{"columns: a word puts all in doubt", parse_columns, "a b c", T("1 x 3\n"),
		"!1\n"},
	{"columns: also an unnamed one", parse_columns, "a", T("1 - 3\n"), "!1\n"},
	{"columns: cut", parse_columns, "a b c", T("1 2"), "!1\n"},
	{"columns: binary", parse_columns, "a b c", T("1 2\0 3\n"), "!1\n"},
	{"columns: a second line", parse_columns, "a b", T("1 2\n3 4\n"),
		"a=1\nb=2\n!2\n"},
	{"columns: nothing", parse_columns, "a b", T(""), ""},

	{"swaps: tabs and blanks", parse_table, SWAPS,
		T(HEAD "/dev/zram0                              partition\t262140\t\t0\t\t100\n"
		       "/swapfile                               file\t\t16777212\t1048576\t\t-2\n"),
		"[/dev/zram0\\] type=partition\n[/dev/zram0\\] size=262140\n[/dev/zram0\\] used=0\n"
		"[/dev/zram0\\] prio=100\n[/swapfile\\] type=file\n[/swapfile\\] size=16777212\n"
		"[/swapfile\\] used=1048576\n[/swapfile\\] prio=-2\n"},
	{"swaps: single tabs, to 5.4", parse_table, SWAPS,
		T("Filename\t\t\t\tType\t\tSize\tUsed\tPriority\n"
		  "/dev/sda2                               partition\t999420\t512\t-2\n"),
		"[/dev/sda2\\] type=partition\n[/dev/sda2\\] size=999420\n[/dev/sda2\\] used=512\n"
		"[/dev/sda2\\] prio=-2\n"},
	{"swaps: escaped and deleted names stay as they are", parse_table, SWAPS,
		T(HEAD "/swap\\040two                            file\t\t16380\t\t8\t\t7\n"
		       "/var/gone\\040(deleted)                  file\t\t16380\t\t0\t\t-3\n"),
		"[/swap\\040two\\] type=file\n[/swap\\040two\\] size=16380\n[/swap\\040two\\] used=8\n"
		"[/swap\\040two\\] prio=7\n[/var/gone\\040(deleted)\\] type=file\n"
		"[/var/gone\\040(deleted)\\] size=16380\n[/var/gone\\040(deleted)\\] used=0\n"
		"[/var/gone\\040(deleted)\\] prio=-3\n"},
	{"swaps: a name of 40 bytes and more has one blank behind it", parse_table, SWAPS,
		T(HEAD "/dev/disk/by-id/dm-name-vg0-a-very-long-swap partition\t4\t\t0\t\t-1\n"),
		"[/dev/disk/by-id/dm-name-vg0-a-very-long-swap\\] type=partition\n"
		"[/dev/disk/by-id/dm-name-vg0-a-very-long-swap\\] size=4\n"
		"[/dev/disk/by-id/dm-name-vg0-a-very-long-swap\\] used=0\n"
		"[/dev/disk/by-id/dm-name-vg0-a-very-long-swap\\] prio=-1\n"},
	{"swaps: a name may hold any byte but NUL", parse_table, SWAPS,
		T(HEAD "/\x1b[2J\xff file 4 0 -1\n/n\0l file 4 0 -1\n"),
		"[/\x1b[2J\xff\\] type=file\n[/\x1b[2J\xff\\] size=4\n[/\x1b[2J\xff\\] used=0\n"
		"[/\x1b[2J\xff\\] prio=-1\n!3\n"},
	{"swaps: the second of a name is told apart", parse_table, SWAPS,
		T(HEAD "/a file 4 0 -1\n/b file 4 1 -2\n/a file 8 2 -3\n/a file 4\n/a file 4 3 -4\n"),
		"[/a\\] type=file\n[/a\\] size=4\n[/a\\] used=0\n[/a\\] prio=-1\n"
		"[/b\\] type=file\n[/b\\] size=4\n[/b\\] used=1\n[/b\\] prio=-2\n"
		"[/a/1\\] type=file\n[/a/1\\] size=8\n[/a/1\\] used=2\n[/a/1\\] prio=-3\n!5\n"
		"[/a/2\\] type=file\n[/a/2\\] size=4\n[/a/2\\] used=3\n[/a/2\\] prio=-4\n"},
	{"swaps: no device", parse_table, SWAPS, T(HEAD), ""},
	{"swaps: no bytes", parse_table, SWAPS, T(""), ""},
	{"swaps: a short row gives nothing", parse_table, SWAPS,
		T(HEAD "/dev/a partition 4 0\n/dev/b partition 4\n/dev/c partition 4 0 5\n"),
		"!2\n!3\n[/dev/c\\] type=partition\n[/dev/c\\] size=4\n[/dev/c\\] used=0\n"
		"[/dev/c\\] prio=5\n"},
	{"swaps: the last row is cut in its number", parse_table, SWAPS,
		T(HEAD "/dev/a partition 4 0 10"), "!2\n"},
	{"swaps: binary in a column", parse_table, SWAPS,
		T(HEAD "/dev/a part\x01tion 4 0 10\n"), "!2\n"},
	{"table: a dash is no value", parse_table, "dev rotational backing",
		T("/dev/zram0 0 -\n/swap\\040two - -\n"),
		"[/dev/zram0\\] rotational=0\n"},
	{"table: a star takes the rest, even none", parse_table, "pid swap *",
		T("12 4096 a  name \n13 0\n14\n15 - \x1b[m\n"),
		"[12\\] swap=4096\n[12\\] *=a  name\n[13\\] swap=0\n[13\\] *=\n!3\n[15\\] *=\x1b[m\n"},
	{"table: more columns than named", parse_table, "a b", T("r 1 2 3\n"),
		"[r\\] b=1\n"},

	{"rows: key by key", parse_rows, NULL,
		T("/dev/zram0 rotational 0\n/swap\\040two backing vda  1\n"),
		"[/dev/zram0\\] rotational=0\n[/swap\\040two\\] backing=vda  1\n"},
	{"rows: what is missing", parse_rows, NULL, T("a\na b\na b c\na \x02 c\na b c"),
		"!1\n!2\n[a\\] b=c\n!4\n!5\n"},

	{"psi", parse_tagged, NULL,
		T("some avg10=7.24 avg60=1.30 avg300=0.27 total=812055\n"
		  "full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n"),
		"some.avg10=7.24\nsome.avg60=1.30\nsome.avg300=0.27\nsome.total=812055\n"
		"full.avg10=0.00\nfull.avg60=0.00\nfull.avg300=0.00\nfull.total=0\n"},
	{"tagged: a bad pair spoils its line", parse_tagged, NULL,
		T("some avg10=1 total\nfull =1\nfull a=\nfull\nfull a=1\nfull a=\x01\nfull b=2"),
		"!1\n!2\n!3\n!4\nfull.a=1\n!6\n!7\n"},
	{"tagged: a key beyond all measure", parse_tagged, NULL,
		T("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b=1\n"
		  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bc=1\n"),
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.b=1\n!2\n"},
};

static void test_texts(void **state)
{
	(void)state;
	texts_check(texts, COUNT_OF(texts));
}

static void test_cut_anywhere(void **state)
{
	(void)state;
	texts_cut_anywhere(texts, COUNT_OF(texts));
}

static void test_cut_makes_nothing_up(void **state)
{
	(void)state;
	texts_cut_makes_nothing_up(texts, COUNT_OF(texts), false);
}

/* Line numbers go on over what is skipped. */
static void test_line_numbers(void **state)
{
	struct buf b = {0};
	struct facts f;

	(void)state;
	buf_fill(&b, '\n', 70000);
	buf_str(&b, "bad\n");
	facts_read(&f, parse_kv, NULL, buf_text(&b));
	assert_span(buf_text(&f.out), "!70001\n");
	facts_free(&f);
	buf_free(&b);
}

static void test_list(void **state)
{
	parse_fn *const all[] = {parse_kv, parse_scalar, parse_choice, parse_columns,
		parse_table, parse_rows, parse_tagged, parse_schedstat, parse_stat,
		parse_mountinfo, parse_cifs_stats, parse_cifs_debug, parse_fstab,
		parse_cifs_conf};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(all); i++) {
		bool listed = false;

		for (size_t g = 0; g < n_grammars; g++)
			listed |= grammars[g].parse == all[i];
		assert_true(listed);
	}
	for (size_t g = 0; g < n_grammars; g++)
		for (size_t k = 0; k < g; k++)
			assert_string_not_equal(grammars[g].name, grammars[k].name);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_cut_anywhere),
		cmocka_unit_test(test_cut_makes_nothing_up),
		cmocka_unit_test(test_line_numbers),
		cmocka_unit_test(test_list),
	};

	return cmocka_run_group_tests_name("parse", tests, NULL, NULL);
}
