// SPDX-License-Identifier: GPL-2.0-or-later
/* trial.c - the options and the printing that `swap test` and `swap sim` share. */
#include <errno.h>

#include "cmd.h"

/* ---- options ---- */

static uint64_t size(const struct opts *o, const char *name, const char *arg)
{
	uint64_t v;
	if (span_size(span_z(arg), &v) < 0 || !v || v > (uint64_t)1 << 44)
		opts_bad(o, "%s takes a size as in 64k, 60M or 1G, not '%s'", name, arg);
	return v;
}

static uint64_t number(const struct opts *o, const char *name, const char *arg,
	uint64_t least, uint64_t most)
{
	uint64_t v;
	if (span_u64(span_z(arg), &v) < 0 || v < least || v > most)
		opts_bad(o, "%s takes a number from %llu to %llu, not '%s'", name,
			(unsigned long long)least, (unsigned long long)most, arg);
	return v;
}

static enum trial_format format(const struct opts *o, const char *arg)
{
	static const char *const words[] = {
		[TRIAL_TABLE] = "table", [TRIAL_MAIL] = "mail", [TRIAL_KTAP] = "ktap"};
	for (unsigned i = 0; i < COUNT_OF(words); i++)
		if (!strcmp(arg, words[i]))
			return (enum trial_format)i;
	opts_bad(o, "--format takes table, mail or ktap, not '%s'", arg);
}

bool trial_option(const struct opts *o, struct trial_opts *t, int key, const char *arg)
{
	struct work *w = &t->work;
	switch (key) {
	case 'a':
		w->aligned = true;
		return true;
	case 's':
		w->small_too = true;
		return true;
	case 'n':
		w->rounds = (unsigned)number(o, "-n", arg, 1, 1000000);
		return true;
	case KEY_TRIAL_SIZE:
		w->folio = size(o, "--size", arg);
		return true;
	case KEY_TRIAL_MEM:
		w->mem = size(o, "--mem", arg);
		return true;
	case KEY_TRIAL_SMALL:
		w->small = size(o, "--small", arg);
		return true;
	case KEY_TRIAL_SEED:
		w->seed = (uint32_t)number(o, "--seed", arg, 0, UINT32_MAX);
		return true;
	case KEY_TRIAL_FORMAT:
		t->format = format(o, arg);
		return true;
	default:
		return false;
	}
}

void trial_check(const struct opts *o, const struct trial_opts *t)
{
	const char *why;
	if (!work_sound(&t->work, &why))
		opts_bad(o, "%s", why);
	if (t->format != TRIAL_TABLE && strcmp(o->view->name, "table") != 0)
		opts_bad(o, "--format is instead of --%s, not beside it", o->view->name);
}

/* ---- printing ---- */

/* The rows are offered as the texts of doors, so that the tables and the views are those of all commands. */
static int take_trials(void *ctx, const struct plan *p, struct root *r, struct sample *s)
{
	const struct trials *t = ctx;
	struct buf text = {0};
	for (unsigned i = 0; i < p->n_sources; i++)
		for (unsigned j = 0; j < N_TALES; j++) {
			if (strcmp(p->sources[i].src, tale_doors[j].path) != 0)
				continue;
			buf_reset(&text);
			tale_put(&text, (enum tale)j, t->of, t->n);
			root_set(r, tale_doors[j].path, buf_cstr(&text));
		}
	buf_reset(&text);
	buf_fmt(&text, "page_size %llu\n", (unsigned long long)t->of->work->page);
	if (t->modelled)
		root_set(r, "@host", buf_cstr(&text));
	buf_free(&text);
	return domain_take(p, r, NULL, s);
}

int trial_print(struct opts *o, const struct trial_opts *t, const struct verb *v,
	const struct trials *trials)
{
	struct buf text = {0};
	if (t->format == TRIAL_TABLE) {
		o->domain = &domain_trial;
		o->verb = v;
		return run_verb(o, take_trials, (void *)(uintptr_t)trials);
	}
	if (t->format == TRIAL_MAIL)
		mail_trials(&text, trials->of, trials->n);
	else
		ktap_trials(&text, trials->of, trials->n);
	int status = out_write(&text);
	buf_free(&text);
	return status;
}

const struct verb *trial_verb(const char *name)
{
	return verb_find(&domain_trial, name);
}
