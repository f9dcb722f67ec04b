#!/usr/bin/env bash
# The availability kind from the command line: an instance and a plan shown, tiers of a
# service, the scenario program in other solvers' hands, and TR-Kubernetes' figures on
# zones of our own.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
well_formed() {
    [ "$(grep -c '<svg ' "$1")" = 1 ]
    tail -1 "$1" | grep -q '</svg>$'
    ! command -v xmllint >/dev/null || xmllint --noout "$1"
    ! command -v rsvg-convert >/dev/null || rsvg-convert "$1" -o picture.png
}
refused() { # SENTENCE COMMAND...
    local sentence=$1
    shift
    if "$@" >out 2>err; then echo "not refused: $*"; exit 1; fi
    grep -q "$sentence" err || { cat err; exit 1; }
}

cat >web.csv <<'END'
ullage,1,availability
name,web
target,12,0.99
vm,a,4,1,3.1,0.9
vm,b,6,2,,0.95
vm,c,12,5,9,0.999
END
sed 's/name,web/name,db/; s/target,12/target,4/' web.csv >db.csv

# ---- show ----
"$UL_COMMAND" show web.csv >out
grep -qx 'web (availability)' out
grep -qx "  sha256     $(sha256sum web.csv | cut -d' ' -f1)" out
grep -qx '  wanted     12 units up with probability 0.99' out
grep -Eqx '  b +6  2\.000000 +333\.3333 +- +0\.95000000' out
grep -qx '  on demand  \$9.0000 an hour: 1 c' out
"$UL_COMMAND" solve web.csv -m availability-exact -o web-plan.csv >out
grep -qx 'status    optimal' out
"$UL_COMMAND" solve db.csv -m availability-exact -o db-plan.csv >out
"$UL_COMMAND" show web.csv --plan web-plan.csv >out
grep -qx 'cost      \$5' out
grep -qx 'plan      12 units held, 12 wanted, up with probability 1 - 0.001: 1 c' out
"$UL_COMMAND" show web.csv --plan web-plan.csv --svg plan.svg
well_formed plan.svg
grep -q '12 wanted' plan.svg
grep -q 'allowed to fail: 0.01' plan.svg

# ---- tiers: the same pool, pools that share types, pools that do not ----
"$UL_COMMAND" show web.csv --plan web-plan.csv --plan web-plan.csv --plan web-plan.csv >out
grep -qx 'a service of 3 tiers on 1 types, 1 of them in several tiers' out
grep -qx '  all tiers served   1 - 0.001' out
grep -qx '  if independent     1 - 0.002997, the product of the tiers' out
"$UL_COMMAND" show web.csv db.csv --plan web-plan.csv --plan db-plan.csv >out
grep -qx '  all tiers served   1 - 0.005995' out # c is down, or a and b are
grep -qx '  if nested          1 - 0.005, the lowest tier' out
refused 'one instance at a time' "$UL_COMMAND" show web.csv db.csv --plan web-plan.csv
refused 'another instance' "$UL_COMMAND" show web.csv --plan web-plan.csv --plan db-plan.csv
sed 's/0.999/0.9991/' db.csv >other.csv
"$UL_COMMAND" solve other.csv -m spotfleet-cheapest --set fallback=on-demand >out
sed "s/^instance,.*/instance,db,$(sha256sum other.csv | cut -d' ' -f1)/; s/^hold.*/hold,c,1/" \
    web-plan.csv >other-plan.csv
refused 'tiers share the types of one zone' \
    "$UL_COMMAND" show web.csv other.csv --plan web-plan.csv --plan other-plan.csv
"$UL_COMMAND" gen eva-table3 -o table3.csv
"$UL_COMMAND" solve table3.csv -m ffd -o packing.csv >out
refused 'packing plans make none' "$UL_COMMAND" show table3.csv --plan packing.csv --plan packing.csv

# ---- the scenario program ----
cost=$("$UL_COMMAND" solve web.csv -m availability-exact | sed -n 's/^cost *\$//p')
"$UL_COMMAND" model web.csv -f availability-scenarios -o web.lp >out
"$UL_COMMAND" model web.csv -f availability-scenarios -o web.mps >out
grep -q '^ survive_1: 6 n_b + 12 n_c >= 12$' web.lp
if command -v glpsol >/dev/null; then
    glpsol --lp web.lp -o lp.txt >log
    glpsol --freemps web.mps -o mps.txt >log
    for file in lp.txt mps.txt; do
        [ "$(sed -n 's/^Objective:.*= \([^ ]*\).*/\1/p' $file)" = "$cost" ] || { cat $file; exit 1; }
    done
fi

# ---- the figures, on two made-up zones and on generated ones ----
mkdir zones
for zone in north south; do
    {
        echo ECU,AvgSpotPrice,OnDemandPrice,VM,Availability
        printf '5,0.1,0.5,a,0.99\n8,0.2,0.7,b,0.999\n13,0.2,1.3,c,0.95\n'
        [ $zone = north ] || echo 21,0.9,1.9,d,0.99999
    } >zones/record-$zone.csv
done
"$UL_COMMAND" reproduce trk8s-fig6 --set zones=zones --set capacity=100 --set target=0.9999 \
    --time-limit 5 --keep kept >out 2>err
[ "$(grep -Ec '^  (trk8s-code|trk8s|spotfleet-cheapest|spotfleet-diverse|greedy-availability|availability-local|availability-exact) ' out)" = 7 ]
grep -Eq '^  availability-exact .* 0\.0% \(0\.0-0\.0\) .* 2  *2$' out
grep -Eq '^  trk8s-s33-02 .* <= 50% ' out
[ "$(grep -c '^north,0.9999,' kept/trk8s-fig6/trials.csv)" = 7 ]
well_formed kept/trk8s-fig6/figure.svg
grep -q 'target' kept/trk8s-fig6/figure.svg
"$UL_COMMAND" reproduce trk8s-fig14 --set zones=zones --set capacity=100 --time-limit 5 >out 2>err
for target in 99% 99.9% 99.99% 99.999% 99.9999%; do
    grep -Eq "^  $target .* 2\$" out
done
well_formed trk8s-fig14.svg
refused 'record-\*.csv\*: no file is named so' "$UL_COMMAND" reproduce trk8s-fig6 --set zones=.
"$UL_COMMAND" reproduce trk8s-fig6 --set capacity=60 --set svg= --time-limit 0.2 >out 2>err
grep -q 'the zones are generated' out
if grep -q 'What the paper prints' out; then echo "generated zones were judged"; exit 1; fi

# ---- correlation: two types that go together, one that is up when they are not ----
mkdir histories
for day in 01 02 03 04 05 06 07 08 09; do
    case $day in 03 | 07) spike=1 calm=0.01 ;; *) spike=0.01 calm=1 ;; esac
    echo "2015-03-$day 00:00:00,$spike" | tee -a histories/north-1a-Linux-m3.large.csv \
        >>histories/north-1a-Linux-c3.large.csv
    echo "2015-03-$day 00:00:00,$calm" >>histories/north-1a-Linux-r3.large.csv
done
"$UL_COMMAND" reproduce trk8s-fig5 --set folder=histories --set svg=fig5.svg >out 2>err
grep -Eq '^  north-1a c3\.large +1\.00 +1\.00 +-1\.00$' out
grep -Eq '^  north-1a r3\.large +-1\.00 +-1\.00 +1\.00$' out
well_formed fig5.svg
"$UL_COMMAND" reproduce trk8s-fig5 --set svg= >out 2>err
grep -q 'the histories are generated' out

# however small the prices, a cost is told
printf 'ullage,1,availability\nname,far\ntarget,20,0.999\nvm,a,1,0.000000000001,0.000000000002,0.9\nvm,b,7,1000000,1000000,0.99\n' \
    >far.csv
"$UL_COMMAND" solve far.csv -m availability-exact >out
grep -q '^cost *$0\.00000000004$' out || { cat out; exit 1; }
