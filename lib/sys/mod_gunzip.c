// SPDX-License-Identifier: GPL-2.0-or-later
/* mod_gunzip.c - a module: hands out a gzip file window by window, no further than asked for. */
#include <errno.h>
#include <zlib.h>

#include "sys.h"

int gunzip_windows(
	struct span gz, char *window, size_t size, gunzip_take *take, void *ctx)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)gz.p, .avail_in = (uInt)gz.n};
	size_t have = 0;
	bool done = false;
	int rc = Z_OK;

	if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
		return -ENOMEM;
	/* What was not taken of a full window leaves zlib no room, which it says is an error. */
	while (rc == Z_OK && !done) {
		size_t taken;

		z.next_out = (Bytef *)window + have;
		z.avail_out = (uInt)(size - have);
		rc = inflate(&z, Z_NO_FLUSH);
		have = size - z.avail_out;
		taken = take(ctx, (struct span){window, have}, &done);
		have -= taken;
		memmove(window, window + taken, have);
	}
	inflateEnd(&z);
	return rc == Z_STREAM_END || done ? 0 : -EBADMSG;
}
