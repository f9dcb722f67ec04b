"""Packings of 64 items and more, whose values follow one resource or the sum of both, so that the
checker proves them along a line (check/packing/shadow.c): cases as tests/trust/judge.h says, for
second.py to forge.

    wide.py FIRST COUNT >STREAM

COUNT seeds from FIRST on. Each is genuine; every other one has a value that is one too large, so
that some are not valid.
"""
import hashlib
import random
import sys

ROOM, SCALE = 100000, 1000000


def sealed(text):
    return text + "end,%s\n" % hashlib.sha256(text.encode()).hexdigest()


def case(seed):
    """Values are what an item needs, of what a machine has, rounded down: no pattern is worth more
    than SCALE, the price of a machine."""
    rng = random.Random(seed)
    items = [(rng.randint(ROOM // 4, ROOM // 2), rng.randint(ROOM // 4, ROOM // 2))
             for _ in range(rng.randint(64, 90))]
    along = rng.choice([(1, 0), (0, 1), (1, 1)])
    values = [SCALE * (along[0] * a + along[1] * b) // (ROOM * sum(along)) for a, b in items]
    bound = -(-sum(values) // SCALE)
    if seed % 2:
        values[rng.randrange(len(values))] += rng.choice([1, ROOM])
    world = "ullage,1,packing\nname,wide\nresource,r,s\ntype,t,f,1,%d,%d\n" % (ROOM, ROOM)
    world += "".join("task,a%d,1,,,,%d,%d\n" % (q, *needs) for q, needs in enumerate(items))
    proof = "ullage-certificate,1,packing\ninstance,wide,%s\nbound,%d\nroot,%d,1\n" % (
        hashlib.sha256(world.encode()).hexdigest(), bound, SCALE)
    proof += "".join("value,a%d,%d\n" % pair for pair in enumerate(values))
    return world.encode(), sealed(proof).encode()


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    for seed in range(first, first + count):
        world, proof = case(seed)
        sys.stdout.buffer.write(b"%d -1 %d\n" % (len(world), len(proof)) + world + proof)


if __name__ == "__main__":
    main()
