"""What a policy sees of a run, and how it acts."""
from __future__ import annotations

from ctypes import ArgumentError, byref, c_uint32, c_void_p
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from . import _live
from ._library import Error
from ._live import NONE, STATES, MachineFacts, TaskFacts, TypeFacts


class Refused(Error):
    """An order that the world does not allow, and why. It changed nothing."""
    __module__ = "ullage"


class _Over:
    """Stands for what is known of a run that is over."""

    def __getattr__(self, _: str) -> NoReturn:
        raise Error("the run is over: a view is for the methods of its policy, while it runs")


_OVER: Any = _Over()


def _row(numbers: Any, n: int) -> tuple[float, ...]:
    """Millionths as they are thought of."""
    return tuple(number / 1e6 for number in numbers[:n])


def _known(value: float, what: str) -> float:
    if value != value:
        raise Error(f"the policy does not know {what}: `knows = \"{what}\"` in its class lets it, and the "
                    "record tells")
    return value


class _OfRun:
    """Belongs to its run: a copy of who keeps it keeps the same."""
    __slots__ = ()

    def __deepcopy__(self, memo: object) -> _OfRun:
        return self


class Task(_OfRun):
    """A task that has arrived. What changes is looked up when it is asked for."""

    def __init__(self, view: View, id: int) -> None:
        self.view = view
        self.id = self._task = id

    def _facts(self) -> TaskFacts:
        facts = TaskFacts()
        if not _live.task_of(self.view._live, self._task, byref(facts)):
            raise Refused(f"there is no task {self.id}")
        return facts

    @cached_property
    def job(self) -> str:
        return self._facts().job.decode(errors="replace")

    @cached_property
    def number(self) -> int:
        """Within its job."""
        return self._facts().number

    @cached_property
    def workload(self) -> str | None:
        name = self._facts().workload
        return name.decode(errors="replace") if name else None

    @cached_property
    def gang(self) -> bool:
        return self._facts().gang

    @cached_property
    def arrival_s(self) -> float:
        return self._facts().arrival_s

    @property
    def state(self) -> str:
        """"waiting", "promised", "loading", "working", "leaving" or "done"."""
        return STATES[self._facts().state]

    @property
    def machine(self) -> Machine | None:
        """Where it is, or is to be."""
        at = self._facts().machine
        return None if at == NONE else self.view._machines[at]

    @property
    def worked_s(self) -> float:
        return self._facts().worked_s

    @property
    def rate(self) -> float:
        """Seen: 1 is its speed alone, 0 while it does not work."""
        return self._facts().rate

    @property
    def estimate_s(self) -> float:
        """Of a policy that knows estimates."""
        return _known(self._facts().estimate_s, "estimates")

    @property
    def run_time_s(self) -> float:
        """Of a policy that knows run times."""
        return _known(self._facts().run_time_s, "run-times")

    def demand(self, type: str) -> tuple[float, ...]:
        """What it takes of each resource on a type."""
        needs = _live.demand(self.view._live, self._task, self.view._type(type))
        return _row(needs, len(self.view.resources))

    @cached_property
    def moving_s(self) -> tuple[float, ...]:
        """Seconds to fetch, build, get ready, be killed, upload."""
        facts = self._facts()
        return (facts.fetch_s, facts.build_s, facts.init_s, facts.kill_s, facts.upload_s)

    def speed(self, type: str) -> float:
        """Its rate alone on a type: below 1 where the world stretches a resource."""
        return _live.speed(self.view._live, self._task, self.view._type(type))

    def beside(self, other: Task) -> float:
        """Its rate beside another task, of a policy that knows interference; `rate` is seen."""
        return _known(_live.throughput(self.view._live, self._task, other._task), "interference")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Task) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<task {self.job}.{self.number}>"


class Machine(_OfRun):
    """A machine that was rented."""
    __slots__ = ("view", "id", "type", "_machine", "_facts")

    def __init__(self, view: View, id: int) -> None:
        self.view = view
        self.id = self._machine = id
        self._facts = MachineFacts.from_address(_live.machine_of(view._live, id))
        self.type = view.types[self._facts.type]

    @property
    def is_up(self) -> bool:
        """It can be used."""
        return self._facts.is_up

    @property
    def is_gone(self) -> bool:
        """It was given back, or the world has taken it."""
        return self._facts.is_gone

    @property
    def ordered_s(self) -> float:
        return self._facts.ordered_s

    @property
    def n_on(self) -> int:
        """Tasks that have a place on it, those that leave included."""
        return self._facts.n_on

    @property
    def free(self) -> tuple[float, ...]:
        """Of each resource, less what is promised to tasks to come."""
        return _row(self._facts.free, len(self.view.resources))

    @property
    def tasks(self) -> list[Task]:
        """In the order in which they came."""
        n = self.n_on
        found = (c_uint32 * n)()
        n = min(n, _live.tasks_on(self.view._live, self.id, found, n))
        return [self.view._tasks[task] for task in found[:n]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Machine) and other.id == self.id

    def __hash__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        return f"<machine {self.id} {self.type}>"


def order(reason: bytes | None) -> None:
    if reason is not None:
        raise Refused(reason.decode(errors="replace"))


def _odd(form: str, *given: object) -> TypeError:
    """What to raise where a task, a machine or a number is something else."""
    return TypeError(f"view.{form} was given {', '.join(map(repr, given))}")


@dataclass(frozen=True)
class Terms:
    """How a machine type comes, goes and is billed, in seconds; `shares` of its price are billed
    in the equal parts of `sustained_s`, which is 0 where there are no such discounts."""
    name: str
    family: str
    billed_after_s: float
    usable_after_s: float
    usable_at_most_s: float
    gone_after_s: float
    billing_unit_s: float
    billing_least_s: float
    sustained_s: float
    shares: tuple[float, ...]


class View(_OfRun):
    """What a policy sees, and how it acts. An order that cannot be carried out raises Refused
    and changes nothing."""

    def __init__(self, live: int) -> None:
        self._live = c_void_p(live)
        self._tasks: dict[int, Task] = {}
        self._machines: list[Machine] = []
        self._up: list[Machine] = []
        self._may_wait: dict[int, None] = {}
        self._cheapest: dict[int, str] = {}
        self._first = c_uint32()
        world = _live.world_of(live)
        #: seconds between two rounds; 0: asked after every instant at which something happened
        self.round_s: float = world.round_s
        #: a task that is moved or cut off goes on where it was; else from the start
        self.keeps_work: bool = world.keeps_work
        #: jobs with a larger estimate are long; None: no such distinction
        self.cutoff_s: float | None = None if world.cutoff_s < 0 else world.cutoff_s
        #: of this resource a task that asks for more than a machine has takes all; None: of none
        self.stretch: str | None = None if world.stretch is None else world.stretch.decode()
        #: machines in one request, and the seconds after which they are usable, in place of the
        #: types' own; between two of them linear in the logarithm of the number
        self.boots = [(boot.count, boot.usable_after_s / 1e6) for boot in world.boot[:world.n_boots]]
        self.resources = [name.decode() for name in world.resource[:world.n_resources]]
        self.types = [self._type_facts(k).name.decode() for k in range(world.n_types)]
        self._type_number = {name: k for k, name in enumerate(self.types)}

    def __getattr__(self, name: str) -> Any:
        if name == "_live":
            getattr(_OVER, name)
        raise AttributeError(f"a view has no '{name}'")

    def _end(self) -> None:
        """The run is over: what was seen of it is no longer there."""
        del self._live
        for machine in self._machines:
            machine._facts = _OVER

    def _type_facts(self, k: int) -> TypeFacts:
        facts = TypeFacts()
        _live.type_of(self._live, k, byref(facts))
        return facts

    def _type(self, name: str) -> int:
        if not isinstance(name, str):
            raise TypeError(f"a machine type is named by a text, and {name!r} is none")
        try:
            return self._type_number[name]
        except KeyError:
            raise Refused(f"there is no machine type '{name}'") from None

    def _arrive(self, first: int, count: int) -> list[Task]:
        tasks = [Task(self, id) for id in range(first, first + count)]
        for task in tasks:
            self._tasks[task.id] = task
            self._may_wait[task.id] = None
        return tasks

    @property
    def now(self) -> float:
        """Seconds since the beginning."""
        return _live.now(self._live)

    @property
    def waiting(self) -> list[Task]:
        """Tasks that have no place and are promised none, by arrival."""
        found = []
        for id in sorted(self._may_wait):
            if self._tasks[id]._facts().state == 0:
                found.append(self._tasks[id])
            else:
                del self._may_wait[id]
        return found

    @property
    def machines(self) -> list[Machine]:
        """Those that exist, the oldest first."""
        self._up = [machine for machine in self._up if not machine._facts.is_gone]
        return self._up.copy()

    def price(self, type: str) -> float:
        """Dollars an hour, now."""
        return self._type_facts(self._type(type)).price / 1e6

    def capacity(self, type: str) -> tuple[float, ...]:
        return _row(self._type_facts(self._type(type)).capacity, len(self.resources))

    def terms(self, type: str) -> Terms:
        """When it is billed, usable and gone, and in which units it is billed."""
        facts = self._type_facts(self._type(type))
        same = {name: getattr(facts, name) for name in Terms.__dataclass_fields__ if name.endswith("_s")}
        return Terms(name=facts.name.decode(), family=facts.family.decode(),
                     shares=_row(facts.share, facts.n_shares), **same)

    def supply(self, type: str) -> int | None:
        """How many may exist at once now; None: any number."""
        supply = self._type_facts(self._type(type)).supply
        return None if supply == NONE else supply

    def cheapest(self, task: Task) -> str:
        """The cheapest type that holds the task alone, at the prices of now."""
        try:
            shape = _live.shape(self._live, task._task)
        except AttributeError:
            raise _odd("cheapest(task)", task) from None
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
        try:
            return _live.fits(self._live, task._task, machine._machine)
        except AttributeError:
            raise _odd("fits(task, machine)", task, machine) from None

    # ---- orders ----

    def rent(self, type: str) -> Machine:
        """A machine of a type; tasks may be put on it at once and take their places when it
        is up."""
        order(_live.rent(self._live, self._type(type), 1, self._first))
        return self._rented(self._first.value)

    def rent_many(self, type: str, count: int) -> list[Machine]:
        """Machines of a type in one request."""
        try:
            # ctypes would cut it to its last 32 bits: what is outside them is refused as their ends are
            order(_live.rent(self._live, self._type(type), min(max(count, 0), NONE), self._first))
        except (ArgumentError, TypeError):
            raise _odd("rent_many(type, count)", type, count) from None
        first = self._first.value
        return [self._rented(id) for id in range(first, first + count)]

    def _rented(self, id: int) -> Machine:
        machine = Machine(self, id)
        self._machines.append(machine)
        self._up.append(machine)
        return machine

    def put(self, task: Task, machine: Machine) -> None:
        """A task that waits takes a place, or is promised it."""
        try:
            order(_live.put(self._live, task._task, machine._machine))
        except AttributeError:
            raise _odd("put(task, machine)", task, machine) from None

    def move(self, task: Task, machine: Machine) -> None:
        """A task that has a place takes another, as soon as it can."""
        try:
            order(_live.move(self._live, task._task, machine._machine))
        except AttributeError:
            raise _odd("move(task, machine)", task, machine) from None

    def stop(self, task: Task) -> None:
        """A task that works stops and then waits."""
        try:
            self._may_wait[task._task] = None
            order(_live.stop(self._live, task._task))
        except AttributeError:
            raise _odd("stop(task)", task) from None

    def release(self, machine: Machine) -> None:
        """Gives a machine back, as soon as those who leave it have left."""
        try:
            order(_live.release(self._live, machine._machine))
        except AttributeError:
            raise _odd("release(machine)", machine) from None

    def wake(self, at_s: float) -> None:
        """Asks at this second, whatever happens."""
        try:
            order(_live.wake(self._live, at_s))
        except ArgumentError:
            raise _odd("wake(at_s)", at_s) from None
