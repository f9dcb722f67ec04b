#!/usr/bin/env bash
# Proofs of packing bounds as VIPR files, read by tests/trust/vipr.py, which shares nothing with
# their writer; forged ones are refused, and what cannot be told so is said.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
reader=$(dirname "$UL_SOURCE/x")/tests/trust/vipr.py
fail() { echo "$*"; exit 1; }
refused() { # SENTENCE COMMAND...
    local sentence=$1
    shift
    if "$@" >out 2>err; then fail "not refused: $*"; fi
    grep -q "$sentence" out err || { cat out err; exit 1; }
}

# roots, family bounds, cuts, branches and filters: the bound is the cost of the plan, or less by so
# little that no sum of prices is between, which the file does not tell
trees=0
for seed in 1 3 4 7 13; do
    "$UL_COMMAND" gen eva-table7 -n 200 --seed $seed --set cores=physical -o in.csv
    "$UL_COMMAND" solve in.csv -m exact -c proof.vipr --json >out
    cost=$(sed -n 's/.*"cost": \([0-9.]*\).*/\1/p' out | head -1)
    unit=$(sed -n '1s/.*\$//p' proof.vipr)
    bound=$(python3 "$reader" proof.vipr | sed -n 's/the objective is at least //p')
    awk -v c="$cost" -v u="$unit" -v b="$bound" 'BEGIN { exit !(b > 0 && c - u * b < 0.0005 && u * b - c < 1e-9) }' ||
        fail "seed $seed: cost $cost, bound $bound times $unit"
    ! grep -q '{ uns' proof.vipr || trees=$((trees + 1))
done
[ $trees -gt 1 ] || fail "no proof had a tree"

# one more than is proved, a changed price, a multiplier, and a side of a branch that is gone
refused refused python3 "$reader" <(sed -E 's/^RTP range ([0-9]*)/RTP range 1\1/' proof.vipr)
refused refused python3 "$reader" <(sed -E '/^OBJ/{n;s/^([0-9]+ 0) ([0-9]+)/\1 1/}' proof.vipr)
refused refused python3 "$reader" <(sed -E '/\{ lin/s/(\{ lin [0-9]+ [0-9]+ -?)([0-9])/\17\2/' proof.vipr)
refused refused python3 "$reader" <(sed -E 's/\{ uns ([0-9]+) ([0-9]+) ([0-9]+) ([0-9]+)/{ uns \1 \2 \1 \2/' proof.vipr)

# what cannot be told
"$UL_COMMAND" solve in.csv -m exact -c proof.vipr.gz >/dev/null
gzip -dc proof.vipr.gz | cmp - proof.vipr
sed '$a supply,p3.2xlarge,1000' in.csv >limited.csv
refused 'not in the VIPR file, since it counts machines that are there in limited numbers' \
    "$UL_COMMAND" solve limited.csv -m exact -c limited.vipr -o plan.csv
grep -q 'no certificate was written to limited.vipr' err || fail "$(cat err)"
[ ! -e limited.vipr ] || fail "a file is left"
"$UL_CHECK" limited.csv plan.csv >/dev/null || fail "no plan of what cannot be told"
printf 'ullage,1,packing\nname,free\nresource,r\ntype,a,f,0,4\ntask,t,9,,,,1\n' >free.csv
refused 'its note says why' "$UL_COMMAND" solve free.csv -m exact -c free.vipr

# few sums of prices: what the file proves is told, at most what a plan costs
printf 'ullage,1,packing\nname,two\nresource,r\ntype,A,f,3,4\ntype,B,f,100.01,8\ntask,t,40,,,,1\n' >two.csv
"$UL_COMMAND" solve two.csv -m exact -c two.vipr | grep -q '^bound *$30$' || fail "two.csv"
python3 "$reader" two.vipr | grep -q 'at least 3000$' || fail "two.vipr: $(python3 "$reader" two.vipr)"
printf 'ullage,1,packing\nname,far\nresource,r\ntype,A,f,0.000003,4\ntype,B,f,100000000.000001,8\ntask,t,9,,,,3\ntask,u,9,,,,7\n' >far.csv
"$UL_COMMAND" solve far.csv -m exact -c far.vipr >out 2>err || grep -q 'prices are rounded' out || fail "$(cat out err)"
[ ! -e far.vipr ] || python3 "$reader" far.vipr >/dev/null || fail "far.vipr"
