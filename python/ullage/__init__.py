"""Ullage: how far from the best possible is a cloud provisioning decision?

    import ullage
    jobs = ullage.gen("eva-jobs", n=200, seed=1)
    result = ullage.solve(jobs, "eva")
    result.cost, result.gap, result.timeline.to_frame()
    ullage.bracket(jobs, ["eva", "stratus"]).plot()

Faults are `ullage.Error` with a sentence. docs/python.md is the guide.
"""
from ._library import Error, catalogue, lib as _lib
from .comparing import (Bench, Bracket, Comparison, bench, bracket, methods, program, run)
from .heuristics import Heuristic, Priority
from .instances import (Instance, from_records, gen, import_, jobs, packing, parse, read)
from .judging import Judge
from .pictures import colours, style
from .policies import Policy
from .solving import Bin, Plan, Result, Timeline, check, solve
from .views import Machine, Refused, Task, Terms, View

__version__ = _lib.ul_version().decode()

__all__ = [
    "Bench", "Bin", "Bracket", "Comparison", "Error", "Heuristic", "Instance", "Judge", "Machine", "Plan",
    "Policy", "Priority", "Refused", "Result", "Task", "Terms", "Timeline", "View", "bench", "bracket", "catalogue",
    "check", "colours", "from_records", "gen", "import_", "jobs", "methods", "packing", "parse",
    "program", "read", "run", "solve", "style",
]
