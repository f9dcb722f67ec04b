#!/usr/bin/env bash
# Instances with one dimension at its extreme, for limits.sh and for the test of limits:
# bench/speed/limits/extremes.sh list; bench/speed/limits/extremes.sh NAME >FILE
set -eu
export LC_ALL=C.UTF-8

packing() { # NAME TYPES RESOURCES TASKS COPIES DIGITS FAMILIES OTHER
    awk -v name="$1" -v K="$2" -v R="$3" -v N="$4" -v copies="$5" -v digits="$6" -v F="$7" -v other="${8:-}" '
    function part(low, high) { return sprintf("%." digits "f", low + (high - low) * rand()) }
    function row(low, high,    text, r) { text = ""; for (r = 0; r < R; r++) text = text "," part(low, high); return text }
    BEGIN {
        srand(1)
        print "ullage,1,packing\nname," name
        printf "resource"; for (r = 0; r < R; r++) printf ",r%d", r; print ""
        for (k = 0; k < K; k++) print "type,k" k ",f" k % F "," 1 + k / 97 "" row(100, 1000)
        print "type,large,f0,40" row(1000, 1000)
        if (other == "supply") for (k = 0; k < K; k++) print "supply,k" k "," 1 + k % 7
        long = other == "names" ? sprintf("%240s", "") : ""; gsub(/ /, "n", long)
        for (j = 0; j < N; j++) {
            print "task,t" long j "," copies "," (other == "workloads" ? "j" int(j / 4) ",w" j % 300 "," 1 + j : ",,") row(1, 100)
            if (F > 1) for (f = 0; f < F; f += 3) print "demand,t" long j ",f" f row(1, 100)
        }
        if (other == "workloads") for (w = 0; w < 300; w++) for (v = 0; v < 300; v += 3) print "throughput,w" w ",w" v ",0." 5 + (w + v) % 5
    }'
}

reservation() { # NAME CLASSES INTERVALS RECORDS INSTANCES
    awk -v name="$1" -v C="$2" -v T="$3" -v U="$4" -v most="$5" 'BEGIN {
        srand(1)
        print "ullage,1,reservation\nname," name "\ninterval_hours,168\nclass,on-demand,0,0,2.4,used"
        for (c = 1; c < C; c++) print "class,c" c "," 4 + 3 * c "," 100 * c + int(300 * rand()) "," 1 + rand() ",used"
        for (t = 1; t <= T; t++) for (u = 0; u < U; u++)
            printf "usage,%d,%.6f,%d\n", t, 167 - (u + 0.9 * rand()) * 166 / U, 1 + most * rand()
    }'
}

availability() { # NAME TYPES TARGET CAPACITY
    awk -v name="$1" -v K="$2" -v target="$3" -v most="$4" 'BEGIN {
        srand(1)
        print "ullage,1,availability\nname," name "\ntarget," target ",0.99999"
        for (k = 0; k < K; k++) { p = 0.01 + rand(); printf "vm,v%d,%d,%.6f,%.6f,%.12f\n", k, 1 + most * rand(), p, 3 * p, 1 - 0.3 * rand() }
    }'
}

schedule() { # NAME TYPES RESOURCES JOBS TASKS WORK_S PRICES ROUND_S
    awk -v name="$1" -v K="$2" -v R="$3" -v J="$4" -v tasks="$5" -v work="$6" -v P="$7" -v round="$8" '
    function row(low, high,    text, r) { text = ""; for (r = 0; r < R; r++) text = text "," low + int((high - low) * rand()); return text }
    BEGIN {
        srand(1)
        print "ullage,1,schedule\nname," name
        printf "resource"; for (r = 0; r < R; r++) printf ",r%d", r
        print "\nround," round "\nbilling,1,0"
        for (k = 0; k < K; k++) {
            print "type,k" k ",f," 1 + k / 97 "" row(100, 1000) "\nstartup,k" k ",10,20,1"
            for (p = 0; p < P; p++) print "price,k" k "," 60 * p "," 1 + rand()
        }
        print "type,large,f,40" row(1000, 1000) "\nstartup,large,10,20,1"
        for (j = 0; j < J; j++) printf "job,j%d,%d,%d,,%.3f,free%s\n", j, 10 * j, tasks, work * (0.5 + rand()), row(1, 100)
    }'
}

deadline() { # NAME TICK_S WORK_S DEADLINE_S OVERHEAD_S SPANS TICKS
    awk -v name="$1" -v G="$2" -v W="$3" -v D="$4" -v d="$5" -v N="$6" -v ticks="$7" 'BEGIN {
        srand(1)
        print "ullage,1,deadline\nname," name "\ntick," G "\njob," W "," D "," d "\nprice,0.3,1"
        for (q = 0; q < N; q++) print (q % 2 ? "none," : "spot,") ticks
    }'
}

make() {
    case $1 in
    #                                    types resources tasks copies digits families
    packing-types)         packing "$1"  65000 1 300 1 0 1 ;;
    packing-wide)          packing "$1"  300 64 3000 1 0 1 ;;
    packing-tasks)         packing "$1"  3 2 100000 1 3 1 ;;
    packing-copies)        packing "$1"  3 2 5 1000000 0 1 ;;
    packing-many-copies)   packing "$1"  2 1 9 10000000 3 1 ;;
    packing-decimals)      packing "$1"  20 3 2000 3 6 1 ;;
    packing-families)      packing "$1"  300 2 1000 2 1 100 ;;
    packing-names)         packing "$1"  9 2 50000 1 1 1 names ;;
    packing-workloads)     packing "$1"  20 3 5000 1 0 1 workloads ;;
    packing-supply)        packing "$1"  2000 2 5000 1 1 1 supply ;;
    #                                            classes intervals records instances
    reservation-intervals) reservation "$1"      4 100000 1 50 ;;
    reservation-instances) reservation "$1"      6 300 1 9999999 ;;
    reservation-classes)   reservation "$1"      32 3000 2 100 ;;
    reservation-records)   reservation "$1"      6 200 2000 3 ;;
    #                                              types target capacity
    availability-types)    availability "$1"       3000 5000 64 ;;
    availability-target)   availability "$1"       30 1000000 9 ;;
    availability-capacity) availability "$1"       100 900000 100000 ;;
    #                                          types resources jobs tasks work prices round
    schedule-jobs)         schedule "$1"       20 2 50000 1 3600 0 300 ;;
    schedule-tasks)        schedule "$1"       9 2 20 5000 3600 0 300 ;;
    schedule-types)        schedule "$1"       4000 2 300 2 3600 0 0 ;;
    schedule-resources)    schedule "$1"       300 16 2000 2 3600 0 0 ;;
    schedule-prices)       schedule "$1"       30 2 300 2 36000 5000 300 ;;
    schedule-rounds)       schedule "$1"       9 2 200 2 1000000000 0 1 ;;
    #                                          tick work deadline overhead spans ticks
    deadline-ticks)        deadline "$1"       1 400000 900000 60 10000 100 ;;
    deadline-work)         deadline "$1"       1000 400000000 900000000 7 10000 100 ;;
    deadline-changes)      deadline "$1"       60 200000 400000 300 10000 1 ;;
    *) echo "extremes.sh: there is no '$1'" >&2; exit 2 ;;
    esac
}

if [ "${1:-list}" = list ]; then
    sed -n 's/^    \([a-z]*-[a-z-]*\)) .*/\1/p' "$0"
else
    make "$1"
fi
