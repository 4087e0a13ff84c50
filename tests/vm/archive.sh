#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# archive.sh - apt with a state folder of its own, on the archive that this machine's own apt
# configuration names. Sourced. The machine's package lists and packages are not touched.
#
#   archive_open DIR SUITE...     from here on apt-get and apt-cache see these suites and no others
#   archive_have SUITE            whether the archive has that suite

keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# The address of the repository with this label, as the machine's package lists have it.
archive_uri()
{
	# shellcheck disable=SC2016 # the $(…) are apt's
	APT_CONFIG='' apt-get indextargets --format '$(LABEL)|$(REPO_URI)' 'Created-By: Packages' |
		awk -F'|' -v l="$1" '$1 == l { print $2; exit }'
}

# The sources.list lines of one suite; a stable one comes with its updates and security fixes.
archive_lines()
{
	local main security opt=''
	main=$(archive_uri Debian) security=$(archive_uri Debian-Security)
	[ -n "$main" ] || return 1
	[ ! -e "$keyring" ] || opt="[signed-by=$keyring] "
	echo "deb $opt$main $1 main"
	case $1 in
	*-* | sid | experimental) ;;
	*)
		echo "deb $opt$main $1-updates main"
		[ -z "$security" ] || echo "deb $opt$security $1-security main"
		;;
	esac
}

archive_open()
{
	local dir=$1 suite
	shift
	mkdir -p "$dir"/{lists/partial,cache/archives/partial,empty}
	: >"$dir/status"
	for suite; do
		archive_lines "$suite" || return 1
	done >"$dir/sources.list"
	cat >"$dir/apt.conf" <<-E
		Dir::Etc::SourceList "$dir/sources.list";
		Dir::Etc::SourceParts "$dir/empty";
		Dir::Etc::Preferences "/dev/null";
		Dir::Etc::PreferencesParts "$dir/empty";
		Dir::State::Lists "$dir/lists";
		Dir::State::Status "$dir/status";
		Dir::State::extended_states "$dir/extended";
		Dir::Cache "$dir/cache";
		Dir::Log "$dir";
		APT::Sandbox::User "";
		APT::Default-Release "";
		Acquire::Languages "none";
		Debug::NoLocking "1";
	E
	export APT_CONFIG=$dir/apt.conf
	apt-get -qq update
}
