#!/usr/bin/env bash
# Between what no schedule costs less than in which nobody is on no machine for longer than ten
# minutes and the best that schedule-search finds: the best of repack's futures, or a timeline
# annealed by so many changes a task (100, or MOVES), the best of so many searches (1, or SEARCHES).
# A row for each workload, the certificate of the floor and the timeline checked by ullage-check.
#
#     [MOVES=N] [SEARCHES=N] bench/speed/schedules/brackets.sh FUTURES FILE...
#
# CPU seconds are those of the search. The commands are taken from build/release, or from UL_BIN.
set -euo pipefail
export LC_ALL=C.UTF-8
shopt -s inherit_errexit
futures=$1
shift
bin=$(realpath "${UL_BIN:-$(dirname "$0")/../../../build/release}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What a line of the report says.
value() { awk -v name="$1" '$1 == name { gsub(/[$,]/, "", $2); print $2 }' "$2"; }

TIMEFORMAT=%U
printf 'workload,floor,best,above,cpu_s\n'
for file; do
    "$bin/ullage" solve "$file" -m schedule-floor --set wait=600 --cpu-limit 60 \
        -c "$folder/floor.csv" >"$folder/floor.txt" || [ $? = 1 ] # a floor that could be higher
    { time "$bin/ullage" solve "$file" -m schedule-search --set wait=600 --set "futures=$futures" \
        --set "moves=${MOVES:-100}" --set "searches=${SEARCHES:-1}" -o "$folder/timeline.csv" >"$folder/best.txt"; } 2>"$folder/cpu.txt"
    "$bin/ullage-check" "$file" "$folder/timeline.csv" -c "$folder/floor.csv" >"$folder/check.txt"
    awk -v name="$(basename "$file" .csv)" -v floor="$(value bound "$folder/floor.txt")" \
        -v best="$(value cost "$folder/best.txt")" -v cpu="$(cat "$folder/cpu.txt")" \
        'BEGIN { printf "%s,%s,%s,%.1f%%,%s\n", name, floor, best, (best / floor - 1) * 100, cpu }'
done
