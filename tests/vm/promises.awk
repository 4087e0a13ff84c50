# SPDX-License-Identifier: GPL-2.0-or-later
# promises.awk - holds the promises of a domain against what the kernel says and what swsched says.
#
#   awk -f promises.awk -v release=R PROMISES LIVE BEFORE AFTER CELLS
#
# PROMISES  SINCE FIELD UNIT FILE KEY, see promises/swap
# LIVE, BEFORE, AFTER  "FILE KEY ROW VALUE" of the kernel's own files: as they are now, and as captured
# CELLS  "TABLE.FIELD ROW VALUE WHY" as swsched gave them, WHY with _ for blanks
#
# Prints "ok FIELD" or "FAIL FIELD: why" for each promise.
BEGIN { scale["one"] = 1; scale["page"] = 4096; scale["kib"] = 1024; scale["usec"] = 1e-6; scale["word"] = 0 }
FNR == 1 { file++ }
/^#/ || !NF { next }
file == 1 { n++; since[n] = $1; field[n] = $2; unit[n] = $3; place[n] = $4 " " $5; next }
file == 2 { there[$1 " " $2] = 1; next }
file == 3 { before[$1 " " $2, $3] = $4; next }
file == 4 { after[$1 " " $2, $3] = $4; captured[$1 " " $2] = 1; next }
file == 5 { cell[$1, $2] = $3; why[$1, $2] = $4; shown[$1] = shown[$1] $2 "\n" }

function held(since, a, b, i, na)
{
	if (since == "never")
		return 0
	na = split(since, a, /[.]/)
	split(release, b, /[^0-9]+/)
	for (i = 1; i <= na; i++)
		if (a[i] + 0 != b[i] + 0)
			return b[i] + 0 > a[i] + 0
	return 1
}

# What the cell must be: the kernel's number in base units, or null where there is none to compare with.
function expected(p, row, gauge, by)
{
	gauge = unit[p] ~ /^=/
	by = scale[substr(unit[p], gauge ? 2 : 1)]
	if (!((place[p], row) in after))
		return "null"
	if (!by)
		return after[place[p], row]
	if (gauge)
		return after[place[p], row] * by
	if (!((place[p], row) in before) || after[place[p], row] + 0 < before[place[p], row] + 0)
		return "null"
	return (after[place[p], row] - before[place[p], row]) * by
}

function differ(want, got, d)
{
	if (want !~ /^-?[0-9]/ || got !~ /^-?[0-9]/)
		return want != got
	d = want - got
	return d > 1e-9 || d < -1e-9
}

function wrong(p, promised, list, k, i, row, must)
{
	if (promised && !(place[p] in there))
		return "promised since " since[p] ", but " place[p] " is not in the kernel"
	if (!promised && place[p] in there)
		return "promised since " since[p] ", but " place[p] " is there"
	if (promised && !(place[p] in captured))
		return place[p] " was not captured"
	if (promised && !(field[p] in shown))
		return "is not shown"
	k = split(shown[field[p]], list, "\n")
	for (i = 1; i < k; i++) {
		row = list[i]
		must = expected(p, row)
		if (differ(must, cell[field[p], row]))
			return row ": the kernel says " must ", swsched " cell[field[p], row] " (" why[field[p], row] ")"
		if (!promised && row != "page" && why[field[p], row] != "this_kernel_lacks_it")
			return row ": absent because " why[field[p], row]
	}
	return ""
}

END {
	for (p = 1; p <= n; p++) {
		said = wrong(p, held(since[p]))
		print said == "" ? "ok " field[p] : "FAIL " field[p] ": " said
	}
}
