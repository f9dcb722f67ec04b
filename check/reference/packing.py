"""Packing: instances, plans and certificates."""
from itertools import combinations, combinations_with_replacement, product
from math import prod
from sets import *

class World(MachineReader):
    _MOST, _DEAREST, _ONCE = 128, 10**18, {"supply": 1}
    def _start(self): self.resources, self.types, self.tasks, self.families = (), {}, {}, {}
    def _new_type(self): return {"supply": None}  # any number
    def supply(self, kind: TYPE, count: whole(0, 10**8)): kind.supply = count
    def task(self, text: new("tasks"), copies: whole(1, 10**8), _job: TEXT, _workload: TEXT,
             runtime: TEXT, *needs: AMOUNT):
        need(runtime == "" or decimal()(runtime) >= 0, "runtime")
        self.tasks[text] = Task(copies=copies, needs=self._amounts(needs), on={})
    def demand(self, task: old("tasks"), family: old("families"), *needs: AMOUNT):
        task.on[family] = self._amounts(needs)
    def throughput(self, _workload: TEXT, _beside: TEXT, _value: AMOUNT): pass
    def _end(self): need(self.name and self.types and self.tasks, "no name, type or task")
class Plan(PlanReader):
    def _start(self): self._bins = []
    def bin(self, kind: TEXT, copies: whole(1, 10**8), *content: pair(1, 10**8)):
        self._bins.append((kind, copies, content))
    def check(self):
        """The cost of a valid plan, in 10^-12 dollars."""
        types, tasks, cost = self.world.types, self.world.tasks, 0
        machines, held = dict.fromkeys(types, 0), dict.fromkeys(tasks, 0)
        for name, copies, content in self._bins:
            holds(name in types and all(task in tasks for task, _ in content), "(1) a name")
            kind, loads = types[name], []
            for task, count in content:
                loads.append([count * amount for amount in tasks[task].need_on(kind.family)])
                held[task] += count * copies
            holds(fits(map(sum, zip(*loads)), kind.capacity), "(2) a machine is too full")
            machines[name] += copies
            cost += copies * kind.price * 10**6
        holds(all(held[name] == task.copies for name, task in tasks.items()), "(3) copies")
        holds(all(k.supply is None or machines[k.name] <= k.supply for k in types.values()),
              "(4) more machines than there are")
        return cost

MOST, WIDE = 2**56, 2**32 - 1
ID, NUMBER, SCALE, WEIGHT = whole(1, 10**7), whole(0, MOST), whole(1, MOST), pair(1, WIDE)
def ROW(text, proof): return among(proof._claim.rows, ID(text))
class Row(Thing):
    """Weights are by type, of a cut or copies by item; its count is from `least` to `most`."""
    holding, settled, least, most = None, False, -EVER, EVER
    def coefficient(self, kind, pattern):
        """a(x) of a pattern of a type."""
        if self.tag == "cut":
            return ceil_div(sum(k * pattern.get(item, 0) for item, k in self.weights.items()), self.divisor)
        if self.tag == "copies": return sum(by.get(kind, 0) * pattern.get(x, 0) for x, by in self.weights.items())
        return self.weights.get(kind, 0) * all(pattern.get(x, 0) >= n for x, n in (self.holding or {}).items())

def worth(part): return sum(v * item.copies for item, v in part.values.items())
def new_claim(**of):
    return Thing(root=None, rows={}, filters=[], tree=[], rebates={}, fees={}, named={}, **of)
class Proof(CertificateReader):
    def _start(self):
        self._way, self._open, self._ended = None, None, False
        self._whole = self._claim = new_claim()
        self._floors, self._items, self._item = [], {}, {}
        for name, task in self.world.tasks.items():
            # Tasks that need the same on every family are copies of one item.
            needs = tuple(task.need_on(family) for family in self.world.families)
            item = self._items.setdefault(needs, Task(copies=0, needs=task.needs, on=task.on))
            item.copies += task.copies
            self._item[name] = item
        self._all = list(self.world.types.values())
    def _end(self):
        need(self._ended and not self._inside(), "not whole")
        need((self._whole.root is None) != (self._way is None), "none or two ways of proof")
        need(self._way != "selections" or not self._floors, "selections and a floor")
        for claim in self._floors: self._whole.named.update(claim.named)
        self._selected = self.bound and self._way == "selections" and self._left_for_selections()
    def _inside(self): return self._claim is not self._whole
    def _named(self, task):
        item = among(self._item, task)
        return self._claim.named.setdefault(item, item)
    def _by_type(self, weights):
        kinds = {TYPE(text, self): weight for text, weight in weights}
        return need(len(kinds) == len(weights), "a type twice") or kinds
    def _new_row(self, number, tag, weights, **more):
        """Weights are a list by types, or what they are by items."""
        need(number not in self._claim.rows, "a row that is there already")
        weights = weights if tag in ("cut", "copies") else self._by_type(weights)
        self._open, row = None, Row(tag=tag, weights=weights, **more)
        return self._claim.rows.setdefault(number, row)
    def _begin(self, scale, den=1):
        """A root (NUM, DEN), filter or leaf, with its values of items and of rows."""
        self._open = Thing(scale=scale, den=den, values={}, uses={})
        return self._open
    def bound(self, amount: dollars(6, 10**25)): self.bound = amount * 10**6
    def floor(self, number: ID, least: NUMBER, first: WEIGHT, *more: WEIGHT):
        need(not self._inside() and self._whole.root is None, "a floor here")
        self._claim = new_claim(floor=self._new_row(number, "floor", [first, *more], least=least))
        self._floors.append(self._claim)
    def proved(self):
        need(self._inside() and self._claim.root, "nothing to be proved")
        self._open, self._claim = None, self._whole
    def root(self, num: SCALE, den: SCALE):
        self._claim.root = need(self._claim.root is None, "two roots") or self._begin(num, den)
    def value(self, task: TEXT, value: whole(-MOST, MOST, "-?")):
        item = self._named(task)
        need(self._open and not self._open.values.get(item), "a value of nothing, or two")
        need(value >= 0 or self._open is not self._claim.root, "a root's value below 0")
        self._open.values[item] = value
    def rebate(self, row: ROW, units: NUMBER):
        need(not self._inside() and self._whole.root, "a rebate here")
        need(row.tag == "floor" and not self._whole.rebates.get(row), "a rebate")
        self._whole.rebates[row] = units
    def fee(self, kind: TYPE, units: NUMBER):
        need(not self._inside() and self._whole.root and kind.supply is not None
             and not self._whole.fees.get(kind), "a fee here")
        self._whole.fees[kind] = units
    def supply(self, number: ID, kind: TYPE):
        need(not self._inside() and kind.supply is not None, "a supply here")
        self._new_row(number, "supply", [(kind.name, 1)], most=kind.supply)
    def cut(self, number: ID, divisor: SCALE, first: WEIGHT, *more: WEIGHT):
        weights = {self._named(task): k for task, k in [first, *more]}
        self._new_row(number, "cut", weights, divisor=divisor)
    def machines(self, number: ID, *weights: WEIGHT): self._new_row(number, "machines", weights)
    def holding(self, row: ROW, *parts: WEIGHT):
        need(row.tag == "machines" and row.holding is None, "holding")
        row.holding = {self._named(task): n for task, n in sorted(parts, key=lambda part: part[1])}
        self._open = None
    def copies(self, number: ID, task: TEXT, first: WEIGHT, *more: WEIGHT):
        self.also(self._new_row(number, "copies", {}), task, first, *more)
    def also(self, row: ROW, task: TEXT, first: WEIGHT, *more: WEIGHT):
        item = self._named(task)
        need(row.tag == "copies" and not row.settled and item not in row.weights, "also")
        self._open, row.weights[item] = None, self._by_type([first, *more])
    def merger(self, number: ID, limit: whole(1, 5), first: pair(1, 1), *more: pair(1, 1)):
        need(not self._inside() and self._way == "cases", "a merger here")
        self._look_at_merger(self._new_row(number, "merger", [first, *more], most=limit))
    def filter(self, scale: SCALE): self._claim.filters.append(self._begin(scale))
    def leaf(self, scale: SCALE): self._claim.tree.append(self._begin(scale))
    def use(self, row: ROW, value: whole(-MOST, MOST, "-?")):
        need(self._open not in (None, self._claim.root) and row not in self._open.uses, "use")
        self._open.uses[row], row.settled = value, True
    def branch(self, row: ROW, limit: NUMBER):
        need(row.tag != "cut", "a branch on a cut")
        self._claim.tree.append((row, limit))
        self._open, row.settled = None, True
    def _choose(self, way):
        self._way = need(not self._inside() and self._way is None, "another way of proof") or way
    def steps(self): self._choose("steps")
    def selections(self): self._choose("selections")
    def cases(self): self._choose("cases")
    def end(self, sha256: TEXT):
        before = self._file.data[:self._offset]
        self._ended = need(hashlib.sha256(before).hexdigest() == sha256, "the end's hash") or True
        need(self._offset == self._file.records[-1][0], "records behind the end")
    def is_infeasible(self):
        """M: a plan without empty machines has at most one machine a copy, and of limited types
        no more than there are, so it costs at most this; a bound above it leaves none."""
        most = sum(item.copies for item in self._items.values()) * max(k.price for k in self._all)
        if all(k.supply is not None for k in self._all):
            most = min(most, sum(k.price * k.supply for k in self._all))
        return self.bound > most * 10**6
    def check(self):
        if self.bound == 0: return  # no plan costs less than nothing
        for claim in self._floors:
            prices = {k: claim.floor.weights.get(k, 0) for k in self._all}
            self._prove(claim, prices, most_below(claim.floor.least, prices))
        unit = gcd(*[k.price for k in self._all]) or 1
        prices = {k: k.price // unit for k in self._all}
        most = most_below(ceil_div(self.bound, unit * 10**6), prices)
        {"selections": self._prove_selections, "steps": lambda: self._prove_steps(most, unit),
         "cases": lambda: self._prove_cases(*self._finer(prices, most)),
         None: lambda: self._prove(self._whole, *self._finer(prices, most))}[self._way]()
    def _finer(self, prices, most):
        """Limited machines of price 0 add one of 1000 units each, and there are at most COUNT."""
        if all(k.supply is None for k in prices): return prices, most
        free = {k: 1 for k, p in prices.items() if p == 0 and k.supply is not None}
        prices = {**{k: 1000 * p for k, p in prices.items()}, **free}
        return prices, 1000 * most + sum(k.supply for k in free)
    def _sets(self, kinds, items, value):
        """Of each family: the items that a machine of it may hold together."""
        return {f: Sets(self._step, [
            Member(needs=item.need_on(f), value=value.get(item, 0), limits={item: item.copies})
            for item in items], [*map(max, zip(*[k.capacity for k in kinds if k.family == f]))])
            for f in {k.family for k in kinds}}
    def _look_at(self, sets, limits, together=None):
        """What things are worth together may be less than the sum of what each is worth."""
        holds(not any(k.supply != 0 and (sets[k.family].most(k.capacity, limit + 1) if not together
                      else any(together(x) > limit for x in sets[k.family].all(k.capacity, limit)))
                      for k, limit in limits.items()), "a pattern is worth more than its machine")
    def _prove(self, claim, prices, most):
        """The reduced costs of the machines of a plan that costs at most P add up to at most G, since
        counts of floors are at least LEAST and machines at most COUNT; none is below 0."""
        root = claim.root
        need(worth(root) <= 2**62, "values beyond 2^62")
        cut = {k: p + claim.fees.get(k, 0) - sum(n * row.weights.get(k, 0)
               for row, n in claim.rebates.items()) for k, p in prices.items()}
        need(min(cut.values()) >= 0, "a price below 0")
        given = (sum(units * row.least for row, units in claim.rebates.items())
                 - sum(units * k.supply for k, units in claim.fees.items()))
        kinds = [k for k in self._all if k.supply != 0]
        sets = self._sets(kinds, claim.named, root.values)
        self._look_at(sets, {k: cut[k] * root.scale // root.den for k in kinds})
        gap = (most - given) * root.scale - worth(root) * root.den
        if gap < 0: return
        if not claim.tree and given == 0 and not claim.fees:
            best = {k: sets[k.family].most(k.capacity, 1) for k in kinds}
            if not self._machines_reach(cut, most, best, worth(root)): return
        holds(claim.tree or claim.filters, "a claim without a tree")
        # No machine of a plan that costs at most P can lose more than all lose together.
        pool = [(k, x) for k in kinds for x in sets[k.family].all(
            k.capacity, ceil_div(cut[k] * root.scale - gap, root.den) - 1)]
        for part in claim.filters:
            reduced, limit = self._reduced_costs(part, pool, prices, {}, most)
            pool = [x for x, cost in zip(pool, reduced) if cost <= limit]
        self._walk(claim, lambda leaf, path: self._reduced_costs(leaf, pool, prices, path, most)[1] < 0)
    def _machines_reach(self, prices, most, worth, wanted):
        """Whether machines that cost at most P together can be worth W: those of a plan hold all
        copies, so they are, each being worth at most w(k)."""
        offers = [Member(needs=(prices[k],), value=w, limits={k: most}) for k, w in worth.items()]
        return wanted <= 0 or any(w and prices[k] == 0 for k, w in worth.items()) or (
            most >= 0 and Sets(self._step, offers, (most,)).most((most,), wanted) > 0)
    def _total(self, part, path):
        """The worth of all copies, and of rows by their sides: no count is on the wrong one."""
        total = worth(part)
        for row, value in part.uses.items():
            low, high = path.get(row, (-EVER, EVER))
            side = max(row.least, low) if value > 0 else min(row.most, high)
            if row.tag == "cut":  # rounding up each machine adds, and whole numbers add up to such
                held = sum(k * item.copies for item, k in row.weights.items())
                side = ceil_div(held, row.divisor) if value >= 0 else EVER
            holds(abs(side) < EVER, "a row without a limit on that side")
            total += value * side
        return total
    def _reduced_costs(self, part, pool, prices, path, most):
        """The reduced costs of the patterns of the pool, and the most that they may be."""
        total, reduced = self._total(part, path), []
        for k, x in pool:
            self._step(1 + len(part.uses))
            a = {row: row.coefficient(k, x) for row in part.uses}
            need(all(n <= WIDE for n in a.values()), "a coefficient beyond 2^32")
            reduced.append(prices[k] * part.scale - sum(u * a[row] for row, u in part.uses.items())
                           - sum(part.values.get(item, 0) * n for item, n in x.items()))
        holds(min(reduced, default=0) >= 0, "a pattern is worth more than its machine")
        return reduced, most * part.scale - total
    def _walk(self, claim, is_empty):
        """Counts are whole numbers: each plan is on one side of each branch, and so in one leaf."""
        todo = [{}]  # the paths of the sides that follow
        for part in claim.tree:
            need(todo, "records behind the end of the tree")
            path = todo.pop()
            if isinstance(part, tuple):
                row, limit = part
                low, high = path.get(row, (-EVER, EVER))
                todo += [{**path, row: (max(low, limit + 1), high)},
                         {**path, row: (low, min(high, limit))}]
            else: holds(is_empty(part, path), "a leaf that is not empty")
        holds(not todo, "a tree that ends too soon")
    def _left_for_selections(self):
        left = [item for item in self._items.values() if not any(
            k.price == 0 and fits(item.need_on(k.family), k.capacity) for k in self._all)]
        parts = [(item.copies + 1) * (item.copies + 2) // 2 for item in left]
        return need(prod(item.copies + 1 for item in left) <= 8_000_000 and prod(parts) <= 10**9,
                    "too many selections") or left
    def _prove_selections(self):
        """To leave items out, or to lift supplies, makes no plan dearer: the cost of a selection
        is that of the cheapest machine for a part with one of its last copies, and of the rest."""
        items, parts = self._selected, {}
        sets = self._sets(self._all, items, {})
        for k in self._all:
            for x in sets[k.family].all(k.capacity, -1):
                part = tuple(x.get(item, 0) for item in items)
                parts[part] = min(parts.get(part, k.price), k.price)
        costs = {}
        for selection in product(*[range(item.copies + 1) for item in items]):
            last = max((q for q, n in enumerate(selection) if n), default=None)
            costs[selection] = 0 if last is None else EVER
            for part, price in parts.items():
                self._step()
                if last is not None and part[last] and fits(part, selection):
                    rest = tuple(b - a for a, b in zip(part, selection))
                    costs[selection] = min(costs[selection], price + costs[rest])
        holds(EVER > costs[selection] * 10**6 >= self.bound, "a selection is cheaper")
    def _prove_steps(self, most, unit):
        """A machine of price / step steps has at most so many shares of each resource, and what
        only some families hold must have room on these."""
        resources = range(len(self.world.resources))
        step = {f: gcd(*[k.price for k in self._all if k.family == f]) for f in self.world.families}
        families = sorted((f for f in step if step[f]), key=lambda f: -step[f])
        need(len(families) <= 5, "more than five families")
        holds(families, "no family has a price")
        share = {f: [max(ceil_div(k.capacity[r] * step[f], k.price) for k in self._all
                         if k.family == f and k.price) for r in resources] for f in families}
        held = []  # items, with the families that hold them
        for item in self._items.values():
            on = [k for k in self._all if fits(item.need_on(k.family), k.capacity)]
            held += [(item, {k.family for k in on})] if on and all(k.price for k in on) else []
        groups = [some for n in range(5) for some in combinations(families, n + 1)]
        rules = [(some, r, sum(item.copies * min(item.need_on(f)[r] for f in on)
                 for item, on in held if on <= set(some))) for some in groups for r in resources]
        least = dict.fromkeys(families, 0)
        for claim in self._floors:
            row, (f, *others) = claim.floor, {k.family for k in claim.floor.weights}
            if not others and all(w * step[f] <= k.price for k, w in row.weights.items()):
                least[f] = max(least.get(f, 0), row.least)
        def found(at, steps, budget):
            self._step()
            if at == len(families): return True
            f, few = families[at], least[families[at]]
            for some, r, wanted in rules:
                if some[-1] == f:  # it is about f and families before it
                    wanted -= sum(share[g][r] * steps[g] for g in some[:-1])
                    few = max(few, ceil_div(wanted, share[f][r]) if share[f][r] else wanted * EVER)
            return any(found(at + 1, {**steps, f: n}, budget - n * step[f])
                       for n in range(few, budget // step[f] + 1))
        holds(not found(0, {}, most * unit), "so many steps are enough")
    def _prove_cases(self, prices, most):
        """The argument of leaves, over all patterns of the items that are spoken of instead of a
        pool; a machine that holds nothing has no part in it. What rows of copies pay, and cuts for
        a copy by itself, is part of what items are worth on a type; below 0 nobody takes them."""
        claim = self._whole
        need(not claim.filters and not any(row.holding for row in claim.rows.values()), "cases with these")
        def is_empty(leaf, path):
            need(worth(leaf) <= 2**62, "such values")
            total, limits = self._total(leaf, path), {}
            for k in self._all:
                limits[k] = prices[k] * leaf.scale - sum(
                    u * row.weights.get(k, 0) for row, u in leaf.uses.items() if row.tag not in ("copies", "cut"))
                holds(limits[k] >= 0, "a machine is worth less than its rows")
                need(limits[k] < 2**120, "a price beyond 2^120")
            paid = [(item, u, by) for row, u in leaf.uses.items() if row.tag == "copies"
                    for item, by in row.weights.items()]
            cuts, alike = {row: u for row, u in leaf.uses.items() if row.tag == "cut"}, {}
            for k in self._all: alike.setdefault(tuple(by.get(k, 0) for _, _, by in paid), []).append(k)
            for kinds in alike.values():
                values = {item: max(0, leaf.values.get(item, 0) + sum(
                    u * by.get(kinds[0], 0) for other, u, by in paid if other is item)
                    + sum(u * ceil_div(row.weights.get(item, 0), row.divisor) for row, u in cuts.items()))
                    for item in claim.named}
                need(sum(v * item.copies for item, v in values.items()) <= 2**62, "such values")
                def together(x): return sum(values[item] * n for item, n in x.items()) + sum(
                    u * (row.coefficient(None, x) - sum(n * ceil_div(row.weights.get(item, 0), row.divisor)
                                                        for item, n in x.items())) for row, u in cuts.items())
                self._look_at(self._sets(kinds, [item for item, v in values.items() if v], values),
                              {k: limits[k] for k in kinds}, cuts and together)
            return total > most * leaf.scale
        self._walk(claim, is_empty)
    def _look_at_merger(self, row):
        """LIMIT + 1 machines, some of which could be one that costs no more, are not in a plan of
        the fewest machines among those that cost no more than some plan."""
        family = {k.family for k in row.weights}
        need(len(family) == 1, "a merger of several families")
        hosts = [k for k in self._all if k.family in family and k.supply is None]
        def is_one(some):
            self._step(len(hosts))
            load, price = [*map(sum, zip(*[k.capacity for k in some]))], sum(k.price for k in some)
            return any(price >= k.price and fits(load, k.capacity) for k in hosts)
        for machines in combinations_with_replacement(row.weights, row.most + 1):
            need(any(is_one(some) for size in range(2, row.most + 2)
                     for some in combinations(machines, size)), "a merger that cannot be merged")
def most_below(bound, prices):
    """P: a plan costs a sum of prices; one below `bound` the largest up to bound - 1 at most."""
    different = sorted({p for p in prices.values() if p}, reverse=True)
    if bound == 0 or not 1 <= len(different) <= 64: return bound - 1
    lists, rests = 1, {bound - 1: 1}  # what is left, and by how many lists
    for price in different[:-1]:
        lists += sum(many * (rest // price + 1) for rest, many in rests.items())
        if lists > 4_000_000: return bound - 1
        before, rests = rests, {}
        for rest, many in before.items():
            for left in range(rest, -1, -price): rests[left] = rests.get(left, 0) + many
    return bound - 1 - min(rest % different[-1] for rest in rests)
