#!/usr/bin/env bash
# The bench: records survive being killed at any moment, and nothing is run twice.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/suite.csv" <<'SUITE'
ullage-suite,1
name,kill
limits,10,10,0
repetitions,4
generate,eva-table7,30,1,5
method,no-packing
method,ffd
SUITE

# 50 kills at random moments; each time the run is resumed
for round in $(seq 50); do
    setsid "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out" --resume >/dev/null 2>&1 &
    sleep "0.0$((RANDOM % 100))"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
done
"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out" --resume >/dev/null 2>&1

rows=$(tail -n +2 "$folder/out/records.csv" | wc -l)
distinct=$(tail -n +2 "$folder/out/records.csv" | cut -d, -f2,5,6,7 | sort -u | wc -l)
[ "$rows" = 40 ] || { echo "expected 40 records, found $rows"; exit 1; }
[ "$distinct" = 40 ] || { echo "expected 40 different runs, found $distinct"; exit 1; }
cut -d, -f8 "$folder/out/records.csv" | tail -n +2 | sort -u | grep -qx feasible

[ -z "$(find "$folder/out" -name '*.tmp-*')" ] || { echo "half-written files are left"; exit 1; }

# Ctrl-C ends it with the exit status that shells expect, and --resume goes on
sed 's/^name,kill/name,stop/; s/^repetitions,4/repetitions,400/' "$folder/suite.csv" >"$folder/stop.csv"
# a background job of a script ignores SIGINT unless told otherwise
env --default-signal=INT "$UL_COMMAND" bench "$folder/stop.csv" --out "$folder/stop" \
    >/dev/null 2>"$folder/err" &
bench=$!
for _ in $(seq 100); do
    if [ "$(cat "$folder/stop/records.csv" 2>/dev/null | wc -l)" -gt 2 ]; then break; fi
    sleep 0.05
done
# ... while it runs, no other may write into its folder
if "$UL_COMMAND" bench "$folder/stop.csv" --out "$folder/stop" --resume 2>"$folder/second"; then
    exit 1
fi
grep -q 'another bench is running into this folder' "$folder/second" || { cat "$folder/second"; exit 1; }
kill -INT "$bench"
code=0
wait "$bench" || code=$?
[ "$code" = 130 ] || { echo "interrupted with exit $code"; cat "$folder/err"; exit 1; }
grep -q 'interrupted after [0-9]* of 4000 runs; go on with --resume' "$folder/err"

# a manifest that went missing is made again on --resume, with the same inputs
inputs() { sed -n '/"inputs"/,/\]/p' "$1/manifest.json"; }
inputs "$folder/out" >"$folder/inputs"
rm "$folder/out/manifest.json"
"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out" --resume >/dev/null 2>&1
inputs "$folder/out" | cmp - "$folder/inputs"

# however many jobs at a time, the instances, the manifest's hashes and the runs are the same
"$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/three" --jobs 3 >/dev/null 2>&1
inputs "$folder/three" | cmp - "$folder/inputs"
runs() { tail -n +2 "$1/records.csv" | cut -d, -f1-10 | sort -n; }
runs "$folder/out" >"$folder/runs"
runs "$folder/three" | cmp - "$folder/runs"

# of several files that are missing the first is named, in one line, and nothing runs
cat >"$folder/missing.csv" <<'SUITE'
ullage-suite,1
name,missing
limits,10,10,0
generate,eva-table7,30,1,2
file,first.csv
file,second.csv
method,ffd
SUITE
if "$UL_COMMAND" bench "$folder/missing.csv" --out "$folder/missing" --jobs 4 2>"$folder/err"; then
    exit 1
fi
[ "$(wc -l <"$folder/err")" = 1 ] && grep -q 'first.csv' "$folder/err"
[ ! -e "$folder/missing/records.csv" ]

# a suite names its files from where it is, also when it is resumed
mkdir "$folder/near"
"$UL_COMMAND" gen eva-table3 -o "$folder/near/a.csv" 2>/dev/null
cat >"$folder/near/files.csv" <<'SUITE'
ullage-suite,1
name,files
limits,10,10,0
repetitions,2
file,a.csv
file,gallery:ffd-loses
generate,eva-table7,5,1,1,throughput=none
generate,eva-table7,5,1,1,runtime=none
method,ffd
method,no-packing
SUITE
"$UL_COMMAND" bench "$folder/near/files.csv" --out "$folder/files" >/dev/null 2>&1
sed -i '$d' "$folder/files/records.csv"
"$UL_COMMAND" bench "$folder/near/files.csv" --out "$folder/files" --resume >/dev/null 2>&1
[ "$(tail -n +2 "$folder/files/records.csv" | cut -d, -f1 | sort -un | wc -l)" = 16 ]

# two methods of one name, neither with parameters, run each on what it takes, and go on so
cat >"$folder/names.csv" <<SUITE
ullage-suite,1
name,names
limits,10,10,0
generate,eva-table3,4,1,1
generate,eva-jobs,4,1,2
method,first-fit
SUITE
"$UL_COMMAND" bench "$folder/names.csv" --out "$folder/names" >/dev/null 2>&1
[ "$(tail -n +2 "$folder/names/records.csv" | grep -c ',first-fit,')" = 3 ] || { cat "$folder/names/records.csv"; exit 1; }
sed -i '2d' "$folder/names/records.csv"
"$UL_COMMAND" bench "$folder/names.csv" --out "$folder/names" --resume >/dev/null 2>&1
[ "$(tail -n +2 "$folder/names/records.csv" | cut -d, -f1 | sort -un | wc -l)" = 3 ] || { cat "$folder/names/records.csv"; exit 1; }

# what changed under a run is noticed: an instance, the manifest, a row of the records
refused() { # WORDS
    if "$UL_COMMAND" bench "$folder/near/files.csv" --out "$folder/files" --resume 2>"$folder/err"
    then
        echo "not refused: $1"
        exit 1
    fi
    grep -q "$1" "$folder/err" && [ "$(wc -l <"$folder/err")" = 1 ] || { cat "$folder/err"; exit 1; }
}
sed -i '$d' "$folder/files/records.csv"
cp -r "$folder/files" "$folder/whole"
gzip -dc "$folder/whole/instances/a.csv.gz" | sed 's/^name,.*/name,other/' | gzip >"$folder/files/instances/a.csv.gz"
sed -i '2,$d' "$folder/files/records.csv"
refused 'not what this run began with'
rm -r "$folder/files" && cp -r "$folder/whole" "$folder/files"
echo '{}' >"$folder/files/manifest.json"
refused 'manifest.json: it is damaged'
rm -r "$folder/files" && cp -r "$folder/whole" "$folder/files"
sed -i '2p' "$folder/files/records.csv"
refused 'is there twice'

# without records nothing of an earlier start counts
rm -r "$folder/files"
cp -r "$folder/whole" "$folder/files"
rm "$folder/files/records.csv"
"$UL_COMMAND" gen eva-table7 --tasks 4 --seed 9 -o "$folder/near/a.csv" 2>/dev/null
sed -i 's/^limits,10/limits,9/' "$folder/near/files.csv"
"$UL_COMMAND" bench "$folder/near/files.csv" --out "$folder/files" >/dev/null 2>&1
gzip -dc "$folder/files/instances/a.csv.gz" | grep -q '^name,eva-table7'
grep -q '"wall_s": 9,' "$folder/files/manifest.json"
cmp -s "$folder/near/files.csv" "$folder/files/suite.csv"

# an end while instances are made comes at once, also when a file never ends
mkfifo "$folder/near/b.csv"
sed 's/^file,a.csv/file,b.csv/' "$folder/near/files.csv" >"$folder/near/fifo.csv"
"$UL_COMMAND" bench "$folder/near/fifo.csv" --out "$folder/fifo" >/dev/null 2>"$folder/err" &
bench=$!
sleep 0.5
kill -TERM "$bench"
code=0
wait "$bench" || code=$?
[ "$code" = 130 ] && grep -q 'while instances were made' "$folder/err" || { cat "$folder/err"; exit 1; }

# a suite in which nothing takes anything, or a method twice in other words, is a mistake
if printf 'ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,1\nmethod,sec-greedy\n' |
    "$UL_COMMAND" bench /dev/stdin --out "$folder/nothing" 2>"$folder/err"; then exit 1; fi
grep -q 'takes any of its instances' "$folder/err"
if printf 'ullage-suite,1\nname,x\ngenerate,eva-table3,4,1,1\nmethod,ffd\nmethod,ffd,size=sum\n' |
    "$UL_COMMAND" bench /dev/stdin --out "$folder/nothing" 2>"$folder/err"; then exit 1; fi
grep -q 'in the suite twice' "$folder/err"

# a folder with records is not overwritten; another suite's is refused
if "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out" 2>"$folder/err"; then exit 1; fi
grep -q -- '--resume' "$folder/err"
if "$UL_COMMAND" bench smoke --out "$folder/out" --resume 2>"$folder/err"; then exit 1; fi
grep -q 'another suite' "$folder/err"

# a full disk stops it with one line
if [ -w /dev/full ]; then
    mkdir -p "$folder/full"
    ln -s /dev/full "$folder/full/records.csv"
    if "$UL_COMMAND" bench smoke --out "$folder/full" --resume 2>"$folder/err"; then exit 1; fi
    grep -q 'records.csv' "$folder/err"
fi

# a disk that fills up stops it with one line; with room again it goes on
if mkdir "$folder/small" && mount -t tmpfs -o size=72k tmpfs "$folder/small" 2>/dev/null; then
    trap 'umount "$folder/small"; rm -rf "$folder"' EXIT
    if "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/small/out" >/dev/null 2>"$folder/err"
    then
        echo "a full disk went unnoticed"
        exit 1
    fi
    tail -1 "$folder/err" | grep -q 'No space left' || { cat "$folder/err"; exit 1; }
    mount -o remount,size=8m "$folder/small"
    "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/small/out" --resume >/dev/null 2>&1
    [ "$(tail -n +2 "$folder/small/out/records.csv" | cut -d, -f1 | sort -un | wc -l)" = 40 ]
    [ "$(wc -l <"$folder/small/out/records.csv")" = 41 ]
else
    echo "not tried: a full disk (no mount here)"
fi
if "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/err/out" 2>"$folder/err2"; then exit 1; fi
[ "$(wc -l <"$folder/err2")" = 1 ]

# a cost below a bound on the same instance is an alarm that names both rows
cat >"$folder/alarm.csv" <<'SUITE'
ullage-suite,1
name,alarm
limits,10,10,0
generate,eva-table3,4,1,1
method,exact
method,ffd
SUITE
"$UL_COMMAND" bench "$folder/alarm.csv" --out "$folder/alarm" >/dev/null 2>&1
sed -i -e '/,ffd,/d' -e '/,exact,/s/,12\.8,12\.8,/,99,99,/' "$folder/alarm/records.csv"
code=0
"$UL_COMMAND" bench "$folder/alarm.csv" --out "$folder/alarm" --resume >/dev/null 2>"$folder/err" ||
    code=$?
[ $code = 1 ] || { echo "no alarm: exit $code"; cat "$folder/alarm/records.csv"; exit 1; }
grep -q 'ALARM: .*ffd.* below the bound 99 of exact (seed 1)' "$folder/err"

# ... and no report averages it; nor a row that is there twice
if "$UL_COMMAND" report "$folder/alarm" >/dev/null 2>"$folder/err"; then exit 1; fi
grep -q 'ALARM' "$folder/err"
mkdir "$folder/twice"
cp "$folder/out/records.csv" "$folder/twice"
tail -1 "$folder/out/records.csv" >>"$folder/twice/records.csv"
if "$UL_COMMAND" report "$folder/twice" >/dev/null 2>"$folder/err"; then exit 1; fi
grep -q 'is there twice' "$folder/err"

# the report says the same in every format
"$UL_COMMAND" report "$folder/out" --markdown "$folder/report.md" --csv "$folder/csv" \
    --latex "$folder/tex" >"$folder/report.txt"
grep -q 'no-packing' "$folder/report.txt"
grep -q '^| no-packing | 20 | 20 |' "$folder/report.md"
grep -q '^no-packing,20,20,0,' "$folder/csv/methods.csv"
grep -q '\\newcommand{\\ullageMethodsNoPackingRuns}{20}' "$folder/tex/numbers.tex"
grep -q '\\toprule' "$folder/tex/methods.tex"
