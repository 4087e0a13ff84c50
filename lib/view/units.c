// SPDX-License-Identifier: GPL-2.0-or-later
/* units.c - numbers for people and programs; no printf, so no locale's decimal comma. */
#include <math.h>
#include <time.h>

#include "view.h"

enum look {
	LOOK_COUNT,
	LOOK_ID,
	LOOK_BYTES,
	LOOK_TIME,
	LOOK_PERCENT,
	LOOK_RATIO,
	LOOK_WORD
};

static const struct {
	const char *name;
	enum look look;
} units[] = {
	[UNIT_ONE] = {"count", LOOK_COUNT},
	[UNIT_PAGE] = {"bytes", LOOK_BYTES},
	[UNIT_KIB] = {"bytes", LOOK_BYTES},
	[UNIT_SECTOR] = {"bytes", LOOK_BYTES},
	[UNIT_USEC] = {"seconds", LOOK_TIME},
	[UNIT_NSEC] = {"seconds", LOOK_TIME},
	[UNIT_JIFFY] = {"seconds", LOOK_TIME},
	[UNIT_TICK] = {"seconds", LOOK_TIME},
	[UNIT_BYTE] = {"bytes", LOOK_BYTES},
	[UNIT_FOLIO] = {"folios", LOOK_COUNT},
	[UNIT_PERCENT] = {"share", LOOK_PERCENT},
	[UNIT_RATIO] = {"ratio", LOOK_RATIO},
	[UNIT_WORD] = {"word", LOOK_WORD},
	[UNIT_LIST] = {"list", LOOK_WORD},
	[UNIT_TEXT] = {"text", LOOK_WORD},
	[UNIT_ID] = {"id", LOOK_ID},
	[UNIT_FIGURE] = {"figure", LOOK_ID},
};

/* A step of a scale is taken for values that round to less than `below` of it; 0: the last one. */
struct step {
	double size, below;
	const char *suffix;
};

static const struct step counts[] = {
	{1, 10000, ""},
	{1e3, 1000, "k"},
	{1e6, 1000, "M"},
	{1e9, 1000, "G"},
	{1e12, 1000, "T"},
	{1e15, 1000, "P"},
	{1e18, 0, "E"},
};

static const struct step bytes[] = {
	{1, 1024, ""},
	{0x1p10, 1024, "K"},
	{0x1p20, 1024, "M"},
	{0x1p30, 1024, "G"},
	{0x1p40, 1024, "T"},
	{0x1p50, 1024, "P"},
	{0x1p60, 0, "E"},
};

static const struct step times[] = {
	{1, 1000, "ns"},
	{1e3, 1000, "us"},
	{1e6, 1000, "ms"},
	{1e9, 0, "s"},
};

static const uint64_t tens[] = {
	1,
	10,
	100,
	1000,
	10000,
	100000,
	1000000,
	10000000,
	100000000,
	1000000000,
	10000000000,
	100000000000,
	1000000000000,
};

enum {
	DIGITS = 6, /* of a number that is not whole */
	NSEC_DIGITS = 9,
};

static const double beyond =
	1e15; /* from here a scaled double is no longer rounded by us */
static const double u64_end = 0x1p64;

const char *unit_name(enum unit u)
{
	return units[u].name;
}

const char *unit_word(enum unit u, bool human)
{
	enum look look = units[u].look;

	if (look == LOOK_PERCENT)
		return "percent";
	if (look == LOOK_BYTES || u == UNIT_FOLIO || (look == LOOK_TIME && !human))
		return units[u].name;
	return "";
}

bool unit_right(enum unit u)
{
	return units[u].look != LOOK_WORD;
}

bool unit_absent(struct cell c)
{
	return c.type == CELL_ABSENT || (c.type == CELL_REAL && !isfinite(c.d));
}

/* m units of the given decimal place: 1234 at 2 is 12.34. */
static void put_decimal(struct buf *out, uint64_t m, unsigned places)
{
	uint64_t part = m % tens[places];

	buf_u64(out, m / tens[places]);
	if (!places)
		return;
	buf_char(out, '.');
	while (--places && part < tens[places])
		buf_char(out, '0');
	buf_u64(out, part);
}

void unit_seconds(struct buf *out, uint64_t ns)
{
	unsigned places = NSEC_DIGITS;

	while (places && ns % 10 == 0) {
		ns /= 10;
		places--;
	}
	put_decimal(out, ns, places);
}

/* Up to six digits that count; whole numbers and large ones in full; 1e-20 as such. */
static void put_real(struct buf *out, double v)
{
	double scaled = fabs(v);
	uint64_t m;
	int exp = 0;

	if (v < 0)
		buf_char(out, '-');
	if (scaled < u64_end && (scaled >= 1e5 || scaled == (double)(uint64_t)scaled)) {
		buf_u64(out, (uint64_t)(scaled < beyond ? scaled + 0.5 : scaled));
		return;
	}
	for (; scaled >= 1e6; exp++)
		scaled /= 10;
	for (; scaled < 1e5; exp--)
		scaled *= 10;
	m = (uint64_t)(scaled + 0.5);
	for (; m % 10 == 0; exp++)
		m /= 10;
	if (exp >= 0 && exp <= DIGITS) {
		buf_u64(out, m * tens[exp]);
	} else if (exp < 0 && (size_t)-exp < COUNT_OF(tens)) {
		put_decimal(out, m, (unsigned)-exp);
	} else {
		buf_u64(out, m);
		buf_char(out, 'e');
		buf_s64(out, exp);
	}
}

static void put_rounded(struct buf *out, bool minus, uint64_t m, unsigned places)
{
	if (minus && m) /* never -0 */
		buf_char(out, '-');
	put_decimal(out, m, places);
}

/* How many decimals a scaled value is worth: three digits at most, "0.04" rather than "0.0". */
static unsigned worth(double v, bool finer)
{
	if (v < beyond && v == (double)(uint64_t)v)
		return 0;
	if (v < 0.095)
		return 2;
	return v < 9.95 || (finer && v < 99.95);
}

static void put_scaled(struct buf *out, const struct step *step, double v)
{
	double abs = fabs(v), scaled;
	const struct step *first = step;
	unsigned places;
	uint64_t m;

	for (;; step++) {
		scaled = abs / step->size;
		if (step->below && scaled >= step->below)
			continue;
		if (scaled >= beyond)
			break;
		places = worth(scaled, step > first && first != times);
		m = (uint64_t)(scaled * (double)tens[places] + 0.5);
		if (!step->below || m < (uint64_t)step->below * tens[places])
			break;
	}
	if (scaled >= beyond) {
		put_real(out, v);
		return;
	}
	if (places == 1 && m % 10 == 0) {
		m /= 10;
		places = 0;
	}
	put_rounded(out, v < 0, m, places);
	buf_str(out, step->suffix);
}

/* One decimal, also when it is 0, so that a column of them lines up. */
static void put_tenths(struct buf *out, double v)
{
	if (fabs(v) >= beyond)
		put_real(out, v);
	else
		put_rounded(out, v < 0, (uint64_t)(fabs(v) * 10 + 0.5), 1);
}

static double cell_number(struct cell c)
{
	double v = 0;

	cell_real(c, &v);
	return v;
}

static void put_human(struct buf *out, struct cell c, enum look look)
{
	double v = cell_number(c);

	switch (look) {
	case LOOK_BYTES:
		put_scaled(out, bytes, v);
		break;
	case LOOK_TIME:
		if (v == 0)
			buf_str(out, "0s");
		else
			put_scaled(out, times, v);
		break;
	case LOOK_PERCENT:
		put_tenths(out, v);
		break;
	case LOOK_RATIO:
		if (v == 0 || (fabs(v) >= 0.095 && fabs(v) < 99.95)) {
			put_tenths(out, v);
			break;
		}
		put_scaled(out, counts, v);
		break;
	case LOOK_COUNT:
		put_scaled(out, counts, v);
		break;
	case LOOK_ID:
	case LOOK_WORD:
		unit_exact(out, c, UNIT_WORD);
		break;
	}
}

void unit_text(struct buf *out, struct cell c, enum unit u, bool rate, uint64_t interval,
	bool human)
{
	if (unit_absent(c) || (c.type == CELL_WORD && !c.s.n)) {
		buf_char(out, '-');
		return;
	}
	if (c.type == CELL_WORD) {
		buf_sane(out, c.s);
		return;
	}
	if (rate && interval)
		c = (struct cell){
			.type = CELL_REAL, .d = cell_number(c) * 1e9 / (double)interval};
	if (units[u].look == LOOK_PERCENT) /* the model has shares, of 1 */
		c = (struct cell){.type = CELL_REAL, .d = cell_number(c) * 100};
	if (human)
		put_human(out, c, units[u].look);
	else
		unit_exact(out, c, u);
}

static void exact_real(struct buf *out, double v, bool time)
{
	bool whole = fabs(v) < u64_end && fabs(v) == (double)(uint64_t)fabs(v);

	if (!time) {
		put_real(out, v);
		return;
	}
	if (!whole) {
		put_real(out, v / 1e9);
		return;
	}
	if (v < 0)
		buf_char(out, '-');
	unit_seconds(out, (uint64_t)fabs(v));
}

void unit_exact(struct buf *out, struct cell c, enum unit u)
{
	bool time = units[u].look == LOOK_TIME;

	if (unit_absent(c)) {
		buf_str(out, "null");
		return;
	}
	switch ((enum cell_type)c.type) {
	case CELL_S64:
		if (c.i < 0)
			buf_char(out, '-');
		c.u = c.i < 0 ? 0 - (uint64_t)c.i : (uint64_t)c.i;
		/* fallthrough */
	case CELL_U64:
		if (time)
			unit_seconds(out, c.u);
		else
			buf_u64(out, c.u);
		break;
	case CELL_REAL:
		exact_real(out, c.d, time);
		break;
	case CELL_WORD:
		buf_span(out, c.s);
		break;
	case CELL_ABSENT:
		break;
	}
}

/* Of "[one|many]" the word that goes with the number before it. */
static void put_words(struct buf *out, struct span lit, bool one)
{
	while (lit.n) {
		buf_sane(out, span_cut(&lit, '['));

		struct span many = span_cut(&lit, ']'), single = span_cut(&many, '|');

		buf_sane(out, one ? single : many);
	}
}

void note_text(struct buf *out, const struct note *n, uint64_t interval, bool human)
{
	bool one = false;

	for (unsigned i = 0; i < n->n_phrases; i++) {
		const struct phrase *p = &n->phrases[i];
		size_t from;

		put_words(out, p->lit, one);
		if (!p->name.n)
			continue;
		from = out->n;
		unit_text(out, p->value, p->unit, p->rate, interval, human);
		if (p->value.type != CELL_WORD)
			one = span_is(span_sub(buf_text(out), from, out->n), "1");
		if (unit_absent(p->value))
			continue; /* a dash has no unit */
		if (units[p->unit].look == LOOK_PERCENT)
			buf_char(out, '%');
		if (p->rate && interval)
			buf_str(out, "/s");
	}
}

void stamp_text(struct buf *out, uint64_t real_ns)
{
	time_t sec = (time_t)(real_ns / 1000000000);
	struct tm tm = {0};
	long off;

	localtime_r(&sec, &tm); /* cannot fail: 64 bits of nanoseconds end in 2554 */
	off = labs(tm.tm_gmtoff) / 60;
	buf_fmt(out, "%04d-%02d-%02dT%02d:%02d:%02d%c%02ld:%02ld", tm.tm_year + 1900,
		tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
		tm.tm_gmtoff < 0 ? '-' : '+', off / 60, off % 60);
}
