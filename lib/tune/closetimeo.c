// SPDX-License-Identifier: GPL-2.0-or-later
/* closetimeo.c - sets closetimeo of one superblock: plan, change, read back, put back. */
#include <errno.h>

#include "parse.h"
#include "sys.h"
#include "tune.h"

enum { HZ_MOST = 1000 };
static const struct span unseen = SPAN("mountinfo cannot be read");

static int fail(struct closetimeo *c, enum closetimeo_step step, int err)
{
	c->step = step;
	return err;
}

/* ---- the bound ---- */

static void on_fact(void *ctx, const struct fact *f)
{
	uint64_t *hz = ctx, v;

	if (!f->n_row && span_is(f->key, "hz") && !span_u64(f->value, &v) && v &&
		v <= HZ_MOST)
		*hz = v;
}

uint64_t closetimeo_most(struct root *r, struct arena *a)
{
	uint64_t hz = HZ_MOST;
	const struct sink sink = {on_fact, sink_none.fault, &hz};
	struct span text;

	/* Only a kernel that counts times (CONFIG_CIFS_STATS2) tells it. */
	if (!root_read(r, "proc/fs/cifs/Stats", a, &text))
		parse_cifs_stats(text, NULL, &sink);
	return (UINT64_C(1) << 30) / hz;
}

/* ---- before and after ---- */

static int read_mounts(struct closetimeo *c, struct smb_mounts *m)
{
	struct span text;
	int rc = root_read(c->root, "proc/self/mountinfo", c->arena, &text);

	*m = (struct smb_mounts){.arena = c->arena};
	if (!rc)
		smb_mounts_read(m, text);
	return rc;
}

int closetimeo_plan(struct closetimeo *c)
{
	int rc = read_mounts(c, &c->before);

	c->changed = false;
	c->fixes = c->kept = 0;
	c->said = c->differs = SPAN_EMPTY;
	if (!rc)
		rc = smb_mounts_at(&c->before, c->target, &c->mount);
	if (!rc)
		rc = smb_closetimeo(c->mount, &c->old);
	if (rc)
		return fail(c, CLOSETIMEO_FIND, rc);
	c->list = (struct replay){.arena = c->arena};
	replay_plan(&c->list, c->mount->sboptions, c->seconds, 0);
	return 0;
}

/* What is otherwise than `before`, closetimeo other than wanted among it; the empty span: nothing. */
static int look(struct closetimeo *c, uint64_t wanted, struct span *ret_differs)
{
	const struct smb_mount *now = NULL;
	struct smb_mounts m;
	struct buf b = {0};
	uint64_t seconds;
	int rc = read_mounts(c, &m);

	if (rc)
		return rc;
	smb_differs(&c->before, &m, c->mount->dev, &b);
	for (unsigned i = 0; i < m.n; i++)
		if (span_eq(m.list[i].dev, c->mount->dev) && m.list[i].smb)
			now = &m.list[i];
	if (!now)
		buf_str(&b,
			b.n ? "; it is no longer mounted" : "it is no longer mounted");
	else if (smb_closetimeo(now, &seconds) || seconds != wanted) {
		struct smb_option o = {.value = SPAN("not shown")};

		smb_option_find(now->sboptions, "closetimeo", &o);
		buf_str(&b, b.n ? "; closetimeo is " : "closetimeo is ");
		buf_sane(&b, o.value);
	}
	*ret_differs = b.n ? arena_span(c->arena, buf_text(&b)) : SPAN_EMPTY;
	buf_free(&b);
	return 0;
}

/* How many options and flags were held against what they were. */
static unsigned compared(const struct closetimeo *c)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->before.n; i++) {
		const struct smb_mount *m = &c->before.list[i];
		const struct span lists[] = {m->options, m->sboptions};
		struct smb_option o;

		if (!span_eq(m->dev, c->mount->dev))
			continue;
		/* Those of the superblock are the same in each of its mounts. */
		for (size_t k = 0; k < (m == c->mount ? COUNT_OF(lists) : 1); k++)
			for (struct span rest = lists[k]; smb_option_next(&rest, &o);)
				n += !span_is(o.name, "closetimeo");
	}
	return n;
}

/* ---- the change ---- */

/* Each thing that a refusal can teach is learnt once. */
static int remount(struct closetimeo *c, uint64_t seconds, enum closetimeo_step *ret_step)
{
	closetimeo_remount *call = c->remount ? c->remount : remount_apart;
	int rc;

	do {
		c->said = SPAN_EMPTY;
		replay_plan(&c->list, c->mount->sboptions, seconds, c->fixes);
		rc = call(c, &c->list, ret_step, &c->said);
	} while (rc < 0 && *ret_step == CLOSETIMEO_CHANGE &&
		 replay_fix(c->said, c->mount->sboptions, &c->fixes));
	return rc;
}

/* Everything as it was, closetimeo too. */
static int restore(struct closetimeo *c, enum closetimeo_step step, int err)
{
	struct span said = c->said, left = SPAN_EMPTY;
	enum closetimeo_step unused;

	remount(c, c->old, &unused);
	c->said = said;
	if (look(c, c->old, &left) || left.n) {
		c->differs = left.n ? left : unseen;
		return fail(c, CLOSETIMEO_RESTORE, err);
	}
	return fail(c, step, err);
}

int closetimeo_set(struct closetimeo *c)
{
	enum closetimeo_step step;
	int rc = closetimeo_plan(c), err;

	if (rc || c->old == c->seconds)
		return rc;
	rc = remount(c, c->seconds, &step);
	if (rc == -ETIMEDOUT || (rc < 0 && step == CLOSETIMEO_PICK))
		return fail(c, step, rc);
	/* The status is one thing, what has come of it another: also of a refusal. */
	err = look(c, rc ? c->old : c->seconds, &c->differs);
	if (err) {
		c->differs = unseen;
		return fail(c, CLOSETIMEO_RESTORE, err);
	}
	if (c->differs.n)
		return restore(c, rc ? step : CLOSETIMEO_CHECK, rc ? rc : -EBADE);
	if (rc)
		return fail(c, step, rc);
	c->changed = true;
	c->kept = compared(c);
	return 0;
}
