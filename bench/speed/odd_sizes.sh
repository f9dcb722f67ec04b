#!/usr/bin/env bash
# How long the heuristics take where an instance is large in an unusual way: many
# resources, two types of which one is vast, jobs of many tasks, one record of a
# hundred million copies, thousands of types.
#
#     bench/speed/odd_sizes.sh
#
# A line each: CPU seconds (user and system), largest resident memory in MiB, and what
# was asked for. A minute of CPU time is the limit of each; with -t 1 a run has a
# second and should not keep the user waiting much longer.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.."
if [ ! -x /usr/bin/time ]; then
    echo "bench/speed/odd_sizes.sh: needs the package 'time'" >&2
    exit 2
fi
cmake --preset release >/dev/null
cmake --build --preset release --target ullage >/dev/null
ullage=$PWD/build/release/ullage
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# The same numbers on every machine; awks differ in rand().
draw='function draw(n) { state = (state * 16807) % 2147483647; return int(state / 2147483647 * n) }
      BEGIN { state = 4711; OFS = "," }'
awk "$draw"' BEGIN {
    print "ullage,1,packing\nname,wide"
    line = "resource"; for (r = 0; r < 64; r++) line = line ",r" r; print line
    for (k = 1; k <= 4; k++) {
        line = "type,k" k ",f," 2 * k + 1
        for (r = 0; r < 64; r++) line = line "," 100 * k + draw(30)
        print line
    }
    for (j = 0; j < 20000; j++) {
        line = "task,t" j ",1,,,"
        for (r = 0; r < 64; r++) line = line "," 1 + draw(40)
        print line
    }
}' >wide.csv
awk "$draw"' BEGIN {
    print "ullage,1,packing\nname,vast\nresource,cpu,ram\ntype,small,f,1,16,64\ntype,vast,f,90000,1600000,6400000"
    for (j = 0; j < 100000; j++)
        print "task,t" j ",1,,," 60 + draw(100000) "," 1 + draw(16) "," 1 + draw(64)
}' >vast.csv
printf '%s\n' ullage,1,packing name,copies resource,cpu type,k,f,1,7 task,t,100000000,,,,3 >copies.csv
"$ullage" gen eva-multitask -n 100000 --seed 1 -o jobs.csv
"$ullage" gen availability -n 4001 --seed 1 -o pool.csv

measure() { # WHAT SOLVE-ARGUMENT...
    local what=$1
    shift
    /usr/bin/time -f '%U %S %M' -o time "$ullage" solve "$@" >solved || true
    tail -n 1 time | awk -v what="$what" -v cost="$(sed -n 's/^cost *//p' solved)" \
        '{ printf "%8.2f %8.0f  %s: %s\n", $1 + $2, $3 / 1024, what, cost == "" ? "no plan" : cost }'
}

printf '%8s %8s  %s\n' cpu_s MiB what
for method in dot-product norm2 eva-full-code; do
    measure "$method, 20,000 tasks of 64 resources" wide.csv -m $method -t 3600
done
measure "stratus, 100,000 tasks, two types, one vast" vast.csv -m stratus -t 3600
measure "synergy jobs=multi, 100,000 tasks" jobs.csv -m synergy --set jobs=multi -t 3600
for method in ffd bfd vsbpp-ffd; do
    measure "$method -t 1, a record of 10^8 copies" copies.csv -m $method -t 1
done
measure "availability-exact -t 5, 4,001 types" pool.csv -m availability-exact -t 5
