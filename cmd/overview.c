// SPDX-License-Identifier: GPL-2.0-or-later
/* overview.c - `swsched` alone: findings worst first, then each domain's headline. */
#include "cmd.h"

struct domain_part {
	struct plan plan;
	struct verdicts *verdicts;
	struct sample taken, out;
	struct note *findings, *lines;
	unsigned n_findings, n_lines;
};

static int part_take(const struct domain *d, struct root *root, struct domain_part *p)
{
	struct span why = SPAN_EMPTY;
	uint64_t tables = 0;
	plan_begin(&p->plan, d);
	for (size_t i = 0; i < d->verbs[0].n_panes; i++)
		if (!d->verbs[0].panes[i].apart)
			tables |= 1ull << plan_shape(
					  &p->plan, span_z(d->verbs[0].panes[i].row));
	if (verdicts_begin(&p->plan, NULL, tables, false, &p->verdicts, &why) < 0) {
		say("%s: %.*s", d->name, (int)why.n, why.p);
		return STATUS_FAILED;
	}
	plan_done(&p->plan);
	if (domain_take(&p->plan, root, NULL, &p->taken) < 0)
		return STATUS_FAILED;
	sample_reckon(&p->plan, NULL, &p->taken, &p->out);
	p->n_findings = verdicts_find(p->verdicts, &p->out, &p->findings);
	p->n_lines = verdicts_overview(p->verdicts, &p->out, &p->lines);
	for (unsigned i = 0; i < p->out.n_faults; i++)
		say_fault(&p->out.faults[i]);
	return STATUS_OK;
}

/* One report over all domains: their findings by weight, then their lines. */
static int print(const struct opts *o, struct domain_part *parts, unsigned n)
{
	struct buf text = {0};
	struct arena a = {0};
	unsigned n_notes = 0, n_lines = 0;
	struct report r = {
		.program = "swsched",
		.domain = "all",
		.command = "overview",
		.headings = !o->noheadings,
		.color = out_color(o),
		.stamp = o->stamp,
		.all = o->all,
		.width = out_width(),
		.human = !o->view->exact && !o->exact,
		.sample = &parts[0].out,
	};
	for (unsigned i = 0; i < n; i++) {
		n_notes += parts[i].n_findings;
		n_lines += parts[i].n_lines;
	}
	struct note *notes = arena_zero(&a, (n_notes + 1) * sizeof(*notes));
	struct note *lines = arena_zero(&a, (n_lines + 1) * sizeof(*lines));
	/* What is only worth knowing waits for the domain's own command. */
	for (int weight = 3; weight > 1; weight--)
		for (unsigned i = 0; i < n; i++)
			for (unsigned j = 0; j < parts[i].n_findings; j++)
				if (parts[i].findings[j].finding->weight == weight)
					notes[r.n_findings++] = parts[i].findings[j];
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < parts[i].n_lines; j++)
			lines[r.n_foot++] = parts[i].lines[j];
	r.findings = notes;
	r.foot = lines;
	if (o->view->begin)
		o->view->begin(&text, &r);
	o->view->emit(&text, &r);
	if (o->view->end)
		o->view->end(&text, &r);
	int status = out_write(&text);
	buf_free(&text);
	arena_free(&a);
	return status;
}

int run_overview(struct opts *o)
{
	struct domain_part *parts = calloc(n_domains, sizeof(*parts));
	struct root *root = NULL;
	struct buf tree = {0};
	unsigned n = (unsigned)n_domains;
	if (!parts)
		arena_dry();
	int err = tree_open(tree_of(o->sysroot, 0, false, &tree), 0, false, &root),
	    status = err ? STATUS_FAILED : STATUS_OK;
	for (unsigned i = 0; !status && i < n; i++)
		status = part_take(domains[i], root, &parts[i]);
	if (!status)
		status = print(o, parts, n);
	for (unsigned i = 0; i < n; i++) {
		sample_free(&parts[i].out);
		sample_free(&parts[i].taken);
		plan_free(&parts[i].plan);
	}
	root_close(root);
	buf_free(&tree);
	free(parts);
	return status;
}

int cmd_overview(struct opts *o, int argc, char **argv)
{
	opts_parse(o, TAKES_OVERVIEW,
		"Kernel counters beside the tunables that steer them.\v"
		"swsched DOMAIN [COMMAND] shows more: 'swsched help' lists them.",
		argc, argv);
	return run_overview(o);
}
