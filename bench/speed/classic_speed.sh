#!/usr/bin/env bash
# Speed and cost of the constructive methods on large instances, and what
# local-search reaches in two seconds. CPU seconds of the whole command, so
# reading the file counts; one core.
#
#     cmake --preset release && cmake --build --preset release
#     bench/speed/classic_speed.sh [TASKS] [ULLAGE]      (100000, build/release/ullage)
set -eu
export LC_ALL=C.UTF-8
tasks=${1:-100000}
ullage=${2:-build/release/ullage}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OPENBLAS_NUM_THREADS=1 TIMEFORMAT=%U

measure() { # INSTANCE METHOD [OPTION...]
    local file=$folder/$1.csv method=$2 seconds
    shift 2
    seconds=$({ time "$ullage" solve "$file" -m "$method" "$@" >"$folder/out"; } 2>&1)
    printf '%-14s %-12s %9s CPU s  %s\n' "$(basename "$file" .csv)" "$method" "$seconds" \
        "$(sed -n 's/^cost *//p' "$folder/out")"
}

for family in eva-table7 heterogeneous; do
    "$ullage" gen $family --tasks "$tasks" --seed 1 -o "$folder/$family.csv"
    for method in ffd bfd dot-product norm2 vsbpp-ffd vsbpp-bfd stratus; do
        measure $family $method
    done
    "$ullage" gen $family --tasks 200 --seed 1 -o "$folder/$family-200.csv"
    measure $family-200 local-search --time-limit 2
done
