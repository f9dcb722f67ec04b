#!/usr/bin/env bash
# How long Eagle's cluster takes: Yahoo's trace on 4,000 workers, which has 5 s, and ten
# million tasks on 50,000 workers, which have three minutes and 4 GiB.
#
#     bench/speed/schedules/coaster.sh [JOBS] [TRACE]
#
# JOBS of about 43 tasks each, 237,000 by default. A line each: CPU seconds (user and
# system), wall seconds, largest resident memory in MiB. Reading the instance, running,
# checking and measuring are all in it.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../.."
jobs=${1:-237000}
trace=${2:-}
. bench/speed/schedules/measure.sh

if [ -n "$trace" ]; then
    $ullage import eagle "$trace" -o "$folder/yahoo.csv" 2>/dev/null
    for method in sparrow hawk eagle cloudcoaster; do
        measure "$method, the trace" $ullage solve "$folder/yahoo.csv" -m $method
    done
    rm "$folder/yahoo.csv"
fi
# Twelve times as many jobs an hour keep twelve times as many workers as busy.
measure "gen eagle, $jobs jobs" $ullage gen eagle -n "$jobs" --set workers=50000 \
    --set transient=1500 --set gap=0.6 -o "$folder/large.csv"
for method in eagle cloudcoaster; do
    measure "$method, 50,000 workers" $ullage solve "$folder/large.csv" -m $method -t 3600
done
$ullage solve "$folder/large.csv" -m cloudcoaster -t 3600 -o "$folder/timeline.csv" >/dev/null
measure "ullage-check of the last" build/release/ullage-check --memory-mb 16384 "$folder/large.csv" \
    "$folder/timeline.csv"
