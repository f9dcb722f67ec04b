#!/usr/bin/env bash
# Compares the packing formulations under GLPK and CBC on Table 7 tasks: the LP
# bound and its time, rows, columns, then the integer solve's nodes, time and gap.
#
#     bench/speed/formulations.sh build/release/ullage results/formulations [SECONDS] [SIZES]
#
# The engines start from nothing (start=off): what a row shows is the model's
# work, not a heuristic's. Leaves formulations.csv and formulations.md.
set -euo pipefail
export LC_ALL=C.UTF-8
ullage=$1
out=$2
limit_s=${3:-60}
sizes=${4:-20 50 100 200}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$out"
csv=$out/formulations.csv

# value of a line "NAME  VALUE ..." of the output of ullage solve, without the dollar
field() { sed -n "s/^$1  *\\\$\{0,1\}\([^ ]*\).*/\1/p" "$2"; }
count() { sed -n "s/.*[, ]$1 \([0-9]*\).*/\1/p" "$2" | head -1; }

TIMEFORMAT='%U %S'
solve() { # METHOD FORMULATION INSTANCE SETTING; cpu_s is that of the engine too
    { time "$ullage" solve "$3" -m "$1" --set formulation="$2" --set "$4" --set limit=1000000 \
        --time-limit "$limit_s" >"$folder/said" || true; } 2>"$folder/times"
    cpu_s=$(awk 'END { print $1 + $2 }' "$folder/times")
}

echo "tasks,formulation,engine,rows,columns,nonzeros,lp_bound,lp_s,status,cost,bound,gap_percent,nodes,cpu_s,wall_s" >"$csv"
for n in $sizes; do
    "$ullage" gen eva-table7 --tasks "$n" --seed 1 -o "$folder/$n.csv"
    for formulation in eva-assignment eva-symmetric pattern arc-flow; do
        solve glpk "$formulation" "$folder/$n.csv" lp=on
        lp_bound=$(field bound "$folder/said")
        lp_s=$cpu_s
        size=$(count rows "$folder/said"),$(count columns "$folder/said"),$(count nonzeros "$folder/said")
        for engine in glpk cbc; do
            solve "$engine" "$formulation" "$folder/$n.csv" start=off
            echo "$n,$formulation,$engine,$size,$lp_bound,$lp_s,$(field status "$folder/said"),$(
                field cost "$folder/said"),$(field bound "$folder/said"),$(
                field gap "$folder/said" | tr -d %),$(count nodes "$folder/said"),$cpu_s,$(
                field time "$folder/said")" | tee -a "$csv" >&2
        done
    done
done

{
    echo "# Formulations on Table 7 tasks (eva-table7, seed 1)"
    echo
    echo "$("$ullage" --version), at most $limit_s s of wall clock a solve, engines started from"
    echo "nothing; made by \`bench/speed/formulations.sh\`. s: CPU seconds, the engine's included."
    echo "Gap: (cost - bound) / bound of the engine's own bound, none without a plan. LP: the"
    echo "relaxation under GLPK, its bound proved by duals and rounded up to the price unit."
    echo
    echo "| tasks | formulation | rows | columns | LP bound | LP s | engine | status | cost | gap % | nodes | CPU s | wall s |"
    echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    tail -n +2 "$csv" | awk -F, '{
        printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n",
            $1, $2, $4, $5, $7, $8, $3, $9, $10, $12, $13, $14, $15 }'
} >"$out/formulations.md"
