"""Two checkers on the same cases: ullage-check, as `trust judge`, and check/reference.

    second.py TRUST STREAM [--forge N] [--shape N] [--seed S] [--keep FOLDER] [--most CASES]

STREAM has cases as tests/trust/judge.h says. Each is checked by both, and so are N cases
that are made from it by a change in a plan, a certificate or the instance: a digit, a sign,
a number, a record that is gone, there twice, elsewhere or another file's. Hashes are made
anew, so that the change is all that is wrong. N more are made by changes of the proof (shape.py),
each with the largest bound that the checker takes and with one unit more; a plan that costs
less counts as false. Where the verdicts, costs or bounds differ a line says so, and the files
are kept in FOLDER; where one of the two gives up it counts as that. The last lines count;
exit 1 if any differ or are false.
"""
import argparse
import functools
import hashlib
import itertools
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "check" / "reference"))
import files  # noqa: E402
import reference  # noqa: E402
import shape  # noqa: E402

files.MOST_STEPS = 500_000  # seconds at most: where it gives up is counted
reference.File = functools.lru_cache(maxsize=32)(files.File)  # many cases are of one instance
AT_ONCE = 200

TIRED = re.compile("takes too long|needs more than|add up to more than")
WORDS = ["valid", "invalid", "unreadable", "differ", "c gives up", "reference gives up", "false"]
EXTREME = ["0", "1", "2", "9", "4294967295", "4294967296", "9007199254740993", "18446744073709551615",
           "1000000", "10000000", "100000000", "1000000000000", "72057594037927936",
           "4611686018427387904", "9223372036854775807", "1" + "0" * 32, "1" + "0" * 36, "0.000001",
           "0.999999", "1e-9", "1e30", "", "x", "*", "-1", "00"]


class Judge:
    """The checker in C. Whoever asks it is a generator that yields a case and is sent the answer:
    exit status, cost and bound, and text. Many ask at once, as each answer takes a switch of
    processes."""

    def __init__(self, trust):
        self.process = subprocess.Popen([trust, "judge"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer_all(self, asked):
        """The answers to many cases."""
        sizes = (" ".join(str(-1 if data is None else len(data)) for data in case) for case in asked)
        data = b"".join(size.encode() + b"\n" + b"".join(data or b"" for data in case)
                        for size, case in zip(sizes, asked))
        writer = threading.Thread(target=self.write, args=(data,))
        writer.start()
        for _ in asked:
            line = self.process.stdout.readline().decode("latin-1").rstrip("\n")
            status, cost, bound, text = (line.split(" ", 3) + [""])[:4]
            yield int(status), [None if word == "-" else int(word) for word in (cost, bound)], text
        writer.join()

    def serve(self, askers):
        """Runs generators to their ends, AT_ONCE of them together."""
        askers, now = iter(askers), []
        while now := now + [(asker, next(asker)) for asker in itertools.islice(askers, AT_ONCE - len(now))]:
            going = []
            for (asker, _), answer in zip(now, list(self.answer_all([case for _, case in now]))):
                try:
                    going.append((asker, asker.send(answer)))
                except StopIteration:
                    pass
            now = going


def cases(stream):
    with open(stream, "rb") as file:
        while line := file.readline():
            sizes = [int(word) for word in line.split()]
            yield [None if size < 0 else file.read(size) for size in sizes]


# ---- forgeries ----

def change_field(rng, field, others):
    """Another text in the place of a field."""
    digits = [q for q, letter in enumerate(field) if letter.isdigit()]
    way = rng.choice([0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 5, 5, 6])
    if way == 0 and digits:
        at = rng.choice(digits)
        return field[:at] + str(rng.randrange(10)) + field[at + 1:]
    if way == 1 and field.isdigit():
        return str(max(0, int(field) + rng.choice([-2, -1, 1, 2])))
    if way == 2:
        return field[1:] if field.startswith("-") else "-" + field
    if way == 3 and digits:
        at = rng.choice(digits)
        return field[:at] + field[at + 1:] if rng.random() < 0.5 else field[:at] + "0" + field[at:]
    if way == 4:
        return rng.choice(EXTREME)
    if way == 5 and ":" in field:
        left, _, right = field.rpartition(":")
        return left + ":" + change_field(rng, right, others)
    alike = [text for line in others for text in line.split(",") if text.isdigit() == field.isdigit()]
    return rng.choice(alike or [field])


def change(rng, data, other):
    """A file with a change in one record behind the first two, or two changes."""
    lines = data.decode("latin-1").split("\n")
    others = other.decode("latin-1").split("\n")
    for _ in range(rng.choice([1, 1, 1, 2])):
        if len(lines) < 3:
            break
        at, way = rng.randrange(2, len(lines)), rng.randrange(10)
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(rng.randrange(2, len(lines)), lines[at])
        elif way == 2:
            to = rng.randrange(2, len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        elif way == 3:
            lines.insert(at, rng.choice(others))
        else:
            fields = lines[at].split(",")
            q = rng.randrange(1, len(fields)) if len(fields) > 1 else 0
            fields[q] = change_field(rng, fields[q], [line for line in others + lines if line])
            if rng.random() < 0.03:
                del fields[q]
            lines[at] = ",".join(fields)
    return "\n".join(lines).encode("latin-1")


def resign(case, instance):
    """Plan and certificate name the instance's hash, and the certificate's end its own."""
    old = hashlib.sha256(instance).hexdigest().encode()
    new = hashlib.sha256(case[0]).hexdigest().encode()
    signed = [case[0]] + [data and data.replace(old, new) for data in case[1:]]
    if signed[2]:
        head, end, rest = signed[2].rpartition(b"\nend,")
        if end and len(rest) >= 64:
            signed[2] = (head + b"\nend," + hashlib.sha256(head + b"\n").hexdigest().encode()
                         + rest[64:])
    return signed


def forged(rng, case, before):
    """The case with one file changed; the certificate most often."""
    here = [q for q, data in enumerate(case) if data is not None]
    q = rng.choice(here + [here[-1]] * 2 + ([2] if 2 in here else []))
    made = list(case)
    made[q] = change(rng, case[q], before[q] or case[q])
    if q == 2 and made[1] is not None and rng.random() < 0.7:
        made[1] = None  # the bound alone, so that a plan does not decide
    return resign(made, case[0])


# ---- comparison ----

class Count:
    def __init__(self, keep):
        self.keep, self.total = keep, dict.fromkeys(WORDS, 0)

    def keep_files(self, case, what):
        for name, data in zip(("instance", "plan", "certificate"), case):
            if self.keep and data is not None:
                pathlib.Path(self.keep, "%s.%s.csv" % (what, name)).write_bytes(data)

    def look_at_shape(self, rng, case, what):
        """A proof that was changed, at its edge; where it is taken, beside the plan."""
        edges = yield from shape.at_its_edge(shape.shaped(rng, case), lambda made: resign(made, case[0]))
        statuses = []
        for q, edge in enumerate(edges):
            statuses.append((yield from self.look(edge, "%s-%d" % (what, q))))
        if case[1] and statuses[0] == 0:
            beside = [case[0], case[1], edges[0][2]]
            status, _, text = yield beside
            if status == 1:
                self.total["false"] += 1
                print("false %s: %s" % (what, text))
                self.keep_files(beside, what)

    def look(self, case, what):
        status, amounts, text = yield case
        verdict = reference.check(*case)
        if status == 2 and TIRED.search(text):
            self.total["c gives up"] += 1
        elif verdict.tired:
            self.total["reference gives up"] += 1
        elif (status != verdict.exit
              or (status == 0 and amounts != [verdict.cost, verdict.bound])):
            self.total["differ"] += 1
            print("differ %s: C %d %s %s; reference %s" % (what, status, amounts, text, vars(verdict)))
            self.keep_files(case, what)
        else:
            self.total[WORDS[status]] += 1
        return status


def all_looks(words, stem, genuine, made, proofs):
    """What is to be looked at of a stream."""
    before = None
    for number, case in enumerate(itertools.islice(cases(words.stream), words.most)):
        if before and before[0] == case[0] and case[2] is None:
            case = [case[0], case[1], before[2]]  # a timeline with the floor before it
        yield genuine.look(case, "%s-%d" % (stem, number))
        rng = random.Random("%d %s %d" % (words.seed, stem, number))
        for q in range(int(words.forge) + (rng.random() < words.forge % 1)):
            yield made.look(forged(rng, case, before or case), "%s-%d-forged-%d" % (stem, number, q))
        for q in range(case[2] is not None and int(words.shape) + (rng.random() < words.shape % 1)):
            yield proofs.look_at_shape(random.Random(rng.random()), case,
                                       "%s-%d-shaped-%d" % (stem, number, q))
        before = case


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("trust")
    parser.add_argument("stream")
    parser.add_argument("--forge", type=float, default=0)
    parser.add_argument("--shape", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--most", type=int)
    words = parser.parse_args()
    genuine, made, proofs = (Count(words.keep) for _ in range(3))
    stem = pathlib.Path(words.stream).stem
    Judge(words.trust).serve(all_looks(words, stem, genuine, made, proofs))
    every = (("genuine", genuine), ("forged", made), ("shaped", proofs))
    for what, count in every:
        print("done %s %s cases %d %s cpu_s %d" % (
            stem, what, sum(count.total.values()) - count.total["false"],
            " ".join("%s %d" % (word.replace(" ", "-"), n) for word, n in count.total.items()),
            time.process_time() if what == "genuine" else 0))
    return any(count.total["differ"] + count.total["false"] for _, count in every)


if __name__ == "__main__":
    sys.exit(main())
