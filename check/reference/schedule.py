"""Schedules. Seconds are microseconds, prices millionths of a dollar an hour."""
from itertools import accumulate, pairwise
from sets import *

COUNT, TASKS, VALUE = whole(0, 2**32 - 1), whole(1, 5 * 10**7), whole(0, 2**50)
def JOB(text, world):
    """The job that the record is below."""
    return need(world._job and world._job.name == text, "not below its job") or world._job
def price_at(kind, instant):
    """That of the last price record at or before it."""
    return ([kind.price] + [p for start, p in kind.prices if start <= instant])[-1]
def beside(world, w, v):
    """The throughput of workload w beside v, in millionths; no workload (None) matches `*` only."""
    for one in ((w, v), (w, "*"), ("*", v), ("*", "*")):
        if None not in one and one in world.throughputs: return world.throughputs[one]
    return 10**6
def takes(world, task, kind):
    """What a task takes on a type, and whether it is stretched there."""
    needs, r = list(task.need_on(kind.family)), world.stretch
    if r is None or needs[r] <= kind.capacity[r]: return needs, False
    return needs[:r] + [kind.capacity[r]] + needs[r + 1:], True
def boot_seconds(world, n):
    """Of a request for n machines: linear in log2 between two records."""
    for (na, sa), (nb, sb) in zip([(0, None)] + world.boots, world.boots):
        if n <= nb:
            d = log2(nb) - log2(na) if na else 1
            return sa + (2 * (sb - sa) * (log2(n) - log2(na)) + d) // (2 * d) if na else sb
    return world.boots[-1][1]
def log2(n):
    """In units of 2^-48, rounded down in steps."""
    log = n.bit_length() - 1
    x = n * 2**62 // 2**log
    for _ in range(48):
        x, log = x * x // 2**62, 2 * log
        if x >= 2**63: x, log = x // 2, log + 1
    return log
def sums(spans):
    """Of (from, to, count): the instants at which the sum may change, each with the sum there."""
    changes = {}
    for start, end, count in spans:
        if start < end:
            changes[start] = changes.get(start, 0) + count
            changes[end] = changes.get(end, 0) - count
    instants = sorted(changes)
    return [*zip(instants, accumulate(changes[instant] for instant in instants))]
class World(MachineReader):
    _MOST, _DEAREST, _ONCE = 16, 10**12, {"throughput": 2}
    def _start(self):
        self.resources, self.types, self.families, self.jobs, self._job = (), {}, {}, {}, None
        self.billing, self.boots, self.lost, self.stretch = None, [], False, None
        self.throughputs, self.count = {}, 0
    def _new_type(self):
        return dict(billing=None, prices=[], sustained=None, supply=[], limited=False,
                    billed_after=0, usable=0, gone=0, usable_most=0)
    def billing(self, unit: TIME, least: TIME, kind: TYPE = None):
        need((kind or self).billing is None, "billing twice")
        (kind or self).billing = unit, least
    def startup(self, kind: TYPE, billed: TIME, usable: TIME, gone: TIME, most: TIME = None):
        kind.billed_after, kind.usable, kind.gone = billed, usable, gone
        kind.usable_most = usable if most is None else most
        need(kind.usable_most >= usable, "usable at most")
    def boot(self, count: whole(1, 2**32 - 1), seconds: TIME):
        before = (self.boots or [(0, 0)])[-1]
        need(seconds % 10**6 == 0 and before[0] < count and before[1] <= seconds // 10**6, "boot")
        self.boots.append((count, seconds // 10**6))
    def price(self, kind: TYPE, start: TIME, price: decimal(10**6)):
        need(not kind.sustained and (not kind.prices or start > kind.prices[-1][0]), "price")
        kind.prices.append((start, price))
    def sustained(self, kind: TYPE, period: TIME, first: decimal(1), *more: decimal(1)):
        kind.sustained = period, [first, *more]
        need(not kind.prices and len(more) < 8 and period >= 86400 * 10**6
             and period % (len(more) + 1) == 0, "sustained")
    def supply(self, kind: TYPE, count: COUNT, start: TIME, end: TIME):
        kind.limited = True
        self.service(kind, -count, start, end)
    def service(self, kind: TYPE, count: COUNT, start: TIME, end: TIME):
        need(start <= end, "it ends before it begins")
        kind.supply.append((start, end, -count))
    def cut_off(self, what: word("kept", "lost")): self.lost = what == "lost"
    def stretch(self, resource: TEXT):
        self.stretch = need(resource in self.resources, "none") or self.resources.index(resource)
    def job(self, text: new("jobs"), arrival: TIME, count: TASKS, workload: TEXT,
            work: TIME, how: word("gang", "free"), *needs: AMOUNT):
        self._job = self.jobs[text] = Thing(
            name=text, workload=workload.split("[")[0] or None, gang=how == "gang", tasks=[], on={},
            works=[], iterations=None, fetch=0, build=0, init=0, upload=0, image=None)
        self.tasks(self._job, arrival, count, work, *needs)
    def tasks(self, job: JOB, arrival: TIME, count: TASKS, work: TIME, *needs: AMOUNT):
        needs, self.count = self._amounts(needs), self.count + count
        need(self.count <= 5 * 10**7, "too many tasks")
        job.tasks += [Task(job=job, arrival=arrival, work=work, needs=needs, on=job.on)
                      for _ in range(count)]
    def work(self, job: JOB, *works: TIME):
        job.works += works
        need(len(job.works) <= len(job.tasks), "work of too many tasks")
    def demand(self, job: JOB, family: old("families"), *needs: AMOUNT):
        job.on[family] = self._amounts(needs)
    def iterations(self, job: JOB, total: REAL, rate: REAL):
        for real in (total, rate):  # no number of eighteen digits is between 10^18 and the next
            need(len(str(real[0]).strip("0")) <= 18, "too many digits")
            quotient(real, (1, 0), 0, 10**18)
        job.iterations = need(rate[0] > 0, "no rate") or quotient(total, rate, 6, 10**16)
    def moving(self, job: JOB, fetch: TIME, build: TIME, init: TIME, _kill: TIME,
               upload: TIME, image: NAME = None):
        job.fetch, job.build, job.init, job.upload, job.image = fetch, build, init, upload, image
    def throughput(self, workload: TEXT, beside: TEXT, value: decimal(1)):
        need(workload and beside and value > 0 and "[" not in workload + beside, "throughput")
        self.throughputs[workload, beside] = value
    def round(self, *_any: TEXT): """What policies are told means nothing here."""
    cutoff = estimate = recorded = round
    def _end(self):
        need(self.name and self.types and self.jobs, "no name, type or job")
        for job in self.jobs.values():
            need(len(job.works) in (0, len(job.tasks)), "work of some tasks only")
            need(self.stretch is None or not job.gang or len(job.tasks) == 1, "a gang stretched")
            works = job.works if job.iterations is None else [job.iterations] * len(job.tasks)
            for task, work in zip(job.tasks, works): task.work = work
        for kind in self.types.values():
            need(all(n >= 0 for _, n in sums(kind.supply)), "more services than supply")
            kind.billing = kind.billing or self.billing or (10**6, 0)
        self.tasks = [task for job in self.jobs.values() for task in job.tasks]

# ---- timelines ----
def billed(machine):
    """(from, to, 1) of what is billed; nothing where it was released before."""
    start, (unit, least) = machine.ordered + machine.kind.billed_after, machine.kind.billing
    length = machine.released + machine.kind.gone - start
    length = max(ceil_div(length, unit) * unit if unit else length, least)
    return [] if machine.released < start else [(start, start + length, 1)]
def task_of(job, number): return need(number < len(job.tasks), "no task") or job.tasks[number]
def about(a, b): return abs(a - b) <= 2
class Plan(PlanReader):
    def _start(self):
        self.world.machines = self._rented = {}
        self._says, self._stays = None, {task: [] for task in self.world.tasks}
    def machine(self, key: new("machines"), kind: TYPE, ordered: TIME, ready: TIME, released: TIME):
        self._rented[key] = Thing(kind=kind, ordered=ordered, ready=ready, released=released, stays=[])
    def run(self, job: old("jobs"), number: COUNT, machine: old("machines"), start: TIME,
            working: TIME, stopped: TIME, end: TIME, lost: word("lost") = None):
        stay = Thing(task=task_of(job, number), machine=machine, start=start, working=working,
                     stopped=stopped, end=end, lost=lost is not None)
        self._stays[stay.task].append(stay)
        machine.stays.append(stay)
    def cost(self, amount: dollars(12, 10**25)): self._says = amount
    def check(self):
        self._check_machines()
        for task, stays in self._stays.items():
            holds(stays, "(5) a task has no stay")
            stays.sort(key=lambda stay: stay.working)  # stable: equal ones as they stand
            for q, stay in enumerate(stays):
                self._check_stay(task, stay, stays[:q], q == len(stays) - 1)
        for job in self.world.jobs.values():
            stops = [self._stays[task][-1].stopped for task in job.tasks if job.gang]
            holds(all(about(stop, stops[0]) for stop in stops), "timeline rule 13")
        self._check_room()
        self._check_work()
        cost = ceil_div(sum(self._bill(kind) for kind in self.world.types.values()), 3600)
        holds(self._says in (None, cost), "(16) the cost is not that")
        return cost
    def _check_machines(self):
        machines, alike = self._rented.values(), {}
        for m in machines:
            holds(m.released >= m.ordered, "timeline rule 1")
            usable = m.ready - m.ordered - m.kind.billed_after
            holds(m.ready >= m.ordered and (self.world.boots or (
                usable >= 0 and m.kind.usable - 2 <= usable <= m.kind.usable_most + 2)), "timeline rule 2")
            alike.setdefault((m.kind, m.ordered, m.ready), []).append(m)
        for (_, ordered, ready), some in alike.items() if self.world.boots else ():
            holds(any(about(ready - ordered, boot_seconds(self.world, k) * 10**6)
                      for k in range(1, len(some) + 1)), "timeline rule 3")
        for kind in self.world.types.values():
            spans = [(m.ordered, m.released, 1) for m in machines if m.kind is kind]
            spans += [(a, b, -n) for a, b, n in kind.supply]
            holds(not kind.limited or all(n <= 0 for _, n in sums(spans)), "timeline rule 4")
    def _is_image_there(self, stay):
        image = stay.task.job.image
        return image is not None and any(
            job.image == image and other.start < stay.start and other.working <= stay.start
            and (other.working < other.stopped or other.working >= other.start + job.fetch + job.build)
            for other in stay.machine.stays for job in [other.task.job])
    def _check_stay(self, task, stay, before, last):
        job, machine = task.job, stay.machine
        holds(stay.start <= stay.working <= stay.stopped <= stay.end, "timeline rule 6")
        holds(stay.start >= max(task.arrival - 2, machine.ready), "timeline rule 7")
        holds(stay.end <= machine.released, "timeline rule 7")
        loaded = stay.start + job.fetch + (0 if self._is_image_there(stay) else job.build)
        if before:
            loaded = max(loaded, before[-1].end)
            holds(stay.working >= before[-1].end, "timeline rule 9")
            holds(machine is not before[-1].machine or stay.start >= before[-1].end, "timeline rule 10")
        holds(about(stay.working, loaded)
              or (not last and stay.working == stay.stopped and stay.working < loaded), "timeline rule 8")
        holds(len(before) < 2 or stay.start >= before[-2].end, "timeline rule 10")
        leaves = stay.stopped + (0 if last else job.upload)
        holds(about(stay.end, leaves) or (stay.lost and stay.end < leaves), "timeline rule 11")
        holds(not stay.lost if last else stay.lost or not self.world.lost, "timeline rule 12")
    def _check_room(self):
        for machine in self._rented.values():
            for instant in {stay.start for stay in machine.stays}:
                here = [takes(self.world, stay.task, machine.kind)[0] for stay in machine.stays
                        if stay.start <= instant < stay.end]
                holds(fits(map(sum, zip(*here)), machine.kind.capacity), "timeline rule 14")
    def _rate(self, stay, instant):
        """Rounded down at 10^-18, so never more than the product of throughputs."""
        rate = 10**18
        for t in sorted(beside(self.world, stay.task.job.workload, other.task.job.workload)
                        for other in stay.machine.stays
                        if other is not stay and other.working <= instant < other.stopped):
            rate = rate * t // 10**6
        return rate
    def _done(self, tasks):
        """By tasks that work together, while all of them do; a free one is together with nobody."""
        done, init = {}, tasks[0].job.init  # by stay of the first that is there
        stays = [stay for task in tasks for stay in self._stays[task] if not stay.lost]
        cuts = {t for stay in stays for other in stay.machine.stays
                for t in (other.working, other.working + init, other.stopped)}
        for start, end in pairwise(sorted(cuts)):
            now = [stay for stay in stays if stay.working + init <= start < stay.stopped]
            if len({stay.task for stay in now}) == len(tasks):
                rate = min(self._rate(stay, start) for stay in now)
                done[now[0]] = done.get(now[0], 0) + rate * (end - start)
        for stay in done:
            kind, r = stay.machine.kind, self.world.stretch
            if takes(self.world, stay.task, kind)[1]:  # gangs are not stretched
                done[stay] = done[stay] * kind.capacity[r] // stay.task.need_on(kind.family)[r]
        return sum(done.values())
    def _check_work(self):
        """What is accepted has really been done, but for 10^-9 of it and 8 microseconds."""
        for job in self.world.jobs.values():
            for tasks in [job.tasks] if job.gang else [[task] for task in job.tasks]:
                done, more = self._done(tasks), 0 if job.iterations is None else 10**24
                for task in tasks:
                    wanted, slack = task.work * 10**18, task.work * 10**9 + 8 * 10**18
                    holds(wanted - slack <= done <= wanted + slack + more, "timeline rule 15")
    def _bill(self, kind):
        """In millionths of a dollar an hour times microseconds."""
        spans = [span for m in self._rented.values() if m.kind is kind for span in billed(m)]
        if kind.sustained: return self._discounted(kind, spans) * kind.price
        cuts = [[a] + [t for t, _ in kind.prices if a < t < b] + [b] for a, b, _ in spans]
        return sum(price_at(kind, a) * (b - a) for some in cuts for a, b in pairwise(some))
    def _discounted(self, kind, spans):
        """The charged microseconds of all machines of a type together."""
        period, shares = kind.sustained
        first, filled = min(task.arrival for task in self._stays), {}
        for (a, count), (b, _) in pairwise(sums(spans)):
            while a < b:
                number = (a - first) // period
                end = min(b, first + (number + 1) * period)
                for n in range(count):  # the time in a period in which at least n + 1 are billed
                    filled[n, number] = filled.get((n, number), 0) + end - a
                a = end
        part = period // len(shares)
        return ceil_div(sum(max(0, min(u - q * part, part)) * share
                            for u in filled.values() for q, share in enumerate(shares)), 10**6)
    def _longest_wait(self):
        waits = [0]
        for task, stays in self._stays.items():
            at, waited = task.arrival, 0  # everything before `at` is counted
            for stay in sorted(stays, key=lambda stay: stay.start):
                waited, at = waited + max(0, stay.start - at), max(at, stay.end)
            waits.append(waited)
        return max(waits)

# ---- floors: certificates that no timeline costs less ----
def new_period(start, end=EVER):
    """With values of classes: (of work, of loading), of presence, and tolls; of types: of supply; and the share
    of a start that is paid when it begins."""
    return Thing(start=start, end=end, values={}, presence={}, toll={}, supply={}, whole=[],
                 share=None)
def least_work(task):
    """A valid timeline has the work but for 10^-9 of it and 8 microseconds (15)."""
    return max(0, task.work - task.work // 10**6 - 11)
def least_time(task): return least_work(task) + least_loading(task)
def least_loading(task):
    """The first stay that makes progress, or the last, loads and gets ready before, but for two
    microseconds (8), at most two of them before the arrival (7)."""
    job = task.job
    return max(0, job.fetch + (job.build if job.image is None else 0)
               + (job.init if least_work(task) else 0) - 10)
def whole_time(task):
    job = task.job  # nothing is forgiven
    return task.work + job.fetch + (job.image is None) * job.build + (task.work > 0) * job.init
class Proof(CertificateReader):
    _ONCE = {"scale": 0}
    def _start(self):
        self._scale, self._wait, self._leases, self._long = None, None, {}, set()
        self._base, self._periods, self._instants = new_period(0), [], []
        self._begun, self._still, self._full, self._shares, self._lives = False, False, False, [], {}
    def _end(self):
        need(self._scale, "no scale")
        need(not self._infeasible or (self._wait is None and not self._leases), "infeasible so")
        need(not self._periods or not (self._periods[-1].presence or self._periods[-1].toll), "no end")
        need(not any(p.whole for p in self._periods) or not (
            self._base.values or self._periods[-1].whole or any(
                p.values or p.supply or (p.whole and (p.presence or p.toll)) for p in self._periods)), "whole and")
        need(not (self._instants or self._still) or not (self._periods or self._base.values), "mix")
        need(not self.world.boots or all(k.billed_after == 0 for k in self.world.types.values()),
             "machines may be used before they are billed")
        self._class_of = {task: self._class(task) for task in self.world.tasks}
        self._classes = {c: [] for c in self._class_of.values()}
        for task, c in self._class_of.items(): self._classes[c].append(task)
    def _class(self, task):
        """Tasks that ask for the same, have the same workload, and are long or not."""
        return (tuple(task.need_on(family) for family in self.world.families),
                task.job.workload if self.world.throughputs else None, task in self._long)
    def _say(self, values, job, number, value):
        self._begun, c = True, self._class(task_of(job, number))
        need(values.setdefault(c, value) == value, "two values of a class")
    def _period(self): return need(self._periods, "above the first period") or self._periods[-1]
    def infeasible(self): self._infeasible = True
    def lease(self, kind: TYPE, fee: AMOUNT, hours: AMOUNT, price: AMOUNT):
        need(hours > 0, "a lease of no hours")
        self._leases.setdefault(kind, []).append(price + fee * 10**6 // hours)
    def scale(self, scale: whole(1, 2**40)): self._scale = scale
    def long(self, job: old("jobs"), number: COUNT):
        need(not self._begun, "long below what follows it")
        self._long.add(task_of(job, number))
    def value(self, job: old("jobs"), number: COUNT, work: VALUE, loading: VALUE):
        self._say((self._periods or [self._base])[-1].values, job, number, (work, loading))
    def wait(self, seconds: TIME): self._begun, self._wait = True, seconds
    def period(self, start: decimal(3 * 10**10)):
        self._begun = True
        for before in self._periods[-1:]:
            before.end = need(start > before.start, "a period before the last one") or start
        self._periods.append(new_period(start))
    def supply(self, kind: TYPE, value: VALUE):
        need(kind.limited and kind not in self._period().supply, "supply")
        self._period().supply[kind] = value
    def presence(self, job: old("jobs"), number: COUNT, value: VALUE):
        need(self._wait is not None, "presence above wait")
        block = self._instants[-1] if self._instants else self._period()
        self._say(block.presence, job, number, value)
    def toll(self, job: old("jobs"), number: COUNT, value: VALUE):
        need(self._wait is not None and not self._instants, "toll above wait")
        self._say(self._period().toll, job, number, value)
    def start(self, share: decimal(1)):
        need(self._wait is not None and not self._instants, "start above wait")
        need(self._period().share is None, "twice")
        self._period().share = share
    def whole(self, job: old("jobs"), number: COUNT):
        need(self._wait is not None, "whole above wait")
        task, tasks = task_of(job, number), self._period().whole
        need(task not in tasks and len(tasks) < 12, "twice, or too many")
        tasks.append(task)
    def instant(self):
        self._instants.append(need(self._wait == 0, "tasks may wait") or new_period(0))
    def still(self): self._still = need(self._wait == 0, "tasks may wait") or True
    def full(self): self._full = need(self._still, "full above still") or True
    def share(self, start: decimal(3 * 10**10), share: decimal(1000)):
        need(self._still and all(before < start for before, _ in self._shares), "a share")
        self._shares.append((start, share))
    def life(self, job: old("jobs"), number: COUNT, value: VALUE):
        self._lives[task_of(job, number)] = need(self._still, "a life above still") or value
    def speaks_of(self, plan):
        return (self._wait is None or plan._longest_wait() <= self._wait) and not any(
            (self._still and len(stays) > 1) or (self._full and min(stay.end for stay in stays)
                < task.arrival + whole_time(task)) for task, stays in plan._stays.items())
    def _least_price(self, kind, start, end):
        """Between two instants. With a discount the charge for time u, divided by u, is between the
        means of the parts that u ends in. Who leases pays PRICE an hour and of FEE the share of the
        term. That there is no timeline does not rest on prices: let machines cost nothing."""
        shares = kind.sustained[1] if kind.sustained else []
        means = [kind.price * sum(shares[:m]) // (m * 10**6) for m in range(1, len(shares) + 1)]
        prices = [price_at(kind, start)] + [p for t, p in kind.prices if start < t < end]
        return 0 if self._infeasible else min(prices + means + self._leases.get(kind, []))
    def _starts(self): return any(period.share is not None for period in self._periods)
    def _start_of(self, kind):
        """What is billed before anybody can use it and after its release, at the least price."""
        boots = self.world.boots
        return self._least_price(kind, 0, EVER) * max(0, kind.gone - 10 + (
            boots[0][1] * 10**6 if boots else kind.usable))
    def _price_in(self, kind, period):
        """The share rises by no more than all of a start between any two seconds; so a bill is no
        less than that of the time of use, at prices that are higher where it rises."""
        price = self._least_price(kind, period.start, period.end)
        if self._starts() and period in self._periods[:-1]:
            later = self._periods[self._periods.index(period) + 1]
            rise = self._start_of(kind) * ((later.share or 0) - (period.share or 0))
            part = rise // ((period.end - period.start) * 10**6)
            price += need(part <= 10**12 and price + part >= 0, "a start too fast") or part
        return price
    def _window(self, task): return task.arrival, task.arrival + least_time(task) + self._wait
    def _paid_for(self, task):
        """Who does less in a second than one of loading is worth counts as loading, so each second
        on a machine is worth that; from here on all that the task is to do is worth no more."""
        work, loading = self._base.values.get(self._class_of[task], (0, 0))
        if not loading or any(period.values for period in self._periods): return EVER
        longer = ceil_div(least_work(task) * work, loading) - least_work(task)
        return self._window(task)[1] + max(0, longer)
    def check(self):
        first = new_period(0, self._periods[0].start if self._periods else EVER)
        for period in self._instants or [first] * (first.end > 0) + self._periods:
            self._check_sets(period)
        for kind in self.world.types.values() if self._still else ():
            self._check_lives(kind, self._scale * self._least_price(kind, 0, EVER))
        total = (self._of_work() + self._of_presence() - self._of_tolls() - self._of_supply()
                 + self._of_lives() + self._scale * (self._of_whole() + self._dearest_start()))
        proved = max(0, ceil_div(total, 3600 * self._scale))
        holds(total > 0 if self._infeasible else self.bound <= proved, "it proves less")
    def _check_sets(self, period):
        """At each instant those on one machine are a set; if none is worth more than its machine
        costs, plus the supply's value, each instant costs at least what is done in it."""
        prices = {kind: self._price_in(kind, period) for kind in self.world.types.values()}
        for kind, price in prices.items():
            limit = self._scale * price + period.supply.get(kind, 0)
            things = []  # of each class at work and loading; with presence as many as are here
            for c, tasks in self._classes.items():
                needs, stretched = takes(self.world, tasks[0], kind)
                work, loading = map(sum, zip(self._base.values.get(c, (0, 0)),
                                             period.values.get(c, (0, 0))))
                if stretched:
                    r = self.world.stretch
                    work = ceil_div(work * kind.capacity[r], tasks[0].need_on(kind.family)[r])
                presence, toll = period.presence.get(c, 0), period.toll.get(c, 0)
                here = len(tasks) if self._instants else sum(presence > 0 and self._window(task)[1]
                    > period.start and self._window(task)[0] < period.end for task in tasks)
                come = len(tasks) if self._wait is None or period not in self._periods else sum(
                    task.arrival < period.end and self._paid_for(task) > period.start
                    for task in tasks)
                limits = {tasks[0]: come}, {tasks[0]: come, (tasks[0],): here}
                things += [Member(kind=how, needs=needs, value=value, flat=flat,
                                  limits=limits[timely]) for timely, flat in
                           ((False, -toll), (True, presence - toll))[:1 + (presence > 0)]
                           for how, value in ((c[1], work), (ALONE, loading)) if value + flat > 0]
            sets = Sets(self._step, things, kind.capacity, functools.partial(beside, self.world))
            holds(not any(sets.all(kind.capacity, limit)), "a set worth too much")
    def _shared(self, start, end, low=0):
        """The integral of SHARE, in millionths, beyond `low`."""
        ends = [at for at, _ in self._shares[1:]] + [EVER]
        return sum(max(0, share - low) * max(0, min(end, until) - max(start, at))
                   for (at, share), until in zip(self._shares, ends))
    def _check_lives(self, kind, price):
        """By the beginnings of windows; a state is who is there, with its worth less its cost so
        far. A life that lacks more than it may still be given helps nobody who comes later."""
        def cost(start, end): return price * ((end - start) * 10**6 - self._shared(start, end))
        needs, ends, states, now = {}, {}, {}, 0
        for task in sorted(self.world.tasks, key=lambda task: task.arrival):
            needs[task], (start, ends[task]) = takes(self.world, task, kind)[0], self._window(task)
            if start == ends[task] or not fits(needs[task], kind.capacity): continue
            later = {}
            for there, gain in states.items():
                self._step()
                last = max(ends[one] for one in there)
                gain -= cost(now, min(start, last))
                stay = frozenset(one for one in there if ends[one] > start)
                if stay and gain + price * self._shared(start, last, 10**6) >= 0:
                    later[stay] = max(gain, later.get(stay, gain))
            for there, gain in [(frozenset(), 0), *later.items()]:
                there |= {task}
                if fits(map(sum, zip(*(needs[one] for one in there))), kind.capacity):
                    later[there] = gain + self._lives.get(task, 0) * (ends[task] - start) * 10**6
                    holds(later[there] <= cost(start, max(map(ends.get, there))), "a life too dear")
            states, now = later, start
    def _of_work(self):
        """All that is done is what tasks did; nobody works before he arrives, and whenever he
        does, a second is worth no less than the least rise from then on."""
        total = 0
        for task, c in self._class_of.items():
            work, loading = self._base.values.get(c, (0, 0))
            if self._periods and task.arrival >= self._periods[0].start:
                rises = [p.values.get(c, (0, 0)) for p in self._periods if p.end > task.arrival]
                work += min(rise for rise, _ in rises)
                loading += min(rise for _, rise in rises)
            total += least_work(task) * work + least_loading(task) * loading
        return total
    def _of_presence(self):
        """All its time is in its window, or all of its window, but for `wait`, is its time."""
        total = 0
        for task, c in self._class_of.items() if self._wait is not None else ():
            (begins, ends), left = self._window(task), least_time(task)
            parts = [(p.presence.get(c, 0), max(0, min(ends, p.end) - max(begins, p.start)))
                     for p in self._periods]
            parts.append((0, ends - begins - sum(length for _, length in parts)))
            for value, length in sorted(parts):
                total += value * min(left, length)
                left -= min(left, length)
        return total
    def _of_tolls(self):
        """Each task counts on one machine at a time, from its arrival until it is paid for."""
        return sum(p.toll[c] * (p.end - max(p.start, task.arrival)) for p in self._periods
                   for task, c in self._class_of.items() if c in p.toll
                   and task.arrival < p.end and self._paid_for(task) > p.start)
    def _of_whole(self):
        """Those who are on machines, and a machine alone for each who is on none, are a packing of
        all; in its window nobody is on none for longer than `wait`."""
        total, counted, dearest = 0, {}, {}
        for period in self._periods:
            prices = [(self._price_in(kind, period), kind)
                      for kind in self.world.types.values() if period.whole]
            length = period.end - period.start
            def one(tasks):
                self._step(len(prices))
                return min((price for price, kind in prices if fits(map(sum, zip(*(
                    takes(self.world, task, kind)[0] for task in tasks))), kind.capacity)), default=EVER)
            @functools.cache
            def all_of(tasks):
                return min((one(tasks[:1] + some) + all_of(tuple(t for t in tasks[1:] if t not in some))
                            for n in range(len(tasks)) for some in combinations(tasks[1:], n)), default=0)
            for task in period.whole:
                start, end = self._window(task)
                need(start <= period.start and period.end <= end, "not in its window")
                counted[task] = counted.get(task, 0) + length
                dearest[task] = max(dearest.get(task, 0), one((task,)))
            cost = all_of(tuple(period.whole))
            total += need(cost < EVER, "fits no machine") or cost * length
        return total - sum(dearest[task] * min(time, self._wait) for task, time in counted.items())
    def _of_instants(self):
        """Who is there is known where nobody waits, and what machines cost together is a multiple
        of what divides every price, unless discounts or leases blur prices."""
        kinds, spans = self.world.types.values(), [
            (*self._window(task), c) for task, c in self._class_of.items() if self._instants]
        coin = gcd(*(p for k in kinds for p in [price_at(k, 0)] + [p for _, p in k.prices]))
        coin = self._scale * coin * (not self._leases and not any(k.sustained for k in kinds)) or 1
        each = [sums([(start, end, block.presence.get(c, 0)) for start, end, c in spans])
                for block in self._instants]
        total = 0
        for now, later in pairwise(zip(*each)):
            start, end = now[0][0], later[0][0]
            counted = self._shared(start, end) if self._still else (end - start) * 10**6
            total += coin * counted * max(ceil_div(n, coin) for _, n in now)
        return total // 10**6
    def _of_lives(self):
        """Who neither waits nor moves is on one machine for all of his window; what instants leave
        of a machine's cost is what its tasks cost as a life, and they are worth no more. Who leaves
        at his time costs no more: then all come and go at multiples of a number."""
        total = self._of_instants() + sum(v * least_time(task) for task, v in self._lives.items())
        coin = gcd(*(at for task in self.world.tasks for at in (task.arrival, whole_time(task)))) * gcd(
            *(self._scale * self._least_price(k, 0, EVER) for k in self.world.types.values()))
        return coin * ceil_div(total, coin) if self._full and coin else total
    def _of_supply(self):
        """At each instant a set is worth more by VALUE on no more machines than are supplied."""
        return sum(value * n * max(0, min(end, p.end) - max(start, p.start)) for p in self._periods
                   for kind, value in p.supply.items() for start, end, n in kind.supply)
    def _dearest_start(self):
        """Some machine that takes this task is started and released, and nobody is on it then."""
        dearest = 0
        starts = {kind: self._start_of(kind) for kind in self.world.types.values()}
        for tasks in () if self._starts() else self._classes.values():
            if any(map(least_time, tasks)):
                dearest = max(dearest, min((start for kind, start in starts.items() if fits(
                    takes(self.world, tasks[0], kind)[0], kind.capacity)), default=0))
        return dearest
