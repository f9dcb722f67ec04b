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
# its settings, with underscores between them. $instance is its name, or its file.
make_instance() {
    instance=$1
    case $1 in gallery:* | results/*) return ;; esac
    instance=$1.csv
    [ ! -f "$instance" ] || return 0
    IFS=_ read -r -a words <<<"$1"
    settings=(--seed "${words[2]}")
    [ "${words[1]}" = - ] || settings+=(--tasks "${words[1]}")
    for word in "${words[@]:3}"; do settings+=(--set "$word"); done
    "$UL_COMMAND" gen "${words[0]}" "${settings[@]}" -o "$instance"
}

# What a line of the list stands for, on standard output.
text_of() {
    make_instance "$2"
    case $1 in
        instance) cat "$instance" ;;
        plan)
            : >plan.csv
            : >verdict
            "$UL_COMMAND" solve "$instance" -m "$3" -o plan.csv >/dev/null || return 1
            case $2 in # the checker reads files only
                gallery:*) ;;
                *) "$UL_CHECK" "$instance" plan.csv >verdict ;;
            esac
            "$UL_COMMAND" show "$instance" --plan plan.csv --svg plan.svg >/dev/null
            cat plan.csv verdict plan.svg
            ;;
        proof)
            "$UL_COMMAND" solve "$instance" -m "$3" | grep -E '^(status|cost|bound|gap) '
            ;;
        steps) "$UL_COMMAND" explain "$instance" -m "$3" ;;
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
        make_instance "$name"
        kind=$("$UL_COMMAND" show "$instance" | sed -n '1s/.*(\([a-z]*\))$/\1/p')
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

# All texts first, then all their hashes at once: two processes a line less.
[ "$(wc -l <"$list")" -ge 100 ]
mkdir texts
n=0
while read -r _ line; do
    n=$((n + 1))
    # shellcheck disable=SC2086 # words of the line
    text_of $line >"texts/$n" || echo "fails: $line" >"texts/$n"
done <"$list"
seq -f texts/%.0f $n | xargs sha256sum | cut -c1-16 | paste -d ' ' - <(cut -d ' ' -f 2- "$list") |
    diff "$list" - >differ && exit 0
sed -n 's/^< [^ ]* /other bytes than on the machine of the list: /p' differ
exit 1
