// SPDX-License-Identifier: GPL-2.0-or-later
/* report.c - `swsched [DOMAIN] report`: what a maintainer of the kernel asks for, as plain text for a mail. */
#include <errno.h>

#include "cmd.h"

enum {
	SECONDS = 10, /* unless said otherwise */
	KEY_SYSROOT = KEY_OWN,
	KEY_FROM,
	KEY_TO,
	KEY_REDACT,
};

static const struct argp_option options[] = {
	{"redact", KEY_REDACT, NULL, 0,
		"replace names of hosts, users, shares and processes, as capture does",
		1},
	{"sysroot", KEY_SYSROOT, "DIR", 0,
		"of a captured tree: since boot; with INTERVAL, of its t0 and t1", 4},
	{"from", KEY_FROM, "DIR", 0, "with --to: of two captured trees", 4},
	{"to", KEY_TO, "DIR", 0, "see --from", 4},
	{0},
};

static int take_option(struct opts *o, int key, const char *arg)
{
	switch (key) {
	case KEY_SYSROOT:
		o->sysroot = arg;
		return 0;
	case KEY_FROM:
		o->from = arg;
		return 0;
	case KEY_TO:
		o->to = arg;
		return 0;
	case KEY_REDACT:
		o->redact = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void take_arg(struct opts *o, unsigned n, const char *arg)
{
	if (n || !interval_read(span_z(arg), &o->interval))
		opts_bad(o, "'%s' is no interval in seconds (0.01 to 1000000)", arg);
}

const struct own report_own = {
	.args = "[INTERVAL]", .options = options, .option = take_option, .arg = take_arg};

struct reporting {
	const struct opts *o;
	struct survey *surveys;
	unsigned n;
	bool between; /* two moments */
	struct root *root;
	struct redact redact;
	struct paper paper;
	struct buf again, text;
};

/* ---- what is read ---- */

static struct span on_text(void *ctx, const char *path, struct arena *a, struct span text)
{
	return redact_text(ctx, path, a, text);
}

static int open_root(struct reporting *r, unsigned at)
{
	const struct opts *o = r->o;
	struct buf b = {0};
	const char *path = o->from ? (at ? o->to : o->from)
				   : tree_of(o->sysroot, at, o->interval > 0, &b);
	int err = 0;
	if (path || !r->root) {
		root_close(r->root);
		r->root = NULL;
		err = tree_open(path, 0, false, &r->root);
		if (!err && o->redact)
			root_set_tee(r->root, on_text, &r->redact);
	}
	buf_free(&b);
	return err ? STATUS_FAILED : STATUS_OK;
}

static int take_all(struct reporting *r, unsigned at)
{
	int status = open_root(r, at);
	for (unsigned i = 0; !status && i < r->n; i++)
		status = survey_take(&r->surveys[i], r->root, at);
	return status;
}

static int take_moments(struct reporting *r)
{
	const struct opts *o = r->o;
	uint64_t step = (uint64_t)(o->interval * 1e9), next = clock_mono_ns() + step;
	int status = take_all(r, 0);
	if (status || !r->between)
		return status;
	if (!o->sysroot && !o->from && !wait_until(next)) {
		say("interrupted: there is no report");
		return STATUS_FAILED;
	}
	return take_all(r, 1);
}

/* ---- what is said ---- */

static void put_span(struct buf *out, const struct sample *s)
{
	if (s->interval) {
		buf_str(out, "counters of ");
		unit_seconds(out, (s->interval + 5000000) / 10000000 * 10000000);
		buf_str(out, " s");
	} else if (s->delta)
		buf_str(out, "counters of an unknown time");
	else
		buf_str(out, "counters since boot");
	if (s->other_boot)
		buf_str(out, ", and of two boots: not subtracted");
}

static void put_kernel(struct buf *out, const struct sample *s)
{
	buf_str(out, "Linux ");
	if (s->release.n)
		buf_sane(out, s->release);
	else
		buf_str(out, "of a release that the capture does not tell");
	buf_fmt(out, ", page size %u%s", (unsigned)s->page_size,
		s->assumed ? " (assumed)" : "");
	if (s->hz)
		buf_fmt(out, ", HZ %u", s->hz);
}

static void put_part(struct reporting *r, const char *title)
{
	buf_str(&r->text, title);
	paper_part(&r->paper, buf_text(&r->text), SPAN_EMPTY, 8);
	buf_reset(&r->text);
}

static void put_entry(struct reporting *r)
{
	paper_text(&r->paper, buf_text(&r->text));
	buf_reset(&r->text);
}

static void put_intro(struct reporting *r)
{
	const struct sample *s = &r->surveys[0].out;
	buf_str(&r->text, "swsched " VERSION ", ");
	if (r->n > 1)
		buf_str(&r->text, "report of the machine");
	else
		buf_fmt(&r->text, "%s report", r->surveys[0].domain->name);
	if (s->t_real) {
		buf_str(&r->text, ", ");
		stamp_text(&r->text, s->t_real);
	}
	put_part(r, "");
	put_kernel(&r->text, s);
	put_entry(r);
	put_span(&r->text, s);
	put_entry(r);
}

/* What the first command of the domain has in its heading; among several, what `swsched` says of it. */
static void put_heads(struct reporting *r, struct survey *v)
{
	struct note *notes;
	unsigned n = r->n > 1 ? verdicts_overview(v->verdicts, &v->out, &notes)
			      : verdicts_head(v->verdicts, &v->out, &notes);
	if (r->n > 1)
		put_part(r, "=====");
	for (unsigned i = 0; i < n; i++) {
		note_text(&r->text, &notes[i], v->out.interval, true);
		put_entry(r);
	}
}

static void put_again(struct reporting *r)
{
	const struct opts *o = r->o;
	const char *domain = o->domain ? o->domain->name : "",
		   *blank = *domain ? " " : "";
	put_part(r, "to see it again:");
	buf_fmt(&r->text, "swsched %s%sreport%s%s", domain, blank,
		o->redact ? " --redact" : "", r->again.n ? buf_cstr(&r->again) : "");
	if (o->interval) {
		buf_char(&r->text, ' ');
		unit_seconds(&r->text, (uint64_t)(o->interval * 1e9 + 0.5));
	}
	put_entry(r);
	if (o->sysroot || o->from)
		return;
	buf_fmt(&r->text, "swsched %s%scapture --redact DIR: all that it was made of",
		domain, blank);
	put_entry(r);
}

static int print(struct reporting *r)
{
	put_intro(r);
	for (unsigned i = 0; i < r->n; i++) {
		put_heads(r, &r->surveys[i]);
		report_parts(
			&r->paper, &r->surveys[i], r->again.n ? buf_cstr(&r->again) : "");
	}
	put_again(r);
	paper_put(&r->text, &r->paper);
	return out_write(&r->text);
}

/* How the trees are named on the command line; with --redact they are not. */
static void name_trees(struct reporting *r)
{
	const struct opts *o = r->o;
	if (o->sysroot) {
		buf_str(&r->again, " --sysroot ");
		put_shell_word(&r->again, span_z(o->redact ? "DIR" : o->sysroot));
	}
	if (o->from) {
		buf_str(&r->again, " --from ");
		put_shell_word(&r->again, span_z(o->redact ? "A" : o->from));
		buf_str(&r->again, " --to ");
		put_shell_word(&r->again, span_z(o->redact ? "B" : o->to));
	}
}

int cmd_report(struct opts *o, int argc, char **argv)
{
	struct reporting r = {.o = o, .n = o->domain ? 1 : (unsigned)n_domains};
	opts_parse(o, TAKES_OWN,
		"What to put into a bug report: plain text, at most 78 columns and 100 lines.",
		argc, argv);
	if (!o->interval && !o->sysroot && !o->from)
		o->interval = SECONDS;
	r.between = o->from || o->interval > 0;
	r.surveys = calloc(r.n, sizeof(*r.surveys));
	if (!r.surveys)
		arena_dry();
	int status = STATUS_OK;
	for (unsigned i = 0; !status && i < r.n; i++)
		status = survey_begin(&r.surveys[i], o->domain ? o->domain : domains[i],
			o->domain ? &o->domain->verbs[0] : NULL, false);
	signals_begin();
	name_trees(&r);
	if (!status)
		status = take_moments(&r);
	for (unsigned i = 0; !status && i < r.n; i++)
		survey_reckon(&r.surveys[i], r.between);
	if (!status)
		status = print(&r);
	for (unsigned i = 0; i < r.n; i++)
		survey_free(&r.surveys[i]);
	free(r.surveys);
	root_close(r.root);
	redact_end(&r.redact);
	paper_free(&r.paper);
	buf_free(&r.again);
	buf_free(&r.text);
	signals_raise();
	return status;
}
