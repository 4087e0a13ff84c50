// SPDX-License-Identifier: GPL-2.0-or-later
/* setup.c - what the model can play: which allocators there are, and how much it holds. */
#include "sim.h"

const char *const allocator_names[N_ALLOCATORS] = {
	[ALLOCATOR_6_10] = "6.10",
	[ALLOCATOR_V3] = "v3",
	[ALLOCATOR_V4] = "v4",
	[ALLOCATOR_6_12] = "6.12",
	[ALLOCATOR_6_14] = "6.14",
	[ALLOCATOR_6_18] = "6.18",
};

const char *const allocator_kernels[N_ALLOCATORS] = {
	[ALLOCATOR_6_10] = "6.10-6.11",
	[ALLOCATOR_V3] = "-",
	[ALLOCATOR_V4] = "-",
	[ALLOCATOR_6_12] = "6.12-6.13",
	[ALLOCATOR_6_14] = "6.14-6.17",
	[ALLOCATOR_6_18] = "6.18+",
};

bool model_sound(const struct work *w, const struct setup *s, const char **ret_why)
{
	const char *why = NULL;
	uint64_t all = w->mem + (w->small_too ? w->small : 0);

	if (!work_sound(w, ret_why))
		return false;
	if (w->page != MODEL_PAGE)
		why = "--size is for pages of 4 KiB";
	else if (w->folio > (uint64_t)MODEL_PAGE << PMD_ORDER)
		why = "--size is at most 2M";
	else if (all > MODEL_MEMORY_MOST)
		why = "--mem is more than the model holds (64G)";
	else if (!s->n_devices)
		why = "--device is missing";
	else if (s->n_devices > MODEL_DEVICES)
		why = "--device is given more than 8 times";
	for (unsigned i = 0; !why && i < s->n_devices; i++)
		if (s->devices[i].size < (uint64_t)2 * MODEL_PAGE ||
			s->devices[i].size > MODEL_DEVICE_MOST)
			why = "--device is not of two pages to 1T";
	if (why)
		*ret_why = why;
	return !why;
}
