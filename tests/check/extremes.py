"""Files that are extreme in one dimension each, and how long ullage-check looks at them.

    extremes.py ULLAGE_CHECK FOLDER

Each is checked with --cpu-limit 1, which may take 0.2 s more, and with 10^8 steps, tenths of a
second of a build to be measured with: work that is not counted would take longer than any build.
"""
import hashlib
import os
import pathlib
import resource
import subprocess
import sys


def packing(types=1, resources=1, copies=1, decimals=False, tasks=1, name="t"):
    """No two tasks are alike."""
    room = ",".join(["%d.%06d" % (4 * tasks + 9, 999999 * decimals)] * resources)
    lines = ["resource," + ",".join("r%d" % r for r in range(resources))]
    lines += ["type,k%d,f%d,%d,%s" % (q, q % 7, q + 1, room) for q in range(types)]
    lines += ["task,%s%d,%d,,,,%s" % (name, q, copies, ",".join(
        "%d.%06d" % (q + 1 + r % 3, q * 7919 % 10**6 * decimals)
        for r in range(resources))) for q in range(tasks)]
    values = "".join("value,%s%d,%d\n" % (name, q, 1000 + q) for q in range(tasks))
    return "packing", lines, "bound,1000\nroot,9007,1\n" + values


def schedule(types=1, periods=1, jobs=1, resources=1, prices=0):
    lines = ["resource," + ",".join("r%d" % r for r in range(resources))]
    lines += ["type,k%d,f,9,%s" % (q, ",".join(["64"] * resources)) for q in range(types)]
    lines += ["price,k0,%d,%d" % (q + 1, q % 9 + 1) for q in range(prices)]
    lines += ["job,j%d,0,9,w%d,100,free,%s" % (q, q % 40, ",".join(
        "%d.%06d" % (1 + (q + r) % 5, q % 10**6) for r in range(resources))) for q in range(jobs)]
    lines += ["throughput,w%d,*,0.9%d" % (q, q) for q in range(40)]
    values = "".join("value,j%d,0,%d,9\n" % (q, 90000 + 17 * q % 9999) for q in range(jobs))
    return ("schedule", lines, "bound,1\nscale,1\n" + values
            + "".join("period,%d\n" % (q + 1) for q in range(periods)))


def reservation():
    lines = ["interval_hours,1", "class,od,0,0,1,used"]
    lines += ["class,c%d,%d,9,0.%02d,used" % (q, 3 + q, q) for q in range(31)]
    lines += ["usage,%d,1,%d" % (q + 1, 1 + q % 999) for q in range(20000)]
    tree = "".join("branch,%d,c%d,1\n" % (1 + q % 20000, q % 31) for q in range(4000))
    return "reservation", lines, "bound,5\nscale,1000000000\n" + tree + "leaf\n" * 4001


def availability():
    lines = ["target,10000000,0.999999"]
    lines += ["vm,v%d,%d,1,,0.9%04d" % (q, q % 97 + 1, q) for q in range(4096)]
    sets = "".join("set,%d,%s\n" % (q + 1, ",".join("v%d" % (q * 7 % 4000 + r) for r in range(40)))
                   for q in range(300))
    tree = "".join("branch,%d\n" % (q + 1) for q in range(300))
    return "availability", lines, "bound,5\n" + sets + tree + "leaf\n" * 301


def families(n):
    """All but one of them cost nothing."""
    lines = ["resource,c", "type,p,p,1,1"] + ["type,%d,%d,0,0" % (q, q) for q in range(n)]
    return "packing", lines + ["task,a,1,,,,1"], "bound,1\nsteps\n"


def workloads(n):
    """No two jobs are alike, and all of them begin on one machine at once."""
    lines = ["resource,c", "round,0", "billing,0,0", "type,k,f,1,%d" % n]
    lines += ["job,j%d,0,1,w%d,10,free,1" % (q, q) for q in range(n)]
    runs = "".join("run,j%d,0,m,0,0,10,10\n" % q for q in range(n))
    return "schedule", lines, None, "machine,m,k,0,0,10\n" + runs


def crowded(n, tasks):
    """Tasks alike but for their demand on the last of so many families, which is such that all of
    them share a few slots of the checker's table: it would compare each with all others."""
    def step(state, byte):
        state = (state ^ byte) * 0x9E3779B97F4A7C15 % 2**64
        return state ^ state >> 29
    length, slots, found, value = n * 64 * 8, 128, [], 0
    while slots <= 2 * tasks:
        slots *= 2
    start = length
    for _ in range(length - 8):
        start = step(start, 0)
    while len(found) < tasks:
        value, state = value + 1, start
        for byte in value.to_bytes(8, "little"):
            state = step(state, byte)
        if state % slots < 64:
            found.append(value)
    room = ",1" * 63
    lines = ["resource," + ",".join("r%d" % r for r in range(64))]
    lines += ["type,k%d,f%d,1%s,1000000" % (q, q, room) for q in range(n)]
    for q, value in enumerate(found):
        lines += ["task,t%d,1,,,%s" % (q, ",0" * 64),
                  "demand,t%d,f%d%s,%d.%06d" % (q, n - 1, ",0" * 63, *divmod(value, 10**6))]
    return "packing", lines, "bound,0\nselections\n"


QUADRATIC = {"families": families(20000), "workloads": workloads(20000), "crowded": crowded(60, 500)}
FILES = {
    **QUADRATIC,
    "types": packing(types=30000, tasks=40), "resources": packing(resources=64, tasks=400),
    "copies": packing(types=9, copies=10**8, tasks=9), "tasks": packing(tasks=20000, types=9),
    "decimals": packing(decimals=True, tasks=300, resources=2, copies=9),
    "names": packing(tasks=200, name="n" * 20000), "jobs": schedule(jobs=20000),
    "periods": schedule(periods=60000, jobs=9, types=40, resources=16),
    "shapes": schedule(jobs=60, resources=2), "events": schedule(prices=200000, periods=2000, types=30),
    "intervals": reservation(), "pools": availability(),
}


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run


def main():
    checker, folder, worst = sys.argv[1], pathlib.Path(sys.argv[2]), 0
    for name, (kind, lines, proof, *plan) in FILES.items():
        text = "ullage,1,%s\nname,x\n%s\n" % (kind, "\n".join(lines))
        head = "ullage-%s,1,%s\ninstance,x,%s\n%s" % (
            "plan" if plan else "certificate", kind, hashlib.sha256(text.encode()).hexdigest(),
            plan[0] if plan else proof)
        if kind == "packing":
            head += "end,%s\n" % hashlib.sha256(head.encode()).hexdigest()
        (folder / "i.csv").write_text(text)
        (folder / "c.csv").write_text(head)
        second = [folder / "c.csv"] if plan else ["-c", folder / "c.csv"]
        for option, limit, most in [("--cpu-limit", "1", 1.2), ("--steps", str(10**8), 5)]:
            took, run = seconds([checker, folder / "i.csv", *second, option, limit])
            said = (run.stdout + run.stderr).strip().replace(os.linesep, " | ")[-120:]
            print("%-10s %-11s %.2f s, exit %d: %s" % (name, option, took, run.returncode, said))
            if option == "--steps" and name in QUADRATIC and run.returncode != 2:
                print("%s: more steps than there were" % name)
                worst = 1
            if took > most or run.returncode not in (0, 1, 2):
                print("%s: %.2f s with %s %s" % (name, took, option, limit))
                worst = 1
    return worst


if __name__ == "__main__":
    sys.exit(main())
