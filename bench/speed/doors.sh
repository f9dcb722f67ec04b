#!/usr/bin/env bash
# What a door costs: first fit on 6,274 jobs as a policy in C and as a live program in
# Python. The timelines are the same to the byte, and a live event costs at most 60
# microseconds of our own CPU time: that of all processes but the program's.
#
#     bench/speed/doors.sh [JOBS [TRACES]]
#
# TRACES is a folder with full_gavel.csv.gz (see schedules/schedule_speed.sh); without it
# the jobs are drawn as Eva's simulations draw them. Exit status 1 where a promise is
# not kept.
set -euo pipefail
cd "$(dirname "$0")/../.."
jobs=${1:-6274} traces=${2:-}
. bench/speed/schedules/measure.sh
failed=0
complain() {
    echo "$*"
    failed=1
}
total_s() { awk '{ print $1 + $2 }' "$folder/time"; }
same() { # WHAT: the timeline in $folder/this is that of C, but for the method's name
    cmp <(grep -v ^method, "$folder/c") <(grep -v ^method, "$folder/this") ||
        complain "$1: another timeline"
}

if [ -f "$traces/full_gavel.csv.gz" ]; then
    $ullage import eva-jobs "$traces/full_gavel.csv.gz" -o "$folder/jobs.csv" >/dev/null
else
    $ullage gen eva-jobs -n "$jobs" -o "$folder/jobs.csv" >/dev/null
fi

in_c() {
    measure "first-fit in C" $ullage solve "$folder/jobs.csv" -m first-fit -o "$folder/c"
    c_s=$(total_s)
}

# The program's own CPU time, from its start to its end, and how many events it was told.
live() {
    cat >"$folder/timed.py" <<'END'
import atexit, json, runpy, sys, time

loads, told = json.loads, [0]

def counted(text):
    message = loads(text)
    told[0] += len(message.get("events", []))
    return message

json.loads = counted
atexit.register(lambda: open(sys.argv[2], "w").write(f"{time.process_time()} {told[0]}\n"))
runpy.run_path(sys.argv[1])
END
    measure "first-fit, live, in Python" $ullage solve "$folder/jobs.csv" -o "$folder/this" \
        -m "policy command=python3 $folder/timed.py tests/cli/policy/first_fit.py $folder/own"
    same live
    awk -v all="$(total_s)" -v c="$c_s" '{
        each = 1e6 * (all - $1) / $2
        printf "  %d events; CPU s: the program %.2f, ours %.2f (C alone %.2f): %.1f microseconds an event\n",
            $2, $1, all - $1, c, each
        exit each > 60 }' "$folder/own" || complain "live: more than 60 microseconds an event"
}

in_c
live
exit $failed
