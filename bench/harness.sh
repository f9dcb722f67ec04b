#!/usr/bin/env bash
# What the harness itself costs: milliseconds a run beyond the method's own time,
# and how much faster two jobs at a time are than one.
#
#     bench/harness.sh [ULLAGE]
#
# The first figure runs a method that does nothing much 400 times and divides what
# is left of the wall time after the methods' own; checking each plan, reading,
# forking, syncing and recording are all in it. The second runs the suite
# eva-table4: 2.0 is perfect, and needs two idle cores. The two ways take turns,
# and the best of each counts. Where instances are large and runs short the factor is
# less, 1.7 with 10,000 to 20,000 tasks and runs of 40 to 200 ms: every instance is made
# and hashed before the first run, one after the other.
set -euo pipefail
cd "$(dirname "$0")/.."
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
one=() two=()
for turn in 1 2 3; do
    one+=("$(wall "$ullage" bench eva-table4 --jobs 1 --out "one$turn")")
    two+=("$(wall "$ullage" bench eva-table4 --jobs 2 --out "two$turn")")
done
printf 'two jobs  %.2f times as fast as one (%.2f s, %.2f s)\n' \
    "$(quotient "$(least "${one[@]}")" "$(least "${two[@]}")")" "$(least "${one[@]}")" \
    "$(least "${two[@]}")"
