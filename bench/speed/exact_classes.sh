#!/usr/bin/env bash
# The exact method on every class of docs/exact.md, each proof kept and verified: generated
# instances (the suites exact-*), and published ones where they are at hand.
#
#     bench/speed/exact_classes.sh [CLASS [MOST [SECONDS]]]
#
# CLASS is a pattern of the shell (default '*'), MOST how many instances a class (default
# all), SECONDS of CPU time the most each has (default: what its class has, below).
# PUBLISHED names folders with instances of BPPLIB (.txt) or of vector packing (.vbp) and
# known.csv, whose records begin with class,file,lower bound,best known
# (https://site.unibo.it/operations-research/en/research/bpplib-a-bin-packing-problem-library).
# Records go to FOLDER/classes.csv (default results/exact), certificates to FOLDER/proofs;
# what is recorded there already is not run again. A table by class goes to the terminal;
# exit 1 when a certificate was refused. ULLAGE and ULLAGE_CHECK are the programs (default:
# those of build/release).
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
ullage=${ULLAGE:-$here/build/release/ullage}
check=${ULLAGE_CHECK:-$here/build/release/ullage-check}
class=${1:-*}
most=${2:-1000000}
seconds=${3:-1000000}
folder=${FOLDER:-$here/results/exact}
records=$folder/classes.csv
mkdir -p "$folder/proofs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

limit_of() { # CLASS: CPU seconds that an instance has
    local limit=30
    case $1 in
    ai201 | ani201 | gi-* | exact-cutting | *-120 | exact-distinct50* | exact-distinct200 | exact-table7) limit=60 ;;
    exact-distinct100) limit=120 ;;
    ai402 | ani402 | ai600 | ani600 | exact-distinct1000) limit=300 ;;
    exact-few) limit=5 ;;
    exact-table4) limit=20 ;;
    esac
    echo $((limit < seconds ? limit : seconds))
}

field() { # NAME: of the JSON object in $work/out
    sed -n "s/.*\"$1\": \"\\?\\([^\",}]*\\).*/\\1/p" "$work/out"
}

declare -A taken=()
is_wanted() { # CLASS NAME: whether it is to be run
    # shellcheck disable=SC2053 # the class is a pattern
    [[ $1 == $class ]] || return 1
    taken[$1]=$((${taken[$1]:-0} + 1))
    [ "${taken[$1]}" -le "$most" ] && ! grep -q "^$1,$2," "$records"
}

solve() { # CLASS NAME KNOWN: a record of $work/in.csv
    local limit verified=no proof=$folder/proofs/$1-${2//[^A-Za-z0-9.=-]/_}.csv
    limit=$(limit_of "$1")
    "$ullage" solve "$work/in.csv" -m exact --cpu-limit "$limit" --json -o "$work/plan.csv" \
        --certificate "$proof" >"$work/out"
    "$check" "$work/in.csv" "$work/plan.csv" --certificate "$proof" >"$work/said" && verified=yes
    echo "$1,$2,$3,$limit,$(field status),$(field cost),$(field bound),$(field cpu_s),$(
        field peak_rss_kb),$verified,$(sha256sum <"$proof" | cut -c1-16)" >>"$records"
    gzip -f "$proof"
}

generated() { # SUITE: every instance that its 'generate' records make
    local suite=$1 family tasks first last sets seed name
    while IFS=, read -r _ family tasks first last sets; do
        for seed in $(seq "$first" "$last"); do
            name=$family-$tasks-s$seed${sets:+-${sets//,/-}}
            is_wanted "$suite" "$name" || continue
            # shellcheck disable=SC2046 # a word each
            "$ullage" gen "$family" --tasks "$tasks" --seed "$seed" \
                $(tr , '\n' <<<"$sets" | sed -n 's/^./--set &/p') -o "$work/in.csv"
            solve "$suite" "$name" ""
        done
    done < <(grep '^generate,' "$here/bench/suites/$suite.csv")
}

published() { # FOLDER
    local name file best format
    while IFS=, read -r name file _ best _; do
        if [ "$name" = class ] || ! is_wanted "$name" "$file"; then
            continue
        fi
        best=${best%$'\r'} format=bpplib
        case $file in *.vbp) format=vpsolver-vbp ;; esac
        "$ullage" import "$format" "$1/$file" -o "$work/in.csv" >/dev/null
        solve "$name" "$file" "$best"
    done <"$1/known.csv"
}

[ -e "$records" ] || echo "class,instance,known,limit_s,status,cost,bound,cpu_s,peak_rss_kb,\
verified,certificate" >"$records"
for suite in "$here"/bench/suites/exact-*.csv; do
    generated "$(basename "$suite" .csv)"
done
for place in ${PUBLISHED:-}; do
    published "$place"
done
[ ${#taken[@]} -gt 0 ] || {
    echo "exact_classes.sh: there is no class '$class'; the suites are bench/suites/exact-*, other" \
        "classes are those of known.csv in the folders of PUBLISHED" >&2
    exit 2
}

awk -F, 'NR > 1 {
    runs[$1]++; known[$1] += $3 != "" && $6 <= $3
    refused += $10 == "no"; memory[$1] = $9 > memory[$1] ? $9 : memory[$1]
    worst[$1] = $8 > worst[$1] ? $8 : worst[$1]
    gap = $7 > 0 ? 100 * ($6 - $7) / $7 : 100
    gaps[$1] = gap > gaps[$1] ? gap : gaps[$1]
    proved[$1] += $5 == "optimal" && $10 == "yes"; time[$1, runs[$1]] = $8
}
function median(c,    i, j, t) {
    for (i = 2; i <= runs[c]; i++)
        for (j = i; j > 1 && time[c, j] < time[c, j - 1]; j--) {
            t = time[c, j]; time[c, j] = time[c, j - 1]; time[c, j - 1] = t
        }
    return time[c, int((runs[c] + 1) / 2)]
}
END {
    row = "%-22s %5s %10s %7s %9s %9s %9s %7s\n"
    printf row, "class", "runs", "best known", "proved", "median s", "worst s", "worst gap", "MiB"
    for (c in runs)
        printf row, c, runs[c], known[c], proved[c], sprintf("%.2f", median(c)),
            sprintf("%.2f", worst[c]), sprintf("%.3f%%", gaps[c]),
            sprintf("%.0f", memory[c] / 1024) | "sort"
    close("sort")
    printf "certificates refused: %d\n", refused
    exit refused > 0
}' "$records"
