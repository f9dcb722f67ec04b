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
for method in no-packing eva-full eva-full-code synergy owl ffd bfd dot-product norm2 min-bin-slack \
    vsbpp-ffd vsbpp-bfd stratus local-search exact glpk; do
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
[ "$taken" = 10 ] || complain "$taken methods of 10 take it"

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
# A dear type that another dominates, and tasks that cost nothing, count for the checker.
sed 's/^type,b.*/&\ntype,z,g,0,1\ntype,d,f,9,1/; $a task,v,5,,,,1' "$folder/none.csv" >"$folder/none-of-more.csv"
sed -i 's/^type,d.*/&\nsupply,d,1/; s/^supply,c,1/supply,c,0/' "$folder/none-of-more.csv"
for none in none none-of-more; do
    "$UL_COMMAND" solve "$folder/$none.csv" -m exact -c "$folder/proof.csv" >"$folder/out" || true
    grep -q '^status *infeasible' "$folder/out" || complain "no plan: $(cat "$folder/out")"
    "$UL_CHECK" "$folder/$none.csv" -c "$folder/proof.csv" >"$folder/out" 2>&1 ||
        complain "$none: the proof that there is no plan: $(cat "$folder/out")"
    grep -q '^infeasible: there is no plan, verified' "$folder/out" ||
        complain "$none: $(cat "$folder/out")"
done

# In a suite, methods that do not know of it are passed over, and that is told.
cat >"$folder/suite.csv" <<END
ullage-suite,1
name,limited
limits,10,10,0
repetitions,2
file,few.csv
file,any.csv
method,ffd
method,eva-full
method,eva-full,price=tnrp
method,synergy,@repetitions=1
END
bench() { "$UL_COMMAND" bench "$folder/suite.csv" --out "$folder/out.d" "$@" >/dev/null 2>"$folder/err"; }
said="5 runs are passed over: some instances have a limited supply of machines, of which these methods do not know: eva-full, synergy."
bench || complain "bench: $(cat "$folder/err")"
head -1 "$folder/err" | grep -qxF "$said" || complain "progress: $(cat "$folder/err")"
[ "$(tail -n +2 "$folder/out.d/records.csv" | grep -c ,feasible,)" = 9 ] || complain "2 + 7 runs: $(cat "$folder/out.d/records.csv")"
[ "$(tail -n +2 "$folder/out.d/records.csv" | wc -l)" = 9 ] || complain "runs that were to be passed over"
"$UL_COMMAND" report "$folder/out.d" | grep -qxF "$said" || complain "the report is silent"
# ... also who asks for a method that has no run left
sed '/^[^,]*,[^,]*,[^,]*,[^,]*,synergy,/d' "$folder/out.d/records.csv" >"$folder/rest.csv"
mkdir "$folder/rest.d" && cp "$folder/out.d/manifest.json" "$folder/rest.d" && mv "$folder/rest.csv" "$folder/rest.d/records.csv"
"$UL_COMMAND" report "$folder/rest.d" --baseline synergy >/dev/null 2>"$folder/err" && complain "a baseline without runs"
grep -q "method 'synergy' is in the suite and was passed over, .*; with runs there are: ffd, " "$folder/err" ||
    complain "a baseline passed over: $(cat "$folder/err")"
"$UL_COMMAND" report "$folder/rest.d" --baseline syn >/dev/null 2>"$folder/err" && complain "a baseline that is none"
grep -q "there is no method 'syn' in the records" "$folder/err" || complain "no baseline: $(cat "$folder/err")"
echo 'method,owl' >>"$folder/suite.csv" # the folder knows which instances are limited
bench --resume
[ "$(tail -n +2 "$folder/out.d/records.csv" | grep -c ,feasible,)" = 11 ] || complain "owl: $(cat "$folder/out.d/records.csv")"
grep -q '^7 runs are passed over: .*: eva-full, synergy, owl.$' "$folder/err" || complain "resumed: $(cat "$folder/err")"

# Files that limit bins.
# best NAME COST SUPPLY: what was imported has this optimum, proved, and names the supply
best() {
    "$UL_COMMAND" solve "$folder/$1.csv" -m exact -o "$folder/plan.csv" \
        --certificate "$folder/proof.csv" >/dev/null || complain "$1 has no plan"
    "$UL_CHECK" "$folder/$1.csv" "$folder/plan.csv" --certificate "$folder/proof.csv" \
        >"$folder/out" || complain "$1: $(cat "$folder/out")"
    grep -q "no plan costs less than $2," "$folder/out" || complain "$1: $(cat "$folder/out")"
    grep -q "^supply,$3\$" "$folder/$1.csv" || complain "$1: $(cat "$folder/$1.csv")"
}
# VPSolver's: two of the cheap type, and one that holds much of one resource only.
printf '2\n\n3\n100 100 90 2\n50 120 60 -1\n150 25 30 1\n\n3\n\n1 4\n50 25\n\n1 3\n40 40\n\n1 2\n20 60\n' \
    >"$folder/bins.mvp"
"$UL_COMMAND" import vpsolver-mvp "$folder/bins.mvp" -o "$folder/mvp.csv" 2>/dev/null
best mvp 390 t1,2
# PackingSolver's: rows are numbered, and one bin of each cheap type is not enough.
printf 'ID,X,COPIES\n0,6,2\n1,4,3\n' >"$folder/items.csv"
printf 'ID,X,COST,COPIES\n0,10,5,1\n1,8,3,1\n2,12,9,-1\n' >"$folder/bins.csv"
"$UL_COMMAND" import packingsolver-1d "$folder/items.csv" "$folder/bins.csv" \
    -o "$folder/ps.csv" 2>/dev/null || complain "bins.csv as PackingSolver has it is refused"
best ps 17 b2,1
exit $failed
