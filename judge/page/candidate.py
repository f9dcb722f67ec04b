# Plays the online game (docs/protocol.md) with a function of somebody else's:
#     priority(item, bins) or score(item, bins)   of all bins that hold the item, a numpy array
#     priority_of_bin(item, free)                 of one bin
# arguments: the file, the filter of system calls and the number of the call that sets it
import ast, ctypes, importlib, json, math, operator, os, sys, warnings

path, rules, number = sys.argv[1], bytes.fromhex(sys.argv[2]), int(sys.argv[3])
sys.argv[1:] = []  # what is imported knows of no candidate, nor finds one where it stands
os.chdir("/usr")
talk = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what it prints is no answer
warnings.showwarning = lambda *_, **__: None  # to show one the source is opened, which is not allowed
os.environ["OPENBLAS_NUM_THREADS"] = "1"


def fail(why):
    os.write(2, f"{type(why).__name__}: {why}\n".encode())
    os._exit(1)


def lock_down():
    class Program(ctypes.Structure):
        _fields_ = [("n", ctypes.c_ushort), ("rules", ctypes.c_char_p)]
    libc = ctypes.CDLL(None)
    if libc.prctl(38, 1, 0, 0, 0) or libc.syscall(number, 1, 1, ctypes.byref(Program(len(rules) // 8, rules))):
        raise OSError("this system does not let a process limit itself")


def shown(amounts):
    numbers = [a // 1000000 if a % 1000000 == 0 else a / 1e6 for a in amounts]
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


class All:
    """Bins that all exist from the start; the program keeps count of them. Those from `reach`
    on are unused, and need not be looked at."""
    ready = {"bins": False}

    def __init__(self, value, hello):
        if len(hello["types"]) != 1:
            raise ValueError("a priority function packs into machines of one type")
        self.room = [round(c * 1000000) for c in hello["types"][0]["capacity"]]
        self.value, self.numpy, self.number = value, sys.modules.get("numpy"), {}
        self.n, self.reach, self.free, self.shown = hello["items"], 0, [], []
        if self.numpy:
            self.free = self.numpy.tile(self.numpy.array(self.room, dtype=self.numpy.int64), (self.n, 1))
            self.shown = self.free / 1e6

    def among(self, need):
        """Which of the first bins hold it, and what is free on them and on the unused ones."""
        if not self.numpy:
            holds = [i for i, free in enumerate(self.free) if all(map(operator.le, need, free))]
            return holds, [self.shown[i] for i in holds] + [shown(self.room)] * (self.n - self.reach)
        if len(need) == 1:
            holds, = (self.free[:self.reach, 0] >= need[0]).nonzero()
            return holds, self.numpy.concatenate((self.shown[holds, 0], self.shown[self.reach:, 0]))
        holds, = (self.free[:self.reach] >= need).all(axis=1).nonzero()
        return holds, self.numpy.concatenate((self.shown[holds], self.shown[self.reach:]))

    def best(self, values, n):
        if self.numpy:
            values = self.numpy.asarray(values, dtype=float)
            if values.shape == (n,):
                best = values.argmax()  # the first NaN, where there is one
                if values[best] == values[best]:
                    return int(best)
        else:
            values = list(values)
            if len(values) == n and (sum(values) < math.inf or not any(v != v for v in values)):
                return values.index(max(values))
        raise ValueError("the values are not a number for each bin")

    def answer(self, message):
        need = [round(c * 1000000) for c in message["item"]]
        holds, bins = self.among(need)
        best = self.best(self.value(shown(need), bins), len(bins))
        bin = int(holds[best]) if best < len(holds) else self.reach + best - len(holds)
        while not self.numpy and len(self.free) <= bin:
            self.free.append(self.room)
            self.shown.append(shown(self.room))
        left = [b - a for a, b in zip(need, self.free[bin])]
        self.free[bin], self.shown[bin] = left, [a / 1e6 for a in left] if self.numpy else shown(left)
        self.reach = max(self.reach, bin + 1)
        return {"bin": self.number.setdefault(bin, len(self.number))}


class One:
    ready = {"values": True}

    def __init__(self, value, hello):
        self.value = value

    def answer(self, message):
        item = shown([round(c * 1000000) for c in message["item"]])
        values = [float(self.value(item, shown([round(c * 1000000) for c in free]))) for free in message["bins"]]
        if any(v != v for v in values):
            raise ValueError("the value of a bin is not a number")
        return {"values": [min(max(v, -1.7e308), 1.7e308) for v in values]}


try:
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    for node in ast.walk(tree):
        for name in [a.name for a in node.names] if isinstance(node, ast.Import) else \
                [node.module] if isinstance(node, ast.ImportFrom) and node.module else []:
            try:
                importlib.import_module(name)
            except ImportError:
                pass
    lock_down()
    scope = {"__name__": "candidate"}
    exec(compile(tree, path, "exec"), scope)
    game, value = (One, scope["priority_of_bin"]) if "priority_of_bin" in scope else \
        (All, scope.get("priority") or scope.get("score"))
    if not callable(value):
        raise NameError("there is no function priority(item, bins), score(item, bins) or priority_of_bin(item, free)")
    while line := sys.stdin.readline():
        message = json.loads(line)
        if "hello" in message:
            play = game(value, message)
            said = {"ready": True, **game.ready}
        else:
            said = play.answer(message)
        talk.write(json.dumps(said, allow_nan=False) + "\n")
        talk.flush()
except BaseException as why:
    fail(why)
os._exit(0)
