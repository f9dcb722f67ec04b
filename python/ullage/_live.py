"""sim/live/live.h by ctypes: its structs, and the functions by which a policy looks and orders."""
from __future__ import annotations

from ctypes import (CFUNCTYPE, POINTER, PyDLL, Structure, c_bool, c_char_p, c_double, c_int,
                    c_int64, c_size_t, c_uint, c_uint32, c_void_p)
from typing import Any

from ._library import Options, lib

NONE = 0xFFFFFFFF
STATES = ("waiting", "promised", "loading", "working", "leaving", "done")
KNOWS = {"demands": 1, "estimates": 2, "interference": 3, "run-times": 4}
STOPPED = 4
#: kind, task, machine, type and count of a ul_live_event, and the kinds
EVENT = "=5I"
EVENT_SIZE = 20
ARRIVED, UP, ENDED, LEFT, CUT, GONE, SUPPLY, PRICE, WAKE = range(9)
OF_TASKS = ENDED, LEFT, CUT
OF_MACHINES = UP, GONE
OF_TYPES = SUPPLY, PRICE


class TaskFacts(Structure):
    _fields_ = [("job", c_char_p), ("workload", c_char_p), ("image", c_char_p),
                ("number", c_uint32), ("n_arrived", c_uint32),
                ("gang", c_bool), ("state", c_int), ("machine", c_uint32), ("to", c_uint32),
                *((name, c_double) for name in (
                    "arrival_s", "worked_s", "rate", "estimate_s", "run_time_s", "fetch_s",
                    "build_s", "init_s", "kill_s", "upload_s"))]


class MachineFacts(Structure):
    """Stays where it is until the run is over, and says what is so now."""
    _fields_ = [("type", c_uint32), ("n_on", c_uint32), ("is_up", c_bool), ("is_closing", c_bool),
                ("is_gone", c_bool), ("ordered_s", c_double), ("free", POINTER(c_int64))]


class TypeFacts(Structure):
    _fields_ = [("name", c_char_p), ("family", c_char_p), ("price", c_int64),
                ("capacity", POINTER(c_int64)),
                *((name, c_double) for name in (
                    "billed_after_s", "usable_after_s", "usable_at_most_s", "gone_after_s",
                    "billing_unit_s", "billing_least_s", "sustained_s")),
                ("n_shares", c_size_t), ("share", POINTER(c_int64)), ("supply", c_uint32),
                ("n_up", c_uint32)]


class Boot(Structure):
    _fields_ = [("count", c_uint32), ("usable_after_s", c_int64)]


class World(Structure):
    _fields_ = [("round_s", c_double), ("cutoff_s", c_double), ("keeps_work", c_bool),
                ("n_resources", c_size_t), ("n_types", c_size_t), ("n_boots", c_size_t),
                ("n_pairs", c_size_t), ("resource", POINTER(c_char_p)), ("stretch", c_char_p),
                ("boot", POINTER(Boot)), ("pair", c_void_p)]


Start = CFUNCTYPE(c_int, c_void_p, c_void_p)
Ask = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_size_t)


class LivePolicy(Structure):
    _fields_ = [("start", Start), ("ask", Ask)]


lib.ul_solve_live.restype = c_int
lib.ul_solve_live.argtypes = [c_void_p, c_char_p, POINTER(LivePolicy), c_void_p, POINTER(Options),
                              POINTER(c_void_p)]

# They return at once: other threads need not be let in meanwhile, which costs as much.
_quick = PyDLL(lib._name)


def _function(name: str, returns: Any, *takes: Any) -> Any:
    found = getattr(_quick, f"ul_live_{name}")
    found.restype, found.argtypes = returns, [c_void_p, *takes]
    return found


def _of_numbers(name: str, returns: Any) -> Any:
    """Takes a c_void_p and numbers of our own, which nothing has to look at: half the cost."""
    found = getattr(_quick, f"ul_live_{name}")
    found.restype = returns
    return found


declare = _function("declare", None, c_int)
every = _function("every", c_char_p, c_double)
listen = _function("listen", None, c_uint)
now = _function("now", c_double)
world_of = _function("world_of", World)
type_of = _function("type_of", c_bool, c_uint32, POINTER(TypeFacts))
task_of = _function("task_of", c_bool, c_uint32, POINTER(TaskFacts))
demand = _of_numbers("demand", POINTER(c_int64))
shape = _of_numbers("shape", c_uint32)
speed = _of_numbers("speed", c_double)
throughput = _of_numbers("throughput", c_double)
machine_of = _of_numbers("machine_of", c_void_p)
tasks_on = _function("tasks_on", c_size_t, c_uint32, POINTER(c_uint32), c_size_t)
fits = _of_numbers("fits", c_bool)
rent = _function("rent", c_char_p, c_uint32, c_uint32, POINTER(c_uint32))
put = _of_numbers("put", c_char_p)
move = _of_numbers("move", c_char_p)
stop = _of_numbers("stop", c_char_p)
release = _of_numbers("release", c_char_p)
wake = _function("wake", c_char_p, c_double)
