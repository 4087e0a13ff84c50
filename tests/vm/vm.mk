# SPDX-License-Identifier: GPL-2.0-or-later
# Real kernels under emulation; see tests/vm/README.md. What you may set:
#   K="6.1 newest"  T=swap  P=llc4   only these kernels, scenarios, topologies
#   JOBS=2                           guests at a time
vm_helper := $(patsubst %.c,$(O)/%,$(wildcard tests/vm/src/*.c))
export K T P JOBS

# Static: they run on the guest's libraries whatever those are.
$(vm_helper): $(O)/%: %.c tests/vm/src/arg.h $(O)/flags
	@mkdir -p $(@D)
	$(call say,VM,$@)
	$(q)$(CC) -std=gnu11 -D_GNU_SOURCE $(warnings) -O2 -static -o $@ $<

# exec and pdeathsig: when make goes, however that happens, the guests go too.
vm: all $(vm_helper) ## real Debian kernels under emulation, a table kernel x scenario (K= T= P=)
	@exec setpriv --pdeathsig KILL bash tests/vm/run.sh $(O)

vm-capture: all $(vm_helper) ## the same, and say where each scenario's capture lies
	@exec setpriv --pdeathsig KILL bash tests/vm/capture.sh $(O)
.PHONY: vm-capture
