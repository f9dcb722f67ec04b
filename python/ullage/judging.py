"""`ullage judge` from Python, and adapters for those who breed heuristics (docs/judge.md)."""
from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import Any

from ._library import Error
from .comparing import program

#: What a language model is asked to complete, and told.
TEMPLATE = '''import numpy as np

def {name}(item: float, bins: np.ndarray) -> np.ndarray:
    """Priority with which the item goes into each bin that holds it.

    item: its size; bins: what is free in each bin that holds it, unused ones included.
    Returns one number a bin; the largest wins, the first on ties."""
    return item - bins
'''
DESCRIPTION = ("Online bin packing: items come one by one and stay where they are put. Write a function "
               "that values the bins which hold an item, so that as few bins as possible are used.")


class Judge:
    """A judge that stays up: `judge(file)` is the judgement as a dictionary, `judge.source(text)`
    that of a Python function's source.

    >>> with Judge("online-bpp", least=1) as judge:
    ...     judge.source("def priority_of_bin(item, free): return item - free")["stage"]
    1
    """

    def __init__(self, task: str = "online-bpp", **options: object) -> None:
        self._arguments = ["--task", task]
        for name, value in options.items():
            self._arguments += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
        self._talk: subprocess.Popen[str] | None = None
        self._owner = 0

    def __call__(self, candidate: str | os.PathLike[str], *, finalist: bool | None = None) -> dict[str, Any]:
        if self._talk is None or self._owner != os.getpid():  # a fork has a judge of its own
            self._talk = subprocess.Popen([program(), "judge", "--serve", *self._arguments], text=True,
                                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._owner = os.getpid()
        talk = self._talk
        assert talk.stdin is not None and talk.stdout is not None
        try:
            asked = {"candidate": os.fspath(candidate)} | ({} if finalist is None else {"finalist": finalist})
            talk.stdin.write(json.dumps(asked) + "\n")
            talk.stdin.flush()
            return json.loads(talk.stdout.readline())
        except (OSError, ValueError) as why:
            self._talk = None
            raise Error(f"the judge has ended with status {talk.wait()}") from why

    def source(self, text: str, *, finalist: bool | None = None) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "candidate.py"
            file.write_text(text, encoding="utf-8")
            return self(file, finalist=finalist)

    def close(self) -> None:
        if self._talk is not None and self._owner == os.getpid():
            self._talk.communicate()
        self._talk = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def feedback(result: dict[str, Any]) -> str:
    """What went wrong, or where it loses most, for the next prompt."""
    if not result["valid"]:
        return f"{result['how']}: {result['why']}"
    if "training" not in result:
        return f"it ended after the quick set, with {result['score']:.4f}"
    worst = result["training"]["loses_most"]
    known = "optimum" if "optimum" in worst else "bound"
    return f"loses most on {worst['instance']}: {100 * worst['excess']:.2f}% above the {known}"


def openevolve(judge: Judge) -> Any:
    """evaluate(program_path) for OpenEvolve's evaluator file."""
    def evaluate(program_path: str) -> Any:
        result = judge(program_path)
        metrics = {"combined_score": result["score"], "cpu_s": result.get("cpu_s", 0.0)}
        try:
            from openevolve.evaluation_result import EvaluationResult  # type: ignore
        except ImportError:
            return metrics
        return EvaluationResult(metrics=metrics, artifacts={"feedback": feedback(result)})
    return evaluate


def shinka(judge: Judge, arguments: list[str] | None = None) -> None:
    """The command of ShinkaEvolve: --program_path FILE --results_dir FOLDER."""
    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("--program_path", required=True)
    parser.add_argument("--results_dir", type=pathlib.Path, required=True)
    told, _ = parser.parse_known_args(sys.argv[1:] if arguments is None else arguments)
    result = judge(told.program_path)
    told.results_dir.mkdir(parents=True, exist_ok=True)
    (told.results_dir / "metrics.json").write_text(json.dumps({
        "combined_score": result["score"], "public": {"score": result["score"]},
        "private": result, "text_feedback": feedback(result)}), encoding="utf-8")
    (told.results_dir / "correct.json").write_text(json.dumps({
        "correct": result["valid"], "error": None if result["valid"] else feedback(result)}), encoding="utf-8")


def llm4ad(judge: Judge, base: type, timeout_seconds: float = 60) -> Any:
    """An evaluation for LLM4AD; `base` is its llm4ad.base.Evaluation. Larger is better."""
    class OnlineBinPacking(base):  # type: ignore
        def __init__(self) -> None:
            super().__init__(template_program=TEMPLATE.format(name="priority"),
                             task_description=DESCRIPTION, timeout_seconds=timeout_seconds)

        def evaluate_program(self, program_str: str, callable_func: Any = None, **_: Any) -> float | None:
            result = judge.source(program_str)
            return result["score"] if result["valid"] else None
    return OnlineBinPacking()


def eoh(judge: Judge, base: type = object) -> Any:
    """A problem for EoH; `base` is its BaseProblem. Smaller is better: the mean excess."""
    class OnlineBinPacking(base):  # type: ignore
        template_program = TEMPLATE.format(name="score")
        task_description = DESCRIPTION

        def evaluate_program(self, program_str: str, callable_func: Any = None, **_: Any) -> float | None:
            result = judge.source(program_str)
            return 1 / result["score"] - 1 if result["valid"] else None
    return OnlineBinPacking()
