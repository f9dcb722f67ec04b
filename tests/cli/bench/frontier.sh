#!/usr/bin/env bash
# The frontier of a workload: floors fall as waits grow, certificates verify, no schedule lies
# below; the table, CSV, JSON and the picture say the same.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
fail() {
    echo "$*"
    exit 1
}

"$UL_COMMAND" gen eva-jobs -n 12 --seed 2 -o jobs.csv || exit 1
mkdir proofs timelines
"$UL_COMMAND" frontier jobs.csv --waits any,600,3600 -m repack -m eva --budget 20 --csv --svg picture.svg \
    --certificates proofs --timelines timelines >curve.csv || fail "no frontier"
[ "$(cut -d, -f1 curve.csv | tr '\n' ' ')" = "wait_s 600 3600 any " ] || fail "limits: $(cat curve.csv)"
awk -F, 'NR > 1 && (($2 > before && before != "") || $3 < $2 || ($3 > best && best != "")) { exit 1 }
    NR > 1 { before = $2; best = $3 }' curve.csv || fail "it does not fall: $(cat curve.csv)"
for wait in 600 3600 any; do
    "$UL_CHECK" jobs.csv timelines/timeline-$wait.csv -c proofs/floor-$wait.csv >said ||
        fail "floor-$wait: $(cat said)"
    best=$(awk -F, -v wait=$wait '$1 == wait { print $3 }' curve.csv)
    awk -v best="$best" '$1 == "valid:" { cost = $3 } END { exit cost == "" || (cost - best) ^ 2 > 1e-8 }' said ||
        fail "limit $wait: $best in the table, and $(cat said)"
done
grep -q 'best known' picture.svg && grep -q '>eva<' picture.svg || fail "the picture has no names"
"$UL_COMMAND" frontier jobs.csv --waits 600 -m repack --json |
    python3 -c 'import json, sys
told = json.load(sys.stdin)
curve, points = told["curve"][0], told["schedules"]
assert curve["floor"] <= curve["cost"] == min(p["cost"] for p in points if p["longest_wait_s"] <= 600), told' ||
    fail "the JSON says otherwise"
"$UL_COMMAND" frontier jobs.csv --waits soon 2>err && fail "soon is no limit"
grep -q -- '--waits' err || fail "$(cat err)"
"$UL_COMMAND" gen eva-table3 -o packing.csv && "$UL_COMMAND" frontier packing.csv 2>err &&
    fail "a packing has no frontier"
grep -q 'no method has a floor under packing problems' err || fail "$(cat err)"
