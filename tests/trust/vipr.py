"""A plain reader of VIPR files in unbounded fractions: says which bound on the objective follows.

    python3 tests/trust/vipr.py FILE

Exit 1, and why, unless every derivation follows by the rules of the format (versions 1.0 and 1.1,
without `sol` and what is incomplete). Programs are to be minimised and have whole numbers only.
"""
import sys
from fractions import Fraction
from math import ceil, floor

class Row:
    """Coefficients by column; sense 1 is at least, -1 at most, 0 equal; what it assumes."""
    def __init__(self, sense, side, of, assumes=frozenset()):
        self.sense, self.side, self.assumes = sense, side, assumes
        self.of = {column: value for column, value in of.items() if value}
    def is_absurd(self):
        gap = self.side * self.sense if self.sense else abs(self.side)
        return not self.of and gap > 0
    def dominates(self, other):
        if self.is_absurd(): return True
        if self.of != other.of or self.sense not in (0, other.sense): return False
        gap = self.side - other.side
        return gap == 0 if other.sense == 0 else gap * other.sense >= 0

def refuse(why): sys.exit("refused: " + why)

class File:
    def __init__(self, text):
        lines = text.split("\n")
        while lines[0].startswith("%"): lines.pop(0)
        self.word, self.rows = iter(" ".join(lines).split()), []
        self.read()
    def number(self): return Fraction(next(self.word))
    def count(self): return int(next(self.word))
    def pairs(self, n): return {self.count(): self.number() for _ in range(n)}
    def expect(self, *words):
        for word in words:
            if (found := next(self.word)) != word: refuse("%s where %s is due" % (found, word))
    def row(self):
        next(self.word)  # its name
        sense = {"G": 1, "L": -1, "E": 0}[next(self.word)]
        side, n = self.number(), next(self.word)
        return Row(sense, side, self.objective if n == "OBJ" else self.pairs(int(n)))
    def combined(self, terms):
        signs = {(value > 0) - (value < 0) for row, value in terms.items()
                 for value in [value * self.rows[row].sense] if value}
        if len(signs) > 1: refuse("multipliers of both signs")
        side, of = sum(value * self.rows[row].side for row, value in terms.items()), {}
        for row, value in terms.items():
            for column, number in self.rows[row].of.items():
                of[column] = of.get(column, 0) + value * number
        assumes = frozenset().union(*[self.rows[row].assumes for row in terms])
        return Row(signs.pop() if signs else 0, side, of, assumes)
    def derive(self, row):
        self.expect("{")
        reason = next(self.word)
        if reason == "asm": row.assumes = frozenset([len(self.rows)])
        elif reason in ("lin", "rnd"):
            made = self.combined(self.pairs(self.count()))
            if reason == "rnd":
                if made.sense == 0 or any(value.denominator > 1 for value in made.of.values()):
                    refuse("what is rounded is not of whole numbers")
                made.side = Fraction((floor if made.sense < 0 else ceil)(made.side))
            if not made.dominates(row): refuse("row %d does not follow" % len(self.rows))
            row.assumes = made.assumes
        elif reason == "uns":
            one, low, two, high = [self.count() for _ in range(4)]
            low_row, high_row = sorted([self.rows[low], self.rows[high]], key=lambda r: r.sense)
            whole = all(value.denominator == 1 for value in [low_row.side, *low_row.of.values()])
            if (not whole or low_row.of != high_row.of or (low_row.sense, high_row.sense) != (-1, 1)
                    or high_row.side - low_row.side != 1): refuse("two sides that leave a gap")
            if not (self.rows[one].dominates(row) and self.rows[two].dominates(row)):
                refuse("row %d does not follow" % len(self.rows))
            row.assumes = (self.rows[one].assumes - {low}) | (self.rows[two].assumes - {high})
        else: refuse("a reason '%s'" % reason)
        self.expect("}")
        next(self.word)  # where it is used last
        return row
    def read(self):
        self.expect("VER")
        if next(self.word) not in ("1.0", "1.1"): refuse("another version")
        self.expect("VAR")
        n = self.count()
        for _ in range(n): next(self.word)
        self.expect("INT", str(n))
        if {self.count() for _ in range(n)} != set(range(n)): refuse("numbers that are not whole")
        self.expect("OBJ", "min")
        self.objective = self.pairs(self.count())
        self.expect("CON")
        m, _ = self.count(), self.count()
        self.rows += [self.row() for _ in range(m)]
        self.expect("RTP", "range")
        self.bound = self.number()
        self.expect("inf", "SOL", "0", "DER")
        for _ in range(self.count()): self.rows.append(self.derive(self.row()))
        last = self.rows[-1]
        if last.assumes or not last.dominates(Row(1, self.bound, self.objective)):
            refuse("the last row is not the bound")

with open(sys.argv[1]) as file: print("the objective is at least", File(file.read()).bound)
