#!/usr/bin/env bash
# Exit codes, and that bad usage and bad files get one line that says what to do.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0

# expect CODE TEXT COMMAND...: the exit code, and a text on stderr
expect() {
    local code=$1 text=$2 got
    shift 2
    "$UL_COMMAND" "$@" >out 2>err
    got=$?
    if [ "$got" != "$code" ]; then
        echo "ullage $*: exit $got, expected $code: $(cat err)"
        failed=1
    elif [ -n "$text" ] && ! grep -qF -- "$text" err; then
        echo "ullage $*: '$text' is not in: $(cat err)"
        failed=1
    fi
}

"$UL_COMMAND" gen eva-table3 -o table3.csv || exit 1

expect 2 "Usage: ullage COMMAND"
expect 2 "there is no command 'fly'; 'ullage --help' lists them" fly
expect 2 "did you mean 'solve'?" slove
expect 2 "did you mean 'ffd'?" solve table3.csv -m fdd
expect 2 "has no parameter 'sise'; it has size; did you mean 'size'?" solve table3.csv -m ffd --set sise=sum
expect 2 "one method at a time; bracket, explain and bench take several" solve table3.csv -m ffd -m bfd
expect 2 "one method at a time" show table3.csv -m ffd -m bfd
expect 2 "'cores' is given twice, cores=physical and cores=vcpu: once is enough" \
    gen eva-table7 --tasks 5 --set cores=physical --set cores=vcpu
expect 2 "'trials' is given twice" reproduce eva-table4 --set trials=1 --set trials=2
expect 2 "no method has a floor under packing problems: 'ullage solve FILE -m exact' proves" bracket table3.csv
expect 0 "" --help
expect 0 "" --version
expect 0 "" list
expect 0 "" list tables
expect 2 "there is no list of 'x'" list x

# formulations are listed by kind, suites with what they are
"$UL_COMMAND" list formulations >out
[ "$(sed -n 's/^ \([a-z]*\):$/\1/p' out | tr '\n' ' ')" = "packing reservation availability " ] ||
    { echo "ullage list formulations: the kinds are missing: $(cat out)"; failed=1; }
"$UL_COMMAND" list suites | grep -qE '^  smoke +Small instances of every kind' ||
    { echo "ullage list suites: no descriptions"; failed=1; }
"$UL_COMMAND" list suites | tail -n +2 | grep -vE '^  [a-z0-9-]+ +[A-Z0-9].*\.$' &&
    { echo "ullage list suites: a suite does not say what it is"; failed=1; }
expect 2 "one topic at a time" list methods kinds
expect 2 "which family?" gen
"$UL_COMMAND" explain --help | grep -q -- '-s, --seed' ||
    { echo "ullage explain: -s is not the seed's letter"; failed=1; }
expect 2 "there is no generator 'x'" gen x
expect 2 "whole number, not '-3'" gen eva-table7 --tasks -3
expect 2 "whole number, not '99999999999999999999'" gen eva-table7 --seed 99999999999999999999
expect 2 "--tasks is at least 1" gen eva-table7 --tasks 0
expect 2 "'eva-table3' has no number of tasks to choose" gen eva-table3 --tasks 5
expect 2 "'reservation' has no number of tasks to choose" gen reservation --tasks 5
expect 2 "'eva-table3' draws nothing at random" gen eva-table3 --seed 2
expect 2 "no parameter 'x'" gen eva-table7 --set x=1
expect 2 "takes physical|vcpu" gen eva-table7 --set cores=many
expect 2 "cannot be written" gen eva-table3 -o nowhere/at/all.csv
expect 2 "which instance?" show
expect 2 "No such file" show missing.csv
expect 2 "a plan or a method, not both" show table3.csv -m ffd --plan p.csv --svg s.svg
expect 2 "there is no method 'x'" show table3.csv -m x --svg s.svg
expect 2 "an instance and a method" solve table3.csv
expect 2 "there is no method 'x'" solve table3.csv -m x
expect 2 "number of seconds, not 'soon'" solve table3.csv -m ffd --time-limit soon
expect 2 "number of seconds, not 'nan'" solve table3.csv -m ffd --time-limit nan
expect 2 "number of seconds, not 'inf'" solve table3.csv -m ffd -t inf
expect 2 "--jobs is at least 1" bench smoke --jobs 0
expect 2 "expected NAME=VALUE" solve table3.csv -m ffd --set x
expect 2 "cannot both go to standard output" solve table3.csv -m ffd --json -o -
expect 2 "cannot be written" solve table3.csv -m ffd -o nowhere/plan.csv
expect 2 "is a folder" solve . -m ffd
expect 2 "does not take packing instances" solve table3.csv -m sec-greedy
expect 2 "which table?" reproduce
expect 2 "there is no table 'x'" reproduce x
expect 2 "did you mean 'eva-table7'?" gen eva-tabel7
expect 2 "did you mean 'bpplib'?" import bplib table3.csv
expect 2 "did you mean 'eva-table4'?" reproduce eva-tabel4
expect 2 "did you mean 'smoke'?" bench smok
expect 2 "did you mean 'ffd-loses'?" explain gallery:ffd-lose
expect 2 "from 1 to" reproduce eva-table4 --set trials=0
expect 2 "there is no format 'x'" reproduce eva-table4 --format x

printf 'not an instance\n' >bad.csv
expect 2 "bad.csv:1: column 1: the file does not begin with 'ullage,1,KIND'" show bad.csv
head -c 2000 /dev/urandom >binary.csv
expect 2 "binary.csv:" show binary.csv
: >empty.csv
expect 2 "empty.csv:1: column 1" show empty.csv
gzip -c table3.csv | head -c 60 >cut.csv.gz
expect 2 "cut.csv.gz" show cut.csv.gz

# a file that grows beyond its limit is a fault, and nothing is left of it
(
    ulimit -f 4
    "$UL_COMMAND" gen eva-table7 --tasks 2000 -o limited.csv 2>err
) && { echo "a file beyond the limit went unnoticed"; failed=1; }
grep -q 'limited.csv' err || { echo "a file beyond the limit: $(cat err)"; failed=1; }
for left in limited.csv*; do
    [ ! -e "$left" ] || { echo "a file beyond the limit leaves $left"; failed=1; }
done

# a full disk is noticed
if [ -w /dev/full ]; then
    "$UL_COMMAND" show table3.csv >/dev/full 2>err && { echo "a full disk went unnoticed"; failed=1; }
    for words in list "list methods" --version --help; do
        # shellcheck disable=SC2086 # words are words
        "$UL_COMMAND" $words >/dev/full 2>err
        got=$?
        if [ "$got" != 2 ] || ! grep -q "cannot be written" err; then
            echo "ullage $words onto a full disk: exit $got: $(cat err)"
            failed=1
        fi
    done
    "$UL_CHECK" --help >/dev/null || failed=1
fi
exit $failed
