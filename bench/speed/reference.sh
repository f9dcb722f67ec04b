#!/usr/bin/env bash
# Two checkers that share nothing but docs/certificates.md say the same: ullage-check and
# check/reference, on odd instances of every kind with the plans and certificates that the
# program makes for them, and on forgeries of these (tests/trust/second.py says how).
#
#     bench/speed/reference.sh [COUNT [FIRST [FOLDER [FORGE [SHAPE [KIND...]]]]]]
#
# COUNT (100000) instances of each kind from seed FIRST (1) on, in parts of a thousand, FORGE
# (0.25) forgeries a case and SHAPE (0.15) changed proofs a certificate. A part that is done stays
# in FOLDER (build/reference) and is not made again; so do the files on which the two differ.
# Exit 1 unless they never do and nothing is false.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.."
count=${1:-100000} first=${2:-1} folder=${3:-build/reference} forge=${4:-0.25} shape=${5:-0.15}
kinds=("${@:6}")
[ ${#kinds[@]} -gt 0 ] || kinds=(packing reservation availability schedule deadline)
trust=build/release/tests/trust
mkdir -p "$folder"
part() { # KIND FIRST COUNT
    local done=$folder/$1-$2-$3.txt stream=$folder/$1-$2
    [ ! -e "$done" ] || return 0
    "$trust" "$1" "$2" "$3" "$folder" 0 "$stream" >"$done.part" || true
    python3 tests/trust/second.py "$trust" "$stream" --forge "$forge" --shape "$shape" \
        --keep "$folder" >>"$done.part" || grep -qE '^(differ|false)' "$done.part" ||
        { tail -5 "$done.part" >&2; exit 1; }
    rm "$stream"
    mv "$done.part" "$done"
}
bad=0
for kind in "${kinds[@]}"; do
    for ((at = first; at < first + count; at += 1000)); do
        part "$kind" "$at" $((first + count - at < 1000 ? first + count - at : 1000))
    done
    grep -hE '^(differ|false)' "$folder/$kind"-*.txt || true
    cat "$folder/$kind"-*.txt | awk -v kind="$kind" '
        $1 == "done" && $3 == "first" { instances += $6; next }
        $1 == "done" {
            for (q = 4; q < NF; q += 2) {
                sum[$3, $q] += $(q + 1)
                bad += ($q == "differ" || $q == "false") * $(q + 1)
            }
        }
        END {
            for (w = 1; w <= split("genuine forged shaped", what, " "); w++)
                printf "%s: %d instances; %d %s cases: %d valid, %d invalid, %d unreadable, %d where " \
                       "the checker and %d where the reference gives up; they differ on %d; %d false; %d s\n",
                       kind, instances, sum[what[w], "cases"], what[w], sum[what[w], "valid"],
                       sum[what[w], "invalid"], sum[what[w], "unreadable"], sum[what[w], "c-gives-up"],
                       sum[what[w], "reference-gives-up"], sum[what[w], "differ"], sum[what[w], "false"],
                       sum[what[w], "cpu_s"]
            exit bad > 0
        }' || bad=1
done
exit $bad
