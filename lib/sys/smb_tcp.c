// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * smb_tcp.c - "@smb/tcp": the TCP sockets beneath SMB connections, as the kernel's inet_diag tells of them.
 *
 *	0 192.0.2.9 here 1 412 0
 *	1 192.0.2.7 elsewhere - - -
 *
 * Columns: connection, the server's address, where its socket is, how many connections to port 445 go to that address, the
 * largest smoothed round trip of them in microseconds, and what they sent again together. Sockets have no name that
 * DebugData would tell: of several to one address (multichannel, nosharesock) nobody knows which is which, so they
 * count as one. Only sockets of our own network namespace can be seen: "elsewhere" is a connection of another.
 */
#include <arpa/inet.h>
#include <errno.h>

#include "sys.h"

struct line {
	struct smb_address to;
	unsigned n;
	uint32_t rtt_us, retrans;
};

bool smb_address(struct span text, struct smb_address *ret)
{
	char z[INET6_ADDRSTRLEN + 1];
	struct span address = span_cut(&text, '%');

	if (!address.n || address.n >= sizeof(z))
		return false;
	memcpy(z, address.p, address.n);
	z[address.n] = '\0';
	*ret = (struct smb_address){.v6 = span_find(address, ':') >= 0};
	return inet_pton(ret->v6 ? AF_INET6 : AF_INET, z, ret->bytes) == 1;
}

static void on_socket(void *ctx, const struct smb_socket *s)
{
	struct line *l = ctx;

	if (s->to.v6 != l->to.v6 ||
		memcmp(s->to.bytes, l->to.bytes, sizeof(l->to.bytes)) != 0)
		return;
	l->n++;
	l->retrans += s->retrans;
	if (s->rtt_us > l->rtt_us)
		l->rtt_us = s->rtt_us;
}

static void put_server(struct buf *out, const struct smb_server *server,
	struct span netns, const struct smb_sockets *sockets)
{
	bool here = !server->netns.n || !netns.n || span_eq(server->netns, netns);
	struct line l = {.n = 0};

	if (!smb_address(server->address, &l.to))
		return;
	for (unsigned i = 0; here && i < sockets->n; i++)
		on_socket(&l, &sockets->list[i]);
	buf_fmt(out, "%u ", server->rank);
	door_word(out, server->address);
	if (l.n)
		buf_fmt(out, " here %u %u %u\n", l.n, l.rtt_us, l.retrans);
	else
		buf_fmt(out, " %s - - -\n", here ? "none" : "elsewhere");
}

void smb_tcp_put(const struct smb_servers *servers, struct span netns,
	const struct smb_sockets *sockets, struct buf *out)
{
	for (unsigned i = 0; i < servers->n; i++)
		put_server(out, &servers->list[i], netns, sockets);
}

static void keep(void *ctx, const struct smb_socket *s)
{
	struct smb_sockets *k = ctx;

	k->list = arena_more(k->a, k->list, k->n, &k->cap, sizeof(*k->list));
	k->list[k->n++] = *s;
}

/* "4026531833" of "net:[4026531833]"; the empty span: it cannot be told. */
static struct span namespace_of(struct root *r, char *room, size_t size)
{
	struct span ns;

	if (root_readlink(r, "proc/self/ns/net", room, size) < 0)
		return SPAN_EMPTY;
	ns = span_z(room);
	span_cut(&ns, '[');
	return span_cut(&ns, ']');
}

int smb_tcp(struct root *r, struct buf *out)
{
	struct smb_servers servers = {.a = root_scratch(r)};
	struct smb_sockets sockets = {.a = root_scratch(r)};
	struct span debug;
	char ns[64];
	netlink_smb_fn *ask;
	void *symbol;
	int rc;

	if (!root_live(r))
		return -ENOENT;
	rc = root_read(r, "proc/fs/cifs/DebugData", root_scratch(r), &debug);
	if (rc < 0)
		return rc;
	smb_servers_read(&servers, debug);
	if (!servers.n)
		return 0;
	rc = module_symbol("netlink", "netlink_smb", &symbol);
	if (rc < 0)
		return rc;
	ask = (netlink_smb_fn *)symbol;
	rc = ask(keep, &sockets);
	if (rc < 0)
		return rc;
	smb_tcp_put(&servers, namespace_of(r, ns, sizeof(ns)), &sockets, out);
	return 0;
}
