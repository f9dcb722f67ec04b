#!/usr/bin/env bash
# 'ullage reproduce': the paper's numbers beside ours, in every format.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$UL_COMMAND" reproduce eva-table4 --set trials=3 --set tasks=40 --time-limit 1 >text
grep -Eq '^  no-packing .* 1\.56 ± 0\.08 +17 ms$' text
grep -Eq '^  eva-full-code +1\.[0-9]{3} ± 0\.[0-9]{3} ' text
for format in markdown csv latex html; do
    "$UL_COMMAND" reproduce eva-table4 --set trials=1 --set tasks=20 --time-limit 1 \
        --format $format -o out.$format
    grep -q no-packing out.$format
done
