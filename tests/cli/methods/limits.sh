#!/usr/bin/env bash
# Limits are kept where one dimension is at its extreme: within a fifth of a second of CPU
# time, reading the file not counted, writing plan and proof counted. Of each kind the methods that
# were late once, and some others; bench/speed/limits/limits.sh tries all. Where
# most tasks are copies optima are proved, and thousands that fill half a machine are within 1%.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
limit_s=0.5 late_s=0.7 # most take less than 0.6 s
if grep -q __asan_init "$UL_COMMAND"; then late_s=6; fi # a sanitizer's own work is not told apart
TIMEFORMAT='%U %S'
seconds() { { time timeout -k 1 120 "$@" >said 2>&1 || true; } 2>&1 | awk '{ print $1 + $2 }'; }

in_time() { # METHOD READ_S: one of three tries, for other work on the machine costs time, too
    local took proof=()
    [ "$1" != exact ] || proof=(--certificate c.csv)
    for _ in 1 2 3; do
        took=$(seconds "$UL_COMMAND" solve i.csv -m "$1" --cpu-limit $limit_s -o p.csv "${proof[@]}")
        awk -v own="$(awk "BEGIN { print $took - $2 }")" -v most=$late_s 'BEGIN { exit !(own <= most) }' && return
    done
    echo "limits.sh: $name, $1 takes $took s, of which reading takes $2"
    exit 1
}
while read -r name methods; do
    "$UL_SOURCE/bench/speed/limits/extremes.sh" "$name" >i.csv
    read_s=$(seconds "$UL_COMMAND" solve i.csv -m program --set 'command=false {instance} {plan}')
    for method in $methods; do in_time "$method" "$read_s"; done
done <<'END'
packing-types exact glpk
packing-tasks exact ffd local-search
packing-wide exact
packing-names exact
packing-supply exact
packing-copies funsearch-or dot-product karpenter glpk cbc
packing-many-copies stratus synergy ffd next-fit harmonic funsearch-weibull karpenter-consolidated cluster-autoscaler-karpenter cbc
packing-workloads eva-full
reservation-classes reservation-exact sec-greedy
reservation-intervals reservation-exact reservation-flow sec-bound
reservation-instances cbc
availability-types availability-exact
availability-capacity greedy-availability trk8s-code
schedule-tasks first-fit no-packing schedule-search eva eva-partial-only stratus stratus-eva owl fleet repack
schedule-jobs schedule-floor schedule-search
schedule-types schedule-floor
schedule-resources schedule-search
schedule-rounds synergy
deadline-work deadline-exact uniform-progress
deadline-ticks deadline-exact
END

# However early the end, a floor is what room costs: of 4,000 types within the second.
"$UL_SOURCE/bench/speed/limits/extremes.sh" schedule-types >i.csv
"$UL_COMMAND" solve i.csv -m schedule-floor --cpu-limit 1 --certificate c.csv --json >said || true # the time is over
sed -n 's/.*"bound": \([0-9.]*\),.*/\1/p' said | awk '{ bound = $1 } END { exit !(bound > 30) }' ||
    { echo "limits.sh: schedule-types: the floor is worthless"; cat said; exit 1; }
"$UL_CHECK" i.csv -c c.csv | grep -q '^bound' || { echo "limits.sh: schedule-types: no proof"; exit 1; }

# Three to five items of a million copies: a plan, its optimality, and its proof.
copies() { # CLASS SEED ITEMS TYPES RESOURCES
    awk -v class="$1" -v seed="$2" -v N="$3" -v K="$4" -v R="$5" 'BEGIN {
        srand(100 * seed + 10 * N + K)
        fine = class == "fine" ? 100 : 1
        print "ullage,1,packing\nname,copies"
        printf "resource"; for (r = 0; r < R; r++) printf ",r%d", r; print ""
        for (k = 1; k <= K; k++) {
            printf "type,k%d,f,%.*f", k, class == "fine" ? 6 : 2, class == "linear" ? 50 + 50 * k : \
                10 * k ^ 0.9 * (class == "fine" ? 0.9 + 0.2 * rand() : 1)
            for (r = 0; r < R; r++) printf ",%d", class == "linear" ? 50 + 50 * k : (100 + 300 * rand()) * k * fine
            print ""
        }
        for (j = 0; j < N; j++) {
            printf "task,t%d,%d,,,", j, 1000000 + 300000 * rand()
            for (r = 0; r < R; r++) printf ",%d", (5 + 90 * rand()) * fine
            print ""
        }
    }'
}
for class in linear concave fine; do
    for shape in "1 3 1 1" "2 3 3 1" "3 4 3 2" "4 5 2 1" "5 5 1 2" "6 5 4 3"; do
        # shellcheck disable=SC2086
        copies $class $shape >i.csv
        "$UL_COMMAND" solve i.csv -m exact --cpu-limit 5 -o p.csv --certificate c.csv >said
        grep -q '^status *optimal' said || { echo "limits.sh: copies, $class $shape"; cat said; exit 1; }
        "$UL_CHECK" i.csv p.csv -c c.csv | grep -q '^optimal' || { echo "limits.sh: $class $shape: no proof"; exit 1; }
    done
done

# Small items, of which millions lose nothing: all that there is to find is how everything comes
# out whole, on machines that are filled to the last (the second) or that leave something over.
small() { # RESOURCES RECORD...
    printf 'ullage,1,packing\nname,small\nresource,%s\n' "$1" >i.csv
    printf '%s\n' "${@:2}" >>i.csv
    "$UL_COMMAND" solve i.csv -m exact --cpu-limit 5 -o p.csv --certificate c.csv >said
    "$UL_CHECK" i.csv p.csv -c c.csv | grep -q '^optimal' || { echo "limits.sh: small items, $2"; cat said; exit 1; }
}
small cpu type,a,f,8.867767,20000 type,b,f,5.522102,10536 \
    task,s,415446,,,,492 task,t,527046,,,,554 task,u,358629,,,,446 task,v,558564,,,,1194 task,w,188657,,,,425
small cpu type,a,f,0.8983,1000 type,b,f,0.6110,677 \
    task,s,277984,,,,77 task,t,788919,,,,54 task,u,479145,,,,22 task,v,207913,,,,19 task,w,233327,,,,79
small cpu,gb type,a,f,0.9339,1000,1000 type,b,f,0.45,476,480 type,c,f,0.4287,339,412 type,d,f,0.7951,838,734 \
    task,s,998948,,,,7,28 task,t,733987,,,,15,13 task,u,947983,,,,67,23 task,v,317156,,,,286,19 task,w,850307,,,,73,14

# Three thousand tasks above half of one machine, no two alike, and a second type.
halves() { # ROOM PRICE RESOURCES STEP: of the second type, and of demands
    awk -v room="$1" -v price="$2" -v R="$3" -v step="$4" 'BEGIN {
        srand(7)
        for (r = 0; r < R; r++) { name = name ",r" r; one = one ",100000"; two = two "," room }
        print "ullage,1,packing\nname,halves\nresource" name "\ntype,one,f,1" one "\ntype,two,f," price two
        for (j = 0; j < 3000; j++) {
            printf "task,t%d,1,,,", j
            for (r = 0; r < R; r++) printf ",%d", 50000 + step * (1 + int(50000 / step * rand()))
            print ""
        }
    }'
}
for second in "70000 0.8 1 1" "150000 1.4 1 1" "300000 2.7 1 1" "150000 1.4 2 1" "200000 1.5 2 100" "300000 2.7 2 100"; do
    # shellcheck disable=SC2086
    halves $second >i.csv
    "$UL_COMMAND" solve i.csv -m exact --cpu-limit 4 -o p.csv --certificate c.csv --json >said
    # A tenth of a second, unless column generation came further than what one resource, or the sum
    # of both, proves: then half a minute.
    "$UL_CHECK" i.csv p.csv -c c.csv --cpu-limit 100 --json >checked ||
        { echo "limits.sh: halves, $second"; cat checked; exit 1; }
    sed -n 's/.*"gap": \([0-9.e-]*\),.*/\1/p' said | awk '{ gap = $1 } END { exit !(NR == 1 && gap < 0.01) }' ||
        [ "$late_s" = 6 ] || { echo "limits.sh: halves, $second: the gap is not below 1%"; cat said; exit 1; }
done
