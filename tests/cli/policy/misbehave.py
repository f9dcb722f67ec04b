# Programs that do what they should not: misbehave.py KIND, a first answer and then that.
import json, os, signal, sys, time

kind = sys.argv[1]
say = lambda message: print(json.dumps(message), flush=True)
packs = "items" in json.loads(sys.stdin.readline())
wrong = {"knows-text": {"knows": "run-times"}, "every-text": {"every_s": "0"}, "state-text": {"state": "yes"}}
say({"name": "me"} if kind == "unready" else {"ready": True, **wrong.get(kind, {})})
message = json.loads(sys.stdin.readline())
if kind == "hang":
    time.sleep(300)
while kind == "flood":
    print("\n".join([json.dumps({"orders": [], "new": None})] * 100), flush=True)
if kind == "garbage":
    print("I would rather not")
if kind == "list":
    print("[1, 2]", flush=True)
if kind == "exit":
    sys.exit("boom")
if kind == "fork":
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(300)
    os._exit(0)
if kind == "stop-keeper":
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(300)
if kind == "kill-keeper":
    keeper = os.getppid()
    if os.fork() == 0:
        os.setsid()
        os.fork()
        time.sleep(300)
    os.kill(keeper, signal.SIGKILL)
    time.sleep(300)
if kind == "deaf":
    os.close(0)
    say({"orders": [], "bin": None})
    time.sleep(300)
if kind == "half":
    sys.stdout.write('{"orders": [')
    sys.stdout.flush()
    time.sleep(300)
if kind == "long":
    for _ in range(100):
        sys.stdout.write("x" * 1000000)
    print(flush=True)
if kind == "many":
    print("[" + "[]," * 1000000 + "0]", flush=True)
if kind == "mute":
    os.close(1)
    time.sleep(300)
odd = {"no-on": {"put": "j.0", "machine": "m"}, "rent-object": {"rent": {"type": "small"}, "as": "m"},
       "new-number": {}}
while kind in odd and message:
    say({"orders": [odd[kind]], "new": 7})
    message = json.loads(sys.stdin.readline() or "null")
if kind == "refused":
    say({"orders": [0] * 300000 + [{"rent": "small", "as": "m"}]})
    told = json.loads(sys.stdin.readline())["events"]
    sys.exit(f"{len(told)} are told, {told[-1]}")
while kind == "nowhere" and message:
    say({"orders": [{"put": "j.0", "on": "nowhere"}], "bin": 77})
    message = json.loads(sys.stdin.readline() or "null")
if kind == "trace":
    sys.stderr.write("mine.mjs:3\n    throw new Error('no');\n    ^\n\nTypeError: no such thing\n"
                     + "    at step (mine.mjs:3:1)\n" * 50 + "\nNode.js v18\n")
    sys.exit(1)
if kind == "memory" or (kind == "child-memory" and os.fork() == 0):
    kept = b"x" * (300 << 20)
    time.sleep(300)
if kind == "child-memory":
    os.wait()
while kind == "wakes" and message:
    say({"orders": [{"wake": message["t"] + 1}]})
    message = json.loads(sys.stdin.readline() or "null")
n = 0
while kind == "twice" and message:
    orders = []
    for e in message["events"]:
        for task in e.get("tasks", []):
            orders += [{"rent": "small", "as": f"a{n}"}, {"rent": "small", "as": f"b{n}"},
                       {"put": task["task"], "on": f"a{n}"}, {"put": task["task"], "on": f"b{n}"}]
            n += 1
    say({"orders": orders})
    message = json.loads(sys.stdin.readline() or "null")
sys.stdout.flush()
