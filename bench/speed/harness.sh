#!/usr/bin/env bash
# What the harness itself costs: milliseconds a run beyond the method's own time,
# and how much faster two jobs at a time are than one.
#
#     bench/speed/harness.sh [ULLAGE]
#
# The first figure runs a method that does nothing much 400 times and divides what
# is left of the wall time after the methods' own; checking each plan, reading,
# forking, syncing and recording are all in it. The second is measured three times:
# with the suite eva-table4 (small instances, runs up to a second), and with large
# instances and short runs, where making, reading and checking the instances weigh
# most. 2.0 is perfect, and needs two idle cores. The two ways take turns, and the
# best of each counts.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.."
ullage=$(realpath "${1:-build/release/ullage}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

quotient() { awk "BEGIN {printf \"%.6f\", ($1) / ($2)}"; }
wall() { # seconds of a command
    local start end
    start=$(date +%s.%N)
    "$@" >/dev/null 2>&1
    end=$(date +%s.%N)
    quotient "$end - $start" 1
}

cat >quick.csv <<'END'
ullage-suite,1
name,quick
limits,10,10,2048
repetitions,40
generate,eva-table7,50,1,10,cores=physical
method,no-packing
END
seconds=$(wall "$ullage" bench quick.csv --out quick)
own=$(awk -F, 'NR == 1 {for (q = 1; q <= NF; q++) if ($q == "wall_s") column = q; next}
               {sum += $column} END {print sum}' quick/records.csv)
runs=$(($(wc -l <quick/records.csv) - 1))
printf 'overhead  %.2f ms a run (%d runs, %.2f s in all, %.3f s of it in the method)\n' \
    "$(quotient "1000 * ($seconds - $own)" "$runs")" "$runs" "$seconds" "$own"

least() { printf '%s\n' "$@" | sort -g | head -1; }
two_jobs() { # SUITE LABEL
    local one=() two=()
    for turn in 1 2 3; do
        one+=("$(wall "$ullage" bench "$1" --jobs 1 --out one)")
        two+=("$(wall "$ullage" bench "$1" --jobs 2 --out two)")
        rm -rf one two
    done
    printf 'two jobs  %.2f times as fast as one (%.2f s, %.2f s): %s\n' \
        "$(quotient "$(least "${one[@]}")" "$(least "${two[@]}")")" "$(least "${one[@]}")" \
        "$(least "${two[@]}")" "$2"
}
large() { # TASKS INSTANCES
    cat >"large$1.csv" <<END
ullage-suite,1
name,large
limits,60,60,2048
generate,heterogeneous,$1,1,$2
method,synergy
method,bfd
method,dot-product
method,norm2
END
    two_jobs "large$1.csv" "$2 instances of $1 tasks, four methods"
}
two_jobs eva-table4 "the suite eva-table4"
large 20000 4
large 10000 16
