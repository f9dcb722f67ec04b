#!/usr/bin/env bash
# How long a timeline of a million stays takes to be made, read and checked, and how
# much memory; and a workload of ten million tasks to be read.
#
#     bench/speed/schedules/timelines.sh [STAYS]
#
# A line each: CPU seconds (user and system), wall seconds, largest resident memory in
# MiB. Checking and reading have 10 s. 'ullage show --plan' reads the instance and the
# timeline, checks it and adds up the measures; ullage-check does it with its own code.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../.."
stays=${1:-1000000}
. bench/speed/schedules/measure.sh

measure "gen alibaba-jobs" $ullage gen alibaba-jobs -n "$stays" --set gap=30 -o "$folder/jobs.csv"
measure "show" $ullage show "$folder/jobs.csv"
measure "solve -m no-packing" $ullage solve "$folder/jobs.csv" -m no-packing -o "$folder/timeline.csv"
measure "show --plan" $ullage show "$folder/jobs.csv" --plan "$folder/timeline.csv"
measure "ullage-check" build/release/ullage-check "$folder/jobs.csv" "$folder/timeline.csv"
rm "$folder/jobs.csv" "$folder/timeline.csv"
measure "gen eagle, 40 tasks a job" $ullage gen eagle -n $((stays / 4)) -o "$folder/eagle.csv"
measure "show" $ullage show "$folder/eagle.csv"
