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
grep -q '^# ffd pays \$3 where exact pays \$2, proved to be the least: 1.5 times as much.' ffd.csv ||
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

# an instance to begin from: its types are kept
"$UL_COMMAND" gen eva-table7 --tasks 4 --seed 3 -o start.csv
"$UL_COMMAND" worst eva-full --start start.csv --tasks 6 -e 60 -o eva.csv >out
[ "$(grep -c '^type' eva.csv)" = "$(grep -c '^type' start.csv)" ] || fail "types changed"

# the other kinds, several processes, a method against another
"$UL_COMMAND" worst sec-greedy --tasks 6 -e 40 -j 2 -o lease.csv >out
grep -q '^ullage,1,reservation' lease.csv
"$UL_COMMAND" worst trk8s --tasks 3 --grid 6 -e 20 -o pool.csv >out
grep -q '^ullage,1,availability' pool.csv
"$UL_COMMAND" worst ffd --against bfd --tasks 8 -e 200 -o two.csv >out
grep -q 'where bfd pays' two.csv

# what is wrong is said in one line
for wrong in "nothing" "ffd --kind reservation" "ffd --against sec-greedy" "ffd --start missing.csv"; do
    # shellcheck disable=SC2086
    if "$UL_COMMAND" worst $wrong -e 5 2>err; then fail "'worst $wrong' succeeds"; fi
    [ "$(wc -l <err)" = 1 ] || fail "$(cat err)"
done

# Ctrl-C keeps what was found
"$UL_COMMAND" worst ffd --tasks 8 -t 60 -o kept.csv >out &
pid=$!
sleep 3
kill -INT $pid
wait $pid || fail "an interrupt is no failure"
grep -q '^# Where ffd loses' kept.csv
