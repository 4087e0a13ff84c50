#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# deps.sh LIST… - installs the Debian packages that the lists name; does nothing when all are there.
set -eu

packages=$(sed 's/#.*//' "$@" | sort -u)
missing=
for package in $packages; do
	case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
	installed) ;;
	*) missing="$missing $package" ;;
	esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
	echo "deps: missing packages; as root run: apt-get install$missing" >&2
	exit 1
fi

export DEBIAN_FRONTEND=noninteractive
# The list is meant to be split.
# shellcheck disable=SC2086
install() {
	apt-get install -qq -y --no-install-recommends $missing </dev/null
}
# A fresh machine has no index, and an old index names packages that are gone: both want one update.
install >/dev/null 2>&1 || { apt-get update -qq && install; }
