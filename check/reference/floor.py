"""Schedules: floors, the certificates that no timeline costs less."""
from fractions import Fraction

from files import (SECONDS, Budget, CertificateReader, ceil_div, decimal, dollars, fits, holds, need,
                   old, whole)

VALUE = whole(0, 2**50)
NUMBER = whole(0, 5 * 10**7)


class Period:
    """Values by class: (of work, of loading), presence; of supply by type."""
    def __init__(self, start):
        self.start, self.end, self.values, self.presence, self.supply = start, None, {}, {}, {}


def least_work(task):
    """A valid timeline has the work but for 10^-9 of it and 8 microseconds (15)."""
    return max(0, task.work - task.work // 10**6 - 11)


def least_loading(task):
    """The first stay that makes progress, or the last, loads and gets ready before, but for two
    microseconds (8), at most two of them before the arrival (7)."""
    job = task.job
    return max(0, job.fetch + (job.build if job.image is None else 0)
               + (job.init if least_work(task) else 0) - 10)


def least_price(kind, start, end):
    """The least of the prices between two instants (end None: for ever). With a discount the
    charge for time u, divided by u, is between the means of the parts that u ends in."""
    if kind.sustained:
        shares = kind.sustained[1]
        return min([kind.price] + [kind.price * sum(shares[:m]) // (m * 10**6)
                                   for m in range(1, len(shares) + 1)])
    return min([kind.price_at(start)] + [p for t, p in kind.prices
                                         if t > start and (end is None or t < end)])


class Proof(CertificateReader):
    def __init__(self, world, file):
        self.bound = self._scale = self._wait = None
        self._base, self._periods, self._long, self._budget = Period(0), [], set(), Budget(3 * 10**6)
        self._classes, self._class_of = [], {}  # lists of tasks; of each task the number of its
        super().__init__(file, world)
        self._classify()
        need(self.bound is not None and self._scale, "no bound or scale")
        need(not self._periods or not self._periods[-1].presence, "presence in the last period")
        need(not world.boots or all(k.billed_after == 0 for k in world.types.values()),
             "machines may be used before they are billed")

    def _classify(self):
        """Tasks that ask for the same, have the same workload, and are long or not."""
        numbers = {}
        for task in self._world.tasks if not self._classes else ():
            key = (tuple(tuple(task.need_on(family)) for family in self._world.families),
                   task.job.workload if self._world.throughputs else None, task in self._long)
            self._class_of[task] = numbers.setdefault(key, len(numbers))
            self._classes += [[]] * (len(numbers) > len(self._classes))
            self._classes[numbers[key]] = self._classes[numbers[key]] + [task]

    def _task(self, job, number):
        need(number < len(job.tasks), "an unknown task")
        return job.tasks[number]

    def _say(self, values, job, number, value):
        self._classify()
        c = self._class_of[self._task(job, number)]
        need(values.setdefault(c, value) == value, "two values of a class")

    def _period(self):
        need(self._periods, "above the first period")
        return self._periods[-1]

    def bound(self, amount: dollars(12, 2**62)):
        self._once("bound")
        self.bound = amount

    def scale(self, scale: whole(1, 2**40)):
        self._once("scale")
        self._scale = scale

    def long(self, job: old("jobs"), number: NUMBER):
        self._once("long", job, number)
        need(not self._classes, "long below what follows it")
        self._long.add(self._task(job, number))

    def value(self, job: old("jobs"), number: NUMBER, work: VALUE, loading: VALUE):
        self._say((self._periods or [self._base])[-1].values, job, number, (work, loading))

    def wait(self, seconds: SECONDS):
        self._once("wait")
        self._classify()
        self._wait = seconds

    def period(self, start: decimal(3 * 10**10)):
        self._classify()
        for before in self._periods[-1:]:
            need(start > before.start, "a period before the last one")
            before.end = start
        self._periods.append(Period(start))

    def supply(self, kind: old("types"), value: VALUE):
        need(kind.supply and kind not in self._period().supply, "supply")
        self._period().supply[kind] = value

    def presence(self, job: old("jobs"), number: NUMBER, value: VALUE):
        need(self._wait is not None, "presence above wait")
        self._say(self._period().presence, job, number, value)

    def speaks_of(self, plan):
        return self._wait is None or plan._longest_wait() <= self._wait

    def _window(self, task):
        return task.arrival, task.arrival + least_work(task) + least_loading(task) + self._wait

    def check(self):
        first = self._periods[0].start if self._periods else None
        if first is None or first > 0:
            self._check_sets(Period(0), first)
        for period in self._periods:
            self._check_sets(period, period.end)
        total = (self._of_work() + self._of_presence() - self._of_supply()
                 + self._scale * self._dearest_start())
        holds(self.bound <= max(0, ceil_div(total, 3600 * self._scale)), "less than the bound")

    def _check_sets(self, period, end):
        """At each instant those on one machine are a set; if none is worth more than its machine
        costs, plus the supply's value, each instant costs at least what is done in it."""
        for kind in self._world.types.values():
            limit = self._scale * least_price(kind, period.start, end) + period.supply.get(kind, 0)
            choices = []  # (class, what one takes, worth at work and loading, presence, how many)
            for c, tasks in enumerate(self._classes):
                takes, stretched = self._world.takes(tasks[0], kind)
                work, loading = map(sum, zip(self._base.values.get(c, (0, 0)),
                                             period.values.get(c, (0, 0))))
                if stretched:
                    r = self._world.stretch
                    work *= Fraction(kind.capacity[r], tasks[0].need_on(kind.family)[r])
                presence = period.presence.get(c, 0)
                here = sum(1 for task in tasks if presence and self._window(task)[1] > period.start
                           and self._window(task)[0] < end)
                if fits(takes, kind.capacity):
                    choices.append((tasks, takes, (work, loading), presence, here))
            self._visit(choices, [], kind.capacity, limit, 0)

    def _visit(self, choices, chosen, room, limit, worth):
        """Every number at work and loading of every class. Nothing is worth more beside others
        than alone: `worth` is that of those chosen alone, and bounds what all can be."""
        self._budget.step()
        most = [min([len(tasks)] + [have // want for have, want in zip(room, takes) if want])
                for tasks, takes, *_ in choices[len(chosen):]]
        rest = sum(max(values) * n + presence * min(n, here) for n, (_, _, values, presence, here)
                   in zip(most, choices[len(chosen):]))
        if worth + rest <= limit:
            return
        if not most:
            holds(self._worth(choices, chosen) <= limit, "a set is worth more than its machine")
            return
        _, takes, (work, loading), presence, here = choices[len(chosen)]
        for n in range(most[0] + 1):
            left = [have - n * want for have, want in zip(room, takes)]
            for at_work in range(n + 1):
                self._visit(choices, chosen + [(n, at_work)], left, limit, worth + work * at_work
                            + loading * (n - at_work) + presence * min(n, here))

    def _worth(self, choices, chosen):
        """What a set is worth exactly."""
        total = 0
        for q, (n, at_work) in enumerate(chosen):
            tasks, _, (work, loading), presence, here = choices[q]
            rate = Fraction(1)
            for other, (_, beside) in enumerate(chosen):
                rate *= Fraction(self._world.throughput(tasks[0].job.workload,
                                                        choices[other][0][0].job.workload),
                                 10**6)**(max(0, beside - (other == q)))
            total += work * at_work * rate + loading * (n - at_work) + presence * min(n, here)
        return total

    # What it proves: values times microseconds.

    def _of_work(self):
        """All that is done is what tasks did; nobody works before he arrives, and whenever he
        does, a second is worth no less than the least rise from then on."""
        total = 0
        for task, c in self._class_of.items():
            work, loading = self._base.values.get(c, (0, 0))
            if self._periods and task.arrival >= self._periods[0].start:
                rises = [p.values.get(c, (0, 0)) for p in self._periods
                         if p.end is None or p.end > task.arrival]
                work += min(rise for rise, _ in rises)
                loading += min(rise for _, rise in rises)
            total += least_work(task) * work + least_loading(task) * loading
        return total

    def _of_presence(self):
        """A task that ends in its window has all its time there; another has no more than `wait`
        in it in which it is on no machine."""
        total = 0
        for task, c in self._class_of.items() if self._wait is not None else ():
            (begins, ends), left = self._window(task), least_work(task) + least_loading(task)
            parts = [(p.presence.get(c, 0), max(0, (ends if p.end is None else min(ends, p.end))
                                                - max(begins, p.start))) for p in self._periods]
            parts.append((0, ends - begins - sum(length for _, length in parts)))
            for value, length in sorted(parts):
                total += value * min(left, length)
                left -= min(left, length)
        return total

    def _of_supply(self):
        """At each instant a set is worth more by VALUE on no more machines than are supplied."""
        return sum(value * count * max(0, (end if p.end is None else min(end, p.end))
                                       - max(start, p.start))
                   for p in self._periods for kind, value in p.supply.items()
                   for start, end, count in kind.supply + [(a, b, -n) for a, b, n in kind.services])

    def _dearest_start(self):
        """Some machine that takes this task is started and released, and nobody is on it then."""
        dearest, boots = 0, self._world.boots
        for tasks in self._classes:
            starts = [least_price(kind, 0, None) * max(0, kind.gone - 10 + (
                boots[0][1] * 10**6 if boots else kind.usable))
                for kind in self._world.types.values()
                if fits(self._world.takes(tasks[0], kind)[0], kind.capacity)]
            dearest = max(dearest, min(starts, default=0))
        return dearest
