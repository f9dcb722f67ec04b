#!/usr/bin/env bash
# Files written by 'ullage model' are solved by glpsol and cbc to the optimum
# that the engine finds, and are the same bytes each time.
set -eu
for program in glpsol cbc; do
    command -v "$program" >/dev/null || { echo "$program is not installed"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$UL_COMMAND" gen eva-table3 -o "$folder/table3.csv"
"$UL_COMMAND" gen eva-table7 --tasks 8 --seed 2 -o "$folder/table7.csv"
printf '%s\n' ullage,1,packing name,limited resource,cpu type,a,f,1,4 supply,a,1 type,b,f,1.5,4 \
    task,t,3,,,,2 task,u,1,,,,4 >"$folder/limited.csv"

# nodes of the arc-flow graph are merged across shapes: without that there were 1,315 rows
"$UL_COMMAND" gen bpp --tasks 60 --seed 1 --set class=triplets -o "$folder/triplets.csv"
rows=$("$UL_COMMAND" model "$folder/triplets.csv" -f arc-flow -o "$folder/triplets.lp" |
    sed -n 's/.*: \([0-9]*\) rows.*/\1/p')
[ "$rows" -le 160 ] || { echo "model.sh: the arc-flow graph has $rows rows" >&2; exit 1; }

expect() { # WHAT VALUE
    awk -v a="$2" -v b="$cost" 'BEGIN { d = a - b; exit !(a != "" && d < 1e-6 && d > -1e-6) }' ||
        { echo "model.sh: $1 gives '$2', the optimum is $cost" >&2; exit 1; }
}

for instance in table3 table7 limited; do
    cost=$("$UL_COMMAND" solve "$folder/$instance.csv" -m glpk | sed -n 's/^cost *\$//p')
    for formulation in eva-assignment eva-symmetric pattern arc-flow; do
        lp=$folder/$instance-$formulation.lp
        mps=$folder/$instance-$formulation.mps
        "$UL_COMMAND" model "$folder/$instance.csv" -f $formulation -o "$lp" >"$folder/said"
        "$UL_COMMAND" model "$folder/$instance.csv" -f $formulation -o "$mps" >>"$folder/said"
        cp "$lp" "$folder/once.lp"
        "$UL_COMMAND" model "$folder/$instance.csv" -f $formulation -o "$lp" >>"$folder/said"
        cmp "$lp" "$folder/once.lp"
        glpsol --lp "$lp" -o "$folder/lp.glpk" >"$folder/log"
        glpsol --freemps "$mps" -o "$folder/mps.glpk" >"$folder/log"
        cbc "$lp" -solve -solution "$folder/lp.cbc" -quit >"$folder/log"
        cbc "$mps" -solve -solution "$folder/mps.cbc" -quit >"$folder/log"
        for file in lp.glpk mps.glpk; do
            expect "$file of $formulation" "$(sed -n 's/^Objective:.*= \([^ ]*\).*/\1/p' "$folder/$file")"
        done
        for file in lp.cbc mps.cbc; do
            expect "$file of $formulation" "$(sed -n '1s/.*objective value *//p' "$folder/$file")"
        done
    done
done

# what a teacher reads aloud
grep -q '^ assign_t1: y_1_t1 + y_2_t1 + y_3_t1 + y_4_t1 = 1$' "$folder/table3-eva-assignment.lp"
grep -q '^ gpu_1: 2 y_1_t1 + y_1_t2 - 4 x_1_it1 - x_1_it2 <= 0$' "$folder/table3-eva-assignment.lp"
"$UL_COMMAND" list formulations | grep -q eva-assignment
