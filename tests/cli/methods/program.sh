#!/usr/bin/env bash
# Programs of other people: what they leave is read without waiting, their arguments are
# words that no shell sees, the instance is theirs byte by byte, and nothing that they
# start outlives them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "program.sh: $*" >&2; cat said >&2; exit 1; }
solve() { # INSTANCE COMMAND [OPTION...]: to its end, well or not, within ten seconds
    timeout -k 1 10 "$UL_COMMAND" solve "$1" -m program --set command="$2" "${@:3}" >said 2>&1 || [ $? -lt 124 ] ||
        fail "'$2' does not end"
}
says() { grep -q -- "$1" said || fail "no word of: $1"; }
nothing_left() { # the mark in the command lines of what was started
    if pgrep -f "$1" >/dev/null; then pgrep -af "$1" >&2; fail "$1 is left running"; fi
    [ -z "$(ls -A "$TMPDIR")" ] || fail "$1 leaves files: $(ls -AR "$TMPDIR")"
}
export TMPDIR="$folder/a b;touch broken;'c'\$d"
mkdir "$TMPDIR"
"$UL_COMMAND" gen vbp -n 12 --seed 1 -o made.csv
"$UL_COMMAND" solve made.csv -m ffd -o ffd.csv >/dev/null

# No regular file is no plan, whatever it is: nobody waits for it.
cat >leaves.sh <<'END'
case $1 in
pipe) mkfifo "$3" ;;
pipes) mkfifo "$3"; rm "${3%/*}/log"; mkfifo "${3%/*}/log" ;;
link) ln -s /dev/zero "$3" ;;
folder) mkdir -p "$3/in/it" "${3%/*}/beside/it"; echo x >"${3%/*}/beside/it/x" ;;
esac
END
for what in pipe pipes link folder; do
    solve made.csv "sh leaves.sh $what {instance} {plan}" -t 5
    says '^status *rejected'
    says 'no regular file'
    nothing_left leaves.sh
done
timeout 20 "$UL_COMMAND" solve made.csv -m external -t 5 --set start=off --set \
    command='sh -c '\''mkfifo "$1"'\'' sh {sol} {mps}' >said 2>&1 || true
says 'no regular file'

# The words of a command: quotes as a shell has them, marks that are one argument.
cat >words.py <<'END'
import json, sys, shutil
json.dump(sys.argv[1:-2], open("words.json", "w"))
shutil.copy("ffd.csv", sys.argv[-1])
END
words() { # COMMAND JSON
    solve made.csv "$1"
    says '^status *feasible'
    [ "$(cat words.json)" = "$2" ] || fail "$1 gives $(cat words.json)"
}
words "python3 words.py 'a b' \"c'\\\"\\\\d\" e\\ f '' g'h'\"i\" {seed}x {instance} {plan}" \
    '["a b", "c'"'"'\"\\d", "e f", "", "ghi", "1x"]'
words "python3 words.py '|;\$x' \"\\\$y\" \\; {instance} {plan}" '["|;$x", "$y", ";"]'
[ ! -e broken ] || fail "the folder's name was run"
refused() { # COMMAND WORDS
    if "$UL_COMMAND" solve made.csv -m program --set command="$1" >said 2>&1; then fail "$1 is taken"; fi
    says "$2"
}
refused 'sh words.py {instance} >{plan}' "a shell would act on '>'"
refused 'sh words.py {instance} {plan}; true' "a shell would act on ';'"
# shellcheck disable=SC2016
refused 'sh "$HOME" {instance} {plan}' "a shell would act on '\\$'"
refused "sh 'words.py {instance} {plan}" "is not closed"
refused 'no-such-program {instance} {plan}' "there is no program 'no-such-program'"

# The file is handed over as it is: not as we would write it, and uncompressed.
sed 's/^resource,.*/&\n# a comment/; s/,100$/,100.000/' made.csv >mine.csv
gzip -k mine.csv
cat >hash.py <<'END'
import hashlib, sys
text = open("ffd.csv").read().splitlines()
text[1] = text[1].rsplit(",", 1)[0] + "," + hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest()
open(sys.argv[2], "w").write("\n".join(text) + "\n")
END
for file in mine.csv mine.csv.gz made.csv; do
    solve $file 'python3 hash.py {instance} {plan}' -o back.csv
    says '^status *feasible'
    "$UL_CHECK" $file back.csv >said || fail "$file: the plan is refused"
done
"$UL_COMMAND" solve - -m program --set command='python3 hash.py {instance} {plan}' <made.csv >said || fail "a pipe"
if cat mine.csv | "$UL_COMMAND" solve - -m program --set command='cp {instance} {plan}' >said 2>&1; then
    fail "a pipe is handed over in another form"
fi
says 'came through a pipe'

# Sessions of their own, orphans, and chains of processes that start the next and end:
# nothing is left, at the program's end or at the deadline.
cat >forks.py <<'END'
import os, shutil, sys, time
how, plan = sys.argv[1], sys.argv[4]
def apart():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            return True
        os._exit(0)
if apart():
    while how == "chain":
        if os.fork() != 0:
            os._exit(0)
    time.sleep(60)
if sys.argv[2] == "ends":
    time.sleep(0.2)
    shutil.copy("ffd.csv", plan)
else:
    time.sleep(60)
END
for how in orphan chain; do
    solve made.csv "python3 forks.py $how ends {instance} {plan}"
    says '^status *feasible'
    nothing_left "forks.py $how"
    solve made.csv "python3 forks.py $how sleeps {instance} {plan}" -t 1
    says '^limit *time'
    nothing_left "forks.py $how"
done
# ... and not when we are killed
"$UL_COMMAND" solve made.csv -m program --set command='python3 forks.py orphan killed {instance} {plan}' >said &
for _ in $(seq 100); do [ "$(pgrep -fc 'forks.py orphan killed')" -lt 3 ] || break; sleep 0.05; done
kill -KILL $!
wait $! 2>/dev/null || true
for _ in $(seq 50); do [ -n "$(ls -A "$TMPDIR")" ] || break; sleep 0.1; done
nothing_left "orphan killed"
