#!/usr/bin/env bash
# How well limits are kept: every method on every instance of extremes.sh with one dimension
# at its extreme, under --cpu-limit 1, and its CPU time without reading; then ullage-check on
# the plan. Prints a row each, and those above 1.2 s at the end. An hour, a CPU second a row.
#
#     bench/speed/limits/limits.sh [INSTANCE...]
set -eu
here=$(dirname "$0")
ullage=${UL_COMMAND:-build/release/ullage}
check=${UL_CHECK:-build/release/ullage-check}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%U %S'

seconds() { # COMMAND...: CPU seconds of it and its children
    { time timeout -k 1 300 "$@" >"$folder/out" 2>"$folder/err" || true; } 2>&1 | awk '{ print $1 + $2 }'
}
methods() { # KIND
    "$ullage" list methods | awk -v kind="$1:" '/^ [a-z]/ { on = $1 == kind } on && /^  [a-z]/ { print $1 }' |
        grep -vx -e external -e program
}
[ $# -gt 0 ] || mapfile -t names < <("$here/extremes.sh" list)
[ $# -eq 0 ] || names=("$@")
for name in "${names[@]}"; do
    "$here/extremes.sh" "$name" >"$folder/i.csv"
    read=$(seconds "$ullage" solve "$folder/i.csv" -m program --set 'command=false {instance} {plan}')
    for method in $(methods "${name%%-*}"); do
        rm -f "$folder/p.csv"
        took=$(seconds "$ullage" solve "$folder/i.csv" -m "$method" --cpu-limit 1 -o "$folder/p.csv")
        checked=-
        [ ! -e "$folder/p.csv" ] || checked=$(seconds "$check" "$folder/i.csv" "$folder/p.csv")
        awk -v name="$name" -v method="$method" -v took="$took" -v read="$read" -v checked="$checked" 'BEGIN {
            own = took - read
            printf "%-22s %-20s %6.2f s, check %s s%s\n", name, method, own, checked, (own > 1.2 ? "  LATE" : "") }'
    done
done | tee "$folder/rows"
echo "late: $(grep -c LATE "$folder/rows" || true) of $(wc -l <"$folder/rows")"
