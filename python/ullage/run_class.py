"""A class of yours in a process of its own, for `-m 'python class=FILE.py:NAME'`.

python3 -m ullage.run_class FILE.py:NAME INSTANCE PLAN FACTS SEED SECONDS
"""
from __future__ import annotations

import pathlib
import runpy
import sys
from typing import Any

from ._library import Error
from .instances import read
from .solving import solve


def made(words: str) -> Any:
    """The object that FILE.py:NAME, or FILE.py:NAME(ARGUMENTS), speaks of."""
    path, _, name = words.partition(":")
    if not pathlib.Path(path).is_file():
        raise Error(f"class={words}: there is no file '{path}'")
    sys.path.insert(0, str(pathlib.Path(path).resolve().parent))
    names = runpy.run_path(path)
    if name.partition("(")[0] not in names:
        raise Error(f"class={words}: {path} has no '{name.partition('(')[0]}'")
    found = eval(name, names)  # pylint: disable=eval-used
    found = found() if isinstance(found, type) else found
    if not hasattr(found, "solve_instance"):
        raise Error(f"class={words}: is neither a ullage.Policy nor a ullage.Heuristic")
    return found


def main(words: str, instance: str, plan: str, facts: str, seed: str, seconds: str) -> None:
    method, taken = made(words), read(instance)
    if method.kind != taken.kind:
        said = f"demands\nrejected\n{method.name} is for {method.kind} instances, and this is a {taken.kind} one\n"
    else:
        result = solve(taken, method, seed=int(seed), time_limit=float(seconds))
        if result.cost is not None:
            result.write(plan)
        note = "; ".join(filter(None, (result.method, result.note))).replace("\n", " ")
        said = f"{result.knows or 'demands'}\n{result.status}\n{note}\n"
    pathlib.Path(facts).write_text(said, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
