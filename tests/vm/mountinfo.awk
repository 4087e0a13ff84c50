# SPDX-License-Identifier: GPL-2.0-or-later
# mountinfo.awk - held against each other, two readings of mountinfo: is closetimeo WANTED now, and all else as it was?
#   awk -v wanted=9 -f mountinfo.awk BEFORE AFTER   - a line a mount below /mnt/o: "ok PLACE" or "FAIL PLACE: lost … gained …"

function options(line,	parts) {
	split(line, parts, " - ")
	return parts[2]
}

function lists(from, other, word,	a, b, i, n, has, out) {
	n = split(from, a, /[ ,]/)
	split(other, b, /[ ,]/)
	for (i in b) has[b[i]]++
	for (i = 1; i <= n; i++)
		if (a[i] !~ /^closetimeo=/ && !has[a[i]]--) out = out " " word " " a[i]
	return out
}

$5 !~ /^\/mnt\/o\// { next }
FNR == NR {
	before[$5] = $0
	next
}
{
	said = lists(before[$5], $0, "lost") lists($0, before[$5], "gained")
	if (index(options($0) ",", "closetimeo=" wanted ",") == 0) said = said " closetimeo is not " wanted
	print said == "" ? "ok " $5 : "FAIL " $5 ":" said
	delete before[$5]
}
END { for (place in before) print "FAIL " place ": is gone" }
