#!/usr/bin/env bash
# The search for bad instances: what it finds is bad, small, proved and repeatable.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() {
    echo "$*"
    exit 1
}

# first-fit decreasing in one dimension: three machines where two do
"$UL_COMMAND" worst ffd --tasks 8 -e 1500 -o ffd.csv >out
grep -qx 'worst      1.5' out || fail "$(cat out)"
[ "$(grep -c '^task' ffd.csv)" -le 8 ] || fail "more tasks than allowed"
grep -qx '# answer: ffd pays \$3 where exact pays \$2, proved to be the least: 1.5 times as much.' ffd.csv ||
    fail "$(head -3 ffd.csv)"
"$UL_COMMAND" solve ffd.csv -m exact -o plan.csv -c certificate.csv >solved
grep -qx 'cost      \$2' solved || fail "$(cat solved)"
"$UL_CHECK" ffd.csv plan.csv -c certificate.csv | grep -q '^optimal' || fail "no certificate"
"$UL_COMMAND" explain ffd.csv -m ffd >/dev/null

# the command in the lesson finds it again, byte for byte
sed -n 's/.*Found by ullage \(worst .*\)/\1/p' ffd.csv >command
# shellcheck disable=SC2046
"$UL_COMMAND" $(cat command) -o again.csv >/dev/null
cmp ffd.csv again.csv

# by the sum of demands in two dimensions: twice the machines, from drawn instances
"$UL_COMMAND" worst ffd --resources 2 --tasks 9 --until 2 -e 100000 -o double.csv >out
grep -qx 'worst      2' out || fail "$(cat out)"

# what is bad for many machines too: Johnson's tasks
"$UL_COMMAND" worst ffd --tasks 4 --copies 12 --at-least 9 -e 10 -o many.csv >out
grep -qx 'worst      1.22222' out || fail "$(cat out)"

# prices that fall with size keep Kang and Park's condition
"$UL_COMMAND" worst vsbpp-ffd --types 3 --prices falling --tasks 7 -e 400 -o falling.csv >out
sed -n 's/^type,//p' falling.csv | sort -t, -k4,4n |
    awk -F, '$4 > size && price > 0 && $3 * size > price * $4 {exit 1} {size = $4; price = $3}' ||
    fail "$(cat falling.csv)"

# an instance to begin from: its types are kept
"$UL_COMMAND" gen eva-table7 --tasks 4 --seed 3 -o start.csv
"$UL_COMMAND" worst eva-full --start start.csv --tasks 6 -e 60 -o eva.csv >out
[ "$(grep -c '^type' eva.csv)" = "$(grep -c '^type' start.csv)" ] || fail "types changed"

# the other kinds, several processes, a method against another
"$UL_COMMAND" worst sec-online --types 1 --tasks 6 -e 60 -j 2 -o lease.csv >out
grep -q '^ullage,1,reservation' lease.csv
"$UL_COMMAND" worst trk8s --tasks 3 --grid 6 -e 150 -o pool.csv >out
grep -q '^ullage,1,availability' pool.csv
"$UL_COMMAND" worst sec-online --types 1 --price-range 30:80 --tasks 6 -e 60 -o saving.csv >out
# what the lease costs by the hour when always used: between 30 and 80 cents
sed -n 's/^class,lease1,//p' saving.csv |
    awk -F, '{full = $2 / $1 + 100 * $3} full < 30 || full > 80 {exit 1}' || fail "$(cat saving.csv)"

# a search goes on where another ended, whatever the kind: the first look is as bad
resume() { # FILE OPTIONS...
    "$UL_COMMAND" worst "${@:2}" -e 150 -o "$1" >first
    "$UL_COMMAND" worst "${@:2}" -e 1 --start "$1" >second
    cat first second | awk '/^worst/ {if ($2 < bad) exit 1; bad = $2}' ||
        fail "$* does not go on: $(cat first second)"
}
resume r-types.csv vsbpp-ffd --types 2 --tasks 6
resume r-runtimes.csv stratus --runtimes --tasks 6
resume r-families.csv ffd --families --types 2 --tasks 5
grep -q '^demand,t1,m2,' r-families.csv || fail "$(cat r-families.csv)"
resume r-leases.csv sec-online --tasks 6
resume r-pool.csv trk8s --tasks 3 --grid 10
resume r-jobs.csv first-fit --kind schedule --types 2 --tasks 4

# a workload over time, for a policy of a name that packings have too; a bound in place of plans
"$UL_COMMAND" worst no-packing --kind schedule --against first-fit --tasks 4 -e 60 -o jobs.csv >out
grep -q '^ullage,1,schedule' jobs.csv
"$UL_COMMAND" solve jobs.csv -m no-packing -o timeline.csv >/dev/null
"$UL_CHECK" jobs.csv timeline.csv | grep -q '^valid' || fail "no timeline"
"$UL_COMMAND" worst first-fit --kind schedule --tasks 3 -e 40 -o floor.csv >out
grep -q 'where schedule-floor shows that nobody pays less than' floor.csv || fail "$(cat floor.csv)"
"$UL_COMMAND" worst first-fit --kind schedule --tasks 4 --against schedule-floor --against-set wait=60 -e 40 \
    -o hardly.csv >out
grep -q 'where schedule-floor with wait=60 shows that nobody pays less than' hardly.csv || fail "$(cat hardly.csv)"
grep -q -- '--against schedule-floor --against-set wait=60 ' hardly.csv || fail "$(cat hardly.csv)"
"$UL_COMMAND" worst sec-greedy --against sec-bound --tasks 5 -e 40 -o bound.csv >out
grep -q 'where sec-bound shows that nobody pays less than' bound.csv || fail "$(cat bound.csv)"
"$UL_COMMAND" worst no-packing --against bfd --tasks 8 -e 10 -o two.csv >out
grep -q 'where bfd pays' two.csv

# an instance that is in no file is handed to a program as it is, whatever its kind
"$UL_COMMAND" worst program --set command="'$UL_COMMAND' solve {instance} -m no-packing -o {plan}" \
    --kind schedule --against first-fit --tasks 3 -e 4 -o handed.csv >out 2>&1 || fail "$(cat out)"

# what was found for a program of the user's is explained as it is, by those who need no more
"$UL_COMMAND" worst program --set command="'$UL_COMMAND' solve {instance} -m no-packing -o {plan}" --tasks 6 \
    --evaluations 5 -o mine.csv >/dev/null
"$UL_COMMAND" explain mine.csv >out || fail "$(head -3 mine.csv)"
"$UL_COMMAND" worst synergy --set jobs=multi --start start.csv --tasks 4 -e 40 -o set.csv >/dev/null
grep -qx '# try: synergy jobs=multi, exact' set.csv || fail "$(head -3 set.csv)"

# a program whose plans are refused is told why
if "$UL_COMMAND" worst program --set command="sh -c 'echo nonsense >\"\$1\"' sh {plan} {instance}" --tasks 4 -e 3 >out; then
    fail "$(cat out)"
fi
grep -q "^program at first: rejected: .*does not begin with 'ullage-plan,1,packing'" out || fail "$(cat out)"

# where nothing is worse there is no lesson
if "$UL_COMMAND" worst exact --tasks 3 -e 5 -o none.csv >out; then fail "$(cat out)"; fi
[ "$(cat out)" = "no instance was found on which exact costs more than exact, of 5" ] || fail "$(cat out)"
[ ! -e none.csv ] || fail "a lesson of nothing: $(head -4 none.csv)"

# what is wrong is said in one line
for wrong in "nothing" "ffd --kind reservation" "ffd --against sec-greedy" "ffd --start missing.csv" \
    "ffd --prices falling --resources 2" "ffd --against-set colour=red"; do
    # shellcheck disable=SC2086
    if "$UL_COMMAND" worst $wrong -e 5 2>err; then fail "'worst $wrong' succeeds"; fi
    [ "$(wc -l <err)" = 1 ] || fail "$(cat err)"
done

if "$UL_COMMAND" worst ffd --price-range 5:2 2>err; then fail "a range that ends before it begins"; fi
grep -q 'LOW:HIGH' err || fail "$(cat err)"

# Ctrl-C keeps what was found, if something was: on a busy machine that takes longer
for seconds in 3 10 40; do
    "$UL_COMMAND" worst ffd --tasks 8 -t 60 -o kept.csv >out &
    pid=$!
    sleep $seconds
    kill -INT $pid
    if wait $pid; then break; fi
    grep -q '^no instance was found' out || fail "an interrupt is no failure"
done
grep -q '^# Where ffd loses' kept.csv
