#!/usr/bin/env bash
# The exact method is anytime: it keeps its deadline, and an interrupt keeps the
# best plan and a certificate of what was proved until then.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "exact.sh: $1" >&2; exit 1; }
"$UL_COMMAND" gen heterogeneous --tasks 120 --seed 4 -o many.csv

check() { # WHAT
    "$UL_CHECK" many.csv plan.csv --certificate proof.csv >said || fail "$1: $(cat said)"
    bound=$(sed -n 's/.*"bound": \([0-9.]*\),.*/\1/p' out)
    grep -q "no plan costs less than $bound," said || fail "$1: printed $bound but $(cat said)"
}

# a deadline: within a second of it even on a busy machine, with plan and proof
start=$(date +%s%N)
"$UL_COMMAND" solve many.csv -m exact --time-limit 1.5 -o plan.csv --certificate proof.csv --json >out
took=$((($(date +%s%N) - start) / 1000000))
[ "$took" -lt 3500 ] || fail "a limit of 1.5 s took $took ms"
check deadline

# an interrupt
rm -f plan.csv proof.csv
"$UL_COMMAND" solve many.csv -m exact --time-limit 100 -o plan.csv --certificate proof.csv --json \
    >out &
solve=$!
sleep 1
kill -INT "$solve"
status=0
wait "$solve" || status=$?
[ "$status" = 0 ] || fail "interrupted: exit status $status"
check interrupt
