#!/usr/bin/env bash
# The exact engine's table: every class of docs/exact.md, the records kept.
#
#     bench/speed/exact_table.sh [FOLDER] [SUITE...]
#
# FOLDER (default results/exact) gets one folder a suite, with records.csv and
# manifest.json; a run that was interrupted goes on where it stopped. ULLAGE is
# the program (default build/release/ullage).
set -euo pipefail
cd "$(dirname "$0")/../.."
ullage=${ULLAGE:-build/release/ullage}
folder=${1:-results/exact}
[ $# -gt 0 ] && shift
suites=("$@")
[ ${#suites[@]} -gt 0 ] || suites=(exact-table4 exact-table7 exact-distinct50 exact-distinct200
                                   exact-distinct1000 exact-classics)
mkdir -p "$folder"
for suite in "${suites[@]}"; do
    resume=()
    [ -e "$folder/$suite/records.csv" ] && resume=(--resume)
    "$ullage" bench "$suite" --out "$folder/$suite" "${resume[@]}"
    "$ullage" report "$folder/$suite" | tee "$folder/$suite/table.txt"
done
