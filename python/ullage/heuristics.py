"""Packing heuristics of your own, as classes: one task after the other."""
from __future__ import annotations

import struct
import time
from ctypes import byref, c_char, c_void_p
from typing import Any, Callable, Iterable, Sequence

from ._library import Error, Named, Values, checked, lib, needed, number_from
from .instances import Instance
from .solving import Result, _Ear, check, options_of


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
    among them, the one of the largest value takes it, on ties the first.

    `value(item, free)` is of one bin, and depends on nothing else: it is asked at most once
    for each different pair. With `all=True` it is asked as FunSearch asks: `value(item, bins)` with a
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

    def solve_instance(self, instance: Instance, *, time_limit: float | None = None,
                       cpu_limit: float | None = None, seed: int = 1,
                       progress: Callable[..., object] | None = None,
                       stop: Callable[[], object] | None = None) -> Result:
        handle = c_void_p()
        with _Ear(progress, stop, number_from(time_limit, "time_limit", whole=False)) as ear:
            options = options_of(self.name, ear, time_limit, cpu_limit, seed, None, {})
            fill = self._of_all() if self._all else self._one_by_one()

            def values(_context: int, item: int, free: int, n: int, _capacity: int, width: int,
                       whole: int | None, to: int) -> int:
                return 0 if ear.guarded(fill, item, free, n, width, whole, to) else 1
            status = lib.ul_solve_values(instance._handle, self.name.encode(), Values(values), int(self._all),
                                         None, options, byref(handle))
        result = Result(handle, instance) if status == 0 else None
        ear.raise_again()
        checked(status)
        assert result is not None
        if result.status == "rejected":
            raise Error(f"{self.name}: {result.note}")
        return result

    def _one_by_one(self) -> Callable[..., bool]:
        value, doubles, whole_numbers = self._value, _Arrays("d"), _Arrays("q")

        def fill(item: int, free: int, n: int, width: int, whole: int | None, to: int) -> bool:
            rows = whole_numbers[whole][:(n + 1) * width].tolist() if whole else \
                _numbers(doubles[free][:n * width]) + _numbers(doubles[item][:width])
            if width > 1:
                rows = list(zip(*[iter(rows)] * width))
            need = rows.pop()
            values = [value(need, row) for row in rows]
            try:
                struct.pack_into(f"{n}d", doubles[to], 0, *values)
            except struct.error as why:
                raise TypeError(f"{self.name}: a value is not a number") from why
            return True
        return fill

    def _of_all(self) -> Callable[..., bool]:
        numpy = needed("numpy")
        doubles = _Arrays("d")

        def fill(item: int, free: int, n: int, width: int, _whole: None, to: int) -> bool:
            need = _numbers(doubles[item][:width])
            bins = numpy.array(doubles[free][:n * width])  # who changes it changes nothing here
            values = numpy.asarray(self._value(need[0], bins) if width == 1 else
                                   self._value(tuple(need), bins.reshape(n, width)))
            if values.shape != (n,):
                raise Error(f"{self.name}: the values are not a number for each bin")
            numpy.frombuffer(doubles[to])[:n] = values
            return True
        return fill


class _Arrays(dict[int, memoryview]):
    """The library's arrays of a format, by address, where they stay in a run: each is looked
    at once. They are shorter than this: a type for each length would take ctypes longer than
    a question."""
    _bytes = c_char * (1 << 30)

    def __init__(self, format: str) -> None:
        super().__init__()
        self._format = format

    def __missing__(self, at: int) -> memoryview:
        self[at] = found = memoryview(self._bytes.from_address(at)).cast("B").cast(self._format)
        return found


def _numbers(amounts: Iterable[float]) -> list[float]:
    """Whole where they are."""
    return [int(amount) if amount.is_integer() else amount for amount in amounts]


def _columns(types: list[int], inside: Sequence[list[int]]) -> dict[str, list[int]]:
    """A plan as arrays: the type of each bin, and the tasks in it."""
    first = [0]
    for tasks in inside:
        first.append(first[-1] + len(tasks))
    return {"bin.type": types, "bin.first": first,
            "entry.task": [j for tasks in inside for j in tasks]}


def _millionths(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * 1000000 + int(part.ljust(6, "0") or 0)
