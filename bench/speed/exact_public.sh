#!/usr/bin/env bash
# The exact method on published instances with known optima, every proof verified.
#
#     bench/speed/exact_public.sh FOLDER [SECONDS] [CLASS]
#
# FOLDER holds instances of BPPLIB (.txt) or of vector packing (.vbp) and known.csv, whose
# records begin with class,file,lower bound,best known (https://site.unibo.it/operations-
# research/en/research/bpplib-a-bin-packing-problem-library). Each runs for SECONDS (default
# 30); records go to results/exact/public.csv, a summary by class to the terminal. ULLAGE
# and ULLAGE_CHECK are the programs (default: those of build/release).
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
ullage=${ULLAGE:-$here/build/release/ullage}
check=${ULLAGE_CHECK:-$here/build/release/ullage-check}
folder=${1:?"usage: exact_public.sh FOLDER [SECONDS] [CLASS]"}
seconds=${2:-30}
class=${3:-}
records=$here/results/exact/public.csv
mkdir -p "$(dirname "$records")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

field() { # NAME: of the JSON object in $work/out
    sed -n "s/.*\"$1\": \"\\?\\([^\",}]*\\).*/\\1/p" "$work/out"
}

echo "class,file,known,status,cost,bound,cpu_s,peak_rss_kb,verified" >"$records"
while IFS=, read -r name file _ best _; do
    [ "$name" != class ] && { [ -z "$class" ] || [ "$name" = "$class" ]; } || continue
    case $file in *.vbp) format=vpsolver-vbp ;; *) format=bpplib ;; esac
    "$ullage" import "$format" "$folder/$file" -o "$work/in.csv" >/dev/null
    "$ullage" solve "$work/in.csv" -m exact -t "$seconds" --json -o "$work/plan.csv" \
        --certificate "$work/proof.csv" >"$work/out"
    verified=no
    "$check" "$work/in.csv" "$work/plan.csv" --certificate "$work/proof.csv" >"$work/said" \
        && verified=yes
    echo "$name,$file,$best,$(field status),$(field cost),$(field bound),$(field cpu_s),$(field peak_rss_kb),$verified" \
        >>"$records"
done <"$folder/known.csv"

awk -F, 'NR > 1 {
    runs[$1]++; best[$1] += $5 <= $3; proved[$1] += $4 == "optimal" && $9 == "yes"
    refused[$1] += $9 == "no"; worst[$1] = $7 > worst[$1] ? $7 : worst[$1]
} END {
    printf "%-20s %5s %12s %7s %8s %12s\n", "class", "runs", "best known", "proved", "refused", "worst cpu s"
    for (c in runs)
        printf "%-20s %5d %12d %7d %8d %12.1f\n", c, runs[c], best[c], proved[c], refused[c], worst[c]
}' "$records"
