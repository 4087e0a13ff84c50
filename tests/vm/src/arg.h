// SPDX-License-Identifier: GPL-2.0-or-later
/* arg.h - numbers from the command line of the guest's small helpers. */
#pragma once

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program when the text is not a whole number up to `most`. */
static inline unsigned long arg_number(const char *text, unsigned long most)
{
	char *end;

	errno = 0;
	unsigned long n = strtoul(text, &end, 10);
	if (errno || *end || end == text || *text == '-' || n > most) {
		fprintf(stderr, "not a number up to %lu: %s\n", most, text);
		exit(2);
	}
	return n;
}
