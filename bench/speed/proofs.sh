#!/usr/bin/env bash
# Every certificate that results/floors.csv and results/leases.csv list, and one of every pool of
# results/availability, made anew: verified by ullage-check, and by check/reference unless that
# gives up; where that is asked those of results/exact, results/worst-cases and results/bpplib,
# too. The workload is made as the list, or the name of the certificate, says:
#
#     results/...                         a file that is kept beside it
#     import ... or gen ...               of a trace, or generated
#     timeline METHOD of import ...       what the method's timeline of it pays for
#
#     bench/speed/proofs.sh [TRACES [STEPS [SECONDS [NAMES]]]]
#
# TRACES is a folder of traces, zone records and BPPLIB's instances, in whatever folders; what needs
# one that is not there is not tried. STEPS (2000000) is what the reference may take; 0: it is not asked. SECONDS
# (60) is for the proof of a pool; 0: none is made. NAMES, a regular expression, are those that are
# looked at. A row each: what the checker says, what the reference says and the CPU seconds that it
# took; exit 1 unless the checker verifies all, and the reference what it does not give up on.
set -eu
export LC_ALL=C.UTF-8
source=$(cd "$(dirname "$0")/../.." && pwd)
ullage=${UL_COMMAND:-$source/build/release/ullage} check=${UL_CHECK:-$source/build/release/ullage-check}
traces=$(cd "${1:-/nowhere}" 2>/dev/null && pwd || true) steps=${2:-2000000} limit_s=${3:-60} names=${4:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ -z "$traces" ] || find -L "$traces" -type f \( -name '*.gz' -o -name 'record-*.csv' \) -exec ln -sf {} . \;
failed=0
verify() { # NAME INSTANCE CERTIFICATE [PLAN]: a row
    local says=- reference=- spent=
    "$check" "$2" ${4:+"$4"} -c "$3" >said 2>&1 && says=$(sed -nE 's/^(bound|optimal): .*less than ([0-9.]*), verified.*/\2/p' said)
    [[ $says == [0-9]* ]] || { says=$(tail -1 said) && failed=1; }
    if [ "$steps" != 0 ]; then
        read -r spent reference < <(python3 - "$source/check/reference" "$steps" "$2" "${4:-}" "$3" <<'END'
import sys, time
sys.path.insert(0, sys.argv[1])
import files, reference
files.MOST_STEPS = int(sys.argv[2])
read = [open(path, "rb").read() if path else None for path in sys.argv[3:]]
verdict = reference.check(*read)
print("%.1f" % time.process_time(), "gives up" if verdict.tired else verdict.why if verdict.exit else
      ("%d.%012d" % divmod(verdict.bound, 10**12)).rstrip("0").rstrip("."))
END
        )
        [ "$reference" = "gives up" ] || [ "$reference" = "$says" ] || failed=1
    fi
    printf '%-66s %-26s %-26s %s\n' "$1" "$says" "$reference" "$spent"
}
workload() { # HOW: makes made.csv; 1 where the trace is not there
    local how=$1 method=
    case $how in "timeline "*) method=${how#timeline } method=${method%% of *} how=${how#* of } ;; esac
    set -- $how
    [ "$1" = gen ] || [ -e "$3" ] || return 1
    [ "$how" = "${base:-}" ] || "$ullage" $how -o base.csv 2>/dev/null
    base=$how
    cp base.csv made.csv
    [ -n "$method" ] || return 0
    "$ullage" solve base.csv -m $method -o timeline.csv >/dev/null
    "$ullage" import timeline timeline.csv --set classes=light+heavy --set objective=pure -o made.csv 2>/dev/null
}
while IFS=, read -r certificate how; do
    [[ $certificate =~ $names ]] || continue
    if [ -e "$source/results/$how" ]; then
        verify "$certificate" "$source/results/$how" "$source/results/$certificate"
    elif workload "$how"; then
        verify "$certificate" made.csv "$source/results/$certificate"
    else
        echo "not tried: $certificate (it is of a trace)"
    fi
done < <(cd "$source/results" && sed 1d floors.csv && sed 1d leases.csv)
for record in record-*.csv; do
    for target in 0.99 0.999 0.9999 0.99999 0.999999; do
        [ "$limit_s" != 0 ] && [ -e "$record" ] && [[ "$record at $target" =~ $names ]] || continue
        "$ullage" import zone-record "$record" --set target=$target -o in.csv 2>/dev/null
        "$ullage" solve in.csv -m availability-exact -t "$limit_s" -o plan.csv -c proof.csv >/dev/null || true
        verify "${record%.csv} at $target" in.csv proof.csv plan.csv
    done
done
[ "$steps" != 0 ] || exit $failed
for certificate in "$source"/results/exact/proofs/*.csv.gz; do # SUITE-GENERATOR-TASKS-sSEED[-KEY=VALUE]...
    name=$(basename "$certificate" .csv.gz)
    [[ exact/$name =~ $names ]] || continue
    workload "$(sed -E 's/.*-(bpp|vbp|vsbpp|heterogeneous|eva-table7)-([0-9]+)-s([0-9]+)/gen \1 -n \2 --seed \3/
                        s/-([a-z]+)=/ --set \1=/g' <<<"$name")"
    verify "exact/${name#exact-}" made.csv "$certificate"
done
for instance in "$source"/results/worst-cases/instances/*.csv; do
    name=$(basename "$instance" .csv) proofs=$source/results/worst-cases/proofs
    [[ worst-cases/$name =~ $names ]] || continue
    verify "worst-cases/$name" "$instance" "$proofs/$name.certificate.csv" "$proofs/$name.plan.csv"
done
for certificate in "$source"/results/bpplib/certificates/*.csv.gz; do
    name=$(basename "$certificate" .csv.gz)
    [[ bpplib/$name =~ $names ]] || continue
    # The folders of cutting stock have the same names and list each size once.
    instance=$([ -z "$traces" ] || find -L "$traces" -name "$name.txt" ! -path '*CSP*' -print -quit)
    [ -n "$instance" ] || { echo "not tried: bpplib/$name (it is of the library)" && continue; }
    "$ullage" import bpplib "$instance" -o made.csv 2>/dev/null
    verify "bpplib/$name" made.csv "$certificate"
done
exit $failed
