#!/usr/bin/env bash
# What is called proved is proved: odd random instances of every kind through every
# method, the checker and a brute force of its own (tests/trust/trust.c says how).
#
#     bench/speed/trust.sh [COUNT [FIRST [FOLDER [TRUST [KIND...]]]]]
#
# COUNT (100000) instances of each kind from seed FIRST (1) on, in parts of a thousand. A
# part that is done stays in FOLDER (results of an earlier call are not made again), and
# so does each instance on which something was wrong. The last lines count, a kind each
# (those named, or all); exit 1 unless wrong, refused, faults and hangs are all 0.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.."
count=${1:-100000} first=${2:-1} folder=${3:-build/trust}
trust=$(realpath "${4:-build/release/tests/trust}")
kinds=("${@:5}")
[ ${#kinds[@]} -gt 0 ] || kinds=(packing reservation availability schedule deadline)
mkdir -p "$folder"
part() { # KIND FIRST COUNT
    local done=$folder/$1-$2-$3.txt from=$2 left=$3 code
    [ ! -e "$done" ] || return 0
    : >"$done.part"
    while [ "$left" -gt 0 ]; do
        code=0
        "$trust" "$1" "$from" "$left" "$folder" >>"$done.part" || code=$?
        [ "$code" -eq 3 ] || break
        # the seed that hangs is told; on with the next one
        local seed
        seed=$(awk '$1 == "hang" {seed = $3} END {print seed}' "$done.part")
        left=$((left - (seed + 1 - from)))
        from=$((seed + 1))
    done
    [ "$code" -le 1 ] || [ "$code" -eq 3 ] || { echo "trust.sh: $1 $from: exit $code" >&2; exit 1; }
    mv "$done.part" "$done"
}
bad=0
for kind in "${kinds[@]}"; do
    for ((at = first; at < first + count; at += 1000)); do
        part "$kind" "$at" $((first + count - at < 1000 ? first + count - at : 1000))
    done
    grep -h -v -e '^done' -e '^open' "$folder/$kind"-*.txt || true
    cat "$folder/$kind"-*.txt | awk -v kind="$kind" '
        $1 == "hang" { hangs++ }
        $1 == "done" { for (q = 5; q < NF; q += 2) sum[$q] += $(q + 1) }
        END {
            printf "%s: %d instances, %d runs, %d optimal, %d certificates verified, %d left open; " \
                   "wrong %d, refused %d, faults %d, hangs %d; %.0f s of CPU time\n", kind,
                   sum["instances"], sum["runs"], sum["optimal"], sum["certified"], sum["open"],
                   sum["wrong"], sum["refused"], sum["faults"], hangs, sum["cpu_s"]
            if (sum["bounded"] > 0)
                printf "%s: the optimum is known of %d, a cost that can be had of %d; %d changed " \
                       "files were still valid\n", kind, sum["exact"], sum["bounded"], sum["passed"]
            exit sum["wrong"] + sum["refused"] + sum["faults"] + hangs > 0
        }' || bad=1
done
exit $bad
