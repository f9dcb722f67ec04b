#!/usr/bin/env bash
# What 'ullage solve' prints and writes is what scripts may rely on.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$UL_COMMAND" gen eva-table3 -o table3.csv
"$UL_COMMAND" gen eva-table3 -o table3.csv.gz

# the JSON object: one line, these members in this order, exact decimals, nothing on stderr
"$UL_COMMAND" solve table3.csv -m eva-full --json --seed 7 >out 2>err
[ ! -s err ]
[ "$(wc -l <out)" = 1 ]
number='[0-9]+(\.[0-9]+)?'
grep -qxE '\{"instance": "eva-table3", "method": "eva-full", "status": "feasible", "cost": 12\.8, "bound": null, "gap": null, "proved": false, "wall_s": '$number', "cpu_s": '$number', "peak_rss_kb": [0-9]+, "seed": 7, "parameters": \{"price": "rp", "jobs": "single", "throughput": 0\.95\}, "limit": null, "measures": \{"machines": 2, "utilisation_gpu": 0\.75, "utilisation_cpu": 0\.91[0-9]*, "utilisation_ram_gb": 0\.23[0-9]*\}, "bins": \{"it1": 1, "it3": 1\}\}' out || { cat out; exit 1; }

# a plan on standard output leaves nothing else there
"$UL_COMMAND" solve table3.csv -m eva-full -o - >plan.csv 2>err
head -1 plan.csv | grep -qx 'ullage-plan,1,packing'
[ ! -s err ]
[ "$("$UL_CHECK" table3.csv plan.csv)" = "valid: cost 12.8" ]

# a compressed instance is the same instance
"$UL_COMMAND" solve table3.csv.gz -m eva-full -o plan.csv.gz >out 2>err
[ "$("$UL_CHECK" table3.csv plan.csv.gz)" = "valid: cost 12.8" ]

# a link is written through, not replaced (/dev/stdout is one)
ln -s target.csv link.csv
"$UL_COMMAND" gen eva-table3 -o link.csv
[ -L link.csv ] && cmp target.csv table3.csv

# parameters that are wrong name what is right
if "$UL_COMMAND" solve table3.csv -m eva-full --set price=high >out 2>err; then exit 1; fi
grep -q 'takes rp|tnrp' err
[ "$(wc -l <err)" = 1 ]

# -m takes parameters behind the name, wherever a method is run; they win over --set
"$UL_COMMAND" solve table3.csv -m eva-full --set price=tnrp --json | sed 's/"[a-z_]*_[a-z]*": [0-9.]*, //g' >a
"$UL_COMMAND" solve table3.csv -m 'eva-full price=tnrp' --json | sed 's/"[a-z_]*_[a-z]*": [0-9.]*, //g' >b
cmp a b
"$UL_COMMAND" show table3.csv -m 'eva-full price=tnrp  jobs=multi' >out
grep -qx 'method    eva-full' out
for command in solve show explain; do
    if "$UL_COMMAND" $command table3.csv -m 'eva-full price=high' >out 2>err; then exit 1; fi
    grep -q 'takes rp|tnrp' err
    if "$UL_COMMAND" $command table3.csv -m 'nothing price=rp' >out 2>err; then exit 1; fi
    grep -q "there is no method 'nothing'" err
    if "$UL_COMMAND" $command table3.csv -m '' >out 2>err; then exit 1; fi
    grep -q "there is no method ''" err
done

# the same seed gives the same plan
"$UL_COMMAND" gen eva-table7 --tasks 60 --seed 3 -o t7.csv
"$UL_COMMAND" gen eva-table7 --tasks 60 --seed 3 | cmp - t7.csv
"$UL_COMMAND" solve t7.csv -m stratus -o a.csv >out
"$UL_COMMAND" solve t7.csv -m stratus -o b.csv >out
cmp a.csv b.csv

# a folder that is not there is noticed before the run, and nothing is left behind
if "$UL_COMMAND" solve "$folder/table3.csv" -m local-search -t 30 -o "$folder/none/plan.csv" \
    2>"$folder/err"; then exit 1; fi
grep -q 'none/plan.csv: cannot be written' "$folder/err"

# what a method has to say is in the JSON too; a plan and a certificate need two files
printf 'ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,51800000,4\ntype,b,f,29400000.000001,3\ntask,t,2,,,,2\n' \
    >"$folder/dear.csv"
"$UL_COMMAND" solve "$folder/dear.csv" -m exact --json | grep -q '"note": "a price is more than 2^40 times'
if "$UL_COMMAND" solve "$folder/table3.csv" -m exact -o x -c x 2>"$folder/err"; then exit 1; fi
grep -q 'files of their own' "$folder/err"

if "$UL_COMMAND" solve "$folder/table3.csv" -m exact -o - -c - >"$folder/out" 2>"$folder/err"; then exit 1; fi
grep -q 'files of their own' "$folder/err"
[ ! -s "$folder/out" ]

# where there is no plan, that none was written is said: an older file may have its name
"$UL_COMMAND" gen eva-jobs -n 5 -o "$folder/jobs.csv"
"$UL_COMMAND" solve "$folder/jobs.csv" -m schedule-floor -o "$folder/no-plan.csv" >/dev/null 2>"$folder/err"
grep -q "no plan was written to .*/no-plan.csv: the run is 'bound'" "$folder/err"
[ ! -e "$folder/no-plan.csv" ]

# whatever path they are named by; and the instance is never written over
mkdir "$folder/sub"
cp "$folder/table3.csv" "$folder/mine.csv"
ln -s ../mine.csv "$folder/sub/link.csv"
for path in mine.csv ./mine.csv sub/../mine.csv sub/link.csv; do
    for option in -o -c; do
        if (cd "$folder" && "$UL_COMMAND" solve mine.csv -m exact $option $path 2>err); then exit 1; fi
        grep -q 'would be replaced' "$folder/err"
    done
done
if (cd "$folder" && "$UL_COMMAND" solve - -m exact -o mine.csv <mine.csv 2>err); then exit 1; fi
grep -q 'would be replaced' "$folder/err"
for command in 'show mine.csv -m ffd --svg' 'explain mine.csv -m ffd --html' 'import bpplib mine.csv -o'; do
    if (cd "$folder" && "$UL_COMMAND" $command sub/link.csv 2>err); then exit 1; fi
    grep -q 'would be replaced' "$folder/err"
done
cmp "$folder/table3.csv" "$folder/mine.csv"
ln -s ../new.csv "$folder/sub/not-there-yet"
for path in sub/../new.csv sub/not-there-yet; do
    if (cd "$folder" && "$UL_COMMAND" solve mine.csv -m exact -o new.csv -c $path 2>err); then exit 1; fi
    grep -q 'files of their own' "$folder/err"
done
[ ! -e "$folder/new.csv" ]
(cd "$folder" && "$UL_COMMAND" solve mine.csv -m exact -o /dev/null -c /dev/null >/dev/null)

# a plan that was found before a fault is kept
if [ -w /dev/full ]; then
    if "$UL_COMMAND" solve "$folder/table3.csv" -m exact -o "$folder/kept.csv" -c /dev/full \
        >/dev/null 2>"$folder/err"; then exit 1; fi
    grep -q 'the best plan before the fault is in' "$folder/err"
    grep -q 'cannot be written\|No space' "$folder/err"
    "$UL_CHECK" "$folder/table3.csv" "$folder/kept.csv" | grep -qx 'valid: cost 12.8'
fi
