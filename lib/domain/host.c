// SPDX-License-Identifier: GPL-2.0-or-later
/* host.c - what a sample says of itself: kernel, boot, clocks and units. */
#include "domain.h"

static void on_host(void *ctx, const struct fact *f)
{
	struct sample *s = ctx;
	uint64_t v = 0;
	bool number = !span_u64(f->value, &v) && v;
	if (span_is(f->key, "release"))
		s->release = f->value;
	else if (span_is(f->key, "boot_id"))
		s->boot_id = f->value;
	else if (span_is(f->key, "realtime_ns") && number)
		s->t_real = v;
	else if (span_is(f->key, "monotonic_ns") && number)
		s->t_mono = v;
	else if (span_is(f->key, "hz") && number && v <= 10000)
		s->hz = (unsigned)v;
	else if (span_is(f->key, "user_hz") && number && v <= 10000)
		s->user_hz = (unsigned)v;
	else if (span_is(f->key, "page_size") && number && !(v & (v - 1)) && v >= 4096 && v <= 1 << 20) {
		s->page_size = v;
		s->assumed = false;
	}
}

struct span taking_host(struct root *r, struct sample *s, struct memo *memo)
{
	const struct sink sink = {on_host, sink_none.fault, s};
	struct span text = SPAN_EMPTY;
	int err = root_read(r, "@host", &s->arena, &text);
	if (!err)
		parse_kv(text, NULL, &sink);
	if (memo)
		memo_host(memo, r, err, text);
	return text;
}
