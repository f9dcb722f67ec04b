#!/usr/bin/env bash
# Programs that misbehave end as an outcome with a sentence, within the limit, and leave
# nothing running.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$UL_SOURCE/tests/cli/policy/misbehave.py" "$folder"
cd "$folder" || exit 1
failed=0
complain() {
    echo "$*"
    failed=1
}
cat >jobs.csv <<'END'
ullage,1,schedule
name,small
resource,cpu
round,0
type,small,f,1,4
startup,small,0,100,0
job,j,0,1,,1000,free,3
job,k,50,1,,10,free,3
END
for q in {1..30}; do
    echo "job,l$q,$((50 + q)),1,,10,free,3"
done >>jobs.csv

expect() { # KIND STATUS SENTENCE [OPTIONS]
    local kind=$1 status=$2 sentence=$3
    shift 3
    [[ $* == *answer-s=* ]] || set -- --set answer-s=20 "$@"
    timeout 60 "$UL_COMMAND" solve jobs.csv -m "policy command=python3 $folder/misbehave.py $kind" \
        "$@" >said 2>err
    [ $? -le 1 ] || complain "$kind: $(cat said err)"
    grep -q "^status *$status\$" said && grep -qF "$sentence" said ||
        complain "$kind: expected $status, '$sentence': $(cat said err)"
    [ "$status" = feasible ] || ! grep -q '^cost' said || complain "$kind has a cost: $(cat said)"
}
expect hang time-limit "the program did not answer within 1 s" --set answer-s=1
expect hang time-limit "the run's time ended while the program was asked" --time-limit 0.3
expect flood rejected "says more than it is asked"
expect garbage rejected "column 1: is not JSON"
expect knows-text rejected "'knows' of the policy's first answer is not a list"
expect every-text rejected "'every_s' of the policy's first answer is not a number"
expect state-text rejected "'state' of the policy's first answer is not true or false"
expect list rejected "is no JSON object: '[1, 2]'"
expect nowhere rejected "100 answers in a row hold orders that are refused, the first of the last: there is no machine 'nowhere'"
expect refused crash "1001 are told, {'refused': 1000, 'why': 'so many orders before it were refused"
expect twice feasible "orders refused: 32, the first: job 'j' task 0 has a place on machine 0"
expect exit crash "before all was done (status 1): boom"
expect trace crash "before all was done (status 1): TypeError: no such thing"
expect memory memory-limit "the program used more than memory_mb=100" --set memory_mb=100
expect child-memory memory-limit "the program used more than memory_mb=100" --set memory_mb=100
expect unready rejected "first answer is not {\"ready\": true, ...} but {\"name\": \"me\"}"
expect no-on rejected "the first of the last: the order has no 'on'"
expect rent-object rejected "the first of the last: 'rent' is not a text"
expect fork crash "the program ended, or closed its output"
expect deaf crash "the program closed its input"
expect half time-limit "did not answer within 1 s" --set answer-s=1
expect mute crash "closed its output"
expect long rejected "the program's line has more than 16 MiB"
expect many rejected "the program's line has more than 1048576 values"
for kind in stop kill; do
    expect $kind-keeper time-limit "the run's time ended while the program was asked" --time-limit 0.5
    left=$(pgrep -fa "$folder/misbehave.py") && complain "$kind-keeper leaves: $left"
done

# A program that is not there, or no program at all, is a fault of who asks.
"$UL_COMMAND" solve jobs.csv -m 'policy command=./nobody' >said 2>err
[ $? = 2 ] && grep -q "there is no program './nobody'" err || complain "nobody: $(cat said err)"
"$UL_COMMAND" solve jobs.csv -m policy >said 2>err
[ $? = 2 ] && grep -q "the command is empty" err || complain "no command: $(cat said err)"

# Who only sets timers ends.
sed -e '/^job,/d' jobs.csv >one.csv
echo "job,j,0,1,,1000,free,3" >>one.csv
timeout 120 "$UL_COMMAND" solve one.csv -m "policy command=python3 $folder/misbehave.py wakes" >said 2>err
grep -q '^status *rejected$' said && grep -q 'tasks wait, and 10000 timers in a row came to nothing' said ||
    complain "wakes: $(cat said err)"

# A signal to all of us is the user's, not a crash of the program.
setsid "$UL_COMMAND" solve jobs.csv -m "policy command=python3 $folder/misbehave.py hang" >said 2>err &
sleep 1
kill -TERM -- -$!
wait $!
grep -q '^status *interrupted$' said || complain "a signal to the group: $(cat said err)"

# When we are killed the program goes, too, and what it has started.
"$UL_COMMAND" solve jobs.csv -m "policy command=python3 $folder/misbehave.py hang" >/dev/null 2>&1 &
sleep 1
kill -9 $!
wait $! 2>/dev/null
for _ in {1..50}; do
    pgrep -f "$folder/misbehave.py" >/dev/null || break
    sleep 0.1
done
left=$(pgrep -fa "$folder/misbehave.py") && complain "still running: $left"
exit $failed
