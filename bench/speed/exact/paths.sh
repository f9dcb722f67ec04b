#!/usr/bin/env bash
# How much of `exact`'s time is luck: Eva's Table 4 (200 Table 7 tasks in physical cores) of COUNT
# seeds from FIRST on, each on the five paths of five_paths.sh, the last of which needs GLPK's
# source. A row a path: proved, median and worst CPU seconds.
#
#     bench/speed/exact/paths.sh [COUNT [FIRST [GLPK_SOURCE [FOLDER]]]]
#
# Instances of your own in FOLDER (*.csv) take the place of Table 4's.
set -euo pipefail
export LC_ALL=C.UTF-8
source=$(cd "$(dirname "$0")/../../.." && pwd)
ullage=${UL_COMMAND:-$source/build/release/ullage}
count=${1:-300} first=${2:-20001} glpk=${3:-} given=${4:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/instances"
# shellcheck source=bench/speed/exact/five_paths.sh
source "$source/bench/speed/exact/five_paths.sh"

if [ -n "$given" ]; then
    cp "$given"/*.csv "$folder/instances"
else
    for ((seed = first; seed < first + count; seed++)); do
        "$ullage" gen eva-table7 -n 200 --seed $seed --set cores=physical -o "$folder/instances/$seed.csv"
    done
fi

five_paths "$folder" "$glpk"
TIMEFORMAT='%U %S'
for path in "${paths[@]}"; do
    for instance in "$folder"/instances/*.csv; do
        { time on_path "$path" "$ullage" solve "$instance" -m exact --cpu-limit 60 \
            >"$folder/out"; } 2>"$folder/spent"
        awk -v proved="$(grep -c '^status *optimal' "$folder/out" || true)" -v name="$(basename "$instance" .csv)" \
            '{ print $1 + $2, proved, name }' "$folder/spent"
    done | sort -n | awk -v path="$path" '
        { took[NR] = $1; proved += $2; name = $3; sum += $1 }
        END { printf "%-10s %d of %d proved, median %.3f s, mean %.3f s, worst %.2f s (%s)\n", path, proved, NR,
                     took[int((NR + 1) / 2)], sum / NR, took[NR], name }'
done
