# SPDX-License-Identifier: GPL-2.0-or-later
# Tests and checks; included by the Makefile.
unit_src := $(wildcard tests/unit/*_test.c)
libs_doors_test := -lz # makes compressed configurations
unit_exe := $(unit_src:tests/unit/%.c=$(O)/tests/unit/%)
$(O)/tests/unit/%: tests/unit/%.c $(lib_obj) $(mod_so)
	@mkdir -p $(@D)
	$(call say,TEST,$@)
	@ln -sfn ../lib $(O)/tests/lib # modules are looked for beside the program
	$(q)$(CC) $(base_flags) $(CFLAGS) -MMD -MP $(call include_of,cmd) -Itests/unit $(link_flags) -fno-lto -o $@ $< $(lib_obj) -lcmocka $(libs) $(libs_$*)
-include $(wildcard $(unit_exe:%=%.d))

# Each goal named on the command line brings the lists of packages it needs; alone, `deps` brings those of check.
lists_check := check
lists_lint := check lint
lists_bench := bench
lists_live := live
lists_fuzz := clang
lists_vm := vm
goals := $(filter-out deps,$(MAKECMDGOALS))
lists := $(sort build $(foreach g,$(or $(goals),check),$(lists_$(g))) $(if $(filter clang%,$(CC)),clang))
deps: ## install what the goals named after it need (Debian; as root)
	$(q)tests/deps.sh $(foreach l,$(lists),$(firstword $(wildcard tests/$(l)/packages) tests/packages.$(l)))
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(obj) $(mod_so) $(O)/flags $(unit_exe) $(goals): | deps
endif

test_env = SWSCHED='$(abspath $(exe))' O='$(abspath $(O))' CC='$(CC)' MAKE='$(MAKE)'

run: all ## build, and show this machine
	@$(exe)

check: all $(unit_exe) ## every test that needs no root and no network, and asserts no number of this machine's
	@$(test_env) tests/check.sh $(unit_exe)

unit: $(unit_exe) ## the C unit tests alone
	$(q)for t in $(unit_exe); do $$t || exit 1; done

golden: all ## write the expected outputs anew; read the diff
	@$(test_env) tests/golden.sh --write
	@$(test_env) python3 tests/screens.py --write

live: all $(O)/tests/live/pageout ## real swap, folios and schedstats on this machine (root; restores what it touches)
	@$(test_env) tests/live/live.sh

bench_lib := $(O)/tests/bench/steady $(O)/tests/bench/huge
bench: all $(addprefix $(O)/tests/bench/,pairs empty threads) $(bench_lib) ## time and memory against peers
	@$(test_env) MARGIN=$(MARGIN) tests/bench/bench.sh

lint: all ## the rules of the house
	@$(test_env) tests/lint/lint.sh

# Those that measure the library from within.
$(bench_lib): $(O)/tests/bench/%: tests/bench/%.c tests/bench/loop.h $(lib_obj)
	@mkdir -p $(@D)
	$(call say,TEST,$@)
	$(q)$(CC) $(base_flags) $(CFLAGS) $(call include_of,cmd) $(lto) $(link_flags) -o $@ $< $(lib_obj) $(libs)

$(O)/tests/%: tests/%.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,TEST,$@)
	$(q)$(CC) $(base_flags) $(CFLAGS) $(link_flags) -o $@ $<

.PHONY: unit

include tests/vm/vm.mk

# Fuzzing needs clang whatever CC is; FUZZ_SECONDS for each grammar.
FUZZ_CC ?= clang
FUZZ_SECONDS ?= 60
fuzz_src := tests/fuzz/parse_fuzz.c $(wildcard lib/base/*.c lib/parse/*.c)
fuzz_flags := -std=gnu11 -D_GNU_SOURCE -O1 -g $(warnings) -fno-omit-frame-pointer -fno-sanitize-recover=all \
	$(call include_of,parse)
$(O)/fuzz/parse_%: $(fuzz_src) lib/base/base.h lib/parse/parse.h
	@mkdir -p $(@D)
	$(call say,FUZZ,$@)
	$(q)$(FUZZ_CC) $(fuzz_flags) $(if $(filter replay,$*),-DREPLAY) \
		-fsanitize=$(if $(filter fuzz,$*),fuzzer$(comma))address,undefined -o $@ $(fuzz_src)

fuzz: $(O)/fuzz/parse_fuzz $(O)/fuzz/parse_replay ## the grammars under random text, a minute each
	$(q)tests/fuzz/fuzz.sh $(O)/fuzz $(FUZZ_SECONDS)
