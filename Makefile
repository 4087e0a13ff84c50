# SPDX-License-Identifier: GPL-2.0-or-later
# swsched. `make help` lists the targets. What you may set:
#   O=build            where everything is built
#   SAN=address,undefined  COV=1    an instrumented build, in an O of its own
#   WITH_NL=no  WITH_ZLIB=no  WITH_HWLOC=no  WITH_PFM=no  WITH_NCURSES=no   leave a library out
#   LTO=no             compile each file by itself
#   PIE=yes            a program that may be loaded anywhere: a start is then a twentieth longer
#   V=1                show the commands
#   DESTDIR PREFIX BINDIR SBINDIR MANDIR DATADIR   where install puts things
VERSION := 0.1
CC ?= cc
PKG_CONFIG ?= pkg-config
O ?= build$(if $(SAN),-$(subst $(comma),-,$(SAN))$(if $(findstring clang,$(CC)),-clang))$(if $(COV),-cov)
comma := ,
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
SBINDIR ?= /sbin
MANDIR ?= $(PREFIX)/share/man
DATADIR ?= $(PREFIX)/share
WITH_NL ?= yes
WITH_ZLIB ?= yes
WITH_HWLOC ?= yes
WITH_PFM ?= yes
WITH_NCURSES ?= yes

# The tables are 150 KiB of pointers, which a position independent program has to relocate at each start.
PIE ?= no
pie := $(if $(SAN)$(filter yes,$(PIE)),yes)
CFLAGS ?= -O2 -g
warnings := -Wall -Wextra -Wvla -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes -Wshadow \
	-Wundef -Wwrite-strings -Wno-missing-field-initializers
# Nothing is thrown here; a debugger has its own tables.
unwind := $(if $(SAN)$(COV),,-fno-asynchronous-unwind-tables -fno-unwind-tables)
base_flags := -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 $(warnings) $(if $(WERROR),-Werror)
base_flags += $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer,\
	$(if $(findstring -O,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
base_flags += $(if $(COV),--coverage) -fstack-protector-strong $(unwind) -f$(if $(pie),,no-)pie
# Code and read-only data in one mapping: fewer calls and page faults, worth a fiftieth of a start.
link_flags := $(unwind) -$(if $(pie),,no-)pie -Wl,-z,relro -Wl,-z,noseparate-code $(if $(SAN),-fsanitize=$(SAN)) $(if $(COV),--coverage)
# The program is one unit to gcc's optimiser, worth a twentieth of a start; tests link the same objects without.
LTO ?= yes
lto := $(if $(SAN)$(COV)$(findstring clang,$(CC))$(filter no,$(LTO)),,-flto=auto -ffat-lto-objects)
# Rooms that mostly wait for the kernel, a terminal or a user are built small, for the kernel maps a program's text around
# what is touched of it; those that reckon (base, parse, model, domain, sim) are built fast.
cold := cmd tune screen sys view
small = $(if $(filter $(cold),$(firstword $(subst /, ,$(patsubst lib/%,%,$(1))))),$(if $(filter -O2,$(CFLAGS)),-Os))
# Asked when first used, in a recipe: `make deps run` reads this file before pkg-config is there.
libs = $(eval libs := $(shell $(PKG_CONFIG) --libs smartcols) -ldl)$(libs)

# Who may include whom: a room is compiled with the headers of the rooms it may know, and no others.
see_base :=
see_parse := base
see_model := base
see_sim := base
see_sys := parse base
see_domain := sys parse model base
see_tune := sys parse base
see_view := model base
see_screen := view model base
see_cmd := domain view screen model tune sim sys parse base
rooms := $(patsubst lib/%/,%,$(wildcard lib/*/)) cmd

src := $(wildcard lib/*/*.c cmd/*.c)
# lib/ROOM/mod_NAME.c becomes the module lib/swsched/NAME.so, linked to its library, loaded on first use.
mod_src := $(wildcard lib/*/mod_*.c)
obj := $(patsubst %.c,$(O)/%.o,$(filter-out $(mod_src),$(src)))
lib_obj := $(filter-out $(O)/cmd/%,$(obj))
exe := $(O)/bin/swsched
mods_netlink := $(if $(filter yes,$(WITH_NL)),netlink)
mods_gunzip := $(if $(filter yes,$(WITH_ZLIB)),gunzip)
mods_hwloc := $(if $(filter yes,$(WITH_HWLOC)),hwloc)
mods_pfm := $(if $(filter yes,$(WITH_PFM)),pfm)
mods_screen := $(if $(filter yes,$(WITH_NCURSES)),screen)
mods := $(mods_netlink) $(mods_gunzip) $(mods_hwloc) $(mods_pfm) $(mods_screen)
mod_so := $(mods:%=$(O)/lib/swsched/%.so)
pkg_netlink := libnl-genl-3.0 libnl-3.0
pkg_gunzip := zlib
pkg_hwloc := hwloc
pkg_screen := ncursesw
lib_pfm := -lpfm# Debian's comes without a .pc
pkg_flags = $(if $(pkg_$(2)),$$($(PKG_CONFIG) $(1) $(pkg_$(2))))

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
flags = $(CC) $(CFLAGS) $(base_flags) $(lto) $(link_flags) $(libs) $(mods) $(VERSION)
$(O)/flags: force
	@mkdir -p $(@D); echo '$(flags)' | cmp -s - $@ || echo '$(flags)' >$@

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(q)$(CC) $(base_flags) $(CFLAGS) $(call small,$<) $(lto) -DVERSION='"$(VERSION)"' -MMD -MP \
		$(call include_of,$(if $(filter cmd/%,$<),cmd,$(call room_of,$<))) -c -o $@ $<

$(exe): $(obj)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(q)$(CC) $(link_flags) $(CFLAGS) $(lto) -Wl,--dynamic-list=lib/base/base.sym $(LDFLAGS) -o $@ $(obj) $(libs)

$(O)/lib/swsched/%.so: $$(wildcard lib/*/mod_%.c) $(O)/flags
	@mkdir -p $(@D)
	$(call say,MOD,$@)
	$(q)$(CC) $(base_flags) -fPIC $(CFLAGS) -MMD -MP $(call include_of,$(call room_of,$<)) $(call pkg_flags,--cflags,$*) \
		-shared $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS) -o $@ $< $(call pkg_flags,--libs,$*) $(lib_$*)

# Skeletons are filled from the tables by the program itself.
man := $(patsubst man/%.in,$(O)/man/%,$(wildcard man/*.in))
completions := $(patsubst completions/%.in,$(O)/completions/%,$(wildcard completions/*.in))
shell_of = $(if $(filter %.bash,$(1)),bash,$(if $(filter %.fish,$(1)),fish,zsh))

doc: $(man) $(completions) ## build the manual pages and completions

$(O)/man/%: man/%.in $(exe)
	@mkdir -p $(@D)
	$(call say,DOC,$@)
	$(q)$(exe) doc man $< >$@

$(O)/completions/%: completions/%.in $(exe)
	@mkdir -p $(@D)
	$(call say,DOC,$@)
	$(q)$(exe) doc $(call shell_of,$@) $< >$@

lint: doc

# The program looks for its modules in ../lib/swsched of its own folder, and nowhere else.
moddir = $(patsubst %/,%,$(dir $(BINDIR)))/lib/swsched
bashdir = $(DATADIR)/bash-completion/completions
zshdir = $(DATADIR)/zsh/site-functions
fishdir = $(DATADIR)/fish/vendor_completions.d
# mount(8) looks for its helpers in /sbin alone.
helpers := mount.cifs.swsched mount.smb3.swsched
domains = $(shell $(exe) doc names | cut -d. -f1 | uniq)

install: all doc ## copy it to PREFIX (/usr/local), below DESTDIR
	install -d $(foreach d,$(BINDIR) $(moddir) $(bashdir) $(zshdir) $(fishdir) $(SBINDIR),'$(DESTDIR)$(d)')
	install -m 755 $(exe) '$(DESTDIR)$(BINDIR)/swsched'
	$(if $(mod_so),install -m 644 $(mod_so) '$(DESTDIR)$(moddir)')
	for page in $(man); do \
		install -D -m 644 $$page "$(DESTDIR)$(MANDIR)/man$${page##*.}/$${page##*/}" || exit; done
	install -m 644 $(O)/completions/swsched.bash '$(DESTDIR)$(bashdir)/swsched'
	install -m 644 $(O)/completions/_swsched '$(DESTDIR)$(zshdir)/_swsched'
	install -m 644 $(O)/completions/swsched.fish '$(DESTDIR)$(fishdir)/swsched.fish'
	for d in $(domains); do \
		ln -sf swsched "$(DESTDIR)$(BINDIR)/swsched-$$d" && \
		ln -sf swsched "$(DESTDIR)$(bashdir)/swsched-$$d" && \
		ln -sf swsched.fish "$(DESTDIR)$(fishdir)/swsched-$$d.fish" || exit; done
	for h in $(helpers); do ln -sf '$(BINDIR)/swsched' "$(DESTDIR)$(SBINDIR)/$$h" || exit; done

uninstall: all ## remove what install has copied
	rm -f '$(DESTDIR)$(zshdir)/_swsched' $(foreach m,$(mods),'$(DESTDIR)$(moddir)/$(m).so') \
		$(foreach p,$(notdir $(man)),'$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $(p)))/$(p)')
	for n in swsched $(domains:%=swsched-%); do \
		rm -f "$(DESTDIR)$(BINDIR)/$$n" "$(DESTDIR)$(bashdir)/$$n" "$(DESTDIR)$(fishdir)/$$n.fish"; done
	rm -f $(foreach h,$(helpers),'$(DESTDIR)$(SBINDIR)/$(h)')
	-rmdir '$(DESTDIR)$(moddir)'

dist: ## a tarball of what is committed
	@mkdir -p $(O)
	git archive --prefix=swsched-$(VERSION)/ -o $(O)/swsched-$(VERSION).tar.gz HEAD

include tests/tests.mk

force:
.PHONY: all force deps run check live golden fuzz vm bench lint doc install uninstall dist clean help

clean: ## remove what was built
	$(q)rm -rf build build-*

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile tests/tests.mk tests/vm/vm.mk | expand -t 16
