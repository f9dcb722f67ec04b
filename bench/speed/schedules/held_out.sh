#!/usr/bin/env bash
# repack on workloads that nobody tuned on, against every published policy: of each workload the
# cheapest of those that know what it knows and of all, what repack and repack-told cost in the
# mean of two seeds, the longest wait and the CPU time of the four runs. Every timeline of theirs
# is checked by ullage-check.
#
#     bench/speed/schedules/held_out.sh [SEED [JOBS]]
#
# Ten workloads each of eva-jobs, alibaba-jobs and google-jobs, by the seeds from SEED (201) on, of
# JOBS (60), JOBS + 10 and so on; the commands are taken from build/release, or from UL_BIN.
set -euo pipefail
export LC_ALL=C.UTF-8
shopt -s inherit_errexit
seed=${1:-201} jobs=${2:-60}
bin=$(realpath "${UL_BIN:-$(dirname "$0")/../../../build/release}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# The cheapest of those that know demands alone, and of all: NAME,COST,NAME,COST
published() {
    "$bin/ullage" bracket jobs.csv --cpu-limit 20 --csv |
        awk -F, 'NR == 1 {for (q = 1; q <= NF; q++) at[$q] = q; next}
            $1 ~ /^(repack|repack-told|schedule-search)$/ || $at["cost"] == "" {next}
            {cost = $at["cost"] + 0}
            all == "" || cost < least {all = $1; least = cost}
            $at["knows"] != "demands" {next}
            own == "" || cost < low {own = $1; low = cost}
            END {printf "%s,%.4f,%s,%.4f", own, low, all, least}'
}

value() { sed -n 's/.*"'"$1"'": "\{0,1\}\([^",}]*\).*/\1/p' result; } # NAME: a member of solve's JSON

own() { # METHOD: the mean cost of two seeds; longest waits and CPU seconds are added to the file runs
    for s in 1 2; do
        "$bin/ullage" solve jobs.csv -m "$1" --seed $s -o timeline.csv --json >result
        "$bin/ullage-check" jobs.csv timeline.csv >/dev/null
        echo "$(value longest_wait_s) $(value cpu_s)" >>runs
        value cost
    done | awk '{sum += $1} END {printf "%.4f", sum / NR}'
}

echo family,jobs,seed,best_blind,blind,best,all,repack,repack_told,longest_wait_s,cpu_s
for family in eva-jobs alibaba-jobs google-jobs; do
    for q in 0 1 2 3 4 5 6 7 8 9; do
        n=$((jobs + 10 * q)) s=$((seed + q))
        : >runs
        "$bin/ullage" gen "$family" -n $n --seed $s -o jobs.csv >/dev/null
        best=$(published)
        blind=$(own repack)
        told=$(own repack-told)
        awk -v of="$family,$n,$s,$best,$blind,$told" '$1 > longest {longest = $1} {cpu += $2}
            END {printf "%s,%.0f,%.2f\n", of, longest, cpu}' runs
    done
done | tee rows
awk -F, 'function share(name, own, other) {
        sum[name] += own / other; better[name] += own < other; n[name]++ }
    { for (q = 0; q < 2; q++) {
          of = q ? "all" : $1
          share(of ": repack, best that knows demands", $8, $5)
          share(of ": repack, best of all", $8, $7)
          share(of ": repack-told, best of all", $9, $7) } }
    END { for (name in n)
        printf "%s: %.1f%%, cheaper on %d of %d\n", name, 100 * sum[name] / n[name], better[name], n[name] }' \
    rows | sort
