"""Policies and heuristics of your own, as classes that run in this process.

A Policy lives through a schedule: it is told what has happened, looks at what is known by
now and gives orders; loading, interference, gangs and bills are the simulator's. It cannot
see what has not arrived. A Heuristic packs one task after the other.
"""
from __future__ import annotations

from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int,
                    c_int64, c_size_t, c_uint32, c_void_p)
from typing import Any, Callable, Sequence

from ._library import PLUGIN_ABI, Error, Options, checked, lib
from .instances import Instance
from .solving import Result, _Ear, check, options_of

NONE = 0xFFFFFFFF
STATES = ("waiting", "promised", "loading", "working", "leaving", "done")
KNOWS = {"demands": 1, "estimates": 2, "run-times": 3}
_STOPPED = 4


class Refused(Error):
    """An order that the world does not allow, and why. It changed nothing."""


class _Event(Structure):
    _fields_ = [("kind", c_int), ("task", c_uint32), ("machine", c_uint32), ("type", c_uint32),
                ("count", c_uint32)]


class _Task(Structure):
    _fields_ = [("job", c_char_p), ("workload", c_char_p), ("image", c_char_p),
                ("number", c_uint32), ("first", c_uint32), ("n_arrived", c_uint32),
                ("gang", c_bool), ("state", c_int), ("machine", c_uint32), ("to", c_uint32),
                *((name, c_double) for name in (
                    "arrival_s", "worked_s", "rate", "estimate_s", "run_time_s", "fetch_s",
                    "build_s", "init_s", "kill_s", "upload_s"))]


class _Machine(Structure):
    _fields_ = [("type", c_uint32), ("is_up", c_bool), ("is_closing", c_bool),
                ("ordered_s", c_double), ("n_on", c_uint32), ("free", POINTER(c_int64))]


class _Type(Structure):
    _fields_ = [("name", c_char_p), ("family", c_char_p), ("price", c_int64),
                ("capacity", POINTER(c_int64)),
                *((name, c_double) for name in (
                    "billed_after_s", "usable_after_s", "usable_at_most_s", "gone_after_s",
                    "billing_unit_s", "billing_least_s", "sustained_s")),
                ("n_shares", c_size_t), ("share", POINTER(c_int64)), ("supply", c_uint32),
                ("n_up", c_uint32)]


class _World(Structure):
    _fields_ = [("round_s", c_double), ("cutoff_s", c_double), ("keeps_work", c_bool),
                ("n_resources", c_size_t), ("n_types", c_size_t), ("n_boots", c_size_t),
                ("n_pairs", c_size_t), ("resource", POINTER(c_char_p)), ("stretch", c_char_p),
                ("boot", c_void_p), ("pair", c_void_p)]


_Start = CFUNCTYPE(c_int, c_void_p, c_void_p)
_Ask = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(_Event), c_size_t)


class _Live(Structure):
    _fields_ = [("start", _Start), ("ask", _Ask)]


_functions: dict[str, tuple[Any, list[Any]]] = {
    "ul_solve_live": (c_int, [c_void_p, c_char_p, POINTER(_Live), c_void_p, POINTER(Options),
                              POINTER(c_void_p)]),
    "ul_live_declare": (None, [c_void_p, c_int]),
    "ul_live_every": (c_char_p, [c_void_p, c_double]),
    "ul_live_now": (c_double, [c_void_p]),
    "ul_live_world_of": (_World, [c_void_p]),
    "ul_live_type_of": (c_bool, [c_void_p, c_uint32, POINTER(_Type)]),
    "ul_live_task_of": (c_bool, [c_void_p, c_uint32, POINTER(_Task)]),
    "ul_live_demand": (POINTER(c_int64), [c_void_p, c_uint32, c_uint32]),
    "ul_live_shape": (c_uint32, [c_void_p, c_uint32]),
    "ul_live_throughput": (c_double, [c_void_p, c_uint32, c_uint32]),
    "ul_live_machine_of": (c_bool, [c_void_p, c_uint32, POINTER(_Machine)]),
    "ul_live_tasks_on": (c_size_t, [c_void_p, c_uint32, POINTER(c_uint32), c_size_t]),
    "ul_live_next_machine": (c_uint32, [c_void_p, c_uint32]),
    "ul_live_fits": (c_bool, [c_void_p, c_uint32, c_uint32]),
    "ul_live_rent": (c_char_p, [c_void_p, c_uint32, c_uint32, POINTER(c_uint32)]),
    "ul_live_put": (c_char_p, [c_void_p, c_uint32, c_uint32]),
    "ul_live_move": (c_char_p, [c_void_p, c_uint32, c_uint32]),
    "ul_live_stop": (c_char_p, [c_void_p, c_uint32]),
    "ul_live_release": (c_char_p, [c_void_p, c_uint32]),
    "ul_live_wake": (c_char_p, [c_void_p, c_double]),
}
for _name, (_returns, _takes) in _functions.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _returns, _takes


class Task:
    """A task that has arrived. What changes is looked up when it is asked for."""
    __slots__ = ("view", "id", "job", "number", "workload", "gang", "arrival_s")

    def __init__(self, view: View, id: int) -> None:
        self.view, self.id = view, id
        facts = self._facts()
        self.job = facts.job.decode()
        #: within its job
        self.number = facts.number
        self.workload = facts.workload.decode() if facts.workload else None
        self.gang = facts.gang
        self.arrival_s = facts.arrival_s

    def _facts(self) -> _Task:
        facts = _Task()
        if not lib.ul_live_task_of(self.view._live, self.id, byref(facts)):
            raise Refused(f"there is no task {self.id}")
        return facts

    @property
    def state(self) -> str:
        """"waiting", "promised", "loading", "working", "leaving" or "done"."""
        return STATES[self._facts().state]

    @property
    def machine(self) -> Machine | None:
        """Where it is, or is to be."""
        at = self._facts().machine
        return None if at == NONE else self.view._machine(at)

    @property
    def worked_s(self) -> float:
        return self._facts().worked_s

    @property
    def rate(self) -> float:
        """Seen: 1 is its speed alone, 0 while it does not work."""
        return self._facts().rate

    @property
    def estimate_s(self) -> float:
        """NaN unless the policy knows estimates."""
        return self._facts().estimate_s

    @property
    def run_time_s(self) -> float:
        """NaN unless the policy knows run times."""
        return self._facts().run_time_s

    def demand(self, type: str) -> tuple[float, ...]:
        """What it takes of each resource on a type."""
        needs = lib.ul_live_demand(self.view._live, self.id, self.view._type(type))
        return tuple(need / 1e6 for need in needs[:len(self.view.resources)])

    def beside(self, other: Task) -> float:
        """Its rate beside another task."""
        return lib.ul_live_throughput(self.view._live, self.id, other.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Task) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<task {self.job}.{self.number}>"


class Machine:
    """A machine that was rented."""
    __slots__ = ("view", "id", "type")

    def __init__(self, view: View, id: int) -> None:
        self.view, self.id = view, id
        self.type = view.types[self._facts().type]

    def _facts(self) -> _Machine:
        facts = _Machine()
        if not lib.ul_live_machine_of(self.view._live, self.id, byref(facts)):
            raise Refused(f"machine {self.id} does not exist, or no longer")
        return facts

    @property
    def is_up(self) -> bool:
        return self._facts().is_up

    @property
    def ordered_s(self) -> float:
        return self._facts().ordered_s

    @property
    def n_on(self) -> int:
        """Tasks that have a place on it, those that leave included."""
        return self._facts().n_on

    @property
    def free(self) -> tuple[float, ...]:
        """Of each resource, less what is promised to tasks to come."""
        return tuple(part / 1e6 for part in self._facts().free[:len(self.view.resources)])

    @property
    def tasks(self) -> list[Task]:
        """In the order in which they came."""
        n = self.n_on
        found = (c_uint32 * n)()
        n = min(n, lib.ul_live_tasks_on(self.view._live, self.id, found, n))
        return [self.view._task(task) for task in found[:n]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Machine) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<machine {self.id} {self.type}>"


class View:
    """What a policy sees, and how it acts. An order that cannot be carried out raises Refused
    and changes nothing."""

    def __init__(self, live: int) -> None:
        self._run: int | None = live
        self._tasks: dict[int, Task] = {}
        self._machines: dict[int, Machine] = {}
        self._may_wait: dict[int, None] = {}
        self._cheapest: dict[int, str] = {}
        world = lib.ul_live_world_of(live)
        #: seconds between two rounds; 0: asked after every instant at which something happened
        self.round_s: float = world.round_s
        self.resources = [name.decode() for name in world.resource[:world.n_resources]]
        self.types = [self._type_facts(k).name.decode() for k in range(world.n_types)]
        self._type_number = {name: k for k, name in enumerate(self.types)}

    @property
    def _live(self) -> int:
        if self._run is None:
            raise Error("the run is over: a view is for the methods of its policy, while it runs")
        return self._run

    def _type_facts(self, k: int) -> _Type:
        facts = _Type()
        lib.ul_live_type_of(self._live, k, byref(facts))
        return facts

    def _type(self, name: str) -> int:
        try:
            return self._type_number[name]
        except KeyError:
            raise Refused(f"there is no machine type '{name}'") from None

    def _task(self, id: int) -> Task:
        found = self._tasks.get(id)
        if found is None:
            found = self._tasks[id] = Task(self, id)
        return found

    def _machine(self, id: int) -> Machine:
        found = self._machines.get(id)
        if found is None:
            found = self._machines[id] = Machine(self, id)
        return found

    @property
    def now(self) -> float:
        """Seconds since the beginning."""
        return lib.ul_live_now(self._live)

    @property
    def waiting(self) -> list[Task]:
        """Tasks that have no place and are promised none, by arrival."""
        found = []
        for id in sorted(self._may_wait):
            if self._task(id)._facts().state == 0:
                found.append(self._task(id))
            else:
                del self._may_wait[id]
        return found

    @property
    def machines(self) -> list[Machine]:
        """Those that exist, the oldest first."""
        found, at = [], NONE
        while (at := lib.ul_live_next_machine(self._live, at)) != NONE:
            found.append(self._machine(at))
        return found

    def price(self, type: str) -> float:
        """Dollars an hour, now."""
        return self._type_facts(self._type(type)).price / 1e6

    def capacity(self, type: str) -> tuple[float, ...]:
        facts = self._type_facts(self._type(type))
        return tuple(part / 1e6 for part in facts.capacity[:len(self.resources)])

    def supply(self, type: str) -> int | None:
        """How many may exist at once now; None: any number."""
        supply = self._type_facts(self._type(type)).supply
        return None if supply == NONE else supply

    def cheapest(self, task: Task) -> str:
        """The cheapest type that holds the task alone, at the prices of now."""
        shape = lib.ul_live_shape(self._live, task.id)
        if shape not in self._cheapest:
            holding = [name for name in self.types
                       if all(need <= room for need, room in zip(task.demand(name),
                                                                 self.capacity(name)))]
            if not holding:
                raise Refused(f"no machine type holds {task!r}")
            self._cheapest[shape] = min(holding, key=self.price)
        return self._cheapest[shape]

    def fits(self, task: Task, machine: Machine) -> bool:
        """Whether there is room, less what is promised."""
        return lib.ul_live_fits(self._live, task.id, machine.id)

    # ---- orders ----

    @staticmethod
    def _order(reason: bytes | None) -> None:
        if reason is not None:
            raise Refused(reason.decode(errors="replace"))

    def rent(self, type: str) -> Machine:
        """A machine of a type; tasks may be put on it at once and take their places when it
        is up."""
        return self.rent_many(type, 1)[0]

    def rent_many(self, type: str, count: int) -> list[Machine]:
        """Machines of a type in one request."""
        first = c_uint32()
        self._order(lib.ul_live_rent(self._live, self._type(type), count, byref(first)))
        return [self._machine(first.value + q) for q in range(count)]

    def put(self, task: Task, machine: Machine) -> None:
        """A task that waits takes a place, or is promised it."""
        self._order(lib.ul_live_put(self._live, task.id, machine.id))

    def move(self, task: Task, machine: Machine) -> None:
        """A task that has a place takes another, as soon as it can."""
        self._order(lib.ul_live_move(self._live, task.id, machine.id))

    def stop(self, task: Task) -> None:
        """A task that works stops and then waits."""
        self._may_wait[task.id] = None
        self._order(lib.ul_live_stop(self._live, task.id))

    def release(self, machine: Machine) -> None:
        """Gives a machine back, as soon as those who leave it have left."""
        self._order(lib.ul_live_release(self._live, machine.id))

    def wake(self, at_s: float) -> None:
        """Asks at this second, whatever happens."""
        self._order(lib.ul_live_wake(self._live, at_s))


class Policy:
    """A policy of your own. Override what it shall hear of; each gets the view, and
    `on_round` comes last, whenever the policy is asked. An exception ends the run and
    reaches who called solve().

    >>> import ullage
    >>> class Alone(ullage.Policy):
    ...     def on_arrived(self, view, tasks):
    ...         for task in tasks:
    ...             view.put(task, view.rent(view.cheapest(task)))
    ...     def on_ended(self, view, task, machine):
    ...         if machine.n_on == 0:
    ...             view.release(machine)
    >>> jobs = ullage.gen("eva-jobs", n=5, seed=1)
    >>> mine, theirs = ullage.solve(jobs, Alone()), ullage.solve(jobs, "no-packing")
    >>> mine.status, mine.cost >= theirs.bound if theirs.bound else True
    ('feasible', True)
    """
    #: "demands", "estimates" or "run-times": what it may look at, which the record tells
    knows = "demands"
    #: asked every so many seconds instead of at the world's rounds; 0: after every instant
    every: float | None = None

    @property
    def name(self) -> str:
        return type(self).__name__.lower()

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

    def _hear(self, view: View, event: _Event) -> None:
        kind = event.kind
        if kind == 0:
            tasks = [view._task(event.task + q) for q in range(event.count)]
            view._may_wait.update((task.id, None) for task in tasks)
            self.on_arrived(view, tasks)
        elif kind == 1:
            self.on_up(view, view._machine(event.machine))
        elif kind == 2:
            self.on_ended(view, view._task(event.task), view._machine(event.machine))
        elif kind in (3, 4):
            view._may_wait[event.task] = None
            hook = self.on_left if kind == 3 else self.on_cut
            hook(view, view._task(event.task), view._machine(event.machine))
        elif kind == 5:
            self.on_gone(view, view._machine(event.machine))
        elif kind in (6, 7):
            view._cheapest.clear()
            hook_type = self.on_supply if kind == 6 else self.on_price
            hook_type(view, view.types[event.type])
        else:
            self.on_wake(view)

    def solve_instance(self, instance: Instance, *, time_limit: float | None = None,
                       cpu_limit: float | None = None, seed: int = 1,
                       progress: Callable[..., object] | None = None,
                       stop: Callable[[], object] | None = None) -> Result:
        """What ullage.solve(instance, policy) does."""
        views: list[View] = []
        handle = c_void_p()
        if self.knows not in KNOWS:
            raise Error(f"knows is '{self.knows}'; it is one of {', '.join(KNOWS)}")
        if lib.ul_plugin_abi() != PLUGIN_ABI:
            raise Error(f"{lib._name} has plugin ABI {lib.ul_plugin_abi()}, and this package is for "
                        f"{PLUGIN_ABI}: install both of one version")
        with _Ear(progress, stop) as ear:
            def guarded(call: Callable[[], None]) -> int:
                ear.guarded(call)
                return _STOPPED if ear.raised is not None or ear.interrupted else 0

            def begin(live: int) -> None:
                views.append(View(live))
                lib.ul_live_declare(live, KNOWS[self.knows])
                if self.every is not None:
                    View._order(lib.ul_live_every(live, self.every))
                self.on_start(views[0])

            def hear_all(events: Any, n: int) -> None:
                view = views[0]
                for q in range(n):
                    self._hear(view, events[q])
                self.on_round(view.now, view)

            live = _Live(_Start(lambda _, live: guarded(lambda: begin(live))),
                         _Ask(lambda _, live, events, n: guarded(lambda: hear_all(events, n))))
            options = options_of(self.name, ear, time_limit, cpu_limit, seed, None, {})
            status = lib.ul_solve_live(instance._handle, self.name.encode(), byref(live), None,
                                       options, byref(handle))
        for view in views:
            view._run = None
        result = Result(handle, instance) if status == 0 else None
        ear.raise_again()
        checked(status)
        assert result is not None
        return result


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


class Heuristic:
    """Packs one task after the other, in file order. Override place().

    >>> import ullage
    >>> class NextFit(ullage.Heuristic):
    ...     def place(self, item, bins):
    ...         return bins[-1] if bins and self.fits(item, bins[-1]) else None
    >>> tasks = ullage.gen("eva-table7", n=30, seed=1)
    >>> ullage.solve(tasks, NextFit()).cost == ullage.solve(tasks, "next-fit").cost
    True
    """

    @property
    def name(self) -> str:
        return type(self).__name__.lower()

    def place(self, item: Item, bins: Sequence[Open]) -> Open | str | None:
        """One of the bins that are open, the name of a type to open, or None: the cheapest
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

    def solve_instance(self, instance: Instance, **_unused: object) -> Result:
        """What ullage.solve(instance, heuristic) does."""
        bins: list[Open] = []
        inside: list[list[int]] = []
        number = {}
        for j, (item, copies) in enumerate(self._read(instance)):
            for _ in range(copies):
                to = self.place(item, bins)
                if not isinstance(to, Open):
                    to = self._open(self._cheapest(item) if to is None else to)
                    number[id(to)] = len(bins)
                    bins.append(to)
                    inside.append([])
                if id(to) not in number:
                    raise Error(f"{self.name}: task '{item.name}' was put into a bin that is not open")
                needs = item._needs.get(self._family[to.type], item._needs[""])
                to._free = [free - need for free, need in zip(to._free, needs)]
                to.tasks.append(item.name)
                inside[number[id(to)]].append(j)
        order = {name: k for k, name in enumerate(self._types)}
        first = [0]
        for tasks in inside:
            first.append(first[-1] + len(tasks))
        result = check(instance, {"bin.type": [order[bin.type] for bin in bins], "bin.first": first,
                                  "entry.task": [j for tasks in inside for j in tasks]})
        result._name = self.name
        return result


def _millionths(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * 1000000 + int(part.ljust(6, "0") or 0)
