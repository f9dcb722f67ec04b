#!/usr/bin/env bash
# How far TR-Kubernetes' greedy is from the cheapest pool: every zone record at five
# targets, 5000 units; the greedy and its CPU time, our local search, and the optimum
# with its bound and the machines on demand that it holds. Plans and proofs are checked
# by ullage-check. Where the optimum holds nothing on demand it is the optimum of transient
# machines alone as well.
#
#     bench/speed/availability.sh ZONE_RECORDS results/availability 60
#
# FOLDER of the zone records, output FOLDER (zones.csv and manifest.json), seconds for
# each proof; the commands are taken from build/release, or from UL_BIN.
set -euo pipefail
export LC_ALL=C.UTF-8
records=$1 folder=$2 limit=$3
bin=${UL_BIN:-build/release}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder"

# value NAME FILE: a member of solve's JSON; empty where it is null
value() { sed -n 's/.*"'"$1"'": "\{0,1\}\([^",}]*\).*/\1/p' "$2" | sed 's/^null$//'; }

echo "zone,target,greedy,greedy_ms,local,optimum,bound,status,on_demand,proof_s,proof_cpu_s,check_cpu_s,load" \
    >"$folder/zones.csv"
for record in "$records"/record-*.csv; do
    zone=$(basename "$record" .csv)
    zone=${zone#record-}
    for target in 0.99 0.999 0.9999 0.99999 0.999999; do
        "$bin/ullage" import zone-record "$record" --set target=$target -o "$scratch/in.csv" 2>/dev/null
        "$bin/ullage" solve "$scratch/in.csv" -m trk8s-code --json >"$scratch/greedy" || true
        "$bin/ullage" solve "$scratch/in.csv" -m availability-local --set rounds=100 --json \
            >"$scratch/local"
        "$bin/ullage" solve "$scratch/in.csv" -m availability-exact -t "$limit" --json \
            -o "$scratch/plan.csv" -c "$scratch/proof.csv.gz" >"$scratch/exact"
        "$bin/ullage-check" "$scratch/in.csv" "$scratch/plan.csv" -c "$scratch/proof.csv.gz" \
            >"$scratch/verdict"
        verified=$(sed -n 's/.*verified in \(.*\) s/\1/p' "$scratch/verdict")
        on_demand=$(awk -F, '$1 == "on-demand" { n += $3 } END { print n + 0 }' "$scratch/plan.csv")
        awk -v OFS=, -v zone="$zone" -v target=$target -v greedy="$(value cost "$scratch/greedy")" \
            -v greedy_s="$(value cpu_s "$scratch/greedy")" -v local="$(value cost "$scratch/local")" \
            -v exact="$(value cost "$scratch/exact")" -v bound="$(value bound "$scratch/exact")" \
            -v status="$(value status "$scratch/exact")" -v wall="$(value wall_s "$scratch/exact")" \
            -v cpu="$(value cpu_s "$scratch/exact")" -v on_demand="$on_demand" \
            -v verified="$verified" '{
                print zone, target, greedy, sprintf("%.1f", 1000 * greedy_s), local, exact, bound,
                    status, on_demand, sprintf("%.2f", wall), sprintf("%.2f", cpu), verified,
                    $1 }' \
            /proc/loadavg >>"$folder/zones.csv"
    done
done

{
    printf '{"command": "bench/speed/availability.sh ZONE_RECORDS FOLDER %s",\n' "$limit"
    printf ' "version": "%s", "commit": "%s",\n' "$("$bin/ullage" --version | head -1)" \
        "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
    printf ' "processor": "%s", "processors": %s,\n' \
        "$(lscpu | sed -n 's/^Model name: *//p' | head -1)" "$(nproc)"
    printf ' "records": {'
    separator=
    for record in "$records"/record-*.csv; do
        printf '%s\n  "%s": "%s"' "$separator" "$(basename "$record")" \
            "$(sha256sum "$record" | cut -d' ' -f1)"
        separator=,
    done
    printf '}}\n'
} >"$folder/manifest.json"
awk -F, 'NR > 1 { n++; ms = $4 > ms ? $4 : ms; proved += $8 == "optimal"
        gap = $7 > 0 ? 100 * ($6 - $7) / $7 : 0; most = gap > most ? gap : most
        if ($6 > $3 && $3 != "" || $6 > $5) dearer++
        held += $9 > 0 }
    END { printf "%d runs: %d proved, largest gap %.3f%%, %d dearer than a heuristic, %d with machines on demand; the greedy takes %.1f ms at most\n",
        n, proved, most, dearer, held, ms }' "$folder/zones.csv"
