"""Availability."""
from files import *

ONE, UNIT, PRICE, ID = 10**18, 10**27, rounded(12, 10**6), whole(1, 10**7)
def ROW(text, proof): return among(proof._rows, ID(text))
class World(InstanceReader):
    def _start(self): self.capacity, self.vms = None, {}
    def target(self, capacity: whole(0, 10**7), target: rounded(18, 1)):
        self.capacity = capacity
        self.allowance = ONE - target + 1000  # the last bit is for floating point
    def vm(self, text: new("vms"), capacity: whole(1, 10**7), price: PRICE, on_demand: TEXT,
           up: rounded(18, 1)):
        need(len(self.vms) < 4096, "too many types")
        self.vms[text] = Thing(name=text, capacity=capacity, price=price, up=up,
                               on_demand=PRICE(on_demand or "0", None))
    def _end(self):
        need(self.name and self.capacity is not None and self.vms, "no name, target or vm")
class Plan(PlanReader):
    def _start(self): self._counts = {}
    def _add(self, how, text, count):
        self._counts[how, text] = self._counts.get((how, text), 0) + count
        need(self._counts[how, text] <= 10**7 or text not in self.world.vms, "too many machines")
    def hold(self, text: TEXT, count: whole(0, 10**7)): self._add("hold", text, count)
    def on_demand(self, text: TEXT, count: whole(0, 10**7)): self._add("on-demand", text, count)
    def check(self):
        vms, missing, cost = self.world.vms, self.world.capacity, 0
        holds(all(text in vms for _, text in self._counts), "an unknown type")
        for (how, text), count in self._counts.items():
            vm = vms[text]
            if how == "on-demand":
                holds(vm.on_demand > 0 or count == 0, "not offered on demand")
                missing -= count * vm.capacity
            cost += count * (vm.price if how == "hold" else vm.on_demand)
        # Rounded up at each step, f(s) is at least the probability that exactly s is up.
        f = {0: 10**27} if missing > 0 else {}
        for vm in vms.values():
            more = self._counts.get(("hold", vm.name), 0) * vm.capacity
            if more:
                f = {s: ceil_div(f.get(s, 0) * (ONE - vm.up) + f.get(s - more, 0) * vm.up, ONE)
                     for s in {*f, *(s + more for s in f)} if s < missing}
        holds(sum(f.values()) <= self.world.allowance * 10**9, "fails too often")
        return cost
class Proof(CertificateReader):
    def _start(self):
        self._rows, self._leaves, self._todo, self._open = {}, [], [()], None
        self._allowed = self.world.allowance * 10**9
    def _take(self):
        return need(self.bound is not None and self._todo, "no tree here") or self._todo.pop()
    def _new(self, number, types, how=None, weights=()):
        need(number not in self._rows and len(set(types)) == len(types), "an ID or a type twice")
        weights = {(how, vm): weight for vm, weight in zip(types, weights)}
        self._rows[number] = Thing(types=types, how=how, weights=weights)
    def infeasible(self): self._infeasible = True
    def set(self, number: ID, *types: old("vms")): self._new(number, types)
    def count(self, number: ID, how: word("hold", "on-demand"), *pairs: TEXT):
        need(pairs and len(pairs) % 2 == 0, "count")
        types = [old("vms")(text, self) for text in pairs[::2]]
        self._new(number, types, how, [whole(1, 10**7)(weight) for weight in pairs[1::2]])
    def branch(self, row: ROW, limit: whole(0, 2**53) = None):
        path = self._take()
        need((limit is None) == (row.how is None), "a limit of a set, or none of a count")
        first, second = ("at most", "more") if row.how else ("survive", "fail")
        self._todo += [(*path, (second, row, limit)), (*path, (first, row, limit))]
        self._open = None
    def leaf(self, scale: whole(1, 10**36) = None):
        self._open = Thing(scale=scale, uses=[], path=self._take())
        self._leaves.append(self._open)
    def use(self, row: ROW, value: TEXT, divisor: whole(1, 10**7) = None):
        need(self._open and self._open.scale, "use of nothing")
        value = whole(-10**36, 10**36, "-?" if row.how else "")(value)
        need(divisor is None or (not row.how and self.world.capacity % divisor), "a divisor")
        self._open.uses.append((row, value, divisor))
    def check(self):
        """Each plan is on one side of each branch, so in one of the leaves; a valid one fails with
        probability A at most. When all types are down nothing is up but what is on demand."""
        vms = self.world.vms.values()
        holds(not self._infeasible or (self.world.capacity > 0 and all_down(vms) > self._allowed
                                       and all(vm.on_demand == 0 for vm in vms)), "there is a plan")
        holds(self._infeasible or not self._todo, "a tree that is not complete")
        for leaf in self._leaves:
            failing = tuple(row.types for side, row, _ in leaf.path if side == "fail")
            if leaf.scale is not None: self._add_up(leaf, failing)
            else:
                holds(self._least(failing) > self._allowed or self._union(failing) > self._allowed,
                      "a leaf with plans")
    def _gain(self, failing, some):
        """At least the probability that all of a set is down and none before it: given that, sets
        of one type are independent of all others; of larger ones the sum is above the union."""
        self._step(1 + len(failing))
        single, larger, left = UNIT, 0, [tuple(k for k in one if k not in some) for one in failing]
        sets = [frozenset(one) for one in left]
        for q, rest in enumerate(left):
            if not any(sets[q] >= one and (sets[q] != one or u < q) for u, one in enumerate(sets)):
                likely = all_down(rest, up=True)
                single = product(single, UNIT - likely) if len(rest) == 1 else single
                larger = min(UNIT, larger + likely * (len(rest) > 1))
        return product(all_down(some), product(single, UNIT - larger)) if all(left) else 0
    @functools.lru_cache(10000)
    def _least(self, failing):
        """U(F): each set adds at least what it gains on those before it."""
        return self._least(failing[:-1]) + self._gain(failing[:-1], failing[-1]) if failing else 0
    def _union(self, sets):
        """The probability that all types of a set are down, case by case: of the first type either
        it is down, and the others of its sets decide, or it is up, and its sets are out."""
        order = list(dict.fromkeys(k for some in sets for k in some))
        todo, found, cases = [(sets, UNIT)], 0, 0
        while todo and len(sets) <= 256 and len(order) <= 64:
            some, likely = todo.pop()
            cases += bool(some)
            if cases > 60000 or found > self._allowed: break
            found += likely if () in some else 0
            if some and () not in some:
                k = min(some[0], key=order.index)
                rest = [tuple(x for x in one if x is not k) for one in some]
                todo += [([one for one in some if k not in one], likely * k.up // ONE),
                         (rest, likely * (ONE - k.up) // ONE)]
        return found
    def _must_survive(self, some, leaf, failing):
        """Who survives a set survives what is in it; one more that fails would be too likely."""
        survived = [set(row.types) for side, row, _ in leaf.path if side == "survive"]
        return any(set(some) <= one for one in survived) or any(self._least(failing[:n])
            + self._gain(failing[:n], some) > self._allowed for n in range(len(failing), -1, -1))
    def _row(self, row, value, d, leaf, failing):
        """a of each machine, and b. A set that is survived leaves C, with a divisor by rounding of
        mixed integers, times r; a count is on its side of the path's limits."""
        if row.how:
            sides = [limit for side, of, limit in leaf.path
                     if of is row and side == ("more" if value > 0 else "at most")]
            holds(sides, "a count without a limit on that side")
            return row.weights, max(sides) + 1 if value > 0 else min(sides)
        holds(self._must_survive(row.types, leaf, failing), "need not be survived")
        c = self.world.capacity
        r, b = (c % d, (c // d + 1) * (c % d)) if d else (0, c)
        a = {(how, vm): vm.capacity // d * r + min(vm.capacity % d, r) if d else vm.capacity
             for vm in self.world.vms.values() for how in ("hold", "on-demand")
             if how == "on-demand" or vm not in row.types}
        return a, b
    def _add_up(self, leaf, failing):
        """SCALE times the cost of every plan with at most `most` machines of each type is above
        SCALE (bound - 10^-12 dollars); more machines, or what is never up, are no cheaper."""
        total, worth = 0, {}
        for row, value, divisor in leaf.uses:
            a, b = self._row(row, value, divisor, leaf, failing)
            total += value * b
            for machine, n in a.items(): worth[machine] = worth.get(machine, 0) + value * n
        for vm in self.world.vms.values():
            most = ceil_div(self.world.capacity, vm.capacity)
            for how, price, counts in (("hold", vm.price, vm.up > 0),
                                       ("on-demand", vm.on_demand, vm.on_demand > 0)):
                if counts: total += most * min(0, leaf.scale * price - worth.get((how, vm), 0))
        holds(self.bound == 0 or total > leaf.scale * (self.bound - 1), "a leaf below the bound")
def all_down(some, up=False):
    """The product of down, in the order of the set, rounded down or up to 10^-27 each time."""
    likely = UNIT
    for vm in some: likely = (likely * (ONE - vm.up) + up * (ONE - 1)) // ONE
    return likely
def product(a, b):
    """Rounded down, after b is to 10^-18."""
    return a * (b * ONE // UNIT) // ONE
