// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fileio.c - a loop over small files: create, write, close, three times open, read, close; every
 * other file is unlinked. What a file server sees as opens, reads, writes and closes.
 *
 *   fileio FOLDER FILES
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "arg.h"

enum { LENGTH = 8192, READS = 3 };

static int file_write(int dir, const char *name, const char *bytes)
{
	int fd = openat(dir, name, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0644);

	if (fd < 0)
		return -1;
	ssize_t n = write(fd, bytes, LENGTH);
	return close(fd) || n != LENGTH ? -1 : 0;
}

static int file_read(int dir, const char *name, const char *bytes)
{
	char got[LENGTH];
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	ssize_t n = read(fd, got, sizeof(got));
	close(fd);
	return n != LENGTH || memcmp(got, bytes, LENGTH) ? -1 : 0;
}

static int file_round(int dir, unsigned long i)
{
	char bytes[LENGTH], name[32];

	snprintf(name, sizeof(name), "f%lu", i);
	memset(bytes, 'a' + (int)(i % 26), sizeof(bytes));
	if (file_write(dir, name, bytes))
		return -1;
	for (int k = 0; k < READS; k++)
		if (file_read(dir, name, bytes))
			return -1;
	return i & 1 ? unlinkat(dir, name, 0) : 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	unsigned long files = arg_number(argv[2], 1000000);
	int dir = open(argv[1], O_DIRECTORY | O_PATH | O_CLOEXEC);
	if (dir < 0) {
		perror(argv[1]);
		return 1;
	}
	for (unsigned long i = 0; i < files; i++)
		if (file_round(dir, i)) {
			fprintf(stderr, "%s: file %lu: ", argv[1], i);
			perror(NULL);
			return 1;
		}
	return 0;
}
