#!/usr/bin/env bash
# Proofs of the exact method, verified: the instances of the suites exact-table4,
# exact-table7 and exact-distinct50 are solved with a certificate each, and
# ullage-check, which shares no code with the solver, verifies every one.
#
#     bench/speed/certificates.sh [TIME_LIMIT_S [ULLAGE]]
#
# A line a run: instance, status, cost, seconds to prove, what the checker says. The
# last line counts; exit 1 when an optimum is claimed and its certificate is refused.
set -euo pipefail
cd "$(dirname "$0")/../.."
limit=${1:-60}
ullage=$(realpath "${2:-build/release/ullage}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
runs=0 proved=0 verified=0
while IFS=, read -r _ family tasks first last set; do
    for seed in $(seq "$first" "$last"); do
        "$ullage" gen "$family" --tasks "$tasks" --seed "$seed" ${set:+--set "$set"} \
            -o "$folder/in.csv"
        "$ullage" solve "$folder/in.csv" -m exact -t "$limit" -o "$folder/plan.csv" \
            --certificate "$folder/proof.csv" >"$folder/out"
        status=$(awk '$1 == "status" {print $2}' "$folder/out")
        verdict=$("${ullage}-check" "$folder/in.csv" "$folder/plan.csv" \
            --certificate "$folder/proof.csv" 2>&1 | tail -1) || true
        echo "$family,$tasks,$seed,$set,$status,$(awk '$1 == "cost" {print $2}' "$folder/out"),$(
            awk '$1 == "time" {print $2 $3}' "$folder/out"),$verdict"
        runs=$((runs + 1))
        [ "$status" = optimal ] || continue
        proved=$((proved + 1))
        case $verdict in optimal:*) verified=$((verified + 1)) ;; esac
    done
done < <(grep -h '^generate,' bench/suites/exact-{table4,table7,distinct50}.csv)
echo "$runs runs, $proved proved, $verified certificates verified"
[ "$verified" = "$proved" ]
