"""libullage by ctypes: its structs, its functions, and faults as exceptions."""
from __future__ import annotations

import ctypes
import importlib
import json
import numbers
import os
import pathlib
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int,
                    c_int64, c_size_t, c_uint32, c_uint64, c_void_p)
from functools import lru_cache
from typing import Any, Callable, Iterable, Mapping

ABI = 1
PLUGIN_ABI = 2


class Error(RuntimeError):
    """What is wrong, in one sentence: what, where, what to do."""
    __module__ = "ullage"


class Making(Structure):
    _fields_ = [("tasks", c_uint64), ("seed", c_uint64), ("set", POINTER(c_char_p)),
                ("n_set", c_size_t), ("file", POINTER(c_char_p)), ("n_files", c_size_t),
                ("from_s", c_double), ("to_s", c_double), ("remark", c_char_p),
                ("remark_room", c_size_t)]


class Column(Structure):
    _fields_ = [("name", c_char_p), ("n", c_size_t), ("text", POINTER(c_char_p)),
                ("number", POINTER(c_int64)), ("real", POINTER(c_double)), ("unit", c_int64)]


class Records(Structure):
    _fields_ = [("record", c_char_p), ("rows", c_size_t), ("column", POINTER(Column)),
                ("n_columns", c_size_t)]


class SoFar(Structure):
    _fields_ = [("wall_s", c_double), ("cost", c_char_p), ("bound", c_char_p), ("said", c_char_p)]


Progress = CFUNCTYPE(None, c_void_p, POINTER(SoFar))
Stop = CFUNCTYPE(c_int, c_void_p)


#: context, item, free, machines, capacity, resources, whole, value
Values = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p)


class Options(Structure):
    _fields_ = [("time_limit_s", c_double), ("cpu_limit_s", c_double), ("seed", c_uint64),
                ("set", POINTER(c_char_p)), ("n_set", c_size_t), ("certificate", c_char_p),
                ("progress", Progress), ("stop", Stop), ("context", c_void_p)]


# name: what it returns, what it takes
_functions: dict[str, tuple[Any, list[Any]]] = {
    "ul_abi": (c_int, []),
    "ul_plugin_abi": (c_int, []),
    "ul_version": (c_char_p, []),
    "ul_error_text": (c_char_p, []),
    "ul_catalogue": (c_char_p, []),
    "ul_read": (c_void_p, [c_char_p]),
    "ul_parse": (c_void_p, [c_char_p, c_char_p, c_size_t]),
    "ul_generate": (c_void_p, [c_char_p, POINTER(Making)]),
    "ul_import": (c_void_p, [c_char_p, POINTER(Making)]),
    "ul_from_arrays": (c_void_p, [c_char_p, POINTER(Records), c_size_t]),
    "ul_write": (c_int, [c_void_p, c_char_p]),
    "ul_instance_free": (None, [c_void_p]),
    "ul_instance_name": (c_char_p, [c_void_p]),
    "ul_instance_kind": (c_char_p, [c_void_p]),
    "ul_instance_sha256": (c_char_p, [c_void_p]),
    "ul_solve": (c_int, [c_void_p, c_char_p, POINTER(Options), POINTER(c_void_p)]),
    "ul_solve_values": (c_int, [c_void_p, c_char_p, Values, c_int, c_void_p, POINTER(Options), POINTER(c_void_p)]),
    "ul_check": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "ul_check_arrays": (c_int, [c_void_p, POINTER(Column), c_size_t, POINTER(c_void_p)]),
    "ul_result_free": (None, [c_void_p]),
    "ul_result_status": (c_char_p, [c_void_p]),
    "ul_result_limit": (c_char_p, [c_void_p]),
    "ul_result_method": (c_char_p, [c_void_p]),
    "ul_result_parameters": (c_char_p, [c_void_p]),
    "ul_result_note": (c_char_p, [c_void_p]),
    "ul_result_knows": (c_char_p, [c_void_p]),
    "ul_result_proved": (c_int, [c_void_p]),
    "ul_result_cost_text": (c_char_p, [c_void_p]),
    "ul_result_bound_text": (c_char_p, [c_void_p]),
    "ul_result_measure": (c_double, [c_void_p, c_char_p]),
    "ul_result_measure_name": (c_char_p, [c_void_p, c_size_t]),
    "ul_result_columns": (POINTER(Column), [c_void_p, POINTER(c_size_t)]),
    "ul_result_write": (c_int, [c_void_p, c_char_p]),
}


def _candidates() -> Iterable[str]:
    """Where the library may be: as told, installed beside the package, in a build folder."""
    told = os.environ.get("ULLAGE_LIBRARY")
    if told:
        yield told
        return
    name = f"libullage.so.{ABI}"
    here = pathlib.Path(__file__).resolve().parent
    yield from (str(folder / name) for folder in here.parents[1:4] if (folder / name).exists())
    installed_from = here / "source.txt"  # written by pip install ./python
    source = (pathlib.Path(installed_from.read_text(encoding="utf-8")) if installed_from.exists()
              else here.parents[1])
    for preset in ("release", "dev"):
        built = source / "build" / preset / name
        if built.exists():
            yield str(built)
    yield name


def _load() -> ctypes.CDLL:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    tried = []
    for path in _candidates():
        try:
            found = ctypes.CDLL(path)
        except OSError as why:
            tried.append(str(why))
            continue
        if found.ul_abi() != ABI:
            tried.append(f"{path}: its ABI is {found.ul_abi()}, not {ABI}")
            continue
        return found
    raise ImportError("libullage is not found: install Ullage, run scripts/quickstart, or set "
                      "ULLAGE_LIBRARY to its path (" + "; ".join(tried) + ")")


lib = _load()
for _name, (_returns, _takes) in _functions.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _returns, _takes


def path_of_library() -> str:
    """The file that was loaded."""
    return lib._name


def fault() -> Error:
    """The exception of the fault that this thread met last."""
    return Error(lib.ul_error_text().decode(errors="replace"))


def checked(status: int) -> None:
    if status != 0:
        raise fault()


def needed(module: str) -> Any:
    """A module that the package does without where nobody asks for what it brings."""
    try:
        return importlib.import_module(module)
    except ImportError as why:
        raise ImportError(f"this needs {module.partition('.')[0]}: pip install './python[frames]' in a clone, "
                          f"or Debian's python3-{module.partition('.')[0]}") from why


class Named:
    """A method of your own: called as its class is, or as `name` says, of the class or the
    object."""

    @property
    def name(self) -> str:
        return self.__dict__.get("_called", type(self).__name__.lower())

    @name.setter
    def name(self, name: str) -> None:
        self._called = text_from(name, "the name of a method")

    def settings(self) -> str:
        """Its attributes that are texts, numbers or truths, as records have parameters."""
        return " ".join(f"{name}={value}" for name, value in vars(self).items()
                        if not name.startswith("_") and isinstance(value, (str, int, float))
                        and not any(map(str.isspace, str(value))))


def text_from(text: object, what: str) -> str:
    """The text; anything else is a TypeError that says what it is for."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is a text, and {text!r} is none")
    return text


def name_from(name: object, what: str) -> bytes:
    """A name for the library."""
    return without_nul(text_from(name, what))


def path_from(path: object) -> bytes:
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"the path of a file is a text or a pathlib.Path, and {path!r} is neither")
    return without_nul(os.fsdecode(path), os.fsencode)


def number_from(value: Any, name: str, least: int = 0, whole: bool = True) -> Any:
    """The number, 0 where there is None."""
    number = 0 if value is None and least == 0 else value
    kind = numbers.Integral if whole else numbers.Real
    if isinstance(number, bool) or not isinstance(number, kind) or not number >= least \
            or whole and number >= 2**64:
        raise ValueError(f"{name} is a {'whole ' if whole else ''}number of at least {least}"
                         f"{' and below 2**64' if whole else ''}, and {value!r} is none")
    return int(number) if whole else float(number)


def fits_64_bits(value: int) -> int:
    """The number itself; ctypes would cut it to its last 64 bits."""
    if not -2**63 <= value < 2**63:
        raise ValueError(f"{value} is too large a number")
    return value


def without_nul(text: str, encode: Callable[[str], bytes] = str.encode) -> bytes:
    """The text for the library, which would end at a zero byte."""
    if "\0" in text:
        raise ValueError(f"{text!r} has a zero byte in it")
    return encode(text)


def texts(items: Iterable[str]) -> tuple[Any, int]:
    """An array of C strings and its length."""
    encoded = [without_nul(str(item)) for item in items]
    return (c_char_p * len(encoded))(*encoded), len(encoded)


def settings(parameters: Mapping[str, object], of: Iterable[Mapping[str, Any]]) -> tuple[Any, int]:
    """NAME=VALUE for each parameter. `of` lists what there are: an underscore stands for the
    dash of a name, one behind it makes a keyword a name (`as_`), True and False are the words
    that the parameter has for them, and a dictionary is a list of NAME=VALUE."""
    known = {parameter["name"]: parameter.get("choices", "") for entry in of
             for parameter in entry["parameters"]}

    def word(name: str, value: object) -> str:
        dashed = name.replace("_", "-")
        name = next((each for each in (name, dashed, name.rstrip("_")) if each in known), name)
        if isinstance(value, Mapping):
            value = ",".join(f"{key}={formula}" for key, formula in value.items())
        if isinstance(value, bool):
            pair = ("false", "true") if "true" in known.get(name, "") else ("no", "yes")
            value = pair[value]
        return f"{name}={value}"

    return texts(word(name, value) for name, value in parameters.items())


@lru_cache(maxsize=1)
def catalogue() -> dict[str, list[dict[str, Any]]]:
    """All methods, generators and importers with their parameters."""
    return json.loads(lib.ul_catalogue().decode())
