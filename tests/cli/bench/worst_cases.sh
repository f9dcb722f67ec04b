#!/usr/bin/env bash
# The worst cases kept: every file is a row of the table, every optimum is proved by a
# certificate that the checker verifies, and the table's numbers are those kept.
set -eu
kept=$UL_SOURCE/results/worst-cases
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$UL_COMMAND" reproduce worst-cases --format csv >table.csv
[ "$(grep -c ',ratio,' table.csv)" = "$(find "$kept/instances" -name '*.csv' | wc -l)" ] ||
    { cat table.csv; exit 1; }
cmp table.csv "$kept/table.csv"
# random instances are far from the worst: it exceeds theirs by half at least
"$UL_COMMAND" reproduce worst-cases --format markdown >table.md
awk -F'|' '$8 + 0 > 1 {n++; if ($6 - 1 < 1.5 * ($8 - 1)) exit 1} END {exit n != 8}' table.md ||
    { cat table.md; exit 1; }
for instance in "$kept"/instances/*.csv; do
    name=$(basename "$instance" .csv)
    "$UL_CHECK" "$instance" "$kept/proofs/$name.plan.csv" -c "$kept/proofs/$name.certificate.csv" >out
    case $name in
    *-time) # a policy's own timeline, and the floor of those who hardly wait
        verdict='^bound: no plan .*costs less than'
        lesson='with wait=60 shows that nobody pays less than'
        ;;
    *) verdict='^optimal' lesson=', proved to be the least' ;;
    esac
    grep -q "$verdict" out || { echo "$name"; cat out; exit 1; }
    grep -q "^# .* pays \$.* where .*$lesson" "$instance" || { echo "$name"; exit 1; }
done
