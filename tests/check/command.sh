#!/usr/bin/env bash
# The checker as a command: exit codes, where words go, compressed files, damage.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
expect() {
    local code=$1 text=$2 got
    shift 2
    "$UL_CHECK" "$@" >out 2>&1
    got=$?
    if [ "$got" != "$code" ] || ! grep -qF -- "$text" out; then
        echo "ullage-check $*: exit $got, expected $code and '$text': $(cat out)"
        failed=1
    fi
}
"$UL_COMMAND" gen eva-table3 -o i.csv
"$UL_COMMAND" gen eva-table3 -o i.csv.gz
"$UL_COMMAND" solve i.csv -m no-packing -o p.csv >out
"$UL_COMMAND" solve i.csv -m no-packing -o p.csv.gz >out

expect 0 "valid: cost 16.2" i.csv p.csv
expect 0 "valid: cost 16.2" i.csv.gz p.csv.gz
expect 2 "an instance and a plan are needed, or an instance and a certificate" i.csv
expect 2 "one instance and one plan" i.csv p.csv p.csv
expect 2 "No such file" i.csv missing.csv
expect 2 "is a folder" . p.csv
expect 2 "does not begin with 'ullage,1,KIND'" p.csv i.csv
head -c 40 i.csv.gz >cut.csv.gz
expect 2 "damaged or cut off" cut.csv.gz p.csv
head -c 3000 /dev/urandom >noise.csv
expect 2 "noise.csv" noise.csv p.csv
expect 2 "noise.csv" i.csv noise.csv
sed 's/t2:1/t2:9/' p.csv >q.csv
expect 1 "needs 9 of gpu, a machine of type 'it2' has 1" i.csv q.csv
expect 1 "task 't2': 9 placed, 1 wanted" i.csv q.csv

# what one instance's plan is worth for another is told by the hash
"$UL_COMMAND" gen eva-table7 --tasks 4 -o other.csv
expect 1 "SHA-256" other.csv p.csv

# and a certificate's for another is called a certificate's
"$UL_COMMAND" solve i.csv -m exact -o best.csv -c best.cert >out
sed 's/^name,.*/name,renamed/' i.csv >renamed.csv
"$UL_COMMAND" solve renamed.csv -m exact -c other.cert >out
expect 0 "optimal: no plan costs less than 12.8" i.csv best.csv -c best.cert
expect 1 "the certificate is for instance 'renamed'" i.csv best.csv -c other.cert
# a certificate needs no plan
expect 0 "bound: no plan costs less than 12.8" i.csv -c best.cert
expect 1 "the certificate is for instance 'renamed'" i.csv -c other.cert
# in so many words: that it names tasks which are not there says nothing more
"$UL_COMMAND" solve other.csv -m exact -c other.cert >out
expect 1 "the certificate is for instance 'eva-table7-4-s1'" i.csv -c other.cert
[ "$(cut -d: -f1,2 out)" = "$(printf '%s\n' other.cert:2 'invalid: 1 violation')" ] ||
    { echo "said of a certificate for another instance: $(cat out)"; failed=1; }

# each file is read once: pipes will do, and a certificate too
expect 0 "optimal: no plan costs less than 12.8" <(cat i.csv) <(cat best.csv) -c <(cat best.cert)
expect 0 "optimal: no plan costs less than 12.8" <(gzip <i.csv) <(cat best.csv) -c <(gzip <best.cert)

# comments take no memory, however many; a record is held whole, and refused beyond the limit
{ cat i.csv; yes '# nothing to see here' | head -c 30000000; } | gzip -1 >comments.csv.gz
"$UL_COMMAND" solve comments.csv.gz -m no-packing -o comments-plan.csv >out
expect 0 "valid: cost 16.2" comments.csv.gz comments-plan.csv --memory-mb 1
{ cat i.csv; printf 'name,'; head -c 3000000 /dev/zero | tr '\0' x; } >wide.csv
expect 2 "wide.csv: needs more than 2 MB to be checked; --memory-mb sets the limit" \
    wide.csv p.csv --memory-mb 2
# a block counts with its head, an array that grows with the one it is copied from
printf '%s\n' ullage,1,availability name,z target,5,0.9 vm,v0,1,1,,0.95 >up.csv
bound="instance,z,$(sha256sum up.csv | cut -c1-64)"
printf '%s\n' ullage-plan,1,availability "$bound" hold,v0,5 >hold.csv
{ printf '%s\n' ullage-certificate,1,availability "$bound" bound,1; seq -f set,%.0f 8000; } >sets.cert
expect 2 "sets.cert: needs more than 1 MB to be checked" up.csv hold.csv -c sets.cert --memory-mb 1
expect 1 "the tree of cases is not complete" up.csv hold.csv -c sets.cert --memory-mb 2
{ cat i.csv; head -c 1500000 /dev/zero | tr '\0' x; } >word.csv
expect 2 "word.csv: needs more than 3 MB to be checked" word.csv p.csv --memory-mb 3
expect 2 "is not known" word.csv p.csv --memory-mb 4
expect 2 "--memory-mb is a whole number from 1" i.csv p.csv --memory-mb 0

# one budget for all that a file can make long
expect 2 "takes too long to check: more than 100 steps; --steps sets the limit" i.csv p.csv --steps 100
expect 2 "--cpu-limit is a number of seconds above 0, not '0'" i.csv p.csv --cpu-limit 0
expect 0 "valid: cost 16.2" i.csv p.csv --cpu-limit 60
expect 0 "valid: cost" i.csv p.csv --steps 1000000
expect 2 "--steps is a whole number from 1" i.csv p.csv --steps 0

# a number that leaves its type where nothing looks at it
mkfifo waits
for signal in ILL TRAP; do
    "$UL_CHECK" waits p.csv >out 2>&1 & exec 3>waits
    kill -$signal $!
    wait $!
    [ $? = 2 ] && grep -q "more than this program counts" out || { echo "$signal: $(cat out)"; failed=1; }
    exec 3>&-
done

# an end without a verdict has the same fields in JSON, whatever brings it about
keys() { grep -o '"[a-z_]*":' out; }
"$UL_CHECK" waits p.csv --json --cpu-limit 60 >out 2>&1 & exec 3>waits
kill -PROF $!
wait $!
exec 3>&-
cut_off=$(keys)
"$UL_CHECK" i.csv p.csv --json --steps 100 >out
[ "$cut_off" = "$(keys)" ] || { echo "JSON at the end of the time has $cut_off"; failed=1; }

# one JSON object, of what was found and not of what was printed
says() {
    local text=$1 code=$2
    shift 2
    "$UL_CHECK" --json "$@" >out 2>&1
    [ $? = "$code" ] && [ "$(wc -l <out)" = 1 ] && grep -qF -- "$text" out && return
    echo "ullage-check --json $*: expected exit $code and '$text': $(cat out)"
    failed=1
}
says '{"valid": true, "cost": 5, "bound": null, "said": ["availability 1 - 0.05' 0 up.csv hold.csv
says '{"valid": true, "cost": 12.8, "bound": 12.8, "said": ["valid: cost 12.8", "optimal' 0 \
    i.csv best.csv -c best.cert
says '{"valid": false, "cost": 12.8, "bound": null, ' 1 i.csv best.csv -c other.cert
says '{"valid": null, "cost": null, "bound": null, "said": ["valid: cost 5: No such' 2 \
    'valid: cost 5' p.csv
says '"said": ["\ufffd\ufffdé\u0001\ufffd: No such' 2 $'\xff\xc3\xc3\xa9\x01\xed' p.csv

# many violations are counted; --all shows them
"$UL_COMMAND" gen eva-table7 --tasks 40 -o large.csv
sed '4,$d' p.csv >none.csv
expect 1 "the first 10 shown" large.csv none.csv
[ "$(wc -l <out)" = 11 ] || { echo "ten violations and a count, not: $(cat out)"; failed=1; }
expect 1 "invalid: 41 violations" large.csv none.csv --all
[ "$(wc -l <out)" = 42 ] || { echo "--all shows $(wc -l <out) lines"; failed=1; }

# ours and the checker's costs agree on everything that constructs
"$UL_COMMAND" gen eva-multitask --tasks 50 -o m.csv
for method in no-packing ffd bfd eva-full eva-full-code stratus; do
    ours=$("$UL_COMMAND" solve m.csv -m $method -o p.csv | sed -n 's/^cost *\$//p')
    expect 0 "valid: cost $ours" m.csv p.csv
done

if [ -w /dev/full ]; then
    "$UL_CHECK" i.csv p.csv >/dev/full 2>&1
    [ $? = 2 ] || { echo "a verdict that was not written passed"; failed=1; }
fi
exit $failed
