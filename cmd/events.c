// SPDX-License-Identifier: GPL-2.0-or-later
/* events.c - the events of -e: what cannot be counted, each with the way out; and which of a tree's are meant. */
#include "cmd.h"

/* The errors of "@perf/refused". `%` stands for the number that comes with them. */
static const struct {
	const char *error, *says;
} sentences[] = {
	{"unknown",
		"nobody here knows an event of that name; 'perf list' and /sys/bus/event_source/devices/*/events name some"},
	{"terms",
		"its unit mask, modifier or term is wrong or missing; /sys/bus/event_source/devices/PMU/format lists terms"},
	{"built",
		"only libpfm4 may know that name, and this was built without libpfm4; events of the kernel can be named, as in cpu/cache-misses/"},
	{"ENOENT",
		"this machine has no counter for it, as most virtual machines; task-clock, context-switches, cpu-migrations and page-faults are everywhere"},
	{"EACCES",
		"to count on whole CPUs needs CAP_PERFMON or root, or kernel.perf_event_paranoid at 0 or less (it is %)"},
	{"EPERM",
		"to count on whole CPUs is forbidden here: needs CAP_PERFMON, kernel.perf_event_paranoid at 0 or less (it is %), and a container that allows perf_event_open"},
	{"EBUSY",
		"another has its counters for himself; 'sysctl kernel.nmi_watchdog=0' frees the one of the NMI watchdog"},
	{"ENOSPC", "there is no counter left for it: name fewer events at once"},
	{"EMFILE",
		"it takes a descriptor a CPU, and % are all that may be open: name fewer events, or raise the hard limit ('ulimit -Hn')"},
	{"ENFILE",
		"it takes a descriptor a CPU, and the machine has no more: raise fs.file-max"},
	{"EINVAL",
		"its PMU does not take it: /sys/bus/event_source/devices/PMU/format lists what it takes"},
	{"EOPNOTSUPP", "its PMU can only sample it, or count it for single tasks"},
	{"ENODEV", "its PMU is not there"},
	{"ENOSYS", "this kernel counts no events (CONFIG_PERF_EVENTS)"},
};

static void say_refused(struct span event, struct span error, struct span number)
{
	struct buf b = {0};
	const char *says = NULL;
	for (size_t i = 0; i < COUNT_OF(sentences) && !says; i++)
		if (span_is(error, sentences[i].error))
			says = sentences[i].says;
	for (const char *c = says ? says : "the kernel refuses it"; *c; c++)
		if (*c == '%' && number.n)
			buf_span(&b, span_is(number, "-") ? SPAN("unknown") : number);
		else
			buf_char(&b, *c);
	if (!says)
		buf_fmt(&b, " (%.*s)", (int)error.n, error.p);
	say("-e %.*s: %s", (int)event.n, event.p, buf_cstr(&b));
	buf_free(&b);
}

/* A word of a door's table, with its blanks again. */
static struct span plain_word(struct arena *a, struct span *rest)
{
	struct span word = span_word(rest);
	char *to = arena_get(a, word.n + 1);
	return (struct span){to, span_unoctal(word, to)};
}

static bool asked(const struct opts *o, struct span event)
{
	struct span rest = span_z(o->events), name;
	while (perf_name_next(&rest, &name))
		if (span_eq(name, event))
			return true;
	return false;
}

/* Whether some row of the tree's counts is of this event. */
static bool in_tree(struct arena *a, struct span text, struct span event)
{
	while (text.n) {
		struct span line = span_line(&text);
		span_word(&line);
		if (span_eq(plain_word(a, &line), event))
			return true;
	}
	return false;
}

bool events_say(const struct opts *o, struct root *root, struct arena *a)
{
	struct span text, rest, name;
	bool said = false;
	if (!root_read(root, "@perf/refused", a, &text))
		while (text.n) {
			struct span line = span_line(&text), event = plain_word(a, &line),
				    error = span_word(&line), number = span_word(&line);
			if (!event.n || !asked(o, event))
				continue;
			say_refused(event, error, number);
			said = true;
		}
	if (root_live(root))
		return said;
	if (root_read(root, "@perf/cpu", a, &text))
		text = SPAN_EMPTY;
	rest = span_z(o->events);
	while (perf_name_next(&rest, &name))
		if (!in_tree(a, text, name)) {
			say("-e %.*s: the tree was captured without it; 'swsched %s capture -e %.*s DIR' takes it along",
				(int)name.n, name.p, o->domain->name, (int)name.n,
				name.p);
			said = true;
		}
	return said;
}

void events_filter(const struct opts *o, struct buf *out)
{
	struct span rest = span_z(o->events), name;
	while (perf_name_next(&rest, &name)) {
		buf_str(out, out->n ? " || event == '" : "event == '");
		buf_span(out, name);
		buf_char(out, '\'');
	}
}
