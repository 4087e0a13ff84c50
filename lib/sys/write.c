// SPDX-License-Identifier: GPL-2.0-or-later
/* write.c - all of a text to a descriptor that the caller opened. */
#include <errno.h>
#include <unistd.h>

#include "sys.h"

int fd_write(int fd, struct span text)
{
	while (text.n) {
		ssize_t n = write(fd, text.p, text.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		text = span_sub(text, (size_t)n, text.n);
	}
	return 0;
}
