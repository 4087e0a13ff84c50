// SPDX-License-Identifier: GPL-2.0-or-later
/* mounting.c - what `cifs mount` and the mount helpers share: the default of a mount, mounting, and what is noted of it. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

/* An option that the kernel does not know would fail the mount. The module lists what it knows, once it is loaded. */
static bool kernel_knows(struct root *r, struct arena *a)
{
	struct utsname u;
	struct span text, release;
	uint64_t major;

	if (root_read(r, "proc/fs/cifs/mount_params", a, &text) == 0) {
		while (text.n)
			if (span_starts(span_line(&text), "closetimeo:"))
				return true;
		return false;
	}
	if (uname(&u) < 0)
		return false;
	release = span_z(u.release);
	return !span_u64(span_cut(&release, '.'), &major) && major >= 6;
}

void conf_say_faults(struct span conf)
{
	struct conf_walk w = {.rest = conf};
	struct conf_item item;
	while (conf_next(&w, &item))
		if (item.what == CONF_WRONG)
			say_fault(
				&(struct fault){SPAN(SMB_CONF_PATH), item.no, -EBADMSG});
}

bool mounting_default(const char *source, const char *target, uint64_t *ret_seconds)
{
	struct arena a = {0};
	struct buf from = {0}, to = {0};
	struct conf_item item;
	struct root *r = NULL;
	struct span conf;
	bool found = false;
	int err = root_open(NULL, 0, &r);
	if (!err)
		err = root_read(r, SMB_CONF_PATH, &a, &conf);
	if (err && err != -ENOENT && err != -ENOTDIR)
		say_fault(&(struct fault){SPAN(SMB_CONF_PATH), 0, err});
	if (!err) {
		conf_say_faults(conf);
		door_word(&from, span_z(source));
		door_word(&to, span_z(target));
		found = conf_find(conf, buf_text(&from), buf_text(&to), &item) &&
			kernel_knows(r, &a);
	}
	if (found)
		*ret_seconds = item.seconds;
	buf_free(&from);
	buf_free(&to);
	root_close(r);
	arena_free(&a);
	return found;
}

/* ---- mounting ---- */

enum { MOUNT_FAILED = 2 }; /* as mount(8) counts: "system error" */

/* As system(3) does: the keyboard's signals are for the child, which is in our group; others are passed on. */
static volatile sig_atomic_t child;

static void pass_on(int sig)
{
	if (child > 0)
		kill((pid_t)child, sig);
}

int mounting_run(char **argv)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, pass = {.sa_handler = pass_on},
			 old[3];
	static const int signals[] = {SIGINT, SIGQUIT, SIGTERM};
	int status;
	for (size_t i = 0; i < COUNT_OF(signals); i++)
		sigaction(signals[i], signals[i] == SIGTERM ? &pass : &ignore, &old[i]);
	signal(SIGCHLD,
		SIG_DFL); /* if it came ignored, no status would be left to wait for */
	pid_t pid = fork();
	child = pid;
	if (!pid) {
		for (size_t i = 0; i < COUNT_OF(signals); i++)
			sigaction(signals[i], &old[i], NULL);
		execvp(argv[0], argv);
		int err = errno;
		say("cannot run %s: %s%s", argv[0], strerror(err),
			err == ENOENT ? "; install mount (util-linux) and cifs-utils"
				      : "");
		_exit(MOUNT_FAILED);
	}
	if (pid < 0)
		say("cannot run %s: %s", argv[0], strerror(errno));
	while (pid > 0 && waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			pid = -1;
	for (size_t i = 0; i < COUNT_OF(signals); i++)
		sigaction(signals[i], &old[i], NULL);
	if (pid < 0)
		return MOUNT_FAILED;
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
		return 128 + WTERMSIG(status);
	}
	return WEXITSTATUS(status);
}

void mounting_note(const char *target, uint64_t seconds, const char *by)
{
	struct arena a = {0};
	struct buf to = {0};
	struct root *r = NULL;
	struct smb_defaults all;
	const struct smb_default *made = NULL;
	int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	door_word(&to, span_z(target));
	if (root >= 0 && !root_open(NULL, 0, &r) && !smb_defaults_read(r, &a, &all))
		for (unsigned i = 0; i < all.n; i++)
			if (path_same(all.mounts[i].target, buf_text(&to)) &&
				all.mounts[i].has_live && all.mounts[i].live == seconds)
				made = &all.mounts[i]; /* the last lies on top */
	if (made) {
		const struct given rec = {made->dev, made->id, seconds, by};
		int err = given_put(root, &rec);
		/* Without it the mount is as good; only its origin will not be known. */
		if (err && err != -EACCES && err != -EPERM && err != -EROFS)
			say("/run/swsched: %s: 'closetimeo get' will not know where the value of %s comes from",
				strerror(-err), target);
	}
	if (root >= 0)
		close(root);
	root_close(r);
	arena_free(&a);
	buf_free(&to);
}
