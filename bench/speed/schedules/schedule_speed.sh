#!/usr/bin/env bash
# How fast policies are simulated, and how it grows: CPU seconds and memory.
#
#     cmake --preset release && cmake --build --preset release
#     bench/speed/schedules/schedule_speed.sh build/release/ullage TRACES
#
# TRACES is a folder with full_gavel.csv.gz, the Alibaba trace with Gavel's durations
# as a table for the importer eva-jobs (6,274 jobs); without it that part is left out.
# Then 100,000 and 1,000,000 jobs of one task: ten times as many may cost 13 times as
# much at most.
set -euo pipefail
export LC_ALL=C.UTF-8
ullage=$(realpath "$1") traces=${2:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
run() { # FILE METHOD
    /usr/bin/time -f '%U %S %M' -o "$folder/time" "$ullage" solve "$1" -m "$2" >"$folder/out"
    awk -v of="$(basename "$1" .csv) $2" -v cost="$(awk '$1 == "cost" {print $2}' "$folder/out")" \
        '{printf "%-28s %8.2f s CPU %8.0f MiB  %s\n", of, $1 + $2, $3 / 1024, cost}' "$folder/time"
}
if [ -f "$traces/full_gavel.csv.gz" ]; then
    "$ullage" import eva-jobs "$traces/full_gavel.csv.gz" -o "$folder/gavel.csv" >/dev/null
    for method in no-packing stratus-eva synergy owl eva; do
        run "$folder/gavel.csv" $method
    done
fi
for jobs in 100000 1000000; do
    "$ullage" gen eva-jobs -n $jobs -o "$folder/$jobs.csv" >/dev/null
    for method in no-packing first-fit; do
        run "$folder/$jobs.csv" $method
    done
done
