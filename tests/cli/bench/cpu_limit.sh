#!/usr/bin/env bash
# 'solve --cpu-limit' counts what the method uses, in its own process and in those
# it starts, however long that takes by the clock; a bench says the same word.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$UL_COMMAND" gen eva-table7 --tasks 200 --seed 1 -o big.csv
fail() { echo "cpu_limit.sh: $*" >&2; cat said >&2; exit 1; }

ends_by_cpu() { # METHOD SETTING...
    local method=$1 set=()
    shift
    for one in "$@"; do set+=(--set "$one"); done
    "$UL_COMMAND" solve big.csv -m "$method" "${set[@]}" --cpu-limit 1 -t 500 --json >said
    grep -q '"limit": "cpu"' said || fail "$method: another limit"
    grep -q '"cost": ' said || fail "$method: the plan is gone"
    # what it took to begin and to end is above the limit
    sed 's/.*"cpu_s": \([0-9.]*\).*/\1/' said | awk '{ exit !($1 >= 0.9 && $1 < 5) }' ||
        fail "$method: not about a second of CPU time"
}
hard="formulation=eva-assignment limit=1000000"
ends_by_cpu local-search
# shellcheck disable=SC2086
ends_by_cpu glpk $hard
# shellcheck disable=SC2086
ends_by_cpu cbc $hard

# a limit that is not reached is not mentioned
"$UL_COMMAND" solve big.csv -m ffd --cpu-limit 100 >said
if grep -q '^limit' said; then fail "ffd: a limit"; fi

printf 'ullage-suite,1\nname,one\nlimits,500,1,0\nfile,big.csv\nmethod,local-search\n' >suite.csv
"$UL_COMMAND" bench suite.csv --out run >said 2>&1 || fail "bench"
grep -q ",cpu," run/records.csv || { cp run/records.csv said; fail "bench: another limit"; }
