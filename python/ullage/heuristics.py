"""Packing heuristics of your own, as classes: one task after the other."""
from __future__ import annotations

import bisect
import heapq
import time
from typing import Any, Callable, Sequence

from ._library import Error, Named, needed, number_from
from .instances import Instance
from .solving import Result, _Ear, check


class Open:
    """A machine that a Heuristic has opened."""

    def __init__(self, type: str, price: float, free: list[int]) -> None:
        self.type, self.price, self._free = type, price, free
        self.tasks: list[str] = []

    @property
    def free(self) -> tuple[float, ...]:
        """Of each resource."""
        return tuple(part / 1e6 for part in self._free)


class Item:
    """A task that is to be placed: its name and its demands by family of types."""

    def __init__(self, name: str, needs: dict[str, list[int]]) -> None:
        self.name, self._needs = name, needs

    def demand(self, family: str = "") -> tuple[float, ...]:
        """What it takes of each resource, on a family of types where that differs."""
        return tuple(part / 1e6 for part in self._needs.get(family, self._needs[""]))


class _Watch:
    """The limits of a run, and what it has used."""

    def __init__(self, time_limit: float | None, cpu_limit: float | None,
                 stop: Callable[[], object] | None) -> None:
        self._limits = [("time", number_from(time_limit, "time_limit", whole=False)),
                        ("cpu", number_from(cpu_limit, "cpu_limit", whole=False))]
        if stop is not None and not callable(stop):
            raise TypeError(f"stop is a function, and {stop!r} is none")
        self._stop = stop
        self._begun = time.perf_counter(), time.process_time()
        #: status and limit of a run that was cut short
        self.ended: tuple[str, str] | None = None

    def seconds(self) -> dict[str, float]:
        return {"wall_s": time.perf_counter() - self._begun[0],
                "cpu_s": time.process_time() - self._begun[1]}

    def is_over(self) -> bool:
        if self._stop is not None and self._stop():
            self.ended = "interrupted", "user"
        for (name, limit), used in zip(self._limits, self.seconds().values()):
            if 0 < limit < used:
                self.ended = "time-limit", name
        return self.ended is not None


class Heuristic(Named):
    """Packs one task after the other, in file order. Override place().

    >>> import ullage
    >>> class NextFit(ullage.Heuristic):
    ...     def place(self, item, bins):
    ...         return bins[-1] if bins and self.fits(item, bins[-1]) else None
    >>> tasks = ullage.gen("eva-table7", n=30, seed=1)
    >>> ullage.solve(tasks, NextFit()).cost == ullage.solve(tasks, "next-fit").cost
    True
    """

    #: of instances that it takes
    kind = "packing"

    def place(self, item: Item, bins: Sequence[Open]) -> Open | str | None:
        """One of the bins that are open (a tuple, in the order in which they were), the name of a type to open, or None: the cheapest
        type that holds it."""
        raise NotImplementedError

    def fits(self, item: Item, bin: Open) -> bool:
        needs = item._needs.get(self._family[bin.type], item._needs[""])
        return all(need <= free for need, free in zip(needs, bin._free))

    def _read(self, instance: Instance) -> list[tuple[Item, int]]:
        def amounts(fields: Sequence[str]) -> list[int]:
            return [_millionths(field) for field in fields]
        types = instance.records("type")
        self._family = {name: family for name, family, *_ in types}
        self._types = {name: (_millionths(price), amounts(room)) for name, _, price, *room in types}
        tasks = {row[0]: Item(row[0], {"": amounts(row[5:])}) for row in instance.records("task")}
        for task, family, *needs in instance.records("demand"):
            tasks[task]._needs[family] = amounts(needs)
        return [(tasks[row[0]], int(row[1])) for row in instance.records("task")]

    def _open(self, type: str) -> Open:
        if type not in self._types:
            raise Error(f"{self.name}: there is no machine type '{type}'")
        price, room = self._types[type]
        return Open(type, price / 1e6, list(room))

    def _cheapest(self, item: Item) -> str:
        holding = [name for name in self._types if self.fits(item, self._open(name))]
        if not holding:
            raise Error(f"no machine type holds task '{item.name}'")
        return min(holding, key=lambda name: self._types[name][0])

    def solve_instance(self, instance: Instance, *, time_limit: float | None = None,
                       cpu_limit: float | None = None, seed: int = 1,
                       progress: Callable[..., object] | None = None,
                       stop: Callable[[], object] | None = None) -> Result:
        """What ullage.solve(instance, heuristic) does. A run that is cut short has no plan."""
        if instance.kind != "packing":
            raise Error(f"a Heuristic packs, and {instance.name} is of kind {instance.kind}: "
                        "schedules take a Policy")
        watch = _Watch(time_limit, cpu_limit, stop)
        with _Ear(None, None, number_from(time_limit, "time_limit", whole=False)) as ear:
            columns = ear.guarded(lambda: self._pack(instance, watch))
        ear.raise_again()
        if ear.late:
            watch.ended = "time-limit", "time"
        result = check(instance, columns or _columns([], []))
        result._name = self.name
        result._seconds = watch.seconds()
        result._ended = watch.ended
        if progress is not None and result.cost is not None:
            progress(result.wall_s, result.cost, None, "")
        return result

    def _pack(self, instance: Instance, watch: _Watch) -> dict[str, list[int]]:
        """The plan's columns; none of them where the time is over."""
        bins: tuple[Open, ...] = ()  # who places only looks at them: their order is the plan's
        inside: list[list[int]] = []
        number = {}
        for j, (item, copies) in enumerate(self._read(instance)):
            for _ in range(copies):
                if watch.is_over():
                    return _columns([], [])
                to = self.place(item, bins)
                if not isinstance(to, Open):
                    to = self._open(self._cheapest(item) if to is None else to)
                    number[id(to)] = len(bins)
                    bins += to,
                    inside.append([])
                if id(to) not in number:
                    raise Error(f"{self.name}: task '{item.name}' was put into a bin that is not open")
                needs = item._needs.get(self._family[to.type], item._needs[""])
                to._free = [free - need for free, need in zip(to._free, needs)]
                to.tasks.append(item.name)
                inside[number[id(to)]].append(j)
        order = {name: k for k, name in enumerate(self._types)}
        return _columns([order[bin.type] for bin in bins], inside)


class Priority(Heuristic):
    """The online game by a priority function: of the bins that hold an item, an unused one
    among them, the one of the largest value takes it, on ties the first. For instances of
    one machine type.

    `value(item, free)` is of one bin, and depends on nothing else: it is asked once for each
    different pair. With `all=True` it is asked as FunSearch asks: `value(item, bins)` with a
    numpy array of what is free on all bins that hold the item, of which there are as many as
    items from the start, and returns an array. Items and bins are numbers, or tuples and rows
    where there are several resources.

    >>> import ullage
    >>> best_fit = ullage.Priority(lambda item, free: item - free)
    >>> items = ullage.gen("weibull", n=200, seed=1)
    >>> ullage.solve(items, best_fit).cost == ullage.solve(items, "best-fit").cost
    True
    """

    def __init__(self, value: Callable[[Any, Any], Any], *, all: bool = False,
                 name: str | None = None) -> None:
        self._value, self._all = value, all
        self.name = name or getattr(value, "__name__", "priority").strip("<>")

    def _pack(self, instance: Instance, watch: _Watch) -> dict[str, list[int]]:
        items = [(tuple(item._needs[""]), j) for j, (item, copies) in enumerate(self._read(instance))
                 for _ in range(copies)]
        if len(self._types) != 1:
            raise Error(f"{instance.name} has {len(self._types)} machine types: a Priority packs into one")
        room = tuple(next(iter(self._types.values()))[1])
        inside: dict[int, list[int]] = {}
        place = self._among_all(room, len(items)) if self._all else self._one_by_one(room)
        for need, j in items:
            if watch.is_over():
                return _columns([], [])
            inside.setdefault(place(need), []).append(j)
        return _columns([0] * len(inside), list(inside.values()))

    def _refuse(self) -> Error:
        return Error(f"{self.name}: the value of a bin is not a number")

    def _one_by_one(self, room: tuple[int, ...]) -> Callable[[tuple[int, ...]], int]:
        bins: dict[tuple[int, ...], list[int]] = {room: []}  # by what is free, the oldest on top
        seen = [room]
        ranks: dict[tuple[int, ...], tuple[list[Any], list[int]]] = {}
        opened = 0

        def rank(need: tuple[int, ...]) -> list[Any]:
            """What has been free somewhere, by falling value; what is new is asked for."""
            ranking, known = ranks.setdefault(need, ([], [0]))
            for free in seen[known[0]:]:
                if all(a <= b for a, b in zip(need, free)):
                    value = self._value(_shown(need), _shown(free))
                    if value != value:
                        raise self._refuse()
                    bisect.insort(ranking, (-value, free))
            known[0] = len(seen)
            return ranking

        def place(need: tuple[int, ...]) -> int:
            nonlocal opened
            best, most, first = room, None, opened
            for value, free in rank(need):
                if most is not None and value != most:
                    break
                if bins[free] and (most is None or bins[free][0] < first) or free == room and most is None:
                    best, most, first = free, value, bins[free][0] if bins[free] else opened
            if first == opened:
                opened += 1
            else:
                heapq.heappop(bins[best])
            left = tuple(b - a for a, b in zip(need, best))
            if left not in bins:
                bins[left] = []
                seen.append(left)
            heapq.heappush(bins[left], first)
            return first
        return place

    def _among_all(self, room: tuple[int, ...], n: int) -> Callable[[tuple[int, ...]], int]:
        numpy = needed("numpy")
        free = numpy.tile(numpy.array(room, dtype=numpy.int64), (n, 1))

        def place(need: tuple[int, ...]) -> int:
            holds, = numpy.nonzero(free[:, 0] >= need[0] if len(need) == 1
                                   else (free >= numpy.array(need)).all(axis=1))
            shown = free[holds] / 1e6
            values = numpy.asarray(self._value(_shown(need), shown[:, 0] if len(need) == 1 else shown))
            if values.shape != holds.shape or numpy.isnan(values).any():
                raise self._refuse()
            bin = int(holds[values.argmax()])
            free[bin] -= need
            return bin
        return place


def _columns(types: list[int], inside: Sequence[list[int]]) -> dict[str, list[int]]:
    """A plan as arrays: the type of each bin, and the tasks in it."""
    first = [0]
    for tasks in inside:
        first.append(first[-1] + len(tasks))
    return {"bin.type": types, "bin.first": first,
            "entry.task": [j for tasks in inside for j in tasks]}


def _shown(amounts: tuple[int, ...]) -> Any:
    """Of one resource the number itself, whole where it is."""
    numbers = tuple(a // 1000000 if a % 1000000 == 0 else a / 1e6 for a in amounts)
    return numbers[0] if len(numbers) == 1 else numbers


def _millionths(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * 1000000 + int(part.ljust(6, "0") or 0)
