"""Runs the ullage command for the notebooks and hands its records to pandas.

The command is the one that the variable ULLAGE names, else the one on PATH, else
that of build/release. Files go to a folder that is removed at the end.
"""
import atexit
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import matplotlib
import pandas

folder = pathlib.Path(tempfile.mkdtemp(prefix="ullage-notebook-"))
atexit.register(shutil.rmtree, folder, ignore_errors=True)

# Okabe and Ito's colours, which people who are colour-blind can tell apart.
colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"]
matplotlib.rcParams.update({
    "figure.dpi": 80, "figure.figsize": (8, 3.6), "figure.constrained_layout.use": True,
    "axes.prop_cycle": matplotlib.cycler(color=colours), "axes.spines.top": False,
    "axes.spines.right": False,
})


def program(name="ullage"):
    """The path of ullage, or of ullage-check, which lies beside it."""
    built = pathlib.Path(__file__).resolve().parent.parent / "build" / "release" / "ullage"
    found = os.environ.get("ULLAGE") or shutil.which("ullage") or (built.exists() and str(built))
    if not found:
        raise RuntimeError("ullage is not on PATH; run scripts/quickstart, or set ULLAGE to its path")
    return str(pathlib.Path(found).parent / name)


def run(*arguments, name="ullage", accept=(0,)):
    """What the command prints; an exception with its own words when it fails."""
    done = subprocess.run([program(name), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in accept:
        raise RuntimeError((done.stderr + done.stdout).strip())
    return done.stdout


def settings(parameters):
    return [word for name, value in parameters.items() for word in ("--set", f"{name}={value}")]


def generate(family, tasks=None, seed=None, name=None, **parameters):
    """An instance file; keyword arguments are the family's parameters."""
    path = folder / (name or f"{family}.csv")
    size = ["--tasks", tasks] if tasks else []
    number = ["--seed", seed] if seed else []
    run("gen", family, *size, *number, *settings(parameters), "-o", path)
    return path


def solve(path, method, seconds=None, plan=None, certificate=None, **parameters):
    """One run as a dictionary: status, cost (None without a plan), bound, wall_s, ..."""
    words = ["--time-limit", seconds] if seconds else []
    words += ["--output", plan] if plan else []
    words += ["--certificate", certificate] if certificate else []
    return json.loads(run("solve", path, "-m", method, "--json", *words, *settings(parameters),
                          accept=(0, 1)))


def bench(instances, methods, seconds=5):
    """Every method on every instance, as a suite: one row a run.

    An instance is "FAMILY,TASKS,FIRST_SEED,LAST_SEED,NAME=VALUE...", a method is
    "METHOD,NAME=VALUE...", as in a suite file.
    """
    where = pathlib.Path(tempfile.mkdtemp(dir=folder))
    lines = ["ullage-suite,1", "name,notebook", f"limits,{seconds},0,0"]
    lines += [f"generate,{instance}" for instance in instances]
    lines += [f"method,{method}" for method in methods]
    (where / "suite.csv").write_text("\n".join(lines) + "\n")
    run("bench", where / "suite.csv", "--out", where / "out", "--jobs", os.cpu_count() or 1)
    records = pandas.read_csv(where / "out" / "records.csv")
    records["family"] = records.instance.str.replace(r"-\d+-s\d+", "", regex=True)
    records.attrs["folder"] = where / "out"
    return records


def events(records, method):
    """When a run of the method found each plan and each bound."""
    runs = records[records.method == method]
    rows = [pandas.read_csv(records.attrs["folder"] / "events" / f"{run:06d}.csv").assign(run=run)
            for run in runs.run]
    return pandas.concat(rows)


def against_optimum(records):
    """The runs on instances with a proved optimum, with the ratio of their cost to it."""
    proved = records[records.status == "optimal"].groupby("sha256").cost.min().rename("optimum")
    joined = records.dropna(subset="cost").join(proved, on="sha256", how="inner")
    return joined.assign(ratio=joined.cost / joined.optimum)
