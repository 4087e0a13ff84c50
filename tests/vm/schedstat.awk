# SPDX-License-Identifier: GPL-2.0-or-later
# schedstat.awk - sums of one or the difference of two /proc/schedstat texts, by name. For what the
# scenarios hold against swsched and perf; knows versions 15 to 17.
#
#   awk -f schedstat.awk [-v cpu=N] BEFORE AFTER
#
# Prints "cpu NAME VALUE" summed over CPUs, and "domainN NAME VALUE" per level.
BEGIN {
	n_cpu = split("yld_count array_exp sched_count sched_goidle ttwu_count ttwu_local rq_cpu_time run_delay pcount", on_cpu)
	n_tail = split("alb_count alb_failed alb_pushed sbe_count sbe_balanced sbe_pushed sbf_count sbf_balanced " \
		"sbf_pushed ttwu_wake_remote ttwu_move_affine ttwu_move_balance", tail)
}

FNR == 1 { sign = FILENAME == ARGV[ARGC - 1] ? 1 : -1 }

$1 == "version" {
	types = $2 == 15 ? "idle busy newidle" : "busy idle newidle"
	imbalance = $2 >= 17 ? "lb_imbalance_load lb_imbalance_util lb_imbalance_task lb_imbalance_misfit" : "lb_imbalance"
	n_domain = 0
	split(types, type)
	n_lb = split("lb_count lb_balanced lb_failed " imbalance " lb_gained lb_hot_gained lb_nobusyq lb_nobusyg", lb)
	for (t = 1; t <= 3; t++)
		for (i = 1; i <= n_lb; i++)
			on_domain[++n_domain] = type[t] "_" lb[i]
	for (i = 1; i <= n_tail; i++)
		on_domain[++n_domain] = tail[i]
	first = $2 >= 17 ? 4 : 3
}

$1 ~ /^cpu[0-9]+$/ {
	now = substr($1, 4)
	if (cpu == "" || cpu == now)
		for (i = 1; i <= n_cpu; i++)
			sum["cpu " on_cpu[i]] += sign * $(i + 1)
}

$1 ~ /^domain[0-9]+$/ && (cpu == "" || cpu == now) {
	for (i = 1; i <= n_domain; i++)
		sum[$1 " " on_domain[i]] += sign * $(first + i - 1)
}

END {
	for (name in sum)
		printf "%s %.0f\n", name, sum[name]
}
