#!/usr/bin/env bash
# 'ullage report': what its figures count. Records are made by hand, so that every
# expected number can be worked out here.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# begin NAME: the records that follow are of this folder
begin() {
    mkdir -p "$1/events"
    into=$1
    run=0
    echo "run,instance,kind,sha256,method,parameters,seed,status,cost,bound,wall_s,cpu_s,first_s,peak_rss_kb,version,note" \
        >"$into/records.csv"
}
# row INSTANCE METHOD SEED STATUS COST BOUND WALL [CONTENT]: with a plan, its event at WALL
row() {
    echo "$run,$1,packing,${8:-content-of-$1},$2,,$3,$4,$5,$6,$7,$7,,1000,1," >>"$into/records.csv"
    printf 'wall_s,kind,value\n' >"$into/events/$(printf %06d $run).csv"
    [ -z "$5" ] || echo "$7,cost,$5" >>"$into/events/$(printf %06d $run).csv"
    run=$((run + 1))
}
# report NAME: NAME.txt, .md, .html and the folders NAME.csv, NAME.tex
report() {
    "$UL_COMMAND" report "$1" --markdown "$1.md" --csv "$1.csv" --latex "$1.tex" --html "$1.html" >"$1.txt"
    # the page without what is no number: embedded files
    sed 's/href="data:[^"]*"//; s/src="data:[^"]*"//' "$1.html" >"$1.page"
    if grep -rniE '(^|[^a-z])-?(nan|inf)([^a-z]|$)' "$1.txt" "$1.md" "$1.csv" "$1.tex" "$1.page"; then
        echo "$1: a number that is none"
        exit 1
    fi
}
# expect FILE ROW: the file has exactly this row
expect() {
    grep -qxF -- "$2" "$1" || { echo "$1 has no row '$2':"; cat "$1"; exit 1; }
}
# refuse NAME TEXT: no report, and this in the fault
refuse() {
    if "$UL_COMMAND" report "$1" >out 2>err; then echo "$1: reported"; cat out; exit 1; fi
    grep -qF -- "$2" err || { cat err; exit 1; }
}

# Repetitions are averaged, instances are counted. Gaps of b: (11 + 13) / 2 against 10,
# 21 against 20, 40 against 40: 20%, 5%, 0; means 8.333% and (2 + 1 + 0) / 3 dollars.
# Three instances, however often repeated, give no interval and no p. Primal integral:
# 1 for a quarter of a second, then 1/11 or 3/13, 1/21, 0 for another: 0.2674 on average.
begin repeated
for seed in $(seq 20); do
    for instance in x,10,11 y,20,21 z,40,40; do
        IFS=, read -r name optimum cost <<<"$instance"
        [ $name = x ] && [ $((seed % 2)) = 0 ] && cost=13
        row $name a $seed optimal $optimum $optimum 0.5
        row $name b $seed feasible $cost "" 0.25
    done
done
report repeated
expect repeated.csv/gaps.csv 'a,3,0,0,,,0,0,0'
expect repeated.csv/gaps.csv 'b,3,0,0.08333333333,,,0.05,0.2,1'
expect repeated.csv/pairs.csv 'a,b,2,1,0,0,'
grep -q '^  a .* too few$' repeated.txt
# within a factor of 1.05: y and z of three
expect repeated.csv/profile.csv 'b,0.3333333333,0.3333333333,0.3333333333,0.6666666667,0.6666666667,1,1'
# by run: 20 of 60 at 0, another 20 within 5%, 10 more within 10%
expect repeated.csv/gap-ecdf.csv 'b,0.3333333333,0.3333333333,0.3333333333,0.3333333333,0.6666666667,0.8333333333,1'
expect repeated.csv/methods.csv 'b,60,60,0,0,0,0.25,0.25,0.2673715174,24.33333333'

# Measures are means over the runs with a plan, whatever they are called.
begin measured
row x a 1 feasible 10 "" 1
row y a 1 feasible 10 "" 1
row z a 1 crash "" "" 1
sed -i -e '1s/$/,measures/' -e '2s/$/,mean_wait_s=3;machines=2/' -e '3s/$/,mean_wait_s=4321.123456/' \
    -e '4s/$/,/' measured/records.csv
report measured
expect measured.csv/measures.csv 'method,mean_wait_s,machines'
expect measured.csv/measures.csv 'a,2162.061728,2'
grep -q '^  a  *2162.06 ' measured.txt
"$UL_COMMAND" report measured --json | grep -qF '"measures": [{"method": "a", "mean_wait_s": 2162.061728, "machines": 2}]'
[ ! -e repeated.csv/measures.csv ]

# Six instances that differ one way: p = 2 / 2^6, times three pairs of methods.
begin three
for instance in u v w x y z; do
    row $instance a 1 feasible 1 "" 0.1
    row $instance b 1 feasible 2 "" 0.1
    row $instance c 1 feasible 4 "" 0.1
done
report three
expect three.csv/pairs.csv 'a,b,6,0,0,0,0.09375'

# An instance is its content, whatever it is called: with copies of one under other names
# the statistics are those of it alone, and the report says so.
for seed in 1 2 3 4 5 6; do
    "$UL_COMMAND" gen eva-table7 --tasks 12 --seed $seed -o alone-$seed.csv
done
sed 's/^name,.*/name,another/' alone-1.csv >copy-1.csv
{ echo '# the same with a comment'; sed 's/^name,.*/name,a third/' alone-1.csv; } >copy-2.csv
for which in alone copied; do
    printf '%s\n' ullage-suite,1 name,$which limits,5,5,0 'file,alone-*.csv' method,ffd method,no-packing >$which.csv
    [ $which = alone ] || echo 'file,copy-*.csv' >>$which.csv
    "$UL_COMMAND" bench $which.csv --out $which >/dev/null 2>&1
    "$UL_COMMAND" report $which --baseline ffd --csv $which.tables >$which.txt
done
cmp alone.tables/baseline.csv copied.tables/baseline.csv
cmp alone.tables/pairs.csv copied.tables/pairs.csv
cmp alone.tables/profile.csv copied.tables/profile.csv
grep -q 'count once: 2 labels, copy-1 is alone-1, copy-2 is alone-1' copied.txt

# Thirds tie: means 5/3 and 1, 8/3 and 10/3 differ by 2/3 and -2/3, four more by 1. Ranks
# 1.5, 1.5 and four times 4.5: of the 64 sign patterns 3 reach a sum <= 1.5, p = 6 / 64.
begin thirds
for costs in x,1,1,1 x,2,1,2 x,2,1,3 y,2,3,1 y,3,3,2 y,3,4,3 z,3,2,1 u,3,2,1 v,3,2,1 w,3,2,1; do
    IFS=, read -r name cost other seed <<<"$costs"
    row $name a $seed feasible $cost "" 0.1
    row $name b $seed feasible $other "" 0.1
done
report thirds
expect thirds.csv/pairs.csv 'a,b,1,0,5,0,0.09375'

# A run without an answer is none of a method's good ones: b finds one optimum and
# crashes on three instances.
begin failing
for instance in w x y z; do
    row $instance a 1 optimal 10 10 4
    row $instance c 1 feasible 11 "" 2
    if [ $instance = w ]; then
        row $instance b 1 feasible 10 "" 2
    else
        row $instance b 1 crash "" "" 0.001
    fi
done
report failing
expect failing.csv/methods.csv 'b,4,1,0,0,0,2,2,3.5,10'
expect failing.csv/gaps.csv 'b,1,3,0,,,0,0,0'
expect failing.csv/gap-ecdf.csv 'b,0.25,0.25,0.25,0.25,0.25,0.25,0.25'
expect failing.csv/time-ecdf.csv 'b,0,0,0,0,0,0.25,0.25'
expect failing.csv/profile.csv 'b,0.25,0.25,0.25,0.25,0.25,0.25,0.25'
expect failing.csv/pairs.csv 'c,b,0,0,1,3,'
grep -q 'nearest to the proved optima is <b>c</b>, which pays 10.00% ($1.00 an hour) too much on average (1 method without a plan everywhere is not counted)\.' \
    failing.html
grep -q 'nearest to the proved optima is c, which pays 10.00% ($1.00 an hour) too much on average (1 method' \
    failing.txt

# ... also where a repetition failed, and where all the heuristics did
begin unlucky
row x a 1 optimal 10 10 1
row x a 2 optimal 10 10 1
row x b 1 feasible 10 "" 1
row x b 2 crash "" "" 1
report unlucky
grep -q 'nearest to the proved optima is <b>b</b>, which finds them in the 1 of its 2 runs that have a plan\.' \
    unlucky.html
begin hopeless
row x a 1 optimal 10 10 1
row x b 1 crash "" "" 1
report hopeless
grep -q 'every method that found a plan proves it the best possible (1 method without a plan everywhere is not counted)\.' \
    hopeless.html

# ... and of exact methods alone, how many of their plans are proved
begin some
row x a 1 optimal 10 10 1
row y a 1 feasible 10 9 1
report some
grep -q '^1 of 2 plans are proved the best possible\.' some.txt
begin open
row x exact 1 feasible 10 9 1
report open
grep -q '^no plan is proved the best possible, and the gaps are those to the bounds\.' open.txt

# ... and of a kind that has no reference there is no gap to speak of, whatever another kind has
begin mixed
row x a 1 optimal 10 10 1
row y b 1 feasible 10 "" 1
sed -i '3s/,packing,/,availability,/' mixed/records.csv
report mixed
grep -q 'in availability, no optimum and no bound is proved, so only methods can be compared and gaps are blank: ' mixed.txt ||
    { cat mixed.txt; exit 1; }

# An instance that nobody solved counts in a profile, one proved to have no plan does
# not; the proof is an answer.
begin without
row x a 1 feasible 10 "" 1
row x b 1 feasible 10 "" 1
row y a 1 crash "" "" 1
row y b 1 time-limit "" "" 1
row z a 1 infeasible "" "" 3
row z b 1 crash "" "" 1
report without
expect without.csv/profile.csv 'a,0.5,0.5,0.5,0.5,0.5,0.5,0.5'
expect without.csv/methods.csv 'a,3,2,1,0,0,2,1.828427125,1,10' # sqrt(2 * 4) - 1: the shift is 1 s
expect without.csv/methods.csv 'b,3,1,0,0,0,1,1,1,10'

# A method that is asked for bounds has answers and no plans: no failures, either.
begin bounding
row x a 1 optimal 10 10 1
row x b 1 bound "" 8 2
report bounding
expect bounding.csv/methods.csv 'b,1,1,0,0,0,2,2,,'
if grep '^b,' bounding.csv/profile.csv bounding.csv/gap-ecdf.csv bounding.csv/gaps.csv; then exit 1; fi

# Bounds that say nothing, and an optimum of 0.
begin zero
row x a 1 feasible 10 0 1
row x b 1 feasible 12 "" 1
row y a 1 feasible 10 8 1
row y b 1 feasible 12 0 1
row z a 1 optimal 0 0 1
row z b 1 feasible 3 "" 1
row v a 1 feasible 5 -1 1
report zero
expect zero.csv/bounds.csv 'a,1,0,0.25,,,0.25,0.25,2'
expect zero.csv/bounds.csv 'b,1,0,0.5,,,0.5,0.5,4'
expect zero.csv/gaps.csv 'a,1,0,0,,,0,0,0'
expect zero.csv/gaps.csv 'b,0,0,,,,,,'
grep -q 'left out: 1 time a plan costs something where the optimum is 0' zero.txt
expect zero.csv/gap-ecdf.csv 'b,0,0,0,0,0,0,0'

# Two labels with one content are one instance, whose rows are repetitions; it is told.
begin twins
row x a 1 optimal 10 10 1 same
row x b 1 feasible 11 "" 1 same
row y b 1 feasible 12 "" 1 same
row y a 1 time-limit "" 9 1 same
report twins
expect twins.csv/gaps.csv 'b,1,0,0.15,,,0.15,0.15,1.5'
expect twins.csv/pairs.csv 'a,b,1,0,0,0,'
grep -q 'Equal instances (the same content but for the name) count once: 1 label, y is x\.' twins.txt
grep -q '<dt>instance</dt><dd>1</dd>' twins.html
grep -q 'class="remark">Equal instances' twins.html
[ ! -e twins.csv/bounds.csv ]
begin torn-label
row x a 1 feasible 10 "" 1 one
row x b 1 feasible 11 "" 1 other
refuse torn-label "instance 'x' has two contents"
# the alarm, too, is of the content
begin alarm
row x a 1 optimal 10 10 1 same
row y b 1 feasible 9 "" 1 same
refuse alarm ALARM

# Events: without them a solved run has no primal integral; what is no event is a fault.
begin events
row x a 1 feasible 10 "" 1
row x a 2 feasible 10 "" 3
row x b 1 feasible 20 "" 1
rm events/events/000001.csv
report events
expect events.csv/methods.csv 'a,2,2,0,0,0,2,1.828427125,1,10' # not (1 + 3) / 2
expect events.csv/methods.csv 'b,1,1,0,0,0,1,1,2,20' # 1 * 1 s + 0.5 * 2 s
grep -q 'integrals leave out 1 solved run without events' events.txt
for garbage in '0.5,cost' 'soon,cost,10' '0.5,cost,cheap' '0.5,guess,10' '-1,cost,10'; do
    printf 'wall_s,kind,value\n0.1,bound,3\n%s\n' "$garbage" >events/events/000001.csv
    refuse events events/events/000001.csv:3:
done
echo 'no heading' >events/events/000001.csv
refuse events events/events/000001.csv:1:

# A row that a crash tore is not there yet; a row that cannot be is a fault.
begin torn
row x a 1 feasible 10 "" 1
row x b 1 feasible 11 "" 1
printf '2,x,packing,content-of-x,c,,1,feasible,1' >>torn/records.csv
report torn
grep -q 'The last row of torn/records.csv is incomplete' torn.txt
if grep -q '^  c ' torn.txt; then cat torn.txt; exit 1; fi
printf '2,x,packing,content-of-x,"c' >>torn/records.csv
report torn
begin negative
row x a 1 feasible -10 "" 1
refuse negative 'negative/records.csv:2: column 9: the cost is negative'
begin strange
row x a 1 feasible 10 "" 1
sed -i 's/,packing,/,parking,/' strange/records.csv
refuse strange "strange/records.csv:2: column 3: kind 'parking' is not known"
begin claim
row x a 1 optimal 10 9 1
refuse claim 'claim/records.csv:2: column 8: '

# An exact method is the measure, also where it proves nothing: its name says so, or that it
# proved something somewhere.
begin reference
row x exact 1 feasible 10 9 1
row x ffd 1 feasible 11 "" 1
row y prover 1 optimal 10 10 1
row y ffd 1 feasible 12 "" 1
row z prover 1 feasible 10 "" 1
row z ffd 1 feasible 12 "" 1
report reference
grep -q 'nearest to the proved optima is ffd, which pays 20.00%' reference.txt
if grep -qE 'is (exact|prover)' reference.txt; then cat reference.txt; exit 1; fi

# Against a baseline: relative differences by instance, repetitions averaged. m costs 10%
# less on five instances, 20% less (8 and 8 against 10 and 10) on one and as much on one:
# mean (5 * -0.1 - 0.2) / 7 = -0.1, median -0.1. Six pairs differ, all one way, p = 2 / 2^6;
# over two comparisons Holm doubles it, and n, which is 1% dearer everywhere, has 2 / 2^7.
begin based
q=0
for costs in 10,9 20,18 30,27 40,36 50,45 10,8 60,60; do
    IFS=, read -r base cost <<<"$costs"
    q=$((q + 1))
    for seed in 1 2; do
        row i$q base $seed feasible $base "" 1
        row i$q m $seed feasible $cost "" 1
        row i$q n $seed feasible "$(awk "BEGIN { print 1.01 * $base }")" "" 1
    done
done
"$UL_COMMAND" report based --baseline base --csv based.csv --html based.html --latex based.tex >based.txt
grep -q '^m,7,-0.1,-0.1[0-9]*,-0.0[0-9]*,-0.1,-0.1,-0.1,6,1,0,0,0.03125,0.03125$' based.csv/baseline.csv ||
    { cat based.csv/baseline.csv; exit 1; }
grep -q '^n,7,0.01,0.01,0.01,0.01,0.01,0.01,0,0,7,0,0.015625,0.03125$' based.csv/baseline.csv ||
    { cat based.csv/baseline.csv; exit 1; }
sed -n 2p based.txt | grep -qE '^m costs 10.00% less than base on average over 7 instances \(95% interval 1[0-9.]+% less to [0-9.]+% less, median 10.00% less; p = 0.0312 after Holm over 2 comparisons\): it is better; cheaper on 6, equal on 1, dearer on 0\.$' ||
    { cat based.txt; exit 1; }
sed -n 3p based.txt | grep -q '^n costs 1.00% more .*: it is worse;'
grep -q '<p class="answer"><b>m</b> costs 10.00% less than <b>base</b>' based.html
grep -q '"id": "scatter-chart"' based.html
# tidy: a row a run
expect based.csv/runs.csv 'instance,kind,method,seed,status,limit,cost,bound,optimum,best_bound,best_cost,gap,bound_gap,cpu_s,wall_s,first_s'
expect based.csv/runs.csv 'i6,packing,m,1,feasible,,8,,,,8,,,1,1,'
# fewer methods are a smaller family of tests: one comparison, no adjustment
"$UL_COMMAND" report based --baseline base --methods base,m --csv two.csv >two.txt
grep -q '^m,7,.*,0.03125,0.03125$' two.csv/baseline.csv
[ "$(wc -l <two.csv/baseline.csv)" = 2 ] && [ "$(wc -l <two.csv/methods.csv)" = 3 ]
grep -q '^2 of 3 methods were chosen' two.txt
if "$UL_COMMAND" report based --methods base,mm 2>err; then exit 1; fi
grep -q "there is no method 'mm' in the records; there are: base, m, n" err
# the headline is about the method that --mine names
"$UL_COMMAND" report based --baseline base --mine n --html mine.html >mine.txt
sed -n 2p mine.txt | grep -q '^n costs 1.00% more'
grep -q '<p class="answer"><b>n</b> costs' mine.html
"$UL_COMMAND" report failing --mine c >mine.txt
grep -q '^c pays 10.00% (.*) more than the proved optima on average, number 2 of 2 heuristics; the heuristic nearest' mine.txt
# PAVER's trace file: name, type, solver, direction, statuses, objective, bound, seconds
"$UL_COMMAND" report failing --trc failing.trc >/dev/null
head -1 failing.trc | grep -qxF '* Trace Record Definition'
expect failing.trc 'w,MIP,a,0,1,1,10,10,4.000000'
expect failing.trc 'w,MIP,c,0,8,1,11,NA,2.000000'
expect failing.trc 'x,MIP,b,0,13,13,NA,NA,0.001000'
# every chart as a file
"$UL_COMMAND" report based --baseline base --charts based.charts >/dev/null
for chart in difference scatter profile trade progress time; do
    head -c 5 based.charts/$chart-chart.svg | grep -q '<svg '
done
# a baseline that nobody is compared with has no chart of differences
"$UL_COMMAND" report based --methods base --baseline base --charts alone.charts >/dev/null
[ -s alone.charts/profile-chart.svg ] && [ ! -e alone.charts/difference-chart.svg ]
# ... one command, one object
"$UL_COMMAND" report based --baseline base --json >based.json
grep -q '"baseline": "base"' based.json
grep -q '{"method": "m", "instances": 7, "mean_difference": -0.1, ' based.json
# a method that is not there is named with those that are; nothing is said of few instances
if "$UL_COMMAND" report based --baseline bass 2>err; then exit 1; fi
grep -q "there is no method 'bass' in the records; there are: base, m, n" err
begin few
for instance in v w x y z; do
    row $instance base 1 feasible 10 "" 1
    row $instance m 1 feasible 9 "" 1
done
"$UL_COMMAND" report few --baseline base --csv few.csv >few.txt
grep -q '^m costs 10.00% less than base on average over 5 instances; 5 instances are too few for an interval or a test; cheaper on 5, equal on 0, dearer on 0\.$' few.txt
expect few.csv/baseline.csv 'm,5,-0.1,,,-0.1,,,5,0,0,0,,'

# Of the instances that do not count the sentence says why, and unpaired is every instance
# where one alone has a plan: base did not run on two, m has no plan on one, and on the last
# there is none.
begin partial
for instance in u v w x y z; do
    row $instance m 1 feasible 9 "" 1
    case $instance in y | z) ;; *) row $instance base 1 feasible 10 "" 1 ;; esac
done
row t base 1 feasible 10 "" 1
row t m 1 crash "" "" 1
row s base 1 infeasible "" "" 1
row s m 1 crash "" "" 1
"$UL_COMMAND" report partial --baseline base --csv partial.csv --html partial.html >partial.txt
grep -q '^m costs 10.00% less than base on average over 4 of 8 instances; 4 instances are too few .*; cheaper on 4, equal on 0, dearer on 0; of the others, m has no plan on 1, base did not run on 2, 1 has no plan at all\.$' partial.txt ||
    { cat partial.txt; exit 1; }
expect partial.csv/baseline.csv 'm,4,-0.1,,,-0.1,,,4,0,0,3,,'
expect partial.csv/pairs.csv 'm,base,4,0,0,3,'
# ... and means are over the instances that both have plans for, the others named; where
# they are all it is not said
tr -s ' \n' ' ' <partial.txt | grep -q 'mean cost over instances; over the 4 instances for which all methods have a plan, without y, z, t' ||
    { cat partial.txt; exit 1; }
expect partial.csv/methods.csv 'm,8,6,0,0,0,1,1,1,9'
if tr -s ' \n' ' ' <few.txt | grep -q 'for which all methods'; then cat few.txt; exit 1; fi
# a sentence begins with a capital on the page, a method's name with its own letter
grep -q '<p class="answer"><b>m</b> costs' partial.html
grep -q '<p class="answer sentence">the heuristic nearest' failing.html
grep -qF '.answer.sentence::first-letter' partial.html
if grep -qF '.answer::first-letter' partial.html; then exit 1; fi

# By class, as the manifest has it: half of the instances small, half large.
inputs=
for q in 1 2 3 4 5 6 7; do
    inputs="$inputs${inputs:+,}{\"name\": \"i$q\", \"family\": \"$([ $q -lt 4 ] && echo near || echo far)\", \"size\": ${q}0, \"labels\": {\"site\": \"s<$q\"}}"
done
echo "{\"suite\": \"hand\", \"version\": \"9\", \"started\": \"2026-01-02T03:04:05Z\", \"cpu\": \"abacus\", \"cores\": 3, \"limits\": {\"wall_s\": 5, \"cpu_s\": 0, \"memory_mb\": 64}, \"inputs\": [$inputs]}" >based/manifest.json
"$UL_COMMAND" report based --baseline base --by family --csv class.csv --html class.html >class.txt
grep -q '^near,m,3,-0.1,,,-0.1,,,3,0,0,0,,$' class.csv/baseline-by-family.csv || { cat class.csv/baseline-by-family.csv; exit 1; }
grep -q '^far,m,4,-0.1,' class.csv/baseline-by-family.csv
head -1 class.txt | grep -qx 'Suite hand, 2026-01-02T03:04:05Z, on abacus (3 cores), ullage 9, limits of a run: 5 s wall, 64 MB'
grep -q '<p class="facts">Suite hand, 2026-01-02T03:04:05Z, on abacus' class.html
grep -q '"part": "family: near"' class.html
[ ! -e class.csv/baseline-by-size.csv ]
"$UL_COMMAND" report based --baseline base --by site --csv site.csv >/dev/null
grep -q '^s<7,m,1,0,,,0,,,0,1,0,0,,$' site.csv/baseline-by-site.csv
# ... one in which nothing compares is named and not drawn
sed '/^[0-9]*,i[123],.*,base,/d' based/records.csv >apart.csv
mkdir apart && cp based/manifest.json apart && mv apart.csv apart/records.csv
"$UL_COMMAND" report apart --baseline base --by family --csv apart.csv --html apart.html >apart.txt
grep -q '^m costs .* over 4 of 7 instances; .*; of the others, base did not run on 3\.$' apart.txt
tr -s ' \n' ' ' <apart.txt | grep -q '; no instance has a plan of the baseline and of another method in: near' || { cat apart.txt; exit 1; }
grep -q '"id": "difference-chart-1-2-family--far"' apart.html
if grep -q '"id": "difference-chart-1-1-family--near"' apart.html; then exit 1; fi
# ... and why no gap is there is told, with what to do
unmeasured="no bound is proved, so only methods can be compared and gaps are blank: with 'method,exact' in the suite, 'ullage bench --resume' adds them\."
grep -q "^No optimum and $unmeasured\$" apart.txt
grep -q '<li>No optimum and no bound is proved' apart.html
grep -q "^no optimum and $unmeasured\$" three.txt
"$UL_COMMAND" report failing --baseline c >failing.txt
if grep -q 'no bound is proved' failing.txt; then cat failing.txt; exit 1; fi
if "$UL_COMMAND" report based --by colour 2>err; then exit 1; fi
grep -q "instances have no 'colour'; they are told apart by: family, size, site" err

# Folders are joined: other methods on the same instances compare, runs that both have are
# kept apart, and what differs is told.
begin other
q=0
for base in 10 20 30 40 50 10 60; do
    q=$((q + 1))
    row i$q late 1 feasible $((base * 2)) "" 1
    row i$q m 1 feasible $base "" 1
done
sed -i 's/,1,$/,2,/' other/records.csv
sed 's/abacus/slide rule/; s/"wall_s": 5/"wall_s": 7/' based/manifest.json >other/manifest.json
"$UL_COMMAND" report based other --baseline base --csv joined.csv --html joined.html >joined.txt
grep -q '^late,7,1,1,1,1,1,1,0,0,7,0,' joined.csv/baseline.csv || { cat joined.csv/baseline.csv; exit 1; }
grep -q '^m @other,7,0,' joined.csv/baseline.csv
grep -q 'made by different versions of the program: 1; 2\.' joined.txt
grep -q 'different machines, whose times do not compare: abacus; slide rule\.' joined.txt
grep -q 'different limits: based 5 s wall.*; other 7 s wall' joined.txt
grep -q 'kept apart' joined.txt

# Kinds never share a table: dollars an hour and dollars of all time are different units.
begin kinds
row x a 1 feasible 10 "" 1
row y b 1 feasible 30 "" 1
sed -i '3s/,packing,/,reservation,/' kinds/records.csv
report kinds
grep -q '^a,1,.*,10$' kinds.csv/methods-packing.csv
grep -q '^b,1,.*,30$' kinds.csv/methods-reservation.csv
if grep -q '^b,' kinds.csv/methods-packing.csv; then exit 1; fi

# Where plans have a mean completion time, cost is drawn against it, the efficient joined:
# a is cheap and slow, b dear and fast, c beaten by both.
begin timed
row x a 1 feasible 10 "" 1
row x b 1 feasible 20 "" 1
row x c 1 feasible 21 "" 1
sed -i -e '1s/$/,measures/' -e '2s/$/,mean_completion_s=300/' -e '3s/$/,mean_completion_s=100/' \
    -e '4s/$/,mean_completion_s=310/' timed/records.csv
report timed
"$UL_COMMAND" report timed --charts timed.charts >/dev/null
[ "$(grep -c 'class="mark"' timed.charts/completion-chart.svg)" = 3 ]
grep -q 'nobody is both cheaper and sooner' timed.charts/completion-chart.svg
if grep -q 'completion-chart' measured.html; then exit 1; fi

# Who knew run times, or everything, says so wherever it is named.
cat >suite.csv <<'SUITE'
ullage-suite,1
name,known
limits,20,20,0
generate,eva-jobs,4,1,1
method,first-fit
method,departure
SUITE
"$UL_COMMAND" bench suite.csv --out known >/dev/null 2>&1
report known
grep -q 'departure (knows run times)' known.page && ! grep -q 'first-fit (knows' known.page

# Policies over time: the floor and the bracket, cost against completion measured from the
# floor, and the waits of the runs' own plans; a plan that is gone is counted.
cat >suite.csv <<'SUITE'
ullage-suite,1
name,clock
limits,20,20,0
generate,eva-jobs,8,1,2
method,no-packing
method,eva
method,schedule-floor
SUITE
"$UL_COMMAND" bench suite.csv --out clock >/dev/null 2>&1
report clock
grep -q '^eva-jobs-8-s1,[0-9.]*,[0-9.]*,[a-z() -]*,0\.[0-9]*$' clock.csv/brackets.csv ||
    { cat clock.csv/brackets.csv; exit 1; }
# Of fewer methods the bracket is still that of all runs, and names who found its plan.
"$UL_COMMAND" report clock --methods no-packing,schedule-floor --csv few.csv >/dev/null
diff clock.csv/brackets.csv few.csv/brackets.csv
grep -q '"id": "completion-chart"' clock.page
grep -q 'cost above the floor' clock.page
grep -q 'the cheapest plan known' clock.page
grep -q '"id": "wait-chart"' clock.page
if grep -q 'Left out: ' clock.page; then echo "plans are there and were not read"; exit 1; fi
rm "$(ls clock/plans/*.csv | head -n 1)"
report clock
grep -q 'Left out: 1 plan that cannot be read' clock.page
