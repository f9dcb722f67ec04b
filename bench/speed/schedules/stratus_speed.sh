#!/usr/bin/env bash
# How fast Stratus' schedulers are simulated: CPU seconds and memory of the whole command.
#
#     cmake --preset release && cmake --build --preset release
#     bench/speed/schedules/stratus_speed.sh build/release/ullage [TRACES]
#
# A day like Google's (10,292 jobs) and all jobs of a trace part, where TRACES has part 0 of
# Google's task_events, else what looks like them; then about a million tasks of each
# kind: months of small jobs, and hours of jobs of many tasks.
set -euo pipefail
export LC_ALL=C.UTF-8
ullage=$(realpath "$1") traces=${2:-}
part=$traces/task_events-part-00000-of-00500.csv.gz
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
run() { # FILE METHOD [OPTION...]
    local file=$1 method=$2
    shift 2
    /usr/bin/time -f '%U %S %M' -o "$folder/time" "$ullage" solve "$file" -m "$method" "$@" >"$folder/out"
    awk -v of="$(basename "$file" .csv) $method" -v cost="$(awk '$1 == "cost" {print $2}' "$folder/out")" \
        '{printf "%-34s %8.2f s CPU %6.0f MiB  %s\n", of, $1 + $2, $3 / 1024, cost}' "$folder/time"
}
if [ -f "$part" ]; then
    "$ullage" import google-2011-jobs "$part" --set span=86400 -o "$folder/day.csv" 2>/dev/null
    "$ullage" import google-2011-jobs "$part" --set filter=any-end -o "$folder/any-end.csv" 2>/dev/null
else
    "$ullage" gen google-jobs -n 10292 -o "$folder/day.csv"
    "$ullage" gen google-jobs -n 809 --set like=two-sigma -o "$folder/any-end.csv"
fi
"$ullage" gen google-jobs -n 760000 -o "$folder/million-google.csv"
"$ullage" gen google-jobs -n 23000 --set like=two-sigma -o "$folder/million-two-sigma.csv"
for name in day any-end million-google million-two-sigma; do
    printf '%s: %s\n' "$name" "$("$ullage" show "$folder/$name.csv" | sed -n 's/^  jobs  *//p')"
    for method in stratus fleet hotspot supercloud; do
        run "$folder/$name.csv" $method
    done
done
