#!/usr/bin/env bash
# The same bytes on every machine: what hashes.txt keeps of generators, plans of
# heuristics with the checker's verdict and the picture, explanations and tables
# of reports; of exact methods what they prove, since an optimum has many plans.
#
# Each line of the list is a hash and what it is of; only what is listed is
# compared. 'UL_COMMAND=... UL_CHECK=... tests/cli/hashes.sh --write' makes the
# list anew, for when an output is meant to change.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
list=$here/hashes.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C

# An instance is gallery:NAME, or a generator, its --tasks (or -), its --seed and
# its settings, with underscores between them.
instance() {
    case $1 in
        gallery:*) echo "$1" ;;
        *)
            if [ ! -f "$1.csv" ]; then
                IFS=_ read -r -a words <<<"$1"
                settings=(--seed "${words[2]}")
                [ "${words[1]}" = - ] || settings+=(--tasks "${words[1]}")
                for word in "${words[@]:3}"; do settings+=(--set "$word"); done
                "$UL_COMMAND" gen "${words[0]}" "${settings[@]}" -o "$1.csv"
            fi
            echo "$1.csv"
            ;;
    esac
}

# What a line of the list stands for, on standard output.
text_of() {
    case $1 in
        instance) cat "$(instance "$2")" ;;
        plan)
            rm -f plan.csv
            "$UL_COMMAND" solve "$(instance "$2")" -m "$3" -o plan.csv >/dev/null || return 1
            cat plan.csv
            case $2 in # the checker reads files only
                gallery:*) ;;
                *) "$UL_CHECK" "$2.csv" plan.csv ;;
            esac
            "$UL_COMMAND" show "$(instance "$2")" --plan plan.csv --svg plan.svg >/dev/null
            cat plan.svg
            ;;
        proof)
            "$UL_COMMAND" solve "$(instance "$2")" -m "$3" | grep -E '^(status|cost|bound|gap) '
            ;;
        steps) "$UL_COMMAND" explain "$(instance "$2")" -m "$3" ;;
        tables)
            rm -rf tables
            "$UL_COMMAND" report "$here/../../$2" --csv tables >/dev/null
            cat tables/*.csv
            ;;
    esac
}

hash_of() { text_of "$@" >text && sha256sum text | cut -c1-16; }

of_kind() { # KIND: its methods
    "$UL_COMMAND" list methods | awk -v kind=" $1:" '/^ [a-z]/ {on = $0 == kind} on && /^  [a-z]/ {print $1}'
}

everything() {
    local generated="eva-table7_60_1 eva-table7_40_2_cores=vcpu_throughput=code
        eva-multitask_40_1_throughput=fig1 heterogeneous_30_1 heterogeneous_60_2
        eva-table7_40_3_runtime=gavel bpp_60_1 weibull_100_2024 bpp_60_1_class=triplets vsbpp_60_1_costs=concave
        vsbpp_40_2_costs=convex vbp_40_1_class=7 reservation_-_1_years=1
        reservation_-_2_years=1_shape=growing reservation_-_3_years=1_shape=rise-and-fall
        reservation_-_4_years=1_shape=slowing reservation_-_5_years=1_shape=bursty
        availability_12_1_capacity=200 availability_20_2_capacity=500_target=0.999 deadline_60_1
        eva-jobs_8_1 google-jobs_10_1 swf-jobs_12_1 batch-jobs_6_1 eagle_12_1_workers=60"
    local name kind method
    for name in $generated; do
        echo "instance $name"
    done
    for name in $("$UL_COMMAND" list gallery | sed -n 's/^  \(gallery:[^ ]*\) .*/\1/p') $generated; do
        kind=$("$UL_COMMAND" show "$(instance "$name")" | sed -n '1s/.*(\([a-z]*\))$/\1/p')
        for method in $(of_kind "$kind"); do
            case $method in
                glpk | cbc | external | *-ilp | *-flow | *-bound | schedule-*) ;;
                exact | *-exact)
                    case $name in gallery:* | *_12_1* | eva-table7_60_1 | reservation*) echo "proof $name $method" ;; esac
                    ;;
                *)
                    echo "plan $name $method"
                    case $name in gallery:eva-table3 | gallery:greedy-*) echo "steps $name $method" ;; esac
                    ;;
            esac
        done
    done
    echo "tables results/peers"
}

if [ "${1:-}" = --write ]; then
    everything | while read -r line; do
        # shellcheck disable=SC2086 # words of the line
        if hash=$(hash_of $line 2>/dev/null); then echo "$hash $line"; fi
    done >made
    mv made "$list"
    exit 0
fi

[ "$(wc -l <"$list")" -ge 100 ]
differ=0
while read -r hash line; do
    # shellcheck disable=SC2086 # words of the line
    if [ "$(hash_of $line)" != "$hash" ]; then
        echo "other bytes than on the machine of the list: $line"
        differ=$((differ + 1))
    fi
done <"$list"
[ $differ = 0 ]
