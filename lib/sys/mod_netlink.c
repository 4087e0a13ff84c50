// SPDX-License-Identifier: GPL-2.0-or-later
/* mod_netlink.c - the module that asks the kernel's TASKSTATS family and its inet_diag, by libnl. */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <linux/taskstats.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <netinet/tcp.h>

#include "sys.h"

/* The kernel's own answer, which libnl would translate. */
static int on_error(struct sockaddr_nl *from, struct nlmsgerr *e, void *arg)
{
	int *ret_err = arg;

	(void)from;
	*ret_err = e->error;
	return NL_STOP;
}

/* ---- TASKSTATS ---- */

struct asking {
	netlink_each *each;
	void *ctx;
	int err;
};

/* The reply nests the struct beside the id it was asked for. */
static int on_reply(struct nl_msg *msg, void *arg)
{
	struct asking *k = arg;
	struct genlmsghdr *h = genlmsg_hdr(nlmsg_hdr(msg));
	struct nlattr *aggr, *id, *stats;

	aggr = nla_find(
		genlmsg_attrdata(h, 0), genlmsg_attrlen(h, 0), TASKSTATS_TYPE_AGGR_TGID);
	if (!aggr)
		return NL_SKIP;
	id = nla_find(nla_data(aggr), nla_len(aggr), TASKSTATS_TYPE_TGID);
	stats = nla_find(nla_data(aggr), nla_len(aggr), TASKSTATS_TYPE_STATS);
	if (id && stats && nla_len(id) >= (int)sizeof(uint32_t))
		k->each(k->ctx, nla_get_u32(id), nla_data(stats), (size_t)nla_len(stats));
	return NL_OK;
}

static int ask_one(struct nl_sock *sock, struct nl_cb *cb, int family, uint32_t tgid)
{
	struct nl_msg *msg = nlmsg_alloc();
	int rc = -ENOMEM;

	if (!msg)
		return rc;
	if (genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, family, 0, 0, TASKSTATS_CMD_GET,
		    TASKSTATS_GENL_VERSION) &&
		nla_put_u32(msg, TASKSTATS_CMD_ATTR_TGID, tgid) == 0)
		rc = nl_send_auto(sock, msg) < 0 ? -EIO : 0;
	nlmsg_free(msg);
	if (rc == 0)
		nl_recvmsgs(sock, cb);
	return rc;
}

static int ask_all(struct nl_sock *sock, struct nl_cb *cb, const uint32_t *tgids,
	size_t n, struct asking *k)
{
	int family = genl_ctrl_resolve(sock, TASKSTATS_GENL_NAME);

	if (family < 0)
		return -ENOENT;
	/* Only now: the lookup of the family does wait for an acknowledgement. */
	nl_socket_disable_auto_ack(sock);
	for (size_t i = 0; i < n; i++) {
		int rc;

		k->err = 0;
		rc = ask_one(sock, cb, family, tgids[i]);
		if (rc < 0)
			return rc;
		if (k->err && k->err != -ESRCH) /* -ESRCH: the process ended meanwhile */
			return k->err;
	}
	return 0;
}

int netlink_taskstats(const uint32_t *tgids, size_t n, netlink_each *each, void *ctx)
{
	struct asking k = {each, ctx, 0};
	struct nl_sock *sock = nl_socket_alloc();
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int rc = -ENOMEM;

	if (!sock || !cb)
		goto out;
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, &k.err);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_reply, &k);
	rc = genl_connect(sock) < 0 ? -EIO : ask_all(sock, cb, tgids, n, &k);
out:
	nl_cb_put(cb);
	nl_socket_free(sock);
	return rc;
}

/* ---- SMB sockets, by inet_diag ---- */

enum { SMB_PORT = 445 };

/* Of all connections of the machine only those to that port: the kernel runs this for each of them. */
static const struct inet_diag_bc_op to_smb[] = {
	/* code, length if so, length if not: beyond the end is no */
	{INET_DIAG_BC_D_GE, 8, 20},
	{0, 0, SMB_PORT},
	{INET_DIAG_BC_D_LE, 8, 12},
	{0, 0, SMB_PORT},
};

struct looking {
	netlink_smb_each *each;
	void *ctx;
	int err;
};

static int on_socket(struct nl_msg *msg, void *arg)
{
	struct looking *l = arg;
	struct nlmsghdr *h = nlmsg_hdr(msg);
	const struct inet_diag_msg *m = nlmsg_data(h);
	struct smb_socket s = {0};
	struct nlattr *info;
	struct tcp_info tcp = {0};

	if (nlmsg_datalen(h) < (int)sizeof(*m))
		return NL_SKIP;
	info = nlmsg_find_attr(h, sizeof(*m), INET_DIAG_INFO);
	if (!info || ntohs(m->id.idiag_dport) != SMB_PORT)
		return NL_SKIP;
	/* Newer kernels tell more, behind it. */
	if (nla_len(info) < (int)sizeof(tcp))
		return NL_SKIP;
	memcpy(&tcp, nla_data(info), sizeof(tcp));
	s.to.v6 = m->idiag_family == AF_INET6;
	memcpy(s.to.bytes, m->id.idiag_dst, s.to.v6 ? 16 : 4);
	s.rtt_us = tcp.tcpi_rtt;
	s.retrans = tcp.tcpi_total_retrans;
	l->each(l->ctx, &s);
	return NL_OK;
}

static int look_at(
	struct nl_sock *sock, struct nl_cb *cb, unsigned char family, struct looking *l)
{
	struct inet_diag_req_v2 req = {
		.sdiag_family = family,
		.sdiag_protocol = IPPROTO_TCP,
		.idiag_ext = 1 << (INET_DIAG_INFO - 1),
		.idiag_states = 1 << TCP_ESTABLISHED,
	};
	struct nl_msg *msg =
		nlmsg_alloc_simple(SOCK_DIAG_BY_FAMILY, NLM_F_DUMP | NLM_F_REQUEST);
	int rc = -ENOMEM;

	if (!msg)
		return rc;
	l->err = 0;
	if (!nlmsg_append(msg, &req, sizeof(req), NLMSG_ALIGNTO) &&
		!nla_put(msg, INET_DIAG_REQ_BYTECODE, sizeof(to_smb), to_smb))
		rc = nl_send_auto(sock, msg) < 0 ? -EIO : 0;
	nlmsg_free(msg);
	if (!rc && nl_recvmsgs(sock, cb) < 0 && !l->err)
		l->err = -EIO;
	return rc ? rc : l->err;
}

int netlink_smb(netlink_smb_each *each, void *ctx)
{
	static const unsigned char families[] = {AF_INET, AF_INET6};
	struct looking l = {each, ctx, 0};
	struct nl_sock *sock = nl_socket_alloc();
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int rc = -ENOMEM;

	if (!sock || !cb)
		goto out;
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, &l.err);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_socket, &l);
	rc = nl_connect(sock, NETLINK_SOCK_DIAG) < 0 ? -EIO : 0;
	/* -ENOENT: built without tcp_diag, or without IPv6 */
	for (size_t i = 0; !rc && i < COUNT_OF(families); i++) {
		rc = look_at(sock, cb, families[i], &l);
		if (rc == -ENOENT && i)
			rc = 0;
	}
out:
	nl_cb_put(cb);
	nl_socket_free(sock);
	return rc;
}
