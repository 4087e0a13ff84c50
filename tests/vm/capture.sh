#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# capture.sh BUILD-DIR - runs the cells that K, T and P name, and says where the captures that their
# scenarios made lie: plain trees, ready to be copied to tests/captures.
set -u
here=$(dirname "$0") vm=${1:?build folder}/vm
rm -rf "$vm/captures"
setpriv --pdeathsig KILL bash "$here/run.sh" "$1" &
wait $!
ended=$?
find "$vm/captures" -mindepth 2 -maxdepth 2 -type d 2>/dev/null | sort | grep . || {
	echo "vm: no capture was made" >&2
	exit 1
}
exit $ended
