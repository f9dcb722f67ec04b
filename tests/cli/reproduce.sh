#!/usr/bin/env bash
# 'ullage reproduce': the paper's numbers beside ours, in every format.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$UL_COMMAND" reproduce eva-table4 --set trials=3 --set tasks=40 --time-limit 1 >text
grep -Eq '^  no-packing .* 1\.56 ± 0\.08 +17 ms$' text
grep -Eq '^  eva-full-code +1\.[0-9]{3} ± 0\.[0-9]{3} ' text
for format in markdown csv latex html; do
    "$UL_COMMAND" reproduce eva-table4 --set trials=1 --set tasks=20 --time-limit 1 \
        --format $format -o out.$format
    grep -q no-packing out.$format
done

# A verdict on each claim, a sentence where ours differs, and what is kept.
"$UL_COMMAND" reproduce eva-table4 --set trials=2 --set tasks=20 --keep kept >text
grep -Eq '^  cost of no-packing +1\.560 +1\.[0-9]{3} +0\.080 +(agrees|differs)' text
grep -Eq '^  trials with a proved optimum +0 +2 +0 +differs  [a-z]' text
[ "$(ls kept/eva-table4)" = "manifest.json
table.csv
table.txt
trials.csv
verdicts.csv" ]
diff text kept/eva-table4/table.txt
[ "$(wc -l <kept/eva-table4/trials.csv)" -gt 20 ]
grep -Eq '"sha256": "[0-9a-f]{64}"' kept/eva-table4/manifest.json

# A parameter that no table has stops 'all' before any work.
if "$UL_COMMAND" reproduce all --set nonsense=1 2>err; then exit 1; fi
grep -q "no table has the parameter" err
