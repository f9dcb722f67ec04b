#!/usr/bin/env bash
# docs/schedule.svg is what README.md's commands draw today; 'scripts/pictures' makes it
# anew. (An optimal plan has many faces: of docs/plan.svg only the frame is compared.)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$UL_COMMAND" gen eva-jobs -n 20 --seed 1 -o jobs.csv
"$UL_COMMAND" solve jobs.csv -m eva -o timeline.csv >/dev/null
"$UL_COMMAND" show jobs.csv --plan timeline.csv --svg schedule.svg >/dev/null
cmp schedule.svg "$UL_SOURCE/docs/schedule.svg" ||
    { echo "docs/schedule.svg is not what the program draws: run scripts/pictures"; exit 1; }

words() { grep -oE '<text[^>]*>[^<]*' "$1" | sed 's/.*>//' | grep -vE '[0-9]' | grep -E '( .*){4}' | sort -u; }
"$UL_COMMAND" gen eva-table7 --tasks 200 --seed 1 -o tasks.csv
"$UL_COMMAND" solve tasks.csv -m eva-full-code -o plan.csv >/dev/null
"$UL_COMMAND" show tasks.csv --plan plan.csv --svg plan.svg >/dev/null
[ -n "$(words plan.svg)" ]
diff <(words plan.svg) <(words "$UL_SOURCE/docs/plan.svg") ||
    { echo "docs/plan.svg has other words than the program: run scripts/pictures"; exit 1; }
