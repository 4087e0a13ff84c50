// SPDX-License-Identifier: GPL-2.0-or-later
/* mod_netlink.c - the module that asks the kernel's TASKSTATS family, by libnl. */
#include <errno.h>
#include <linux/taskstats.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include "sys.h"

struct asking {
	netlink_each *each;
	void *ctx;
	int err; /* the kernel's own answer, which libnl would translate */
};

static int on_error(struct sockaddr_nl *from, struct nlmsgerr *e, void *arg)
{
	struct asking *k = arg;

	(void)from;
	k->err = e->error;
	return NL_STOP;
}

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
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, &k);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_reply, &k);
	rc = genl_connect(sock) < 0 ? -EIO : ask_all(sock, cb, tgids, n, &k);
out:
	nl_cb_put(cb);
	nl_socket_free(sock);
	return rc;
}
