#!/usr/bin/env bash
# A reservation from demand to picture: generated, solved with proof, checked by
# the other program, drawn; and SEC's Figure 7 on small demands.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$UL_COMMAND" gen reservation --set shape=rise-and-fall --set years=1 --set instances=20 \
    --set objective=pure -o "$folder/demand.csv"
"$UL_COMMAND" show "$folder/demand.csv" >"$folder/show"
grep -q "pure cost" "$folder/show"
"$UL_COMMAND" solve "$folder/demand.csv" -m reservation-exact -o "$folder/plan.csv" \
    --certificate "$folder/proof.csv" --json >"$folder/result.json"
grep -q '"proved": true' "$folder/result.json"
grep -q '"leases": {' "$folder/result.json"
"$UL_CHECK" "$folder/demand.csv" "$folder/plan.csv" --certificate "$folder/proof.csv" \
    >"$folder/verdict"
grep -q "^optimal: no plan costs less" "$folder/verdict"

# a proof with one price raised no longer proves its bound
sed '0,/^price,1,1,/s/^\(price,1,1,.*\)$/\199/' "$folder/proof.csv" >"$folder/forged.csv"
if cmp -s "$folder/proof.csv" "$folder/forged.csv"; then exit 1; fi
if "$UL_CHECK" "$folder/demand.csv" "$folder/plan.csv" --certificate "$folder/forged.csv" \
    >"$folder/verdict"; then exit 1; fi

# no lease can pay: the program has nothing to decide, and that is solved too
printf '%s\n' ullage,1,reservation name,dear interval_hours,100 class,od,0,0,1,used \
    class,lease,3,10,2,used usage,1,100,2 >"$folder/dear.csv"
for set in start=on start=off lp=on; do
    "$UL_COMMAND" solve "$folder/dear.csv" -m glpk --set "$set" >"$folder/said" || true
    if ! grep -qE "^status *(optimal|bound)$" "$folder/said"; then cat "$folder/said"; exit 1; fi
done

# a certificate that was asked for is written, also where there is nothing to decide ...
"$UL_COMMAND" solve "$folder/dear.csv" -m reservation-flow -o "$folder/plan2.csv" \
    -c "$folder/proof2.csv" >/dev/null
"$UL_CHECK" "$folder/dear.csv" "$folder/plan2.csv" -c "$folder/proof2.csv" >"$folder/verdict"
grep -q "^optimal: no plan costs less" "$folder/verdict"
# ... or its absence is an error, whatever an earlier run left there
for file in "$folder/none.csv" "$folder/proof2.csv"; do
    if "$UL_COMMAND" solve "$folder/demand.csv" -m reservation-exact -t 0.000001 -c "$file" \
        >/dev/null 2>"$folder/said"; then exit 1; fi
    grep -q "no certificate was written to $file" "$folder/said"
done

# a search that was stopped certifies the bound that it says, whenever that is
"$UL_COMMAND" gen reservation --seed 1 --set shape=bursty -o "$folder/bursty.csv"
for limit in 0.01 0.05 0.1 0.2 0.4; do
    rm -f "$folder/stopped.csv"
    "$UL_COMMAND" solve "$folder/bursty.csv" -m reservation-exact -t $limit -c "$folder/stopped.csv" \
        >"$folder/said" 2>/dev/null || true
    bound=$(sed -n 's/^bound *\$\([0-9]*\).*/\1/p' "$folder/said") # whole dollars
    [ -n "$bound" ] || continue
    "$UL_CHECK" "$folder/bursty.csv" -c "$folder/stopped.csv" >"$folder/verdict"
    grep -q "no plan costs less than $bound" "$folder/verdict"
done
# and so does the paper's own bound
"$UL_COMMAND" solve "$folder/bursty.csv" -m sec-bound -c "$folder/stopped.csv" >"$folder/said"
"$UL_CHECK" "$folder/bursty.csv" -c "$folder/stopped.csv" >"$folder/verdict"
grep -q "no plan costs less than $(sed -n 's/^bound *\$\([0-9]*\).*/\1/p' "$folder/said")" "$folder/verdict"

"$UL_COMMAND" show "$folder/demand.csv" --plan "$folder/plan.csv" --svg "$folder/plan.svg" >/dev/null
grep -q "</svg>" "$folder/plan.svg"
# a folder without the traces is the wrong one; without a folder demands are generated
if "$UL_COMMAND" reproduce sec-fig7 --set traces="$folder" >"$folder/table" 2>&1; then
    echo "a wrong folder is taken"
    exit 1
fi
grep -q "none of the paper's traces is there" "$folder/table"
(cd "$folder" && unset UL_TRACES &&
    "$UL_COMMAND" reproduce sec-fig7 --set years=1 --set instances=10 --set svg=bars.svg >table)
grep -q "5 of 5 traces are not there" "$folder/table"
grep -q "C' bound" "$folder/table"
grep -q "</svg>" "$folder/bars.svg"
