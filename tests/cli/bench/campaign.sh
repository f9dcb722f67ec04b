#!/usr/bin/env bash
# Campaigns: folders grow and shrink, methods in other languages, imports, patterns,
# labels, limits of a method's own, certificates.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

rows() { tail -n +2 "$1/records.csv" | wc -l; }
# column NAME FILE: one column by its heading, of a file without quoted commas in it
column() {
    awk -F, -v name="$1" 'NR == 1 { for (q = 1; q <= NF; q++) if ($q == name) c = q } NR > 1 { print $c }' "$2"
}
expect() { # WHAT ACTUAL EXPECTED
    [ "$2" = "$3" ] || { echo "$1: '$2', expected '$3'"; exit 1; }
}

# A suite grows: only what is missing runs, rows and files of before stay as they are.
cat >grow.csv <<'SUITE'
ullage-suite,1
name,grow
limits,10,10,0
generate,eva-table7,12,1,2
method,ffd
SUITE
"$UL_COMMAND" bench grow.csv --out out 2>/dev/null >/dev/null
cp out/records.csv before.csv
cp -r out/plans plans-before
cat >grow.csv <<'SUITE'
ullage-suite,1
name,grow
limits,10,10,0
repetitions,2
generate,eva-table7,12,1,3
method,no-packing,@repetitions=1
method,ffd
SUITE
"$UL_COMMAND" bench grow.csv --out out --resume 2>err >/dev/null
expect "lines of progress" "$(wc -l <err)" 7 # 3 * (1 + 2) - 2
expect "rows after growing" "$(rows out)" 9
expect "different runs" "$(cut -d, -f2,5,6,7 out/records.csv | sort -u | wc -l)" 10
expect "different numbers" "$(column run out/records.csv | sort -un | wc -l)" 9
head -3 out/records.csv | cmp - before.csv
for plan in plans-before/*; do cmp "$plan" "out/plans/$(basename "$plan")"; done
[ -e out/suite-1.csv ] && [ -e out/manifest-1.json ]
grep -q 'eva-table7-12-s3' out/manifest.json
"$UL_COMMAND" bench grow.csv --out out --resume 2>err >/dev/null
expect "nothing is left to run" "$(wc -l <err)" 0
"$UL_COMMAND" report out >report.txt
grep -qE '^  ffd +6 +6 ' report.txt || { cat report.txt; exit 1; }

# ... but a method does not get other limits, and no other suite comes in
sed 's/^limits,10/limits,9/' grow.csv >limits.csv
if "$UL_COMMAND" bench limits.csv --out out --resume 2>err; then exit 1; fi
grep -q "method 'no-packing' had other limits" err
sed 's/^name,grow/name,else/' grow.csv >else.csv
if "$UL_COMMAND" bench else.csv --out out --resume 2>err; then exit 1; fi
grep -q "made by another suite, 'grow'" err

# Rows of one method are set aside, kept, and made again.
"$UL_COMMAND" bench --drop ffd --out out 2>err
grep -q '6 rows of ffd set aside in out/dropped.csv' err
expect "rows without ffd" "$(rows out)" 3
expect "dropped rows" "$(tail -n +2 out/dropped.csv | wc -l)" 6
"$UL_COMMAND" bench grow.csv --out out --resume 2>/dev/null >/dev/null
expect "rows again" "$(rows out)" 9
expect "numbers are not given twice" \
    "$( (column run out/records.csv; column run out/dropped.csv) | sort -un | wc -l)" 15
if "$UL_COMMAND" bench --drop nobody --out out 2>err; then exit 1; fi
grep -q "no rows of method 'nobody'" err

# After an alarm the faulty method goes and the folder lives.
cat >alarm.csv <<'SUITE'
ullage-suite,1
name,alarm
limits,10,10,0
generate,eva-table3,4,1,1
method,exact
method,ffd
SUITE
"$UL_COMMAND" bench alarm.csv --out alarm >/dev/null 2>&1
sed -i -e '/,exact,/s/,12\.8,12\.8,/,99,99,/' alarm/records.csv
if "$UL_COMMAND" report alarm >/dev/null 2>err; then exit 1; fi
grep -q -- "ALARM.*--drop METHOD" err
"$UL_COMMAND" bench --drop exact --out alarm 2>/dev/null
"$UL_COMMAND" bench alarm.csv --out alarm --resume >/dev/null 2>&1
"$UL_COMMAND" report alarm >/dev/null

# What is proved of schedules in which nobody waits is neither an alarm where somebody waits and
# pays less, nor the optimum, nor a bound.
cat >waits.csv <<'CSV'
ullage,1,schedule
name,waits
resource,gpu
type,k,k,2,2
billing,0,0
job,a,0,1,,100,free,1
job,b,50,1,,100,free,1
CSV
printf '%s\n' ullage-suite,1 name,waits limits,10,10,0 file,waits.csv method,placement-exact method,schedule-search \
    >some.csv
"$UL_COMMAND" bench some.csv --certificates --out some >/dev/null 2>err || { cat err; exit 1; }
if grep ALARM err; then exit 1; fi
grep -q ',placement-exact,.*,optimal,.*,verified,' some/records.csv
"$UL_COMMAND" solve waits.csv -m placement-exact --json | grep -q '"status": "optimal", .*"proved": false'
"$UL_COMMAND" solve waits.csv -m placement-exact | grep -q '^bound .*, of schedules in which nobody waits for longer than 0 s$'
"$UL_COMMAND" report some --csv some.csvs --json --trc some.trc >some.json
expect "no optimum, no bound, the least cost" "$(cut -d, -f 10-12 some.csvs/runs.csv | sort -u)" \
    ",,0.055555555556
optimum,best_bound,best_cost"
expect "nothing is proved of all" "$(column proved some.csvs/methods.csv | sort -u)" 0
grep -q '^waits,MIP,placement-exact[^,]*,0,8,1,0.083333333334,NA,' some.trc || { cat some.trc; exit 1; }

# A certificate whose leases are many is verified as any other is.
{ sed '/^type/d' waits.csv | head -3; for q in $(seq 12); do echo "type,a-type-with-a-name-$q,k,$q.5,2"; done
  sed '1,/^type/d' waits.csv; } >many.csv
printf '%s\n' ullage-suite,1 name,leases limits,10,10,0 file,many.csv 'method,schedule-floor,leases=1/10/0.5' >leases.csv
"$UL_COMMAND" bench leases.csv --certificates --out leases >/dev/null 2>&1
expect "a certificate with leases" "$(column certificate leases/records.csv)" verified

# Programs: a good one, and every way to fail is an outcome with its reason.
cat >good.sh <<'END'
# the plan of another method, as a program of the user's would write it
"$UL_COMMAND" solve "$1" -m ffd --seed "$3" --time-limit "$4" -o "$2" >/dev/null
END
echo 'head -2 "$1" >/dev/null; printf "ullage-plan,1,packing\nbin,it1,1\n" >"$2"' >empty.sh
echo 'echo rubbish >"$2"' >babbles.sh
cat >programs.csv <<SUITE
ullage-suite,1
name,programs
limits,20,20,0
generate,eva-table3,4,1,1
program,good,sh $folder/good.sh {instance} {plan} {seed} {time}
program,fails,sh -c 'echo out of luck; false' sh {instance} {plan}
program,silent,true {instance} {plan}
program,babbles,sh $folder/babbles.sh {instance} {plan}
program,empty,sh $folder/empty.sh {instance} {plan}
program,sleeps,sh -c 'sleep 30' sh {instance} {plan},@wall_s=1
method,ffd
SUITE
export UL_COMMAND
"$UL_COMMAND" bench programs.csv --out programs >/dev/null 2>&1
status() { grep "^[0-9]*,[^,]*,[^,]*,[^,]*,$1," programs/records.csv; }
status good | grep -q ',feasible,,12.8,' || { status good; exit 1; }
status fails | grep -q ',crash,.*out of luck' || { status fails; exit 1; }
status silent | grep -q ',crash,.*wrote no plan' || { status silent; exit 1; }
status babbles | grep -q ',rejected,' || { status babbles; exit 1; }
status empty | grep -q ',rejected,' || { status empty; exit 1; }
status sleeps | grep -q ',time-limit,time,' || { status sleeps; exit 1; }
if printf 'ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,1\nprogram,ffd,x {instance} {plan}\n' |
    "$UL_COMMAND" bench /dev/stdin --out nothing 2>err; then exit 1; fi
grep -q "'ffd' is a method of this program" err
if printf 'ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,1\nprogram,p,x {instance}\n' |
    "$UL_COMMAND" bench /dev/stdin --out nothing 2>err; then exit 1; fi
grep -q 'names no {instance} or no {plan}' err

# Imports, patterns and labels; the run's copy of the suite has paths for patterns.
mkdir files
for q in 1 2 3; do
    "$UL_COMMAND" gen eva-table7 --tasks 4 --seed $q -o files/f$q.csv 2>/dev/null
    printf '3\n10\n6\n5\n%d\n' $q >files/b$q.txt
done
cat >sources.csv <<'SUITE'
ullage-suite,1
name,sources
limits,10,10,0
label,origin,mine
file,files/f[12].csv
label,origin,theirs
import,bpplib,files/b*.txt
label,origin
file,files/f3.csv
method,ffd
method,ffd,size=max
SUITE
"$UL_COMMAND" bench sources.csv --out sources 2>err >/dev/null
expect "rows of five files and imports" "$(rows sources)" 12
grep -q '^file,.*files/f1.csv$' sources/suite.csv
grep -q '"family": "bpplib", "size": 3, "labels": {"origin": "theirs"}' sources/manifest.json
grep -qE '^1/12 .* ffd size=(sum|max) feasible \$[0-9.]+ in .* CPU; 0:0[0-9] used' err || { head -1 err; exit 1; }
"$UL_COMMAND" report sources --by origin --csv sources-csv >/dev/null
grep -q '^theirs,ffd size=max,3,0,' sources-csv/by-origin.csv || { cat sources-csv/by-origin.csv; exit 1; }
rm sources/records.csv.none 2>/dev/null || true
sed -i '$d' sources/records.csv
"$UL_COMMAND" bench sources.csv --out sources --resume 2>/dev/null >/dev/null
expect "patterns when resumed" "$(rows sources)" 12
if printf 'ullage-suite,1\nname,x\nfile,files/none*.csv\nmethod,ffd\n' >none.csv &&
    "$UL_COMMAND" bench none.csv --out nothing 2>err; then exit 1; fi
grep -q 'no file is named so' err

# Certificates are kept, verified, and counted.
"$UL_COMMAND" bench alarm.csv --out proofs --certificates >/dev/null 2>&1
expect "certificates" "$(column certificate proofs/records.csv | sort | tr '\n' ' ')" " verified "
[ "$(ls proofs/certificates | wc -l)" = 1 ]
"$UL_COMMAND" report proofs --html proofs.html --csv proofs-csv >/dev/null
grep -q '^exact,1,1,1,1,' proofs-csv/methods.csv
grep -q '<dt>of them certified</dt><dd>1</dd>' proofs.html

# A grid is a method for each setting, in a suite, a program's command and behind -m, which
# stands in place of the suite's methods.
cat >grid.csv <<SUITE
ullage-suite,1
name,grid
limits,10,10,0
generate,eva-table7,12,1,1
method,eva-full,throughput=0.5..1 by 0.25,price=rp|tnrp
program,mine,sh $folder/good.sh {instance} {plan} {seed} {time} {1|2}
SUITE
"$UL_COMMAND" bench grid.csv --out grid 2>/dev/null >/dev/null
expect "settings" "$(column parameters grid/records.csv | sort -u | wc -l)" 8
"$UL_COMMAND" bench grid.csv -m 'ffd size=sum|max' -m no-packing --out named 2>/dev/null >/dev/null
expect "methods named" "$(column parameters named/records.csv | sort -u | tr '\n' ' ')" " size=max size=sum "
"$UL_COMMAND" bench grid.csv -m 'ffd size=sum|max' -m no-packing --out named --resume 2>err >/dev/null
expect "nothing is left of the named" "$(wc -l <err)" 0
if "$UL_COMMAND" bench grid.csv -m 'eva-full throughput=0.5..1' --out no 2>err >/dev/null; then exit 1; fi
grep -q 'LOW..HIGH by STEP' err

# The question of a new user, in one command: is a new method better than eva-full-code on
# three generated classes and two sampled traces?
traces=${UL_SHARED:-/nowhere}/traces
if [ -r "$traces/alibaba/openb_pod_list_default.csv.gz" ] && [ -r "$traces/eva/pai_200.json.gz" ]; then
    cat >question.csv <<SUITE
ullage-suite,1
name,question
limits,20,20,0
label,origin,generated
generate,eva-table7,20,1,3
generate,vsbpp,20,1,3
generate,vbp,20,1,3
label,origin,trace
import,alibaba-gpu-v2023,$traces/alibaba/openb_pod_list_default.csv.gz,tasks=20,seed=1..2
import,eva-trace,$traces/eva/pai_200.json.gz,tasks=20,seed=1..2
method,eva-full-code
program,new,sh $folder/good.sh {instance} {plan} {seed} {time}
SUITE
    "$UL_COMMAND" bench question.csv --out question >/dev/null 2>&1
    "$UL_COMMAND" report question --baseline eva-full-code --html question.html --csv question-csv >question.txt
    sentence='new costs .* than eva-full-code on average over 13 instances (95% interval .*, median .*; p [=<] [0-9.]*): '
    grep -q "^$sentence" question.txt || { head -5 question.txt; exit 1; }
    grep -q '<p class="answer"><b>new</b> costs ' question.html
    grep -qE '^new,13,-?[0-9.e-]+,' question-csv/baseline.csv
    grep -q '^alibaba-gpu-v2023,new,2,' question-csv/baseline-by-family.csv
    grep -q '^trace,new,4,' question-csv/baseline-by-origin.csv
else
    echo "not tried: sampled traces (they are not under UL_SHARED)"
fi

# A floor of schedules in which nobody waits speaks of those alone: the cheapest waits for the
# price to fall, and neither alarm nor "between 0%" comes of it.
printf '%s\n' ullage,1,schedule name,falls resource,cpu type,a,f,2,1 price,a,3600,1 billing,0,0 \
    job,j,0,1,,3600,free,1 >falls.csv
cat >floor.csv <<'SUITE'
ullage-suite,1
name,floor
limits,10,10,2048
file,falls.csv
method,schedule-floor,wait=0
method,no-packing
SUITE
"$UL_COMMAND" bench floor.csv --out floors >/dev/null 2>&1
"$UL_COMMAND" report floors >said
! grep -q 'between' said || { echo "a floor of some is taken for one of all"; grep between said; exit 1; }

# What the checker counts is what the row has, and a certificate proves what the row says.
mkdir odd
cp "$UL_COMMAND" odd/ullage
cat >odd/ullage-check <<'CHECK'
#!/bin/sh
case "$*" in
*--certificate*) echo 'valid: cost 12.8'; echo 'optimal: no plan costs less than 0, verified in 0.00 s' ;;
*) echo "valid: cost $COUNTED" ;;
esac
CHECK
chmod +x odd/ullage-check
printf '%s\n' ullage-suite,1 name,odd limits,10,10,2048 generate,eva-table3,4,1,1 method,exact >odd.csv
COUNTED=12.8 odd/ullage bench odd.csv --certificates --out weak >/dev/null 2>&1
expect "a bound of 0 for an optimum" "$(column certificate weak/records.csv)" refused
COUNTED=12.7 odd/ullage bench odd.csv --out otherwise >/dev/null 2>&1 || true
expect "a cost counted otherwise" "$(column status otherwise/records.csv)" rejected
