// SPDX-License-Identifier: GPL-2.0-or-later
/* view_sample.h - a sample and its report made by hand: a table of folios and one of the host. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "view.h"

enum { FOLIO, HOST, N_TABLES };
enum { ENABLED, OUT, WAIT, STORED, SHARE, ZSTORED, LABEL, N_FOLIO };
enum { SWAPPINESS, IN, N_HOST };
enum { ROWS = 256 };

static const struct field folio_fields[] = {
	{"enabled", "ENABLED", "f", "e", KIND_TUNABLE, UNIT_WORD,
		"large folios of this size"},
	{"swpout", "OUT", "f", "o", KIND_COUNTER, UNIT_FOLIO, "written"},
	{"wait", "WAIT", "f", "w", KIND_COUNTER, UNIT_USEC, "waited"},
	{"stored", "STORED", "f", "s", KIND_GAUGE, UNIT_KIB, "held"},
	{"share", "SHARE%", NULL, "1 / 2", KIND_DERIVED, UNIT_PERCENT, "fell back"},
};
static const struct field zswap_fields[] = {
	{"stored", "ZSTORED", "z", "s", KIND_GAUGE, UNIT_PAGE, "held in zswap"},
	{"name", "LABEL", "z", "n", KIND_GAUGE, UNIT_LIST, "a name"},
};
static const struct field host_fields[] = {
	{"swappiness", "SWAPPINESS", "h", "s", KIND_TUNABLE, UNIT_ONE, "weight"},
	{"in", "IN", "h", "i", KIND_COUNTER, UNIT_PAGE, "read back"},
};
static const struct group view_groups[] = {
	{"folio", "folio", .fields = folio_fields, .n_fields = COUNT_OF(folio_fields)},
	{"zswap", "folio", .fields = zswap_fields, .n_fields = COUNT_OF(zswap_fields)},
	{"host", "host", .fields = host_fields, .n_fields = COUNT_OF(host_fields)},
};
static const struct domain view_domain = {
	.name = "swap", .groups = view_groups, .n_groups = COUNT_OF(view_groups)};

static struct column folio_cols[] = {
	[ENABLED] = {&folio_fields[0], &view_groups[0]},
	[OUT] = {&folio_fields[1], &view_groups[0]},
	[WAIT] = {&folio_fields[2], &view_groups[0]},
	[STORED] = {&folio_fields[3], &view_groups[0]},
	[SHARE] = {&folio_fields[4], &view_groups[0]},
	[ZSTORED] = {&zswap_fields[0], &view_groups[1]},
	[LABEL] = {&zswap_fields[1], &view_groups[1]},
};
static struct column host_cols[] = {
	[SWAPPINESS] = {&host_fields[0], &view_groups[2]},
	[IN] = {&host_fields[1], &view_groups[2]},
};
static struct shape view_shapes[N_TABLES] = {
	[FOLIO] = {"folio", folio_cols, N_FOLIO},
	[HOST] = {"host", host_cols, N_HOST, .single = true},
};
static const struct plan view_plan = {
	.domain = &view_domain, .shapes = view_shapes, .n_shapes = N_TABLES};

struct stage {
	struct row rows[ROWS], host_row;
	struct cell cells[ROWS * N_FOLIO], host_cells[N_HOST];
	unsigned order[ROWS];
	struct table tables[N_TABLES];
	struct sample sample;
	struct pick picks[N_TABLES];
	struct report report;
	struct buf text;
};

static const struct finding view_finding = {
	"S05", "folio", NULL, NULL, "give zram0 \"more\"", 3};
static struct phrase view_phrases[] = {
	{SPAN("64K: "), SPAN("fallback"), {CELL_U64, .u = 225}, UNIT_FOLIO, true},
	{SPAN(" of "), SPAN("size"), {CELL_U64, .u = 65536}, UNIT_BYTE, false},
	{SPAN(" on "), SPAN("dev"), {CELL_WORD, .s = SPAN("a\x1b\" b")}, UNIT_WORD,
		false},
	{SPAN(" (again "), SPAN("size"), {CELL_U64, .u = 65536}, UNIT_BYTE, false},
	{SPAN(")"), SPAN(""), {CELL_ABSENT}, UNIT_ONE, false},
};
static const struct note view_notes[] = {
	{&view_finding, SPAN("64K"), view_phrases, COUNT_OF(view_phrases)},
	{&view_finding, SPAN("64K"), view_phrases, 1},
	{&view_finding, SPAN("64K"), view_phrases, 1},
	{&view_finding, SPAN("64K"), view_phrases, 1},
	{&view_finding, SPAN("64K"), view_phrases, 1},
};

static inline struct cell *stage_cell(struct stage *s, unsigned row, unsigned col)
{
	return &s->cells[row * N_FOLIO + col];
}

/* Adds a folio row whose cells are all absent for that reason. */
static inline void stage_row(struct stage *s, struct span name, enum why why)
{
	unsigned row = s->tables[FOLIO].n++;

	s->rows[row].name = name;
	for (unsigned c = 0; c < N_FOLIO; c++)
		*stage_cell(s, row, c) = (struct cell){CELL_ABSENT, (uint8_t)why};
	s->picks[FOLIO].n_rows = s->tables[FOLIO].n;
}

/* A sample without folio rows, and with a host. */
static inline void stage_begin(struct stage *s)
{
	static const unsigned cols[] = {0, 1, 2, 3, 4, 5, 6};

	memset(s, 0, sizeof(*s));
	for (unsigned i = 0; i < ROWS; i++)
		s->order[i] = i;
	s->host_row.name = SPAN("host");
	s->host_cells[SWAPPINESS] = (struct cell){CELL_U64, .u = 60};
	s->host_cells[IN] = (struct cell){CELL_U64, .u = 8192};
	s->tables[FOLIO] = (struct table){.rows = s->rows, .cells = s->cells};
	s->tables[HOST] =
		(struct table){.rows = &s->host_row, .cells = s->host_cells, .n = 1};
	s->sample = (struct sample){.plan = &view_plan,
		.tables = s->tables,
		.page_size = 4096,
		.t_real = 1796058149123456789,
		.t_mono = 5000000000,
		.release = SPAN("6.18.0")};
	s->picks[FOLIO] = (struct pick){FOLIO, cols, N_FOLIO, s->order};
	s->picks[HOST] = (struct pick){HOST, cols, N_HOST, s->order, 1};
	s->report = (struct report){.program = "swsched",
		.domain = "swap",
		.command = "stat",
		.sample = &s->sample,
		.picks = s->picks,
		.n_picks = N_TABLES,
		.headings = true,
		.human = true};
}

/* One row with a value in each cell, one of which no cell is known. */
static inline void stage_usual(struct stage *s)
{
	stage_begin(s);
	stage_row(s, SPAN("64K"), WHY_NONE);
	*stage_cell(s, 0, ENABLED) = (struct cell){CELL_WORD, .s = SPAN("always")};
	*stage_cell(s, 0, OUT) = (struct cell){CELL_U64, .u = 448};
	*stage_cell(s, 0, WAIT) = (struct cell){CELL_U64, .u = 8200000};
	*stage_cell(s, 0, STORED) = (struct cell){CELL_U64, .u = 64172032};
	*stage_cell(s, 0, SHARE) = (struct cell){CELL_REAL, .d = 0.12345678};
	*stage_cell(s, 0, ZSTORED) = (struct cell){CELL_U64, .u = 0};
	*stage_cell(s, 0, LABEL) = (struct cell){CELL_WORD, .s = SPAN("0-7,9")};
	stage_row(s, SPAN("page"), WHY_OFF);
	stage_cell(s, 1, SHARE)->why = WHY_NOTHING;
	stage_cell(s, 1, LABEL)->why = WHY_LACKS;
}

static inline void stage_end(struct stage *s)
{
	buf_free(&s->text);
}

/* The whole output of a run of n samples, as the loop makes it. */
static inline const char *stage_show(struct stage *s, const char *view, unsigned n)
{
	const struct view *v = view_find(view);

	assert_non_null(v);
	buf_reset(&s->text);
	if (v->begin)
		v->begin(&s->text, &s->report);
	for (s->report.seq = 0; s->report.seq < n; s->report.seq++)
		v->emit(&s->text, &s->report);
	if (v->end)
		v->end(&s->text, &s->report);
	return buf_cstr(&s->text);
}
