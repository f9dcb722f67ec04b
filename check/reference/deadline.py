"""Deadlines."""
from files import *

PRICE = rounded(12, 10**6)

class World:
    def __init__(self, file):
        self.name = self.tick = self.work = self.prices = None
        self.trace = []  # whether there is spot, tick by tick
        Instance(file, self)
        need(self.name and self.tick and self.work and self.prices, "no name, tick, job or price")
        need(self.deadline <= len(self.trace) * self.tick <= 10**9, "a trace of that length")
        self.usable = self.deadline // self.tick
        need(ceil_div(self.work + self.overhead, self.tick) <= self.usable, "nothing is in time")
        need(max(self.prices.values()) * self.usable <= 4 * 10**18, "prices out of range")
    def cost(self, prices): return prices * self.tick // 3600

class Instance(InstanceReader):
    def tick(self, seconds: whole(1, 10**9)):
        self._once("tick")
        self._world.tick = seconds
    def job(self, work: whole(1, 10**9), deadline: whole(1, 10**9), overhead: whole(0, 10**9)):
        self._once("job")
        self._world.work, self._world.deadline, self._world.overhead = work, deadline, overhead
    def price(self, spot: PRICE, on_demand: PRICE):
        self._once("price")
        self._world.prices = {"spot": spot, "on-demand": on_demand}
    def _add(self, there, ticks):
        need(len(self._world.trace) + ticks <= 10**6, "too many ticks")
        self._world.trace += [there] * ticks
    def spot(self, ticks: whole(0, 10**6)): self._add(True, ticks)
    def none(self, ticks: whole(0, 10**6)): self._add(False, ticks)

class Plan(PlanReader):
    def __init__(self, world, file):
        self._modes = []
        super().__init__(file, world)
    def _add(self, mode, ticks):
        need(len(self._modes) + ticks <= len(self._world.trace), "more ticks than the trace has")
        self._modes += [mode] * ticks
    def idle(self, ticks: whole(0, 10**6)): self._add(None, ticks)
    def spot(self, ticks: whole(0, 10**6)): self._add("spot", ticks)
    def on_demand(self, ticks: whole(0, 10**6)): self._add("on-demand", ticks)
    def check(self):
        """Tick by tick: who begins on a machine loses the overhead first."""
        world, done, starting, before, prices = self._world, 0, 0, None, 0
        for i, mode in enumerate(self._modes):
            holds(mode != "spot" or world.trace[i], "on spot where there is none")
            holds(mode is None or i < world.usable, "late")
            if mode:
                starting = starting if mode == before else world.overhead
                lost = min(starting, world.tick)
                starting, done = starting - lost, done + world.tick - lost
                prices += world.prices[mode]
            before = mode
        holds(done >= world.work, "work is left")
        return world.cost(prices)

class Proof(CertificateReader):
    def __init__(self, world, file):
        self.bound = None
        super().__init__(file, world)
        need(self.bound is not None, "no bound")
    def bound(self, amount: dollars(12, 10**25)): self.bound = amount
    def check(self):
        """The least price of what is still to be done, by the machine that is kept and the seconds
        of work, the overhead of a machine that was begun on among them. A stretch shorter than the
        overhead only adds to these: to be idle instead costs no more, so none is needed."""
        world = self._world
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
        holds(self.bound <= world.cost(least), "a plan is cheaper")
