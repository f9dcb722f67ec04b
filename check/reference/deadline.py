"""Deadlines."""
from itertools import groupby
from files import *

PRICE, TICKS = rounded(12, 10**6), whole(0, 10**6)

class World(InstanceReader):
    _ONCE = {"job": 0, "price": 0}
    def _start(self):
        self.tick = self.work = self.prices = None
        self.trace = []  # whether there is spot, tick by tick
    def tick(self, seconds: whole(1, 10**9)): self.tick = seconds
    def job(self, work: whole(1, 10**9), deadline: whole(1, 10**9), overhead: whole(0, 10**9)):
        self.work, self.deadline, self.overhead = work, deadline, overhead
    def price(self, spot: PRICE, on_demand: PRICE):
        self.prices = {"spot": spot, "on-demand": on_demand}
    def spot(self, ticks: TICKS): add(self.trace, True, ticks, 10**6)
    def none(self, ticks: TICKS): add(self.trace, False, ticks, 10**6)
    def _end(self):
        need(self.name and self.tick and self.work and self.prices, "no name, tick, job or price")
        need(self.deadline <= len(self.trace) * self.tick <= 10**9, "a trace of that length")
        self.usable = self.deadline // self.tick
        need(ceil_div(self.work + self.overhead, self.tick) <= self.usable, "nothing is in time")
        need(max(self.prices.values()) * self.usable <= 4 * 10**18, "prices out of range")
def add(ticks, what, count, most):
    need(len(ticks) + count <= most, "too many ticks")
    ticks += [what] * count
def cost(world, prices): return prices * world.tick // 3600

class Plan(PlanReader):
    def _start(self): self._modes = []
    def _add(self, mode, ticks): add(self._modes, mode, ticks, len(self.world.trace))
    def idle(self, ticks: TICKS): self._add(None, ticks)
    def spot(self, ticks: TICKS): self._add("spot", ticks)
    def on_demand(self, ticks: TICKS): self._add("on-demand", ticks)
    def check(self):
        """Stretch by stretch: who begins on a machine loses the overhead first."""
        world, done, prices, at = self.world, 0, 0, 0
        for mode, ticks in groupby(self._modes):
            begins, at = at, at + len(list(ticks))
            holds(mode != "spot" or all(world.trace[begins:at]), "on spot where there is none")
            holds(mode is None or at <= world.usable, "late")
            if mode:
                done += max(0, (at - begins) * world.tick - world.overhead)
                prices += (at - begins) * world.prices[mode]
        holds(done >= world.work, "work is left")
        return cost(world, prices)
class Proof(CertificateReader):
    def check(self):
        """The least price of what is still to be done, by the machine that is kept and the seconds
        of work, the overhead of a machine that was begun on among them. A stretch shorter than the
        overhead only adds to these: to be idle instead costs no more, so none is needed."""
        world = self.world
        states = {(None, world.work): 0}
        for there in world.trace[:world.usable]:
            self._step(len(states))
            later = {}
            for (before, left), paid in states.items():
                for mode, price in ((None, 0), *world.prices.items()):
                    if left <= 0 or (mode == "spot" and not there): price, mode = 0, None
                    begins = mode is not None and mode != before
                    rest = left - (world.tick if mode else 0) + begins * world.overhead
                    if rest <= world.work + world.overhead:
                        key = mode, max(rest, 0)
                        later[key] = min(later.get(key, paid + price), paid + price)
            states = later
        least = min(paid for (_, left), paid in states.items() if left == 0)
        holds(self.bound <= cost(world, least), "a plan is cheaper")
