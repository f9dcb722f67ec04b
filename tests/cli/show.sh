#!/usr/bin/env bash
# 'ullage show': the instance at a glance, and pictures that stay XML whatever the names.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$UL_COMMAND" gen eva-table3 -o table3.csv
"$UL_COMMAND" show table3.csv >out
grep -q '^  tasks       4 in 4 records, 4 distinct shapes$' out
grep -q '^  no packing   \$16.2 an hour' out
grep -q '^  it3   it3        0.8    0    8      32             1$' out

# well-formed, where a program that can tell is installed
well_formed() {
    [ "$(grep -c '<svg ' "$1")" = 1 ]
    tail -1 "$1" | grep -qx '</svg>'
    ! command -v xmllint >/dev/null || xmllint --noout "$1"
    ! command -v rsvg-convert >/dev/null || rsvg-convert "$1" -o picture.png
}
"$UL_COMMAND" show table3.csv --svg best.svg
well_formed best.svg
"$UL_COMMAND" solve table3.csv -m no-packing -o plan.csv >out
"$UL_COMMAND" show table3.csv --plan plan.csv --svg plan.svg
well_formed plan.svg
grep -q '\$16.2 an hour on 4 machines for 4 tasks' plan.svg
# columns have their names below them, on machines that are too small in one line
[ "$(grep -cE '>(gpu|cpu|ram_gb)</text>' plan.svg)" = 9 ] # the bars on top, it1, it2
[ "$(grep -c '>gpu cpu ram_gb</text>' plan.svg)" = 2 ]    # it3, it4

# a plan on the terminal, of a file or of a method
"$UL_COMMAND" show table3.csv --plan plan.csv >out
grep -qx 'cost      \$16.2' out
grep -qx 'plan      1 it1, 1 it2, 1 it3, 1 it4 (4 machines)' out
grep -qx '         1  it1       12   50%   50%     10%  1 t1' out
"$UL_COMMAND" show table3.csv -m ffd >out
grep -qx 'method    ffd' out
"$UL_COMMAND" gen availability --tasks 4 --set capacity=50 -o zone.csv
"$UL_COMMAND" show zone.csv -m trk8s | grep -q '^plan      .* units held, 50 wanted'

# jobs over time, and a job with a deadline
"$UL_COMMAND" gen eva-jobs -n 4 --seed 2 -o jobs.csv
"$UL_COMMAND" show jobs.csv >out
grep -qx '  jobs        4 with 4 tasks, 3 distinct shapes' out
grep -qx '  r7i.4xlarge   r7i      1.0584    0    8     128             168             2' out
grep -qx '       1.02             1          2.6  0.6  16.5   108.3' out
grep -q '^  no packing  \$27.464353: each task alone' out
"$UL_COMMAND" show jobs.csv -m first-fit --svg jobs.svg
well_formed jobs.svg
"$UL_COMMAND" gen deadline --tasks 40 --seed 1 -o deadline.csv
"$UL_COMMAND" show deadline.csv >out
grep -qx '  spot       in 25 of these (62.5%), in 2 stretches' out
grep -qx '  on demand  \$17.34: no spot at all' out
"$UL_COMMAND" show deadline.csv -m deadline-exact | grep -q '^plan      25 ticks on spot, 11 on demand; 3 launches'
"$UL_COMMAND" show deadline.csv -m deadline-exact --svg deadline.svg
well_formed deadline.svg

# hostile names: markup, quotes, bytes that are no UTF-8, a code point XML forbids
evil='</text><script>alert(1)</script>&amp;"'"'"
quoted=${evil//\"/\"\"}
{
    printf 'ullage,1,packing\nname,"%s"\nresource,"%s"\n' "$quoted" "$quoted"
    printf 'type,"t %s",f,1,4\n' "$quoted"
    printf 'task,"j %s",2,,"w %s",,1\n' "$quoted" "$quoted"
    printf 'task,\xff\xfe\xef\xbf\xbf\xed\xa0\x80,1,,\xc0\xaf,,1\n'
} >evil.csv
"$UL_COMMAND" show evil.csv >out
"$UL_COMMAND" show evil.csv -m ffd --svg evil.svg
well_formed evil.svg
if grep -q '<script' evil.svg; then echo "a name became markup"; exit 1; fi
grep -qF 'w &lt;/text&gt;&lt;script' evil.svg
"$UL_COMMAND" solve evil.csv -m ffd --json >out
grep -qF '"instance": "</text><script>alert(1)</script>&amp;\"'"'"'"' out
if LC_ALL=C grep -qP '\xff|\xc0' evil.svg out; then echo "a byte that is no UTF-8 came through"; exit 1; fi

# equal machines are drawn once
"$UL_COMMAND" gen eva-table7 --tasks 2000 -o large.csv
"$UL_COMMAND" show large.csv -m no-packing --svg large.svg
well_formed large.svg
[ "$(stat -c %s large.svg)" -lt 100000 ]

# timelines: a row a machine, rows that are shared, sums of types; what is hatched, striped and
# linked is there, and the picture stays small
"$UL_COMMAND" gen eva-jobs -n 12 --seed 1 -o jobs.csv
"$UL_COMMAND" solve jobs.csv -m eva -o timeline.csv >/dev/null
"$UL_COMMAND" show jobs.csv --plan timeline.csv --svg timeline.svg
well_formed timeline.svg
for text in '>gpu<' '>cost so far<' '>\$182.635<' '>p3.8xlarge: 3 machines<' '>resnet18<' '>hours<'; do
    grep -q "$text" timeline.svg || { echo "no $text in the picture"; exit 1; }
done
[ "$(grep -c '<title>job ' timeline.svg)" = "$(grep -c '^run,' timeline.csv)" ]
[ "$(grep -c 'stroke-opacity="0.7"' timeline.svg)" = "$(($(grep -c '^run,' timeline.csv) - 12))" ] # moves
[ "$(grep -c 'url(#startup)' timeline.svg)" = "$(grep -c '^machine,' timeline.csv)" ]
"$UL_COMMAND" gen eva-jobs -n 700 --seed 1 -o jobs.csv
"$UL_COMMAND" show jobs.csv -m no-packing --svg timeline.svg
well_formed timeline.svg
grep -q 'machines that follow each other share a row' timeline.svg
[ "$(sed -n 's/.* height="\([0-9]*\)" viewBox.*/\1/p' timeline.svg)" -lt 2000 ]
"$UL_COMMAND" gen eagle -n 40 --seed 1 -o jobs.csv
"$UL_COMMAND" show jobs.csv -m eagle --seed 1 --svg timeline.svg
well_formed timeline.svg
grep -q '>4000 at once<' timeline.svg
[ "$(stat -c %s timeline.svg)" -lt 200000 ]

# a plan for another instance, and one that breaks its promises, are refused
if "$UL_COMMAND" show large.csv --plan plan.csv --svg x.svg 2>err; then exit 1; fi
grep -q 'another instance' err
sed -i '$d' plan.csv
if "$UL_COMMAND" show table3.csv --plan plan.csv --svg x.svg 2>err; then exit 1; fi
grep -q "0 placed" err
[ ! -e x.svg ]

# who knows run times says so behind its name, and who does not does not
"$UL_COMMAND" show gallery:packing-by-runtime -m departure --svg knows.svg
grep -q 'departure (knows run times)' knows.svg
"$UL_COMMAND" show gallery:packing-by-runtime -m first-fit --svg blind.svg
! grep -q knows blind.svg

# the tasks of a gang end when its first one does, within the slack: as the second program says
cat >gang.csv <<'END'
ullage,1,schedule
name,gang
resource,cpu
round,0
cut-off,kept
billing,0,0
type,t,f,1,4
job,j,0,3,,10,gang,1
END
sha=$(sha256sum gang.csv | cut -d' ' -f1)
gang() { printf '%s\n' ullage-plan,1,schedule "instance,gang,$sha" machine,m,t,0,0,11 \
    run,j,0,m,0,0,10,10 "run,j,1,m,0,0,$1,$1" "run,j,2,m,0,0,$2,$2" >gang-plan.csv; }
gang 9.999998 10.000002
"$UL_CHECK" gang.csv gang-plan.csv
"$UL_COMMAND" show gang.csv --plan gang-plan.csv >/dev/null
gang 9.999998 10.000003
if "$UL_CHECK" gang.csv gang-plan.csv >/dev/null; then exit 1; fi
if "$UL_COMMAND" show gang.csv --plan gang-plan.csv 2>err; then exit 1; fi
grep -q 'do not end together' err
