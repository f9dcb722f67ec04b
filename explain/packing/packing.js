// The packing problem: machines that fill up, one bar a resource, idle capacity hatched.
const DRAWN_MAX = 120; // machines
const CHIPS_MAX = 60;  // tasks that wait

worlds.packing = function (instance) {
  const { resources, types, shapes, tasks } = instance;

  const colour = coloursOf(tasks.map((task) => task.name));

  function need(j, k) {
    const rows = shapes[tasks[j].shape];
    return rows[rows.length > 1 ? types[k].family : 0];
  }

  function free(bin, r) {
    let left = types[bin.type].capacity[r];
    for (const [j, count] of bin.content) left -= need(j, bin.type)[r] * count;
    return Math.abs(left) < 1e-9 ? 0 : left;
  }

  function fits(bin, j) {
    return resources.every((_, r) => need(j, bin.type)[r] <= free(bin, r) + 1e-9);
  }

  function take(state, bin, sign) {
    for (const [j, count] of bin.content) state.waits[j] += sign * count * bin.copies;
  }

  const operations = {
    next(state, j) { state.task = j; },
    open(state, i, k, copies, trial, j = -1) {
      state.bins[i] = { type: k, copies, trial: trial === 1, content: [] };
      state.bin = i;
      state.task = j;
    },
    put(state, i, j, count) {
      const bin = state.bins[i];
      bin.content.push([j, count]);
      state.waits[j] -= count * bin.copies;
      state.bin = i;
      state.task = j;
    },
    keep(state, i, count) {
      const bin = state.bins[i];
      take(state, bin, 1);
      bin.copies = count;
      bin.trial = false;
      bin.closed = true; // whoever tries machines never comes back to one it kept
      take(state, bin, -1);
      state.bin = i;
    },
    empty(state, i) {
      if (!state.bins[i]) return;
      take(state, state.bins[i], 1);
      state.bins[i] = null;
    },
    resize(state, i, k) { state.bins[i].type = k; state.bin = i; },
    would(state, i, k) { state.bins[i].would = k; state.bin = i; },
  };

  function start() {
    return { bins: [], waits: tasks.map((task) => task.copies), bin: -1, task: -1 };
  }

  function ofPlan(plan) {
    const state = start();
    for (const [type, copies, content] of plan)
      state.bins.push({ type, copies, trial: false, content: content.slice().reverse() });
    for (const bin of state.bins) take(state, bin, -1);
    return state;
  }

  function cost(state) {
    let sum = 0;
    for (const bin of state.bins)
      if (bin && !bin.trial) sum += types[bin.type].price * bin.copies;
    return sum;
  }

  // Lowest price of a unit of each resource, and lowest demand of each shape.
  const unitPrice = resources.map((_, r) => Math.min(...types.filter((type) => type.capacity[r] > 0)
    .map((type) => type.price / type.capacity[r])));
  const lowest = shapes.map((rows) => resources.map((_, r) => Math.min(...rows.map((row) => row[r]))));

  // What it costs in the end at least, if nothing is taken back: what waits beyond the
  // room that is left must be bought, and room that no waiting task fits is none.
  function least(state) {
    const waiting = new Map(); // shape: a task of it
    const missing = resources.map(() => 0);
    const count = (j, n) => {
      if (n === 0) return;
      waiting.set(tasks[j].shape, j);
      resources.forEach((_, r) => { missing[r] += n * lowest[tasks[j].shape][r]; });
    };
    state.waits.forEach((n, j) => count(j, n));
    const open = state.bins.filter((bin) => bin);
    for (const bin of open) if (bin.trial) bin.content.forEach(([j, n]) => count(j, n));
    const few = waiting.size * open.length < 200000;
    for (const bin of open) {
      if (bin.trial || bin.closed) continue;
      if (few && !Array.from(waiting.values()).some((j) => fits(bin, j))) continue;
      resources.forEach((_, r) => { missing[r] -= bin.copies * free(bin, r); });
    }
    return cost(state) + Math.max(0, ...missing.map((amount, r) =>
      (amount > 1e-9 ? amount * unitPrice[r] : 0)));
  }

  function demandText(j, k) {
    const row = need(j, k);
    return resources.map((name, r) => [row[r], name]).filter(([amount]) => amount > 0)
      .map(([amount, name]) => `${number(amount)} ${name}`).join(", ") || "nothing";
  }

  // One resource of one machine. Many copies of a task are one piece with a count.
  function bar(bin, i, r, use) {
    const capacity = types[bin.type].capacity[r];
    const track = make("div", { class: "track" });
    const left = free(bin, r);
    for (const [j, count] of bin.content) {
      const amount = need(j, bin.type)[r];
      if (amount === 0 || capacity === 0) continue;
      const pieces = count > 12 ? 1 : count;
      for (let q = 0; q < pieces; q++) {
        const share = 100 * amount * (count / pieces) / capacity;
        const label = pieces === count ? tasks[j].name : `${tasks[j].name} ×${count}`;
        const words = [make("span", {}, `${label}: `), make("small", {}, number(amount))]; // the name where there is room
        const attributes = { class: `piece counted ${fillClass(colour[j])}`, style: `width:${share}%`,
          title: `${label}: ${number(amount)} ${resources[r]} each` };
        track.append(use.takeBack
          ? make("button", { ...attributes, type: "button",
            "aria-label": use.selected >= 0 ? `Machine ${i + 1}` : `Take ${tasks[j].name} back from machine ${i + 1}`,
            onclick: (event) => {
              if (use.selected >= 0) return; // somebody is picked: the click is for the machine
              event.stopPropagation();
              use.takeBack(i, j);
            } }, ...words)
          : make("span", attributes, ...words));
      }
    }
    if (left > 0)
      track.append(make("span", { class: "idle", style: `width:${100 * left / capacity}%`,
        title: `${number(left)} ${resources[r]} idle` }));
    return make("div", { class: "resource" },
      make("span", { class: "resource-name" }, resources[r]),
      track,
      make("span", { class: "resource-left" },
        capacity === 0 ? "none" : `${number(capacity - left)} of ${number(capacity)}`));
  }

  function machine(state, i, use) {
    const bin = state.bins[i];
    const type = types[bin.type];
    const holds = use.selected >= 0 && use.put && fits(bin, use.selected);
    const words = ["machine", bin.trial && "trial", i === state.bin && "current",
      use.put && use.selected >= 0 && (holds ? "takes" : "refuses")].filter(Boolean).join(" ");
    const unseen = bin.content.filter(([j]) => need(j, bin.type).every((amount) => amount === 0));
    return make("li", {
      class: words, "data-machine": i + 1,
      ...(use.put ? {
        tabindex: "0", role: "button",
        "aria-label": `Machine ${i + 1}, ${type.name}` + (use.selected >= 0
          ? `: ${holds ? "put" : "has no room for"} ${tasks[use.selected].name}` : ""),
        onclick: () => use.put(i),
        onkeydown: (event) => {
          if (event.target !== event.currentTarget || !["Enter", " "].includes(event.key)) return;
          event.preventDefault();
          use.put(i);
        },
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => { event.preventDefault(); use.put(i); },
      } : {}),
    },
    make("div", { class: "machine-head" },
      make("span", { class: "machine-name" }, `${i + 1} · ${type.name}`),
      make("span", { class: "machine-price" },
        bin.copies > 1 ? `${bin.copies} × ${money(type.price)}` : money(type.price)),
      bin.trial ? make("span", { class: "badge" }, "on trial") : null,
      bin.would === undefined ? null
        : make("span", { class: "badge" }, `→ ${types[bin.would].name} ${money(types[bin.would].price)}`),
      use.giveUp ? make("button", { type: "button", class: "small",
        "aria-label": `Give machine ${i + 1} back`,
        onclick: (event) => { event.stopPropagation(); use.giveUp(i); } }, "give back") : null),
    ...resources.map((_, r) => bar(bin, i, r, use)),
    unseen.length === 0 ? null : make("div", { class: "note" },
      `and ${unseen.map(([j, count]) => `${tasks[j].name} ×${count}`).join(", ")}`));
  }

  function chip(state, j, use) {
    const task = tasks[j];
    const label = state.waits[j] > 1 ? `${task.name} ×${state.waits[j]}` : task.name;
    const words = `chip ${fillClass(colour[j])} ${j === (use.put ? use.selected : state.task) ? "current" : ""}`;
    const title = `needs ${demandText(j, task.alone)}; alone ${money(types[task.alone].price)} on ${types[task.alone].name}`;
    const size = make("small", {}, ` ${demandText(j, task.alone)}`);
    if (!use.select) return make("li", { class: words, title }, label, size);
    return make("li", {}, make("button", { type: "button", class: words, title, draggable: "true",
      "data-task": j, "aria-pressed": String(j === use.selected),
      onclick: () => use.select(j === use.selected ? -1 : j),
      ondragstart: (event) => { event.dataTransfer.setData("text/plain", task.name); use.drag(j); },
    }, label, size));
  }

  function waiting(state, use) {
    const list = tasks.map((_, j) => j).filter((j) => state.waits[j] > 0);
    const chips = list.slice(0, CHIPS_MAX).map((j) => chip(state, j, use));
    if (list.length > CHIPS_MAX)
      chips.push(make("li", { class: "note" }, `and ${list.length - CHIPS_MAX} more`));
    const n = list.reduce((sum, j) => sum + state.waits[j], 0);
    return make("div", { class: "waiting" },
      make("h3", {}, n === 0 ? "Every task is placed" : `${plural(n, "task")} waiting`),
      make("ul", { class: "chips" }, ...chips));
  }

  // `use` holds what a visitor may do; empty when there is only something to see.
  function picture(state, use = {}) {
    const numbers = state.bins.map((_, i) => i).filter((i) => state.bins[i]);
    const hidden = Math.max(0, numbers.length - DRAWN_MAX);
    return make("div", { class: "packing" }, waiting(state, use),
      hidden > 0 ? make("p", { class: "note" }, `${hidden} earlier machines are not drawn.`) : null,
      use.put && numbers.length === 0 ? emptyPlace("No machine is rented. Rent one above; then pick a task, and the machine.") : null,
      make("ol", { class: numbers.length <= FEW ? "machines few" : "machines" },
        ...numbers.slice(hidden).map((i) => machine(state, i, use))));
  }

  return { start, ofPlan, cost, least, picture, operations, fits, label: "an hour so far",
    finalLabel: "an hour",
    facts: `${plural(tasks.reduce((sum, task) => sum + task.copies, 0), "task")}, ` +
      typesText(types, resources, "") };
};

games.packing = (play) => ({
  intro: "Rent machines and put every task on one. Pick a task, then a machine, by mouse, "
    + "finger or keyboard; or drag it there. A task on a machine comes back when you click it.",
  tools: () => play.toolbar(make("span", {}, "Rent a "), ...data.instance.types.map((type, k) =>
    make("button", { type: "button", "data-rent": k, onclick: () => {
      play.remember();
      play.world.operations.open(play.state, play.state.bins.length, k, 1, 0);
      play.say(`Machine ${play.state.bins.length} is of type ${type.name}, for ${money(type.price)} an hour.`);
      play.show(`[data-rent="${k}"]`);
    } }, `${type.name} ${money(type.price)}`, make("small", {}, ` ${data.instance.resources
      .map((name, r) => [type.capacity[r], name]).filter(([most]) => most > 0).map(([most, name]) => `${number(most)} ${name}`).join(", ")}`)))),
  use: {
    select(j) {
      play.selected = j;
      play.say(j < 0 ? "" : `${data.instance.tasks[j].name} is picked: now pick a machine.`);
      play.show(`[data-task="${j}"]`);
    },
    drag(j) { play.selected = j; },
    put(i) {
      if (play.selected < 0) return play.say("Pick a task first.");
      const name = data.instance.tasks[play.selected].name;
      if (!play.world.fits(play.state.bins[i], play.selected)) return play.say(`${name} does not fit on machine ${i + 1}.`);
      play.remember();
      play.world.operations.put(play.state, i, play.selected, 1);
      play.say(`${name} is on machine ${i + 1}.`);
      if (play.state.waits[play.selected] === 0) play.selected = -1;
      play.show(`[data-machine="${i + 1}"]`);
    },
    takeBack(i, j) {
      play.remember();
      const content = play.state.bins[i].content;
      const at = content.findIndex(([task]) => task === j);
      if (--content[at][1] === 0) content.splice(at, 1);
      play.state.waits[j]++;
      play.show(`[data-machine="${i + 1}"]`);
    },
    giveUp(i) {
      play.remember();
      play.world.operations.empty(play.state, i);
      play.show();
    },
  },
  done: () => play.state.waits.every((n) => n === 0),
});
