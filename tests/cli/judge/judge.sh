#!/usr/bin/env bash
# ullage judge: functions in C and Python and programs score as the methods that they are;
# who cheats, hangs, crashes or lies scores nothing, and the judgement says why; the sealed
# set stays sealed.
set -u
[ -x /usr/bin/python3 ] || { echo "skipped: no /usr/bin/python3"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
complain() {
    echo "$*"
    failed=1
}
cat >task.csv <<'END'
ullage-suite,1
name,small
label,game,online
label,set,quick
generate,weibull,60,1,1
label,set,training
generate,weibull,120,2,3
label,set,sealed
generate,weibull,120,4,5
method,best-fit
method,funsearch-weibull
END
cat >head.h <<'END'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#define RULE(body) double priority(const double *item, const double *free, const double *capacity, \
    size_t resources) { (void)capacity; (void)resources; body; return item[0] - free[0]; }
END
rule() { # NAME BODY [BEFORE]: NAME.so
    printf '#include "head.h"\n%s\nRULE(%s)\n' "${3:-}" "$2" >"$1.c"
    cc -O1 -w -shared -fPIC "$1.c" -lm -o "$1.so" || exit 1
}
python() { cat >"$1.py"; }

# ---- those who play ----
# it needs a library, and talks
rule fit 'printf("{\"values\": [1]}\n"); if (exp(capacity[0]) < 1 || write(1, "talks\n", 6) < 0) return 1'
cat >all.c <<'END'
#include <stddef.h>
void priorities(const double *item, const double *free, size_t machines, const double *capacity,
                size_t resources, double *value)
{
    for (size_t q = 0; q < machines; q++)
        value[q] = item[0] - free[q];
}
END
cc -O1 -w -shared -fPIC all.c -o all.so || exit 1
python one <<<'def priority_of_bin(item, free): return item - free'
python every <<<'def score(item, bins): print("talks"); return [item - free for free in bins]'
cat >program <<'END'
#!/usr/bin/python3
import json, sys
say = lambda message: print(json.dumps(message), flush=True)
json.loads(sys.stdin.readline())
say({"ready": True})
for line in sys.stdin:
    message = json.loads(line)
    left = [(free[0] - message["item"][0], i) for i, free in enumerate(message["bins"])]
    say({"bin": min((pair for pair in left if pair[0] >= 0), default=(0, len(left)))[1]})
END
chmod +x program
python new <<<'def priority_of_bin(item, free): return free'
printf '%s\n' fit.so all.so one.py every.py program '{"candidate": "new.py"}' nobody.py '{"candidate": 5}' '{}' \
    '{"candidate": "one.py", "finalist": 1}' >asked
"$UL_COMMAND" judge --task task.csv --serve <asked >said 2>err || complain "serve: $(cat err)"
cat >look.py <<'END'
import json, sys
good, told = 0, [json.loads(line) for line in open("said")]
assert len(told) == 10, told
for r in told[:5]:
    assert r["valid"] and r["stage"] == 2 and r["score"] == r["training"]["rivals"]["best-fit"], r
    assert abs(sum(i["optimum"] for i in r["training"]["instances"]) / sum(i["cost"] for i in r["training"]["instances"]) - r["score"]) < 1e-12
    assert r["training"]["loses_most"]["excess"] == max(i["excess"] for i in r["training"]["instances"])
    assert r["cpu_s"] > 0 and "sealed" not in r, r
assert told[5]["valid"] and told[5]["stage"] == 1 and "training" not in told[5], told[5]
for r in told[6:]:
    assert not r["valid"] and r["score"] == 0 and r["how"] == "input", r
assert "a line is a file's name, or an object" in told[7]["why"], told[7]
END
/usr/bin/python3 look.py || complain "judgements: $(cat said)"

# Warnings are shown with the line they are about, and matrices come from memory that is bound to a
# processor: neither is a look at files or at other processes.
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    python warns <<<'import numpy
def score(item, bins): return 1 / (bins - item) + numpy.exp(1000 * bins)'
    python counts <<<'import numpy
def score(item, bins): return numpy.linalg.inv(numpy.eye(5))[0, 0] * (numpy.ones((400, 400)) @ numpy.ones((400, 400)))[0, 0] * (item - bins)'
    for file in warns counts; do
        "$UL_COMMAND" judge $file.py --task task.csv --json >said 2>err || complain "$file: $(cat said err)"
        grep -qF '"valid": true' said || complain "$file: $(cat said)"
    done
else
    echo "numpy is not there: its candidates are not tried"
fi

# ---- those who do not ----
scores_nothing() { # FILE HOW WHY [OPTION...]
    local file=$1 how=$2 why=$3
    shift 3
    timeout 60 "$UL_COMMAND" judge "$file" --task task.csv --json "$@" >said 2>err
    [ $? = 1 ] && grep -qF "\"score\": 0, \"valid\": false, \"how\": \"$how\"" said && grep -qF -- "$why" said ||
        complain "$file: expected $how, '$why': $(cat said err)"
}
rule reads 'if (fopen("/etc/passwd", "r") != NULL) return 1'
rule calls '' '__attribute__((constructor)) static void call(void) { socket(AF_INET, SOCK_STREAM, 0); }'
loading() { rule "$1" '' "#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
__attribute__((constructor)) static void first(void) { $2; }"; } # NAME BODY: what it runs when it is loaded
loading opens 'open("/usr/bin/env", O_RDONLY)'
loading again 'open("/candidate/again.so", O_RDONLY)'
loading disarms 'syscall(SYS_seccomp, 1, 0, 0)'
loading catches 'signal(SIGSYS, SIG_IGN); open("/usr/bin/env", O_RDONLY)'
rule forks 'fork()'
rule sleeps 'sleep(60)'
rule nothing 'return NAN'
rule writes 'for (int file = 3; file < 9; file++) if (write(file, "{\"score\": 1}\n", 13) > 0) return 1'
rule breaks 'raise(11)' '#include <signal.h>'
rule spins 'for (volatile int x = 0;; x++) continue'
rule grows 'for (;;) memset(malloc(1 << 24), 1, 1 << 24)'
killed='it was killed for what it asked of the system'
for file in reads calls opens again disarms catches forks sleeps; do scores_nothing $file.so cheats "$killed"; done
scores_nothing nothing.so crash 'a value is NaN'
scores_nothing writes.so rejected 'with a number for each bin'
scores_nothing spins.so time-limit 'did not answer within 0.3 s' --answer-limit 0.3
scores_nothing spins.so time-limit 'its CPU time is spent (--cpu-limit)' --cpu-limit 0.5
if ! nm -D "$UL_COMMAND" | grep -q asan; then # sanitizers take the signal, and hold more than that
    scores_nothing breaks.so crash '(signal 11)'
    scores_nothing grows.so memory-limit 'memory_mb=200' --memory-mb 200
fi
python opens <<<'def priority_of_bin(item, free): return len(open("/etc/passwd").read())'
python starts <<<'import os
os.system("true")
def priority_of_bin(item, free): return 0'
python raises <<<'def priority(item, bins): return bins[-1] / 0'
python short <<<'def priority(item, bins): return [1]'
python empty <<<'x = 1'
for file in opens starts; do scores_nothing $file.py cheats "$killed"; done
scores_nothing raises.py crash 'ZeroDivisionError: '
scores_nothing short.py crash 'ValueError: the values are not a number for each bin'
scores_nothing empty.py crash 'NameError: there is no function'

# A program may read its sandbox and no more: it starts nothing, connects to nothing, looks into
# nobody and has no memory that is not seen; and what we were left open it does not get.
tries() { # NAME LINE: best fit that first does something
    { sed -n 1,3p program; echo "import ctypes, os, socket; $2"; sed 1,3d program; } >"$1"
    chmod +x "$1"
}
tries starting 'os.fork()'
tries calling 'socket.socket()'
tries tracing 'ctypes.CDLL(None).ptrace(16, 1, 0, 0)'
tries hiding 'os.memfd_create("x")'
tries writing 'ctypes.CDLL(None).write(9, b"1", 1)'
tries asking 'socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)'
tries queueing 'ctypes.CDLL(None).msgget(0, 0o600)'
tries sharing 'import mmap; mmap.mmap(-1, 4096)'
scores_nothing sharing crash 'PermissionError'
if ! nm -D "$UL_COMMAND" | grep -q asan; then
    tries reserving 'bytearray(6 << 30)'
    scores_nothing reserving crash 'MemoryError' --memory-mb 200
fi
for file in starting calling tracing hiding asking queueing; do scores_nothing $file cheats "$killed"; done
tries crowding 'import threading, time; [threading.Thread(target=time.sleep, args=(1,), daemon=True).start() for x in range(30)]; time.sleep(0.5)'
scores_nothing crowding cheats "no more threads than --threads" --threads 20
"$UL_COMMAND" judge crowding --task task.csv --json >said 2>err || complain "crowding: $(cat said err)"
"$UL_COMMAND" judge writing --task task.csv --json >said 2>err 9>left || complain "writing: $(cat said err)"
[ ! -s left ] || complain "a candidate writes where we were left open"

# Who answers each question quickly is late all the same, and who does not end when its input
# does has used what it has used.
tries napping 'import time; talk, say = say, lambda message: (time.sleep(0.02), talk(message))'
scores_nothing napping time-limit 'its time is over (--time-limit)' --time-limit 1
tries staying 'import time, atexit; atexit.register(time.sleep, 5); [None for x in range(20000000)]'
"$UL_COMMAND" judge staying --task task.csv --stage 1 --answer-limit 60 --json >said 2>err || complain "staying: $(cat said err)"
/usr/bin/python3 -c 'import json; assert json.load(open("said"))["cpu_s"] > 0.25' || complain "CPU time of who is killed: $(cat said)"

# ---- isolation and the seal ----
seed=0123456789abcdef
isolated=$(grep -o '"isolated": [a-z]*' said)
if [ "$isolated" = '"isolated": true' ]; then
    "$UL_COMMAND" judge --task task.csv --sealed "${seed%?}" >said 2>err
    [ $? = 2 ] && grep -q 'it has 16 characters or more, as of: openssl rand -hex 16' err || complain "a short secret: $(cat err)"
    cat >peeks <<END
#!/usr/bin/python3
import json, os, sys
seen = [path for path in ("$folder", "/proc/1", "/etc/passwd", "/root") if os.path.exists(path)]
for path in "/", "/usr", "/dev", "/candidate":
    try:
        open(path + "/x", "w")
        seen.append(path)
    except OSError:
        pass
sys.exit(f"SeenError: {seen} {sorted(os.listdir('/candidate'))}")
END
    chmod +x peeks
    scores_nothing peeks crash "SeenError: [] ['peeks']"
    "$UL_COMMAND" judge --task task.csv --sealed "$seed" >seal || complain "no seal"
    "$UL_COMMAND" judge fit.so --task task.csv --sealed "$seed" --json >said || complain "sealed: $(cat said)"
    grep -qE '"sealed": \{"sha256": "[0-9a-f]{64}", "n": 2\}' said && grep -qF "$(cut -c12- seal)" said ||
        complain "the sealed set shows: $(cat seal said)"
    "$UL_COMMAND" judge fit.so --task task.csv --sealed "$seed" --finalist --evaluations 20 --json >said || complain "$(cat said)"
    grep -qE '"sealed": \{.*"score": 0\.[0-9]+, .*"worst": 1' said || complain "a finalist: $(cat said)"
    /usr/bin/python3 -c 'import json; r = json.load(open("said")); assert r["score"] == r["sealed"]["score"] != r["training"]["score"], r' ||
        complain "a finalist's score is not that of the sealed set: $(cat said)"
    python waits <<'END'
import threading
held = threading.Lock()
held.acquire()
def priority(item, bins): # in the search for the worst case one of a few
    if len(bins) <= 12:
        held.acquire(timeout=0.3)
    return [item - free for free in bins]
END
    timeout 60 "$UL_COMMAND" judge waits.py --task task.csv --sealed "$seed" --finalist --time-limit 16 --json >said 2>err
    grep -qF '"how": "time-limit", "why": "the search for its worst case' said || complain "who waits hides its worst case: $(cat said err)"
    python hides <<<'def priority(item, bins): return [item - free for free in bins] if len(bins) > 12 else 1 / 0'
    printf '{"candidate": "hides.py", "finalist": true}\none.py\n' >asked
    "$UL_COMMAND" judge --task task.csv --sealed "$seed" --evaluations 20 --serve <asked >said 2>err || complain "hides: $(cat err)"
    grep -qF '"score": 0, "valid": false, "how": "crash", "why": "the search for its worst case: no more is told of it"' said &&
        tail -1 said | grep -qF '"valid": true' || complain "who hides its worst case: $(cat said err)"
    python tells <<'END'
seen = []
def priority(item, bins):
    seen.append(item)
    if len(seen) > 300:  # the sealed set: 60 + 2 * 120 came before
        raise ValueError(f"items {seen[300:]}")
    return [item - free for free in bins]
END
    echo '{"candidate": "tells.py"}' >asked # the command line says who is a finalist
    "$UL_COMMAND" judge --task task.csv --sealed "$seed" --finalist --serve <asked >said 2>err || complain "tells: $(cat err)"
    grep -qF '"how": "crash", "why": "the sealed set: no more is told of it"' said && ! grep -qE 'items [0-9[]|s[0-9]{12}' said ||
        complain "a finalist that fails tells the sealed set: $(cat said)"
    "$UL_COMMAND" judge --task task.csv --sealed "${seed%?}1" | cmp -s seal - && complain "two seeds, one seal"
fi
PATH=/nowhere "$UL_COMMAND" judge fit.so --task task.csv --sealed "$seed" >said 2>err
[ $? = 2 ] && grep -q -- '--sealed needs isolation: bubblewrap is not installed' err || complain "no bubblewrap: $(cat said err)"
PATH=/nowhere "$UL_COMMAND" judge fit.so --task task.csv --json >said 2>err
grep -q '"isolated": false' said && grep -q 'not isolated' err || complain "not isolated: $(cat said err)"

# ---- packing and schedules ----
"$UL_COMMAND" judge "$UL_SOURCE/tests/cli/policy/no_packing.py" --task schedule --stage 1 --json >said 2>err || complain "schedule: $(cat said err)"
/usr/bin/python3 -c '
import json
r = json.load(open("said"))
assert r["valid"] and r["score"] == r["quick"]["rivals"]["no-packing"], r' || complain "no-packing is not itself: $(cat said)"
printf 'ullage-suite,1\nname,p\nlabel,set,quick\ngenerate,eva-table7,8,1,1\nlabel,set,training\ngenerate,eva-table7,9,1,1\nmethod,no-packing\n' >packing.csv
cat >alone.py <<'END'
import csv, sys
rows = [row for row in csv.reader(open(sys.argv[1])) if row and row[0][0] != "#"]
types = [row for row in rows if row[0] == "type"]
with open(sys.argv[2], "w") as plan:
    plan.write("ullage-plan,1,packing\n")
    for task in (row for row in rows if row[0] == "task"):
        on = {row[2]: row[3:] for row in rows if row[0] == "demand" and row[1] == task[1]}
        holds = [t for t in types if all(float(a) <= float(b) for a, b in zip(on.get(t[2], task[6:]), t[4:]))]
        plan.write(f"bin,{min(holds, key=lambda t: float(t[3]))[1]},{task[2]},{task[1]}:1\n")
END
"$UL_COMMAND" judge alone.py --task packing.csv --json >said 2>err || complain "packing: $(cat said err)"
/usr/bin/python3 -c '
import json
r = json.load(open("said"))
assert r["valid"] and r["score"] == r["training"]["rivals"]["no-packing"], r' || complain "alone is not no-packing: $(cat said)"

# It writes its plan and nothing beside it; it has no solver of ours and starts nothing; and
# folders that are deeper than a path is long are removed, whose program ever made them.
refused() { # FILE HOW WHY
    "$UL_COMMAND" judge "$1" --task packing.csv --json >said 2>err
    [ $? = 1 ] && grep -qF "\"how\": \"$2\"" said && grep -qF "$3" said || complain "$1: expected $3: $(cat said err)"
}
python solves <<<'import os, sys; os.execv("/candidate/ullage", ["ullage", "solve", sys.argv[1], "-o", sys.argv[2]])'
python fills <<<'import sys; open(sys.argv[2] + "1", "w")'
python parts <<<'import os; os.fork()'
refused parts.py cheats "$killed"
if [ "$isolated" = '"isolated": true' ]; then
    refused solves.py crash 'FileNotFoundError'
    refused fills.py crash 'Read-only file system'
fi
python deep <<'END'
import os, sys
os.chdir(os.path.dirname(sys.argv[2]))
for q in range(30):
    os.mkdir("0"), os.mkdir("d" * 200), open("0/x", "w").close()
    os.chdir("d" * 200)
END
mkdir here
"$UL_COMMAND" gen eva-table7 -n 3 -o small.csv
TMPDIR=$PWD/here "$UL_COMMAND" solve small.csv -m program --set "command=/usr/bin/python3 deep.py {instance} {plan}" >said
grep -q 'wrote no plan' said || complain "deep: $(cat said)"
rmdir here || complain "a deep folder is left: $(find here | wc -l)"
exit $failed
