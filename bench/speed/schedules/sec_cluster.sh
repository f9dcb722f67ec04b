#!/usr/bin/env bash
# How fast SEC's cluster is simulated: CPU seconds (user and system) and memory.
#
#     cmake --preset release && cmake --build --preset release
#     bench/speed/schedules/sec_cluster.sh build/release/ullage TRACES [JOBS]
#
# TRACES is a folder with SDSC-DS-2004-2.1-cln.swf.gz and other *.swf.gz of the Parallel
# Workloads Archive; without the first that part is left out. One policy on its 85,045
# jobs has 3 s; Figure 5's sweep of 15 settings on every trace 5 minutes in all; JOBS
# (1,000,000) generated jobs 2 minutes.
set -euo pipefail
export LC_ALL=C.UTF-8
ullage=$(realpath "$1") traces=${2:-} jobs=${3:-1000000}
if [ ! -x /usr/bin/time ]; then
    echo "bench/speed/schedules/sec_cluster.sh: needs the package 'time'" >&2
    exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { # LABEL FILE METHOD [SETTING...]
    local label=$1 file=$2 method=$3
    shift 3
    /usr/bin/time -f '%U %S %M' -o "$folder/time" "$ullage" solve "$file" -m "$method" \
        ${@/#/--set } >/dev/null
    awk -v of="$label" '{printf "%-36s %8.2f s user %8.2f s system %8.0f MiB\n", of, $1, $2, $3 / 1024}' \
        "$folder/time"
}

if [ -f "$traces/SDSC-DS-2004-2.1-cln.swf.gz" ]; then
    "$ullage" import swf-jobs "$traces/SDSC-DS-2004-2.1-cln.swf.gz" -o "$folder/ds.csv" 2>/dev/null
    for method in sec no-wait individual "local nodes=93" sec-clouds; do
        run "SDSC-DS $method" "$folder/ds.csv" "$method"
    done
    for trace in "$traces"/*.swf.gz; do
        "$ullage" import swf-jobs "$trace" -o "$folder/trace.csv" 2>/dev/null
        for wait in 0 300 600 1200 3600; do
            for size in sum best first; do
                run sweep "$folder/trace.csv" sec wait=$wait size=$size
            done
        done | awk -v of="$(basename "$trace" .swf.gz)" \
            '{user += $2; kernel += $5} END {printf "%-36s %8.2f s user %8.2f s system\n", \
              "15 settings, " of, user, kernel}'
    done
fi
"$ullage" gen swf-jobs -n "$jobs" -o "$folder/many.csv"
run "$jobs jobs sec" "$folder/many.csv" sec
