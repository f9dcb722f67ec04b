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
    [ -n "$bound" ] || bound=0 # on a busy machine the end may come before the first bound
    grep -q "no plan costs less than $bound," said || fail "$1: printed $bound but $(cat said)"
}

# a deadline: within a second of it even on a busy machine, with plan and proof
start=$(date +%s%N)
"$UL_COMMAND" solve many.csv -m exact --time-limit 1.5 -o plan.csv --certificate proof.csv --json >out
took=$((($(date +%s%N) - start) / 1000000))
[ "$took" -lt 3500 ] || fail "a limit of 1.5 s took $took ms"
check deadline

# however many tasks: the quickest heuristic's plan, and nothing is set up after the
# deadline (which took 2 s of these 50,000 and grew with their square)
"$UL_COMMAND" gen heterogeneous --tasks 50000 --seed 1 -o more.csv
"$UL_COMMAND" solve more.csv -m exact --time-limit 0.05 --json >out
cpu=$(sed -n 's/.*"cpu_s": \([0-9]*\)\..*/\1/p' out)
[ "$cpu" = 0 ] || fail "a limit of 0.05 s on 50,000 tasks took more than $cpu s of processor time"
grep -q '"status": "feasible"' out || fail "no plan for 50,000 tasks: $(cat out)"

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

# prices 18 orders of magnitude apart: a bound that rounding leaves, and its certificate
far() { # TASK: beside two small ones
    printf 'ullage,1,packing\nname,far\nresource,a\ntype,small,f,0.000001,10\ntype,mid,f,1,100\n'
    printf 'type,large,f,1000000000000,1000\ntask,a,20,,,,3\ntask,b,20,,,,35\n%s\n' "$1"
}
far 'task,c,20,,,,350' >many.csv # ten of the large ones
far 'task,c,20,,,,80' >never.csv # which nobody needs
"$UL_COMMAND" solve many.csv -m exact -o plan.csv --certificate proof.csv --json >out
check "prices far apart"
awk -v bound="$bound" 'BEGIN { exit !(bound > 9.9999e12) }' || fail "prices far apart: $bound of 10^13"
"$UL_COMMAND" solve never.csv -m exact -o plan.csv --certificate proof.csv | grep -q '^cost *$30' ||
    fail "a price that nobody pays"
"$UL_CHECK" never.csv plan.csv --certificate proof.csv | grep -q '^optimal' || fail "a price that nobody pays: no proof"
