// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * redact.c - names in what is captured become numbers, the same name the same number.
 *
 * Which parts of a text are names is said by its source (struct source, `names`): "row=path over=path" is the
 * first column and the column `over` of a table, each a path. What is no name in such a part is said here. All
 * else of the text stays byte for byte, so what joined before joins after.
 */
#include <assert.h>

#include "cmd.h"

/* clang-format off */
/*
 * Words that are nobody's own. '#' stands for digits, '%' for letters, one or more.
 * "Filename" is the heading of proc/swaps.
 */
#define DIRECTORIES \
	"Filename bin boot data dev home lib media mnt opt root run srv swap swap# swap.img swapfile swapfile# tmp usr var"
#define DEVICES \
	"bcache# dm-# drbd# hd% hd%# loop# loop#p# mapper md# md#p# mmcblk# mmcblk#p# nbd# nbd#p# nvme#n# nvme#n#p# " \
	"pmem# ram# rbd# sd% sd%# vd% vd%# xvd% xvd%# zd# zram#"
#define CGROUPS \
	"system.slice user.slice machine.slice init.scope user-#.slice user@#.service session-#.scope session-c#.scope " \
	"app.slice session.slice background.slice docker kubepods kubepods.slice kubepods-besteffort.slice " \
	"kubepods-burstable.slice"

/* What a part of a text can be. */
static const struct naming {
	const char *name;      /* as sources.c calls it */
	char between;          /* what parts its components; 0: it is one */
	const char *known;     /* components that stay */
	const char *tails[5];  /* endings of a component that stay */
	const char *becomes;   /* of the first, second … component: this word and a number */
	int width;             /* of the number, filled with zeros */
	const char *first, *then; /* below this first component, of that kind */
} kinds[] = {
	{"path", '/', DIRECTORIES, {" (deleted)"}, "name", 0, "dev", "device"},
	/* Paths with a comma between, and what is said of each behind it. */
	{"points", '/', DIRECTORIES " , ,... :covered :covered, :covered,...",
		{",", ",...", ":covered", ":covered,", ":covered,..."}, "name", 0, "dev", "device"},
	{"device", '/', DEVICES, {" (deleted)"}, "name"},
	{"cgroup", '/', CGROUPS, {".service", ".scope", ".slice"}, "cg"},
	{"process", 0, "", {NULL}, "proc"},
	{"share", '\\', "IPC$", {NULL}, "host share name"},
	{"remote", '/', "IPC$", {NULL}, "host share name"},
	{"host", 0, "", {NULL}, "host"},
	{"user", 0, "root guest nobody", {NULL}, "user"},
	{"boot", 0, "", {NULL}, "00000000-0000-0000-0000-", 12},
};
/* clang-format on */

static const struct naming *kind_find(struct span name)
{
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (span_is(name, kinds[i].name))
			return &kinds[i];
	assert(!"a source names a kind that is not here");
	return NULL;
}

/* What a source calls this part of its text; NULL: no name. */
static const struct naming *kind_of(const char *names, struct span part)
{
	struct span rest = span_z(names), word;
	while ((word = span_word(&rest)).n) {
		struct span kind = word;
		if (span_eq(span_cut(&kind, '='), part))
			return kind_find(kind);
	}
	return NULL;
}

static bool fits(char wild, char c)
{
	return wild == '#'   ? c >= '0' && c <= '9'
	       : wild == '%' ? c >= 'a' && c <= 'z'
	       : wild == '*' ? c != '/'
			     : true;
}

/* '*' and "{}" are those of a source's path. */
static bool like(struct span pattern, struct span s)
{
	if (!pattern.n)
		return !s.n;
	char c = *pattern.p;
	if (!memchr("#%*{", c, 4))
		return s.n && *s.p == c &&
		       like(span_sub(pattern, 1, pattern.n), span_sub(s, 1, s.n));
	struct span rest = span_sub(pattern, c == '{' ? 2 : 1, pattern.n);
	for (size_t n = 0; n < s.n && fits(c, s.p[n]); n++)
		if (like(rest, span_sub(s, n + 1, s.n)))
			return true;
	return false;
}

static bool known(const struct naming *k, struct span part)
{
	struct span rest = span_z(k->known), word;
	while ((word = span_word(&rest)).n)
		if (like(word, part))
			return true;
	return false;
}

/* The number of a name, for the whole capture. */
static unsigned number_of(struct redact *r, struct span name)
{
	struct redacted **slot = &r->slots[span_hash(name) % COUNT_OF(r->slots)];
	for (struct redacted *n = *slot; n; n = n->next)
		if (span_eq(n->name, name))
			return n->number;
	struct redacted *new = arena_get(&r->arena, sizeof(*new));
	*new = (struct redacted){*slot, arena_span(&r->arena, name), ++r->n};
	*slot = new;
	return new->number;
}

static void put_component(
	struct redact *r, const struct naming *k, struct span becomes, struct span part)
{
	const char *tail = "";
	if (known(k, part)) {
		buf_span(&r->name, part);
		return;
	}
	for (size_t i = 0; i < COUNT_OF(k->tails) && k->tails[i]; i++)
		if (span_ends(part, k->tails[i]) && part.n > strlen(k->tails[i]))
			tail = k->tails[i];
	part = span_sub(part, 0, part.n - strlen(tail));
	if (known(k, part))
		buf_span(&r->name, part);
	else
		buf_fmt(&r->name, "%.*s%0*u", (int)becomes.n, becomes.p, k->width,
			number_of(r, part));
	buf_str(&r->name, tail);
}

/* What a name becomes, in r->name. */
static void replace(struct redact *r, const struct naming *k, struct span name)
{
	struct span words = span_z(k->becomes), becomes = span_word(&words);
	bool first = true;
	buf_reset(&r->name);
	while (name.n) {
		size_t n = 0;
		if (*name.p == k->between) {
			buf_char(&r->name, k->between);
			name = span_sub(name, 1, name.n);
			continue;
		}
		while (n < name.n && (!k->between || name.p[n] != k->between))
			n++;
		struct span part = span_sub(name, 0, n), next;
		name = span_sub(name, n, name.n);
		put_component(r, k, becomes, part);
		if (first && k->first && span_is(part, k->first))
			k = kind_find(span_z(k->then));
		first = false;
		next = span_word(&words);
		becomes = next.n ? next : becomes;
	}
}

/* ---- the grammars that hold names ---- */

/* An escaped word, or what is in its place, escaped likewise. */
static void put_escaped(struct redact *r, const struct naming *k, struct span word)
{
	if (!k || !word.n) {
		buf_span(&r->text, word);
		return;
	}
	char *plain = arena_get(&r->scratch, word.n);
	struct span name = {plain, span_unoctal(word, plain)}, after = SPAN_EMPTY;
	/* A share's row has the share between connection and ordinal: 0/\\filer\home/0. */
	const char *unc = k->between == '\\' ? memmem(name.p, name.n, "\\\\", 2) : NULL,
		   *ordinal = unc ? memrchr(unc, '/', name.n - (size_t)(unc - name.p))
				  : NULL;
	if (ordinal) {
		size_t before = (size_t)(unc - name.p);
		after = span_sub(name, (size_t)(ordinal - name.p), name.n);
		buf_span(&r->text, span_sub(name, 0, before));
		name = span_sub(name, before, (size_t)(ordinal - unc));
	}
	replace(r, k, name);
	door_word(&r->text, buf_text(&r->name));
	buf_span(&r->text, after);
}

/* Columns by name, the first one "row"; "*" is the rest of the line. Words beyond are in no column: left out. */
static void table_line(struct redact *r, const struct source *s, struct span line)
{
	struct span columns = span_z(s->hint ? s->hint : "row *"), column, word;
	bool first = true;
	while ((column = span_word(&columns)).n) {
		const char *from = line.p;
		if (span_is(column, "#"))
			continue;
		if (span_is(column, "*")) {
			buf_span(&r->text, line);
			return;
		}
		word = span_word(&line);
		if (!word.n)
			return;
		buf_put(&r->text, from, (size_t)(word.p - from));
		const struct naming *k = kind_of(s->names, first ? SPAN("row") : column);
		first = false;
		put_escaped(r, span_is(word, "-") ? NULL : k, word);
	}
}

/* Values by key. */
static void kv_line(struct redact *r, const struct source *s, struct span line)
{
	const char *end = s->hint ? s->hint : " \t:";
	size_t n = 0;
	while (n < line.n && !memchr(end, line.p[n], strlen(end)))
		n++;
	const struct naming *k = kind_of(s->names, span_trim(span_sub(line, 0, n)));
	struct span value = span_trim(span_sub(line, n + 1, line.n));
	if (!k) {
		buf_span(&r->text, line);
		return;
	}
	buf_put(&r->text, line.p, (size_t)(value.p - line.p));
	replace(r, k, value);
	buf_span(&r->text, buf_text(&r->name));
}

/* A word by the one before it; what begins with a quote ends with the next. */
static void prose_line(struct redact *r, const struct source *s, struct span line)
{
	const struct naming *k = NULL;
	struct span rest = line, word;
	while ((word = span_word(&rest)).n) {
		struct span quoted =
			span_sub(word, 1, (size_t)(line.p + line.n - word.p) - 1);
		ptrdiff_t end = k && *word.p == '\'' ? span_find(quoted, '\'') : -1;
		if (end >= 0) {
			word.n = (size_t)end + 2;
			rest = span_sub(quoted, (size_t)end + 1, quoted.n);
		}
		buf_put(&r->text, line.p, (size_t)(word.p - line.p));
		if (k)
			replace(r, k, word);
		buf_span(&r->text, k ? buf_text(&r->name) : word);
		k = kind_of(s->names, word);
		line = rest;
	}
	buf_span(&r->text, line);
}

/* Columns by name, options by theirs. Mounts of other file systems are left out: nobody asks for them. */
static void mount_line(struct redact *r, const struct source *s, struct span line)
{
	static const char *const columns[] = {
		"id", "parent", "dev", "root", "target", "options"};
	size_t from = r->text.n, n = 0;
	struct span word;
	while ((word = span_word(&line)).n && !span_is(word, "-")) {
		put_escaped(r,
			n < COUNT_OF(columns) ? kind_of(s->names, span_z(columns[n]))
					      : NULL,
			word);
		buf_char(&r->text, ' ');
		n++;
	}
	word = span_word(&line);
	if (!mountinfo_smb(word)) {
		r->text.n = from;
		return;
	}
	buf_fmt(&r->text, "- %.*s ", (int)word.n, word.p);
	line = span_sub(line, 1, line.n);
	put_escaped(r, kind_of(s->names, SPAN("source")), span_cut(&line, ' '));
	for (char between = ' '; line.n; between = ',') {
		struct span value = span_cut(&line, ','), name = span_cut(&value, '=');
		buf_char(&r->text, between);
		buf_span(&r->text, name);
		if (value.p == name.p + name.n)
			continue; /* a word alone */
		buf_char(&r->text, '=');
		put_escaped(r, kind_of(s->names, name), value);
	}
}

static const struct {
	parse_fn *parse;
	void (*line)(struct redact *r, const struct source *s, struct span line);
} layouts[] = {
	{parse_table, table_line},
	{parse_rows, table_line},
	{parse_kv, kv_line},
	{parse_cifs_stats, prose_line},
	{parse_cifs_debug, prose_line},
	{parse_mountinfo, mount_line},
};

/* The last of these words, as the grammar takes it, or NULL. */
static const char *last_of(struct span s, const char *words)
{
	const char *at, *last = NULL;
	while ((at = memmem(s.p, s.n, words, strlen(words)))) {
		last = at;
		s = span_sub(s, (size_t)(at - s.p) + 1, s.n);
	}
	return last;
}

/* \\server\share up to a tab, to what DebugData has behind it, or to the line's end, wherever it stands ("unc"). */
static bool unc_line(struct redact *r, const struct source *s, struct span line)
{
	const struct naming *k = kind_of(s->names, SPAN("unc"));
	const char *at = k ? memmem(line.p, line.n, "\\\\", 2) : NULL;
	if (!at)
		return false;
	struct span rest = span_sub(line, (size_t)(at - line.p), line.n), tail = rest,
		    unc = span_cut(&tail, '\t');
	const char *more =
		s->parse == parse_cifs_debug ? last_of(unc, " Mounts: ") : NULL;
	if (more)
		unc.n = (size_t)(more - unc.p);
	buf_put(&r->text, line.p, (size_t)(at - line.p));
	replace(r, k, unc);
	buf_span(&r->text, buf_text(&r->name));
	buf_span(&r->text, span_sub(rest, unc.n, rest.n));
	return true;
}

static const struct source *source_of(const char *path)
{
	for (size_t i = 0; i < n_sources; i++)
		if (like(span_z(sources[i].path), span_z(path)))
			return &sources[i];
	return NULL;
}

struct span redact_text(
	struct redact *r, const char *path, struct arena *a, struct span text)
{
	const struct source *s = source_of(path);
	size_t at = 0;
	if (!s || !s->names)
		return text;
	while (at < COUNT_OF(layouts) && layouts[at].parse != s->parse)
		at++;
	/* Else names are said to be in a grammar that is not here. */
	assert(at < COUNT_OF(layouts));
	buf_reset(&r->text);
	arena_reset(&r->scratch);
	while (text.n) {
		size_t left = text.n;
		struct span line = span_line(&text);
		if (!unc_line(r, s, line))
			layouts[at].line(r, s, line);
		if (line.n < left)
			buf_char(&r->text, '\n');
	}
	return arena_span(a, buf_text(&r->text));
}

void redact_end(struct redact *r)
{
	arena_free(&r->arena);
	arena_free(&r->scratch);
	buf_free(&r->text);
	buf_free(&r->name);
}
