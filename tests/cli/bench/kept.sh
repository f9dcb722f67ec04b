#!/usr/bin/env bash
# What results/ keeps of the papers' tables is what the program makes today: every table
# that took less than 10 s, number by number, but for measured times. Those of traces need
# the traces; where sanitizers run, only what took a second.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir traces
find -L "${UL_SHARED:-/nowhere}/traces" -type f \( -name '*.csv' -o -name '*.gz' -o -name '*.txt' \) -exec ln -sf -t traces {} + 2>/dev/null || true
most=10
if grep -q __asan_init "$UL_COMMAND"; then most=1; fi
compared=0
for manifest in "$UL_SOURCE"/results/*/manifest.json; do
    table=$(sed -n 's/^  "table": "\(.*\)",$/\1/p' "$manifest")
    wall=$(sed -n 's/^  "wall_s": \([0-9]*\)[.0-9]*$/\1/p' "$manifest")
    [ -n "$table" ] && [ "$wall" -lt $most ] || continue
    if ! head -1 "$UL_SOURCE/results/$table/table.csv" | grep -q ',id,'; then
        echo "not tried: $table (an older program kept it; scripts/reproduce $table)"
        continue
    fi
    mapfile -t words < <(sed -n 's/^  "argv": \["ullage reproduce", \(.*\)\],$/\1/p' "$manifest" | sed 's/^"//; s/"$//; s/", "/\n/g')
    arguments=() missing=
    for q in "${!words[@]}"; do
        case ${words[q]} in
        --set | --seed | --time-limit)
            value=${words[q + 1]}
            case $value in
            svg=*) continue ;;
            *=traces*) [ -e "${value#*=}" ] && [ -n "$(ls traces)" ] || missing=yes ;;
            esac
            arguments+=("${words[q]}" "$value")
            ;;
        esac
    done
    if [ -n "$missing" ]; then
        echo "not tried: $table (its traces are not under UL_SHARED)"
        continue
    fi
    "$UL_COMMAND" reproduce "$table" "${arguments[@]}" --format csv >new.csv 2>err || { cat err; exit 1; }
    for file in "$UL_SOURCE/results/$table/table.csv" new.csv; do
        grep -v ',cpu time,' "$file" >"$(basename "$file").compared"
    done
    diff table.csv.compared new.csv.compared || { echo "results/$table is not what is made today: scripts/reproduce $table"; exit 1; }
    compared=$((compared + 1))
done
echo "$compared tables are as they are kept"
[ $compared -gt 0 ]
