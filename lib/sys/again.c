// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * again.c - to read once more what was read, without a look at its path.
 *
 * A loop asks for the same files in the same order, sample after sample. To build each path, to hash it and to
 * look it up takes longer than the kernel takes to answer.
 */
#include <errno.h>
#include <unistd.h>

#include "sys.h"

bool root_follow(struct root *r, const char *path, int err, struct again *ret_again)
{
	const struct kept *k = root_kept(r, path);
	struct again g = {.path = path, .fd = -1, .err = err};

	if (!err) {
		if (!root_keeps(r))
			return false;
		/* What is not kept, as it has no place to be read from again, is opened each time. */
		if (k && k->fd >= 0) {
			g.fd = k->fd;
			g.length = k->length;
		}
		g.single = file_single(r, path);
	} else {
		/* What cannot be opened is asked for by opening; what opens and does not read has no such answer. */
		int fd = root_open_file(r, path);

		if (fd >= 0)
			close(fd);
		if (fd != err)
			return false;
	}
	g.turn = root_turn(r);
	*ret_again = g;
	return true;
}

int root_again(struct root *r, struct again *g, struct arena *a, struct span *ret_text)
{
	int rc;

	if (g->turn != root_turn(r))
		return -ESTALE;
	if (g->fd < 0) {
		int fd = root_open_file(r, g->path);

		if (fd < 0)
			return fd == g->err ? fd : -ESTALE;
		rc = g->err ? -ESTALE
			    : file_read(r, fd, g->single, &g->length, a, ret_text);
		close(fd);
		return rc < 0 ? -ESTALE : 0;
	}
	if (root_stale(r, g->fd))
		return -ESTALE;
	rc = file_read(r, g->fd, g->single, &g->length, a, ret_text);
	return rc < 0 ? -ESTALE : 0;
}

bool root_fixed(const struct root *r, const char *path)
{
	const struct door *door;
	const char *arg;

	return root_live(r) && *path == '@' &&
	       door_find(span_z(path), &door, &arg) == 0 && door->fixed;
}
