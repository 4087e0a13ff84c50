// SPDX-License-Identifier: GPL-2.0-or-later
/* changes.c - several changes as one: each written down, made, and undone in the end. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

void changes_begin(struct changes *c, int root, const char *name)
{
	memset(c, 0, sizeof(*c));
	c->root = root;
	c->name = name;
	c->record = -1;
}

struct change *change_next(struct changes *c, enum change_kind kind)
{
	struct change *ch = &c->at[c->n];

	if (c->n == CHANGES_MOST)
		return NULL;
	memset(ch, 0, sizeof(*ch));
	ch->kind = kind;
	ch->zram.root = c->root;
	ch->zram.anywhere = c->anywhere;
	return ch;
}

/* The texts are our own, so that they live as long as the change. */
int change_setting(
	struct changes *c, struct span path, struct span value, struct change **ret_ch)
{
	struct change *ch = change_next(c, CHANGE_SET);

	if (!ch)
		return -E2BIG;
	if (path.n >= sizeof(ch->path) || value.n >= sizeof(ch->value))
		return -EMSGSIZE;
	memcpy(ch->path, path.p, path.n);
	memcpy(ch->value, value.p, value.n);
	ch->set = (struct tune){
		.root = c->root,
		.path = ch->path,
		.value = ch->value,
		.anywhere = c->anywhere,
	};
	*ret_ch = ch;
	return 0;
}

int changes_set(struct changes *c, const char *path, const char *value)
{
	struct change *ch;
	int err = change_setting(c, span_z(path), span_z(value), &ch);

	if (!err)
		err = tune_plan(&ch->set);
	if (!err && tune_differs(&ch->set))
		c->n++;
	return err;
}

int changes_zram(struct changes *c, uint64_t bytes, int prio)
{
	struct change *ch = change_next(c, CHANGE_ZRAM);

	if (!ch)
		return -E2BIG;
	ch->zram.bytes = bytes;
	ch->zram.prio = prio;
	c->n++;
	return 0;
}

/* ---- made ---- */

static int begin_record(struct changes *c)
{
	struct buf b = {0};
	int err = record_create(c);

	if (err)
		return err;
	buf_str(&b, "boot ");
	err = record_boot(c, &b);
	buf_char(&b, '\n');
	if (!err)
		err = record_process(c, &b);
	if (!err)
		err = record_add(c, buf_text(&b));
	buf_free(&b);
	if (err)
		record_remove(c);
	return err;
}

static int make_setting(struct changes *c, struct change *ch)
{
	struct buf b = {0};
	int err;

	buf_fmt(&b, "set %s %s %s\n", ch->path, ch->set.old, ch->value);
	err = record_add(c, buf_text(&b));
	buf_free(&b);
	if (err)
		return err;
	ch->state = CHANGE_MADE;
	return tune_apply(&ch->set);
}

static int make_zram(struct changes *c, struct change *ch)
{
	unsigned there[ZRAMS_MOST], n = zram_list(c->root, there, COUNT_OF(there));
	struct buf b = {0};
	int err;

	buf_str(&b, "zrams");
	for (unsigned i = 0; i < n; i++)
		buf_fmt(&b, " %u", there[i]);
	buf_char(&b, '\n');
	err = record_add(c, buf_text(&b));
	if (!err)
		err = zram_add(&ch->zram);
	if (!err) {
		ch->state = CHANGE_MADE;
		buf_reset(&b);
		buf_fmt(&b, "zram %u %llu\n", ch->zram.number,
			(unsigned long long)ch->zram.seq);
		err = record_add(c, buf_text(&b));
	}
	buf_free(&b);
	return err ? err : zram_on(&ch->zram);
}

int changes_apply(struct changes *c)
{
	int err = begin_record(c);

	c->failed = NULL;
	for (unsigned i = 0; i < c->n && !err; i++) {
		struct change *ch = &c->at[i];

		err = ch->kind == CHANGE_SET ? make_setting(c, ch) : make_zram(c, ch);
		ch->err = err;
		if (err)
			c->failed = ch;
	}
	return err;
}

/* ---- undone ---- */

static int undo_setting(struct change *ch)
{
	bool restored;
	int err;

	/* One whose making failed has been put back then, or is to be now. */
	ch->set.changed = true;
	err = tune_undo(&ch->set, &restored);
	if (!err && !restored && !tune_same(span_z(ch->set.now), span_z(ch->set.old)))
		ch->state = CHANGE_ALIEN;
	else
		ch->state = CHANGE_UNDONE;
	return err;
}

static int undo_zram(struct change *ch)
{
	int err = zram_off(&ch->zram);

	ch->state = CHANGE_UNDONE;
	return err;
}

int changes_undo(struct changes *c)
{
	int first = 0;

	for (unsigned i = c->n; i--;) {
		struct change *ch = &c->at[i];
		int err;

		if (ch->state != CHANGE_MADE && ch->state != CHANGE_STUCK)
			continue;
		err = ch->kind == CHANGE_SET ? undo_setting(ch) : undo_zram(ch);
		ch->err = err;
		if (!err)
			continue;
		ch->state = CHANGE_STUCK;
		first = first ? first : err;
	}
	if (!first)
		record_remove(c);
	return first;
}

void change_by_hand(const struct change *ch, struct buf *out)
{
	unsigned n = ch->zram.number;

	if (ch->kind == CHANGE_SET)
		buf_fmt(out, "echo %s >/%s", ch->set.old, ch->path);
	else
		buf_fmt(out,
			"swapoff /dev/zram%u; echo 1 >/sys/block/zram%u/reset; "
			"echo %u >/sys/class/zram-control/hot_remove",
			n, n, n);
}
