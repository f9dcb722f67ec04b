"""Files, records and numbers: the first chapters of docs/certificates.md.

Text is Latin-1, one character a byte. The records of a file are the methods of its Reader: their
names are the tags ("_" for "-", "__" for "_"), their parameters the fields, as annotated.
"""
import functools, hashlib, inspect, re, sys, zlib

sys.set_int_max_str_digits(0)
sys.setrecursionlimit(100000)
MOST_STEPS = 10**7
ONCE = {"name", "resource", "target", "bound", "infeasible", "wait", "interval_hours", "intervals",
        "cut-off", "stretch", "cost"}  # records that there may be only one of

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
BLANKS, PLAIN, QUOTED = map(re.compile, (r"[ \t]*", r"[^,\r\n]*", r'"((?:[^"]|"")*)"[ \t]*'))
def one_field(text, at):
    """The field that begins at `at`: its text, whether it has quotes, and what is behind it."""
    at = BLANKS.match(text, at).end()
    if text[at:at + 1] != '"':
        field = PLAIN.match(text, at).group()
        need('"' not in field, "a quote inside a field")
        return field.rstrip(" \t"), False, at + len(field)
    inside = QUOTED.match(text, at)
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
        if fields != [""] or quoted: yield offset, fields

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
    """Of each tag: its method, how its fields are read and those that follow, how many at least."""
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
    _infeasible = False
    def __init__(self, file, world):
        self._file, self._world, self._seen, self._steps = file, world, set(), 0
        tags = grammar(type(self))
        for self._offset, (tag, *fields) in file.records:
            need(tag in tags, "unknown record " + tag)
            method, fixed, rest, least = tags[tag]
            need(least <= len(fields) and (rest or len(fields) <= len(fixed)), tag + ": fields")
            if tag in ONCE: self._once(tag)
            how = fixed + rest * (len(fields) - len(fixed))
            method(self, *[read(text, world) for text, read in zip(fields, how)])
    def _once(self, *what):
        need(what not in self._seen, "twice: " + str(what))
        self._seen.add(what)
    def _step(self, n=1):
        """Of a search, which gives up in the end."""
        self._steps += n
        need(self._steps <= MOST_STEPS, "takes too long to check", GivesUp)
    def check(self): """Of a plan its cost, of a proof nothing; raises Invalid."""
    def speaks_of(self, _plan): return True
    def is_infeasible(self): return self._infeasible

# How fields are read.
def TEXT(text, _world): return text
def NAME(text, _world):
    need(text and all(letter >= " " and letter != "\x7f" for letter in text), "not a name")
    return text
def new(where):
    """A name that nothing in world.WHERE has."""
    return lambda text, world: need(text not in getattr(world, where), text) or NAME(text, world)
def old(where):
    """What has this name in world.WHERE."""
    return lambda text, world: (need(text in getattr(world, where), "not there: " + text)
                                or getattr(world, where)[text])
def word(*words):
    return lambda text, _world: need(text in words, "not one of the words: " + text) or text
def whole(low, high, sign=""):
    return lambda text, _world=None: need(
        re.fullmatch(sign + "[0-9]+", text) and low <= int(text) <= high, text) or int(text)
def number(pattern, places, high):
    """In units of 10^-places, what the pattern's two groups say before and behind the point;
    `high` is not in these."""
    def read(text, _world=None):
        parts = re.fullmatch(pattern, text)
        need(parts and len(parts[2] or "") <= places, "not such a number: " + text)
        value = int(parts[1]) * 10**places + int((parts[2] or "").ljust(places, "0"))
        return need(value <= high * 10**places, "out of range: " + text) or value
    return read
def decimal(high=10**12): return number(r"([0-9]+)(?:\.([0-9]{1,6})0*)?", 6, high)
def dollars(places, high): return number(r"([0-9]+)(?:\.([0-9]+))?", places, high)
SECONDS = decimal(10**10)  # in microseconds
def pair(low, high):
    """NAME:NUMBER; the last colon separates."""
    return lambda text, _world: (need(":" in text, "no colon: " + text) or text.rpartition(":")[0],
                                 whole(low, high)(text.rpartition(":")[2]))
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
    if m == 0 or size < -3: return 0
    need(size <= len(str(high)) + 3, "out of range")
    top, bottom = m * 10**max(e, 0), n * 10**max(-e, 0)
    value = (2 * top + bottom) // (2 * bottom) if half else top // bottom
    return need(value <= high, "out of range") or value
def rounded(places, high):
    """A real in units of 10^-places, half up; `high` holds after rounding."""
    return lambda text, world: quotient(REAL(text, world), (1, 0), places, high * 10**places, True)

class InstanceReader(Reader):
    def name(self, text: NAME): self._world.name = text
class MachineReader(InstanceReader):
    """Of the kinds that have resources and types of machines."""
    def _amounts(self, amounts):
        return need(0 < len(self._world.resources) == len(amounts), "amounts") or amounts
    def resource(self, *names: NAME):
        need(1 <= len(names) <= self._MOST and len(set(names)) == len(names), "resource")
        self._world.resources = names
    def type(self, text: new("types"), family: NAME, price: decimal(), *capacity: decimal()):
        need(price <= self._DEAREST, "a price out of range")
        self._world.types[text] = Thing(name=text, family=family, price=price,
                                        capacity=self._amounts(capacity), **self._new_type())
        self._world.families[family] = family
class Task(Thing):
    def need_on(self, family): return self.on.get(family, self.needs)
class CertificateReader(Reader):
    def instance(self, _name: TEXT, _sha256: TEXT): pass
class PlanReader(CertificateReader):
    def method(self, *_any: TEXT): pass
