#!/usr/bin/env bash
# Runs the commands once per path that allocates, with the leak checker on
# (it says nothing unless the build has sanitizers).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export ASAN_OPTIONS=abort_on_error=1:detect_leaks=1:quarantine_size_mb=16
"$UL_COMMAND" gen eva-table3 -o table3.csv
"$UL_COMMAND" solve table3.csv -m ffd -o plan.csv >out
"$UL_COMMAND" model table3.csv -f arc-flow -o table3.mps >out
"$UL_COMMAND" solve table3.csv -m glpk --set formulation=eva-symmetric >out
"$UL_COMMAND" show table3.csv --svg best.svg
"$UL_COMMAND" show table3.csv --plan plan.csv --svg plan.svg
"$UL_COMMAND" reproduce eva-table4 --set trials=1 --set tasks=10 --time-limit 1 >out
"$UL_COMMAND" explain gallery:eva-table3 -m eva-full -m exact --html player.html
if "$UL_COMMAND" explain table3.csv -m ffd -m no-such-method 2>err; then exit 1; fi
"$UL_CHECK" table3.csv plan.csv >out
if "$UL_COMMAND" solve plan.csv -m ffd 2>err; then exit 1; fi
grep -q "does not begin with" err
if "$UL_CHECK" table3.csv table3.csv 2>err; then exit 1; fi
grep -q "does not begin with" err
