#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# shares.sh DIR N - a tree as of an SMB client with N shares, ten on each connection, each with a mount.
set -u
dir=$1/proc/fs/cifs
mkdir -p "$dir" "$1/proc/self"
awk -v n="$2" '
	function pair(word, total) { printf "\n%s: %d total %d failed", word, total, total % 3 }
	BEGIN {
		servers = int((n + 9) / 10)
		printf "Resources in use\nCIFS Session: %d\nShare (unique mount targets): %d\n", servers, n + servers
		printf "SMB Request/Response Buffer: 1 Pool size: %d\nSMB Small Req/Resp Buffer: 1 Pool size: 30\n", 4 + servers
		printf "Total Large 45 Small 284 Allocations\nOperations (MIDs): 0\n\n0 session 0 share reconnects\n"
		printf "Total vfs operations: 51 maximum at one time: 3\n"
		for (s = 0; s < servers; s++) {
			printf "\nMax requests in flight: 3"
			printf "\nTotal time spent processing by command. Time units are jiffies (250 per second)"
			printf "\n  SMB3 CMD\tNumber\tTotal Time\tFastest\tSlowest"
			printf "\n  --------\t------\t----------\t-------\t-------"
			for (c = 0; c < 19; c++) printf "\n  %d\t\t%d\t%d\t\t%d\t%d", c, s + 7 * c, s * c + 90 * c, c % 3, c + s
			for (i = s * 10; i < n && i < s * 10 + 10; i++) {
				if (i == s * 10) printf "\n"
				printf "\n%d) \\\\server%d.example\\share number %d", i + 1, s, i
				printf "\nSMBs: %d since 2026-11-30 14:50:21 UTC", 1000 * i + 15
				printf "\nBytes read: %.0f  Bytes written: %.0f", i * 123456789, i * 23456789
				printf "\nOpen files: %d total (local), %d open on server", i % 50, i % 40
				split("TreeConnects TreeDisconnects Creates Closes Flushes Reads Writes Locks IOCTLs " \
					"QueryDirectories ChangeNotifies QueryInfos SetInfos", words, " ")
				for (w = 1; w in words; w++) pair(words[w], w * 31 + i)
				printf "\nOplockBreaks: %d sent 0 failed", 8 * 31 + i
			}
		}
		printf "\n"
	}' >"$dir/Stats"
awk -v n="$2" 'BEGIN {
	for (i = 0; i < n; i++)
		printf "%d 22 0:%d / /mnt/%d rw,relatime shared:%d - cifs //server%d.example/share\\040number\\040%d rw,vers=3.1.1," \
			"cache=strict,username=root,uid=0,noforceuid,addr=192.0.2.%d,soft,nounix,serverino,mapposix,rsize=4194304," \
			"wsize=4194304,bsize=1048576,echo_interval=60,actimeo=1,closetimeo=1\n", 30 + i, 40 + i, i, i, i / 10, i, i % 250
}' >"$1/proc/self/mountinfo"
