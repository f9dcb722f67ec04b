#!/usr/bin/env bash
# How well limits are kept: every method on every instance of extremes.sh with one dimension
# at its extreme, under --cpu-limit 1, and its CPU time without reading; then ullage-check on
# the plan and the certificate, under --cpu-limit 1, reading counted. Programs of yours, of which
# there are none here, are left out. Prints a row each and,
# at the end, how many took more than 1.2 s: in each of three tries, for what else runs on the
# machine costs time, too. Half an hour, a CPU second or two a row.
#
#     bench/speed/limits/limits.sh [INSTANCE...]
set -eu
export LC_ALL=C.UTF-8
here=$(dirname "$0")
ullage=${UL_COMMAND:-build/release/ullage}
check=${UL_CHECK:-build/release/ullage-check}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TIMEFORMAT='%U %S'

seconds() { # COMMAND...: CPU seconds of it and its children
    { time timeout -k 1 300 "$@" >"$folder/out" 2>"$folder/err" || true; } 2>&1 | awk '{ print $1 + $2 }'
}
in_time() { # READ_S COMMAND...: seconds without reading, the least of three tries unless the first is in time
    local read=$1 least=999 took
    shift
    for _ in 1 2 3; do
        took=$(seconds "$@")
        least=$(awk -v took="$took" -v read="$read" -v least="$least" 'BEGIN {
            own = took - read; printf "%.2f", own < least ? own : least }')
        ! awk -v least="$least" 'BEGIN { exit !(least <= 1.2) }' || break
    done
    echo "$least"
}
methods() { # KIND: names, and of those that write certificates the option
    "$ullage" list methods | awk -v kind="$1:" '
        /^ [a-z]/ { on = $1 == kind }
        on && /^  [a-z]/ { if (name) print name; name = $1 }
        on && /writes its proof/ { name = name " --certificate" }
        END { if (name) print name }' | grep -v -e "^external" -e "^online" -e "^program" -e "^python"
}
check_row() { # the plan and the certificate that there are
    local files=("$folder/i.csv")
    [ ! -e "$folder/p.csv" ] || files+=("$folder/p.csv")
    [ ! -e "$folder/c.csv" ] || files+=(--certificate "$folder/c.csv")
    [ ${#files[@]} -gt 1 ] || { echo -; return; }
    in_time 0 "$check" "${files[@]}" --cpu-limit 1
}
[ $# -gt 0 ] || mapfile -t names < <("$here/extremes.sh" list)
[ $# -eq 0 ] || names=("$@")
for name in "${names[@]}"; do
    "$here/extremes.sh" "$name" >"$folder/i.csv"
    read=$(seconds "$ullage" solve "$folder/i.csv" -m program --set 'command=false {instance} {plan}')
    while read -r method certificate; do
        rm -f "$folder/p.csv" "$folder/c.csv"
        took=$(in_time "$read" "$ullage" solve "$folder/i.csv" -m "$method" --cpu-limit 1 -o "$folder/p.csv" \
            ${certificate:+"$certificate" "$folder/c.csv"})
        checked=$(check_row)
        awk -v name="$name" -v method="$method" -v took="$took" -v checked="$checked" 'BEGIN {
            late = took > 1.2 || checked != "-" && checked > 1.2
            printf "%-22s %-28s %6.2f s, check %s s%s\n", name, method, took, checked, late ? "  LATE" : "" }'
    done < <(methods "${name%%-*}")
done | tee "$folder/rows"
echo "late: $(grep -c LATE "$folder/rows" || true) of $(wc -l <"$folder/rows")"
