// SPDX-License-Identifier: GPL-2.0-or-later
/* domain.c - the list of domains. */
#include "domain.h"

const struct domain *const domains[] = {&domain_swap, &domain_llc, &domain_cifs};
const size_t n_domains = COUNT_OF(domains);

const struct domain *domain_find(struct span name)
{
	for (size_t i = 0; i < n_domains; i++)
		if (span_is(name, domains[i]->name))
			return domains[i];
	return NULL;
}
