#!/usr/bin/env bash
# How far the search for bad instances reaches, and the table of the worst found.
#
#     bench/speed/worst.sh                     the goals: evaluations and CPU seconds
#     bench/speed/worst.sh table [EVALUATIONS] searches every row again into results/worst-cases
#
# The goals, on one core: 3/2 of first-fit decreasing in one dimension within a second
# from each of eight seeds; 11/9 with nine machines from Johnson's tasks; 2 in two
# dimensions within a minute from each of eight seeds. The table's rows look at
# EVALUATIONS (200000) instances each, fewer where little is to be found, more where it
# is hard to find; the same number gives the same instances on every machine.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.."
cmake --preset release >/dev/null
cmake --build --preset release --target ullage ullage-check >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ullage=$PWD/build/release/ullage check=$PWD/build/release/ullage-check
kept=$PWD/results/worst-cases

# reach WHAT SECONDS VALUE OPTIONS...: a line; 'missed' where the value or the time is
reach() {
    local what=$1 most=$2 value=$3
    shift 3
    TIMEFORMAT=%U
    { time "$ullage" worst "$@" --until "$value" --time-limit $((20 * most)) >"$folder/out"; } 2>"$folder/cpu"
    awk -v what="$what" -v most="$most" -v goal="$value" -v cpu="$(cat "$folder/cpu")" \
        '/^worst/ { ratio = $2 } /^instances/ { n = $2 }
         END { verdict = ratio + 1e-5 >= goal && cpu <= most ? "reached" : "missed"
               printf "%-34s %8s %9d %8.2f  %s\n", what, ratio, n, cpu, verdict }' "$folder/out"
}

goals() {
    printf '%-34s %8s %9s %8s\n' goal ratio instances cpu_s
    for seed in 1 2 3 4 5 6 7 8; do
        reach "3/2, one dimension, seed $seed" 1 1.5 ffd --tasks 8 --seed $seed
    done
    reach "11/9, nine machines" 60 1.22222 ffd --tasks 4 --copies 12 --at-least 9
    for seed in 1 2 3 4 5 6 7 8; do
        reach "2, two dimensions, seed $seed" 60 2 ffd --tasks 9 --resources 2 --seed $seed
    done
}

# search NAME EVALUATIONS METHOD OPTIONS...: the instance, its best plan and the proof
search() {
    local name=$1 evaluations=$2 method=$3 prover=exact
    shift 2
    "$ullage" worst "$@" --evaluations "$evaluations" -o "$kept/instances/$name.csv" >"$folder/out"
    case $(sed -n 's/^ullage,1,//p' "$kept/instances/$name.csv") in
    reservation) prover=reservation-exact ;;
    availability) prover=availability-exact ;;
    schedule)
        "$ullage" solve "$kept/instances/$name.csv" -m "$method" -o "$kept/proofs/$name.plan.csv" >/dev/null
        "$ullage" solve "$kept/instances/$name.csv" -m schedule-floor --set wait=60 \
            -c "$kept/proofs/$name.certificate.csv" >/dev/null
        prover=
        ;;
    esac
    [ -z "$prover" ] || "$ullage" solve "$kept/instances/$name.csv" -m $prover -o "$kept/proofs/$name.plan.csv" \
        -c "$kept/proofs/$name.certificate.csv" >/dev/null
    "$check" "$kept/instances/$name.csv" "$kept/proofs/$name.plan.csv" \
        -c "$kept/proofs/$name.certificate.csv" >/dev/null
    echo "$name $(sed -n 's/^worst  *//p' "$folder/out")"
}

table() {
    local n=$1 two="--tasks 9 --resources 2" falling="--types 3 --prices falling --tasks 9"
    local eva="--tasks 8 --grid 2000 --start eva21.csv"
    cd "$folder"
    "$ullage" gen eva-table7 --tasks 4 --seed 1 -o eva21.csv
    # shellcheck disable=SC2086
    {
        search ffd-1d "$n" ffd --tasks 10
        search ffd-nine 2000 ffd --tasks 4 --copies 12 --at-least 9
        search ffd-2d "$n" ffd $two
        search bfd-1d "$n" bfd --tasks 10
        search bfd-2d "$n" bfd $two
        search dot-product-2d "$n" dot-product $two
        search norm2-2d $((20 * n)) norm2 $two # the hardest to fool
        for method in vsbpp-ffd vsbpp-bfd; do
            search $method-falling "$n" $method $falling
            search $method-free "$n" $method --types 3 --tasks 9
        done
        for method in eva-full eva-full-code owl; do
            search $method $((3 * n)) $method $eva
        done
        for method in karpenter karpenter-consolidated cluster-autoscaler; do
            search $method "$n" $method $eva
        done
        search synergy $((40 * n)) synergy $eva
        search stratus $((40 * n)) stratus --runtimes $eva
        for method in sec-greedy sec-online; do
            search $method $((n / 4)) $method --tasks 8 --types 1 --price-range 30:80
        done
        search trk8s $((n / 20)) trk8s --tasks 3 --price-range 1:2
        for method in first-fit stratus eva; do
            search $method-time "$n" $method --kind schedule --tasks 6 \
                --against schedule-floor --against-set wait=60
        done
        for method in karpenter cluster-autoscaler; do
            search $method-time $((n / 10)) $method --kind schedule --tasks 6 \
                --against schedule-floor --against-set wait=60
        done
    }
    cmake --build "$OLDPWD/build/release" --target ullage >/dev/null # the instances are part of it
    "$ullage" reproduce worst-cases --keep "$(dirname "$kept")"
}

case ${1:-goals} in
goals) goals ;;
table) table "${2:-200000}" ;;
*) echo "usage: bench/speed/worst.sh [table [EVALUATIONS]]" >&2 && exit 2 ;;
esac
