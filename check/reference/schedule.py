"""Schedules: instances. Seconds are microseconds, prices millionths of a dollar an hour."""
from files import (NAME, REAL, SECONDS, TEXT, InstanceReader, decimal, need, new, old, quotient,
                   whole, word)


class Type:
    def __init__(self, name, family, price, capacity):
        self.name, self.family, self.price, self.capacity = name, family, price, capacity
        self.billing, self.prices, self.sustained, self.supply, self.services = None, [], None, [], []
        self.billed_after = self.usable = self.gone = self.usable_most = 0

    def price_at(self, instant):
        """That of the last price record at or before it."""
        return ([self.price] + [p for start, p in self.prices if start <= instant])[-1]


class Task:
    def __init__(self, job, arrival, work, needs):
        self.job, self.arrival, self.work, self.needs = job, arrival, work, needs

    def need_on(self, family):
        return self.job.on.get(family, self.needs)


class Job:
    def __init__(self, name, workload, gang):
        self.name, self.gang, self.tasks, self.on = name, gang, [], {}
        self.workload, self.works, self.iterations = workload.split("[")[0] or None, [], None
        self.fetch = self.build = self.init = self.upload = 0
        self.image = None


class World:
    def __init__(self, file):
        self.name, self.resources, self.resource_names, self.types, self.jobs = None, 0, [], {}, {}
        self.families, self.billing, self.boots, self.lost, self.stretch = {}, None, [], False, None
        self.throughputs, self.count = {}, 0
        Instance(file, self)._end_job()
        need(self.name and self.types and self.jobs, "no name, type or job")
        need(self.stretch is None or not any(job.gang and len(job.tasks) > 1
                                             for job in self.jobs.values()), "a gang stretched")
        for kind in self.types.values():
            spans = kind.supply + [(a, b, -n) for a, b, n in kind.services]
            need(all(n >= 0 for _, n in sums(spans)), "more services than supply")
            kind.billing = kind.billing or self.billing or (10**6, 0)
        self.tasks = [task for job in self.jobs.values() for task in job.tasks]

    def throughput(self, w, v):
        """Of workload w beside v, in millionths; no workload (None) matches `*` only."""
        for one in ((w, v), (w, "*"), ("*", v), ("*", "*")):
            if None not in one and one in self.throughputs:
                return self.throughputs[one]
        return 10**6

    def takes(self, task, kind):
        """What a task takes on a type, and whether it is stretched there."""
        needs, r = list(task.need_on(kind.family)), self.stretch
        if r is None or needs[r] <= kind.capacity[r]:
            return needs, False
        return needs[:r] + [kind.capacity[r]] + needs[r + 1:], True

    def boot(self, n):
        """Seconds of a request for n machines: linear in log2 between two records."""
        for (na, sa), (nb, sb) in zip([(0, None)] + self.boots, self.boots):
            if n <= nb:
                d = log2(nb) - log2(na) if na else 1
                return sa + (2 * (sb - sa) * (log2(n) - log2(na)) + d) // (2 * d) if na else sb
        return self.boots[-1][1]


def log2(n):
    """In units of 2^-48, rounded down in steps."""
    log = n.bit_length() - 1
    x = n * 2**62 // 2**log
    for _ in range(48):
        x, log = x * x // 2**62, 2 * log
        if x >= 2**63:
            x, log = x // 2, log + 1
    return log


def sums(spans):
    """Of (from, to, count): the instants at which the sum may change, each with the sum there."""
    changes = {}
    for start, end, count in spans:
        if start < end:
            changes[start] = changes.get(start, 0) + count
            changes[end] = changes.get(end, 0) - count
    total, at = 0, []
    for instant in sorted(changes):
        total += changes[instant]
        at.append((instant, total))
    return at


class Instance(InstanceReader):
    _job = None

    def _end_job(self):
        job = self._job
        for task, work in zip(job.tasks, job.works) if job else ():
            need(len(job.works) == len(job.tasks), "work of some tasks only")
            task.work = work
        for task in job.tasks if job and job.iterations is not None else ():
            task.work = job.iterations

    def _of(self, text):
        need(self._job and self._job.name == text, "not below its job")
        return self._job

    def resource(self, *names: NAME):
        self._once("resource")
        need(1 <= len(names) <= 16 and len(set(names)) == len(names), "resource")
        self._world.resources, self._world.resource_names = len(names), names

    def type(self, text: new("types"), family: NAME, price: decimal(10**6), *capacity: decimal()):
        self._world.types[text] = Type(text, family, price, self._amounts(capacity))
        self._world.families[family] = family

    def billing(self, unit: SECONDS, least: SECONDS, kind: old("types") = None):
        self._once("billing", kind)
        (kind or self._world).billing = unit, least

    def startup(self, kind: old("types"), billed: SECONDS, usable: SECONDS, gone: SECONDS,
                most: SECONDS = None):
        self._once("startup", kind)
        kind.billed_after, kind.usable, kind.gone = billed, usable, gone
        kind.usable_most = usable if most is None else most
        need(kind.usable_most >= usable, "usable at most")

    def boot(self, count: whole(1, 2**32 - 1), seconds: SECONDS):
        before = (self._world.boots or [(0, 0)])[-1]
        need(seconds % 10**6 == 0, "seconds that are not whole")
        need(before[0] < count and before[1] <= seconds // 10**6, "boot records fall")
        self._world.boots.append((count, seconds // 10**6))

    def price(self, kind: old("types"), start: SECONDS, price: decimal(10**6)):
        need(not kind.sustained and (not kind.prices or start > kind.prices[-1][0]), "price")
        kind.prices.append((start, price))

    def sustained(self, kind: old("types"), period: SECONDS, first: decimal(1), *more: decimal(1)):
        self._once("sustained", kind)
        shares = [first, *more]
        need(not kind.prices and len(shares) <= 8, "sustained")
        need(period >= 86400 * 10**6 and period % len(shares) == 0, "period")
        kind.sustained = period, shares

    def supply(self, kind: old("types"), count: whole(0, 2**32 - 1), start: SECONDS, end: SECONDS):
        need(start <= end, "it ends before it begins")
        kind.supply.append((start, end, count))

    def service(self, kind: old("types"), count: whole(0, 2**32 - 1), start: SECONDS, end: SECONDS):
        need(start <= end, "it ends before it begins")
        kind.services.append((start, end, count))

    def cut_off(self, what: word("kept", "lost")):
        self._once("cut-off")
        self._world.lost = what == "lost"

    def stretch(self, resource: TEXT):
        self._once("stretch")
        need(resource in self._world.resource_names, "stretch")
        self._world.stretch = self._world.resource_names.index(resource)

    def job(self, text: new("jobs"), arrival: SECONDS, count: whole(1, 5 * 10**7), workload: TEXT,
            work: SECONDS, how: word("gang", "free"), *needs: decimal()):
        self._end_job()
        self._job = self._world.jobs[text] = Job(text, workload, how == "gang")
        self.tasks(text, arrival, count, work, *needs)

    def tasks(self, text: TEXT, arrival: SECONDS, count: whole(1, 5 * 10**7), work: SECONDS,
              *needs: decimal()):
        job, needs = self._of(text), self._amounts(needs)
        self._world.count += count
        need(self._world.count <= 5 * 10**7, "too many tasks")
        job.tasks += [Task(job, arrival, work, needs) for _ in range(count)]

    def work(self, text: TEXT, *works: SECONDS):
        job = self._of(text)
        job.works += works
        need(len(job.works) <= len(job.tasks), "work of more tasks than there are")

    def demand(self, text: TEXT, family: old("families"), *needs: decimal()):
        self._once("demand", text, family)
        self._of(text).on[family] = self._amounts(needs)

    def iterations(self, text: TEXT, total: REAL, rate: REAL):
        self._once("iterations", text)
        need(rate[0] > 0 and is_below(total, 18) and is_below(rate, 18), "iterations out of range")
        self._of(text).iterations = quotient(total, rate, 6, 10**16)

    def moving(self, text: TEXT, fetch: SECONDS, build: SECONDS, init: SECONDS, _kill: SECONDS,
               upload: SECONDS, image: NAME = None):
        self._once("moving", text)
        job = self._of(text)
        job.fetch, job.build, job.init, job.upload, job.image = fetch, build, init, upload, image

    def throughput(self, workload: TEXT, beside: TEXT, value: decimal(1)):
        self._once("throughput", workload, beside)
        need(workload and beside and value > 0, "throughput")
        self._world.throughputs[workload, beside] = value

    def round(self, *_any: TEXT):
        """What policies are told means nothing here."""
    cutoff = estimate = recorded = round


def is_below(real, power):
    """Whether m 10^e is at most 10^power, for exponents of any size."""
    (m, e), digits = real, len(str(real[0]))
    return m == 0 or digits + e <= power or (digits + e == power + 1 and m == 10**(digits - 1))
