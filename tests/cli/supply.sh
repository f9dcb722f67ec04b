#!/usr/bin/env bash
# Where there are only so many machines of a type: every packing method keeps to that or
# refuses by name, plans beyond it are refused, optima and their absence are proved, and
# files that limit bins import.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
complain() { echo "supply.sh: $*" >&2; failed=1; }

cat >"$folder/few.csv" <<'END'
ullage,1,packing
name,few
resource,cpu
type,a,f,1,4
supply,a,2
type,b,f,1.5,4
type,c,f,4,10
supply,c,1
task,t,9,,,,2
task,u,3,,,,4
END
"$UL_COMMAND" show "$folder/few.csv" | grep -q 'supply' || complain "show says nothing of the supply"

# Exactly the methods that the list marks have a plan, and the checker takes it.
"$UL_COMMAND" list methods --json >"$folder/list"
taken=0
for method in no-packing eva-full eva-full-code synergy owl ffd bfd dot-product norm2 vsbpp-ffd \
    vsbpp-bfd stratus local-search exact glpk; do
    marked=$(grep -cE "\"name\": \"$method\", \"kind\": \"packing\".*\"supply\": true" "$folder/list") || true
    if "$UL_COMMAND" solve "$folder/few.csv" -m "$method" -o "$folder/plan.csv" \
        >"$folder/out" 2>"$folder/err"; then
        [ "$marked" = 1 ] || complain "$method is not marked in the list"
        "$UL_CHECK" "$folder/few.csv" "$folder/plan.csv" >/dev/null || complain "$method's plan"
        taken=$((taken + 1))
    else
        [ "$marked" = 0 ] || complain "$method is marked and refuses: $(cat "$folder/err")"
        grep -q "method '$method' does not know of a limited supply of machines" "$folder/err" ||
            complain "$method: $(cat "$folder/err")"
    fi
done
[ "$taken" = 9 ] || complain "$taken methods of 9 take it"

# The optimum without the limits is no plan of the limited instance.
grep -v '^supply' "$folder/few.csv" >"$folder/any.csv"
"$UL_COMMAND" solve "$folder/any.csv" -m exact -o "$folder/plan.csv" >/dev/null
sha=$("$UL_COMMAND" show "$folder/few.csv" | sed -n 's/^ *sha256 *//p')
sed -i "s/^instance,.*/instance,few,$sha/" "$folder/plan.csv"
"$UL_CHECK" "$folder/few.csv" "$folder/plan.csv" >"$folder/out" 2>&1 && complain "too many machines pass"
grep -q "machines of type 'a', the supply is 2" "$folder/out" || complain "$(cat "$folder/out")"

# Proved, by the checker's own arithmetic; and that there is no plan.
"$UL_COMMAND" solve "$folder/few.csv" -m exact --certificate "$folder/proof.csv" \
    -o "$folder/plan.csv" >"$folder/out"
grep -q '^cost *\$10.5$' "$folder/out" || complain "the optimum: $(cat "$folder/out")"
"$UL_CHECK" "$folder/few.csv" "$folder/plan.csv" --certificate "$folder/proof.csv" |
    grep -q 'no plan costs less than 10.5' || complain "the proof"
sed 's/^fee,a,1000$/fee,a,1001/' "$folder/proof.csv" >"$folder/forged.csv"
"$UL_CHECK" "$folder/few.csv" "$folder/plan.csv" --certificate "$folder/forged.csv" >/dev/null 2>&1 &&
    complain "a changed fee passes"
sed 's/^type,b.*/&\nsupply,b,3/' "$folder/few.csv" >"$folder/none.csv"
sed -i 's/^task,u,3/task,u,5/' "$folder/none.csv"
"$UL_COMMAND" solve "$folder/none.csv" -m exact >"$folder/out" || true
grep -q '^status *infeasible' "$folder/out" || complain "no plan: $(cat "$folder/out")"

# Files that limit bins.
printf '1\n2\n10 1 2\n20 3 -1\n1\n1 9\n4\n' >"$folder/bins.mvp"
"$UL_COMMAND" import vpsolver-mvp "$folder/bins.mvp" -o "$folder/mvp.csv" 2>/dev/null
grep -q '^supply,t1,2$' "$folder/mvp.csv" || complain "vpsolver: $(cat "$folder/mvp.csv")"
printf 'X,COPIES\n10,4\n' >"$folder/items.csv"
printf 'X,COPIES\n100,1\n20,3\n' >"$folder/bins.csv"
"$UL_COMMAND" import packingsolver-1d "$folder/items.csv" "$folder/bins.csv" \
    -o "$folder/ps.csv" 2>/dev/null
grep -q '^supply,b2,3$' "$folder/ps.csv" || complain "packingsolver: $(cat "$folder/ps.csv")"
exit $failed
