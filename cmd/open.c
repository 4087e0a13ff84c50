// SPDX-License-Identifier: GPL-2.0-or-later
/* open.c - what is read: this machine, one tree, or trees t0, t1, … */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"

enum { READ_MOST = 256 << 20 }; /* of one file that is no kernel's */

bool path_folder(const char *path)
{
	struct stat st;
	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

const char *tree_of(const char *sysroot, unsigned long n, bool in_turn, struct buf *b)
{
	if (!sysroot)
		return NULL;
	buf_fmt(b, "%s/t%lu", sysroot, n);
	/* A tree by itself is one answer. */
	if (in_turn || (!n && path_folder(buf_cstr(b))))
		return buf_cstr(b);
	return sysroot;
}

bool tree_has(const struct opts *o, const char *file)
{
	struct buf b = {0}, path = {0};
	const char *tree = o->from    ? o->from
			   : o->again ? o->sysroot
				      : tree_of(o->sysroot, 0, o->interval > 0, &b);
	buf_fmt(&path, "%s/%s", tree ? tree : "", file);
	bool has = !access(buf_cstr(&path), F_OK);
	buf_free(&b);
	buf_free(&path);
	return has;
}

int tree_open(const char *path, unsigned flags, bool may_end, struct root **ret_root)
{
	int err = root_open(path, flags, ret_root);
	if (err && !(may_end && err == -ENOENT))
		say("cannot read the tree %s: %s", path ? path : "/", strerror(-err));
	return err;
}

int read_file(const char *path, struct buf *ret)
{
	char some[4096];
	size_t n;
	FILE *f = fopen(path, "re");
	if (!f)
		return -errno;
	while (ret->n <= READ_MOST && (n = fread(some, 1, sizeof(some), f)))
		buf_put(ret, some, n);
	int err = ret->n > READ_MOST ? -EFBIG : ferror(f) ? -EIO : 0;
	fclose(f);
	return err;
}
