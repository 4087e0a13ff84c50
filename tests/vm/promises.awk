# SPDX-License-Identifier: GPL-2.0-or-later
# promises.awk - holds the promises of a domain against what the kernel says and what swsched says.
#
#   awk -f promises.awk -v release=R PROMISES LIVE BEFORE AFTER CELLS
#
# PROMISES  SINCE FIELD UNIT FILE KEY, see promises/swap
# LIVE, BEFORE, AFTER  "FILE KEY ROW VALUE" of the kernel's own files: as they are now, and as captured
# CELLS  "TABLE.FIELD ROW VALUE WHY" as swsched gave them, WHY with _ for blanks
#
# A VALUE of the kernel's may be "(none)" (not for this row) or "(off)" (it does not count now); of
# ROW * it says that there may be no rows. With
# -v rebuilt=1 CPUs came or went in between: a counter may be said to be reset.
#
# Prints "ok FIELD" or "FAIL FIELD: why" for each promise.
BEGIN {
	scale["one"] = 1; scale["page"] = 4096; scale["kib"] = 1024; scale["usec"] = 1e-6
	scale["nsec"] = 1e-9; scale["tick"] = 0.01; scale["word"] = 0
}
FNR == 1 { file++ }
/^#/ || !NF { next }
file == 1 { promise(); next }
file == 2 { there[$1 " " $2] = 1; next }
file == 3 { before[$1 " " $2, $3] = $4; next }
file == 4 { after[$1 " " $2, $3] = $4; captured[$1 " " $2] = 1; if ($3 == "*") bare[$1 " " $2] = 1; next }
file == 5 { cell[$1, $2] = $3; why[$1, $2] = $4; shown[$1] = shown[$1] $2 "\n" }

# One of a list of tables, whose name goes where FILE has {}.
function promise(at, table, k, i, path)
{
	at = index($2, ".")
	k = split(substr($2, 1, at - 1), table, ",")
	for (i = 1; i <= k; i++) {
		path = $4
		sub(/[{][}]/, table[i], path)
		n++
		since[n] = $1
		field[n] = table[i] substr($2, at)
		unit[n] = $3
		place[n] = path " " $5
	}
}

function held(since, a, b, i, na)
{
	if (sub("<", "", since))
		return !held(since)
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
	if (!((place[p], row) in after) || after[place[p], row] ~ /^[(]/)
		return "null"
	if (!by)
		return after[place[p], row]
	if (gauge)
		return after[place[p], row] * by
	if (before[place[p], row] !~ /^[0-9]/ || after[place[p], row] + 0 < before[place[p], row] + 0)
		return "null"
	return (after[place[p], row] - before[place[p], row]) * by
}

function differ(want, got, d)
{
	if (want !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ || got !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/)
		return want != got
	d = want - got
	return d > 1e-9 || d < -1e-9
}

# Why a cell may be absent, as a pattern.
function reason(p, row, promised)
{
	if (!((place[p], row) in after))
		return promised ? "." : "^(this_kernel_lacks_it|does_not_apply_here)$"
	if (after[place[p], row] == "(off)")
		return "^switched_off"
	return after[place[p], row] == "(none)" ? "^does_not_apply_here$" : "^(reset|first_sight)$"
}

function wrong_cell(p, row, promised, must, got)
{
	must = expected(p, row)
	got = cell[field[p], row]
	if (rebuilt && must != "null" && got == "null")
		must = got
	if (differ(must, got))
		return row ": the kernel says " must ", swsched " got " (" why[field[p], row] ")"
	if (got == "null" && why[field[p], row] !~ reason(p, row, promised))
		return row ": absent because " why[field[p], row] ", not " reason(p, row, promised)
	return ""
}

function wrong(p, promised, list, k, i, said)
{
	if (promised && !(place[p] in there))
		return "promised since " since[p] ", but " place[p] " is not in the kernel"
	if (!promised && place[p] in there)
		return "promised since " since[p] ", but " place[p] " is there"
	if (promised && !(place[p] in captured))
		return place[p] " was not captured"
	if (promised && !(field[p] in shown) && !(place[p] in bare))
		return "is not shown"
	k = split(shown[field[p]], list, "\n")
	for (i = 1; i < k; i++) {
		said = wrong_cell(p, list[i], promised)
		if (said != "")
			return said
	}
	return ""
}

END {
	for (p = 1; p <= n; p++) {
		said = wrong(p, held(since[p]))
		print said == "" ? "ok " field[p] : "FAIL " field[p] ": " said
	}
}
