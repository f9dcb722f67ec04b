#!/usr/bin/env bash
# Two builds side by side: a set of outputs byte by byte (instances of every generator,
# plans of every constructive method, models, pictures, sheets, records), and the
# instructions of a few runs.
#
#     bench/speed/compare.sh OLD/build/release build/release
#
# Prints what differs and a line "instructions OLD NEW ratio" for each run. Exit status
# 1 when an output differs or a run has 3% more instructions than before. Needs perf or
# valgrind for the instructions.
set -u
export LC_ALL=C.UTF-8
[ $# = 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export OPENBLAS_NUM_THREADS=1
failed=0

generators=$("$old/ullage" list generators | sed -n 's/^  \([a-z][^ ]*\) .*/\1/p')
methods=$("$old/ullage" list methods | sed -n 's/^  \([a-z0-9][^ ]*\) .*/\1/p' | sort -u)

# Times, memory and the version are not compared.
steady() {
    sed -E 's/"(wall_s|cpu_s|peak_rss_kb)": [0-9.e+-]+/"\1": 0/g; s/^time .*/time/' "$1" >"$1.steady"
    mv "$1.steady" "$1"
}

outputs() { # BIN FOLDER: everything that this build writes
    local bin=$1 folder=$2 name method
    mkdir "$folder" && cd "$folder" || exit 1
    for name in $generators; do
        "$bin/ullage" gen "$name" --tasks 60 --seed 3 -o "$name.csv" >"$name.gen" 2>&1 ||
            "$bin/ullage" gen "$name" --seed 3 -o "$name.csv" >"$name.gen" 2>&1 ||
            "$bin/ullage" gen "$name" -o "$name.csv" >"$name.gen" 2>&1 || continue
        "$bin/ullage" show "$name.csv" >"$name.show" 2>&1
        for method in $methods; do
            case $method in glpk | cbc | external | *exact* | *-ilp | local-search | *-local | schedule-search) continue ;; esac
            "$bin/ullage" solve "$name.csv" -m "$method" -o "$name.$method.plan" --json \
                >"$name.$method.json" 2>"$name.$method.err"
            steady "$name.$method.json"
            [ ! -s "$name.$method.plan" ] ||
                "$bin/ullage" show "$name.csv" --plan "$name.$method.plan" --svg "$name.$method.svg" 2>/dev/null
        done
    done
    for name in eva-table3/pattern eva-table3/eva-assignment vsbpp/eva-symmetric bpp/arc-flow \
        reservation/reservation-convex; do
        "$bin/ullage" model "${name%/*}.csv" -f "${name#*/}" -o "${name/\//-}.lp" >/dev/null
        "$bin/ullage" model "${name%/*}.csv" -f "${name#*/}" -o "${name/\//-}.mps" >/dev/null
    done
    for name in $("$bin/ullage" list gallery | sed -n 's/^  \([a-z][^ ]*\) .*/\1/p'); do
        "$bin/ullage" explain "gallery:$name" >"$name.story" 2>&1
    done
    "$bin/ullage" reproduce eva-table3 >table3.txt 2>&1
    "$bin/ullage" bench smoke --out run >/dev/null 2>&1
    cut -d, -f1-10 run/records.csv | grep -v local >records.csv
    rm -rf run
}
(outputs "$old" "$scratch/old")
(outputs "$new" "$scratch/new")
n=$(find "$scratch/old" -type f | wc -l)
diff -rq "$scratch/old" "$scratch/new" | sed "s@$scratch/@@g" && echo "$n outputs are the same" || failed=1
[ $failed = 0 ] || diff -r "$scratch/old" "$scratch/new" | head -40

count() { # BIN ARGUMENT...: instructions in user mode
    local bin=$1
    shift
    if perf stat -x, -e instructions:u true 2>&1 | grep -q '^[0-9]'; then
        perf stat -x, -e instructions:u "$bin/ullage" "$@" 2>&1 >/dev/null | sed -n 's/^\([0-9]\{1,\}\),.*/\1/p'
    else
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bin/ullage" "$@" 2>&1 >/dev/null |
            sed -n 's/.*Collected : *//p'
    fi
}
compare() { # LABEL ARGUMENT...
    local label=$1 before after
    shift
    before=$(count "$old" "$@") after=$(count "$new" "$@")
    awk -v label="$label" -v a="$before" -v b="$after" 'BEGIN {
        if (a == 0 || b == 0) { print label ": not counted"; exit }
        printf "instructions %-28s %15.0f %15.0f %.4f\n", label, a, b, b / a; exit b > 1.03 * a }' || failed=1
}
cd "$scratch" || exit 1
"$old/ullage" gen heterogeneous --tasks 5000 --seed 1 -o large.csv
"$old/ullage" gen eva-table7 --tasks 200 --seed 1 -o table7.csv
"$old/ullage" gen reservation --set shape=bursty --set years=3 -o demand.csv
"$old/ullage" gen availability --tasks 20 --seed 1 -o zone.csv
"$old/ullage" gen eva-jobs --tasks 200 --seed 1 -o jobs.csv
compare 'reading 5000 tasks' show large.csv
for method in ffd eva-full-code stratus synergy; do
    compare "$method, 5000 tasks" solve large.csv -m $method
done
compare 'exact, 200 tasks' solve table7.csv -m exact
compare 'sec-greedy' solve demand.csv -m sec-greedy
compare 'reservation-exact' solve demand.csv -m reservation-exact
compare 'trk8s-code' solve zone.csv -m trk8s-code
for method in eva stratus first-fit; do
    compare "$method, 200 jobs" solve jobs.csv -m $method
done
compare 'a model file' model table7.csv -f pattern -o model.mps
exit $failed
