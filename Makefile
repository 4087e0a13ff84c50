# SPDX-License-Identifier: GPL-2.0-or-later
# swsched. `make help` lists the targets. What you may set:
#   O=build            where everything is built
#   SAN=address,undefined  COV=1    an instrumented build, in an O of its own
#   WITH_NL=no  WITH_ZLIB=no  WITH_PFM=no  WITH_HWLOC=no  WITH_NCURSES=no   leave a library out
#   V=1                show the commands
#   DESTDIR PREFIX BINDIR SBINDIR LIBDIR MANDIR   where install puts things
VERSION := 0.1
CC ?= cc
PKG_CONFIG ?= pkg-config
O ?= build$(if $(SAN),-$(subst $(comma),-,$(SAN))$(if $(findstring clang,$(CC)),-clang))$(if $(COV),-cov)
comma := ,
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
SBINDIR ?= /sbin
LIBDIR ?= $(PREFIX)/lib
MANDIR ?= $(PREFIX)/share/man
DATADIR ?= $(PREFIX)/share
WITH_NL ?= yes
WITH_ZLIB ?= yes

CFLAGS ?= -O2 -g
warnings := -Wall -Wextra -Wvla -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes -Wshadow \
	-Wundef -Wwrite-strings -Wno-missing-field-initializers
base_flags := -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(warnings) $(if $(WERROR),-Werror)
base_flags += $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer,\
	$(if $(findstring -O,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
base_flags += $(if $(COV),--coverage) -fstack-protector-strong -fPIE
link_flags := -pie -Wl,-z,relro $(if $(SAN),-fsanitize=$(SAN)) $(if $(COV),--coverage)
# Asked when first used, in a recipe: `make deps run` reads this file before pkg-config is there.
libs = $(eval libs := $(shell $(PKG_CONFIG) --libs smartcols) -ldl)$(libs)

# Who may include whom: a room is compiled with the headers of the rooms it may know, and no others.
see_base :=
see_parse := base
see_model := base
see_sim := base
see_sys := base
see_domain := sys parse model base
see_tune := sys parse base
see_view := model base
see_screen := view model base
see_cmd := domain view screen model tune sim sys parse base
rooms := $(patsubst lib/%/,%,$(wildcard lib/*/)) cmd

src := $(wildcard lib/*/*.c cmd/*.c)
# lib/sys/mod_NAME.c becomes the module lib/swsched/NAME.so, linked to its library, loaded on first use.
mod_src := $(wildcard lib/*/mod_*.c)
obj := $(patsubst %.c,$(O)/%.o,$(filter-out $(mod_src),$(src)))
lib_obj := $(filter-out $(O)/cmd/%,$(obj))
exe := $(O)/bin/swsched
mods_netlink := $(if $(filter yes,$(WITH_NL)),netlink)
mods_gunzip := $(if $(filter yes,$(WITH_ZLIB)),gunzip)
mods := $(mods_netlink) $(mods_gunzip)
mod_so := $(mods:%=$(O)/lib/swsched/%.so)
pkg_netlink := libnl-genl-3.0 libnl-3.0
pkg_gunzip := zlib

room_of = $(patsubst lib/%/,%,$(dir $(1)))
include_of = $(foreach r,$(1) $(see_$(1)),-Ilib/$(r))
q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $(2))

.DEFAULT_GOAL := all
.SECONDEXPANSION:
.DELETE_ON_ERROR:

all: $(exe) $(mod_so) ## build the program and its modules

-include $(wildcard $(obj:.o=.d) $(mod_so:.so=.d))

# What was used to build; a change rebuilds all.
flags = $(CC) $(CFLAGS) $(base_flags) $(link_flags) $(libs) $(mods) $(VERSION)
$(O)/flags: force
	@mkdir -p $(@D); echo '$(flags)' | cmp -s - $@ || echo '$(flags)' >$@

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(q)$(CC) $(base_flags) $(CFLAGS) -DVERSION='"$(VERSION)"' -MMD -MP \
		$(call include_of,$(if $(filter cmd/%,$<),cmd,$(call room_of,$<))) -c -o $@ $<

$(exe): $(obj)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(q)$(CC) $(link_flags) -Wl,--dynamic-list=lib/base/base.sym $(LDFLAGS) -o $@ $(obj) $(libs)

$(O)/lib/swsched/%.so: lib/sys/mod_%.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,MOD,$@)
	$(q)$(CC) $(base_flags) -fPIC $(CFLAGS) -MMD -MP $(call include_of,sys) $$($(PKG_CONFIG) --cflags $(pkg_$*)) \
		-shared $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS) -o $@ $< $$($(PKG_CONFIG) --libs $(pkg_$*))

include tests/tests.mk

force:
.PHONY: all force deps run check live golden fuzz vm bench lint doc install uninstall dist clean help

clean: ## remove what was built
	$(q)rm -rf build build-*

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile tests/tests.mk | expand -t 16
