"""Many methods on one instance (bracket), or on many (bench), and how they compare."""
from __future__ import annotations

import copy
import csv
import itertools
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Sequence

from ._library import Error, catalogue, lib, needed, number_from, path_of_library
from .instances import AnyPath, Instance, as_instance, read
from .solving import Result, interrupt_all, solve


def methods(kind: str | None = None, trait: str | None = None) -> list[str]:
    """The names of all methods, or of those for a kind or with a trait ("constructive",
    "proves", "bound-only", "offline", ...).

    >>> "eva-full" in methods("packing"), methods("schedule", "bound-only")
    (True, ['schedule-floor'])
    """
    return [entry["name"] for entry in catalogue()["methods"]
            if kind in (None, entry["kind"]) and (trait is None or trait in entry["traits"])]


#: a method's name, and "PARAMETER=VALUE ..."
_Setting = tuple[str, str]


def _labels(settings: Sequence[_Setting]) -> list[str]:
    """Each as reports have it (bench/report/method_label.c): the name, and the parameters by
    which it differs from another of its name.

    >>> _labels([("eva", "interval=300 pack=greedy"), ("eva", "interval=600 pack=greedy"), ("ffd", "n=1")])
    ['eva interval=300', 'eva interval=600', 'ffd']
    """
    return [" ".join([name] + [word for word in words.split(" ") if not all(
        word in other.split(" ") for of, other in settings if of == name)]) for name, words in settings]


def _names(methods: Sequence[Any]) -> list[str]:
    """Those of objects tell those of one class apart by their settings."""
    mine = [method for method in methods if not isinstance(method, str)]
    labels = dict(zip(map(id, mine), _labels([(one.name, one.settings()) for one in mine])))
    names = [labels.get(id(method), method) for method in methods]
    for name in names:
        if names.count(name) > 1:
            raise Error(f"two of the methods are named '{name}': give one a name of its own (its .name)")
    return names


def _fresh(method: Any) -> Any:
    """The method for one run: of an object a copy, for what it keeps is of that run alone."""
    try:
        return copy.deepcopy(method)
    except Exception as why:
        raise Error(f"{method.name} cannot be copied, and every run has a copy of its own ({why}): its "
                    "__deepcopy__ may say how") from why


def _listed(methods: Any) -> list[Any]:
    """The methods as they are given."""
    if isinstance(methods, str) or not isinstance(methods, Iterable):
        raise TypeError(f"methods is a list of methods, and {methods!r} is none")
    return [_fresh(method) for method in methods]


def _table(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as text, for those without pandas."""
    if not rows:
        return "(nothing)"
    cells = [list(rows[0])] + [["" if value is None else f"{value:.6g}" if isinstance(value, float)
                                else str(value) for value in row.values()] for row in rows]
    widths = [max(len(line[q]) for line in cells) for q in range(len(cells[0]))]
    return "\n".join("  ".join(cell.rjust(width) if q else cell.ljust(width)
                               for q, (cell, width) in enumerate(zip(line, widths))).rstrip()
                     for line in cells)


class Bracket:
    """What each policy costs above the floor that no schedule can go below."""

    def __init__(self, instance: Instance, floor: float | None, results: dict[str, Result]) -> None:
        self.instance, self.floor, self.results = instance, floor, results

    def rows(self) -> list[dict[str, Any]]:
        found = []
        for name, result in self.results.items():
            measures = result.measures
            found.append({
                "method": name, "status": result.status, "knows": result.knows, "note": result.note,
                "cost": result.cost,
                "above": result.cost / self.floor - 1 if result.cost and self.floor else None,
                "completion_h": measures.get("mean_completion_s", math.nan) / 3600,
                "longest_wait_s": measures.get("longest_wait_s"), "cpu_s": result.cpu_s})
        return found

    def to_frame(self) -> Any:
        """The rows as a pandas frame."""
        return needed("pandas").DataFrame(self.rows()).set_index("method")

    def plot(self, ax: Any = None) -> Any:
        """Cost over the floor, a bar a method; returns the axes."""
        from .pictures import bars
        base = self.floor or 1
        values = {row["method"]: row["cost"] / base for row in self.rows() if row["cost"]}
        return bars(values, "cost / floor" if self.floor else "cost, $", ax)

    def __repr__(self) -> str:
        return f"{self.instance.name}, floor ${self.floor}\n{_table(self.rows())}"


def bracket(instance: Instance | AnyPath, methods: Iterable[Any], *, seed: int = 1,
            time_limit: float | None = None, floor: bool = True) -> Bracket:
    """Runs each method, a name or a copy of a Policy, and what proves the floor under them all.

    >>> import ullage
    >>> jobs = ullage.gen("eva-jobs", n=6, seed=1)
    >>> found = bracket(jobs, ["eva", "no-packing"])
    >>> [row["method"] for row in found.rows()], found.floor <= found.results["eva"].cost
    (['eva', 'no-packing'], True)
    """
    taken = as_instance(instance)
    asked = _listed(methods)
    names = _names(asked)
    knows = [entry["name"] for entry in catalogue()["methods"] if entry["kind"] == taken.kind
             and {"bound-only", "certifies"} <= set(entry["traits"])]
    least = solve(taken, knows[0]).bound if floor and knows else None
    return Bracket(taken, least, {name: solve(taken, _fresh(method), seed=seed, time_limit=time_limit)
                                  for name, method in zip(names, asked)})


@dataclass(frozen=True)
class Comparison:
    """One method against another on the instances where both have a plan, by the tests that
    `ullage report` uses: mean costs over seeds, instance by instance; neither interval nor p
    of fewer than six instances."""
    method: str
    baseline: str
    n: int
    cheaper: int
    equal: int
    dearer: int
    #: mean of cost / baseline's cost - 1, and its 95% interval by the bootstrap
    mean: float
    low: float
    high: float
    #: of Wilcoxon's signed-rank test, two-sided, of this comparison alone; who makes several
    #: adjusts (Holm), as the report does
    p: float

    def __str__(self) -> str:
        word = "more" if self.mean >= 0 else "less"
        sure = (f"95% interval {100 * self.low:+.2f}% to {100 * self.high:+.2f}%, p = {self.p:.3g}"
                if self.n >= _FEWEST_PAIRS else "too few to tell")
        return (f"{self.method} costs {100 * abs(self.mean):.2f}% {word} than {self.baseline} on "
                f"average over {self.n} instance{'s' * (self.n != 1)} ({sure}): cheaper on {self.cheaper}, equal on "
                f"{self.equal}, dearer on {self.dearer}")


#: of five, no signed-rank test can come below 0.06
_FEWEST_PAIRS = 6
_EXACT_PAIRS_MAX = 25


def _wilcoxon(differences: Sequence[float]) -> float:
    """p of the signed-rank test, two-sided: exact up to 25 pairs that differ, else normal with
    corrections for ties and continuity (bench/report/statistics.c).

    >>> round(_wilcoxon([1, 2, 3, 4, 5, 6]), 5), round(_wilcoxon([1, -1, 2, -2, 3, -4]), 5)
    (0.03125, 1.0)
    """
    kept = sorted((d for d in differences if d != 0), key=abs)
    n, plus, minus, ties, ranks = len(kept), 0.0, 0.0, 0, []
    for _, group in itertools.groupby(kept, key=abs):
        tied = list(group)
        rank = len(ranks) + (len(tied) + 1) / 2
        ranks += [rank] * len(tied)
        ties += len(tied) ** 3 - len(tied)
        plus += rank * sum(d > 0 for d in tied)
        minus += rank * sum(d < 0 for d in tied)
    least = min(plus, minus)
    if n == 0:
        return 1.0
    if n <= _EXACT_PAIRS_MAX:
        ways = {0: 1}  # by sum of doubled ranks, which are whole
        for rank in ranks:
            more = {total + round(2 * rank): count for total, count in ways.items()}
            ways = {total: ways.get(total, 0) + more.get(total, 0) for total in ways | more}
        return min(1.0, 2 * sum(count for total, count in ways.items() if total <= 2 * least) / 2 ** n)
    variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48
    return min(1.0, math.erfc((n * (n + 1) / 4 - least - 0.5) / math.sqrt(2 * variance)))


class Bench:
    """Records of runs: one dictionary a run."""

    def __init__(self, records: list[dict[str, Any]]) -> None:
        self.records = records

    def to_frame(self) -> Any:
        """The records as a pandas frame."""
        return needed("pandas").DataFrame(self.records)

    def against_optimum(self) -> Any:
        """A frame of the runs with a plan on instances whose optimum some run proved, with the
        ratio of their cost to it. What is proved of schedules in which nobody waits for longer
        (`bound_wait_s`) is no optimum of all."""
        frame = self.to_frame()
        best = frame.status == "optimal"
        if "bound_wait_s" in frame:
            best &= frame.bound_wait_s.isna()
        if "measures" in frame:  # as `ullage bench` writes them
            best &= ~frame.measures.fillna("").str.contains("bound_wait_s=", regex=False)
        proved = frame[best].groupby("sha256").cost.min().rename("optimum")
        joined = frame.dropna(subset="cost").join(proved, on="sha256", how="inner")
        return joined.assign(ratio=joined.cost / joined.optimum)

    def _costs(self, method: str) -> dict[str, float]:
        """By instance, the mean over seeds."""
        costs: dict[str, list[float]] = {}
        known = sorted({record["method"] for record in self.records})
        meant = [method] if method in known else self._meant(method)
        if len(meant) > 1:
            raise Error(f"'{method}' may be any of {', '.join(meant)}")
        for record in self.records:
            if record["method"] in meant and record["cost"] is not None:
                costs.setdefault(record["sha256"], []).append(record["cost"])
        if not meant:
            raise Error(f"there is no '{method}' in these records; they have {', '.join(known)}")
        if not costs:
            raise Error(f"'{method}' has no plan in these records")
        return {instance: math.fsum(all_of) / len(all_of) for instance, all_of in costs.items()}

    def _meant(self, method: str) -> list[str]:
        """The names of those that have all the words of this one, be they parameters."""
        name, *words = method.split(" ")
        return sorted({record["method"] for record in self.records
                       if record["method"].split(" ")[0] == name
                       and set(words) <= set(f"{record['method']} {record['parameters']}".split(" "))})

    def compare(self, method: str, baseline: str) -> Comparison:
        """How a method does against another, instance by instance."""
        ours, theirs = self._costs(method), self._costs(baseline)
        ratios = [ours[key] / theirs[key] - 1 if theirs[key] else 0.0
                  for key in ours if key in theirs]
        if not ratios:
            raise Error(f"'{method}' and '{baseline}' have no instance in common")
        low = high = p = math.nan
        if len(ratios) >= _FEWEST_PAIRS:
            draw = random.Random(1)
            means = sorted(math.fsum(draw.choices(ratios, k=len(ratios))) / len(ratios)
                           for _ in range(2000))
            low, high, p = means[49], means[1949], _wilcoxon(ratios)
        cheaper, dearer = sum(r < 0 for r in ratios), sum(r > 0 for r in ratios)
        return Comparison(method, baseline, len(ratios), cheaper, len(ratios) - cheaper - dearer,
                          dearer, math.fsum(ratios) / len(ratios), low, high, p)

    def plot(self, ax: Any = None) -> Any:
        """Mean cost over the best known, a bar a method; returns the axes."""
        from .pictures import bars
        best: dict[tuple[str, Any], float] = {}
        for record in self.records:
            if record["cost"] is not None:
                key = record["sha256"], record["seed"]
                best[key] = min(best.get(key, math.inf), record["cost"])
        ratios: dict[str, list[float]] = {}
        for record in self.records:
            key = record["sha256"], record["seed"]
            if record["cost"] is not None and best[key] > 0:
                ratios.setdefault(record["method"], []).append(record["cost"] / best[key])
        return bars({name: math.fsum(all_of) / len(all_of) for name, all_of in ratios.items()},
                    "cost / best known, mean", ax)

    def __repr__(self) -> str:
        shown = ("instance", "method", "seed", "status", "cost", "bound", "cpu_s")
        return _table([{name: record.get(name) for name in shown} for record in self.records])


def program(name: str = "ullage") -> str:
    """The path of ullage, or of ullage-check: as ULLAGE names it, beside the library, or on
    PATH."""
    told = os.environ.get("ULLAGE")
    library = pathlib.Path(path_of_library())
    for folder in ([pathlib.Path(told).parent] if told else
                   [library.parent, library.parent.parent / "bin"]):
        if library.is_absolute() or told:
            found = folder / name
            if found.is_file():
                return str(found)
    on_path = shutil.which(name)
    if on_path is None:
        raise Error(f"the program {name} is not found: put it on PATH, or set ULLAGE to its path")
    return on_path


def run(*arguments: object, name: str = "ullage", accept: Sequence[int] = (0,)) -> str:
    """What the program prints; its own words as an exception where it fails."""
    done = subprocess.run([program(name), *map(str, arguments)], capture_output=True, text=True,
                          check=False)
    if done.returncode not in accept:
        raise Error((done.stderr + done.stdout).strip())
    return done.stdout


def _read_records(path: pathlib.Path) -> list[dict[str, Any]]:
    def value(name: str, text: str) -> Any:
        if name in ("cost", "bound", "wall_s", "cpu_s"):
            return float(text) if text else None
        return int(text) if name in ("seed", "run") and text.isdigit() else text
    with open(path, newline="", encoding="utf-8") as file:
        return [{name: value(name, text) for name, text in row.items()}
                for row in csv.DictReader(file)]


def _bench_suite(suite: AnyPath, methods: list[Any], jobs: int, out: pathlib.Path, resume: bool) -> Bench:
    """Names go to `ullage bench`, which isolates every run; classes are run here on the
    instances that it has left, under the suite's limit of wall time and with its seeds."""
    names = [method for method in methods if isinstance(method, str)]
    if not resume and (out / "records.csv").exists():
        raise Error(f"{out}: there are records already: resume=True goes on, or choose another out=")
    run("bench", suite, "--out", out, "--jobs", jobs, *(["--resume"] if resume else []),
        *(word for name in names for word in ("-m", name)))
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    mine = [method for method in methods if not isinstance(method, str)]
    if mine:
        instances = [read(path) for path in sorted((out / "instances").iterdir())]
        _run_here(instances, mine, range(1, manifest["repetitions"] + 1),
                  manifest["limits"]["wall_s"] or None, jobs, _Folder(out))
    found = _read_records(out / "records.csv")
    called: dict[str, dict[_Setting, str]] = {}
    for kind in {record["kind"] for record in found}:
        called[kind] = _as_given(sorted({_setting(record) for record in found if record["kind"] == kind}), names)
    return Bench([{**record, "method": called[record["kind"]][_setting(record)]} for record in found])


def _setting(record: Mapping[str, Any]) -> _Setting:
    return record["method"], record["parameters"]


def _as_given(settings: Sequence[_Setting], names: Sequence[str]) -> dict[_Setting, str]:
    """What settings, of one kind, are called: as they were given where that says which is
    meant, else as in reports.

    >>> list(_as_given([("eva", "interval=0 pack=all"), ("eva", "interval=600 pack=all")],
    ...                ["eva", "eva interval=600"]).values())
    ['eva', 'eva interval=600']
    """
    meant = [max((name for name in names if name.split(" ")[0] == method
                  and set(name.split(" ")[1:]) <= set(words.split(" "))), key=len, default="")
             for method, words in settings]
    return {setting: name if name and meant.count(name) == 1 else label
            for setting, name, label in zip(settings, meant, _labels(settings))}


class _Folder:
    """What `ullage bench` has left, to which runs of classes are added as each ends. Their
    numbers are such as no suite's runs have."""

    def __init__(self, out: pathlib.Path) -> None:
        self._out, self._lock = out, threading.Lock()
        with open(out / "records.csv", newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            self._content: dict[str, str] = {}
            self._done: set[tuple[str, ...]] = set()
            self.first = 1_000_000
            for row in rows:
                self._content[row["sha256"]] = row["content"]
                self._done.add(self._key(row))
                self.first = max(self.first, int(row["run"]) + 1)
            self._columns = rows.fieldnames or []

    @staticmethod
    def _key(row: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(str(row[name]) for name in ("sha256", "method", "parameters", "seed"))

    def wants(self, instance: Instance, method: Any, seed: int) -> bool:
        """Whether the method is for the instance, and this run of it is not there."""
        return method.kind == instance.kind and self._key(
            {"sha256": instance.sha256, "method": method.name, "parameters": method.settings(),
             "seed": seed}) not in self._done

    def keep(self, record: dict[str, Any], result: Result) -> None:
        """Adds the plan, and the row as `ullage bench` writes it."""
        if result.exact_cost is not None:
            result.write(self._out / "plans" / f"{record['run']}.csv")
        row = {**record, "content": self._content.get(record["sha256"], ""), "limit": result.limit,
               "cost": result.exact_cost, "bound": result.exact_bound, "peak_rss_kb": 0,
               "version": lib.ul_version().decode(),
               "measures": ";".join(f"{name}={value:.12g}" for name, value in result.measures.items()
                                    if name not in ("wall_s", "cpu_s"))}
        with self._lock, open(self._out / "records.csv", "a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, self._columns, restval="", extrasaction="ignore",
                           lineterminator="\n").writerow(row)


def _run_here(instances: Iterable[Instance | AnyPath], methods: list[Any], seeds: Iterable[int],
              time_limit: float | None, jobs: int, folder: _Folder | None = None) -> list[dict[str, Any]]:
    """Records; those of classes that the folder wants are kept there."""
    names = _names(methods)
    runs = [work for work in itertools.product(map(as_instance, instances), zip(methods, names), seeds)
            if folder is None or folder.wants(work[0], work[1][0], work[2])]
    over = threading.Event()

    def one(number: int, work: tuple[Instance, Any, int]) -> dict[str, Any]:
        instance, (method, name), seed = work
        result = solve(instance, _fresh(method), seed=seed, time_limit=time_limit, stop=over.is_set)
        if result.limit == "user":
            raise KeyboardInterrupt  # of another thread
        if folder is None:
            return {**result.record(), "method": name, "seed": seed}
        record = {**result.record(), "parameters": method.settings(), "seed": seed, "run": number}
        folder.keep(record, result)
        return record

    first = 0 if folder is None else folder.first
    if jobs == 1:
        return [one(first + q, work) for q, work in enumerate(runs)]
    pool = ThreadPoolExecutor(jobs)
    try:
        return list(pool.map(one, itertools.count(first), runs))
    except BaseException:
        over.set()
        interrupt_all()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def bench(suite: AnyPath | Iterable[Instance | AnyPath], methods: Iterable[Any] = (), *,
          seeds: Iterable[int] = (1,), time_limit: float | None = 10, jobs: int = 1,
          out: AnyPath | None = None, resume: bool = False) -> Bench:
    """Every method on every instance: names, and objects of your own classes, of which every run
    has a copy as they were given. Instances are run here, `jobs` at once. A suite, by its name
    or file, is run by `ullage bench`, which has processes, seeds and limits of its own: its
    methods, or those that are named here instead; objects of yours are run here on the same
    instances. `out` keeps its folder for `ullage report`, each run as it ends; `resume` goes
    on in one that was cut short.

    >>> import ullage
    >>> suite = [ullage.gen("eva-table7", n=30, seed=seed) for seed in (1, 2, 3)]
    >>> done = bench(suite, methods=["ffd", "eva-full"])
    >>> print(done.compare("eva-full", baseline="ffd"))
    eva-full costs 3.39% less than ffd on average over 3 instances (too few to tell): cheaper on 2, equal on 1, dearer on 0
    """
    chosen = _listed(methods)
    number_from(jobs, "jobs", least=1)
    if isinstance(suite, (str, os.PathLike)):
        if out is not None:
            return _bench_suite(suite, chosen, jobs, pathlib.Path(out), resume)
        with tempfile.TemporaryDirectory(prefix="ullage-") as folder:
            return _bench_suite(suite, chosen, jobs, pathlib.Path(folder) / "run", False)
    if out is not None:
        raise Error("only a suite leaves a folder: out= is for a suite's name or file")
    return Bench(_run_here(suite, chosen, list(seeds), time_limit, jobs))
