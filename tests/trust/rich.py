"""Packings of a few items in many copies, whose certificates have floors, rebates, cuts, filters,
branches, fees or steps: cases as tests/trust/judge.h says, for second.py to forge.

    rich.py ULLAGE FIRST COUNT >STREAM

COUNT seeds from FIRST on; those that a root alone proves are left out.
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

RICH = re.compile("^(floor|rebate|fee|supply|cut|copies|filter|branch|leaf|steps|cases|merger),?", re.M)
MENU = [("p", (6, 7, 9), (1, 4, 6), (1, 4, 8)), ("c", (1, 2, 3), (0, 1, 4), (1, 2, 4, 8)),
        ("r", (2, 3, 4), (0, 1, 16), (1, 2, 4))]


def instance(rng):
    """Types of up to three families, in sizes, at a price by size or nearly so."""
    lines = ["ullage,1,packing", "name,rich", "resource,gpu,cpu,ram"]
    menu, limited = MENU[:rng.randint(1, 3)], rng.random() < 0.3
    for family, prices, room, sizes in menu:
        price = rng.choice(prices)
        for n in sorted(rng.sample(sizes, rng.randint(1, 2))):
            cost = max(1, price * n + rng.choice([0, 0, 0, -1, 1]))
            lines.append("type,%s%d,%s,%d,%s" % (family, n, family, cost, ",".join(
                str(amount * n) for amount in room)))
            if limited and rng.random() < 0.5:
                lines.append("supply,%s%d,%d" % (family, n, rng.randint(0, 8)))
    for q in range(rng.randint(3, 6)):
        gpu = rng.choice([0, 1, 1, 2])
        lines.append("task,a%d,%d,,,,%d,%d,%d" % (q, rng.randint(1, 20), gpu, rng.randint(1, 5),
                                                  rng.randint(1, 9)))
        for family, *_ in menu[1:]:
            if gpu == 0 and rng.random() < 0.7:
                lines.append("demand,a%d,%s,0,%d,%d" % (q, family, rng.randint(1, 5),
                                                        rng.randint(1, 20)))
    return "\n".join(lines) + "\n"


def main():
    ullage, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        world, plan, proof = (pathlib.Path(folder, name) for name in ("i.csv", "p.csv", "c.csv"))
        for seed in range(first, first + count):
            world.write_text(instance(random.Random(seed)))
            proof.write_text("")
            subprocess.run([ullage, "solve", world, "-m", "exact", "-c", proof, "-o", plan,
                            "--cpu-limit", "1"], capture_output=True, check=False)
            if RICH.search(proof.read_text()):
                three = world.read_bytes(), b"", proof.read_bytes()
                sys.stdout.buffer.write(b"%d -1 %d\n" % (len(three[0]), len(three[2])))
                sys.stdout.buffer.write(b"".join(three))


if __name__ == "__main__":
    main()
