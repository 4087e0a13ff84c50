// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * replay.c - which options a remount is to give, so that all stays as it is but closetimeo.
 *
 * The options of the superblock as mountinfo shows them, and what is shown by its absence. How each is treated that
 * is not given as it stands is a line of a table; an option that is not known, of a kernel to come, is given as
 * it stands, and if the kernel does not take it, it refuses the whole and changes nothing.
 */
#include "tune.h"

/* Given by nobody: the kernel keeps them as they are unless told otherwise. */
static const char *const kept[] = {
	/* flags of any superblock */
	"rw", "ro", "sync", "dirsync", "mand", "lazytime",
	/* of the security module, which refuses to hear of them again */
	"seclabel", "context", "fscontext", "defcontext", "rootcontext", "smackfsdef",
	"smackfsfloor", "smackfshat", "smackfsroot", "smackfstransmute",
	/* the one that changes */
	"closetimeo"};

/* Shown by its absence: given where none of these is shown. */
static const struct hidden {
	const char *give, *unless[2], *because;
} hidden[] = {
	{"noserverino", {"serverino"}, "serverino is not shown"},
	{"nomapposix", {"mapposix", "mapchars"},
		"neither mapposix nor mapchars is shown"},
};

/*
 * What only a refusal teaches: the message, and what is to be done about it. What is shown as sec is the session's,
 * and mounts share a session where their own sec comes to the same: one that was given sec may show none, and
 * the other way round. Of several for one message, the last that was tried counts.
 */
static const struct fix {
	const char *said;
	const char *shown; /* where an option is shown, */
	const char *hidden; /* or is not */
	const char *drop, *give, *value;
} fixes_known[REPLAY_FIXES] = {
	{"can not change sec during remount", "sec", NULL, "sec", NULL, NULL},
	{"can not change sec during remount", NULL, "sec", NULL, "sec", "ntlmssp"},
	{"can not change sec during remount", NULL, "sec", NULL, "sec", "krb5"},
	{"can not change posixpaths during remount", NULL, "posixpaths", NULL,
		"noposixpaths", NULL},
};

static const char *const secrets[] = {
	"pass", "password", "password2", "cred", "credentials"};

static bool one_of(const char *const *list, size_t n, struct span name)
{
	for (size_t i = 0; i < n; i++)
		if (span_is(name, list[i]))
			return true;
	return false;
}

bool replay_secret(struct span name)
{
	return one_of(secrets, COUNT_OF(secrets), name);
}

static void add(
	struct replay *r, const char *name, const char *value, const char *because)
{
	r->list = arena_more(r->arena, r->list, r->n, &r->cap, sizeof(*r->list));
	r->list[r->n++] = (struct replay_option){name, value, because};
}

static const char *plain(struct replay *r, struct span escaped)
{
	char *to = arena_get(r->arena, escaped.n + 1);

	to[span_unoctal(escaped, to)] = '\0';
	return to;
}

static bool counts(unsigned at, unsigned fixes)
{
	for (unsigned i = at + 1; i < REPLAY_FIXES; i++)
		if (fixes >> i & 1 && !strcmp(fixes_known[i].said, fixes_known[at].said))
			return false;
	return fixes >> at & 1;
}

static bool dropped(struct span name, unsigned fixes)
{
	for (unsigned i = 0; i < REPLAY_FIXES; i++)
		if (counts(i, fixes) && fixes_known[i].drop &&
			span_is(name, fixes_known[i].drop))
			return true;
	return false;
}

static void add_hidden(struct replay *r, struct span sboptions, const struct hidden *h)
{
	struct smb_option o;

	for (size_t i = 0; i < COUNT_OF(h->unless) && h->unless[i]; i++)
		if (smb_option_find(sboptions, h->unless[i], &o))
			return;
	if (!smb_option_find(sboptions, h->give, &o))
		add(r, h->give, NULL, h->because);
}

void replay_plan(
	struct replay *r, struct span sboptions, uint64_t seconds, unsigned fixes)
{
	char room[DIGITS_MOST];
	struct span rest = sboptions;
	struct smb_option o;

	r->n = 0;
	while (smb_option_next(&rest, &o))
		if (!one_of(kept, COUNT_OF(kept), o.name) && !dropped(o.name, fixes))
			add(r, plain(r, o.name), o.flag ? NULL : plain(r, o.value), NULL);
	for (size_t i = 0; i < COUNT_OF(hidden); i++)
		add_hidden(r, sboptions, &hidden[i]);
	for (unsigned i = 0; i < REPLAY_FIXES; i++)
		if (counts(i, fixes) && fixes_known[i].give)
			add(r, fixes_known[i].give, fixes_known[i].value,
				"the kernel refused to go without");
	/* In plain decimal: the kernel would take 010 for 8. */
	add(r, "closetimeo", arena_span(r->arena, digits_u64(room, seconds)).p, NULL);
}

/* Whether it is of use for that message, with these options shown. */
static bool applies(const struct fix *f, struct span said, struct span sboptions)
{
	struct smb_option o;

	return said.n && memmem(said.p, said.n, f->said, strlen(f->said)) &&
	       (!f->shown || smb_option_find(sboptions, f->shown, &o)) &&
	       (!f->hidden || !smb_option_find(sboptions, f->hidden, &o));
}

bool replay_fix(struct span said, struct span sboptions, unsigned *fixes)
{
	for (unsigned i = 0; i < REPLAY_FIXES; i++)
		if (!(*fixes >> i & 1) && applies(&fixes_known[i], said, sboptions)) {
			*fixes |= 1u << i;
			return true;
		}
	return false;
}
