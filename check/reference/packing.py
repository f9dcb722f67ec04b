"""Packing: instances and plans."""
from files import (NAME, TEXT, InstanceReader, PlanReader, decimal, fits, holds, need, new, old,
                   pair, whole)


class Type:
    def __init__(self, name, family, price, capacity):
        self.name, self.family, self.price, self.capacity = name, family, price, capacity
        self.supply = None  # any number


class Task:
    def __init__(self, copies, needs):
        self.copies, self.needs, self.on = copies, needs, {}

    def need_on(self, family):
        return self.on.get(family, self.needs)


class World:
    def __init__(self, file):
        self.name, self.resources, self.types, self.tasks, self.families = None, 0, {}, {}, {}
        Instance(file, self)
        need(self.name and self.types and self.tasks, "no name, type or task")

    def dearest(self):
        """M: a plan without empty machines has at most one machine a copy, and of limited types
        no more than there are, so it costs at most this."""
        types = self.types.values()
        most = sum(task.copies for task in self.tasks.values()) * max(k.price for k in types)
        if all(k.supply is not None for k in types):
            most = min(most, sum(k.price * k.supply for k in types))
        return most


class Instance(InstanceReader):
    def resource(self, *names: NAME):
        self._once("resource")
        need(1 <= len(names) <= 64 and len(set(names)) == len(names), "resource")
        self._world.resources = len(names)

    def type(self, text: new("types"), family: NAME, price: decimal(), *capacity: decimal()):
        self._world.types[text] = Type(text, family, price, self._amounts(capacity))
        self._world.families[family] = family

    def supply(self, kind: old("types"), count: whole(0, 10**8)):
        self._once("supply", kind)
        kind.supply = count

    def task(self, text: new("tasks"), copies: whole(1, 10**8), _job: TEXT, _workload: TEXT,
             runtime: TEXT, *needs: decimal()):
        need(runtime == "" or decimal()(runtime, None) >= 0, "runtime")
        self._world.tasks[text] = Task(copies, self._amounts(needs))

    def demand(self, task: old("tasks"), family: old("families"), *needs: decimal()):
        self._once("demand", task, family)
        task.on[family] = self._amounts(needs)

    def throughput(self, _workload: TEXT, _beside: TEXT, _value: decimal()):
        pass


class Plan(PlanReader):
    def __init__(self, world, file):
        self._bins = []
        super().__init__(file, world)

    def bin(self, kind: TEXT, copies: whole(1, 10**8), *content: pair(1, 10**8)):
        self._bins.append((kind, copies, content))

    def check(self):
        """The cost of a valid plan, in 10^-12 dollars."""
        types, tasks, cost = self._world.types, self._world.tasks, 0
        machines, held = dict.fromkeys(types, 0), dict.fromkeys(tasks, 0)
        for name, copies, content in self._bins:
            holds(name in types and all(task in tasks for task, _ in content), "(1) a name")
            kind, load = types[name], [0] * self._world.resources
            for task, count in content:
                load = [a + count * b for a, b in zip(load, tasks[task].need_on(kind.family))]
                held[task] += count * copies
            holds(fits(load, kind.capacity), "(2) a machine is too full")
            machines[name] += copies
            cost += copies * kind.price * 10**6
        holds(all(held[name] == task.copies for name, task in tasks.items()), "(3) copies")
        holds(all(k.supply is None or machines[k.name] <= k.supply for k in types.values()),
              "(4) more machines than there are")
        return cost
