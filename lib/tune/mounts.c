// SPDX-License-Identifier: GPL-2.0-or-later
/* mounts.c - what mountinfo says of SMB mounts: the one at a place, its options one by one. */
#include <errno.h>

#include "parse.h"
#include "sys.h"
#include "tune.h"

/* ---- the list ---- */

static struct span plain(struct smb_mounts *m, struct span escaped)
{
	char *to = arena_get(m->arena, escaped.n + 1);

	return (struct span){to, span_unoctal(escaped, to)};
}

static void begin(struct smb_mounts *m, struct span id)
{
	m->list = arena_more(m->arena, m->list, m->n, &m->cap, sizeof(*m->list));
	m->list[m->n++] = (struct smb_mount){id, SPAN_EMPTY, SPAN_EMPTY, SPAN_EMPTY,
		SPAN_EMPTY, SPAN_EMPTY, SPAN_EMPTY, SPAN_EMPTY, false, false};
}

/* The facts of a mount come together, the parent's number first. */
static void on_fact(void *ctx, const struct fact *f)
{
	struct smb_mounts *m = ctx;
	struct smb_mount *last;

	if (span_is(f->key, "parent"))
		begin(m, f->row[0].name);
	if (!m->n)
		return;
	last = &m->list[m->n - 1];
	if (span_is(f->key, "dev"))
		last->dev = f->value;
	else if (span_is(f->key, "root"))
		last->root = f->value;
	else if (span_is(f->key, "target"))
		last->target = plain(m, f->value);
	else if (span_is(f->key, "options"))
		last->options = f->value;
	else if (span_is(f->key, "source"))
		last->source = f->value;
	else if (span_is(f->key, "sboptions"))
		last->sboptions = f->value;
	else if (span_is(f->key, "fstype")) {
		last->fstype = f->value;
		last->smb = mountinfo_smb(f->value);
	}
}

void smb_mounts_read(struct smb_mounts *m, struct span mountinfo)
{
	const struct sink sink = {on_fact, sink_none.fault, m};
	struct smb_points points = {.a = m->arena};

	m->n = 0;
	parse_mountinfo(mountinfo, NULL, &sink);
	smb_points_read(&points, mountinfo);
	for (unsigned i = 0; i < m->n; i++)
		m->list[i].covered = points.list[i].over != NULL;
}

int smb_mounts_at(const struct smb_mounts *m, struct span target,
	const struct smb_mount **ret_mount)
{
	const struct smb_mount *top = NULL;

	for (unsigned i = m->n; i--;)
		if (span_eq(m->list[i].target, target) && (!top || top->covered))
			top = &m->list[i];
	if (!top)
		return -ENOENT;
	if (!top->smb)
		return -EMEDIUMTYPE;
	*ret_mount = top;
	return 0;
}

struct span smb_place(struct arena *a, const char *cwd, const char *path)
{
	struct span pieces[2] = {span_z(*path == '/' ? "" : cwd), span_z(path)};
	char *to = arena_get(a, pieces[0].n + pieces[1].n + 3);
	size_t n = 0;

	for (size_t i = 0; i < COUNT_OF(pieces); i++)
		while (pieces[i].n) {
			struct span part = span_cut(&pieces[i], '/');

			if (!part.n || span_is(part, "."))
				continue;
			to[n++] = '/';
			memcpy(to + n, part.p, part.n);
			n += part.n;
		}
	if (!n)
		to[n++] = '/';
	to[n] = '\0';
	return (struct span){to, n};
}

/* ---- the options of a superblock ---- */

bool smb_option_next(struct span *rest, struct smb_option *ret)
{
	size_t n = 0;
	bool quoted = false;

	while (rest->n && *rest->p == ',')
		*rest = span_sub(*rest, 1, rest->n);
	if (!rest->n)
		return false;
	/* Only a security label is in quotes: context="…:c1,c2". Elsewhere a quote is one like any byte. */
	for (; n < rest->n && (quoted || rest->p[n] != ','); n++)
		if (rest->p[n] == '"' && (quoted || (n && rest->p[n - 1] == '=')))
			quoted = !quoted;
	/* One that does not end parts at commas after all. */
	if (quoted)
		for (n = 0; n < rest->n && rest->p[n] != ',';)
			n++;
	ret->text = span_sub(*rest, 0, n);
	*rest = span_sub(*rest, n, rest->n);
	ret->value = ret->text;
	ret->flag = span_find(ret->text, '=') < 0;
	ret->name = span_cut(&ret->value, '=');
	return true;
}

bool smb_option_find(struct span options, const char *name, struct smb_option *ret)
{
	while (smb_option_next(&options, ret))
		if (span_is(ret->name, name))
			return true;
	return false;
}

int smb_closetimeo(const struct smb_mount *m, uint64_t *ret_seconds)
{
	struct smb_option o;

	if (!smb_option_find(m->sboptions, "closetimeo", &o))
		return -EOPNOTSUPP;
	return span_u64(o.value, ret_seconds);
}

const char *smb_closetimeo_dead(const struct smb_mount *m)
{
	static const struct {
		const char *name, *value, *why; /* value NULL: whatever it is */
	} dead[] = {
		{"vers", "1.0", "SMB 1.0 has no leases"},
		{"vers", "2.0", "SMB 2.0 has no leases"},
		{"nolease", NULL, "it is mounted with nolease"},
	};
	struct smb_option o;

	for (size_t i = 0; i < COUNT_OF(dead); i++)
		if (smb_option_find(m->sboptions, dead[i].name, &o) &&
			(!dead[i].value || span_is(o.value, dead[i].value)))
			return dead[i].why;
	return NULL;
}
