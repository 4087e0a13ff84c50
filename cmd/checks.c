// SPDX-License-Identifier: GPL-2.0-or-later
/* checks.c - which options go together, and with which command. */
#include "cmd.h"

const char *opts_param(const struct opts *o, const char *name)
{
	return !strcmp(name, "cgroup")	   ? o->cgroup
	       : !strcmp(name, "topology") ? o->topology
	       : !strcmp(name, "events")   ? o->events
					   : NULL;
}

/* Whether doors of the domain can be told this. */
static bool takes_param(const struct domain *d, const char *name)
{
	return d && has_word(d->params, name);
}

/* Whether rows that this command shows can be looked at from other sides. */
static bool takes_verify(const struct opts *o)
{
	for (size_t i = 0; i < o->verb->n_panes; i++) {
		const struct pane *pane = &o->verb->panes[i];
		if (pane->verify && (!o->per || !strcmp(o->per, pane->row)))
			return true;
	}
	return false;
}

/* Events are counted while somebody looks, so only between two looks. */
static void check_events(const struct opts *o, unsigned takes)
{
	const struct pane *pane = NULL;
	bool live = !o->sysroot && !o->from;
	for (size_t i = 0; takes & TAKES_VERB && i < o->verb->n_panes; i++)
		if (o->verb->panes[i].given && !strcmp(o->verb->panes[i].given, "events"))
			pane = &o->verb->panes[i];
	if (o->events &&
		(!takes_param(o->domain, "events") || (!pane && !(takes & TAKES_DIR))))
		opts_bad(o, "-e is not for this command");
	if (o->events && pane && live && !o->interval)
		opts_bad(o, "-e counts from now on: an INTERVAL is missing");
	if (pane && o->per && !strcmp(o->per, pane->row) && live && !o->events)
		opts_bad(o, "--per %s: name events with -e", pane->row);
}

/* What only commands of some domains take: its tables say which. */
static void check_verb(const struct opts *o, unsigned takes)
{
	const struct domain *d = takes & TAKES_VERB ? o->domain : NULL;
	if (o->schedstats && (!d || !d->counting))
		opts_bad(o, "--schedstats is not for this command");
	if (o->schedstats && (o->sysroot || o->from || o->topology))
		opts_bad(o,
			"--schedstats is for this machine, not for another or a captured one");
	if (o->schedstats && !o->interval && !o->loops)
		opts_bad(o,
			"--schedstats has the scheduler count for a while: an INTERVAL is missing");
	if (o->topology && !takes_param(d, "topology"))
		opts_bad(o, "--topology is not for this command");
	if (o->topology && o->interval && !o->sysroot)
		opts_bad(o, "--topology alone is one answer: no INTERVAL beside it");
	check_events(o, takes);
	if (o->verify && (!d || !takes_verify(o)))
		opts_bad(o, "--verify is not for this command");
}

void opts_check(struct opts *o, unsigned takes)
{
	if (!o->from != !o->to)
		opts_bad(o, "--from and --to go together");
	if (o->from && (o->sysroot || o->interval))
		opts_bad(o, "--from and --to are one interval: no %s beside them",
			o->sysroot ? "--sysroot" : "INTERVAL");
	if ((takes & TAKES_DIR) && (!o->dir || !*o->dir))
		opts_bad(o, "a folder to write to is missing");
	if (takes & TAKES_OVERVIEW && (o->from || o->output || o->per || o->sort ||
					      o->filter || o->view->one_pick))
		opts_bad(o, "that option is for a command: 'swsched help' lists them");
	if (o->redact && !(takes & (TAKES_DIR | TAKES_OWN)))
		opts_bad(o, "--redact is for capture and report");
	if (o->cgroup && !takes_param(o->domain, "cgroup"))
		opts_bad(o, "--cgroup is not for this command");
	check_verb(o, takes);
	if (o->own && o->own->check)
		o->own->check(o);
}
