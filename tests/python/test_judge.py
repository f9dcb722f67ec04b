"""The judge from Python, and its adapters against stand-ins that follow each harness's contract."""
import json
import pathlib
import re
import sys
import types

import pytest

import ullage
from ullage import judging

DOC = (pathlib.Path(__file__).parents[2] / "docs/judge.md").read_text(encoding="utf-8")
TASK = """ullage-suite,1
name,small
label,game,online
label,set,quick
generate,weibull,60,1,1
label,set,training
generate,weibull,100,2,3
method,best-fit
"""
BEST_FIT = "# EVOLVE-BLOCK-START\ndef {0}(item, bins):\n    return [item - free for free in bins]\n# EVOLVE-BLOCK-END\n"


@pytest.fixture(name="task")
def small_task(tmp_path):
    (tmp_path / "task.csv").write_text(TASK)
    return str(tmp_path / "task.csv")


def documented(adapter, task):
    """The lines of docs/judge.md, with a small task, as a module's names."""
    text = re.search(f"```python adapter={adapter}\n(.*?)```", DOC, re.DOTALL).group(1)
    assert len(text.splitlines()) <= 20
    scope = {"__name__": "evaluator"}
    exec(text.replace('"online-bpp"', repr(task)), scope)
    return scope


def test_a_judge_stays_up(task):
    with ullage.Judge(task) as judge:
        first = judge.source(BEST_FIT.format("priority"))
        again = judge.source(BEST_FIT.format("score"))
        wrong = judge.source("def priority(item, bins): return bins.nothing")
    assert first["valid"] and first["score"] == again["score"] == first["training"]["rivals"]["best-fit"]
    assert not wrong["valid"] and wrong["score"] == 0 and "AttributeError" in wrong["why"]
    assert "loses most" in judging.feedback(first) and "AttributeError" in judging.feedback(wrong)
    worst = {"instance": "a", "cost": 3.0, "excess": 0.5}
    for known in ("optimum", "bound"):  # which is no optimum where none is proved
        result = {"valid": True, "training": {"loses_most": {**worst, known: 2.0}}}
        assert judging.feedback(result) == f"loses most on a: 50.00% above the {known}"


def test_a_judge_of_finalists_takes_all_for_finalists(task):
    with ullage.Judge(task, finalist=True, evaluations=1) as judge:
        assert judge.source(BEST_FIT.format("priority"))["stage"] == 3
        assert judge.source(BEST_FIT.format("priority"), finalist=False)["stage"] == 2


def test_openevolve(task, tmp_path):
    evaluate = documented("openevolve", task)["evaluate"]
    (tmp_path / "program.py").write_text(BEST_FIT.format("priority"))
    metrics = evaluate(str(tmp_path / "program.py"))
    assert 0.8 < metrics["combined_score"] <= 1 and all(isinstance(value, (int, float)) for value in metrics.values())
    (tmp_path / "program.py").write_text("def priority(item, bins): return 1 / 0")
    assert evaluate(str(tmp_path / "program.py"))["combined_score"] == 0


def test_openevolve_with_artifacts(task, tmp_path, monkeypatch):
    module = types.ModuleType("openevolve.evaluation_result")
    module.EvaluationResult = lambda metrics, artifacts: types.SimpleNamespace(metrics=metrics, artifacts=artifacts)
    monkeypatch.setitem(sys.modules, "openevolve", types.ModuleType("openevolve"))
    monkeypatch.setitem(sys.modules, "openevolve.evaluation_result", module)
    (tmp_path / "program.py").write_text(BEST_FIT.format("priority"))
    done = documented("openevolve", task)["evaluate"](str(tmp_path / "program.py"))
    assert done.metrics["combined_score"] > 0.8 and "loses most" in done.artifacts["feedback"]


def test_shinkaevolve(task, tmp_path):
    shinka = documented("shinka", task)["shinka"]
    for source, correct in ((BEST_FIT.format("priority"), True), ("def priority(item, bins): return []", False)):
        (tmp_path / "program.py").write_text(source)
        shinka(ullage.Judge(task), ["--program_path", str(tmp_path / "program.py"), "--results_dir",
                                    str(tmp_path / "results"), "--seed", "3"])
        metrics = json.loads((tmp_path / "results/metrics.json").read_text())
        told = json.loads((tmp_path / "results/correct.json").read_text())
        assert told["correct"] is correct and (told["error"] is None) is correct
        assert (metrics["combined_score"] > 0.8) is correct
        assert set(metrics) == {"combined_score", "public", "private", "text_feedback"}


class Evaluation:
    """LLM4AD's: what it is told, and how its evaluator calls it."""

    def __init__(self, template_program, task_description, timeout_seconds):
        self.template_program, self.task_description = template_program, task_description
        self.timeout_seconds = timeout_seconds


def test_llm4ad_and_eoh(task, monkeypatch):
    module = types.ModuleType("llm4ad.base")
    module.Evaluation = Evaluation
    monkeypatch.setitem(sys.modules, "llm4ad", types.ModuleType("llm4ad"))
    monkeypatch.setitem(sys.modules, "llm4ad.base", module)
    larger = documented("llm4ad", task)["task"]
    smaller = judging.eoh(ullage.Judge(task))
    assert "def priority(item" in larger.template_program and "def score(item" in smaller.template_program
    score = larger.evaluate_program(BEST_FIT.format("priority"), None)
    excess = smaller.evaluate_program(BEST_FIT.format("score"), lambda item, bins: bins)
    assert 0.8 < score <= 1 and excess == pytest.approx(1 / score - 1)
    assert larger.evaluate_program("def priority(item, bins): return None", None) is None
    assert smaller.evaluate_program("def nothing(): pass", None) is None
