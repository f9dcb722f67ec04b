#!/usr/bin/env bash
# How far TR-Kubernetes' greedy is from the cheapest pool: every zone record at five
# targets, 5000 units; the greedy, our local search, and the optimum with its bound.
# Plans are checked by ullage-check.
#
#     bench/availability.sh ZONE_RECORDS results/availability/zones.csv 60
#
# FOLDER of the zone records, output FILE, seconds for each proof; the commands are
# taken from build/release, or from UL_BIN.
set -euo pipefail
folder=$1 output=$2 limit=$3
bin=${UL_BIN:-build/release}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# field NAME FILE: a line of solve's report, without the dollar sign
field() { awk -v name="$1" '$1 == name { sub(/^\$/, "", $2); print $2 }' "$2"; }

echo "zone,target,greedy,local,optimum,bound,status,proof_s,nodes,load" >"$output"
for record in "$folder"/record-*.csv; do
    zone=$(basename "$record" .csv)
    zone=${zone#record-}
    for target in 0.99 0.999 0.9999 0.99999 0.999999; do
        "$bin/ullage" import zone-record "$record" --set target=$target -o "$scratch/in.csv" 2>/dev/null
        "$bin/ullage" solve "$scratch/in.csv" -m trk8s-code >"$scratch/greedy" || true
        "$bin/ullage" solve "$scratch/in.csv" -m availability-local --set rounds=100 >"$scratch/local"
        "$bin/ullage" solve "$scratch/in.csv" -m availability-exact -t "$limit" \
            -o "$scratch/plan.csv" >"$scratch/exact"
        "$bin/ullage-check" "$scratch/in.csv" "$scratch/plan.csv" >/dev/null
        echo "$zone,$target,$(field cost "$scratch/greedy"),$(field cost "$scratch/local"),$(field \
            cost "$scratch/exact"),$(field bound "$scratch/exact"),$(field status \
            "$scratch/exact"),$(field time "$scratch/exact"),$(field note \
            "$scratch/exact"),$(cut -d' ' -f1 /proc/loadavg)" >>"$output"
    done
done
