# First fit over time, live: the oldest machine with room, else a new one for the task.
import json, sys

def micro(row):
    return [round(1e6 * x) for x in row]

say = lambda message: print(json.dumps(message), flush=True)
hello = json.loads(sys.stdin.readline())
types = hello["types"]
for t in types:
    t["capacity"] = micro(t["capacity"])
machines = {}  # by name, oldest first: [type, free, is up, tasks]
on, cheapest_of, n = {}, {}, 0

def needs(task):
    key = json.dumps([task["demand"], task["demand_on"]])
    if key not in cheapest_of:
        of = {t["family"]: micro(task["demand_on"].get(t["family"], task["demand"])) for t in types}
        fits = [t for t in types if all(d <= c for d, c in zip(of[t["family"]], t["capacity"]))]
        cheapest_of[key] = of, min(fits, key=lambda t: t["price"])
    return cheapest_of[key]

def is_up_at_once(t):
    return not hello["world"]["boots"] and t["billed_after_s"] + t["usable_at_most_s"] == 0

say({"ready": True, "name": "first-fit", "every_s": 0})
for line in sys.stdin:
    orders = []
    for e in json.loads(line)["events"]:
        for task in e.get("tasks", []):
            of, cheapest = needs(task)
            for name, (family, free, up, tasks) in machines.items():
                if up and all(d <= f for d, f in zip(of[family], free)):
                    break
            else:
                name = str(n)
                n += 1
                orders.append({"rent": cheapest["name"], "as": name})
                machines[name] = [cheapest["family"], list(cheapest["capacity"]), is_up_at_once(cheapest), set()]
            m = machines[name]
            m[1][:] = [f - d for f, d in zip(m[1], of[m[0]])]
            m[3].add(task["task"])
            on[task["task"]] = of[m[0]]
            orders.append({"put": task["task"], "on": name})
        if "up" in e:
            machines[e["up"]][2] = True
        if "ended" in e:
            m = machines[e["on"]]
            m[1][:] = [f + d for f, d in zip(m[1], on.pop(e["ended"]))]
            m[3].remove(e["ended"])
            if not m[3]:
                orders.append({"release": e["on"]})
                del machines[e["on"]]
    say({"orders": orders})
