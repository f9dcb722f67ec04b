"""The Python package as its users meet it."""
import copy
import dataclasses
import doctest
import importlib
import json
import math
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
import ullage
from ullage import _library
from first_fit import FirstFit

source = pathlib.Path(os.environ["UL_SOURCE"])


@pytest.mark.parametrize("module", ["instances", "solving", "comparing", "policies", "heuristics"])
def test_examples_in_docstrings_are_true(module):
    found = doctest.testmod(importlib.import_module(f"ullage.{module}"))
    assert found.failed == 0 and found.attempted > 0


def test_examples_in_the_guide_run(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("Agg")
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    text = (source / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) >= 4
    scope = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), scope)  # pylint: disable=exec-used


def stays(result):
    return [row for row in result.timeline.rows()]


def test_a_class_is_the_policy_it_copies():
    jobs = ullage.gen("google-jobs", n=40, seed=3)
    assert stays(ullage.solve(jobs, FirstFit())) == stays(ullage.solve(jobs, "first-fit"))


def test_exceptions_of_a_policy_reach_its_user():
    class Broken(ullage.Policy):
        def on_arrived(self, view, tasks):
            raise ZeroDivisionError("here")
    with pytest.raises(ZeroDivisionError, match="here"):
        ullage.solve(ullage.gen("eva-jobs", n=3), Broken())

    class Wrong(ullage.Policy):
        def on_arrived(self, view, tasks):
            view.rent("no-such-type")
    with pytest.raises(ullage.Refused, match="no-such-type"):
        ullage.solve(ullage.gen("eva-jobs", n=3), Wrong())


def test_a_policy_is_blind_unless_it_says_what_it_knows():
    seen = []

    class Curious(FirstFit):
        def on_arrived(self, view, tasks):
            for look in (lambda: tasks[0].run_time_s, lambda: tasks[0].beside(tasks[0])):
                try:
                    seen.append(look())
                except ullage.Error as why:
                    seen.append(str(why))
            super().on_arrived(view, tasks)

    def looked(knows):
        seen.clear()
        Curious.knows = knows
        known = ullage.solve(jobs, Curious()).record()["knows"]
        return known, ["does not know" in str(found) for found in seen[:2]]
    jobs = ullage.gen("eva-jobs", n=3)
    assert looked("demands") == ("demands", [True, True])
    assert looked("interference") == ("interference", [True, False])
    assert looked(("run-times", "interference")) == ("run-times", [False, False])
    FirstFit.knows = "run-times"  # what is declared is recorded, looked at or not
    assert ullage.solve(jobs, FirstFit()).knows == "run-times"
    FirstFit.knows = "demands"
    assert [row["knows"] for row in ullage.bracket(jobs, [FirstFit(), "owl", "stratus"]).rows()] \
        == ["demands", "interference", "run-times"]


def test_a_method_is_named_with_a_command_as_on_the_command_line():
    program = source / "tests" / "cli" / "policy" / "first_fit.py"
    jobs = ullage.gen("eva-jobs", n=3)
    live = ullage.solve(jobs, f"policy command={sys.executable} {program} memory_mb=0")
    assert live.exact_cost == ullage.solve(jobs, "first-fit").exact_cost


def test_an_exception_in_progress_ends_the_run():
    def complain(*_):
        raise ValueError("enough")
    begun = time.monotonic()
    with pytest.raises(ValueError, match="enough"):
        ullage.solve(ullage.gen("eva-table7", n=100), "local-search", time_limit=60,
                     progress=complain)
    assert time.monotonic() - begun < 30


def test_stop_ends_the_run_with_its_best_plan():
    result = ullage.solve(ullage.gen("eva-table7", n=100), "local-search", time_limit=60,
                          stop=lambda: True)
    assert (result.status, result.limit) == ("feasible", "user")


def test_control_c_ends_a_run(tmp_path):
    script = tmp_path / "long.py"
    script.write_text("import sys, ullage\n"
                      "tasks = ullage.gen('eva-table7', n=200)\n"
                      "print('begun', flush=True)\n"
                      "try:\n    ullage.solve(tasks, 'local-search', time_limit=120)\n"
                      "except KeyboardInterrupt:\n    print('interrupted')\n")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=60)[0] == "interrupted\n"


LOOPS = """
import threading, time, ullage
class Loops(ullage.Policy):
    def on_arrived(self, view, tasks):
        print("begun", flush=True)
        while True:
            time.sleep(pause)
class Stuck(ullage.Heuristic):
    def place(self, item, bins):
        while True:
            pass
jobs = ullage.gen("eva-jobs", n=3)
"""


def test_control_c_and_the_time_limit_end_a_hook_that_does_not(tmp_path):
    script = tmp_path / "loops.py"
    script.write_text(LOOPS + "pause = 60\n"
                      "try:\n    ullage.solve(jobs, Loops())\n"
                      "except KeyboardInterrupt:\n    print('interrupted')\n")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=30)[0] == "interrupted\n"
    script.write_text(LOOPS + "def go():\n    print(ullage.solve(jobs, Loops(), time_limit=0.2).limit)\n"
                      "pause = 60\ngo()\npause = 0\nthread = threading.Thread(target=go)\nthread.start()\n"
                      "thread.join()\n"
                      "print(ullage.solve(ullage.gen('eva-table7', n=3), Stuck(), time_limit=0.2).limit)\n")
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert (said.stdout, said.stderr) == ("begun\ntime\n" * 2 + "time\n", "")


def test_other_threads_run_while_c_does():
    counted = [0]
    done = threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)
    thread = threading.Thread(target=count)
    thread.start()
    ullage.solve(ullage.gen("eva-table7", n=100), "local-search", time_limit=0.5)
    done.set()
    thread.join()
    assert counted[0] > 20


def test_threads_solve_at_once():
    suite = [ullage.gen("eva-table7", n=30, seed=seed) for seed in range(1, 5)]
    alone = ullage.bench(suite, ["exact", "eva-full"])
    together = ullage.bench(suite, ["exact", "eva-full"], jobs=3)
    assert ([(r["instance"], r["method"], r["cost"]) for r in alone.records]
            == [(r["instance"], r["method"], r["cost"]) for r in together.records])


@pytest.mark.parametrize("family, n, method", [
    ("eva-table7", 30, "ffd"), ("reservation", 26, "sec-online"), ("availability", 12, "trk8s"),
    ("eva-jobs", 10, "eva"), ("deadline", 60, "up")])
def test_plans_leave_and_come_back(family, n, method, tmp_path):
    instance = ullage.gen(family, n=n)
    result = ullage.solve(instance, method)
    assert ullage.check(instance, result.columns).exact_cost == result.exact_cost
    assert ullage.check(instance, result.write(tmp_path / "plan.csv")).cost == result.cost
    assert ullage.read(instance.write(tmp_path / "instance.csv")).sha256 == instance.sha256
    assert result.plan.rows()
    pandas = pytest.importorskip("pandas")
    assert isinstance(result.plan.to_frame(), pandas.DataFrame)


def test_what_is_proved_of_some_plans_is_no_optimum():
    pytest.importorskip("pandas")
    some = {"sha256": "a", "method": "placement-exact", "status": "optimal", "cost": 9.0}
    cheaper = {"sha256": "a", "method": "schedule-search", "status": "feasible", "cost": 5.0}
    for mark in ({"bound_wait_s": 0.0}, {"measures": "machines=1;bound_wait_s=0"}):
        assert ullage.Bench([{**some, **mark}, cheaper]).against_optimum().empty
    assert list(ullage.Bench([some]).against_optimum().ratio) == [1]
    alone = ullage.jobs({"one": (1, 1)}, {"a": (0, 3600, 1)})
    best = ullage.solve(alone, "placement-exact")
    assert best.status == "optimal" and best.measures["bound_wait_s"] == 0 and not best.proved
    assert ullage.solve(ullage.gen("eva-table3"), "exact").proved


def test_faults_are_exceptions_with_the_sentence(tmp_path):
    with pytest.raises(ullage.Error, match="nowhere.csv: No such file"):
        ullage.read(tmp_path / "nowhere.csv")
    with pytest.raises(ullage.Error, match="there is no generator 'x'"):
        ullage.gen("x")
    with pytest.raises(ullage.Error, match="takes a whole number"):
        ullage.solve(ullage.gen("eva-table3"), "local-search", rounds="many")
    with pytest.raises(ullage.Error, match="price"):
        ullage.packing({"a": (-1, 4)}, {"t": [1]})


def test_it_installs_without_a_network(tmp_path):
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode != 0:
        pytest.skip("pip is not installed")
    copy = tmp_path / "clone" / "python"
    built = tmp_path / "clone" / "build" / "release"
    built.mkdir(parents=True)
    subprocess.run(["cp", "-r", source / "python", copy], check=True)
    library = pathlib.Path(_library.path_of_library()).resolve()
    (built / "libullage.so.1").symlink_to(library)
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", "--target",
                    tmp_path / "site", copy], check=True)
    kept = {name: value for name, value in os.environ.items() if name != "ULLAGE_LIBRARY"}
    show = "import ullage, ullage._library as l; print(ullage.__file__); print(l.path_of_library())"
    said = subprocess.run([sys.executable, "-c", show],
                          env={**kept, "PYTHONPATH": str(tmp_path / "site")}, text=True,
                          capture_output=True, check=True).stdout.splitlines()
    assert said[0].startswith(str(tmp_path / "site")) and said[1] == str(built / "libullage.so.1")


def test_a_task_that_is_moved_in_the_second_of_its_end_ends_where_it_is():
    class Late(ullage.Policy):
        def on_round(self, now, view):
            for task in view.waiting:
                view.put(task, view.rent("two"))
            if now == 120:
                first, second = view.machines
                view.move(first.tasks[0], second)

        def on_ended(self, view, task, machine):
            if machine.n_on == 0 and not machine.is_gone:
                view.release(machine)
    world = ullage.jobs({"two": (1, 2)}, {"a": (0, 120, 1), "b": (0, 600, 1)}, round_s=60)
    assert ullage.solve(world, Late()).exact_cost == ullage.solve(world, "no-packing").exact_cost


def test_a_task_is_not_put_where_it_is_leaving():
    class Restless(ullage.Policy):
        def on_arrived(self, view, tasks):
            view.put(tasks[0], view.rent("two"))
            view.wake(50)

        def on_wake(self, view):
            machine = view.machines[0]
            task = machine.tasks[0]
            view.stop(task)
            with pytest.raises(ullage.Refused, match="is leaving machine"):
                view.put(task, machine)

        def on_left(self, view, task, machine):
            view.put(task, machine)
    world = ullage.parse("ullage,1,schedule\nname,w\nresource,cpu\nround,0\nbilling,0,0\n"
                         "type,two,f,1,2\njob,a,0,1,,100,free,1\nmoving,a,5,0,0,10,20\n")
    assert ullage.solve(world, Restless()).status == "feasible"


def test_what_is_the_librarys_is_not_copied():
    tasks = ullage.gen("eva-table7", n=5)
    result = ullage.solve(tasks, "ffd")
    assert copy.copy(tasks) is tasks and copy.deepcopy([result])[0] is result
    again = pickle.loads(pickle.dumps(tasks))
    assert again.sha256 == tasks.sha256 and again is not tasks
    with pytest.raises(TypeError, match="stays in its process"):
        pickle.dumps(result)


def test_numbers_and_names_that_c_cannot_hold_are_refused():
    with pytest.raises(ValueError, match="too large"):
        ullage.packing({"a": (1, 2**64 + 10)}, {"t": [1]})
    with pytest.raises(ValueError, match="zero byte"):
        ullage.packing({"a": (1, 4)}, {"t\0u": [1]})
    three = ullage.packing({"bin": (1, 10)}, {"a": [6], "b": [5], "c": [4]})
    plan = {"bin.type": [0, 0], "bin.first": [0, 2, 3], "entry.task": [0, 2, 1]}
    for call in (lambda: ullage.solve(three, "first-fit\0junk"), lambda: ullage.read("a\0b"),
                 lambda: ullage.solve(three, "ffd", order="x\0y"),
                 lambda: ullage.check(three, {"bin.type\0x": [0, 0], **plan})):
        with pytest.raises(ValueError, match="zero byte"):
            call()
    with pytest.raises(ullage.Error, match="text:1: "):
        ullage.parse("ullage\0,1,packing")
    for call in (lambda: ullage.gen("eva-table7", n=3, seed=2**64), lambda: ullage.solve(three, "ffd", seed=2**64)):
        with pytest.raises(ValueError, match="seed is a whole number"):
            call()
    with pytest.raises(ullage.Error, match="'entry.task' .* it has whole numbers"):
        ullage.check(three, {**plan, "entry.task": [0, 2.4, 1]})


@pytest.mark.parametrize("count", [2**32 + 1, -2**32 + 1, 0])
def test_a_number_of_machines_that_cannot_be_changes_nothing(count):
    class Many(FirstFit):
        def on_start(self, view):
            with pytest.raises(ullage.Refused, match="1 to 1000000"):
                view.rent_many(view.types[0], count)
            assert view.machines == []
    jobs = ullage.gen("eva-jobs", n=3, seed=1)
    assert ullage.solve(jobs, Many()).cost == ullage.solve(jobs, FirstFit()).cost


def test_a_heuristic_looks_at_bins_that_it_cannot_reorder():
    class Sorts(ullage.Heuristic):
        def place(self, item, bins):
            bins.sort(key=lambda bin: bin.free)
    with pytest.raises(AttributeError, match="'tuple'"):
        ullage.solve(ullage.gen("eva-table7", n=3), Sorts())


def test_a_view_ends_with_its_run():
    class Keeps(ullage.Policy):
        def on_start(self, view):
            self.view = view

        def on_arrived(self, view, tasks):
            for task in tasks:
                view.put(task, view.rent(view.cheapest(task)))

        def on_ended(self, view, task, machine):
            if machine.n_on == 0:
                view.release(machine)

    policy = Keeps()
    ullage.solve(ullage.gen("eva-jobs", n=3, seed=1), policy)
    for look in (lambda: policy.view.now, lambda: policy.view.machines):
        with pytest.raises(ullage.Error, match="the run is over"):
            look()


def test_machines_say_what_is_so_now():
    seen = []

    class Watches(FirstFit):
        def on_arrived(self, view, tasks):
            super().on_arrived(view, tasks)
            for machine in view.machines:
                taken = [task.demand(machine.type) for task in machine.tasks]
                taken += [task.demand(machine.type) for task in view._tasks.values()
                          if task.state == "promised" and task.machine == machine]
                whole = view.capacity(machine.type)
                assert machine.free == pytest.approx([room - math.fsum(row[r] for row in taken)
                                                      for r, room in enumerate(whole)])
                assert machine.n_on == len(machine.tasks) and not machine.is_gone
                seen.append(machine)
    ullage.solve(ullage.gen("eva-jobs", n=30, seed=1), Watches())
    assert len(seen) > 30
    with pytest.raises(ullage.Error, match="the run is over"):
        seen[0].n_on  # pylint: disable=pointless-statement


def test_who_listens_to_little_is_told_all_the_same():
    class Late(ullage.Policy):
        """Hears of arrivals alone; of machines that are up only by what it sees then."""
        every = 0
        seen = 0

        def on_arrived(self, view, tasks):
            Late.seen += sum(machine.is_up for machine in view.machines)
            for task in tasks:
                view.put(task, view.rent(view.cheapest(task)))
    jobs = ullage.gen("eva-jobs", n=5, seed=1)
    assert ullage.solve(jobs, Late()).cost > ullage.solve(jobs, FirstFit()).cost
    assert Late.seen > 0


@pytest.mark.parametrize("order", [
    lambda view, task, machine: view.put(machine, task),
    lambda view, task, machine: view.fits(task, machine.id),
    lambda view, task, machine: view.move("task", machine),
    lambda view, task, machine: view.release(task),
    lambda view, task, machine: view.stop(None),
    lambda view, task, machine: view.wake("soon"),
    lambda view, task, machine: view.rent(7),
    lambda view, task, machine: view.rent_many(machine.type, "two"),
    lambda view, task, machine: view.cheapest(machine)])
def test_orders_of_the_wrong_kind_are_type_errors(order):
    class Odd(ullage.Policy):
        def on_arrived(self, view, tasks):
            order(view, tasks[0], view.rent(view.types[0]))
    with pytest.raises(TypeError, match="view[.].* was given|named by a text"):
        ullage.solve(ullage.gen("eva-jobs", n=3, seed=1), Odd())


class Slow(ullage.Heuristic):
    def place(self, item, bins):
        time.sleep(0.01)
        return None


def test_a_heuristic_keeps_its_limits():
    tasks = ullage.gen("eva-table7", n=100)
    result = ullage.solve(tasks, Slow(), time_limit=0.1)
    assert (result.status, result.limit, result.cost) == ("time-limit", "time", None)
    result = ullage.solve(tasks, Slow(), stop=lambda: True)
    assert (result.status, result.limit) == ("interrupted", "user")
    assert ullage.solve(ullage.gen("eva-table7", n=5), Slow()).status == "feasible"


@pytest.mark.parametrize("mine", [FirstFit, Slow])
def test_what_a_class_does_not_take_is_refused(mine, tmp_path):
    instance = ullage.gen("eva-jobs" if mine is FirstFit else "eva-table7", n=3)
    with pytest.raises(TypeError, match="takes no setting 'rounds'"):
        ullage.solve(instance, mine(), rounds=3)
    with pytest.raises(ullage.Error, match="proves nothing"):
        ullage.solve(instance, mine(), certificate=tmp_path / "proof")


@pytest.mark.parametrize("call, sentence", [
    (lambda: ullage.solve(7, "ffd"), "an instance, or the path of one, and 7 is neither"),
    (lambda: ullage.solve("gallery:eva-table3", 7), "a method's name"),
    (lambda: ullage.solve("gallery:eva-table3", FirstFit), "FirstFit[(][)]"),
    (lambda: ullage.solve("gallery:eva-table3", "ffd", time_limit="soon"), "time_limit is a number"),
    (lambda: ullage.solve("gallery:eva-table3", "ffd", time_limit=-1), "time_limit is a number"),
    (lambda: ullage.solve("gallery:eva-table3", "ffd", seed="x"), "seed is a whole number"),
    (lambda: ullage.solve("gallery:eva-table3", "ffd", seed=-1), "seed is a whole number"),
    (lambda: ullage.solve("gallery:eva-table3", "ffd", stop=3), "stop is a function"),
    (lambda: ullage.gen(3), "a generator's name"),
    (lambda: ullage.gen("eva-jobs", n="many"), "n is a whole number"),
    (lambda: ullage.gen("eva-jobs", n=2.5), "n is a whole number"),
    (lambda: ullage.read(None), "the path of a file"),
    (lambda: ullage.parse(b"ullage"), "a text"),
    (lambda: ullage.import_("eva-jobs", 3), "the path of a file"),
    (lambda: ullage.bracket("gallery:eva-table3", "eva"), "a list of methods"),
    (lambda: ullage.bench([], "eva"), "a list of methods"),
    (lambda: ullage.bench([], ["eva"], jobs=0), "jobs is a whole number"),
    (lambda: ullage.check("gallery:eva-table3", 3), "a plan's path, or its columns"),
    (lambda: ullage.check("gallery:eva-table3", {"bin.type": "ab"}), "'bin.type' is a list of numbers"),
    (lambda: ullage.check("gallery:eva-table3", {"bin.type": [None]}), "'bin.type' is a list of numbers"),
])
def test_arguments_of_the_wrong_kind_are_one_sentence(call, sentence):
    with pytest.raises((TypeError, ValueError), match=sentence) as raised:
        call()
    assert not isinstance(raised.value, ullage.Error) and "\n" not in str(raised.value)


def test_a_comparison_is_that_of_the_report(tmp_path):
    suite = tmp_path / "suite.csv"
    files = [ullage.gen("eva-table7", n=30, seed=seed).write(tmp_path / f"{seed}.csv")
             for seed in range(1, 9)]
    suite.write_text("ullage-suite,1\nname,pairs\nlimits,10,10,0\n"
                     + "".join(f"file,{file}\n" for file in files)
                     + "method,ffd\nmethod,eva-full\n")
    ullage.run("bench", suite, "--out", tmp_path / "run")
    said = ullage.run("report", tmp_path / "run", "--baseline", "ffd")
    ours = ullage.bench(suite).compare("eva-full", baseline="ffd")
    sentence = next(line for line in said.splitlines() if "costs" in line and "than ffd" in line)
    p = float(re.search(r"p = ([0-9.e-]+)", sentence)[1])
    assert ours.n == 8 and ours.p == pytest.approx(p, rel=0.06), sentence
    assert f"{100 * abs(ours.mean):.2f}%" in sentence


SUITE = ("ullage-suite,1\nname,both\nlimits,10,10,0\nrepetitions,2\ngenerate,eva-jobs,6,1,2\n"
         "generate,eva-table7,10,1,1\nmethod,eva\nmethod,ffd\n")


def test_a_class_is_benched_beside_the_methods_of_a_suite(tmp_path):
    suite = tmp_path / "suite.csv"
    suite.write_text(SUITE)
    done = ullage.bench(suite, methods=[FirstFit(), "first-fit", "eva"], out=tmp_path / "run")
    assert {record["method"] for record in done.records} == {"firstfit", "first-fit", "eva"}
    mine = [record for record in done.records if record["method"] == "firstfit"]
    assert len(mine) == 4 and {record["knows"] for record in mine} == {"demands"}
    assert done.compare("firstfit", baseline="first-fit").equal == 2
    said = ullage.run("report", tmp_path / "run", "--baseline", "eva")
    assert "firstfit costs" in said and "first-fit costs" in said, said
    assert len(list((tmp_path / "run" / "plans").glob("1000*.csv"))) == 4
    assert {record["method"] for record in ullage.bench(suite, methods=[FirstFit()]).records} == {
        "eva", "ffd", "firstfit"}


def test_a_class_is_a_method_of_the_command_line(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("import sys\nsys.path.insert(0, %r)\nfrom first_fit import FirstFit\nimport ullage\n"
                    "class Sees(FirstFit):\n    knows = 'run-times'\n"
                    "    def on_start(self, view): pass\n"
                    "    def on_ended(self, view, task, machine):\n        task.run_time_s\n"
                    "        super().on_ended(view, task, machine)\n"
                    "class Fails(FirstFit):\n    def __init__(self, word): self.word = word\n"
                    "    def on_ended(self, *_): raise ValueError(self.word)\n"
                    "class Idle(ullage.Policy): pass\n" % str(source / "tests" / "python"))
    jobs = ullage.gen("eva-jobs", n=6, seed=1)
    method = lambda name: ullage.solve(jobs, "python", **{"class": f"{mine}:{name}"})
    assert stays(method("FirstFit")) == stays(ullage.solve(jobs, "first-fit"))
    assert (method("FirstFit()").knows, method("Sees").knows) == ("demands", "run-times")
    failed, idle = method("Fails('oh')"), method("Idle")
    assert failed.status == "crash" and failed.note.endswith("ValueError: oh")
    assert idle.status == "rejected" and "no order was carried out" in idle.note
    other = ullage.solve(ullage.gen("eva-table3"), "python", **{"class": f"{mine}:Idle"})
    assert (other.status, other.note) == ("rejected", "idle is for schedule instances, and this is a packing one")


def test_what_is_misspelt_is_named():
    class Typo(ullage.Policy):
        def on_arrival(self, view, tasks): ...

    class Swapped(ullage.Policy):
        def on_round(self, view, now): ...

    jobs = ullage.gen("eva-jobs", n=3, seed=1)
    with pytest.raises(ullage.Error, match="'on_arrival', which nobody calls"):
        ullage.solve(jobs, Typo())
    with pytest.raises(ullage.Error, match="on_round.self, now, view."):
        ullage.solve(jobs, Swapped())
    with pytest.raises(TypeError, match="is n="):
        ullage.gen("eva-jobs", tasks=5)


def test_a_table_is_imported_with_a_dictionary_and_what_is_left_out_is_warned_of(tmp_path):
    (tmp_path / "jobs.csv").write_text("job,sub,end,cores\na,0,5,1\nb,1,9,x\nc,1,9,0\n")
    (tmp_path / "types.csv").write_text("resource,cpu\ntype,k2,k2,0.1,4\n")
    with pytest.warns(UserWarning, match="1 left out: cpu .x. is not a number"):
        made = ullage.import_("table", tmp_path / "jobs.csv", as_="schedule", where="cores != 0",
                              map={"job": "job", "arrival": "sub", "duration": "end - sub", "cpu": "cores"},
                              catalog=tmp_path / "types.csv")
    assert made.kind == "schedule" and len(made.records("job")) == 1 and "left out" in made.remark


def test_a_view_has_what_the_protocol_greets_with(tmp_path):
    world = tmp_path / "world.csv"
    world.write_text("ullage,1,schedule\nname,w\nresource,cpu\nround,0\ncut-off,lost\ncutoff,30\nstretch,cpu\nbilling,60,120\n"
                     "type,a,f,1,4\nstartup,a,10,50,1\ntype,b,g,2,4\nboot,1,10\nboot,8,40\n"
                     "job,j,0,1,x,10,free,3\nmoving,j,5,0,1,2,3\n", encoding="utf-8")
    tell = tmp_path / "tell.py"
    tell.write_text("import sys\nopen(sys.argv[1], 'w').write(sys.stdin.readline())\n", encoding="utf-8")
    ullage.solve(world, f"policy command={sys.executable} {tell} {tmp_path / 'hello'}")
    hello, seen = json.loads((tmp_path / "hello").read_text(encoding="utf-8")), []

    class Looks(FirstFit):
        def on_start(self, view):
            for type in hello["types"]:
                terms = dataclasses.asdict(view.terms(type["name"]))
                terms.pop("shares")
                assert (terms.pop("sustained_s") == 0) != ("sustained_s" in type)
                assert terms == {name: type[name] for name in terms}
                assert view.supply(type["name"]) == type["supply"]
            assert {name: getattr(view, name) for name in hello["world"] if name != "boots"} == {
                name: value for name, value in hello["world"].items() if name != "boots"}
            assert [list(boot) for boot in view.boots] == hello["world"]["boots"] != []
            seen.append(view.terms("a").billing_unit_s)

        def on_arrived(self, view, tasks):
            assert tasks[0].moving_s == (5, 0, 1, 2, 3) and tasks[0].speed("a") == 1
            super().on_arrived(view, tasks)
    ullage.solve(world, Looks())
    assert seen == [60]


def test_the_cheapest_is_that_of_now():
    moving = ullage.parse("ullage,1,schedule\nname,p\nresource,cpu\nround,0\ntype,a,f,1,4\n"
                          "type,b,g,2,4\nprice,a,50,10\njob,j,0,1,,10,free,3\njob,k,100,1,,10,free,3\n")
    chosen = []

    class Notes(FirstFit):
        def on_arrived(self, view, tasks):
            chosen.append(view.cheapest(tasks[0]))
            super().on_arrived(view, tasks)
    ullage.solve(moving, Notes())
    assert chosen == ["a", "b"]


def test_what_a_policy_may_know_is_named():
    class Odd(ullage.Policy):
        knows = "runtimes"

    with pytest.raises(ullage.Error, match="one of demands"):
        ullage.solve(ullage.gen("eva-jobs", n=3, seed=1), Odd())


def test_methods_of_a_bracket_have_names_of_their_own():
    with pytest.raises(ullage.Error, match="named 'eva'"):
        ullage.bracket(ullage.gen("eva-jobs", n=3, seed=1), ["eva", "eva"])


class Patient(FirstFit):
    def __init__(self, weight=1):
        self.weight = weight


def test_two_of_a_class_or_two_settings_have_names_of_their_own(tmp_path):
    jobs = ullage.gen("eva-jobs", n=3)
    named = Patient()
    named.name = "mine"
    assert list(ullage.bracket(jobs, [Patient(), Patient(weight=2), named], floor=False).results) \
        == ["patient weight=1", "patient weight=2", "mine"]
    named.name, other = 'my, "odd" name', Patient(weight=2)
    other.name = named.name
    assert list(ullage.bracket(jobs, [named, Patient()], floor=False).results) == ['my, "odd" name', "patient"]
    assert list(ullage.bracket(jobs, [named, other], floor=False).results) \
        == ['my, "odd" name weight=1', 'my, "odd" name weight=2']
    with pytest.raises(ullage.Error, match="two of the methods are named 'patient'"):
        ullage.bracket(jobs, [Patient(), Patient()])
    suite = tmp_path / "suite.csv"
    suite.write_text(SUITE)
    done = ullage.bench(suite, methods=["eva interval=300", "eva interval=3600", Patient(), Patient(2), named])
    assert {record["method"] for record in done.records} == {
        "eva interval=300", "eva interval=3600", "patient weight=1", "patient weight=2", named.name}
    assert done.compare("eva interval=3600", baseline="eva pack=greedy interval=300").n == 2
    with pytest.raises(ullage.Error, match="'eva' may be any of eva interval=300, eva interval=3600"):
        done.compare("eva", baseline="patient weight=1")
    with pytest.raises(ullage.Error, match="there is no 'patient weight=9' in these records; they have eva"):
        done.compare("patient weight=9", baseline="eva")
    assert "over 1 instance (" in str(ullage.bench([jobs], ["eva", "owl"]).compare("eva", baseline="owl"))


def test_an_interrupt_ends_a_bench_of_several_threads():
    program = ("import sys; sys.path.insert(0, %r)\nimport ullage\n"
               "class Loops(ullage.Policy):\n    def on_arrived(self, view, tasks):\n"
               "        print('at work\\n', end='', flush=True)\n        while True: pass\n"
               "jobs = [ullage.gen('eva-jobs', n=3, seed=seed) for seed in (1, 2, 3)]\n"
               "ullage.bench(jobs, methods=[Loops()], time_limit=None, jobs=2)\n" % str(source / "python"))
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as talk:
        assert talk.stdout.readline() == "at work\n" and talk.stdout.readline() == "at work\n"
        talk.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in talk.communicate(timeout=30)[1]


def test_what_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pandas: pip install './python\[frames\]'"):
        ullage.solve(ullage.gen("eva-table3"), "ffd").plan.to_frame()


class Counts(FirstFit):
    """Has state of its own: every second task gets a machine for itself."""
    def __init__(self):
        self.n = 0

    def on_arrived(self, view, tasks):
        for task in tasks:
            self.n += 1
            time.sleep(0)  # another thread may come between
            room = [machine for machine in view.machines if self.n % 2 and view.fits(task, machine)]
            view.put(task, room[0] if room else view.rent(view.cheapest(task)))


class Turns(ullage.Heuristic):
    def __init__(self):
        self.n = 0

    def place(self, item, bins):
        self.n += 1
        time.sleep(0)
        return next((bin for bin in bins if self.n % 2 and self.fits(item, bin)), None)


@pytest.mark.parametrize("made, family", [(Counts, "eva-jobs"), (Turns, "eva-table7")])
def test_every_run_has_a_copy_of_the_object_as_it_was_given(made, family):
    instances = [ullage.gen(family, n=21, seed=seed) for seed in (1, 2, 3, 4)]
    alone = [ullage.solve(instance, made()).cost for instance in instances]
    mine = made()
    for jobs in (1, 2):
        assert [record["cost"] for record in ullage.bench(instances, [mine], jobs=jobs).records] == alone
    for _ in range(2):
        assert ullage.bracket(instances[0], [mine], floor=False).results[mine.name].cost == alone[0]
    assert mine.n == 0 and ullage.solve(instances[0], mine).cost == alone[0] and mine.n > 0


def test_what_cannot_be_copied_is_named_and_what_a_run_has_left_can():
    mine, jobs = Counts(), ullage.gen("eva-jobs", n=3)
    mine.lock = threading.Lock()
    with pytest.raises(ullage.Error, match="counts cannot be copied.*lock"):
        ullage.bench([jobs], [mine])

    class Keeps(FirstFit):
        def on_arrived(self, view, tasks):
            self.kept = view, tasks, view.machines
            super().on_arrived(view, tasks)
    keeps = Keeps()
    cost = ullage.solve(jobs, keeps).cost
    assert ullage.bench([jobs], [keeps]).records[0]["cost"] == cost


@pytest.mark.parametrize("why, jobs", [(KeyboardInterrupt, 1), (ValueError, 2)])
def test_runs_that_have_ended_are_kept_whatever_ends_the_bench(why, jobs, tmp_path):
    class Fails(FirstFit):
        begun = 0

        def on_start(self, view):
            Fails.begun += 1
            if Fails.begun == 3:
                raise why("oh")
    suite, out = tmp_path / "suite.csv", tmp_path / "run"
    suite.write_text(SUITE)
    with pytest.raises(why):
        ullage.bench(suite, ["eva", Fails()], out=out, jobs=jobs)
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join(10)
    kept = [line for line in (out / "records.csv").read_text().splitlines() if ",fails," in line]
    assert len(kept) == 2 or jobs == 2 and 1 <= len(kept) <= 3
    with pytest.raises(ullage.Error, match="there are records already: resume=True goes on, or choose another out="):
        ullage.bench(suite, ["eva", Fails()], out=out)
    before = Fails.begun
    records = ullage.bench(suite, ["eva", Fails()], out=out, resume=True).records
    assert Fails.begun == before + 4 - len(kept)
    mine = [record for record in records if record["method"] == "fails"]
    assert len({record["run"] for record in mine}) == len(mine) == 4 and len(records) == 8
    assert len({record["version"] for record in records}) == 1
    assert "different versions" not in ullage.run("report", out)


def test_a_method_is_called_as_it_was_given(tmp_path):
    suite = tmp_path / "suite.csv"
    suite.write_text(SUITE)
    done = ullage.bench(suite, methods=["eva", "eva interval=600", "stratus"])
    assert {record["method"] for record in done.records} == {"eva", "eva interval=600", "stratus"}
    assert done.compare("eva interval=600", baseline="eva").n == 2
    assert {record["method"] for record in ullage.bench(suite, methods=["eva", "eva interval=300|900"]).records} == {
        "eva interval=0", "eva interval=300", "eva interval=900"}
