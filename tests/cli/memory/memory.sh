#!/usr/bin/env bash
# Memory is refused at every place that asks for it, one after the other, in commands of every
# kind: each says so in one line, with status 3 (ullage-check: 2), leaves no file and leaks nothing.
# tests/faults/fail_alloc.c is in builds with sanitizers alone.
set -u
grep -q ULLAGE_FAIL_ALLOC "$UL_COMMAND" || {
    echo "memory is refused in builds with sanitizers alone"
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export ASAN_OPTIONS=abort_on_error=1:detect_leaks=1:quarantine_size_mb=16
failed=0
ullage() { ASAN_OPTIONS=detect_leaks=0 "$UL_COMMAND" "$@" >>made || exit 1; }
refuse() { # PROGRAM ARGUMENT...
    ULLAGE_FAIL_ALLOC=all:$folder/places "$@" >said 2>&1 || {
        cat said
        failed=1
    }
    echo "$(tail -1 said): ${*:2}"
}
at=$PWD

# Reading, generating, importing.
refuse "$UL_COMMAND" show gallery:eva-table3 --svg best.svg
for generator in eva-table7 bpp vbp availability eva-jobs vms deadline; do
    refuse "$UL_COMMAND" gen "$generator" -n 12 -o made.csv
done
refuse "$UL_COMMAND" gen reservation -o made.csv
import() { # FORMAT SETTING...
    local seed
    seed=$(find "$UL_SOURCE/fuzz/corpus/import-$1" -type f | sort | head -1)
    refuse "$UL_COMMAND" import "$1" "$seed" -o made.csv "${@:2}"
}
for format in swf hourly zone-record alibaba-gpu-v2023 google-2011 eva-trace vpsolver-mvp bpplib \
    google-2011-jobs eagle timeline tbpp; do
    import "$format"
done

# Methods of every kind, each with all that a run may write; searches are short, since each place that
# asks is another run.
solve() { # INSTANCE METHOD...
    local instance=$1 method
    for method in "${@:2}"; do
        refuse "$UL_COMMAND" solve "$instance" -m "$method" -o plan.csv --time-limit 2
    done
}
solve gallery:eva-table3 no-packing synergy owl first-fit harmonic funsearch-or min-bin-slack vsbpp-bfd \
    stratus karpenter-consolidated cluster-autoscaler-karpenter 'local-search most=50' glpk
solve gallery:greedy-leases 1y-only sec-online sec-greedy sec-bound glpk reservation-ilp reservation-flow
solve gallery:greedy-availability trk8s spotfleet-cheapest greedy-availability availability-local \
    availability-ilp
solve gallery:when-to-migrate lava eva stratus karpenter cluster-autoscaler repack schedule-floor \
    schedule-search
solve gallery:backfilling sec
solve gallery:transients-for-bursts cloudcoaster

# Proofs, which the checker reads then.
prove() { # INSTANCE METHOD [METHOD that makes plans]
    refuse "$UL_COMMAND" solve "$1" -m "$2" -c proof.csv --time-limit 2
    rm -f plan.csv
    ullage solve "$1" -m "$2" -c proof.csv -o plan.csv --time-limit 2
    [ -f plan.csv ] || ullage solve "$1" -m "$3" -o plan.csv --time-limit 2
    ullage gen "$1" -o instance.csv
    refuse "$UL_CHECK" "$at/instance.csv" "$at/plan.csv" --certificate "$at/proof.csv"
}
# Where there is no table the exact method searches, and a pool is found whose cover has no proof of
# its own.
ULLAGE_FAIL_MAY_DO_WITHOUT=1 prove gallery:never-split exact
ULLAGE_FAIL_MAY_DO_WITHOUT=1 prove gallery:greedy-availability availability-exact
prove gallery:greedy-leases reservation-exact
prove gallery:when-to-migrate schedule-floor eva

# Many runs at once, and what is told of them.
printf "%s\n" ullage-suite,1 name,few limits,2,2,1024 generate,eva-table3,4,1,1 method,ffd method,exact >suite.csv
ullage bench "$at/suite.csv" --out results
refuse "$UL_COMMAND" report "$at/results" --html page.html
refuse "$UL_COMMAND" report "$at/results" --markdown tables.md
refuse "$UL_COMMAND" report "$at/results" --latex tables
refuse "$UL_COMMAND" report "$at/results" --json
refuse "$UL_COMMAND" explain gallery:eva-table3 -m ffd --html player.html
refuse "$UL_COMMAND" explain gallery:when-to-migrate -m eva --html player.html
refuse "$UL_COMMAND" model gallery:eva-table3 -f arc-flow -o made.mps
refuse "$UL_COMMAND" bracket gallery:when-to-migrate -m eva
refuse "$UL_COMMAND" list methods

# Of a bench a run is lost, which its record says.
ULLAGE_FAIL_MAY_DO_WITHOUT=1 refuse "$UL_COMMAND" bench "$at/suite.csv" --out results
exit $failed
