// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mail_table.h - the figures of the mail that proposed the allocator of 6.12 ("mm: swap: mTHP swap allocator base on
 * swap cluster order", v4, July 2024): each line that it has of thp_swap_allocator_test, on a kernel before and after.
 *
 * How many folios an iteration tries to swap out (the two numbers together) is decided by the workload alone: how many
 * different places it drew to be thrown away. By that two blocks of the mail are not of the command above them: what
 * stands below "Without" for no option and for -s are the lines of -a -s once more. They are left out of what is
 * matched (mail_misplaced); all there is to learn of them is that everything fell back.
 */
#pragma once

#include "sim.h"

enum mail_side { WITHOUT, WITH };
enum mail_mode { MODE_A, MODE_AS, MODE_NONE, MODE_S, N_MODES };

struct mail_row {
	enum mail_side side;
	enum mail_mode mode;
	unsigned number, swpout, fallback;
	const char *percent;
};

static inline bool mail_misplaced(const struct mail_row *r)
{
	return r->side == WITHOUT && (r->mode == MODE_NONE || r->mode == MODE_S);
}

/* What the command above such lines does. */
static inline struct work mail_work(enum mail_mode mode)
{
	struct work w = work_default;

	w.aligned = mode == MODE_A || mode == MODE_AS;
	w.small_too = mode == MODE_S || mode == MODE_AS;
	return w;
}

static const struct mail_row mail_rows[] = {
	/* Without: thp_swap_allocator_test -a */
	{WITHOUT, MODE_A, 1, 32, 192, "85.71"},
	{WITHOUT, MODE_A, 2, 0, 231, "100.00"},
	{WITHOUT, MODE_A, 3, 0, 227, "100.00"},
	{WITHOUT, MODE_A, 98, 0, 224, "100.00"},
	{WITHOUT, MODE_A, 99, 0, 215, "100.00"},
	{WITHOUT, MODE_A, 100, 0, 222, "100.00"},

	/* Without: thp_swap_allocator_test -a -s */
	{WITHOUT, MODE_AS, 1, 0, 224, "100.00"},
	{WITHOUT, MODE_AS, 2, 0, 218, "100.00"},
	{WITHOUT, MODE_AS, 3, 0, 222, "100.00"},
	{WITHOUT, MODE_AS, 98, 0, 228, "100.00"},
	{WITHOUT, MODE_AS, 99, 0, 230, "100.00"},
	{WITHOUT, MODE_AS, 100, 0, 229, "100.00"},

	/* Without: thp_swap_allocator_test -s */
	{WITHOUT, MODE_S, 1, 0, 224, "100.00"},
	{WITHOUT, MODE_S, 2, 0, 218, "100.00"},
	{WITHOUT, MODE_S, 3, 0, 222, "100.00"},
	{WITHOUT, MODE_S, 98, 0, 228, "100.00"},
	{WITHOUT, MODE_S, 99, 0, 230, "100.00"},
	{WITHOUT, MODE_S, 100, 0, 229, "100.00"},

	/* Without: thp_swap_allocator_test */
	{WITHOUT, MODE_NONE, 1, 0, 224, "100.00"},
	{WITHOUT, MODE_NONE, 2, 0, 218, "100.00"},
	{WITHOUT, MODE_NONE, 3, 0, 222, "100.00"},
	{WITHOUT, MODE_NONE, 98, 0, 228, "100.00"},
	{WITHOUT, MODE_NONE, 99, 0, 230, "100.00"},
	{WITHOUT, MODE_NONE, 100, 0, 229, "100.00"},

	/* With: thp_swap_allocator_test -a */
	{WITH, MODE_A, 1, 224, 0, "0.00"},
	{WITH, MODE_A, 2, 231, 0, "0.00"},
	{WITH, MODE_A, 3, 227, 0, "0.00"},
	{WITH, MODE_A, 98, 224, 0, "0.00"},
	{WITH, MODE_A, 99, 215, 0, "0.00"},
	{WITH, MODE_A, 100, 222, 0, "0.00"},

	/* With: thp_swap_allocator_test -a -s */
	{WITH, MODE_AS, 1, 224, 0, "0.00"},
	{WITH, MODE_AS, 2, 218, 0, "0.00"},
	{WITH, MODE_AS, 3, 222, 0, "0.00"},
	{WITH, MODE_AS, 4, 226, 0, "0.00"},
	{WITH, MODE_AS, 5, 222, 0, "0.00"},
	{WITH, MODE_AS, 6, 233, 0, "0.00"},
	{WITH, MODE_AS, 7, 224, 0, "0.00"},
	{WITH, MODE_AS, 8, 228, 0, "0.00"},
	{WITH, MODE_AS, 9, 217, 0, "0.00"},
	{WITH, MODE_AS, 10, 227, 0, "0.00"},
	{WITH, MODE_AS, 11, 223, 0, "0.00"},
	{WITH, MODE_AS, 12, 232, 0, "0.00"},
	{WITH, MODE_AS, 13, 218, 0, "0.00"},
	{WITH, MODE_AS, 14, 223, 3, "1.33"},
	{WITH, MODE_AS, 15, 225, 0, "0.00"},
	{WITH, MODE_AS, 16, 218, 0, "0.00"},
	{WITH, MODE_AS, 17, 212, 0, "0.00"},
	{WITH, MODE_AS, 18, 234, 0, "0.00"},
	{WITH, MODE_AS, 19, 220, 6, "2.65"},
	{WITH, MODE_AS, 20, 231, 0, "0.00"},
	{WITH, MODE_AS, 21, 228, 0, "0.00"},
	{WITH, MODE_AS, 22, 226, 0, "0.00"},
	{WITH, MODE_AS, 23, 223, 0, "0.00"},
	{WITH, MODE_AS, 24, 232, 1, "0.43"},
	{WITH, MODE_AS, 25, 215, 0, "0.00"},
	{WITH, MODE_AS, 26, 230, 0, "0.00"},
	{WITH, MODE_AS, 27, 219, 0, "0.00"},
	{WITH, MODE_AS, 28, 225, 1, "0.44"},
	{WITH, MODE_AS, 29, 226, 2, "0.88"},
	{WITH, MODE_AS, 30, 224, 1, "0.44"},
	{WITH, MODE_AS, 31, 225, 0, "0.00"},
	{WITH, MODE_AS, 32, 224, 0, "0.00"},
	{WITH, MODE_AS, 33, 223, 0, "0.00"},
	{WITH, MODE_AS, 34, 226, 2, "0.88"},
	{WITH, MODE_AS, 35, 230, 3, "1.29"},
	{WITH, MODE_AS, 36, 228, 0, "0.00"},
	{WITH, MODE_AS, 37, 225, 0, "0.00"},
	{WITH, MODE_AS, 38, 221, 0, "0.00"},
	{WITH, MODE_AS, 39, 229, 1, "0.43"},
	{WITH, MODE_AS, 40, 228, 0, "0.00"},
	{WITH, MODE_AS, 41, 231, 0, "0.00"},
	{WITH, MODE_AS, 42, 223, 0, "0.00"},
	{WITH, MODE_AS, 43, 222, 0, "0.00"},
	{WITH, MODE_AS, 44, 224, 0, "0.00"},
	{WITH, MODE_AS, 45, 221, 0, "0.00"},
	{WITH, MODE_AS, 46, 221, 2, "0.90"},
	{WITH, MODE_AS, 47, 228, 0, "0.00"},
	{WITH, MODE_AS, 48, 220, 1, "0.45"},
	{WITH, MODE_AS, 49, 218, 0, "0.00"},
	{WITH, MODE_AS, 50, 222, 0, "0.00"},
	{WITH, MODE_AS, 51, 224, 2, "0.88"},
	{WITH, MODE_AS, 52, 229, 0, "0.00"},
	{WITH, MODE_AS, 53, 222, 0, "0.00"},
	{WITH, MODE_AS, 54, 225, 0, "0.00"},
	{WITH, MODE_AS, 55, 226, 0, "0.00"},
	{WITH, MODE_AS, 56, 226, 2, "0.88"},
	{WITH, MODE_AS, 57, 228, 0, "0.00"},
	{WITH, MODE_AS, 58, 219, 0, "0.00"},
	{WITH, MODE_AS, 59, 224, 1, "0.44"},
	{WITH, MODE_AS, 60, 229, 1, "0.43"},
	{WITH, MODE_AS, 61, 217, 0, "0.00"},
	{WITH, MODE_AS, 62, 223, 0, "0.00"},
	{WITH, MODE_AS, 63, 223, 0, "0.00"},
	{WITH, MODE_AS, 64, 225, 0, "0.00"},
	{WITH, MODE_AS, 65, 226, 0, "0.00"},
	{WITH, MODE_AS, 66, 218, 0, "0.00"},
	{WITH, MODE_AS, 67, 220, 2, "0.90"},
	{WITH, MODE_AS, 68, 224, 0, "0.00"},
	{WITH, MODE_AS, 69, 218, 0, "0.00"},
	{WITH, MODE_AS, 70, 219, 0, "0.00"},
	{WITH, MODE_AS, 71, 225, 0, "0.00"},
	{WITH, MODE_AS, 72, 231, 0, "0.00"},
	{WITH, MODE_AS, 73, 218, 5, "2.24"},
	{WITH, MODE_AS, 74, 223, 5, "2.19"},
	{WITH, MODE_AS, 75, 222, 7, "3.06"},
	{WITH, MODE_AS, 76, 226, 0, "0.00"},
	{WITH, MODE_AS, 77, 229, 0, "0.00"},
	{WITH, MODE_AS, 78, 215, 0, "0.00"},
	{WITH, MODE_AS, 79, 223, 2, "0.89"},
	{WITH, MODE_AS, 80, 222, 1, "0.45"},
	{WITH, MODE_AS, 81, 218, 0, "0.00"},
	{WITH, MODE_AS, 82, 228, 0, "0.00"},
	{WITH, MODE_AS, 83, 229, 1, "0.43"},
	{WITH, MODE_AS, 84, 222, 0, "0.00"},
	{WITH, MODE_AS, 85, 213, 1, "0.47"},
	{WITH, MODE_AS, 86, 215, 8, "3.59"},
	{WITH, MODE_AS, 87, 222, 1, "0.45"},
	{WITH, MODE_AS, 88, 227, 0, "0.00"},
	{WITH, MODE_AS, 89, 222, 6, "2.63"},
	{WITH, MODE_AS, 90, 224, 1, "0.44"},
	{WITH, MODE_AS, 91, 214, 1, "0.47"},
	{WITH, MODE_AS, 92, 233, 0, "0.00"},
	{WITH, MODE_AS, 93, 221, 0, "0.00"},
	{WITH, MODE_AS, 94, 223, 2, "0.89"},
	{WITH, MODE_AS, 95, 222, 1, "0.45"},
	{WITH, MODE_AS, 96, 223, 4, "1.76"},
	{WITH, MODE_AS, 97, 223, 7, "3.04"},
	{WITH, MODE_AS, 98, 227, 1, "0.44"},
	{WITH, MODE_AS, 99, 229, 1, "0.43"},
	{WITH, MODE_AS, 100, 229, 0, "0.00"},

	/* With: thp_swap_allocator_test */
	{WITH, MODE_NONE, 1, 233, 0, "0.00"},
	{WITH, MODE_NONE, 2, 134, 98, "42.24"},
	{WITH, MODE_NONE, 3, 72, 154, "68.14"},
	{WITH, MODE_NONE, 4, 40, 183, "82.06"},
	{WITH, MODE_NONE, 5, 27, 199, "88.05"},
	{WITH, MODE_NONE, 6, 22, 202, "90.18"},
	{WITH, MODE_NONE, 7, 12, 216, "94.74"},
	{WITH, MODE_NONE, 8, 14, 214, "93.86"},
	{WITH, MODE_NONE, 9, 5, 221, "97.79"},
	{WITH, MODE_NONE, 10, 10, 218, "95.61"},
	{WITH, MODE_NONE, 97, 12, 207, "94.52"},
	{WITH, MODE_NONE, 98, 8, 219, "96.48"},
	{WITH, MODE_NONE, 99, 16, 218, "93.16"},
	{WITH, MODE_NONE, 100, 10, 218, "95.61"},

	/* With: thp_swap_allocator_test -s */
	{WITH, MODE_S, 1, 233, 0, "0.00"},
	{WITH, MODE_S, 2, 84, 148, "63.79"},
	{WITH, MODE_S, 3, 39, 195, "83.33"},
	{WITH, MODE_S, 4, 16, 217, "93.13"},
	{WITH, MODE_S, 5, 11, 214, "95.11"},
	{WITH, MODE_S, 6, 10, 218, "95.61"},
	{WITH, MODE_S, 96, 5, 225, "97.83"},
	{WITH, MODE_S, 97, 2, 215, "99.08"},
	{WITH, MODE_S, 98, 2, 220, "99.10"},
	{WITH, MODE_S, 99, 4, 222, "98.23"},
	{WITH, MODE_S, 100, 3, 221, "98.66"},
};
