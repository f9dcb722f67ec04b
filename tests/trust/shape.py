"""Certificates that are changed as proofs are: trees grow, lose a branch or have their sides exchanged,
rows, periods, floors, filters and leases come and go, prices and values are scaled.

`shaped` makes one; `at_its_edge` gives it the largest bound that the checker takes and one unit more,
so that what the change is worth shows to the last digit.
"""
import re

UNIT = {"packing": 6, "reservation": 12, "availability": 12, "schedule": 12,
        "deadline": 12}  # decimals of a bound
ROW = ("floor", "supply", "cut", "machines", "copies", "merger", "set", "count")  # with an ID
# Records that may be put in: what their fields are, "+" one or more, "*" any number of them.
NEW = {
    "packing": ["value task v", "value task s", "rebate id v", "fee type v", "supply new type", "cut new n task:n+",
                "machines new type:n+", "holding id task:n*", "copies new task type:n+",
                "also id task type:n+", "merger new n type:1+", "filter n", "leaf n", "use id s", "branch id n", "steps", "cases",
                "selections", "floor new n type:n+|root 1 1|value task v|proved"],
    "reservation": ["scale n", "branch interval class n", "leaf", "price n interval v"],
    "availability": ["set new vm*", "count new how vm n", "branch id", "branch id n", "leaf", "leaf n",
                     "use id s", "use id v n"],
    "schedule": ["lease type n n n", "long job 0", "value job 0 v v", "wait second", "period second",
                 "supply type v", "presence job 0 v", "toll job 0 v", "whole job 0", "start v", "instant|presence job 0 v",
                 "still", "full", "share second n", "life job 0 v", "infeasible", "period second|supply type v|value job 0 v v"],
    "deadline": ["bound n", "leaf"],
}
NAMES = {"type": "type", "task": "task", "vm": "vm", "class": "class", "job": "job"}


def tag(line):
    return line.split(",", 1)[0]


class Words:
    """What the fields of new records are taken from: the names and numbers of the case."""

    def __init__(self, rng, instance, lines):
        self.rng = rng
        self.names = {what: [line.split(",")[1] for line in instance if tag(line) == word] or ["x"]
                      for what, word in NAMES.items()}
        self.ids = [line.split(",")[1] for line in lines if tag(line) in ROW]
        fields = [line.split(",") for line in instance + lines]
        self.seconds = ["0"] + [f[2] for f in fields if f[0] in ("job", "price") and len(f) > 2]
        self.seconds += [f[1] for f in fields if f[0] in ("period", "wait")]
        self.numbers = [word for line in lines if tag(line) in ("value", "use", "price", "supply", "fee")
                        for word in line.split(",")[2:] if re.fullmatch("-?[0-9]+", word)] or ["1"]

    def word(self, what):
        rng = self.rng
        if ":" in what:
            return ":".join(map(self.word, what.split(":")))
        value = int(rng.choice(self.numbers)) * rng.choice([1, 1, 1, 2, 3]) // rng.choice([1, 1, 2, 3])
        return {"v": str(abs(value)), "s": str(value * rng.choice([1, -1])),
                "n": str(rng.choice([0, 1, 1, 1, 2, 2, 3, 7])), "how": rng.choice(["hold", "on-demand"]),
                "id": rng.choice(self.ids or ["1"]), "new": str(rng.randint(100, 999)),
                "interval": str(rng.randint(1, 4)), "second": rng.choice(self.seconds),
                }.get(what) or rng.choice(self.names.get(what, [what]))

    def record(self, form):
        fields = []
        for what in form.split(" "):
            times = self.rng.randint(what[-1] == "+", 3) if what[-1] in "+*" else 1
            fields += [self.word(what.rstrip("+*")) for _ in range(times)]
        return ",".join(fields)


# ---- trees ----

def end_of_tree(lines, at):
    """Where the tree that begins with the branch or leaf at `at` ends."""
    left = 1
    while left and at < len(lines):
        left += {"branch": 1, "leaf": -1}.get(tag(lines[at]), 0)
        at += 1
    while at < len(lines) and tag(lines[at]) in ("value", "use", "price"):
        at += 1
    return at


def root_as_leaf(lines):
    """The values of the last root, which a leaf, a filter or a case may have as well."""
    at = max([q for q, line in enumerate(lines) if tag(line) == "root"], default=None)
    if at is None or not re.fullmatch("root,[0-9]+,[0-9]+", lines[at]):
        return ["leaf,1"], 0
    _, num, den = lines[at].split(",")
    end = at + 1
    while end < len(lines) and tag(lines[end]) == "value":
        end += 1
    values = [",".join(line.split(",")[:-1] + [str(int(line.split(",")[-1]) * int(den))])
              for line in lines[at + 1:end] if line.split(",")[-1].isdigit()]
    return ["leaf," + num] + values, end


def grow(words, lines):
    """A leaf, or the root of a packing, becomes two, each what it was: as true as before."""
    leaves = [q for q, line in enumerate(lines) if tag(line) == "leaf"]
    kind = lines[0].split(",")[-1]
    form = {"packing": "branch id n", "reservation": "branch interval class n"}.get(kind, "branch id")
    if kind == "schedule" or (kind == "packing" and not leaves and words.rng.random() < 0.5):
        return split(words, lines) if kind == "schedule" else cases(words, lines)
    if leaves:
        at = words.rng.choice(leaves)
        end = end_of_tree(lines, at)
        return lines[:at] + [words.record(form)] + 2 * lines[at:end] + lines[end:]
    leaf, end = root_as_leaf(lines)
    rows = [words.record("machines 77 type:n+"), words.record("branch 77 n")]
    return lines[:end] + rows + 2 * leaf + lines[end:] if end else lines


def cases(words, lines):
    """The root of the whole becomes a case, or a filter behind it."""
    leaf, end = root_as_leaf(lines)
    if end == 0:
        return lines
    if words.rng.random() < 0.5:
        return lines[:end] + ["filter" + leaf[0][4:]] + leaf[1:] + lines[end:]
    return lines[:end - len(leaf)] + ["cases"] + leaf + lines[end:]


def split(words, lines):
    """A period becomes two, each with all that it had."""
    at = [q for q, line in enumerate(lines) if tag(line) == "period"]
    if not at:
        return lines
    q = words.rng.randrange(len(at))
    end = at[q + 1] if q + 1 < len(at) else len(lines)
    block = [line for line in lines[at[q] + 1:end] if line]
    return lines[:at[q] + 1] + block + [words.record("period second")] + block + lines[end:]


def prune(words, lines):
    """A branch loses a side, has its sides exchanged, or has one of them twice."""
    at = [q for q, line in enumerate(lines) if tag(line) == "branch"]
    if not at:
        return grow(words, lines)
    at = words.rng.choice(at)
    middle = end_of_tree(lines, at + 1)
    end = end_of_tree(lines, middle) if middle < len(lines) else middle
    first, second = lines[at + 1:middle], lines[middle:end]
    here = words.rng.choice([first, second, lines[at:at + 1] + second + first,
                             lines[at:at + 1] + second + second])
    return lines[:at] + here + lines[end:]


# ---- records ----

def scale(words, lines):
    """All numbers of one kind of record, or all values and scales, times a factor."""
    rng = words.rng
    tags = sorted({tag(line) for line in lines[2:] if line} - {"bound", "end", "instance"})
    if not tags:
        return lines
    some = rng.choice([[rng.choice(tags)], ["value", "use", "price", "scale", "leaf", "filter", "supply",
                                            "presence", "toll", "root"]])
    up, down = rng.choice([(2, 1), (3, 1), (1, 2), (1000, 1), (1, 1000), (11, 10), (0, 1)])

    def times(line):
        fields = line.split(",")
        for q in range(2 if tag(line) == "root" else 1, len(fields)):
            last = q == len(fields) - 1 or (tag(line) == "value" and q >= 3)
            if last and re.fullmatch("-?[0-9]+", fields[q]):
                fields[q] = str(int(fields[q]) * up // down)
        return ",".join(fields)

    return lines[:2] + [times(line) if tag(line) in some else line for line in lines[2:]]


def step(words, lines):
    """A number one more or less: a limit, a count, a weight."""
    at = words.rng.choice([q for q in range(2, len(lines)) if tag(lines[q]) != "end"])
    numbers = list(re.finditer(r"(?<=[,:])[0-9]+(?=[,]|$)", lines[at]))
    if not numbers:
        return lines
    one = words.rng.choice(numbers)
    number = str(max(0, int(one.group()) + words.rng.choice([-1, 1])))
    return lines[:at] + [lines[at][:one.start()] + number + lines[at][one.end():]] + lines[at + 1:]


def put(words, lines):
    """New records: beside some of their kind, or anywhere."""
    kind = lines[0].split(",")[-1]
    made = [words.record(form) for form in words.rng.choice(NEW[kind]).split("|")]
    alike = [q + 1 for q, line in enumerate(lines) if tag(line) == tag(made[0])]
    anywhere = range(min(2, len(lines)), len(lines) + 1)
    at = words.rng.choice(alike if alike and words.rng.random() < 0.7 else anywhere)
    return lines[:at] + made + lines[at:]


def take(words, lines):
    """A record is gone, or there twice."""
    at = words.rng.choice([q for q in range(2, len(lines)) if tag(lines[q]) != "end"])
    return lines[:at] + words.rng.choice([[], [lines[at]] * 2]) + lines[at + 1:]


def shaped(rng, case):
    """The case without its plan, its certificate changed once to three times."""
    instance = case[0].decode("latin-1").split("\n")
    lines = case[2].decode("latin-1").split("\n")
    for _ in range(rng.choice([1, 1, 2, 3])):
        way = rng.choice([grow, grow, prune, prune, scale, scale, step, step, put, put, put, take])
        lines = way(Words(rng, instance, lines), lines)
    return [case[0], None, "\n".join(lines).encode("latin-1")]


def with_bound(case, amount, decimals, sign):
    text = "bound,%d.%0*d" % (amount // 10**decimals, decimals, amount % 10**decimals)
    return sign([case[0], None, re.sub(rb"(?m)^bound,[0-9.]*$", text.encode(), case[2])])


def at_its_edge(case, sign):
    """The case with the largest bound that the checker takes, and with one unit more; as it is where
    none above 0 is taken. `sign` makes the hashes anew. Yields cases, and is sent answers to them."""
    decimals = UNIT[case[2].split(b"\n", 1)[0].decode("latin-1").split(",")[-1]]
    said = re.search(rb"(?m)^bound,([0-9]+)(?:\.([0-9]*))?$", case[2])

    def takes(amount):
        return (yield with_bound(case, amount, decimals, sign))[0] == 0

    if not said or not (yield from takes(1)):
        return [sign(case)]
    low, high = 1, int(said[1]) * 10**decimals + int((said[2] or b"").ljust(decimals, b"0")) + 1
    while high < 10**(25 + decimals) and (yield from takes(high)):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if (yield from takes(middle)) else (low, middle)
    return [with_bound(case, amount, decimals, sign) for amount in (low, low + 1)]
