# SPDX-License-Identifier: GPL-2.0-or-later
# cifs_stats.awk - the kernel's own numbers of SMB shares, connections and commands, as promises/cifs names them.
#
#   awk -f cifs_stats.awk proc/fs/cifs/Stats proc/fs/cifs/Stats
#
# Read twice: connections are counted from the last. Prints "FILE KEY ROW VALUE". It knows SMB2 and later, of which no
# two shares of a connection have one name.
function fact(key, row, value)
{
	gsub(" ", "_", key)
	gsub(" ", "_", row)
	print FILENAME, key, row, value
}

NR == FNR { connections += /^Max requests in flight:/; next }
FNR == 1 { server = connections }

/^Max requests in flight:/ { share = ""; fact("Max requests in flight", --server, $5); next }
/jiffies \([0-9]+ per second\)$/ { hz = $(NF - 2); sub(/[(]/, "", hz); fact("hz", "-", hz); next }
/^ +[0-9]+\t+[0-9]+\t+[0-9]+\t+[0-9]+\t+[0-9]+$/ {
	fact("cmd.count", server "/" $1, $2)
	fact("cmd.total_time", server "/" $1, $3 / hz * 1e6)
	next
}
/^[0-9]+\) / { sub(/^[0-9]+\) /, ""); sub(/\tDISCONNECTED $/, ""); share = server "/" $0 "/0"; next }
share == "" && / reconnects$/ { fact("reconnects.session", "-", $1); fact("reconnects.share", "-", $3); next }
share == "" && /^Total vfs/ { fact("Total vfs operations", "-", $4); next }
share == "" && /^[CO].*: [0-9]+$/ || /^Share \(/ { value = $NF; sub(/: .*/, ""); fact($0, "-", value); next }
/^SMBs:/ {
	fact("SMBs", share, $2)
	if (/ since /) {
		sub(/.* since /, "")
		sub(/ UTC.*/, "")
		gsub(" ", "_")
		fact("since", share, $0)
	}
	next
}
/^Bytes read:/ { fact("Bytes read", share, $3); fact("Bytes written", share, $6); next }
/^Open files:/ { fact("Open files.local", share, $3); fact("Open files.server", share, $6); next }
/^[A-Za-z]+: [0-9]+ (total|sent) [0-9]+ failed$/ {
	sub(":", "", $1)
	fact($1 ".total", share, $2)
	fact($1 ".failed", share, $4)
}
