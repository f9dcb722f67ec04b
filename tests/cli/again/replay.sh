#!/usr/bin/env bash
# A folder of results runs again, elsewhere and without what it was made of.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/here" "$folder/away"
cd "$folder/here"
fail() { echo "$*"; exit 1; }

echo 'exec "$UL_COMMAND" solve "$1" -m "$3" -o "$2"' >mine.sh
"$UL_COMMAND" gen vbp --tasks 12 --seed 9 -o own.csv
cat >suite.csv <<SUITE
ullage-suite,1
name,mine
limits,10,10,0
repetitions,2
generate,vbp,12,1,2
file,own.csv
program,mine,sh mine.sh {instance} {plan} {ffd|bfd}
method,ffd
SUITE
"$UL_COMMAND" bench suite.csv --out out >/dev/null 2>&1
copy=$(cd out && ls programs/*-mine.sh)
cmp mine.sh "out/$copy"
hash=$(sha256sum <mine.sh | cut -d' ' -f1)
grep -qF "{\"name\": \"mine.sh\", \"sha256\": \"$hash\", \"copy\": \"$copy\"}" out/manifest.json || fail "$(cat out/manifest.json)"
grep -qE '"name": "sh", "sha256": "[0-9a-f]{64}"}' out/manifest.json || fail "the shell's hash is missing"

# the folder alone, carried elsewhere; and its replay again
mv out "$folder/away/then"
cd "$folder/away"
HOME=/nowhere "$UL_COMMAND" bench then --replay --out now >said 2>err || fail "$(cat said err)"
grep -qx 'runs      18: 18 the same plan, 0 another plan of the same cost, 0 other where a limit was met, 0 other' said ||
    fail "$(cat said)"
[ "$(grep -c ',same plan,feasible,feasible,' now/replay.csv)" = 18 ]
cmp then/suite.csv now/suite.csv
"$UL_COMMAND" bench now --replay --out third >said 2>err || fail "$(cat said err)"
diff <(cut -d, -f1-11 then/records.csv | sort) <(cut -d, -f1-11 third/records.csv | sort)

# where the file is, and is the same, it is used; another one is not
echo 'exit 1' >mine.sh
"$UL_COMMAND" bench then --replay --out spite >said 2>err || fail "$(cat said err)"

# what comes out otherwise is told, with exit 1
sed -i 's/,feasible,,[0-9.]*,/,feasible,,9999,/' then/records.csv
"$UL_COMMAND" bench then --replay --out other >said 2>err && fail "costs of 9999 came out again"
[ $? = 1 ] && grep -q '18 other$' said && [ "$(grep -c '^other ' said)" = 10 ] || fail "$(cat said err)"
grep -q 'not all runs came out' err || fail "$(cat err)"

# a folder that was tampered with is refused
"$UL_COMMAND" gen vbp --tasks 12 --seed 3 | gzip >then/instances/own.csv.gz
"$UL_COMMAND" bench then --replay --out no >said 2>err && fail "another instance"
grep -q 'SHA-256 is another' err || fail "$(cat err)"
echo >>"now/$copy"
"$UL_COMMAND" bench now --replay --out no2 >said 2>err && fail "another program"
grep -q 'SHA-256 is another' err || fail "$(cat err)"
