"""Files, records and numbers: the first chapters of docs/certificates.md.

Text is Latin-1, one character a byte. The records of a file are the methods of its Reader: their
names are the tags ("_" for "-", "__" for "_"), their parameters the fields, as annotated.
"""
import functools, hashlib, inspect, re, sys, zlib
from fractions import Fraction

sys.set_int_max_str_digits(0)
sys.setrecursionlimit(100000)
MOST_STEPS = 10**7
# Tags of which there may be one record, or one of each of its first so many fields.
ONCE = {"demand": 2, "life": 2, "long": 2, "iterations": 1, "moving": 1, "startup": 1,
        "sustained": 1, **dict.fromkeys((
            "bound", "cost", "cut-off", "full", "infeasible", "interval_hours", "intervals", "name",
            "resource", "still", "stretch", "target", "tick", "wait"), 0)}

class Refused(Exception): """The file cannot be read."""
class Invalid(Exception): """A rule of the plan or of the proof is broken."""
class GivesUp(Exception): """No verdict: this plain program would take too long."""
def need(truth, why, error=Refused):
    """Returns None, so that `need(...) or value` is a value that something is needed for."""
    if not truth: raise error(why)
def holds(truth, why): need(truth, why, Invalid)
class Thing:
    def __init__(self, **what): self.__dict__.update(what)
def ceil_div(a, b): return -(-a // b)
def fits(load, room): return all(a <= b for a, b in zip(load, room))
def unpacked(data):
    text, packed = b"", data[:2] == b"\x1f\x8b"
    while data[:2] == b"\x1f\x8b":
        one = zlib.decompressobj(31)
        text, data = text + one.decompress(data), need(one.eof, "broken gzip") or one.unused_data
    return text if packed else data
FIELD = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^",\r\n]*))(,|\r\n|\r|\n|\Z)')
def records(data):
    """All records as (offset, fields), comments and blank lines left out."""
    text, at, begins = data.decode("latin-1"), 3 * (data[:3] == b"\xef\xbb\xbf"), True
    while at < len(text):
        if begins and text[at] == "#":
            at = text.find("\n", at) + 1 or len(text)
            continue
        offset, fields, behind = at, [], ","
        while behind == ",":
            field = FIELD.match(text, at)
            need(field and "\0" not in field[0], "a quote or a zero byte in a field")
            quoted, plain, behind = field.groups()
            fields.append(plain.rstrip(" \t") if quoted is None else quoted.replace('""', '"'))
            at = field.end()
        begins = behind.endswith("\n")
        if fields != [""] or quoted is not None: yield offset, fields

class File:
    """A file whose first word is `word`: its kind, hash, records behind the first, instance."""
    def __init__(self, data, word, kind=None):
        self.data = unpacked(data)
        self.sha256 = hashlib.sha256(self.data).hexdigest()
        self.records = list(records(self.data))
        head = self.records.pop(0)[1] if self.records else []
        need(len(head) == 3 and head[:2] == [word, "1"], "not a file of " + word)
        self.kind = need(kind in (None, head[2]), "of another kind") or head[2]
        self.of = [fields[1:] for _, fields in self.records if fields[0] == "instance"]
        need(len(self.of) < 2, "two instances")
@functools.cache
def grammar(reader):
    """Of each tag: its method, how its fields are read, if more may follow, how many at least."""
    tags = {}
    for key in {key for key in dir(reader) if key[0] != "_"} - set(dir(Reader)):
        every = [*inspect.signature(getattr(reader, key)).parameters.values()][1:]
        fixed = [p for p in every if p.kind != p.VAR_POSITIONAL]
        tag = key.rstrip("_").replace("__", "\0").replace("_", "-").replace("\0", "_")
        tags[tag] = (getattr(reader, key), [p.annotation for p in every], len(fixed) < len(every),
                     sum(p.default is p.empty for p in fixed))
    return tags

class Reader:
    """A file, read record by record into a world, or a plan or proof of it."""
    _ONCE, _infeasible = {}, False
    def __init__(self, file, world=None):
        self._file, self.world, self._steps, seen = file, world or self, 0, set()
        self.name = self.bound = None
        self._start()
        tags, only = grammar(type(self)), {**ONCE, **self._ONCE}
        for self._offset, (tag, *fields) in file.records:
            need(tag in tags, "unknown record " + tag)
            method, how, more, least = tags[tag]
            need(least <= len(fields) and (more or len(fields) <= len(how)), tag + ": fields")
            how = how + how[-1:] * (len(fields) - len(how))
            values = [read(text, self) for text, read in zip(fields, how)]
            if tag in only:
                once = tag, *values[:only[tag]]
                need(once not in seen, "twice: " + tag)
                seen.add(once)
            method(self, *values)
        self._end()
    def _start(self): """Before the first record."""
    def _end(self): """Behind the last record: what may still be refused."""
    def _step(self, n=1):
        """Of a search, which gives up in the end."""
        self._steps += n
        need(self._steps <= MOST_STEPS, "takes too long to check", GivesUp)
    def check(self): """Of a plan its cost, of a proof nothing; raises Invalid."""
    def speaks_of(self, _plan): return True
    def is_infeasible(self): return self._infeasible

# How fields are read.
def TEXT(text, _reader): return text
def NAME(text, _reader=None): return need(re.fullmatch("[^\0-\x1f\x7f]+", text), "no name") or text
def new(where):
    """A name that nothing in the world's WHERE has."""
    return lambda text, reader: need(text not in getattr(reader.world, where), "twice: " + text) or NAME(text)
def among(things, key): return need(key in things, "not there: " + str(key)) or things[key]
def old(where):
    """What has this name in the world's WHERE."""
    return lambda text, reader: among(getattr(reader.world, where), text)
TYPE = old("types")
def word(*words):
    return lambda text, _reader: need(text in words, "not one of the words: " + text) or text
def whole(low, high, sign=""):
    return lambda text, _reader=None: need(re.fullmatch(sign + "[0-9]+", text) and low <= int(
        text) <= high, "out of range: " + text) or int(text)
def number(pattern, places, high):
    """In 10^-places, up to `high` ones: the pattern's groups are before and behind the point."""
    def read(text, _reader=None):
        parts = re.fullmatch(pattern, text)
        need(parts and len(parts[2] or "") <= places, "not such a number: " + text)
        value = int(parts[1]) * 10**places + int((parts[2] or "").ljust(places, "0"))
        return need(value <= high * 10**places, "out of range: " + text) or value
    return read
def decimal(high=10**12): return number(r"([0-9]+)(?:\.([0-9]{1,6})0*)?", 6, high)
def dollars(places, high): return number(r"([0-9]+)(?:\.([0-9]+))?", places, high)
AMOUNT, TIME = decimal(), decimal(10**10)  # in millionths, in microseconds
def pair(low, high):
    """NAME:NUMBER; the last colon separates."""
    return lambda text, _reader: (need(":" in text, "no colon: " + text) or text.rpartition(":")[0],
                                 whole(low, high)(text.rpartition(":")[2]))
def REAL(text, _reader):
    """A number of any digits and exponent, as (m, e): exactly m 10^e."""
    parts = re.fullmatch(r"([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?", text)
    need(parts and (parts[1] or parts[2]), "not a number: " + text)
    return int(parts[1] + parts[2]), int(parts[3] or 0) - len(parts[2])
def quotient(a, b, places, high, half=0):
    """a / b for reals, in 10^-places, rounded down or half up, at most `high`. Exponents may be
    huge: what is clearly too large or too small is not written out."""
    (m, e), (n, f) = a, b
    size = len(str(m)) + e - len(str(n)) - f  # it is between 10^(size - 2) and 10^(size + 1)
    if m == 0 or size < -places - 3: return 0
    need(size <= len(str(high)) + 3, "out of range")
    value = int(Fraction(m, n) * Fraction(10)**(e - f + places) + Fraction(half, 2))
    return need(value <= high, "out of range") or value
def rounded(places, high):
    """A real in units of 10^-places, half up; `high` holds after rounding."""
    return lambda text, _: quotient(REAL(text, None), (1, 0), places, high * 10**places, half=1)

class InstanceReader(Reader):
    def name(self, text: NAME): self.name = text
class MachineReader(InstanceReader):
    """Of the kinds that have resources and types of machines."""
    def _amounts(self, amounts):
        return need(0 < len(self.resources) == len(amounts), "amounts") or amounts
    def resource(self, *names: NAME):
        need(1 <= len(names) <= self._MOST and len(set(names)) == len(names), "resource")
        self.resources = names
    def type(self, text: new("types"), family: NAME, price: AMOUNT, *capacity: AMOUNT):
        need(price <= self._DEAREST, "a price out of range")
        self.types[text] = Thing(name=text, family=family, price=price,
                                 capacity=self._amounts(capacity), **self._new_type())
        self.families[family] = family
class Task(Thing):
    def need_on(self, family): return self.on.get(family, self.needs)
class PlanReader(Reader):
    def instance(self, _name: TEXT, _sha256: TEXT): pass
    def method(self, *_any: TEXT): pass
class CertificateReader(Reader):
    def instance(self, _name: TEXT, _sha256: TEXT): pass
    def bound(self, amount: dollars(12, 10**25)): self.bound = amount
