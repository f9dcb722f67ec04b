#!/usr/bin/env bash
# The bench: records survive being killed at any moment, and nothing is run twice.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/suite.csv" <<'SUITE'
ullage-suite,1
name,kill
limits,10,10,0
repetitions,4
generate,eva-table7,30,1,5
method,no-packing
method,ffd
SUITE

# 50 kills at random moments; each time the run is resumed
for round in $(seq 50); do
    setsid "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out" --resume >/dev/null 2>&1 &
    sleep "0.0$((RANDOM % 100))"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
done
"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out" --resume >/dev/null 2>&1

rows=$(tail -n +2 "$folder/out/records.csv" | wc -l)
distinct=$(tail -n +2 "$folder/out/records.csv" | cut -d, -f2,5,6,7 | sort -u | wc -l)
[ "$rows" = 40 ] || { echo "expected 40 records, found $rows"; exit 1; }
[ "$distinct" = 40 ] || { echo "expected 40 different runs, found $distinct"; exit 1; }
cut -d, -f8 "$folder/out/records.csv" | tail -n +2 | sort -u | grep -qx feasible

# a folder with records is not overwritten; another suite's is refused
if "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out" 2>"$folder/err"; then exit 1; fi
grep -q -- '--resume' "$folder/err"
if "$UL_COMMAND" bench smoke --out "$folder/out" --resume 2>"$folder/err"; then exit 1; fi
grep -q 'another suite' "$folder/err"

# a full disk stops it with one line
if [ -w /dev/full ]; then
    mkdir -p "$folder/full"
    ln -s /dev/full "$folder/full/records.csv"
    if "$UL_COMMAND" bench smoke --out "$folder/full" --resume 2>"$folder/err"; then exit 1; fi
    grep -q 'records.csv' "$folder/err"
fi

# the report says the same in every format
"$UL_COMMAND" report "$folder/out" --markdown "$folder/report.md" --csv "$folder/csv" \
    --latex "$folder/tex" >"$folder/report.txt"
grep -q 'no-packing' "$folder/report.txt"
grep -q '^| no-packing | 20 | 20 |' "$folder/report.md"
grep -q '^no-packing,20,20,0,' "$folder/csv/methods.csv"
grep -q '\\newcommand{\\ullageMethodsNoPackingRuns}{20}' "$folder/tex/numbers.tex"
grep -q '\\toprule' "$folder/tex/methods.tex"
