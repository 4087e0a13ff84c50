# shellcheck shell=bash
# topologies: one
# seconds: 60
. /lab/guest.sh
check thp thpswap 4
check ping pingpong 0 1 1000
check file fileio /tmp 10
finish
