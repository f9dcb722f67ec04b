"""Pictures with matplotlib, in colours that people who are colour-blind can tell apart."""
from __future__ import annotations

from typing import Any, Mapping

from ._library import needed

#: Okabe and Ito's
colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999"]


def style() -> None:
    """The look of the notebooks, for all pictures to come."""
    matplotlib = needed("matplotlib")
    matplotlib.rcParams.update({
        "figure.dpi": 80, "figure.figsize": (8, 3.6), "figure.constrained_layout.use": True,
        "axes.prop_cycle": matplotlib.cycler(color=colours), "axes.spines.top": False,
        "axes.spines.right": False,
    })


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    return needed("matplotlib.pyplot").subplots(figsize=(8, 3.6), layout="constrained")[1]


def bars(values: Mapping[str, float], label: str, ax: Any = None) -> Any:
    """A bar for each name, the least in another colour; returns the axes."""
    ax = _axes(ax)
    least = min(values.values(), default=0)
    ax.barh(list(values), list(values.values()),
            color=[colours[1] if value == least else colours[0] for value in values.values()])
    ax.invert_yaxis()
    ax.set_xlabel(label)
    return ax


def timeline(of: Any, ax: Any = None) -> Any:
    """Machines as rows from order to release, and on them who works there."""
    ax = _axes(ax)
    jobs: dict[str, int] = {}
    for machine in of.machines():
        ax.barh(machine["machine"], (machine["released_s"] - machine["ordered_s"]) / 3600,
                left=machine["ordered_s"] / 3600, color="#DDDDDD", height=0.9)
    for stay in of.rows():
        colour = colours[jobs.setdefault(stay["job"], len(jobs)) % (len(colours) - 1)]
        ax.barh(stay["machine"], (stay["to_s"] - stay["from_s"]) / 3600, left=stay["from_s"] / 3600,
                color=colour, height=0.5, alpha=0.8)
    ax.invert_yaxis()
    ax.set_xlabel("hours")
    ax.set_ylabel("machine")
    return ax
