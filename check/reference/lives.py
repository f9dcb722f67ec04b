"""Floors of schedules in which nobody waits or moves: what the lives of machines are worth."""
from sets import *

class Lives(CertificateReader):
    """The records still, share and life, and what they prove."""
    _still, _shares, _lives = False, (), None
    def still(self):
        need(self._wait == 0 and not self._once("still"), "tasks may wait")
        self._still, self._lives = True, {}
    def share(self, start: decimal(3 * 10**10), share: decimal(1000)):
        need(self._still and all(before < start for before, _ in self._shares), "a share")
        self._shares = (*self._shares, (start, share))
    def life(self, job: old("jobs"), number: whole(0, 5 * 10**7), value: whole(0, 2**50)):
        need(self._still and number < len(job.tasks), "a life")
        need(job.tasks[number] not in self._lives, "two lives of a task")
        self._lives[job.tasks[number]] = value
    def _shared(self, start, end, low=0, high=EVER):
        """The integral of SHARE, in millionths, what of it is between two."""
        ends = [at for at, _ in self._shares[1:]] + [EVER]
        return sum((min(max(share, low), high) - low) * max(0, min(end, until) - max(start, at))
                   for (at, share), until in zip(self._shares, ends))
    def _counted(self, start, end):
        return self._shared(start, end) if self._still else (end - start) * 10**6
    def _of_lives(self):
        return sum(value * (self._window(task)[1] - self._window(task)[0])
                   for task, value in self._lives.items()) if self._still else 0
    def _check_lives(self, kind, price):
        """By the beginnings of windows; a state is who is there, with its worth less its cost so
        far. A life that lacks more than it may still be given helps nobody who comes later."""
        ends, takes, states, now = {}, {}, {}, 0
        for task in sorted(self._world.tasks, key=lambda task: self._window(task)[0]):
            start, end = self._window(task)
            takes[task], later = self._world.takes(task, kind)[0], {}
            if start == end or not fits(takes[task], kind.capacity): continue
            for there, gain in states.items():
                self._step()
                last = max(ends[one] for one in there)
                gain -= price * ((min(start, last) - now) * 10**6 - self._shared(now, min(start, last)))
                stay = frozenset(one for one in there if ends[one] > start)
                if stay and gain + price * self._shared(start, last, 10**6) >= 0:
                    later[stay] = max(gain, later.get(stay, gain))
            for there, gain in [(frozenset(), 0), *later.items()]:
                there, ends[task] = there | {task}, end
                if fits(map(sum, zip(*(takes[one] for one in there))), kind.capacity):
                    later[there] = gain + self._lives.get(task, 0) * (end - start) * 10**6
                    last = max(ends[one] for one in there)
                    holds(later[there] <= price * ((last - start) * 10**6 - self._shared(start, last)),
                          "a life worth too much")
            states, now = later, start
