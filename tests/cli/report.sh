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
# Of the 27 equally likely resamples one is 0, 0, 0 and one 20%, 20%, 20%: 3.7% at
# either end, so that the 95% interval is from 0 to 20%. Pairs: two of three differ,
# both one way, p = 2 / 2^2. (By run it would be 40 pairs that differ.) Primal integral:
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
expect repeated.csv/gaps.csv 'a,3,0,0.000%,0.000% .. 0.000%,0.000%,0.000%,$0.00'
expect repeated.csv/gaps.csv 'b,3,0,8.333%,0.000% .. 20.000%,5.000%,20.000%,$1.00'
expect repeated.csv/pairs.csv 'a,b,2,1,0,0,0.5'
# within a factor of 1.05: y and z of three
expect repeated.csv/profile.csv 'b,33.3%,33.3%,33.3%,66.7%,66.7%,100.0%,100.0%'
# by run: 20 of 60 at 0, another 20 within 5%, 10 more within 10%
expect repeated.csv/gap-ecdf.csv 'b,33.3%,33.3%,33.3%,33.3%,66.7%,83.3%,100.0%'
expect repeated.csv/methods.csv 'b,60,60,0,0.2500,0.2500,0.2674,$24.33'

# Measures are means over the runs with a plan, whatever they are called.
begin measured
row x a 1 feasible 10 "" 1
row y a 1 feasible 10 "" 1
row z a 1 crash "" "" 1
sed -i -e '1s/$/,measures/' -e '2s/$/,mean_wait_s=3;machines=2/' -e '3s/$/,mean_wait_s=4/' \
    -e '4s/$/,/' measured/records.csv
report measured
expect measured.csv/measures.csv 'method,mean_wait_s,machines'
expect measured.csv/measures.csv 'a,3.5,2'
[ ! -e repeated.csv/measures.csv ]

# Three instances that differ one way: p = 2 / 2^3, times three pairs of methods.
begin three
for instance in x y z; do
    row $instance a 1 feasible 1 "" 0.1
    row $instance b 1 feasible 2 "" 0.1
    row $instance c 1 feasible 4 "" 0.1
done
report three
expect three.csv/pairs.csv 'a,b,3,0,0,0,0.75'

# Thirds tie: means 5/3 and 1, 8/3 and 10/3, 3 and 2 differ by 2/3, -2/3 and 1. Ranks 1.5,
# 1.5 and 3: of the 8 sign patterns 3 reach a sum <= 1.5, p = 6 / 8.
begin thirds
for costs in x,1,1,1 x,2,1,2 x,2,1,3 y,2,3,1 y,3,3,2 y,3,4,3 z,3,2,1; do
    IFS=, read -r name cost other seed <<<"$costs"
    row $name a $seed feasible $cost "" 0.1
    row $name b $seed feasible $other "" 0.1
done
report thirds
expect thirds.csv/pairs.csv 'a,b,1,0,2,0,0.75'

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
expect failing.csv/methods.csv 'b,4,1,0,2.00,2.00,3.5,$10.00'
expect failing.csv/gaps.csv 'b,1,3,0.000%,,0.000%,0.000%,$0.00'
expect failing.csv/gap-ecdf.csv 'b,25.0%,25.0%,25.0%,25.0%,25.0%,25.0%,25.0%'
expect failing.csv/time-ecdf.csv 'b,0.0%,0.0%,0.0%,0.0%,0.0%,25.0%,25.0%'
expect failing.csv/profile.csv 'b,25.0%,25.0%,25.0%,25.0%,25.0%,25.0%,25.0%'
expect failing.csv/pairs.csv 'c,b,0,0,1,3,1'
grep -q 'nearest to the proved optima is <b>c</b>, which pays 10.00% ($1.00 an hour) too much on average (1 method without a plan everywhere is not counted)\.' \
    failing.html

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
expect without.csv/profile.csv 'a,50.0%,50.0%,50.0%,50.0%,50.0%,50.0%,50.0%'
expect without.csv/methods.csv 'a,3,2,1,2.00,1.75,1,$10.00' # sqrt(1.1 * 3.1) - 0.1
expect without.csv/methods.csv 'b,3,1,0,1.00,1.00,1,$10.00'

# A method that is asked for bounds has answers and no plans: no failures, either.
begin bounding
row x a 1 optimal 10 10 1
row x b 1 bound "" 8 2
report bounding
expect bounding.csv/methods.csv 'b,1,1,0,2.00,2.00,,'
expect bounding.csv/gaps.csv 'b,0,0,,,,,'
if grep '^b,' bounding.csv/profile.csv bounding.csv/gap-ecdf.csv; then exit 1; fi

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
expect zero.csv/bounds.csv 'a,1,0,25.000%,,25.000%,25.000%,$2.00'
expect zero.csv/bounds.csv 'b,1,0,50.000%,,50.000%,50.000%,$4.00'
expect zero.csv/gaps.csv 'a,1,0,0.000%,,0.000%,0.000%,$0.00'
expect zero.csv/gaps.csv 'b,0,1,,,,,'
expect zero.csv/gap-ecdf.csv 'b,0.0%,0.0%,0.0%,0.0%,0.0%,0.0%,0.0%'

# Two files with one content are two instances; what is proved of one holds for both.
begin twins
row x a 1 optimal 10 10 1 same
row x b 1 feasible 11 "" 1 same
row y b 1 feasible 12 "" 1 same
row y a 1 time-limit "" 9 1 same
report twins
expect twins.csv/gaps.csv 'b,2,0,15.000%,10.000% .. 20.000%,15.000%,20.000%,$1.50'
expect twins.csv/pairs.csv 'a,b,1,0,0,1,1'
expect twins.csv/profile.csv 'a,50.0%,50.0%,50.0%,50.0%,50.0%,50.0%,50.0%'
grep -q '<dt>instances</dt><dd>2</dd>' twins.html
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
expect events.csv/methods.csv 'a,2,2,0,2.00,1.75,1,$10.00' # not (1 + 3) / 2
expect events.csv/methods.csv 'b,1,1,0,1.00,1.00,2,$20.00' # 1 * 1 s + 0.5 * 2 s
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
grep -q 'the last row of records.csv is incomplete' torn.txt
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
