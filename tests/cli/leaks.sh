#!/usr/bin/env bash
# Runs the command once per path that allocates, with the leak checker on
# (it says nothing unless the build has sanitizers).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS=abort_on_error=1:detect_leaks=1
"$UL_COMMAND" gen eva-table3 -o "$folder/table3.csv"
"$UL_COMMAND" solve "$folder/table3.csv" -m ffd -o "$folder/plan.csv" >"$folder/out"
if "$UL_COMMAND" solve "$folder/plan.csv" -m ffd 2>"$folder/err"; then exit 1; fi
grep -q "does not begin with" "$folder/err"
