// SPDX-License-Identifier: GPL-2.0-or-later
/* say.c - the only code that writes to stderr. */
#include <errno.h>

#include "cmd.h"

static const char name[] = "swsched: ";

static struct {
	void (*to)(void *ctx, struct span text);
	void *ctx;
} divert;

__attribute__((format(printf, 1, 0))) static void put(const char *fmt, va_list ap)
{
	char text[1024];
	struct buf b = {0};
	int n = vsnprintf(text, sizeof(text), fmt, ap);
	buf_str(&b, name);
	/* Names in a message may come from anywhere. */
	buf_sane(&b, (struct span){text, n < 0			    ? 0
					 : (size_t)n < sizeof(text) ? (size_t)n
								    : sizeof(text) - 1});
	buf_char(&b, '\n');
	if (divert.to)
		divert.to(divert.ctx,
			span_sub(buf_text(&b), strlen(name), b.n - strlen(name) - 1));
	else
		fwrite(b.p, 1, b.n, stderr);
	buf_free(&b);
}

void say_divert(void (*to)(void *ctx, struct span text), void *ctx)
{
	divert.to = to;
	divert.ctx = ctx;
}

void say(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	put(fmt, ap);
	va_end(ap);
}

int say_usage(const struct opts *o, const char *fmt, ...)
{
	va_list ap;
	struct buf b = {0};
	buf_str(&b, fmt);
	buf_str(&b, "; see '");
	buf_str(&b, o->command ? o->command : "swsched");
	buf_str(&b, " --help'");
	va_start(ap, fmt);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	put(buf_cstr(&b), ap);
#pragma GCC diagnostic pop
	va_end(ap);
	buf_free(&b);
	return STATUS_USAGE;
}

static const char *way_out(int err)
{
	switch (-err) {
	case EFBIG:
		return " (over 64 MiB: not read)";
	case EBADMSG:
		return "; please report it with a capture";
	case EACCES:
	case EPERM:
		return " (try as root)";
	default:
		return "";
	}
}

const char *fault_text(const struct fault *f)
{
	return f->err == -EBADMSG ? "not understood" : strerror(-f->err);
}

void say_fault(const struct fault *f)
{
	enum { MOST = 64 };
	static uint64_t said[MOST];
	static unsigned n_said;
	uint64_t id = span_hash(f->path) ^ ((uint64_t)f->line << 32) ^ (unsigned)-f->err;
	for (unsigned i = 0; i < n_said; i++)
		if (said[i] == id)
			return;
	if (n_said == MOST)
		return;
	said[n_said++] = id;
	const char *why = fault_text(f);
	int n = f->path.n < 512 ? (int)f->path.n : 512;
	if (f->line)
		say("%.*s, line %u: %s%s", n, f->path.p, f->line, why, way_out(f->err));
	else
		say("%.*s: %s%s", n, f->path.p, why, way_out(f->err));
	if (n_said == MOST)
		say("further faults are not named");
}

void say_unseen(unsigned n, unsigned of)
{
	say("interrupted: %u of %u mount%s %s not looked at", n, of,
		number_word(of, "", "s"), number_word(n, "was", "were"));
}
