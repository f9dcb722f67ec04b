"""Reservations."""
from files import *

class World(InstanceReader):
    def _start(self):
        self.hours = self.intervals = None
        self.classes, self.usage, self.pure = {}, {}, False  # interval -> [(hours, instances)]
    def interval__hours(self, hours: decimal(10**4)):
        self.hours = need(hours > 0 and not self.usage, "interval_hours") or hours
    def class_(self, text: new("classes"), term: whole(0, 10**5), upfront: decimal(10**9),
               price: decimal(10**6), how: word("used", "always")):
        need(len(self.classes) < 32 and (term or (upfront == 0 and how == "used")), "class")
        self.classes[text] = Thing(term=term, upfront=upfront, price=price, always=how == "always")
    def usage(self, t: whole(1, 10**5), hours: AMOUNT, number: whole(1, 10**7)):
        need(self.hours and 0 < hours <= self.hours, "hours used")
        here = self.usage.setdefault(t, [])
        need(t == max(self.usage) and (not here or hours <= here[-1][0]), "not sorted")
        here.append((hours, number))
        need(sum(n for _, n in here) <= 10**7, "too many instances")
    def intervals(self, number: whole(1, 10**5)): self.intervals = number
    def objective(self, what: word("total", "pure")): self.pure = what == "pure"
    def _end(self):
        demand = [c.price for c in self.classes.values() if c.term == 0]
        need(self.name and self.usage and demand, "no name, usage or class on demand")
        self.intervals = self.intervals or max(self.usage)
        need(self.intervals >= max(self.usage), "usage behind the last interval")
        hourly = {c: 0 if c.always else c.price for c in self.classes.values()}
        self.prices = [min(demand)] + sorted({p for p in hourly.values() if p < min(demand)})[::-1]
        for c, price in hourly.items():
            c.level = self.prices.index(price) if price in self.prices else 0
        self.savings = [a - b for a, b in zip(self.prices, self.prices[1:])]  # of level 1, 2, ...
def busiest(usage, instances):
    """G: the hours of so many busiest instances of an interval."""
    total = 0
    for hours, number in usage:
        total += hours * min(number, instances)
        instances -= min(number, instances)
    return total
def last_served(world, t, c): return min(t + c.term - 1, world.intervals)
def lease(world, t, c):
    """What a lease costs before any hour, in 10^-12 dollars."""
    served, fee = last_served(world, t, c) - t + 1, c.upfront * 10**6
    cost = fee - world.pure * (fee * (c.term - served) // c.term)
    return cost + (c.price * world.hours * served if c.always else 0)
class Plan(PlanReader):
    def _start(self): self._buys = []
    def buy(self, t: whole(1, 10**5), c: old("classes"), count: whole(0, 10**9)):
        need(t <= self.world.intervals, "behind the last interval")
        self._buys.append((t, c, count))
    def check(self):
        """The busiest instances get the cheapest leases: nothing is cheaper."""
        world, cost = self.world, 0
        active = {c: [0] * (world.intervals + 1) for c in world.classes.values()}
        for t, c, count in self._buys:
            holds(c.term > 0, "a class on demand is bought")
            for served in range(t, last_served(world, t, c) + 1): active[c][served] += count
            cost += count * lease(world, t, c)
        holds(all(max(n) <= 10**9 for n in active.values()), "too many leases")
        for t, usage in world.usage.items():
            cost += world.prices[0] * busiest(usage, 10**7)
            for level, saving in enumerate(world.savings, 1):
                leases = sum(n[t] for c, n in active.items() if c.level >= level)
                cost -= saving * busiest(usage, leases)
        return cost
class Proof(CertificateReader):
    def _start(self):
        self._scale, self._leaves, self._open = None, [], None
        self._todo = [({}, 0)]  # limits and depths of the sides that follow
    def _take(self):
        need(self._scale and self._todo, "no scale above, or behind the end of the tree")
        self._open = None
        return self._todo.pop()
    def scale(self, scale: whole(1, 10**9)):
        self._scale = scale
        if self._open: self._open.scale = scale
    def branch(self, t: whole(1, 10**5), c: old("classes"), value: whole(0, 10**7)):
        limits, depth = self._take()
        low, high = limits.get((t, c), (0, 10**18))
        need(t <= self.world.intervals and low <= value < high and depth < 4096, "a branch")
        self._todo += [({**limits, (t, c): (value + 1, high)}, depth + 1),
                       ({**limits, (t, c): (low, value)}, depth + 1)]
    def leaf(self):
        limits, _ = self._take()
        self._open = Thing(scale=self._scale, w={}, limits=limits)
        self._leaves.append(self._open)
    def price(self, level: whole(1, 32), t: whole(1, 10**5), w: whole(0, 10**32)):
        need(self._open and level <= len(self.world.savings) and t <= self.world.intervals, "price")
        self._open.w[level, t] = w
    def check(self):
        """Each plan is on one side of each branch, so in one of the leaves."""
        holds(not self._todo, "a tree that is not complete")
        for leaf in self._leaves:
            proved = ceil_div(self._proved(leaf.scale, leaf.w, leaf.limits), leaf.scale)
            holds(self.bound <= max(0, proved), "a leaf proves less than the bound")
    def _proved(self, scale, w, limits):
        """What plans cost here at least, times the scale: for any w >= 0 N leases save at most N w
        and the sum of max(0, saving - w); the first is collected by lease, each at the limit that
        makes its term least. More leases bought at once than there are instances serve nobody."""
        world, total = self.world, 0
        most = max(sum(n for _, n in usage) for usage in world.usage.values())
        for t, usage in world.usage.items():
            total += scale * world.prices[0] * busiest(usage, 10**7)
            for level, saving in enumerate(world.savings, 1):
                total -= sum(n * max(0, scale * saving * hours - w.get((level, t), 0))
                             for hours, n in usage)
        for c in world.classes.values():
            paid = [0]  # of the first intervals together
            for t in range(1, world.intervals + 1) if c.level else ():
                paid.append(paid[-1] + sum(w.get((l, t), 0) for l in range(1, c.level + 1)))
            for t in range(1, len(paid)):
                factor = scale * lease(world, t, c) - paid[last_served(world, t, c)] + paid[t - 1]
                low, high = limits.get((t, c), (0, most))
                total += factor * (low if factor >= 0 else max(low, min(high, most)))
        return total
