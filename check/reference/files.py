"""Files, records and numbers: the first chapters of docs/certificates.md.

Text is Latin-1, one character a byte, so that names compare byte by byte. A kind's records are
the methods of a Reader: their names are the tags ("_" for "-", "__" for "_"), their
parameters the fields, and the annotations say how a field is read.
"""
import functools
import gzip
import hashlib
import inspect
import re
import sys
import zlib

sys.set_int_max_str_digits(0)
sys.setrecursionlimit(100000)


class Refused(Exception):
    """The file cannot be read."""


class Invalid(Exception):
    """A rule of the plan or of the proof is broken."""


class GivesUp(Exception):
    """No verdict: this plain program would take too long."""


def need(truth, why, error=Refused):
    if not truth:
        raise error(why)


def holds(truth, why):
    need(truth, why, Invalid)


def ceil_div(a, b):
    return -(-a // b)


def fits(load, room):
    return all(a <= b for a, b in zip(load, room))


class Budget:
    """Steps that a search may take before it gives up."""
    def __init__(self, steps):
        self.left = steps

    def step(self, n=1):
        self.left -= n
        need(self.left >= 0, "takes too long to check", GivesUp)


# ---- records ----

def unpacked(data):
    try:
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError, zlib.error):
        raise Refused("broken gzip") from None


def one_field(text, at):
    """The field that begins at `at`: its text, whether it has quotes, and what is behind it."""
    at = re.compile(r"[ \t]*").match(text, at).end()
    if text[at:at + 1] != '"':
        field = re.compile(r"[^,\r\n]*").match(text, at).group()
        need('"' not in field, "a quote inside a field")
        return field.rstrip(" \t"), False, at + len(field)
    inside = re.compile(r'"((?:[^"]|"")*)"[ \t]*').match(text, at)
    need(inside and text[inside.end():inside.end() + 1] in ("", ",", "\r", "\n"), "a quote")
    return inside.group(1).replace('""', '"'), True, inside.end()


def records(data):
    """All records as (offset, fields), comments and blank lines left out."""
    text, at, begins = data.decode("latin-1"), 3 * (data[:3] == b"\xef\xbb\xbf"), True
    while at < len(text):
        if begins and text[at] == "#":
            at = text.find("\n", at) + 1 or len(text)
            continue
        offset, fields, more = at, [], True
        while more:
            field, quoted, at = one_field(text, at)
            need("\0" not in field, "a zero byte")
            fields.append(field)
            more, at = text[at:at + 1] == ",", at + 1
        at += text[at - 1:at + 1] == "\r\n"
        begins = text[at - 1:at] == "\n"
        if fields != [""] or quoted:
            yield offset, fields


class File:
    """A file whose first word is `word`: its kind, hash, records behind the first, instance."""
    def __init__(self, data, word):
        self.data = unpacked(data)
        self.sha256 = hashlib.sha256(self.data).hexdigest()
        self.records = list(records(self.data))
        head = self.records.pop(0)[1] if self.records else []
        need(len(head) == 3 and head[:2] == [word, "1"], "not a file of " + word)
        self.kind = head[2]
        self.of = [fields[1:] for _, fields in self.records if fields[0] == "instance"]
        need(len(self.of) < 2, "two instances")


@functools.cache
def grammar(reader):
    """Of each tag: its method, how each field is read, those that follow, how many there must be."""
    tags = {}
    for key in set(dir(reader)) - set(dir(Reader)):
        if key[0] != "_":
            every = [*inspect.signature(getattr(reader, key)).parameters.values()][1:]
            rest = [p.annotation for p in every if p.kind == p.VAR_POSITIONAL]
            fixed = [p for p in every if p.kind != p.VAR_POSITIONAL]
            tag = key.rstrip("_").replace("__", "\0").replace("_", "-").replace("\0", "_")
            tags[tag] = (getattr(reader, key), [p.annotation for p in fixed], rest,
                         sum(p.default is p.empty for p in fixed))
    return tags


class Reader:
    """The records of a file, read one after the other into what the world, plan or proof has."""
    def __init__(self, file, world):
        self._file, self._world, self._seen = file, world, set()
        tags = grammar(type(self))
        for self._offset, (tag, *fields) in file.records:
            need(tag in tags, "unknown record " + tag)
            method, fixed, rest, least = tags[tag]
            need(least <= len(fields) and (rest or len(fields) <= len(fixed)), tag + ": fields")
            how = fixed + rest * (len(fields) - len(fixed))
            method(self, *[read(text, world) for text, read in zip(fields, how)])

    def _once(self, *what):
        """What there may be only one of."""
        need(what not in self._seen, "twice: " + str(what))
        self._seen.add(what)

    def check(self):
        """Of a plan its cost, of a proof nothing; raises Invalid."""

    def speaks_of(self, _plan):
        return True

    def is_infeasible(self):
        return False


# ---- fields ----

def TEXT(text, _world):
    return text


def NAME(text, _world):
    need(text and all(letter >= " " and letter != "\x7f" for letter in text), "not a name")
    return text


def new(where):
    """A name that nothing in world.WHERE has."""
    def read(text, world):
        need(text not in getattr(world, where), "there already: " + text)
        return NAME(text, world)
    return read


def old(where):
    """What has this name in world.WHERE."""
    def read(text, world):
        need(text in getattr(world, where), "not there: " + text)
        return getattr(world, where)[text]
    return read


def word(*words):
    def read(text, _world):
        need(text in words, "not one of the words: " + text)
        return text
    return read


def whole(low, high, sign=""):
    def read(text, _world=None):
        need(re.fullmatch(sign + "[0-9]+", text), "not a whole number: " + text)
        need(low <= int(text) <= high, "out of range: " + text)
        return int(text)
    return read


def decimal(high=10**12):
    """In millionths; `high` is not."""
    def read(text, _world):
        parts = re.fullmatch(r"([0-9]+)(?:\.([0-9]{1,6})0*)?", text)
        need(parts, "not a decimal: " + text)
        value = int(parts[1]) * 10**6 + int((parts[2] or "").ljust(6, "0"))
        need(value <= high * 10**6, "out of range: " + text)
        return value
    return read


SECONDS = decimal(10**10)  # in microseconds


def dollars(places, high, point="+"):
    """In 10^-places dollars; `high` is in dollars; point "*": nothing need follow a point."""
    def read(text, _world):
        parts = re.fullmatch(r"([0-9]+)(?:\.([0-9]%s))?" % point, text)
        need(parts and len(parts[2] or "") <= places, "not an amount: " + text)
        value = int(parts[1]) * 10**places + int((parts[2] or "").ljust(places, "0"))
        need(value <= high * 10**places, "out of range: " + text)
        return value
    return read


def pair(low, high):
    """NAME:NUMBER; the last colon separates."""
    def read(text, world):
        left, colon, right = text.rpartition(":")
        need(colon, "no colon: " + text)
        return left, whole(low, high)(right)
    return read


def REAL(text, _world):
    """A number of any digits and exponent, as (m, e): exactly m 10^e."""
    parts = re.fullmatch(r"([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?", text)
    need(parts and (parts[1] or parts[2]), "not a number: " + text)
    return int(parts[1] + parts[2]), int(parts[3] or 0) - len(parts[2])


def quotient(a, b, places, high, half=False):
    """a / b for reals, in 10^-places, rounded down or half up, at most `high`. Exponents may be
    huge: what is clearly too large or too small is not written out."""
    (m, e), (n, f) = a, b
    e += places - f
    size = len(str(m)) + e - len(str(n))  # it is between 10^(size - 2) and 10^(size + 1)
    if m == 0 or size < -3:
        return 0
    need(size <= len(str(high)) + 3, "out of range")
    top, bottom = m * 10**max(e, 0), n * 10**max(-e, 0)
    value = (2 * top + bottom) // (2 * bottom) if half else top // bottom
    need(value <= high, "out of range")
    return value


def rounded(places, high):
    """A real in units of 10^-places, half up; `high` holds after rounding."""
    return lambda text, world: quotient(REAL(text, world), (1, 0), places, high * 10**places, True)


# ---- records of all kinds ----

class InstanceReader(Reader):
    def name(self, text: NAME):
        self._once("name")
        self._world.name = text

    def _amounts(self, amounts):
        need(0 < self._world.resources == len(amounts), "one amount of each resource")
        return amounts


class CertificateReader(Reader):
    def instance(self, _name: TEXT, _sha256: TEXT):
        pass


class PlanReader(CertificateReader):
    def method(self, *_any: TEXT):
        pass
