"""Runs and what they come to."""
from __future__ import annotations

import ctypes
import decimal
import inspect
import itertools
import math
import os
import pathlib
import signal
import threading
from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, Sequence

from ._library import (Column, Error, Options, Progress, SoFar, Stop, byref, c_char_p, c_int64, c_size_t,
                       c_void_p, catalogue, checked, fault, fits_64_bits, lib, name_from, needed, number_from,
                       path_from, settings)
from .instances import AnyPath, Instance, as_instance


class Result:
    """How a run ended, what its plan costs, what is proved, and the plan.

    >>> import ullage
    >>> best = ullage.solve(ullage.gen("eva-table3"), "exact")
    >>> best.status, best.cost, best.gap
    ('optimal', 12.8, 0.0)
    >>> [(bin.type, dict(bin.tasks)) for bin in best.plan]
    [('it1', {'t1': 1, 't2': 1, 't4': 1}), ('it3', {'t3': 1})]
    """

    def __init__(self, handle: c_void_p, instance: Instance) -> None:
        self._handle = handle
        #: what was solved
        self.instance = instance
        self._columns: dict[str, list[Any]] | None = None
        #: of a class of the user's: its name, its seconds, and how it ended where it was cut short
        self._name = ""
        self._seconds: dict[str, float] = {}
        self._ended: tuple[str, str] | None = None

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle and lib is not None:
            lib.ul_result_free(handle)

    def __copy__(self) -> Result:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Result:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a result stays in its process: record() or write() hand it on")

    def _text(self, what: str) -> str:
        return getattr(lib, f"ul_result_{what}")(self._handle).decode(errors="replace")

    @property
    def status(self) -> str:
        """"optimal", "feasible", "infeasible", "time-limit", "rejected", ..."""
        return self._ended[0] if self._ended else self._text("status")

    @property
    def limit(self) -> str:
        """What cut the run short: "time", "cpu", "memory", "user", or ""."""
        return self._ended[1] if self._ended else self._text("limit")

    @property
    def method(self) -> str:
        return self._name or self._text("method")

    @property
    def knows(self) -> str:
        """What a policy knew that one cannot see: "demands" (nothing), "estimates",
        "interference", "run-times", "everything"; "" where that is no question."""
        return self._text("knows")

    @property
    def note(self) -> str:
        """A remark of the method's, or why a plan was refused."""
        return self._text("note")

    @property
    def parameters(self) -> dict[str, str]:
        return dict(word.partition("=")[::2] for word in self._text("parameters").split(" ") if word)

    @property
    def exact_cost(self) -> decimal.Decimal | None:
        """The cost to its last digit; None without a plan."""
        text = self._text("cost_text")
        return decimal.Decimal(text) if text else None

    @property
    def exact_bound(self) -> decimal.Decimal | None:
        text = self._text("bound_text")
        return decimal.Decimal(text) if text else None

    @property
    def cost(self) -> float | None:
        """Dollars; None without a plan."""
        return None if self.exact_cost is None else float(self.exact_cost)

    @property
    def bound(self) -> float | None:
        """No plan costs less, or none in which nobody waits for longer than
        measures["bound_wait_s"] where there is one; None where nothing is proved."""
        return None if self.exact_bound is None else float(self.exact_bound)

    @property
    def gap(self) -> float | None:
        """(cost - bound) / bound; None where either is missing."""
        cost, bound = self.exact_cost, self.exact_bound
        if self.status == "optimal":
            return 0.0
        return float((cost - bound) / bound) if cost is not None and bound else None

    @property
    def proved(self) -> bool:
        """The plan is the best of all. It is not where "optimal" speaks of those schedules alone
        in which nobody waits for longer than measures["bound_wait_s"]."""
        return bool(lib.ul_result_proved(self._handle))

    @property
    def measures(self) -> dict[str, float]:
        """wall_s, cpu_s, and what the kind measures of a plan."""
        found: dict[str, float] = {}
        while name := lib.ul_result_measure_name(self._handle, len(found)):
            found[name.decode()] = lib.ul_result_measure(self._handle, name)
        return {**found, **self._seconds}

    @property
    def wall_s(self) -> float:
        return self.measures["wall_s"]

    @property
    def cpu_s(self) -> float:
        return self.measures["cpu_s"]

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The plan as arrays, docs/library.md; numbers of millionths are floats here."""
        if self._columns is None:
            n = c_size_t()
            columns = lib.ul_result_columns(self._handle, byref(n))
            if not columns:
                raise fault()
            self._columns = {columns[q].name.decode(): _values(columns[q]) for q in range(n.value)}
        return self._columns

    @property
    def plan(self) -> Plan | Timeline | None:
        """The plan as its kind has it: bins, a timeline, or rows; None without one."""
        if self.exact_cost is None:
            return None
        return Timeline(self) if self.instance.kind == "schedule" else Plan(self)

    @property
    def timeline(self) -> Timeline:
        """The plan of a schedule."""
        plan = self.plan
        if not isinstance(plan, Timeline):
            raise ValueError(f"there is no timeline: {self!r}")
        return plan

    @property
    def events(self) -> list[tuple[float, str, float]]:
        """When each better plan and bound came: seconds, "cost" or "bound", dollars."""
        columns = self.columns
        return [(wall_s, "bound" if is_bound else "cost", value) for wall_s, is_bound, value in
                zip(columns["event.wall_s"], columns["event.is_bound"], columns["event.value"])]

    def write(self, path: AnyPath) -> pathlib.Path:
        """Writes the plan's file, for ullage-check and others."""
        checked(lib.ul_result_write(self._handle, os.fsencode(path)))
        return pathlib.Path(path)

    def record(self) -> dict[str, Any]:
        """One row of a table: who, on what, how it ended."""
        return {"instance": self.instance.name, "kind": self.instance.kind,
                "sha256": self.instance.sha256, "method": self.method,
                "parameters": self._text("parameters"), "status": self.status,
                "cost": self.cost, "bound": self.bound, "knows": self.knows, "note": self.note,
                **self.measures}

    def __repr__(self) -> str:
        cost = "no plan" if self.exact_cost is None else f"${self.exact_cost}"
        return f"<ullage.Result {self.method or 'checked'} on {self.instance.name}: {self.status}, {cost}>"


def _values(column: Column) -> list[Any]:
    if column.text:
        return [text.decode() for text in column.text[:column.n]]
    numbers = column.number[:column.n]
    return [number / column.unit for number in numbers] if column.unit > 1 else numbers


@dataclass(frozen=True)
class Bin:
    """Machines of one type with the same tasks."""
    type: str
    copies: int
    tasks: Mapping[str, int]


class Plan:
    """Rows of a plan: bins of a packing, leases, or machines held."""

    def __init__(self, result: Result) -> None:
        self.result = result

    def __iter__(self) -> Iterator[Bin]:
        """The bins of a packing."""
        columns = self.result.columns
        names, tasks = columns["type"], columns["task"]
        first, task, count = columns["bin.first"], columns["entry.task"], columns["entry.count"]
        for i, (kind, copies) in enumerate(zip(columns["bin.type"], columns["bin.copies"])):
            inside: dict[str, int] = {}
            for e in range(first[i], first[i + 1]):
                inside[tasks[task[e]]] = inside.get(tasks[task[e]], 0) + count[e]
            yield Bin(names[kind], copies, inside)

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary a bin, lease, type held, or stretch of ticks in one mode."""
        columns, kind = self.result.columns, self.result.instance.kind
        if kind == "packing":
            return [{"type": bin.type, "copies": bin.copies,
                     "tasks": " ".join(f"{task}:{n}" for task, n in bin.tasks.items())}
                    for bin in self]
        if kind == "reservation":
            return [{"interval": at + 1, "class": columns["class"][which], "count": count}
                    for at, which, count in zip(columns["buy.interval"], columns["buy.class"],
                                                columns["buy.count"])]
        if kind == "deadline":
            stretches = [(columns["modes"][mode], len(list(ticks)))
                         for mode, ticks in itertools.groupby(columns["mode"])]
            return [{"mode": mode, "ticks": n} for mode, n in stretches]
        return [{"type": name, "hold": hold, "on_demand": always}
                for name, hold, always in zip(columns["type"], columns["hold"],
                                              columns["on_demand"]) if hold or always]

    def to_frame(self) -> Any:
        """The rows as a pandas frame."""
        return needed("pandas").DataFrame(self.rows())


class Timeline:
    """The plan of a schedule: machines, and who is on them from when to when."""

    def __init__(self, result: Result) -> None:
        self.result = result

    def machines(self) -> list[dict[str, Any]]:
        """One dictionary a machine: type, ordered_s, ready_s, released_s."""
        columns = self.result.columns
        return [{"machine": m, "type": columns["type"][kind], "ordered_s": ordered,
                 "ready_s": ready, "released_s": released}
                for m, (kind, ordered, ready, released) in enumerate(zip(
                    columns["machine.type"], columns["machine.ordered_s"],
                    columns["machine.ready_s"], columns["machine.released_s"]))]

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary a stay of a task on a machine."""
        columns = self.result.columns
        first = columns["machine.first"]
        found = []
        for m, kind in enumerate(columns["machine.type"]):
            for q in range(first[m], first[m + 1]):
                task = columns["stay.task"][q]
                found.append({
                    "job": columns["job"][columns["task.job"][task]],
                    "task": columns["task.number"][task], "machine": m,
                    "type": columns["type"][kind],
                    **{name: columns[f"stay.{name}"][q]
                       for name in ("from_s", "working_s", "stopped_s", "to_s")},
                    "lost": bool(columns["stay.lost"][q])})
        return found

    def to_frame(self) -> Any:
        """The stays as a pandas frame."""
        return needed("pandas").DataFrame(self.rows())

    def plot(self, ax: Any = None) -> Any:
        """Machines as rows, stays as bars on them, over hours; returns the axes."""
        from .pictures import timeline
        return timeline(self, ax)


class _Late(BaseException):
    """Ends a method of the user's that is still at work when the time is over."""


#: seconds after the deadline in which a method may end by itself, and between two tries to end it
_GRACE_S = 0.1


#: signal.signal() itself; what is around it looks for the name of a function, which has none
_set_handler = inspect.unwrap(signal.signal)


class _Ear:
    """The callbacks of one run. An exception of the user's ends the run and is raised when
    the library has returned; so does Ctrl-C, which Python would otherwise hold back until
    then. While a method of the user's is at work both Ctrl-C and, `limit` seconds after the
    beginning, the end of the time are raised in it. (Elsewhere the handler does not raise:
    ctypes would print that and go on.)"""

    def __init__(self, progress: Callable[[float, float | None, float | None, str], object] | None,
                 stop: Callable[[], object] | None, limit: float = 0) -> None:
        self.raised: BaseException | None = None
        self.interrupted = self.late = False
        self._at_work = False
        self._thread, self._limit = threading.get_ident(), limit
        self._over = threading.Event() if limit > 0 else None
        for name, function in (("progress", progress), ("stop", stop)):
            if function is not None and not callable(function):
                raise TypeError(f"{name} is a function, and {function!r} is none")
        self._progress, self._stop = progress, stop
        self.progress = Progress(self._hear) if progress is not None else Progress()
        self.stop = Stop(self._ask)

    def _hear(self, _context: int, so_far: Any) -> None:
        told: SoFar = so_far.contents
        numbers = [float(text) if text else None for text in (told.cost, told.bound)]
        self.guarded(lambda: self._progress(told.wall_s, *numbers, told.said.decode()))

    def _ask(self, _context: int) -> int:
        if self._stop is not None and self.raised is None and self.guarded(self._stop):
            return 1
        return int(self.interrupted or self.raised is not None)

    def guarded(self, call: Callable[..., Any], *given: Any) -> Any:
        """What the call returns; its exception is kept for later."""
        try:
            self._at_work = True
            found = call(*given)
            self._at_work = False
            return found
        except _Late:
            self._at_work = False
            self.late = True
        except BaseException as why:  # pylint: disable=broad-except
            self._at_work = False
            self.raised = self.raised or why
        return None

    def __enter__(self) -> _Ear:
        self._before = None
        _Ear._all.add(self)
        if threading.current_thread() is threading.main_thread():
            self._before = _set_handler(signal.SIGINT, self._interrupt)
        if self._limit > 0:
            threading.Thread(target=self._watch, daemon=True).start()
        return self

    def _interrupt(self, *_: object) -> None:
        timed, _Ear._timed = _Ear._timed, None
        if timed is None:
            self.interrupted = True
        if (timed or self)._at_work:
            raise KeyboardInterrupt if timed is None else _Late

    #: of runs that are under way
    _all: set[_Ear] = set()
    #: of which run the time is over: the signal is ours then, and it may be another's handler
    #: that hears it, where a method solves something itself
    _timed: _Ear | None = None

    def _watch(self) -> None:
        """In a thread of its own: tries again while the method does not end."""
        wait = self._limit + _GRACE_S
        while self._over is not None and not self._over.wait(wait):
            wait = _GRACE_S
            if not self._at_work:
                continue
            if self._before is not None:  # a signal ends sleep, too
                _Ear._timed = self
                signal.pthread_kill(self._thread, signal.SIGINT)
            else:
                self._raise_there(_Late)

    def _raise_there(self, why: type[BaseException]) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(why))

    def __exit__(self, *_: object) -> None:
        _Ear._all.discard(self)
        if self._over is not None:
            self._over.set()
        if self._before is not None:
            _set_handler(signal.SIGINT, self._before)

    @property
    def is_over(self) -> bool:
        return self.late or self.interrupted or self.raised is not None

    def raise_again(self) -> None:
        if self.raised is not None:
            raise self.raised
        if self.interrupted:
            raise KeyboardInterrupt


def interrupt_all() -> None:
    """Ends the runs of other threads, as Ctrl-C does that of this one."""
    for ear in list(_Ear._all):
        ear.interrupted = True
        if ear._at_work and ear._thread != threading.get_ident():
            ear._raise_there(KeyboardInterrupt)


def options_of(method: str, ear: _Ear, time_limit: float | None, cpu_limit: float | None, seed: int,
               certificate: AnyPath | None, parameters: Mapping[str, object]) -> Options:
    name = method.split(" ", 1)[0]
    words, n_words = settings(parameters, [entry for entry in catalogue()["methods"]
                                           if entry["name"] == name]) if parameters else (None, 0)
    return Options(time_limit_s=number_from(time_limit, "time_limit", whole=False),
                   cpu_limit_s=number_from(cpu_limit, "cpu_limit", whole=False),
                   seed=number_from(seed, "seed"), set=words, n_set=n_words,
                   progress=ear.progress, stop=ear.stop,
                   certificate=None if certificate is None else path_from(certificate))


def solve(instance: Instance | AnyPath, method: Any, *, time_limit: float | None = None,
          cpu_limit: float | None = None, seed: int = 1, certificate: AnyPath | None = None,
          progress: Callable[[float, float | None, float | None, str], object] | None = None,
          stop: Callable[[], object] | None = None, **parameters: object) -> Result:
    """Runs a method: its name, perhaps with parameters behind it ("eva interval=300"), the
    path of a shared object ("./mine.so"), or a Policy or Heuristic of your own.

    `progress` is called with seconds, cost, bound (None where there is none) and the
    method's words; `stop` is asked every few hundredths of a second. An exception in
    either ends the run and reaches you; so does Ctrl-C. Other threads run meanwhile.

    >>> import ullage
    >>> ullage.solve(ullage.gen("eva-table3"), "eva-full").cost
    12.8
    >>> ullage.solve(ullage.gen("eva-table3"), "no-such")
    Traceback (most recent call last):
    ...
    ullage.Error: there is no method 'no-such'; 'ullage list methods' shows them
    """
    taken = as_instance(instance)
    if isinstance(method, type):
        raise TypeError(f"a method is an object, {method.__name__}(), not its class")
    if hasattr(method, "solve_instance"):
        if certificate is not None:
            raise Error(f"{method.name} is a class of yours and proves nothing: it writes no "
                        "certificate")
        for name in parameters:
            raise TypeError(f"{method.name} is a class of yours and takes no setting '{name}': "
                            "give it to the class when you make it")
        return method.solve_instance(taken, time_limit=time_limit, cpu_limit=cpu_limit, seed=seed,
                                     progress=progress, stop=stop)
    name_from(method, "a method's name")
    handle = c_void_p()
    with _Ear(progress, stop) as ear:
        options = options_of(method, ear, time_limit, cpu_limit, seed, certificate, parameters)
        status = lib.ul_solve(taken._handle, method.encode(), options, byref(handle))
    result = Result(handle, taken) if status == 0 else None
    ear.raise_again()
    checked(status)
    assert result is not None
    return result


def check(instance: Instance | AnyPath, plan: AnyPath | Mapping[str, Sequence[float]]) -> Result:
    """Checks and costs a plan of somebody else's: a file, or columns as Result.columns has
    them. A plan that breaks a rule has the status "rejected" and a note that says which.

    >>> import ullage
    >>> three = ullage.packing({"bin": (1, 10)}, {"a": [6], "b": [5], "c": [4]})
    >>> check(three, {"bin.type": [0, 0], "bin.first": [0, 2, 3], "entry.task": [0, 2, 1]}).cost
    2.0
    >>> check(three, {"bin.type": [0], "bin.first": [0, 3], "entry.task": [0, 1, 2]}).status
    'rejected'
    """
    taken, handle = as_instance(instance), c_void_p()
    if isinstance(plan, (str, os.PathLike)):
        checked(lib.ul_check(taken._handle, path_from(plan), byref(handle)))
        return Result(handle, taken)
    if not isinstance(plan, Mapping):
        raise TypeError(f"what is checked is a plan's path, or its columns, and {plan!r} is neither")
    kept = []
    for name, values in plan.items():
        if not isinstance(values, str) and len(values) > 0 and isinstance(values[0], str):
            continue  # names are the instance's
        try:  # a part of a number must not be lost where the library wants whole ones
            unit = 1000000 if name.endswith("_s") or any(value % 1 for value in values) else 1
            array = (c_int64 * len(values))(*(fits_64_bits(round(value * unit)) for value in values))
        except TypeError:
            raise TypeError(f"column '{name}' is a list of numbers, and {values!r} is none") from None
        kept.append(Column(name=name_from(name, "a column's name"), n=len(values), number=array, unit=unit))
    checked(lib.ul_check_arrays(taken._handle, (Column * len(kept))(*kept), len(kept),
                                byref(handle)))
    return Result(handle, taken)
