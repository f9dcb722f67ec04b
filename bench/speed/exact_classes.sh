#!/usr/bin/env bash
# The exact method on every class of docs/exact-results.md, each proof kept and verified: generated
# instances (the suites exact-*), and published ones where they are at hand.
#
#     bench/speed/exact_classes.sh [CLASS [MOST [SECONDS]]]
#
# CLASS is a pattern of the shell (default '*'), MOST how many instances a class (default
# all), SECONDS of CPU time the most each has (default: what its class has, below).
# PUBLISHED names folders with instances of BPPLIB (.txt) or of vector packing (.vbp) and
# known.csv, whose records begin with class,file,lower bound,best known
# (https://site.unibo.it/operations-research/en/research/bpplib-a-bin-packing-problem-library).
# GLPK=SOURCE, its source (Debian: apt-get source glpk), has each instance run on the five paths of
# exact/five_paths.sh, with rounding and duals that differ in their last digits; else there is one.
# Records go to FOLDER/classes.csv (default results/exact), certificates of the first path to
# FOLDER/proofs; what is recorded there already is not run again. A table by class goes to the
# terminal; exit 1 when a run failed or a certificate was refused. ULLAGE and ULLAGE_CHECK are the programs
# (default: those of build/release).
set -euo pipefail
export LC_ALL=C.UTF-8
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
# shellcheck source=bench/speed/exact/five_paths.sh
source "$here/bench/speed/exact/five_paths.sh"
paths=(installed)
[ -z "${GLPK:-}" ] || five_paths "$work" "$GLPK"

limit_of() { # CLASS: CPU seconds that an instance has
    local limit=30
    case $1 in
    ai201 | ani201 | gi-* | exact-cutting | *-120 | exact-distinct50 | exact-distinct50-few | exact-distinct200* | exact-supply | exact-table7)
        limit=60
        ;;
    ai402 | ani402 | ai600 | ani600 | exact-distinct1000* | exact-distinct5000) limit=300 ;;
    exact-distinct100* | exact-distinct500*) limit=120 ;;
    exact-few) limit=5 ;;
    exact-table4) limit=20 ;;
    esac
    echo $((limit < seconds ? limit : seconds))
}

field() { # NAME: of the JSON object in $work/out
    sed -n "s/.*\"$1\": \"\\?\\([^\",}]*\\).*/\\1/p" "$work/out"
}

declare -A taken=()
is_wanted() { # CLASS NAME: whether it is to be run, on the last path if on no other
    # shellcheck disable=SC2053 # the class is a pattern
    [[ $1 == $class ]] || return 1
    taken[$1]=$((${taken[$1]:-0} + 1))
    [ "${taken[$1]}" -le "$most" ] && ! grep -q "^$1,$2,${paths[-1]}," "$records"
}

solve_on() { # PATH CLASS NAME KNOWN: a record of $work/in.csv
    local limit verified=no plan=() proof=$work/proof.csv
    limit=$(limit_of "$2")
    rm -f "$work/plan.csv" "$proof"
    on_path "$1" "$ullage" solve "$work/in.csv" -m exact --cpu-limit "$limit" --json \
        -o "$work/plan.csv" --certificate "$proof" >"$work/out" || grep -q infeasible "$work/out" ||
        echo '{"status": "failed", "cost": "null"}' >"$work/out"
    touch "$proof"
    [ ! -e "$work/plan.csv" ] || plan=("$work/plan.csv") # where supply is limited there may be none
    "$check" "$work/in.csv" "${plan[@]}" --certificate "$proof" >"$work/said" && verified=yes
    echo "$2,$3,$1,$4,$limit,$(field status),$(field cost),$(field bound),$(field cpu_s),$(
        field peak_rss_kb),$verified,$(sha256sum <"$proof" | cut -c1-16)" >>"$records"
    [ "$1" != installed ] || gzip -nc "$proof" >"$folder/proofs/$2-${3//[^A-Za-z0-9.=-]/_}.csv.gz"
}

solve() { # CLASS NAME KNOWN: a record a path that has none yet
    local path
    for path in "${paths[@]}"; do
        grep -q "^$1,$2,$path," "$records" || solve_on "$path" "$@"
    done
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

[ -e "$records" ] || echo "class,instance,path,known,limit_s,status,cost,bound,cpu_s,peak_rss_kb,\
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
    c = $1; runs[c]++; known[c] += $4 != "" && $7 <= $4
    if (!((c, $2) in seen)) { seen[c, $2] = 1; instances[c]++ }
    refused += $11 == "no"; memory[c] = $10 > memory[c] ? $10 : memory[c]
    gap = $6 == "infeasible" ? 0 : $7 != "null" && $8 > 0 ? 100 * ($7 - $8) / $8 : 100
    gaps[c] = gap > gaps[c] ? gap : gaps[c]
    proved[c] += ($6 == "optimal" || $6 == "infeasible") && $11 == "yes"; time[c, runs[c]] = $9
}
function sort_times(c,    i, j, t) {
    for (i = 2; i <= runs[c]; i++)
        for (j = i; j > 1 && time[c, j] < time[c, j - 1]; j--) {
            t = time[c, j]; time[c, j] = time[c, j - 1]; time[c, j - 1] = t
        }
}
END {
    row = "%-22s %9s %5s %10s %7s %9s %9s %9s %7s\n"
    printf row, "class", "instances", "runs", "best known", "proved", "median s", "worst s", "worst gap", "MiB"
    for (c in runs) {
        sort_times(c)
        printf row, c, instances[c], runs[c], known[c], proved[c],
            sprintf("%.2f", time[c, int((runs[c] + 1) / 2)]), sprintf("%.2f", time[c, runs[c]]),
            sprintf("%.3f%%", gaps[c]), sprintf("%.0f", memory[c] / 1024) | "sort"
    }
    close("sort")
    printf "certificates refused: %d\n", refused
    exit refused > 0
}' "$records"
