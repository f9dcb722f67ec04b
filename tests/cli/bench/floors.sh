#!/usr/bin/env bash
# The floors kept: each has a certificate, the checker accepts it, and the table that it
# stands beside makes such ones. Those of traces need the traces, and a minute where
# sanitizers run.
set -eu
kept=$UL_SOURCE/results
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

(cd "$kept" && printf '%s\n' */floor*.csv) | LC_ALL=C sort >there
sed 1d "$kept/floors.csv" | cut -d, -f1 | LC_ALL=C sort | diff there - || fail "results/floors.csv is not of the certificates kept"
for table in $(grep -l 'floor' "$kept"/*/table.txt); do # the worst cases' proofs have a test of their own
    grep -q "^$(basename "$(dirname "$table")")/" there || [ -d "$(dirname "$table")/proofs" ] ||
        fail "$table has a floor and no certificate"
done

traces=
find -L "${UL_SHARED:-/nowhere}/traces" -name '*.gz' -exec ln -sf {} . \; 2>/dev/null || true
grep -q __asan_init "$UL_COMMAND" || traces=yes
made=
while IFS=, read -r certificate workload; do
    case $workload in
    import*)
        set -- $workload
        if [ -z "$traces" ] || [ ! -e "$3" ]; then
            echo "not tried: $certificate (it is of a trace)"
            continue
        fi
        [ "$workload" = "$made" ] || "$UL_COMMAND" $workload -o made.csv 2>/dev/null
        made=$workload
        accepted made.csv "$kept/$certificate"
        ;;
    *) accepted "$kept/$workload" "$kept/$certificate" ;;
    esac
done < <(sed 1d "$kept/floors.csv")

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
