// SPDX-License-Identifier: GPL-2.0-or-later
/* leftover.c - the record of a command that was killed: what of its changes is still there. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "sys.h"
#include "tune.h"

struct reading {
	struct changes *c;
	bool same_boot;
	uint64_t start;
	bool adding; /* a device was about to be added, and is not known to be there */
	unsigned there[ZRAMS_MOST], n_there;
};

static int read_setting(struct reading *r, struct span rest)
{
	struct change *ch;
	struct span path = span_word(&rest), old = span_word(&rest),
		    value = span_word(&rest);

	if (!value.n || old.n >= sizeof(ch->set.old) ||
		change_setting(r->c, path, value, &ch))
		return -EBADMSG;
	memcpy(ch->set.old, old.p, old.n);
	r->c->n++;
	return 0;
}

static int put_zram(struct changes *c, unsigned number, uint64_t seq)
{
	struct change *ch = change_next(c, CHANGE_ZRAM);

	if (!ch)
		return -EBADMSG;
	ch->zram.added = true;
	ch->zram.number = number;
	ch->zram.seq = seq;
	c->n++;
	return 0;
}

static int read_zram(struct reading *r, struct span rest)
{
	uint64_t number, seq;

	r->adding = false;
	if (span_u64(span_word(&rest), &number) < 0 || number > 1 << 20 ||
		span_u64(span_word(&rest), &seq) < 0)
		return -EBADMSG;
	return put_zram(r->c, (unsigned)number, seq);
}

static int read_zrams(struct reading *r, struct span rest)
{
	uint64_t number;

	r->adding = true;
	r->n_there = 0;
	while (r->n_there < ZRAMS_MOST && span_u64(span_word(&rest), &number) == 0)
		r->there[r->n_there++] = (unsigned)number;
	return 0;
}

static int read_line(struct reading *r, struct span line)
{
	struct span word = span_word(&line);
	struct buf boot = {0};

	if (span_is(word, "set"))
		return read_setting(r, line);
	if (span_is(word, "zram"))
		return read_zram(r, line);
	if (span_is(word, "zrams"))
		return read_zrams(r, line);
	if (span_is(word, "process"))
		return span_u64(span_word(&line), &r->c->pid) ||
				       span_u64(span_word(&line), &r->start)
			       ? -EBADMSG
			       : 0;
	if (!span_is(word, "boot"))
		return -EBADMSG;
	r->same_boot = record_boot(r->c, &boot) == 0 &&
		       span_eq(buf_text(&boot), span_trim(line));
	buf_free(&boot);
	return 0;
}

/*
 * It was killed between the kernel's adding a device and our writing down which: an empty one that was not there
 * before is it.
 */
static void find_unnamed(struct reading *r)
{
	unsigned now[ZRAMS_MOST], n = zram_list(r->c->root, now, ZRAMS_MOST);

	for (unsigned i = 0; i < n; i++) {
		struct zram z = {.root = r->c->root, .number = now[i]};
		bool known = false;

		for (unsigned j = 0; j < r->n_there; j++)
			known |= r->there[j] == now[i];
		if (!known && zram_unused(&z))
			put_zram(r->c, z.number, z.seq);
	}
}

/* What is as it was, or was changed by somebody else, is not left. */
static bool is_left(struct change *ch)
{
	if (ch->kind == CHANGE_ZRAM)
		return zram_there(&ch->zram);
	struct tune now = ch->set;

	if (tune_plan(&now) < 0)
		return false;
	return tune_same(span_z(now.now), span_z(ch->value)) &&
	       !tune_same(span_z(ch->set.old), span_z(ch->value));
}

static int read_text(struct reading *r, struct span text)
{
	int err = 0;

	/* A line that is cut was not acted on. */
	while (!err && span_find(text, '\n') >= 0)
		err = read_line(r, span_line(&text));
	return err;
}

int changes_load(struct changes *c)
{
	struct reading r = {.c = c};
	struct buf text = {0};
	bool left = false;
	int err = record_read(c, &text);

	c->n = 0;
	if (!err)
		err = read_text(&r, buf_text(&text));
	buf_free(&text);
	if (err)
		return err;
	if (r.same_boot && c->pid && record_alive(c, c->pid, r.start))
		return -EBUSY;
	if (r.adding && r.same_boot)
		find_unnamed(&r);
	for (unsigned i = 0; i < c->n; i++) {
		struct change *ch = &c->at[i];

		ch->state = r.same_boot && is_left(ch) ? CHANGE_MADE : CHANGE_UNDONE;
		left |= ch->state == CHANGE_MADE;
	}
	if (left)
		return 0;
	c->n = 0;
	record_remove(c);
	return -ENOENT;
}
