#!/usr/bin/env bash
# Progress goes to stderr, only to a terminal, and leaves no trace in files.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v script >/dev/null || { echo "script(1) is not installed"; exit 77; }
script -qec true typescript >/dev/null 2>&1 </dev/null || { echo "there are no terminals here"; exit 77; }
cat >slow.sh <<'SLOW'
timeout -s KILL 3 "$UL_COMMAND" reproduce eva-table4 --set trials=10000 --set tasks=2000 >table
true
SLOW
script -qec 'bash slow.sh' typescript >/dev/null </dev/null
grep -aq 'eva-table4  [0-9]* s  eva-table7-2000-s[0-9]*: ' typescript
if bash slow.sh 2>&1 | grep -q 's  eva-table7-'; then echo "progress went to a pipe"; exit 1; fi
