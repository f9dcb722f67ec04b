#!/usr/bin/env bash
# How fast reservations are solved, against GLPK on the straightforward LP.
#
#     cmake --preset release && cmake --build --preset release
#     bench/speed/sec_speed.sh build/release/ullage TRACES results/sec/speed.jsonl
#
# TRACES is a folder with SDSC-DS-2004-2.1-cln.swf.gz of the Parallel Workloads
# Archive; without the file that part is left out. GLPK gets LP_LIMIT_S seconds (400)
# for each LP. One JSON object a run; compare
# cpu_s within one file, the machine may have been busy.
set -euo pipefail
export LC_ALL=C.UTF-8
ullage=$1 traces=$2 results=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$ullage" gen reservation --set shape=bursty --set years=6 --set instances=1500 \
    -o "$folder/bursty.csv"
demands=("$folder/bursty.csv")
if [ -f "$traces/SDSC-DS-2004-2.1-cln.swf.gz" ]; then
    "$ullage" import swf "$traces/SDSC-DS-2004-2.1-cln.swf.gz" -o "$folder/datastar.csv"
    demands+=("$folder/datastar.csv")
fi
# three years by the hour: 26,280 intervals, one price level
awk 'BEGIN { srand(1); for (h = 0; h < 26280; h++)
         print int((1 + h / 26280) * (60 + 30 * sin(h / 24 * 6.2832)) * (0.8 + 0.4 * rand())) }' \
    >"$folder/counts.csv"
"$ullage" import hourly "$folder/counts.csv" --set interval_hours=1 --set classes=light \
    -o "$folder/hourly.csv"
"$ullage" gen reservation --set shape=bursty --set instances=1500 --set classes=light \
    --set interval_hours=1 -o "$folder/hourly-bursty.csv"

for demand in "${demands[@]}"; do
    for method in sec-greedy sec-online reservation-exact; do
        "$ullage" solve "$demand" -m $method --json
    done
    "$ullage" solve "$demand" -m reservation-ilp --set lp=on --time-limit "${LP_LIMIT_S:-400}" --json || true
done >"$results"
for demand in hourly hourly-bursty; do
    "$ullage" solve "$folder/$demand.csv" -m reservation-flow --json
done >>"$results"
