"""Schedules: timelines."""
from files import SECONDS, TEXT, PlanReader, ceil_div, dollars, fits, holds, need, new, old, whole, word
from schedule import sums


class Machine:
    def __init__(self, kind, ordered, ready, released):
        self.kind, self.ordered, self.ready, self.released = kind, ordered, ready, released
        self.stays = []

    def billed(self):
        """(from, to, 1) of what is billed; nothing where it was released before."""
        start, (unit, least) = self.ordered + self.kind.billed_after, self.kind.billing
        length = self.released + self.kind.gone - start
        length = max(ceil_div(length, unit) * unit if unit else length, least)
        return [] if self.released < start else [(start, start + length, 1)]


class Stay:
    def __init__(self, task, machine, times, lost):
        self.task, self.machine, self.lost = task, machine, lost
        self.start, self.working, self.stopped, self.end = times


def about(a, b):
    return abs(a - b) <= 2


class Plan(PlanReader):
    def __init__(self, world, file):
        self._says, self._stays = None, {task: [] for task in world.tasks}
        self.world, self.jobs, self.types, self.machines = world, world.jobs, world.types, {}
        super().__init__(file, self)

    def machine(self, text: new("machines"), kind: old("types"), ordered: SECONDS, ready: SECONDS,
                released: SECONDS):
        self.machines[text] = Machine(kind, ordered, ready, released)

    def run(self, job: old("jobs"), number: whole(0, 5 * 10**7), machine: old("machines"),
            start: SECONDS, working: SECONDS, stopped: SECONDS, end: SECONDS,
            lost: word("lost") = None):
        need(number < len(job.tasks), "an unknown task")
        stay = Stay(job.tasks[number], machine, (start, working, stopped, end), lost is not None)
        self._stays[stay.task].append(stay)
        machine.stays.append(stay)

    def cost(self, amount: dollars(12, 2**62)):
        self._once("cost")
        self._says = amount

    def check(self):
        self._check_machines()
        for task, stays in self._stays.items():
            holds(stays, "(5) a task has no stay")
            stays.sort(key=lambda stay: stay.working)  # stable: equal ones as they stand
            for q, stay in enumerate(stays):
                self._check_stay(task, stay, stays[:q], q == len(stays) - 1)
        for job in self.jobs.values():
            stops = [self._stays[task][-1].stopped for task in job.tasks if job.gang]
            holds(all(about(stop, stops[0]) for stop in stops), "(13)")
        self._check_room()
        self._check_work()
        cost = ceil_div(sum(self._bill(kind) for kind in self.types.values()), 3600)
        holds(self._says in (None, cost), "(16) the cost is not that")
        return cost

    def _check_machines(self):
        machines, alike = self.machines.values(), {}
        for m in machines:
            holds(m.released >= m.ordered, "(1)")
            usable = m.ready - m.ordered - m.kind.billed_after
            holds(m.ready >= m.ordered and (self.world.boots or (
                usable >= 0 and m.kind.usable - 2 <= usable <= m.kind.usable_most + 2)), "(2)")
            alike.setdefault((m.kind, m.ordered, m.ready), []).append(m)
        for (_, ordered, ready), some in alike.items() if self.world.boots else ():
            holds(any(about(ready - ordered, self.world.boot(k) * 10**6)
                      for k in range(1, len(some) + 1)), "(3)")
        for kind in self.types.values():
            spans = [(m.ordered, m.released, 1) for m in machines if m.kind is kind]
            spans += [(a, b, -n) for a, b, n in kind.supply] + kind.services
            holds(not kind.supply or all(n <= 0 for _, n in sums(spans)), "(4)")

    def _is_image_there(self, stay):
        image = stay.task.job.image
        return image is not None and any(
            job.image == image and other.start < stay.start and other.working <= stay.start
            and (other.working < other.stopped
                 or other.working >= other.start + job.fetch + job.build)
            for other in stay.machine.stays for job in [other.task.job])

    def _check_stay(self, task, stay, before, last):
        job, machine = task.job, stay.machine
        holds(stay.start <= stay.working <= stay.stopped <= stay.end, "(6)")
        holds(stay.start >= task.arrival - 2 and stay.start >= machine.ready
              and stay.end <= machine.released, "(7)")
        loaded = stay.start + job.fetch + (0 if self._is_image_there(stay) else job.build)
        if before:
            loaded = max(loaded, before[-1].end)
            holds(stay.working >= before[-1].end, "(9)")
            holds(machine is not before[-1].machine or stay.start >= before[-1].end, "(10)")
        holds(about(stay.working, loaded)
              or (not last and stay.working == stay.stopped and stay.working < loaded), "(8)")
        holds(len(before) < 2 or stay.start >= before[-2].end, "(10)")
        leaves = stay.stopped + (0 if last else job.upload)
        holds(about(stay.end, leaves) or (stay.lost and stay.end < leaves), "(11)")
        holds(not stay.lost if last else stay.lost or not self.world.lost, "(12)")

    def _check_room(self):
        for machine in self.machines.values():
            for instant in {stay.start for stay in machine.stays}:
                takes = [self.world.takes(stay.task, machine.kind)[0] for stay in machine.stays
                         if stay.start <= instant < stay.end]
                holds(fits(map(sum, zip(*takes)), machine.kind.capacity), "(14)")

    def _rate(self, stay, instant):
        """Rounded down at 10^-18, so never more than the product of throughputs."""
        rate = 10**18
        for t in sorted(self.world.throughput(stay.task.job.workload, other.task.job.workload)
                        for other in stay.machine.stays
                        if other is not stay and other.working <= instant < other.stopped):
            rate = rate * t // 10**6
        return rate

    def _least_rates(self, stays, start, end):
        """The least rate of the stays times microseconds, over [start, end)."""
        cuts = {t for stay in stays for other in stay.machine.stays
                for t in (other.working, other.stopped) if start < t < end} | {start, end}
        cuts = sorted(cuts) if start < end else []
        return sum(min(self._rate(stay, a) for stay in stays) * (b - a)
                   for a, b in zip(cuts, cuts[1:]))

    def _done_free(self, task):
        done = 0
        for stay in self._stays[task]:
            kind = stay.machine.kind
            some = self._least_rates([stay], stay.working + task.job.init, stay.stopped)
            if self.world.takes(task, kind)[1]:
                r = self.world.stretch
                some = some * kind.capacity[r] // task.need_on(kind.family)[r]
            done += 0 if stay.lost else some
        return done

    def _done_gang(self, job):
        stays = [stay for task in job.tasks for stay in self._stays[task] if not stay.lost]
        cuts = sorted({t for stay in stays for t in (stay.working, stay.stopped)})
        done = 0
        for start, end in zip(cuts, cuts[1:]):
            now = [stay for stay in stays if stay.working <= start < stay.stopped]
            if len({stay.task for stay in now}) == len(job.tasks):
                start = max(start, max(stay.working for stay in now) + job.init)
                done += self._least_rates(now, start, end)
        return done

    def _check_work(self):
        """What is accepted has really been done, but for 10^-9 of it and 8 microseconds."""
        for job in self.jobs.values():
            together = self._done_gang(job) if job.gang and len(job.tasks) > 1 else None
            for task in job.tasks:
                done = self._done_free(task) if together is None else together
                wanted, slack = task.work * 10**18, task.work * 10**9 + 8 * 10**18
                more = 10**24 if job.iterations is not None else 0
                holds(wanted - slack <= done <= wanted + slack + more, "(15)")

    def _bill(self, kind):
        """In millionths of a dollar an hour times microseconds."""
        spans = [span for m in self.machines.values() if m.kind is kind for span in m.billed()]
        if kind.sustained:
            return self._discounted(kind, spans) * kind.price
        total = 0
        for start, end, _ in spans:
            cuts = [start] + [t for t, _ in kind.prices if start < t < end] + [end]
            total += sum(kind.price_at(a) * (b - a) for a, b in zip(cuts, cuts[1:]))
        return total

    def _discounted(self, kind, spans):
        """The charged microseconds of all machines of a type together."""
        period, shares = kind.sustained
        first, filled = min(task.arrival for task in self._stays), {}
        counts = sums(spans)
        for (a, count), (b, _) in zip(counts, counts[1:]):
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
