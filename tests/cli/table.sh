#!/usr/bin/env bash
# A user's own tables: odd files of every sort, formulas and units, files that are looked up, the
# four kinds, price lists as catalogs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >types.csv <<'END'
resource,cpu,ram_gb
type,small,m,0.1,4,16
type,large,m,0.35,16,64
startup,large,90
END
import() { "$UL_COMMAND" import table "$@" 2>err; }
# jobs FILE WHAT...: the jobs that a plain map makes of it
jobs() {
    local file=$1
    shift
    import "$file" --map 'job=id,arrival=submit,duration=run,cpu=cores,ram_gb=mem' \
        --set catalog=types.csv "$@" | grep -E '^(job|tasks),' | tr '\n' ' '
}
# is GOT WANTED
is() { [ "$1" = "$2" ] || { printf 'got    %s\nwanted %s\n' "$1" "$2"; cat err; exit 1; }; }
says() { grep -q -- "$1" err || { echo "not said: $1"; cat err; exit 1; }; }
two='job,a,0,1,,60,free,2,4 job,b,30,1,,90.5,free,1,2.5 '

# 1 to 8: one table in eight forms
printf 'id,submit,run,cores,mem\na,100,60,2,4\nb,130,90.5,1,2.5\n' >plain.csv
is "$(jobs plain.csv)" "$two"
says '2 rows, 2 taken'
says 'arrival 100 to 130 s'
printf '\xef\xbb\xbf' | cat - plain.csv >bom.csv
is "$(jobs bom.csv)" "$two"
sed 's/$/\r/' plain.csv >crlf.csv
is "$(jobs crlf.csv)" "$two"
tr , '\t' <plain.csv >tabs.tsv
is "$(jobs tabs.tsv)" "$two"
tr ,. ';,' <plain.csv >semicolons.csv
is "$(jobs semicolons.csv)" "$two"
sed 's/[^,]*/"&"/g' plain.csv >quoted.csv
is "$(jobs quoted.csv)" "$two"
gzip -c plain.csv >packed.csv.gz
is "$(jobs packed.csv.gz)" "$two"
printf '%s\n' '{"id":"a","submit":100,"run":"60","cores":2,"mem":4}' '' \
    '{"mem":2.5,"id":"b","submit":130,"run":90.5,"cores":1,"more":{"x":1}}' >lines.jsonl
is "$(jobs lines.jsonl)" "$two"

# 9 to 17: rows that cannot be taken are counted, with the first line at fault
cat >odd.csv <<'END'
id,submit,run,cores,mem
a,100,60,2,4
c,,60,2,4
d,110,-5,2,4
e,110,60,two,4
f,110,60,NA,4
g,110,60,2
h,110,60,2,4,5
i,110,60,99,4
j,110,1e30,2,4
b,130,90.5,1,2.5
END
is "$(jobs odd.csv)" "$two"
says 'arrival is missing (line 3)'
says 'duration is negative\|duration .* is negative (line 4)'
says "cpu 'two' is not a number (line 5)"
says 'cpu is missing (line 6)'
says 'the row has fewer columns than the first one (line 7)'
says 'the row has more columns than the first one (line 8)'
says 'fit no type'
says "duration '1e30' is too large (line 10)"

# 18 to 24: unsorted, repeated, without a header, blank lines and comments, names with blanks,
# dates and clocks, nothing at all
{ head -1 plain.csv; sed -n 3p plain.csv; sed -n 2p plain.csv; } >unsorted.csv
is "$(jobs unsorted.csv)" "$two"
{ cat plain.csv; echo 'a,140,10,1,1'; } >repeated.csv
is "$(jobs repeated.csv)" 'job,a,0,1,,60,free,2,4 tasks,a,40,1,10,1,1 job,b,30,1,,90.5,free,1,2.5 '
import repeated.csv --as packing --map 'task=id,cpu=cores,ram_gb=mem' --set catalog=types.csv >p.csv
grep -qx 'task,a#2,1,,,,1,1' p.csv
tail -2 plain.csv >bare.csv
import bare.csv --map 'job=$1,arrival=$2,duration=$3,cpu=$4,ram_gb=$5' --set header=no \
    --set catalog=types.csv | grep -q '^job,b,30,1,,90.5,free,1,2.5$'
{ printf '# made by hand\n\n'; sed '2s/^/\n/' plain.csv; } >blank.csv
is "$(jobs blank.csv)" "$two"
cat >dates.csv <<'END'
job name,queued,elapsed,cores,mem (MiB)
a,2024-02-28T23:59:30Z,1:00,2,4096
b,2024-02-29 00:00:00,00:01:30.5,1,2560
c,2024-03-01 00:00:00+01:00,1-00:00:01,1,1024
END
import dates.csv --map 'job=[job name],arrival=queued,duration=elapsed,cpu=cores,ram_gb=[mem (MiB)] MiB' \
    --set catalog=types.csv >d.csv
is "$(grep ^job d.csv | tr '\n' ' ')" \
    'job,a,0,1,,3600,free,2,4 job,b,30,1,,90.5,free,1,2.5 job,c,82830,1,,86401,free,1,1 '
head -1 plain.csv >empty.csv
if import empty.csv --map 'duration=run,cpu=cores,ram_gb=mem' --set catalog=types.csv >/dev/null; then exit 1; fi
says 'no row is left'

# formulas are exact, filters choose, units convert
is "$(jobs plain.csv --where 'cores*3 > 5 and not (id == "b")')" 'job,a,0,1,,60,free,2,4 '
says '1 filtered out'
formula() { # FORMULA: what it makes of the row a=1 b=0.1 c=0.2 t=x, as a duration
    printf 'a,b,c,t\n1,0.1,0.2,x\n' >one.csv
    import one.csv --map "duration=$1,cpu=a,ram_gb=a" --set catalog=types.csv \
        | sed -n 's/^job,[^,]*,[^,]*,[^,]*,[^,]*,\([^,]*\),.*/\1/p'
}
is "$(formula 'b + c')" 0.3
is "$(formula '(a+b)*10/4 - -1')" 3.75
is "$(formula 'ceil(b) + floor(1.9) + min(a, b) + max(a, 7)')" 9.1
is "$(formula '2 h')" 7200
is "$(formula 'a min + 500 ms')" 60.5
is "$(formula 'a / 3')" 0.333334
is "$(formula 't == "x" or a > 5')" 1
is "$(formula 'default(t, 3) != "x"')" 0
wrong() { # MAP WORDS
    if import plain.csv --map "$1" --set catalog=types.csv >/dev/null; then exit 1; fi
    says "$2"
}
wrong 'duration=runs,cpu=cores,ram_gb=mem' "no column 'runs'; there are: id, submit, run, cores, mem"
wrong 'duration=run' 'the map names no resource'
wrong 'cpu=cores,ram_gb=mem' "does not say what 'duration' is"
wrong 'duration=(run,cpu=cores,ram_gb=mem' 'parenthesis'
wrong 'duration=run run,cpu=cores,ram_gb=mem' 'not understood'
wrong 'duration=run,disk=cores' "there is no resource 'disk'"
wrong 'duration=run,duration=run,cpu=cores' 'twice'
wrong 'duration=run,cpu=cores,ram_gb=mem Mb' 'units are us .* MB GB'
wrong 'duration=run,cpu=cores,ram_gb=mem*1000000' 'no task fits any type of the catalog; that of line 2 takes 2 cpu, 4000000 ram_gb'
wrong jobs.map 'a file of these is named by @FILE'
wrong 'duration=run,cpu=co,ram_gb=mem' 'a name with blanks or signs stands in brackets'
mkfifo pipe
if import pipe --map 'duration=run,cpu=cores,ram_gb=mem' --set catalog=types.csv >/dev/null; then exit 1; fi
says 'pipe: a table is read twice, so standard input or a pipe will not do'

# a map in a file, several parts, a window, a sample, a gang, an estimate
printf '# what is what\njob = id\narrival = submit\nduration = run\ncpu = cores\nram_gb = mem\n' >jobs.map
import plain.csv --map @jobs.map --set catalog=types.csv | grep -q '^job,b,30'
sed 's/^a/x/; s/^b/y/; s/^\(.\),1/\1,2/' plain.csv >later.csv
is "$(jobs plain.csv later.csv | wc -w)" 4
is "$(jobs plain.csv later.csv --from 20 --to 120)" 'job,b,10,1,,90.5,free,1,2.5 job,x,80,1,,60,free,2,4 '
is "$(jobs plain.csv later.csv --tasks 2 --seed 4 | wc -w)" 2
import plain.csv --map 'job="g",arrival=submit,duration=run,tasks=cores,gang=1,estimate=run*2,cpu=1,ram_gb=mem' \
    --set catalog=types.csv --set loading=5 >g.csv
is "$(grep -E '^(job|tasks|estimate|moving)' g.csv | tr '\n' ' ')" \
    'job,g,30,2,,90.5,gang,1,4 tasks,g,30,1,90.5,1,2.5 estimate,g,120,120,181 moving,g,5,0,0,0,0 '

# several columns of a name are nobody's guess; a share above 1 is left out as other rows are
printf 'id,run,run,cpu\na,1,2,1\n' >again.csv
if import again.csv --map 'job=id,duration=run,cpu=cpu,ram_gb=1' --set catalog=types.csv >/dev/null; then exit 1; fi
says "again.csv: there are several columns 'run'; \$2 is the first of them"
import again.csv --map 'job=id,duration=$3,cpu=cpu,ram_gb=1' --set catalog=types.csv | grep -q '^job,a,0,1,,2,'
printf 'vm,cap,p,a\nx,4,0.1,0.9\ny,4,0.1,1.2\n' >share.csv
import share.csv --as availability --map 'vm=vm,capacity=cap,price=p,availability=a' | grep -q '^vm,x,'
says "1 left out: availability '1.2' is above 1 (line 3)"

# a catalog with some of Eva's families, and others that hold what those do not
printf 'resource,gpu,cpu,ram_gb\ntype,c7i.8xlarge,c7i,1.4,0,32,64\ntype,big,big,9,8,64,512\n' >mixed.csv
"$UL_COMMAND" gen eva-jobs -n 20 --set catalog=mixed.csv -o mixed-jobs.csv
is "$(grep -c ^job, mixed-jobs.csv)" 20
if "$UL_COMMAND" gen eva-jobs -n 20 --set catalog=types.csv 2>err >/dev/null; then exit 1; fi

# jobs drawn at random come whole, in their order, each as it is; others by another seed
awk 'BEGIN { print "id,at,run"; for (q = 0; q < 12; q++) print "j" q % 6 "," 10 * q "," 60 + q }' >six.csv
six() { import six.csv --map 'job=id,arrival=at,duration=run,estimate=run*2,cpu=1,ram_gb=1' --set catalog=types.csv "$@"; }
six | grep -v ^name, >whole
for seed in 1 2 3 4 5 6 7 8; do
    six --set jobs=3 --seed $seed >drawn
    is "$(grep -c ^job, drawn) $(grep -c ^estimate, drawn) $(grep -v ^name, drawn | grep -vxFc -f whole)" '3 3 0'
    grep ^job, drawn | tr '\n' ' '; echo
done | sort -u >draws
[ "$(wc -l <draws)" -ge 5 ]
says '3 of 6 jobs drawn'
if six --set jobs=7 >/dev/null; then exit 1; fi
says 'jobs=7: only 6 jobs are left to draw from'
if six --seed 2 >/dev/null; then exit 1; fi
says "of jobs '--set jobs=N' draws"
printf 'vmid,cpu,mem,at,lt\n1,1,1,0,60\n2,1,1,5,60\n3,1,1,9,60\n4,1,1,12,60\n' >vms.csv
printf 'ullage-suite,1\nname,drawn\nimport,huawei-vms,vms.csv,jobs=2,seed=1..2\nmethod,first-fit\n' >drawn-suite.csv
"$UL_COMMAND" bench drawn-suite.csv --out drawn-runs >/dev/null 2>&1
is "$(cut -d, -f2 drawn-runs/records.csv | tail -n +2 | tr '\n' ' ')" 'vms-s1-2 vms-s2-2 '

# tasks beside their jobs
printf 'jid,user,at\nj1,ann,10\nj2,bob,20\n' >jobs.csv
printf 'job,cores,mem,run\nj1,1,1,60\nj1,2,2,60\nj3,1,1,60\nj2,1,1,5\n' >tasks.csv
import tasks.csv jobs.csv --set key=job:jid --map 'job=job,arrival=jobs.at,duration=run,workload=user,cpu=cores,ram_gb=mem' \
    --set catalog=types.csv >j.csv
is "$(grep -E '^(job|tasks),' j.csv | tr '\n' ' ')" \
    'job,j1,0,1,ann,60,free,1,1 tasks,j1,0,1,60,2,2 job,j2,10,1,bob,5,free,1,1 '
says 'the row has no partner in jobs.csv (line 4)'

# the other kinds; what comes out is solved
printf 'hour,busy\n0,3\n1,5\n30,1\n' >hours.csv
import hours.csv --as reservation --map 'start=hour h,count=busy' --set interval_hours=24 >r.csv
"$UL_COMMAND" solve r.csv -m reservation-exact >/dev/null
printf 'zone,units,spot,list,up\na,4,0.1,0.3,0.9\nb,4,0.12,0.3,0.95\n' >zones.csv
import zones.csv --as availability --map 'vm=zone,capacity=units,price=spot,on_demand=list,availability=up' \
    --set capacity=8 --set target=0.9 >v.csv
"$UL_COMMAND" solve v.csv -m availability-exact >/dev/null
"$UL_COMMAND" solve p.csv -m exact >/dev/null
"$UL_COMMAND" solve d.csv -m eva >/dev/null

# price lists: the large clouds' columns, one's own, spot prices; types stand once, at their
# least price; then any source of jobs takes them
cat >list.csv <<'END'
InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,Region,AvailabilityZone
m9.big,64.0,512.0,,,,3.2,1.1,here,z1
m9.big,64.0,512.0,,,,3.2,0.9,here,z2
g9.8,96.0,1024.0,H9,8.0,"{'Gpus': [{'Name': 'H9'}]}",30,,here,z1
m9.far,2.0,8.0,,,,0.1,0.05,there,z1
,,,H9,8,,20,9,here,z1
m9.none,2.0,8.0,,,,,,here,z1
END
"$UL_COMMAND" import catalog list.csv --set region=here -o cloud.csv 2>err
is "$(tr '\n' ' ' <cloud.csv)" 'resource,gpu,cpu,ram_gb type,m9.big,m9,3.2,0,64,512 type,g9.8,g9,30,8,96,1024 '
says 'type is missing'
says 'price is missing'
"$UL_COMMAND" import catalog list.csv --set price=spot 2>/dev/null | grep -qx 'type,m9.big,m9,0.9,0,64,512'
"$UL_COMMAND" import catalog plain.csv --map 'type=id,price=run,cpu=cores' 2>/dev/null | grep -qx 'type,a,a,60,2'
for family in eva-table7 eva-multitask heterogeneous eva-jobs; do
    "$UL_COMMAND" gen $family --tasks 5 --set catalog=cloud.csv -o f.csv
    [ "$(grep -c '^type,' f.csv)" = 2 ]
done
for family in alibaba-jobs google-jobs; do
    "$UL_COMMAND" gen $family --tasks 5 --set catalog=cloud.csv -o f.csv
    grep -q '^type,m9.big,m9,3.2,' f.csv
done
"$UL_COMMAND" solve f.csv -m stratus >/dev/null
printf 'resource,cpu,ecu\ntype,node,n,2,16,50\ntype,half,n,1,8,25\n' >batch.csv
for family in swf-jobs batch-jobs; do
    "$UL_COMMAND" gen $family --tasks 5 --set catalog=batch.csv -o f.csv
    [ "$(grep -c '^type,' f.csv)" = 2 ]
    "$UL_COMMAND" solve f.csv -m first-fit | grep -q '^status *feasible'
done
if "$UL_COMMAND" gen swf-jobs --set catalog=batch.csv --set nodes=3 2>err >/dev/null; then exit 1; fi
says 'are of the one type that catalog= replaces'
printf 'resource,gpu,cpu,ram_gb\ntype,small,s,1,1,12,24\n' >small.csv
"$UL_COMMAND" gen alibaba-jobs --tasks 20 --set catalog=small.csv -o f.csv 2>err
says 'of 20 jobs fit no type and are left out'
if "$UL_COMMAND" import catalog - <list.csv 2>err; then exit 1; fi
says 'standard input or a pipe will not do'

# names with brackets, columns by number, bytes that are no UTF-8
printf 'id,mem [MB],run\na,2000,5\n' >brackets.csv
import brackets.csv --map 'duration=$3,cpu=1,ram_gb=[mem [MB]] MB' --set catalog=types.csv | grep -q ',5,free,1,2$'
printf 'id,cores,run\nM\xfcller,1,5\nann,1,5\n' >latin.csv
import latin.csv --map 'job=id,duration=run,cpu=cores,ram_gb=1' --set catalog=types.csv | grep -q '^job,ann,'
says 'is not UTF-8 (iconv'
printf 'Pr\xfcf,cores,run\nx,1,5\n' >latin.csv
if import latin.csv --map 'duration=run,cpu=cores,ram_gb=1' --set catalog=types.csv >/dev/null; then exit 1; fi
says 'latin.csv:1: column 1: the file is not UTF-8'
