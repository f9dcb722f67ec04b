#!/usr/bin/env bash
# What the judge costs, and what FunSearch's way of evaluating costs beside it.
#
#     bench/speed/judge/judge.sh
#
# The five Weibull sets of 5,000 items, CPU time, the least of several goes each:
# - by a C function in a judge that stays up (--serve), without the sandbox's start, which is
#   measured by the same candidate on sets of five items: at most 20 ms in all;
# - by Python functions of one bin (FunSearch's for OR-Library's sizes) and of all bins at once
#   (that for Weibull sizes), through the package, beside what the same calls cost in a loop,
#   in turns so that both see the same machine: at most twice that. (Beside the calls a game of
#   a function of one bin takes 1.2 ms, whatever these cost: here they cost 0.3 us each.)
# - by first fit, best fit and the functions that FunSearch found, under its evaluator in our
#   words: for each item all bins with room are valued, and the first of the most valued takes
#   it. All cost at least 100 times what they cost here in C, by one set of the five; what takes
#   less than a second in turns, for the same reason.
# Exit status 1 where a promise is not kept.
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../.."
cmake --build --preset release --target ullage ul_shared >/dev/null
export OPENBLAS_NUM_THREADS=1 PYTHONPATH=$PWD/python ULLAGE_LIBRARY=$PWD/build/release/libullage.so.1
ullage=$PWD/build/release/ullage
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

task() { # ITEMS: five sets of them, as a task
    printf 'ullage-suite,1\nname,speed\nlabel,game,online\nlabel,set,quick\ngenerate,weibull,5,1,1\nlabel,set,training\n'
    for number in 1 2 3 4 5; do echo "generate,weibull,$1,2024,2024,number=$number"; done
    echo method,best-fit
}
task 5000 >large.csv
task 5 >small.csv
cat >fit.c <<'END'
#include <stddef.h>
double priority(const double *item, const double *free, const double *capacity, size_t resources)
{
    (void)capacity, (void)resources;
    return item[0] - free[0];
}
END
cc -O2 -shared -fPIC fit.c -o fit.so

TIMEFORMAT='%U %S'
cpu_ms() { # TASK CANDIDATES: of a judge that is asked so often
    { time for ((q = 0; q < $2; q++)); do echo fit.so; done |
        "$ullage" judge --task "$1" --least 0 --serve >said; } 2>&1 | awk '{ print 1000 * ($1 + $2) }'
    ! grep -v '"valid": true' said >&2
}
each_ms() { # TASK: one candidate more
    for go in 1 2 3; do
        echo "$(cpu_ms "$1" 1)" "$(cpu_ms "$1" 21)"
    done | awk '{ each = ($2 - $1) / 20; if (NR == 1 || each < least) least = each } END { print least }'
}
whole=$(each_ms large.csv) start=$(each_ms small.csv)
games=$(awk "BEGIN { print $whole - $start }")
printf 'a C function: five games %.1f ms, in a sandbox that takes %.1f ms to start\n' "$games" "$start"

cat >python.py <<'END'
import sys, time
import numpy
import ullage

def least_ms(*whats, goes=3):
    least = [float("inf")] * len(whats)
    for go in range(goes):
        for number, what in enumerate(whats):
            turn = ends = time.process_time()
            while ends - turn < 0.02:  # what is short finds no memory of its own after the other's turn
                begun = ends
                what()
                ends = time.process_time()
                least[number] = min(least[number], 1000 * (ends - begun))
    return least

def first_fit(item, bins):
    return numpy.zeros(len(bins))

def best_fit(item, bins):
    return item - bins

def found_for_weibull(item, bins):
    score = (bins - max(bins))**2 / item + bins**2 / item**2 + bins**2 / item**3
    score[bins > item] = -score[bins > item]
    score[1:] -= score[:-1]
    return score

def step(left):
    for most, worth in ((2, 4), (3, 3), (5, 2), (7, 1), (9, 0.9), (12, 0.95), (15, 0.97), (21, 0.98)):
        if left <= most:
            return worth
    return 0.99

def found_for_or(item, bins):
    return numpy.array([step(free - item) for free in bins])

def evaluate(priority, items):
    bins = numpy.full(len(items), 100)
    for item in items:
        holds = numpy.nonzero(bins - item >= 0)[0]
        bins[holds[numpy.argmax(priority(item, bins[holds]))]] -= item
    return int((bins != 100).sum())

game = ullage.gen("weibull", n=5000, seed=2024)
items = [int(row[5]) for row in game.records("task")]
failed = False

def play(value, of_all):
    return ullage.solve(game, ullage.Priority(value, all=of_all)).cost

for value, of_all, goes in ((lambda item, free: step(free - item), False, 200), (found_for_weibull, True, 2)):
    asked = []
    def noted(*pair):
        asked.append(pair)
        return value(*pair)
    play(noted, of_all)
    own, whole = least_ms(lambda: [value(*pair) for pair in asked], lambda: play(value, of_all), goes=goes)
    print(f"a Python function of {'all bins' if of_all else 'one bin'}: a game {whole:.2f} ms, its {len(asked)} calls "
          f"alone {own:.2f} ms: {whole / own:.2f} times")
    failed |= whole > 2 * own

for value, method in ((first_fit, "first-fit"), (best_fit, "best-fit"), (found_for_or, "funsearch-or"),
                      (found_for_weibull, "funsearch-weibull")):
    used = []
    theirs, ours = least_ms(lambda: used.append(evaluate(value, items)), lambda: ullage.solve(game, method),
                            goes=60 if method.endswith("-fit") else 2)
    assert {ullage.solve(game, method).cost} == set(used)
    print(f"{method}: a game {ours:.2f} ms, under FunSearch's evaluator {theirs:.0f} ms: {theirs / ours:.0f} times")
    failed |= theirs < 100 * ours
sys.exit(failed)
END
failed=0
awk "BEGIN { exit $games > 20 }" || { echo "the games: more than 20 ms"; failed=1; }
/usr/bin/python3 python.py || { echo "Python: a promise is not kept"; failed=1; }
exit $failed
