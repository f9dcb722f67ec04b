"""Instances: read, generated, imported, or built from tables."""
from __future__ import annotations

import csv
import ctypes
import os
import pathlib
import tempfile
import warnings
from typing import Any, Iterable, Mapping, Sequence, Union

from ._library import (Column, Error, Making, Records, c_char_p, c_double, c_int64, catalogue,
                       checked, fault, fits_64_bits, lib, name_from, needed, number_from, path_from,
                       settings, text_from, texts, without_nul)

AnyPath = Union[str, "os.PathLike[str]"]


class Instance:
    """A problem that never changes; any number of threads may solve it.

    >>> tasks = gen("eva-table7", n=20, seed=1)
    >>> tasks.name, tasks.kind
    ('eva-table7-20-s1', 'packing')
    """

    def __init__(self, handle: int | None, remark: str = "") -> None:
        if not handle:
            raise fault()
        self._handle: int | None = handle
        #: what an importer left out or rounded, in one line
        self.remark = remark

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle and lib is not None:
            lib.ul_instance_free(handle)

    def __copy__(self) -> Instance:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Instance:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return parse, (self.text,)  # to another process it goes as its file

    @property
    def name(self) -> str:
        return lib.ul_instance_name(self._handle).decode()

    @property
    def kind(self) -> str:
        """"packing", "schedule", "reservation", "availability" or "deadline"."""
        return lib.ul_instance_kind(self._handle).decode()

    @property
    def sha256(self) -> str:
        """The name of its content, which plans carry."""
        return lib.ul_instance_sha256(self._handle).decode()

    def write(self, path: AnyPath) -> pathlib.Path:
        """Writes its file; a path that ends in .gz is compressed."""
        checked(lib.ul_write(self._handle, os.fsencode(path)))
        return pathlib.Path(path)

    @property
    def text(self) -> str:
        """Its file, in the form that Ullage writes."""
        with tempfile.TemporaryDirectory(prefix="ullage-") as folder:
            return self.write(pathlib.Path(folder) / "instance.csv").read_text(encoding="utf-8")

    def records(self, tag: str) -> list[list[str]]:
        """The fields of its records of this name, without the name: docs/formats.md.

        >>> gen("eva-table3").records("type")[0]
        ['it1', 'it1', '12', '4', '16', '244']
        """
        return [row[1:] for row in csv.reader(self.text.splitlines()) if row and row[0] == tag]

    def to_frame(self, tag: str, columns: Sequence[str] | None = None) -> Any:
        """Those records as a pandas frame; what reads as a number is one."""
        pandas = needed("pandas")
        frame = pandas.DataFrame(self.records(tag), columns=columns)
        for column in frame:
            numbers = pandas.to_numeric(frame[column], errors="coerce")
            if numbers.notna().sum() == (frame[column] != "").sum() > 0:
                frame[column] = numbers
        return frame

    def __repr__(self) -> str:
        return f"<ullage.Instance {self.name} ({self.kind})>"


def read(path: AnyPath) -> Instance:
    """Reads a file, plain or compressed, or "gallery:NAME"."""
    return Instance(lib.ul_read(path_from(path)))


def parse(text: str, name: str = "text") -> Instance:
    """Reads an instance's text.

    >>> parse("ullage,1,packing")
    Traceback (most recent call last):
    ...
    ullage.Error: text:1: column 1: the instance has no name record
    """
    data = text_from(text, "what is parsed").encode()
    return Instance(lib.ul_parse(name_from(name, "its name"), data, len(data)))


def as_instance(instance: Instance | AnyPath) -> Instance:
    if isinstance(instance, Instance):
        return instance
    if not isinstance(instance, (str, os.PathLike)):
        raise TypeError(f"what is solved is an instance, or the path of one, and {instance!r} is "
                        "neither")
    return read(instance)


def _make(function: Any, what: str, name: str, making: Making, parameters: Mapping[str, object]
          ) -> Instance:
    remark = ctypes.create_string_buffer(1024)
    making.set, making.n_set = settings(
        parameters, [entry for entry in catalogue()[what] if entry["name"] == name])
    making.remark, making.remark_room = ctypes.cast(remark, c_char_p), len(remark)
    maker = name_from(name, f"{'a generator' if what == 'generators' else 'an importer'}'s name")
    made = Instance(function(maker, making), remark.value.decode())
    if name == "table" and ("left out" in made.remark or "fit no type" in made.remark):
        warnings.warn(made.remark, stacklevel=3)
    return made


def gen(family: str, n: int | None = None, seed: int = 1, **parameters: object) -> Instance:
    """Makes an instance as `ullage gen FAMILY` does, of `n` tasks (or jobs, as the family
    counts); further keywords are the family's parameters.

    >>> gen("eva-jobs", n=5, seed=2).kind
    'schedule'
    """
    if "tasks" in parameters:
        raise TypeError("how many tasks there are is n=, as in gen('eva-jobs', n=20)")
    making = Making(tasks=number_from(n, "n"), seed=number_from(seed, "seed"))
    return _make(lib.ul_generate, "generators", family, making, parameters)


def import_(form: str, *files: AnyPath, n: int | None = None, seed: int = 1, start: float = 0,
            end: float = 0, **parameters: object) -> Instance:
    """Makes an instance of foreign files as `ullage import FORM FILE...` does; `start` and
    `end` are the window of a trace in seconds. What --map, --where, --as and --set are on the
    command line are keywords: import_("table", "jobs.csv", as_="schedule", catalog="types.csv",
    map={"arrival": "submit", "duration": "end - submit"}, where="cores > 0"). What it left out
    or rounded stands in the instance's `remark`; rows that are left out are warned of."""
    array, length = texts(os.fsdecode(path_from(file)) for file in files)
    making = Making(tasks=number_from(n, "n"), seed=number_from(seed, "seed"), file=array,
                    n_files=length, from_s=number_from(start, "start", whole=False),
                    to_s=number_from(end, "end", whole=False))
    return _make(lib.ul_import, "importers", form, making, parameters)


def from_records(kind: str, records: Iterable[tuple[str, Iterable[Sequence[object]]]]) -> Instance:
    """Builds an instance of the records of its file, group by group: the name of the record
    and its rows of fields. None is an empty field.

    >>> small = from_records("packing", [("name", [["small"]]), ("resource", [["cpu"]]),
    ...     ("type", [["m1", "m", 0.5, 4]]), ("task", [["a", 1, None, None, None, 3]])])
    >>> small.name
    'small'
    """
    groups, kept = [], []
    for tag, rows in records:
        table = [list(row) for row in rows]
        if not table:
            continue
        if len({len(row) for row in table}) > 1:
            raise Error(f"records '{tag}': the rows have different lengths")
        columns = [_column(values) for values in zip(*table)]
        array = (Column * len(columns))(*(column for column, _ in columns))
        kept.append((array, columns))
        groups.append(Records(tag.encode(), len(table), array, len(columns)))
    return Instance(lib.ul_from_arrays(kind.encode(), (Records * len(groups))(*groups), len(groups)))


def _column(values: Sequence[Any]) -> tuple[Column, Any]:
    """A column, and the array that must live as long."""
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        array = (c_int64 * len(values))(*(fits_64_bits(value) for value in values))
        return Column(n=len(values), number=array, unit=1), array
    words = (c_char_p * len(values))(*(None if value is None else without_nul(_field(value))
                                       for value in values))
    return Column(n=len(values), text=words), words


def _field(value: object) -> str:
    """A number as files have it, without an exponent, to a millionth."""
    if not hasattr(value, "__float__") or isinstance(value, str):
        return str(value)
    text = f"{float(value):.6f}".rstrip("0").rstrip(".")  # type: ignore[arg-type]
    return text or "0"


def packing(types: Mapping[str, Sequence[float]], tasks: Mapping[str, Sequence[float]],
            resources: Sequence[str] = ("size",), name: str = "packing",
            family: str = "bins") -> Instance:
    """A packing instance: types by name, each with its price and a capacity of each resource,
    tasks by name, each with its demands.

    >>> three = packing({"small": (3, 4), "large": (5, 10)}, {"a": [4], "b": [4], "c": [4]})
    >>> three.records("task")[0]
    ['a', '1', '', '', '', '4']
    """
    return from_records("packing", [
        ("name", [[name]]), ("resource", [list(resources)]),
        ("type", [[kind, family, *numbers] for kind, numbers in types.items()]),
        ("task", [[task, 1, None, None, None, *needs] for task, needs in tasks.items()])])


def jobs(types: Mapping[str, Sequence[float]], arriving: Mapping[str, Sequence[float]],
         resources: Sequence[str] = ("slot",), name: str = "jobs", family: str = "m",
         round_s: float = 0) -> Instance:
    """A schedule instance of jobs with one task: types by name, each with its price and a
    capacity of each resource; jobs by name, each with its arrival, its run time and its
    demands. Times in seconds, billed to the second.

    >>> jobs({"two": (1, 2)}, {"a": (0, 3600, 1), "b": (0, 1800, 1)}).kind
    'schedule'
    """
    return from_records("schedule", [
        ("name", [[name]]), ("resource", [list(resources)]), ("round", [[round_s]]),
        ("billing", [[0, 0]]),
        ("type", [[kind, family, *numbers] for kind, numbers in types.items()]),
        ("job", [[job, at, 1, None, length, "free", *needs]
                 for job, (at, length, *needs) in arriving.items()])])
