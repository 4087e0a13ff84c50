// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * counting.c - --schedstats: the setting that a domain's counters need is 1 while the program runs.
 *
 * It is put back at the end, whatever the end is, unless somebody has changed it meanwhile. Only a
 * signal that is not caught leaves it; so the way back is said at once.
 */
#include <errno.h>
#include <fcntl.h>

#include "cmd.h"
#include "tune.h"

static struct tune setting = {.root = -1, .value = "1"};

/* One line, and the status that goes with it. */
static int refused(const struct tune *t, int err)
{
	if (t->step == TUNE_RESTORE) {
		say("/%s could not be put back: it is %s and was %s: %s", t->path, t->now,
			t->old, strerror(-err));
		return STATUS_UNDONE;
	}
	switch (-err) {
	case ENOENT:
	case ENOTDIR:
		say("this kernel lacks /%s: there is nothing to switch on", t->path);
		return STATUS_LACKS;
	case EACCES:
	case EPERM:
		say("/%s cannot be changed: run this as root, or have root run: echo %s >/%s",
			t->path, t->value, t->path);
		return STATUS_PRIVILEGE;
	case EROFS:
		say("/%s cannot be changed here, as in a container; on the host: echo %s >/%s",
			t->path, t->value, t->path);
		return STATUS_PRIVILEGE;
	case EBADE:
		say("/%s does not become %s: it was put back to %s", t->path, t->value,
			t->old);
		return STATUS_DIFFERS;
	case EXDEV:
		say("/%s is no file of proc or sysfs: nothing was changed", t->path);
		return STATUS_DIFFERS;
	default:
		say("/%s cannot be changed: %s", t->path, strerror(-err));
		return STATUS_DIFFERS;
	}
}

/* However the program ends by itself. */
static void at_exit(void)
{
	counting_end();
}

/* Of a second signal, which does not wait. */
static void put_back(void)
{
	bool restored;
	tune_undo(&setting, &restored);
}

int counting_begin(const char *path)
{
	struct tune *t = &setting;
	t->path = path;
	t->root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (t->root < 0) {
		say("cannot open /: %s", strerror(errno));
		return STATUS_FAILED;
	}
	signals_hold();
	signals_rescue(put_back);
	atexit(at_exit);
	int err = tune_plan(t);
	/* None comes between the change and the note of it. */
	signals_block();
	if (!err)
		err = tune_apply(t);
	signals_unblock();
	if (err) {
		t->changed = false;
		return refused(t, err);
	}
	if (t->changed)
		say("/%s is %s for this run; should it be killed: echo %s >/%s", path,
			t->value, t->old, path);
	return STATUS_OK;
}

int counting_end(void)
{
	struct tune *t = &setting;
	bool changed = t->changed, restored;
	int err = tune_undo(t, &restored);
	/* What could not be put back is said once, and not tried again. */
	t->changed = false;
	if (err)
		return refused(t, err);
	if (changed && !restored)
		say("/%s was changed to %s meanwhile, and stays so", t->path, t->now);
	return STATUS_OK;
}
