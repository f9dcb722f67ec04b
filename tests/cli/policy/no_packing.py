# No packing, live: each task alone on the cheapest type that holds it and is to be had.
import collections, json, sys

say = lambda message: print(json.dumps(message), flush=True)
hello = json.loads(sys.stdin.readline())
supply = {t["name"]: t["supply"] for t in hello["types"]}
tasks, waiting, rented, n = {}, [], {}, 0
holds = lambda t, task: all(d <= c for d, c in zip(task["demand_on"].get(t["family"], task["demand"]), t["capacity"]))
say({"ready": True, "name": "no-packing"})
for line in sys.stdin:
    orders = []
    for e in json.loads(line)["events"]:
        for task in e.get("tasks", []):
            tasks[task["task"]] = [t for t in hello["types"] if holds(t, task)]
            waiting.append(task["task"])
        if "ended" in e:
            orders.append({"release": e["on"]})
        if "cut" in e:
            waiting.append(e["cut"])
        if "supply" in e:
            supply[e["supply"]] = e["is"]
        rented.pop(e["on"] if "ended" in e else e.get("gone"), None)
    up, still = collections.Counter(rented.values()), []
    for task in waiting:
        left = [t for t in tasks[task] if supply[t["name"]] is None or up[t["name"]] < supply[t["name"]]]
        if not left:
            still.append(task)
            continue
        rented[str(n)] = min(left, key=lambda t: t["price"])["name"]
        up[rented[str(n)]] += 1
        orders += [{"rent": rented[str(n)], "as": str(n)}, {"put": task, "on": str(n)}]
        n += 1
    waiting = still
    say({"orders": orders})
