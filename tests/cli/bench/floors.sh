#!/usr/bin/env bash
# The floors and the best leases that are kept: each has a certificate, the checker accepts it,
# and the table that it stands beside makes such ones. Those of traces need the traces.
set -eu
kept=$UL_SOURCE/results
unset UL_TRACES
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() {
    echo "$*"
    exit 1
}
# accepted WORKLOAD CERTIFICATE
accepted() {
    "$UL_CHECK" "$1" -c "$2" >said || fail "$2: $(cat said)"
    grep -q '^bound: no plan.* costs less than [0-9.]*, verified' said || fail "$2: $(cat said)"
}

for list in floors leases; do
    (cd "$kept" && printf '%s\n' */"${list%s}"*.csv) | LC_ALL=C sort >$list
    sed 1d "$kept/$list.csv" | cut -d, -f1 | LC_ALL=C sort | diff $list - ||
        fail "results/$list.csv is not of the certificates kept"
done
for table in $(grep -l 'floor' "$kept"/*/table.txt); do # the worst cases' proofs have a test of their own
    grep -q "^$(basename "$(dirname "$table")")/" floors || [ -d "$(dirname "$table")/proofs" ] ||
        fail "$table has a floor and no certificate"
done

traces=/nowhere # where sanitizers run, those of traces take minutes
grep -q __asan_init "$UL_COMMAND" || traces=${UL_SHARED:-/nowhere}/traces
"$UL_SOURCE/bench/speed/proofs.sh" "$traces" 0 0 >rows || fail "$(cat rows)"
grep '^not tried' rows || true
# What the table says that the best leases cost is what their certificates prove.
awk -F, '$4 == "best leases" { print $3, $6 }' "$kept/sec-floor/table.csv" | while read -r policy cost; do
    awk -v of="sec-floor/leases-$policy.csv" -v cost="$cost" \
        '$1 == of && ($2 / cost - 1) ^ 2 > 1e-10 { exit 1 }' rows || # six digits
        fail "sec-floor: the leases of $policy cost $cost, and $(grep "leases-$policy" rows) is proved"
done

# the tables, made of a few jobs
"$UL_COMMAND" reproduce cloudcoaster-floor --set jobs=40 --set workers=100 --keep new >/dev/null
for of in eagle cloudcoaster-1 cloudcoaster-2 cloudcoaster-3; do
    accepted new/cloudcoaster-floor/workload-$of.csv new/cloudcoaster-floor/floor-$of.csv
done
for of in 13=alibaba 14=gavel; do
    "$UL_COMMAND" reproduce eva-table${of%=*} --set jobs=8 --keep new >said 2>/dev/null
    grep -q 'above the floor' said || fail "eva-table${of%=*} does not say how far above the floor"
    "$UL_COMMAND" gen alibaba-jobs -n 8 --set cores=vcpu --set durations=${of#*=} -o made.csv
    accepted made.csv new/eva-table${of%=*}/floor.csv
done
for of in 4=moving 7=on-demand; do
    "$UL_COMMAND" reproduce stratus-fig${of%=*} --set jobs=8 --set draws=1 --keep new >said 2>/dev/null
    [ "$(grep -c 'above the floor.*above the floor' said)" = 1 ] ||
        fail "stratus-fig${of%=*} does not say how far above the floor"
    for like in google two-sigma; do
        "$UL_COMMAND" gen google-jobs -n 8 --set price=${of#*=} --set like=$like -o made.csv
        accepted made.csv new/stratus-fig${of%=*}/floor-$like-1.csv
    done
done
"$UL_COMMAND" reproduce sec-fig7 --set years=1 --set instances=20 --keep new >said 2>/dev/null
grep -q 'Optima that are not proved: 0' said || fail "sec-fig7 does not say how many are not proved"
for shape in steady bursty; do
    "$UL_COMMAND" gen reservation --set objective=pure --set classes=light+heavy --set years=1 \
        --set instances=20 --set shape=$shape -o made.csv
    accepted made.csv new/sec-fig7/leases-$shape-pure.csv
done
