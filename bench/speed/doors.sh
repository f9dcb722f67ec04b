#!/usr/bin/env bash
# What a door costs: first fit on 6,274 jobs as a policy in C, as a live program in Python
# and as a Python class. The timelines are the same to the byte, a live event costs at most
# 60 microseconds of our own CPU time, that of all processes but the program's, and the
# class at most five times C beside its own Python. And a solve through ctypes, which costs
# at most 0.2 ms more than in C.
#
#     bench/speed/doors.sh [JOBS [TRACES]]
#
# TRACES is a folder with full_gavel.csv.gz (see schedules/schedule_speed.sh); without it
# the jobs are drawn as Eva's simulations draw them. Exit status 1 where a promise is
# not kept.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.."
jobs=${1:-6274} traces=${2:-}
. bench/speed/schedules/measure.sh
failed=0
complain() {
    echo "$*"
    failed=1
}
total_s() { awk '{ print $1 + $2 }' "$folder/time"; }
same() { # WHAT: the timeline in $folder/this is that of C, but for the method's name
    cmp <(grep -v ^method, "$folder/c") <(grep -v ^method, "$folder/this") ||
        complain "$1: another timeline"
}

if [ -f "$traces/full_gavel.csv.gz" ]; then
    $ullage import eva-jobs "$traces/full_gavel.csv.gz" -o "$folder/jobs.csv" >/dev/null
else
    $ullage gen eva-jobs -n "$jobs" -o "$folder/jobs.csv" >/dev/null
fi

in_c() {
    measure "first-fit in C" $ullage solve "$folder/jobs.csv" -m first-fit -o "$folder/c"
    c_s=$(total_s)
}

# The program's own CPU time, from its start to its end, and how many events it was told.
live() {
    cat >"$folder/timed.py" <<'END'
import atexit, json, runpy, sys, time

loads, told = json.loads, [0]

def counted(text):
    message = loads(text)
    told[0] += len(message.get("events", []))
    return message

json.loads = counted
atexit.register(lambda: open(sys.argv[2], "w").write(f"{time.process_time()} {told[0]}\n"))
runpy.run_path(sys.argv[1])
END
    measure "first-fit, live, in Python" $ullage solve "$folder/jobs.csv" -o "$folder/this" \
        -m "policy command=python3 $folder/timed.py tests/cli/policy/first_fit.py $folder/own"
    same live
    awk -v all="$(total_s)" -v c="$c_s" '{
        each = 1e6 * (all - $1) / $2
        printf "  %d events; CPU s: the program %.2f, ours %.2f (C alone %.2f): %.1f microseconds an event\n",
            $2, $1, all - $1, c, each
        exit each > 60 }' "$folder/own" || complain "live: more than 60 microseconds an event"
}

# The class that the tests of the package hold against the C policy, both solved in one
# process in turn: of nine goes the one whose ratio is the median, since a loaded machine
# is not as fast in one second as in the next. What the class's own Python costs is seen by
# telling it the same once more: it gets the answers that it got, from a view behind which
# there is nothing.
as_class() {
    cat >"$folder/class.py" <<'END'
import sys, time
sys.path.insert(0, "tests/python")
import ullage
from first_fit import FirstFit

told, answers = [], []

class Machine:
    __slots__ = ("is_up", "n_on")

    def __init__(self, of):
        self.is_up, self.n_on = of.is_up, of.n_on

class Listening:
    """A view that notes what it answers."""
    def __init__(self, view):
        self.put, self.release, self.view = view.put, view.release, view
    @property
    def machines(self):
        found = self.view.machines
        answers.append([Machine(of) for of in found])
        return found
    def fits(self, task, machine):
        answers.append(self.view.fits(task, machine))
        return answers[-1]
    def cheapest(self, task):
        answers.append(self.view.cheapest(task))
        return answers[-1]
    def rent(self, type):
        rented = self.view.rent(type)
        answers.append(Machine(rented))
        return rented

class Noted(FirstFit):
    def on_arrived(self, view, tasks):
        told.append((FirstFit().on_arrived, tasks))
        super().on_arrived(Listening(view), tasks)
    def on_ended(self, view, task, machine):
        told.append((FirstFit().on_ended, task, Machine(machine)))
        super().on_ended(Listening(view), task, machine)

class Repeating:
    def __init__(self):
        self.next = iter(answers).__next__
    @property
    def machines(self):
        return self.next()
    def fits(self, task, machine):
        return self.next()
    def cheapest(self, task):
        return self.next()
    def rent(self, type):
        return self.next()
    def put(self, task, machine):
        pass
    def release(self, machine):
        pass

def tell_again():
    view = Repeating()
    for hook, *what in told:
        hook(view, *what)
    assert next(iter(view.next, None), None) is None

def once_s(what):
    begun = time.process_time()
    what()
    return time.process_time() - begun

jobs = ullage.read(sys.argv[1])
ullage.solve(jobs, Noted())
ullage.solve(jobs, FirstFit()).write(sys.argv[2])
goes = [[once_s(lambda: ullage.solve(jobs, "first-fit")),
         once_s(lambda: ullage.solve(jobs, FirstFit())), once_s(tell_again)] for go in range(9)]
c, mine, own = sorted(goes, key=lambda go: (go[1] - go[2]) / go[0])[len(goes) // 2]
print(c, mine, own)
END
    /usr/bin/python3 "$folder/class.py" "$folder/jobs.csv" "$folder/this" >"$folder/class"
    same class
    awk '{ times = ($2 - $3) / $1
        printf "a solve by first-fit, CPU s: C %.3f, a Python class %.3f, of which its own Python %.3f: else %.1f times C\n",
            $1, $2, $3, times
        exit times > 5 }' "$folder/class" || complain "class: more than 5 times C"
}

# The least of five goes, in milliseconds.
one_solve() {
    local in_c in_python
    cat >"$folder/solve.c" <<'END'
#include <stdio.h>
#include <time.h>
#include "ullage.h"

int main(void)
{
    enum { GOES = 5, SOLVES = 2000 };
    ul_instance *tasks = ul_generate("eva-table7", &(ul_making){.tasks = 100, .seed = 1});
    double least = 1e9;
    for (int go = 0; go < GOES; go++) {
        const clock_t begun = clock();
        for (int q = 0; q < SOLVES; q++) {
            ul_result *result;
            if (ul_solve(tasks, "ffd", NULL, &result) != 0 || ul_result_cost(result) < 0)
                return 1;
            ul_result_free(result);
        }
        const double one = (double)(clock() - begun) / CLOCKS_PER_SEC / SOLVES;
        least = one < least ? one : least;
    }
    printf("%.6f\n", 1e3 * least);
}
END
    cc -O2 -I library/public "$folder/solve.c" -L "$build" -lullage -o "$folder/solve"
    cat >"$folder/solve.py" <<'END'
import time
import ullage
tasks = ullage.gen("eva-table7", n=100, seed=1)
least = 1e9
for go in range(5):
    begun = time.process_time()
    for q in range(2000):
        assert ullage.solve(tasks, "ffd").cost > 0
    least = min(least, (time.process_time() - begun) / 2000)
print(f"{1e3 * least:.6f}")
END
    in_c=$("$folder/solve") in_python=$(/usr/bin/python3 "$folder/solve.py")
    awk -v c="$in_c" -v p="$in_python" 'BEGIN {
        printf "a solve (ffd, 100 tasks): C %.3f ms, ctypes %.3f ms\n", c, p
        exit p - c > 0.2 }' || complain "ctypes: more than 0.2 ms above C"
}

cmake --build --preset release --target ul_shared >/dev/null
build=build/release
export OPENBLAS_NUM_THREADS=1 LD_LIBRARY_PATH=$PWD/$build PYTHONPATH=$PWD/python \
    ULLAGE_LIBRARY=$PWD/$build/libullage.so.1
in_c
live
as_class
one_solve
exit $failed
