// SPDX-License-Identifier: GPL-2.0-or-later
/* mod_pfm.c - the module that has libpfm4 encode the name of an event. */
#include <errno.h>
#include <perfmon/pfmlib_perf_event.h>

#include "sys.h"

/* What it was not told to take has a unit mask or a modifier that is wrong or missing. */
static int error_of(int pfm)
{
	switch (pfm) {
	case PFM_SUCCESS:
		return 0;
	case PFM_ERR_NOTFOUND:
	case PFM_ERR_NOTSUPP:
		return -ENOENT;
	case PFM_ERR_NOMEM:
		return -ENOMEM;
	default:
		return -EINVAL;
	}
}

int pfm_encode(const char *name, struct perf_attr *ret_attr)
{
	struct perf_event_attr attr = {0};
	pfm_perf_encode_arg_t arg = {.attr = &attr, .size = sizeof(arg)};
	int rc = pfm_initialize();

	if (rc == PFM_SUCCESS)
		rc = pfm_get_os_event_encoding(
			name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	rc = error_of(rc);
	if (rc < 0)
		return rc;
	*ret_attr = (struct perf_attr){
		.type = attr.type,
		.config = attr.config,
		.config1 = attr.config1,
		.config2 = attr.config2,
		.exclude_user = attr.exclude_user,
		.exclude_kernel = attr.exclude_kernel,
		.exclude_hv = attr.exclude_hv,
	};
	return 0;
}
