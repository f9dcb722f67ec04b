#!/usr/bin/env bash
# The exact method on published instances with known optima, every proof verified.
#
#     bench/speed/exact_public.sh FOLDER [SECONDS [CLASS [MOST]]]
#
# FOLDER holds instances of BPPLIB (.txt) or of vector packing (.vbp) and known.csv, whose
# records begin with class,file,lower bound,best known (https://site.unibo.it/operations-
# research/en/research/bpplib-a-bin-packing-problem-library). Each has SECONDS of CPU time
# (default 30); CLASS is a pattern of the shell (default '*'), and MOST a class are taken
# (default all), the first ones: for a short look. Records go to
# results/exact/public.csv, or where RECORDS says; what is recorded there already is not
# run again. A summary by class goes to the terminal; exit 1 when a certificate was
# refused. ULLAGE and ULLAGE_CHECK are the programs (default: those of build/release).
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
ullage=${ULLAGE:-$here/build/release/ullage}
check=${ULLAGE_CHECK:-$here/build/release/ullage-check}
folder=${1:?"usage: exact_public.sh FOLDER [SECONDS [CLASS [MOST]]]"}
seconds=${2:-30}
class=${3:-*}
most=${4:-1000000}
records=${RECORDS:-$here/results/exact/public.csv}
mkdir -p "$(dirname "$records")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

field() { # NAME: of the JSON object in $work/out
    sed -n "s/.*\"$1\": \"\\?\\([^\",}]*\\).*/\\1/p" "$work/out"
}

solve() { # CLASS FILE BEST: a record
    local format=bpplib verified=no
    case $2 in *.vbp) format=vpsolver-vbp ;; esac
    "$ullage" import "$format" "$folder/$2" -o "$work/in.csv" >/dev/null
    "$ullage" solve "$work/in.csv" -m exact --cpu-limit "$seconds" --json -o "$work/plan.csv" \
        --certificate "$work/proof.csv" >"$work/out"
    "$check" "$work/in.csv" "$work/plan.csv" --certificate "$work/proof.csv" >"$work/said" \
        && verified=yes
    echo "$1,$2,$3,$seconds,$(field status),$(field cost),$(field bound),$(field cpu_s),$(
        field peak_rss_kb),$verified" >>"$records"
}

[ -e "$records" ] \
    || echo "class,file,known,limit_s,status,cost,bound,cpu_s,peak_rss_kb,verified" >"$records"
declare -A taken
while IFS=, read -r name file _ best _; do
    # shellcheck disable=SC2053 # the class is a pattern
    [ "$name" != class ] && [[ $name == $class ]] || continue
    taken[$name]=$((${taken[$name]:-0} + 1))
    [ "${taken[$name]}" -le "$most" ] || continue
    grep -q "^$name,$file," "$records" || solve "$name" "$file" "$best"
done <"$folder/known.csv"

awk -F, 'NR > 1 {
    runs[$1]++; best[$1] += $3 == "" || $6 <= $3
    refused += $10 == "no"; worst[$1] = $8 > worst[$1] ? $8 : worst[$1]
    if ($5 == "optimal" && $10 == "yes") time[$1, proved[$1]++] = $8
}
function median(c,    i, j, t) {
    for (i = 1; i < proved[c]; i++)
        for (j = i; j > 0 && time[c, j] < time[c, j - 1]; j--) {
            t = time[c, j]; time[c, j] = time[c, j - 1]; time[c, j - 1] = t
        }
    return time[c, int((proved[c] - 1) / 2)]
}
END {
    printf "%-22s %5s %11s %7s %9s %9s\n", "class", "runs", "best known", "proved", "median s", "worst s"
    for (c in runs)
        printf "%-22s %5d %11d %7d %9.2f %9.2f\n", c, runs[c], best[c], proved[c], median(c), worst[c] | "sort"
    close("sort")
    printf "certificates refused: %d\n", refused
    exit refused > 0
}' "$records"
