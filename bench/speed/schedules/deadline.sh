#!/usr/bin/env bash
# Jobs with a deadline: every policy and the optimum on the nine settings with which ADRS judges
# (48 hours of work in 52, 70 or 92; 0.02, 0.2 or 0.4 hours lost by a change), how far each is
# from the optimum, and the CPU time of all of it.
#
#     bench/speed/schedules/deadline.sh [TRACE.json.gz...]
#
# Recorded traces of at least 92 hours, or, without any, 160 that are generated. Everything in
# one process, by the library of build/release (or ULLAGE_LIBRARY).
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../../.."
PYTHONPATH=python ULLAGE_LIBRARY=${ULLAGE_LIBRARY:-build/release/libullage.so} \
    python3 - "$@" <<'END'
import statistics, sys, time
import ullage

HOUR, SETTINGS = 3600, [(d, lost) for d in (52, 70, 92) for lost in (0.02, 0.2, 0.4)]
METHODS = ["on-demand", "spot-only", "greedy", "up", "up-plain", "up-keep", "up-no-keep", "up-next-spot",
           "up-next-spot-single", "seed-greedy", "seed-up", "time-sliced slices=4", "time-sliced slices=8",
           "time-sliced slices=16", "capped", "quick-optimal"]

def instances():
    for deadline, lost in SETTINGS:
        job = {"overhead": round(lost * HOUR)}
        for trace in sys.argv[1:]:
            yield ullage.import_("spot-trace", trace, deadline=deadline * HOUR, work=48 * HOUR, **job)
        for seed in range(1, 1 if sys.argv[1:] else 161):
            yield ullage.gen("deadline", n=deadline * 6, seed=seed, work=48 / deadline,
                             up=(0.3, 0.5, 0.7, 0.9)[seed % 4], **job)

gaps, late, spent, runs = {m: [] for m in METHODS}, dict.fromkeys(METHODS, 0), dict.fromkeys(METHODS, 0.0), 0
spent["deadline-exact"], begun = 0.0, time.process_time()
for instance in instances():
    runs += 1
    results = {}
    for method in METHODS + ["deadline-exact"]:
        before = time.process_time()
        results[method] = ullage.solve(instance, method)
        spent[method] += time.process_time() - before
    best = results.pop("deadline-exact")
    assert best.status == "optimal"
    for method, result in results.items():
        if result.cost is None: late[method] += 1
        else: gaps[method].append(result.cost / best.cost - 1)
cpu = time.process_time() - begun
print("method,runs,late,mean_gap_percent,median_gap_percent,worst_gap_percent,optimal,cpu_s")
for method in METHODS:
    some = [100 * gap for gap in gaps[method]]
    print(f"{method},{runs},{late[method]},{statistics.mean(some):.1f},{statistics.median(some):.1f},"
          f"{max(some):.0f},{sum(gap < 1e-9 for gap in some)},{spent[method]:.2f}")
print(f"deadline-exact,{runs},0,0,0,0,{runs},{spent['deadline-exact']:.2f}")
print(f"{runs} instances, all of it {cpu:.1f} s of CPU time")
END
