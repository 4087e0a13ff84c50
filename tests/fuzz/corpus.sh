#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# corpus.sh NUMBER DIR - fills DIR with every captured text, the grammar's number as a byte in front.
set -eu

byte=$(printf '\\x%02x' "$1")
dir=$2
captures=$(cd "$(dirname "$0")/../captures" && pwd)

mkdir -p "$dir"
# Many of the files are alike: one of each is enough, named by its checksum.
find "$captures" -type f ! -name '*.md' -exec sha1sum {} + | sort -u -k1,1 |
	while read -r sum file; do
		{ printf '%b' "$byte"; cat "$file"; } >"$dir/$sum"
	done
