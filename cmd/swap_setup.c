// SPDX-License-Identifier: GPL-2.0-or-later
/* swap_setup.c - what `swap test` changes for its time: said, made, put back; and what a killed one has left. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

#define RECORD "swap-test"

/* "3 settings", "1 zram device" */
static void put_count(struct buf *b, unsigned n, const char *what)
{
	if (!n)
		return;
	if (b->n)
		buf_str(b, " and ");
	buf_fmt(b, "%u %s%s", n, what, n == 1 ? "" : "s");
}

static void put_counts(struct buf *b, const struct changes *c, enum change_state state)
{
	unsigned settings = 0, devices = 0;
	for (unsigned i = 0; i < c->n; i++) {
		if (c->at[i].state != state)
			continue;
		settings += c->at[i].kind == CHANGE_SET;
		devices += c->at[i].kind == CHANGE_ZRAM;
	}
	put_count(b, devices, "zram device");
	put_count(b, settings, "setting");
}

/* All of that state, as commands, the last made first. */
static void put_by_hand(struct buf *b, const struct changes *c, enum change_state state)
{
	bool first = true;
	for (unsigned i = c->n; i--;) {
		if (c->at[i].state != state)
			continue;
		buf_str(b, first ? "" : "; ");
		change_by_hand(&c->at[i], b);
		first = false;
	}
}

int setup_begin(struct changes *c, const char *dir)
{
	int root = open(dir ? dir : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root < 0) {
		say("cannot open %s: %s", dir ? dir : "/", strerror(errno));
		return STATUS_FAILED;
	}
	changes_begin(c, root, RECORD);
	c->anywhere = dir;
	return STATUS_OK;
}

/* ---- what a killed run has left ---- */

static int say_record(const struct changes *c, int err)
{
	switch (-err) {
	case EBUSY:
		say("another swap test is running (process %llu): wait for its end",
			(unsigned long long)c->pid);
		return STATUS_DIFFERS;
	case EBADMSG:
		say("/run/swsched/%s is no record of a swap test: look at it, then remove it",
			c->name);
		return STATUS_DIFFERS;
	case EACCES:
	case EPERM:
		say("/run/swsched is not root's alone: look at who may write there");
		return STATUS_PRIVILEGE;
	default:
		say("/run/swsched/%s: %s", c->name, strerror(-err));
		return STATUS_FAILED;
	}
}

static void say_left(const struct changes *c)
{
	struct buf what = {0}, how = {0};
	put_counts(&what, c, CHANGE_MADE);
	put_by_hand(&how, c, CHANGE_MADE);
	say("a swap test that was killed (process %llu) has left %s: undo it by 'swsched swap test --restore', or: %s",
		(unsigned long long)c->pid, buf_cstr(&what), buf_cstr(&how));
	buf_free(&what);
	buf_free(&how);
}

int setup_look(struct changes *c)
{
	int err = changes_load(c);
	if (err == -ENOENT || err == -ENOTDIR)
		return STATUS_OK;
	/* Whoever may not look will not be able to change anything either. */
	if (err == -EPERM && geteuid() != 0)
		return STATUS_OK;
	if (err)
		return say_record(c, err);
	say_left(c);
	return STATUS_DIFFERS;
}

/* ---- undone ---- */

/* What stays, and why. */
static int say_undone(const struct changes *c, int err)
{
	struct buf how = {0};
	for (unsigned i = 0; i < c->n; i++)
		if (c->at[i].state == CHANGE_ALIEN)
			say("/%s was changed to %s meanwhile, and stays so",
				c->at[i].path, c->at[i].set.now);
	if (!err)
		return STATUS_OK;
	put_by_hand(&how, c, CHANGE_STUCK);
	say("not everything could be put back (%s); what is left: %s", strerror(-err),
		buf_cstr(&how));
	buf_free(&how);
	return STATUS_UNDONE;
}

int setup_undo(struct changes *c)
{
	signals_block();
	int err = changes_undo(c);
	signals_unblock();
	/* What could not be put back is said once, and not tried again: the record stays. */
	if (c->record >= 0)
		close(c->record);
	c->record = -1;
	return say_undone(c, err);
}

int setup_restore(struct changes *c)
{
	int err = changes_load(c);
	if (err == -ENOENT || err == -ENOTDIR) {
		say("no swap test has left anything: nothing was changed");
		return STATUS_OK;
	}
	return err ? say_record(c, err) : setup_undo(c);
}

/* ---- made ---- */

static int say_no_zram(void)
{
	say("this kernel has no zram to be had: modprobe zram, or run the test on swap that there is, without --zram");
	return STATUS_LACKS;
}

int setup_plan(struct changes *c, const struct test_opts *t)
{
	if (!t->n_zrams)
		return STATUS_OK;
	int err = changes_swap(c, t->trial.work.folio, t->zrams, t->n_zrams);
	if (err == -ENOENT || err == -ENOTDIR) {
		say("this kernel makes no folios of %llu kB: --size takes one of /sys/kernel/mm/transparent_hugepage",
			(unsigned long long)t->trial.work.folio / 1024);
		return STATUS_LACKS;
	}
	if (err) {
		say("what is to be changed cannot be read: %s", strerror(-err));
		return STATUS_FAILED;
	}
	return STATUS_OK;
}

static int say_failed(const struct changes *c, int err)
{
	const struct change *ch = c->failed;
	if (err == -EACCES || err == -EPERM) {
		say("--zram sets up swap, which needs root: run this as root");
		return STATUS_PRIVILEGE;
	}
	if (!ch && err == -EEXIST)
		say("another swap test has just begun: wait for its end");
	else if (!ch)
		say("what is changed cannot be written down in /run/swsched, so nothing was changed: %s",
			strerror(-err));
	else if (ch->kind == CHANGE_ZRAM && !ch->zram.added && err == -ENOENT)
		return say_no_zram();
	else if (ch->kind == CHANGE_ZRAM)
		say("no swap on a zram device of %llu bytes: %s; all is as it was",
			(unsigned long long)ch->zram.bytes, strerror(-err));
	else
		say("/%s does not become %s: %s; all is as it was", ch->path, ch->value,
			strerror(-err));
	return STATUS_DIFFERS;
}

int setup_make(struct changes *c)
{
	struct buf what = {0};
	if (!c->n)
		return STATUS_OK;
	int err = changes_apply(c);
	if (err) {
		int undone = c->failed ? setup_undo(c) : STATUS_OK;
		return undone ? undone : say_failed(c, err);
	}
	put_counts(&what, c, CHANGE_MADE);
	say("%s are for this run alone; should it be killed: swsched swap test --restore",
		buf_cstr(&what));
	buf_free(&what);
	return STATUS_OK;
}

void setup_put(const struct changes *c, struct buf *out)
{
	for (unsigned i = 0; i < c->n; i++) {
		const struct change *ch = &c->at[i];
		if (ch->kind == CHANGE_SET)
			buf_fmt(out, "/%s %s %s\n", ch->path, ch->set.old, ch->value);
		else
			buf_fmt(out, "zram+%u - %lluM:prio=%d\n", i + 1,
				(unsigned long long)ch->zram.bytes >> 20, ch->zram.prio);
	}
}
