// SPDX-License-Identifier: GPL-2.0-or-later
/* closetimeo.c - `swsched cifs closetimeo [get] [MOUNT…]`: for how long closed files stay open, mount by mount. */
#include <errno.h>
#include <unistd.h>

#include "cmd.h"
#include "tune.h"

/* The mount points that were named; none: all. */
struct named {
	struct arena arena;
	struct span *list;
	bool *found;
	unsigned n, cap;
};

struct span place_of(struct arena *a, const char *path)
{
	/* Asked of the kernel's own memory, not of the folder; it matters only to a relative path. */
	char *cwd = *path == '/' ? NULL : getcwd(NULL, 0);
	struct span place = smb_place(a, cwd ? cwd : "/", path);
	free(cwd);
	return place;
}

static void add_mount(struct opts *o, unsigned n, const char *arg)
{
	struct named *m = o->ctx;
	(void)n;
	m->list = arena_more(&m->arena, m->list, m->n, &m->cap, sizeof(*m->list));
	m->list[m->n++] = place_of(&m->arena, arg);
}

const struct own closetimeo_own = {.args = "[MOUNT…]", .arg = add_mount};

/* Of mountinfo only the lines of the mount points named are handed on. */
static struct span only_named(
	void *ctx, const char *path, struct arena *a, struct span text)
{
	struct named *m = ctx;
	struct buf kept = {0};
	struct smb_mounts mounts = {.arena = a};
	const struct smb_mount *at;
	if (strcmp(path, "proc/self/mountinfo") != 0)
		return text;
	smb_mounts_read(&mounts, text);
	for (unsigned i = 0; i < m->n; i++)
		m->found[i] |= !smb_mounts_at(&mounts, m->list[i], &at);
	while (text.n) {
		struct span line = span_line(&text), rest = line, word = SPAN_EMPTY;
		char *plain = arena_get(a, line.n + 1);
		for (unsigned i = 0; i < 5; i++)
			word = span_word(&rest);
		struct span target = {plain, span_unoctal(word, plain)};
		for (unsigned i = 0; i < m->n; i++)
			if (span_eq(target, m->list[i])) {
				buf_span(&kept, line);
				buf_char(&kept, '\n');
				break;
			}
	}
	struct span out = arena_span(a, buf_text(&kept));
	buf_free(&kept);
	return out;
}

static int take_named(void *ctx, const struct plan *p, struct root *r, struct sample *s)
{
	root_set_tee(r, only_named, ctx);
	return domain_take(p, r, NULL, s);
}

int cmd_closetimeo(struct opts *o, int argc, char **argv)
{
	struct named m = {0};
	o->verb = verb_find(o->domain, "closetimeo");
	o->ctx = &m;
	opts_parse(o, TAKES_READ, o->verb->brief, argc, argv);
	m.found = arena_zero(&m.arena, m.n + 1);
	int status = run_verb(o, m.n ? take_named : NULL, &m);
	for (unsigned i = 0; i < m.n && !status; i++)
		if (!m.found[i]) {
			say("%.*s is no mount point of an SMB share ('swsched cifs closetimeo' lists them)",
				(int)m.list[i].n, m.list[i].p);
			status = STATUS_PARTIAL;
		}
	arena_free(&m.arena);
	return status;
}
