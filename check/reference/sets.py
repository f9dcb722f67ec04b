"""Sets of things that fit a machine together, and what they are worth."""
from itertools import combinations, product
from math import gcd, prod
from operator import floordiv, mul
from files import *

ALONE, EVER = "", 10**90  # the kind of those whom nobody slows, and who slow nobody
def weights(things, capacity):
    """Of resources, so that a machine full of what is densest is not worth much. Any will do."""
    def full(some):
        return sum(map(mul, capacity, some)) * max(
            2**64 * thing.worth // (sum(map(mul, thing.needs, some)) or 1) for thing in things)
    best = [10**24 // have if have else 0 for have in capacity]
    for n, r in product(range(60 if len(things) > 12 else 0), range(len(capacity))):
        part = best[r] // (2**(n // 5) + 1)
        best = min((best[:r] + [best[r] + by] + best[r + 1:] for by in (0, part, -part)), key=full)
    return best

class Member(Thing):
    """With needs, a value that kinds of others slow, one that nobody does (flat), and limits: no
    more than so many of those that have this in theirs."""
    kind, flat = ALONE, 0

class Sets:
    """What fits takes no more than is left of resources, however these are weighed; so it is worth
    no more than that times the best worth for its size, slowed by those who are there."""
    def __init__(self, step, things, capacity, throughput=None):
        self.step, self.kinds = step, dict.fromkeys([ALONE] + [thing.kind for thing in things])
        for thing in things: thing.worth = thing.value + thing.flat
        slow = {(a, b): 10**6 if ALONE in (a, b) else throughput(a, b)
                for a in self.kinds for b in self.kinds}
        part = gcd(10**6, *slow.values())
        self.unit, self.slow = 10**6 // part, {pair: t // part for pair, t in slow.items()}
        self.things = [thing for thing in things if fits(thing.needs, capacity)]
        unit = gcd(*[amount for thing in self.things for amount in thing.needs]) or EVER
        has_tables = not any(self.kinds) and max(capacity) <= 20000 * unit
        self.weights = weights(() if has_tables else self.things, capacity)
        for thing in self.things: thing.size = self.sizes(thing.needs)
        self.things.sort(key=lambda thing: Fraction(-thing.worth, thing.size[-1] or 1))
        # From each thing on, by size and kind: the best worth for it, in 2^-64; None: of any worth.
        self.best = [[{} for _ in capacity] + [{}]]
        for thing in self.things[::-1]:
            kind = ALONE if thing.flat > 0 else thing.kind
            self.best.insert(0, [None if best is None or size == 0 else {**best, kind: max(
                best.get(kind, 0), ceil_div(2**64 * thing.worth, size))}
                for best, size in zip(self.best[0], thing.size)])
        self.tables = [table for pair in combinations(range(len(capacity), -1, -1), 2)
                       if (table := self._table(pair, (*capacity, 0)))]
    def _table(self, pair, capacity):
        """From each thing on, by what is left of two resources, the last being none: the best worth
        that they allow. Copies go by 1, 2, 4, ..., which is any number that there may be, or more."""
        needs = [[(*thing.needs, 0)[r] for r in pair] for thing in self.things]
        units = [gcd(*[amounts[i] for amounts in needs]) or EVER for i in (0, 1)]
        rooms = [capacity[r] // unit + 1 for r, unit in zip(pair, units)]
        if any(self.kinds) or len(capacity) > 5 or prod(rooms) > 20001 or len(needs) > 1000: return None
        tables = [[[0] * rooms[1]] * rooms[0]]
        for thing, amounts in zip(self.things[::-1], needs[::-1]):
            table, (x, y) = tables[0], map(floordiv, amounts, units)
            copies = min([*thing.limits.values()] + [a // n for a, n in zip(rooms, (x, y)) if n])
            for part in [2**i for i in range(copies.bit_length())]:
                self.step(prod(rooms) // 64)  # a cell is soon seen to
                table = [row if a < x * part else row[:y * part] + [max(p, q + thing.worth * part)
                         for p, q in zip(row[y * part:], table[a - x * part])]
                         for a, row in enumerate(table)]
            tables.insert(0, table)
        return *zip(pair, units), tables
    def sizes(self, amounts): return *amounts, sum(map(mul, amounts, self.weights))
    def _may_reach(self, least, at, room, rates):
        return least <= 0 or all(
            table[at][room[r] // n][room[s] // m] >= least for (r, n), (s, m), table in self.tables
        ) and all(best is None or have * max((rates[kind] * worth for kind, worth in best.items()),
                                             default=0) >= 2**64 * least
                  for best, have in zip(self.best[at], room))
    def all(self, capacity, above):
        """Of the sets that are worth more than that, one thing more at a time: how many of each.
        Rates are times `scale`; one's own kind slows it once less than there are of it."""
        todo = [(0, self.sizes(capacity), 1, dict.fromkeys(self.kinds, 1),
                 dict.fromkeys(self.kinds, 0), {})]
        while todo:
            at, room, scale, rates, sums, counts = todo.pop()
            self.step()
            lacks = above * scale - sum(value * (rates[kind] * self.unit // self.slow[kind, kind])
                                        for kind, value in sums.items() if value)
            if lacks < 0 and counts: yield counts
            for q in range(at, len(self.things)):
                if not self._may_reach(lacks, q, room, rates): break
                thing = self.things[q]
                if fits(thing.size, room) and all(
                        counts.get(c, 0) < n for c, n in thing.limits.items()):
                    more = {**sums, thing.kind: sums[thing.kind] + thing.value}
                    more[ALONE] += thing.flat
                    left = [a - b for a, b in zip(room, thing.size)]
                    slowed = {kind: n * self.slow[kind, thing.kind] for kind, n in rates.items()}
                    counted = {**counts, **{c: counts.get(c, 0) + 1 for c in thing.limits}}
                    todo.append((q, left, scale * self.unit, slowed, more, counted))
    def most(self, capacity, least):
        """The largest worth, 0 where it is less than that, of things of one limit that nobody
        slows: of two sets of the first things one with no less room and worth is enough."""
        states, ones = [(0, self.sizes(capacity))], dict.fromkeys(self.kinds, 1)
        for q, thing in enumerate(self.things):
            some, most = [], min(thing.limits.values())
            for worth, room in states:
                for n in range(1 + min([most] + [a // b for a, b in zip(room, thing.size) if b])):
                    self.step()
                    left = tuple(a - n * b for a, b in zip(room, thing.size))
                    if self._may_reach(least - worth - n * thing.worth, q + 1, left, ones):
                        some.append((worth + n * thing.worth, left))
            states = []
            for worth, room in sorted(some, reverse=True):
                self.step()
                if not any(fits(room, other) for _, other in states[:300]):  # of those worth most
                    states.append((worth, room))
            least = max([least] + [worth for worth, _ in states[:1]])
        return max([worth for worth, _ in states if worth >= least], default=0)
