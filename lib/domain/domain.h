// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * domain.h - what swsched knows of the kernel, as tables; and the reading of their sources.
 */
#pragma once

#include "model.h"
#include "parse.h"
#include "sys.h"

/*
 * One source: a path below the root, with the grammar of its text. `*` in the path stands for part of
 * a row's name; `{}` for the key of each field asked for, one file each. A door's path begins with @.
 */
struct source {
	const char *path;
	parse_fn *parse;
	const char *hint;
	const char *row;       /* how a row is called: each * is what was caught, then the parser's parts; NULL: joined by '/' */
	const char *needs;     /* the privilege without which it cannot be read */
	/*
	 * What of the text names people, machines or processes, "part=kind …", for capture --redact: a column, a
	 * key, "row" (the first column), "unc" (\\server\share anywhere) or in prose the word before it; the kinds are
	 * those of cmd/redact.c.
	 */
	const char *names;
	const char *hz;        /* its key that tells the kernel's HZ, in which it counts */
};
extern const struct source sources[];
extern const size_t n_sources;
const struct source *source_find(const char *path);

extern const struct domain domain_swap, domain_llc, domain_cifs;
extern const struct domain *const domains[];
extern const size_t n_domains;
const struct domain *domain_find(struct span name);

/* Fills the sample from the root. Faults are kept in the sample; only a programming error is returned. */
int domain_take(const struct plan *p, struct root *r, struct sample *s);
