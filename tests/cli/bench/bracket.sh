#!/usr/bin/env bash
# The bracket of a workload: every policy has a row, with its cost or the reason why not.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() {
    echo "$*"
    exit 1
}

"$UL_COMMAND" list methods | sed -n '/^ schedule:/,/^ [a-z]/s/^  \([a-z][a-z-]*\) .*/\1/p' |
    grep -vx -e program -e policy -e python -e schedule-floor | sort -u >policies
[ "$(wc -l <policies)" -gt 20 ] || fail "which policies are there? $(cat policies)"

# a pool whose services leave something: policies of other worlds say why they are none
"$UL_COMMAND" gen availability --tasks 12 --seed 1 --set capacity=2000 -o zone.csv
"$UL_COMMAND" solve zone.csv -m trk8s -o pool.csv >/dev/null
"$UL_COMMAND" gen batch-jobs -n 10 --set demand=1000 -o batch.csv 2>/dev/null
"$UL_COMMAND" import excess zone.csv pool.csv batch.csv --set mean-up=2 -o excess.csv 2>/dev/null
"$UL_COMMAND" bracket excess.csv --cpu-limit 2 --csv -c floor.csv >out.csv
tail -n +2 out.csv | cut -d, -f1 | sort -u >rows
diff policies rows || fail "some policies have no row"
grep -q '^excess,[0-9.]*,' out.csv || fail "excess has no cost: $(cat out.csv)"
grep -q '^transient-on-demand,[0-9.]*,' out.csv || fail "transient-on-demand has no cost"
grep -q '^sparrow,.*has no fixed number of servers' out.csv || fail "sparrow gives no reason"
head -1 out.csv | grep -q 'patient' && fail "a column that nobody asked for"
awk -F, 'NR > 1 && $2 == "" && $8 == ""' out.csv | grep . && fail "no cost and no reason"
"$UL_COMMAND" solve excess.csv -m excess -o timeline.csv >/dev/null
"$UL_CHECK" excess.csv timeline.csv -c floor.csv | grep -q 'no plan costs less' ||
    fail "the floor's certificate is not accepted"

# the floor of those who do not wait, and who does
"$UL_COMMAND" gen eva-jobs -n 12 --seed 3 -o jobs.csv 2>/dev/null
"$UL_COMMAND" bracket jobs.csv -m first-fit -m 'schedule-search start=floor' --wait 600 --csv -c patient.csv >out.csv
head -1 out.csv | grep -q '^method,cost,above_floor,above_patient_floor,.*,status,floor,patient_floor$' || fail "$(head -1 out.csv)"
grep -q '^first-fit,[0-9.]*,[0-9.]*,[0-9.]*,' out.csv || fail "first-fit is not above it: $(cat out.csv)"
grep -q '^schedule-search start=floor,[0-9.]*,[0-9.]*,,' out.csv || fail "schedule-search waits: $(cat out.csv)"
"$UL_COMMAND" solve jobs.csv -m first-fit -o timeline.csv >/dev/null
"$UL_CHECK" jobs.csv timeline.csv -c patient.csv |
    grep -q 'no plan in which tasks spend at most 600 s on no machine costs less' ||
    fail "the certificate of those who do not wait is not accepted"

# under leases, too: the price of an hour follows from the leases by the checker
"$UL_COMMAND" reproduce sec-floor --set jobs=30 --keep kept >out
"$UL_COMMAND" gen swf-jobs -n 30 --seed 1 -o leased.csv 2>/dev/null
"$UL_COMMAND" solve leased.csv -m sec -o timeline.csv >/dev/null
for leased in 'floor=no plan costs less' \
    'floor-leased=$7670 for 26208 h and $0.361 an hour, at least $0.653658 for an hour of use' \
    'floor-leased=no plan paid on demand or by these leases costs less'; do
    "$UL_CHECK" leased.csv timeline.csv -c "kept/sec-floor/${leased%%=*}.csv" >out || fail "$(cat out)"
    grep -qF "${leased#*=}" out || fail "${leased%%=*}: $(cat out)"
done

# a world without enough machines for its work
printf '%s\n' ullage,1,schedule name,few resource,cpu type,a,f,1,10 supply,a,2,0,1000 \
    job,A,0,5,,500,free,6 >few.csv
"$UL_COMMAND" bracket few.csv -m first-fit -c none.csv >out
grep -q 'There is no schedule' out || fail "$(cat out)"
"$UL_CHECK" few.csv -c none.csv | grep -q '^infeasible: there is no plan, verified' || fail "no proof of that"

# what is asked for wrongly is no world of its own
for asked in nothing 'excess x=1'; do
    "$UL_COMMAND" bracket excess.csv -m "$asked" >out 2>err && fail "'$asked' passed"
    grep -q 'no method\|no parameter' err || fail "$(cat err)"
done

# --set is for the methods named, as behind their names, and not for the floor
"$UL_COMMAND" bracket jobs.csv -m 'eva interval=3600' --csv | cut -d, -f2-5 >behind.csv
"$UL_COMMAND" bracket jobs.csv -m eva --set interval=3600 --csv | cut -d, -f2-5 >set.csv
"$UL_COMMAND" bracket jobs.csv -m eva --csv | cut -d, -f2-5 >unset.csv
cmp behind.csv set.csv || fail "--set is not what stands behind the name"
"$UL_COMMAND" bracket jobs.csv -m eva --set interval=3600 | grep -q 'eva interval=3600 ' || fail "the row does not say what was set"
for asked in 'eva interval=300 interval=600' 'eva interval=300'; do
    "$UL_COMMAND" bracket jobs.csv -m "$asked" --set interval=600 >out 2>err && fail "'$asked' and another interval passed"
    grep -q "'interval' is given twice" err || fail "$(cat err)"
    "$UL_COMMAND" solve jobs.csv -m "$asked" --set interval=600 >out 2>err && fail "solve: '$asked' passed"
done
# a method with a long name is named in full, in the sentence on each floor
long="policy command=python3 $UL_SOURCE/tests/cli/policy/first_fit.py $(printf '=%.0s' {1..350})"
"$UL_COMMAND" bracket jobs.csv -m "$long" --wait 1000000 >out
[ "$(grep -oF "($long): " out | wc -l)" = 2 ] || fail "$(tail -1 out)"
# exact dollars and the floor, for programs
cost=$("$UL_COMMAND" solve jobs.csv -m eva --json | sed 's/.*"cost": \([0-9.]*\).*/\1/')
floor=$("$UL_COMMAND" solve jobs.csv -m schedule-floor --json | sed 's/.*"bound": \([0-9.]*\).*/\1/')
"$UL_COMMAND" bracket jobs.csv -m eva --csv | grep -q "^eva,$cost,.*,feasible,$floor\$" || fail "$cost, $floor: $("$UL_COMMAND" bracket jobs.csv -m eva --csv)"
"$UL_COMMAND" bracket jobs.csv -m eva --json | python3 -c 'import json, sys
said = json.load(sys.stdin)
row, = said["methods"]
assert [row["method"], row["cost"], said["floor"], row["floor"]] == ["eva", *map(float, sys.argv[1:]), float(sys.argv[2])], said' \
    "$cost" "$floor" || fail "not the JSON object"
! cmp -s set.csv unset.csv || fail "--set changes nothing"
"$UL_COMMAND" bracket jobs.csv -m eva --set nothing=1 >out 2>err && fail "a parameter that is not there"
grep -q 'no parameter' err || fail "$(cat err)"
"$UL_COMMAND" bracket jobs.csv --set interval=1 >out 2>err && fail "--set for nobody"
grep -q 'methods that -m names' err || fail "$(cat err)"

# a grid is several methods
"$UL_COMMAND" bracket jobs.csv -m 'eva interval=0..3600 by 1800' -m 'stratus clearing=yes|no' --csv |
    cut -d, -f1 | tail -n +2 | paste -sd, >out
[ "$(cat out)" = "eva interval=0,eva interval=1800,eva interval=3600,stratus clearing=yes,stratus clearing=no" ] ||
    fail "a grid: $(cat out)"

"$UL_COMMAND" bracket jobs.csv -m eva -m eva-full-only --set 'interval=0|1800' --csv | cut -d, -f1 | tail -n +2 | paste -sd, >out
[ "$(cat out)" = "eva interval=0,eva interval=1800,eva-full-only interval=0,eva-full-only interval=1800" ] || fail "a grid by --set: $(cat out)"

# a floor is said rounded down: what is printed is proved too
for seed in 1 2 3; do
    "$UL_COMMAND" gen eva-jobs -n 8 --seed $seed -o jobs.csv
    bound=$("$UL_COMMAND" solve jobs.csv -m schedule-floor --json | sed 's/.*"bound": \([0-9.]*\).*/\1/')
    said=$("$UL_COMMAND" bracket jobs.csv -m no-packing | sed -n 's/^ *Floor \$\([0-9.]*\), in.*/\1/p')
    awk -v bound="$bound" -v said="$said" 'BEGIN { exit !(said > 0 && said <= bound * (1 + 2e-6)) }' ||
        fail "the floor is $bound, and $said is said"
done
