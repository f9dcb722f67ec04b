#!/usr/bin/env bash
# FunSearch's Table 1 from the published sets, where they are there: fifteen numbers to the
# last printed digit. And LLM4AD's set, which numpy drew, is what our generator draws.
set -u
sets=$UL_SHARED/traces/online-bpp
[ -d "$sets" ] || { echo "skipped: no $sets"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
"$UL_COMMAND" reproduce funsearch-table1 --set traces="$sets" >table || exit 1
agrees=$(awk '/^  (OR|Weibull)/ && !/optimum/ && $(NF - 2) == $(NF - 1)' table | wc -l)
[ "$agrees" = 15 ] || { echo "$agrees of 15 numbers are the paper's"; cat table; exit 1; }
sizes() { sed -n 's/^task,[^,]*,1,,,,//p' "$1"; }
"$UL_COMMAND" import or-library "$sets/llm4ad-weibull-5000.txt" --set problem=5 -o theirs.csv 2>said || { cat said; exit 1; }
"$UL_COMMAND" gen weibull --tasks 5000 --seed 2024 --set number=5 -o ours.csv || exit 1
cmp <(sizes theirs.csv) <(sizes ours.csv)
