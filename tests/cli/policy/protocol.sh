#!/usr/bin/env bash
# docs/protocol.md: its transcripts are what is said, word by word, and every line obeys
# the schema, those of all worlds with all that can happen, too.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$UL_SOURCE/tests/cli/policy schema=$UL_SOURCE/docs/protocol.schema.json
cd "$folder" || exit 1
failed=0
complain() {
    echo "$*"
    failed=1
}
# transcripts and the instances behind them, in order
awk '/^```/ { inside = !inside; if (inside) { info = substr($0, 4); file = info (++n[info]) } ; next }
     inside && (info == "transcript" || info == "csv") { print >file }' "$UL_SOURCE/docs/protocol.md"
for method in 'policy 1' 'online 2' 'online 3'; do
    n=${method#* }
    python3 "$here/schema.py" "$schema" <"transcript$n" || failed=1
    "$UL_COMMAND" solve "csv$n" -m "${method% *} command=python3 $here/replay.py transcript$n" \
        -o plan >said 2>&1 && [ -e "transcript$n.replayed" ] && "$UL_CHECK" "csv$n" plan >said 2>&1 ||
        complain "transcript $n: $(cat said)"
done
sed 's/"t": 60/"t": 61/' transcript1 >wrong
"$UL_COMMAND" solve csv1 -m "policy command=python3 $here/replay.py wrong" 2>&1 | grep -q 'and the transcript has' ||
    complain "a transcript that is wrong is not noticed"
! sed 's/"events"/"event"/' transcript1 | python3 "$here/schema.py" "$schema" >said 2>&1 ||
    complain "a line that breaks the schema is not noticed"

# what is said in every world obeys the schema; a policy that asks for everything
cat >eaves.py <<'END'
import subprocess, sys
talk = subprocess.Popen([sys.executable, sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
log = open("log", "a")
for line in sys.stdin:
    talk.stdin.write(line)
    talk.stdin.flush()
    answer = talk.stdout.readline().replace('"ready": true', '"ready": true, "state": true, "knows": ["run-times", "interference"]')
    log.write(line + answer)
    print(answer, end="", flush=True)
END
for world in eva-jobs google-jobs swf-jobs eagle; do
    "$UL_COMMAND" gen $world -n 4 --seed 3 -o $world.csv || exit 1
done
cp "$UL_SOURCE/instances/gallery/transients-for-bursts.csv" .
for world in *.csv; do
    "$UL_COMMAND" solve "$world" -m "policy command=python3 eaves.py $here/no_packing.py" --json >said 2>&1 ||
        complain "$world: $(cat said)"
    grep -q '"knows": "run-times"' said || complain "$world: it knows run times: $(cat said)"
done
python3 "$here/schema.py" "$schema" <log || failed=1
worlds=(*.csv)
[ "$(grep -c '"throughput": \[' log)" = ${#worlds[@]} ] ||
    complain "who declares interference is not told it in every world: $(grep -c '"throughput": \[' log)"
exit $failed
