#!/usr/bin/env bash
# Eva's Table 4 as VIPR: the proof of each trial's optimum, told over all maximal patterns and
# given to a checker that nobody here wrote.
#
#     VIPRCHK=PROGRAM bench/speed/exact/vipr.sh [TRIALS [FIRST]]
#
# PROGRAM is viprchk of https://github.com/scipopt/vipr (a compiler and GMP build it); without it
# tests/trust/vipr.py reads the files, and that is said. TRIALS (30) from seed FIRST (1) on. A row
# each: cost, proved bound, columns, derivations, bytes, CPU seconds of the checker. Exit 1 unless
# all are accepted and prove the cost.
set -eu
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../.."
ullage=${UL_COMMAND:-build/release/ullage} trials=${1:-30} first=${2:-1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -n "${VIPRCHK:-}" ]; then
    reader=("$VIPRCHK") accepted='Successfully verified optimal value range \[([0-9]*),.*'
else
    echo "VIPRCHK is not said: read by tests/trust/vipr.py instead" >&2
    reader=(python3 tests/trust/vipr.py) accepted='the objective is at least ([0-9]*)'
fi
bad=0
TIMEFORMAT=%U
printf '%-6s %12s %12s %8s %8s %10s %8s\n' seed cost proved columns derived bytes cpu_s
for ((seed = first; seed < first + trials; seed++)); do
    "$ullage" gen eva-table7 -n 200 --seed "$seed" --set cores=physical -o "$folder/in.csv"
    cost=$("$ullage" solve "$folder/in.csv" -m exact -c "$folder/proof.vipr" | sed -nE 's/^cost +\$//p')
    unit=$(sed -n '1s/.*\$//p' "$folder/proof.vipr")
    { time "${reader[@]}" "$folder/proof.vipr" >"$folder/said" 2>&1; } 2>"$folder/time" || true
    bound=$(sed -nE "s/^$accepted\$/\1/p" "$folder/said")
    proved=$(awk -v b="${bound:-0}" -v u="$unit" 'BEGIN { printf "%.6f", b * u }')
    awk -v c="$cost" -v p="$proved" 'BEGIN { exit !(c - p < 5e-7 && p - c < 5e-7) }' || bad=1
    printf '%-6s %12s %12s %8s %8s %10s %8s\n' "$seed" "$cost" "$proved" \
        "$(sed -n 's/^VAR //p' "$folder/proof.vipr")" "$(sed -n 's/^DER //p' "$folder/proof.vipr")" \
        "$(stat -c %s "$folder/proof.vipr")" "$(tail -1 "$folder/time")"
done
exit $bad
