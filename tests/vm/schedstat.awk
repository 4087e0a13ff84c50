# SPDX-License-Identifier: GPL-2.0-or-later
# schedstat.awk - /proc/schedstat (versions 15 to 17) and /proc/stat as facts: "FILE KEY ROW VALUE".
#
#   awk [-v off=1] -f schedstat.awk CPUS SCHEDSTAT STAT
#
# CPUS   the lines of topology.awk with of=cpu; other CPUs are passed over
# FILE   @cpu, and its sums @llc @node @host (ROW -); @domain (ROW CPU/N); @level, its sums by N
# KEY    the word in struct rq or sched_domain, as perf prints it; in sums over CPUs those of domains begin
#        with in_ (the domain does not leave the CPU's LLC) or up_ (it does)
# VALUE  "(off)" for what the kernel froze, if that is said; "(none)" where the row has no such domain, and
#        for ROW * of @domain, as a machine may have none at all
function add(file, key, row, value)
{
	if (!((file, key, row) in sum)) {
		order[++n_order] = file " " key " " row
		if (key == "pcount")
			rows[++n_rows] = file " " row
	}
	sum[file, key, row] += value
}

# A number of one CPU, to all rows that it is part of.
function add_cpu(key, value)
{
	add("@cpu", key, cpu, value)
	add("@llc", key, llc[cpu], value)
	add("@node", key, node[cpu], value)
	add("@host", key, "-", value)
}

function widest(file, key, row, span)
{
	if (!((file, key, row) in sum) || sum[file, key, row] < span) {
		add(file, key, row, 0)
		sum[file, key, row] = span
	}
}

function bits(mask, n, i)
{
	gsub(",", "", mask)
	for (i = 1; i <= length(mask); i++)
		n += substr("0112122312232334", index("0123456789abcdef", substr(mask, i, 1)), 1)
	return n + 0
}

function counters(types, imbalance, type, lb, tail, n_lb, n_tail, t, i)
{
	split(types, type)
	n_lb = split("lb_count lb_balanced lb_failed " imbalance " lb_gained lb_hot_gained lb_nobusyq lb_nobusyg", lb)
	n_tail = split("alb_count alb_failed alb_pushed sbe_count sbe_balanced sbe_pushed sbf_count sbf_balanced " \
		"sbf_pushed ttwu_wake_remote ttwu_move_affine ttwu_move_balance", tail)
	for (t = 1; t <= 3; t++)
		for (i = 1; i <= n_lb; i++)
			on_domain[++n_domain] = type[t] "_" lb[i]
	for (i = 1; i <= n_tail; i++)
		on_domain[++n_domain] = tail[i]
}

function domain(level, row, span, side, first, i)
{
	row = cpu "/" level
	first = version >= 17 ? 4 : 3
	span = bits($(first - 1))
	side = span <= width[llc[cpu]] ? "in_" : "up_"
	add("@domain", "span", row, span)
	if (version >= 17) {
		add("@domain", "name", row, 0)
		sum["@domain", "name", row] = $2
	}
	for (i = 1; i <= n_domain; i++) {
		add("@domain", on_domain[i], row, $(first + i - 1))
		add("@level", on_domain[i], level, $(first + i - 1))
		add_cpu(side on_domain[i], $(first + i - 1))
		if (on_domain[i] ~ /_lb_gained$/)
			add_cpu(side "gained", $(first + i - 1))
	}
	widest("@cpu", side "span", cpu, span)
	widest("@llc", side "span", llc[cpu], span)
	widest("@node", side "span", node[cpu], span)
	widest("@host", side "span", "-", span)
}

# Where a row has no domain of that side.
function fill(key, i, row)
{
	for (i = 1; i <= n_rows; i++) {
		split(rows[i], row, " ")
		if (!((row[1], key, row[2]) in sum))
			print row[1], key, row[2], "(none)"
	}
}

FNR == 1 { file++ }
file == 1 && $6 == 1 { llc[$1] = $2; node[$1] = $5; width[$2]++ }
file == 1 { next }
$1 == "version" {
	version = $2
	print "proc/schedstat", "version", "-", $2
	counters(version == 15 ? "idle busy newidle" : "busy idle newidle",
		version >= 17 ? "lb_imbalance_load lb_imbalance_util lb_imbalance_task lb_imbalance_misfit" : "lb_imbalance")
	n_cpu = split("yld_count array_exp sched_count sched_goidle ttwu_count ttwu_local rq_cpu_time run_delay pcount", on_cpu)
}
$1 ~ /^cpu[0-9]+$/ { cpu = substr($1, 4) }
!(cpu in llc) { next }
file == 2 && $1 ~ /^cpu[0-9]+$/ {
	for (i = 1; i <= n_cpu; i++)
		add_cpu(on_cpu[i], $(i + 1))
}
file == 2 && $1 ~ /^domain[0-9]+$/ { domain(substr($1, 7)) }
file == 3 && $1 ~ /^cpu[0-9]+$/ {
	n_tick = split("user nice system idle iowait irq softirq steal", tick)
	for (i = 1; i <= n_tick; i++)
		add_cpu(tick[i], $(i + 1))
}

END {
	for (i = 1; i <= n_domain; i++) {
		print "@domain", on_domain[i], "*", "(none)"
		fill("in_" on_domain[i])
		fill("up_" on_domain[i])
	}
	print "@domain", "span", "*", "(none)"
	if (version >= 17)
		print "@domain", "name", "*", "(none)"
	fill("in_gained")
	fill("up_gained")
	fill("in_span")
	fill("up_span")
	for (i = 1; i <= n_order; i++) {
		split(order[i], part, " ")
		value = sum[part[1], part[2], part[3]]
		if (off && part[2] !~ /(^|_)(span|name)$/ && (part[1] ~ /@(domain|level)/ || part[2] ~ /^(yld|sched|ttwu|in|up)_/))
			value = "(off)"
		if (value ~ /^[0-9]/)
			printf "%s %.0f\n", order[i], value
		else
			print order[i], value
	}
}
