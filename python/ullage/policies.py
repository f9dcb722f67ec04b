"""Policies of your own, as classes that run in this process.

A Policy lives through a schedule: it is told what has happened, looks at what is known by
now and gives orders; loading, interference, gangs and bills are the simulator's. It cannot
see what has not arrived.
"""
from __future__ import annotations

from ctypes import byref, c_char, c_void_p
from inspect import signature
from struct import iter_unpack
from typing import Any, Callable

from . import _live
from ._library import PLUGIN_ABI, Error, Named, checked, lib, number_from
from ._live import KNOWS
from .instances import Instance
from .solving import Result, _Ear, options_of
from .views import Machine, Task, View, order

#: as the library numbers what happens, and what comes last
_HOOKS = ("on_arrived", "on_up", "on_ended", "on_left", "on_cut", "on_gone", "on_supply", "on_price",
          "on_wake", "on_round")


class Policy(Named):
    """A policy of your own. Override what it shall hear of; each gets the view, and
    `on_round` comes last, whenever the policy is asked. An exception ends the run and
    reaches who called solve().

    >>> import ullage
    >>> class Alone(ullage.Policy):
    ...     def on_arrived(self, view, tasks):
    ...         for task in tasks:
    ...             view.put(task, view.rent(view.cheapest(task)))
    ...     def on_ended(self, view, task, machine):
    ...         if machine.n_on == 0 and not machine.is_gone:
    ...             view.release(machine)
    >>> jobs = ullage.gen("eva-jobs", n=5, seed=1)
    >>> mine, theirs = ullage.solve(jobs, Alone()), ullage.solve(jobs, "no-packing")
    >>> mine.status, mine.cost >= theirs.bound if theirs.bound else True
    ('feasible', True)
    """
    #: of instances that it takes
    kind = "schedule"
    #: what it may look at, which the record tells: "demands", "estimates", "interference" or
    #: "run-times", or several of them in a tuple
    knows: str | tuple[str, ...] = "demands"
    #: asked every so many seconds instead of at the world's rounds; 0: after every instant
    every: float | None = None

    def on_start(self, view: View) -> None: ...
    def on_arrived(self, view: View, tasks: list[Task]) -> None: ...
    def on_up(self, view: View, machine: Machine) -> None: ...
    def on_ended(self, view: View, task: Task, machine: Machine) -> None: ...
    def on_left(self, view: View, task: Task, machine: Machine) -> None: ...
    def on_cut(self, view: View, task: Task, machine: Machine) -> None: ...
    def on_gone(self, view: View, machine: Machine) -> None: ...
    def on_supply(self, view: View, type: str) -> None: ...
    def on_price(self, view: View, type: str) -> None: ...
    def on_wake(self, view: View) -> None: ...
    def on_round(self, now: float, view: View) -> None: ...

    def _known(self) -> tuple[str, ...]:
        return (self.knows,) if isinstance(self.knows, str) else tuple(self.knows)

    def _check(self) -> None:
        """What is misspelt would never be called, and nobody would be told."""
        for one in self._known():
            if one not in KNOWS:
                raise Error(f"knows is '{one}'; it is one of {', '.join(KNOWS)}, or a tuple of them")
        for name in dir(self):
            if name.startswith("on_") and not hasattr(Policy, name):
                raise Error(f"{self.name} has a method '{name}', which nobody calls: the hooks are "
                            f"on_start, {', '.join(_HOOKS)}")
        if list(signature(self.on_round).parameters)[:1] == ["view"]:
            raise Error(f"{self.name}: on_round(self, now, view) has the second first")

    def _hooks(self) -> list[Callable[..., None] | None]:
        """By kind of event, the method that hears of it; None where that does nothing."""
        methods = [getattr(self, name) for name in _HOOKS]
        return [None if getattr(method, "__func__", None) is getattr(Policy, name) else method
                for name, method in zip(_HOOKS, methods)]

    def solve_instance(self, instance: Instance, *, time_limit: float | None = None,
                       cpu_limit: float | None = None, seed: int = 1,
                       progress: Callable[..., object] | None = None,
                       stop: Callable[[], object] | None = None) -> Result:
        """What ullage.solve(instance, policy) does."""
        self._check()
        if lib.ul_plugin_abi() != PLUGIN_ABI:
            raise Error(f"{lib._name} has plugin ABI {lib.ul_plugin_abi()}, and this package is for "
                        f"{PLUGIN_ABI}: install both of one version")
        handle = c_void_p()
        with _Ear(progress, stop, number_from(time_limit, "time_limit", whole=False)) as ear:
            hearing = _Hearing(self, ear)
            live = _live.LivePolicy(_live.Start(hearing.start), _live.Ask(hearing.ask))
            options = options_of(self.name, ear, time_limit, cpu_limit, seed, None, {})
            status = lib.ul_solve_live(instance._handle, self.name.encode(), byref(live), None,
                                       options, byref(handle))
        hearing.end()
        result = Result(handle, instance) if status == 0 else None
        ear.raise_again()
        checked(status)
        assert result is not None
        return result


class _Hearing:
    """What the library calls in a run. An exception is kept for after the run, which it ends."""

    def __init__(self, policy: Policy, ear: _Ear) -> None:
        self.policy, self.ear = policy, ear
        self.view: View | None = None
        *self.hooks, self.on_round = policy._hooks()

    def start(self, _context: int, live: int) -> int:
        return self._guarded(lambda: self._begin(live))

    def ask(self, _context: int, _of: int, events: int, n: int) -> int:
        return self._guarded(lambda: self._tell(events, n))

    def _guarded(self, call: Callable[[], None]) -> int:
        self.ear.guarded(call)
        return _live.STOPPED if self.ear.is_over else 0

    def _begin(self, live: int) -> None:
        self.view = View(live)
        for one in self.policy._known():
            _live.declare(live, KNOWS[one])
        if self.policy.every is not None:
            order(_live.every(live, self.policy.every))
        if self.on_round is None:
            _live.listen(live, sum(1 << kind for kind, hook in enumerate(self.hooks) if hook))
        self.policy.on_start(self.view)

    def _tell(self, events: int, n: int) -> None:
        hooks, view = self.hooks, self.view
        assert view is not None
        told = (c_char * (n * _live.EVENT_SIZE)).from_address(events) if n > 0 else b""
        for kind, task, machine, type, count in iter_unpack(_live.EVENT, told):
            hook = hooks[kind]
            what: tuple[Any, ...] = ()
            if kind == _live.ARRIVED:
                what = view._arrive(task, count),
            elif kind in _live.OF_TASKS:
                what = view._tasks[task], view._machines[machine]
                if kind != _live.ENDED:
                    view._may_wait[task] = None
            elif kind in _live.OF_MACHINES:
                what = view._machines[machine],
            elif kind in _live.OF_TYPES:
                what = view.types[type],
                view._cheapest.clear()
            if hook is not None:
                hook(view, *what)
        if self.on_round is not None:
            self.on_round(view.now, view)

    def end(self) -> None:
        if self.view is not None:
            self.view._end()
