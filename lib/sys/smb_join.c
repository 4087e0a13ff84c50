// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb_join.c - "@smb/shares" and "@smb/mounts": which mount uses which share, and so the options beside its counters.
 *
 *	1/\134\134filer\134home/0 5 1 strict
 *	38 1/\134\134filer\134home/0
 *
 * Columns: a share, closetimeo, actimeo and cache of its mounts, "-" where these differ; a mount's number, its share.
 * The kernel tells neither. A mount's share is the one of its name on a connection to its address with its dialect,
 * and with nosharesock or without as it has that. If there are several such, as for two users, nobody knows which.
 */
#include <errno.h>

#include "parse.h"
#include "sys.h"

enum { OPTIONS = 3 };
static const char *const shown[OPTIONS] = {"opt.closetimeo", "opt.actimeo", "opt.cache"};

struct server {
	struct span address, dialect;
	bool alone;
};

struct share {
	unsigned server, ordinal;
	struct span name;
	uint64_t hash; /* of the name */
	unsigned mounts;
	struct span options[OPTIONS];
};

struct mount {
	struct span id, fstype, source, address, vers, options[OPTIONS];
	bool alone;
	struct share *share;
};

struct joining {
	struct arena *a;
	struct server *servers;
	struct share *shares;
	struct mount *mounts;
	unsigned n_servers, cap_servers, n_shares, cap_shares, n_mounts, cap_mounts;
};

/* ---- what is there ---- */

static struct server *server_at(struct joining *j, unsigned ordinal)
{
	while (j->n_servers <= ordinal) {
		j->servers = arena_more(j->a, j->servers, j->n_servers, &j->cap_servers,
			sizeof(*j->servers));
		j->servers[j->n_servers++] =
			(struct server){SPAN_EMPTY, SPAN_EMPTY, false};
	}
	return &j->servers[ordinal];
}

static void on_debug(void *ctx, const struct fact *f)
{
	struct joining *j = ctx;
	struct server *server;

	if (!f->n_row || f->row[0].name.p || f->row[0].ordinal > RANKS_MOST)
		return;
	server = server_at(j, f->row[0].ordinal);
	if (span_is(f->key, "server.Dialect"))
		server->dialect = f->value;
	else if (span_is(f->key, "server.nosharesock"))
		server->alone = span_is(f->value, "1");
	else if (span_is(f->key, "session.Address") && !server->address.n)
		server->address = f->value;
	else if (span_is(f->key, "share.Mounts") && f->n_row == 3) {
		j->shares = arena_more(
			j->a, j->shares, j->n_shares, &j->cap_shares, sizeof(*j->shares));
		j->shares[j->n_shares++] = (struct share){.server = f->row[0].ordinal,
			.ordinal = f->row[2].ordinal,
			.name = f->row[1].name,
			.hash = span_hash(f->row[1].name)};
	}
}

static void on_mount(void *ctx, const struct fact *f)
{
	struct joining *j = ctx;
	struct mount *m;

	if (span_is(f->key, "parent")) {
		j->mounts = arena_more(
			j->a, j->mounts, j->n_mounts, &j->cap_mounts, sizeof(*j->mounts));
		j->mounts[j->n_mounts++] = (struct mount){.id = f->row[0].name,
			.fstype = SPAN_EMPTY,
			.source = SPAN_EMPTY,
			.address = SPAN_EMPTY,
			.vers = SPAN_EMPTY};
	}
	m = &j->mounts[j->n_mounts - 1];
	if (span_is(f->key, "fstype"))
		m->fstype = f->value;
	else if (span_is(f->key, "source"))
		m->source = f->value;
	else if (span_is(f->key, "opt.addr"))
		m->address = f->value;
	else if (span_is(f->key, "opt.vers"))
		m->vers = f->value;
	else if (span_is(f->key, "opt.nosharesock"))
		m->alone = true;
	for (unsigned i = 0; i < OPTIONS; i++)
		if (span_is(f->key, shown[i]))
			m->options[i] = f->value;
}

/* ---- what belongs together ---- */

/* "//srv/share/folder" is a mount of \\srv\share. */
static struct span unc_of(struct joining *j, struct span source)
{
	char *to = arena_get(j->a, source.n + 1);
	size_t n = span_unoctal(source, to), at;
	unsigned slashes = 0;

	for (at = 0; at < n; at++) {
		if (to[at] != '/' && to[at] != '\\')
			continue;
		if (++slashes == 4)
			break;
		to[at] = '\\';
	}
	return slashes < 3 ? SPAN_EMPTY : (struct span){to, at};
}

static bool has_dialect(const struct server *s, struct span vers)
{
	static const char *const codes[][2] = {{"1.0", "0x0"}, {"2.0", "0x202"},
		{"2.1", "0x210"}, {"3.0", "0x300"}, {"3.02", "0x302"}, {"3.0.2", "0x302"},
		{"3.1.1", "0x311"}};

	for (size_t i = 0; i < COUNT_OF(codes); i++)
		if (span_is(vers, codes[i][0]))
			return span_is(s->dialect, codes[i][1]);
	return true;
}

static bool fits(const struct joining *j, const struct mount *m, struct span unc,
	uint64_t hash, const struct share *s)
{
	const struct server *server = &j->servers[s->server];
	struct smb_address want, has;

	if (s->hash != hash || !span_eq(s->name, unc) || !has_dialect(server, m->vers) ||
		server->alone != m->alone)
		return false;
	/* SMB1 has no address there. */
	return !smb_address(m->address, &want) || !smb_address(server->address, &has) ||
	       (want.v6 == has.v6 && !memcmp(want.bytes, has.bytes, sizeof(has.bytes)));
}

static void find_share(struct joining *j, struct mount *m)
{
	struct span unc = unc_of(j, m->source);
	uint64_t hash = span_hash(unc);
	unsigned n = 0;

	if (!mountinfo_smb(m->fstype))
		return;
	for (unsigned i = 0; i < j->n_shares; i++)
		if (fits(j, m, unc, hash, &j->shares[i])) {
			m->share = &j->shares[i];
			n++;
		}
	if (n != 1) {
		m->share = NULL;
		return;
	}
	for (unsigned i = 0; i < OPTIONS; i++) {
		struct span *o = &m->share->options[i];

		if (!m->share->mounts)
			*o = m->options[i];
		else if (!m->options[i].p || (o->p && !span_eq(*o, m->options[i])))
			*o = SPAN_EMPTY;
	}
	m->share->mounts++;
}

static int join(struct root *r, struct joining *j)
{
	const struct sink debug = {on_debug, sink_none.fault, j},
			  mounts = {on_mount, sink_none.fault, j};
	struct span text;
	int rc = root_read(r, "proc/fs/cifs/DebugData", j->a, &text);

	if (rc < 0)
		return rc;
	parse_cifs_debug(text, NULL, &debug);
	if (!j->n_shares)
		return 0;
	rc = root_read(r, "proc/self/mountinfo", j->a, &text);
	if (rc < 0)
		return rc;
	parse_mountinfo(text, NULL, &mounts);
	for (unsigned i = 0; i < j->n_mounts; i++)
		find_share(j, &j->mounts[i]);
	return 0;
}

/* ---- the doors ---- */

static void put_row(struct buf *out, const struct share *s)
{
	buf_fmt(out, "%u/", s->server);
	door_word(out, s->name);
	buf_fmt(out, "/%u", s->ordinal);
}

int smb_shares(struct root *r, struct buf *out)
{
	struct joining j = {.a = root_scratch(r)};
	int rc = join(r, &j);

	for (unsigned i = 0; !rc && i < j.n_shares; i++) {
		if (!j.shares[i].mounts)
			continue;
		put_row(out, &j.shares[i]);
		for (unsigned k = 0; k < OPTIONS; k++) {
			buf_char(out, ' ');
			door_word(out, j.shares[i].options[k].p ? j.shares[i].options[k]
								: SPAN_EMPTY);
		}
		buf_char(out, '\n');
	}
	return rc;
}

int smb_mounts(struct root *r, struct buf *out)
{
	struct joining j = {.a = root_scratch(r)};
	int rc = join(r, &j);

	for (unsigned i = 0; !rc && i < j.n_mounts; i++)
		if (j.mounts[i].share) {
			buf_span(out, j.mounts[i].id);
			buf_char(out, ' ');
			put_row(out, j.mounts[i].share);
			buf_char(out, '\n');
		}
	return rc;
}
