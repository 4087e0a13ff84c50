// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * parse_fuzz.c - the grammars under random text: the first byte picks one, the rest is its text.
 *
 * Built with libFuzzer it searches, keeping the first byte of each input, so that a corpus of one
 * grammar stays there. Built with -DREPLAY it runs the files given; without any it lists the grammars.
 */
#include "parse.h"

#include <stdio.h>

/* Its value is of no use; that it is written makes the compiler read every byte. */
static volatile uint64_t touched;

static struct span text;
static struct buf shown;

static void inside(struct span s)
{
	if (!s.p || (s.n && (s.p < text.p || s.p + s.n > text.p + text.n)))
		abort();
}

/* What is done with any span further on: read as numbers, made safe, hashed. */
static void touch(struct span s)
{
	uint64_t u = 0;
	int64_t i = 0;
	double d = 0;

	span_u64(s, &u);
	span_s64(s, &i);
	span_hex(s, &u);
	span_double(s, &d);
	buf_reset(&shown);
	buf_sane(&shown, s);
	if (!span_clean(buf_text(&shown)) || span_clean(s) != (shown.n == s.n))
		abort();
	touched += span_hash(s) + u + (uint64_t)i + (d > 0) + shown.n;
}

static void touch_row(struct span name)
{
	size_t n;

	inside(name);
	touch(name);
	buf_reset(&shown);
	buf_fill(&shown, '\0', name.n + 1);
	n = span_unoctal(name, shown.p);
	if (n > name.n || span_natcmp(name, name) != 0)
		abort();
	touched += span_hash((struct span){shown.p, n});
}

static void take_fact(void *ctx, const struct fact *f)
{
	uint64_t unused;

	(void)ctx;
	if (f->n_row > FACT_PARTS)
		abort();
	for (unsigned i = 0; i < f->n_row; i++)
		if (f->row[i].name.p)
			touch_row(f->row[i].name);
	if (span_u64(f->value, &unused) < 0) /* else the grammar may have made it */
		inside(f->value);
	touch(f->key);
	touch(f->value);
}

static void take_fault(void *ctx, unsigned line, int err)
{
	(void)ctx;
	if (!line || line > text.n + 1 || err >= 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct sink sink = {take_fact, take_fault, NULL};
	const struct grammar *g;

	if (!size)
		return 0;
	g = &grammars[data[0] % n_grammars];
	text = (struct span){(const char *)data + 1, size - 1};
	g->parse(text, g->hint, &sink);
	return 0;
}

#ifdef REPLAY

static int replay(const char *path)
{
	struct buf b = {0};
	FILE *f = fopen(path, "re");
	char part[4096];
	size_t n;
	int r = -1;

	if (!f) {
		perror(path);
		return -1;
	}
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_put(&b, part, n);
	if (ferror(f)) {
		perror(path);
		goto out;
	}
	LLVMFuzzerTestOneInput((const uint8_t *)b.p, b.n);
	r = 0;
out:
	fclose(f);
	buf_free(&b);
	return r;
}

int main(int argc, char **argv)
{
	int r = EXIT_SUCCESS;

	if (argc < 2)
		for (size_t g = 0; g < n_grammars; g++)
			printf("%zu %s\n", g, grammars[g].name);
	for (int i = 1; i < argc; i++)
		if (replay(argv[i]) < 0)
			r = EXIT_FAILURE;
	return fflush(stdout) ? EXIT_FAILURE : r;
}

#else

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	(void)seed;
	return size < 2 || most < 2 ? size
				    : 1 + LLVMFuzzerMutate(data + 1, size - 1, most - 1);
}

#endif
