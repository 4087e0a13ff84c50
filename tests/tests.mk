# SPDX-License-Identifier: GPL-2.0-or-later
# Tests and checks; included by the Makefile.
unit_src := $(wildcard tests/unit/*_test.c)
unit_exe := $(unit_src:tests/unit/%.c=$(O)/tests/unit/%)
$(O)/tests/unit/%: tests/unit/%.c $(lib_obj)
	@mkdir -p $(@D)
	$(call say,TEST,$@)
	$(q)$(CC) $(base_flags) $(CFLAGS) -MMD -MP $(call include_of,cmd) -Itests/unit $(link_flags) -o $@ $< $(lib_obj) -lcmocka $(libs)
-include $(unit_exe:%=%.d)

unit: $(unit_exe) ## the C unit tests alone
	$(q)for t in $(unit_exe); do $$t || exit 1; done
.PHONY: unit
