#!/usr/bin/env bash
# Tuning: settings race on one part of the instances and are measured on the other.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "$*"; exit 1; }
# answer EXPRESSION FOLDER: of the answer's members
answer() { python3 -c 'import json, sys; print(eval(sys.argv[1], json.load(open(sys.argv[2] + "/tune.json"))))' "$@"; }
tune() { "$UL_COMMAND" tune "$@" 2>err; }

# A program whose plans depend on its parameter: 2 packs, 1 puts every task alone, 4 fails.
cat >knob.sh <<'SCRIPT'
[ "$3" != 4 ] || exit 1
method=no-packing
[ "$3" != 2 ] || method=ffd
exec "$UL_COMMAND" solve "$1" -m $method -o "$2"
SCRIPT
cat >suite.csv <<SUITE
ullage-suite,1
name,knob
limits,10,10,0
generate,vbp,20,1,12
file,again.csv
method,ffd
SUITE
"$UL_COMMAND" gen vbp --tasks 20 --seed 1 | sed 's/^name,.*/name,again/' >again.csv
method="program command=sh $folder/knob.sh {instance} {plan} {1|2|4}"
tune suite.csv -m "$method" --jobs 2 --out out >said || fail "$(cat err)"
grep -q "^chosen    program command=sh .*knob.sh {instance} {plan} 2\$" said || fail "$(cat said)"
[ "$(answer left out)" = 2 ] && [ "$(answer ended out)" = one-left ] || fail "the race: $(cat said)"
[ "$(answer copies out)" = 1 ] || fail "the copy: $(cat out/tune.json)"
[ "$(answer 'test["pairs"]' out)" = 6 ] || fail "the split: $(cat out/tune.json)"
[ "$(answer 'test["gain"] > 0.1 and test["low"] > 0 and test["p"] < 0.05 and warning == ""' out)" = True ] ||
    fail "the gain: $(cat out/tune.json)"
# training and test share nothing, and what was dropped ran no more
[ "$(answer 'set(training["instances"]) & set(test["instances"])' out)" = "set()" ]
[ "$(grep -c '{plan} 4' out/records.csv)" = 5 ] || fail "the loser ran on: $(grep -c '{plan} 4' out/records.csv)"

# the same seed, the same answer, whoever runs it; resumed, nothing is run again
tune suite.csv -m "$method" --out again --json >again.json
cmp again.json again/tune.json
cmp <(sed 's/, "cpu_s".*//' again.json) <(sed 's/, "cpu_s".*//' out/tune.json)
rows=$(wc -l <out/records.csv)
tune suite.csv -m "$method" --out out --resume >resumed
cmp said resumed || fail "resumed: $(cat resumed)"
[ "$(wc -l <out/records.csv)" = "$rows" ] && [ ! -s err ] || fail "runs were done again"
tune suite.csv -m "$method" --seed 2 --out other >/dev/null
[ "$(answer 'test["instances"]' other)" != "$(answer 'test["instances"]' out)" ] || fail "the seed splits nothing"

# the test part is a suite for others
"$UL_COMMAND" bench out/test.csv -m ffd -m 'bfd size=sum|max' --out held >/dev/null 2>&1
[ "$(($(wc -l <held/records.csv) - 1))" = 18 ] || fail "held out: $(wc -l <held/records.csv)"
"$UL_COMMAND" bench out/test.csv --out both >/dev/null 2>&1
[ "$(($(wc -l <both/records.csv) - 1))" = 12 ] || fail "test.csv has both settings"

# what training promises and the test does not keep is warned of; so is a budget that is short
cat >jobs.csv <<SUITE
ullage-suite,1
name,jobs
generate,eva-jobs,40,1,24
method,eva
SUITE
tune jobs.csv -m 'eva default-throughput=0.5..1 by 0.1' --out overfit >said
grep -q '^warning   training and test disagree' said || fail "$(cat said)"
tune jobs.csv -m 'eva default-throughput=0.5..1 interval=0|600' --budget 0.001 --out short >said
[ "$(answer ended short)" = budget ] && [ "$(answer settings short)" = 19 ] || fail "$(cat short/tune.json)"

# what the method does not take is passed over; two kinds are one too many
sed 's/^method/generate,vbp,10,1,4\nmethod/' jobs.csv >mixed.csv
tune mixed.csv -m 'ffd size=sum|max' --out mixed >/dev/null || fail "$(cat err)"
[ "$(answer passed_over mixed)" = 24 ] && [ "$(answer 'test["pairs"]' mixed)" = 2 ] || fail "$(cat mixed/tune.json)"
tune mixed.csv -m "$method" --out no >/dev/null && fail "two kinds"
grep -q 'one kind at a time' err || fail "$(cat err)"

# what cannot be tuned is said
tune jobs.csv -m eva --out no >/dev/null && fail "one setting"
grep -q 'is one setting' err || fail "$(cat err)"
tune jobs.csv -m 'eva nothing=1|2' --out no >/dev/null && fail "no such parameter"
grep -q "no parameter 'nothing'" err || fail "$(cat err)"
sed 's/1,24/1,1/' jobs.csv >few.csv
tune few.csv -m 'eva interval=0|600' --out few >/dev/null && fail "one instance"
grep -q 'too few to split' err || fail "$(cat err)"
