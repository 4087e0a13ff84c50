# SPDX-License-Identifier: GPL-2.0-or-later
# topology.awk - what a line of ./topologies describes, as `swsched llc map -r --noheadings` prints it.
#
#   awk -v of=llc -v online=LIST -f topology.awk LINE   with -o cpus,cores,node,package,level
#   awk -v of=cpu -v online=LIST -f topology.awk LINE   with -o llc,core,package,node,online
#
# qemu numbers CPUs by thread, core, die and socket; a die has one L3. swsched numbers LLCs and cores by
# their first CPU that is online; of a CPU that is not it tells that alone.
function count(word)
{
	return match($0, "[ ,]" word "=[0-9]+") ? substr($0, RSTART + length(word) + 2, RLENGTH - length(word) - 2) + 0 : 1
}

# list[1..n]: the numbers of a text such as 0-3,6.
function expand(text, list, part, ends, k, i, c, n)
{
	k = split(text, part, ",")
	for (i = 1; i <= k; i++) {
		split(part[i] "-" part[i], ends, "-")
		for (c = ends[1] + 0; c <= ends[2] + 0; c++)
			list[++n] = c
	}
	return n
}

# text with one more number at its end
function extend(text, c, head)
{
	if (text == "")
		return c
	if (!match(text, /[0-9]+$/) || substr(text, RSTART) + 1 != c)
		return text "," c
	head = substr(text, 1, RSTART - 1)
	return (head ~ /-$/ ? head : text "-") c
}

{
	threads = count("threads")
	die = count("cores") * threads
	socket = count("dies") * die
	for (i = 1; i <= NF; i++)
		if ($i ~ /^node,/) {
			match($i, /nodeid=[0-9]+/)
			node = substr($i, RSTART + 7, RLENGTH - 7)
			match($i, /cpus=[0-9]+(-[0-9]+)?/)
			n = expand(substr($i, RSTART + 5, RLENGTH - 5), list)
			while (n)
				node_of[list[n--]] = node
		}
	for (n = expand(online, list); n; n--)
		on[list[n]] = 1
	for (c = 0; c < count("sockets") * socket; c++) {
		if (!(c in on)) {
			if (of == "cpu")
				print c, "- - - - 0"
			continue
		}
		llc = int(c / die)
		core = int(c / threads)
		if (!(llc in llc_no))
			llc_no[llc] = llcs++
		if (!(core in core_no)) {
			core_no[core] = cores++
			llc_cores[llc_no[llc]]++
		}
		llc_cpus[llc_no[llc]] = extend(llc_cpus[llc_no[llc]], c)
		llc_place[llc_no[llc]] = node_of[c] + 0 " " int(c / socket)
		if (of == "cpu")
			print c, llc_no[llc], core_no[core], int(c / socket), node_of[c] + 0, 1
	}
	for (i = 0; i < llcs && of == "llc"; i++)
		print i, llc_cpus[i], llc_cores[i], llc_place[i], 3
}
