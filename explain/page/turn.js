// Your turn: the visitor decides, the page counts and compares.
function turn(section, world) {
  const board = make("div", { class: "board" });
  const said = make("p", { class: "said", role: "status", id: "turn-said" });
  const most = Math.max(measure ?? 0, ...data.acts.map((act) => act.cost ?? 0)) * 1.15;
  let state = world.start();
  let past = [];
  let selected = -1;

  function remember() {
    past.push(structuredClone(state));
  }

  function say(text) {
    said.textContent = text;
  }

  // How the visitor's plan compares with the optimum and with the methods.
  function verdict(cost) {
    const others = data.acts.filter((act) => act.cost !== null)
      .map((act) => `${act.method} pays ${money(act.cost)}`).join(", ");
    const best = data.best.proved && cost <= data.best.cost * (1 + 1e-9);
    return best
      ? `You pay ${money(cost)}${perHour}: the optimum, and it is proved. ${others}.`
      : `You pay ${money(cost)}${perHour}, ${distance(cost)}. ${others}.`;
  }

  function toolbar(...more) {
    return make("div", { class: "controls turn-controls", role: "group", "aria-label": "Your tools" },
      ...more,
      make("button", { type: "button", id: "undo", disabled: past.length === 0,
        onclick: () => { state = past.pop(); selected = -1; say("Taken back."); show(); } }, "Undo"),
      make("button", { type: "button", id: "again",
        onclick: () => { past = []; state = world.start(); selected = -1; say(""); show(); } }, "Start over"));
  }

  const games = {
    packing: {
      intro: "Rent machines and put every task on one. Pick a task, then a machine, by mouse, "
        + "finger or keyboard; or drag it there. A task on a machine comes back when you click it.",
      tools: () => toolbar(make("span", {}, "Rent a "), ...data.instance.types.map((type, k) =>
        make("button", { type: "button", "data-rent": k, onclick: () => {
          remember();
          world.operations.open(state, state.bins.length, k, 1, 0);
          say(`Machine ${state.bins.length} is of type ${type.name}, for ${money(type.price)} an hour.`);
          show();
        } }, `${type.name} ${money(type.price)}`))),
      use: {
        select(j) {
          selected = j;
          say(j < 0 ? "" : `${data.instance.tasks[j].name} is picked: now pick a machine.`);
          show(`[data-task="${j}"]`);
        },
        drag(j) { selected = j; },
        put(i) {
          if (selected < 0) return say("Pick a task first.");
          const name = data.instance.tasks[selected].name;
          if (!world.fits(state.bins[i], selected)) return say(`${name} does not fit on machine ${i + 1}.`);
          remember();
          world.operations.put(state, i, selected, 1);
          say(`${name} is on machine ${i + 1}.`);
          if (state.waits[selected] === 0) selected = -1;
          show(`[data-machine="${i + 1}"]`);
        },
        takeBack(i, j) {
          remember();
          const content = state.bins[i].content;
          const at = content.findIndex(([task]) => task === j);
          if (--content[at][1] === 0) content.splice(at, 1);
          state.waits[j]++;
          show(`[data-machine="${i + 1}"]`);
        },
        giveUp(i) {
          remember();
          world.operations.empty(state, i);
          show();
        },
      },
      done: () => state.waits.every((n) => n === 0),
    },
    availability: {
      intro: "Hold machines until the promise is kept, and pay as little as you can.",
      tools: () => toolbar(),
      use: {
        change(k, by) {
          remember();
          state.held[k] += by;
          state.type = k;
          show(`[data-${by > 0 ? "more" : "less"}="${k}"]`);
        },
      },
      done: () => world.met(state),
    },
    reservation: {
      intro: "Buy leases where they pay. What is not leased runs on demand.",
      tools: () => {
        const options = data.instance.classes.map((k, c) => [k, c]).filter(([k]) => k.term > 0);
        const kind = make("select", { id: "lease", "aria-label": "Lease" },
          ...options.map(([k, c]) => make("option", { value: c }, k.name)));
        const when = make("input", { type: "number", id: "when", min: 1, value: 1,
          max: data.instance.usage.length, "aria-label": "Interval" });
        const many = make("input", { type: "number", id: "many", min: 1, value: 1, "aria-label": "How many" });
        return toolbar(make("button", { type: "button", id: "buy", onclick: () => {
          const t = Math.round(Number(when.value)) - 1;
          const n = Math.round(Number(many.value));
          if (!(t >= 0 && t < data.instance.usage.length && n > 0)) return say("That is no interval, or no number.");
          const kept = [kind.value, when.value, many.value];
          remember();
          world.operations.buy(state, t, Number(kind.value), n);
          show("#buy");
          ["lease", "when", "many"].forEach((id, q) => { document.getElementById(id).value = kept[q]; });
        } }, "Buy"), many, " of ", kind, " in interval ", when);
      },
      use: {},
      done: () => true,
    },
  };
  const game = games[data.kind];

  function show(focus) {
    const cost = world.cost(state);
    const done = game.done();
    board.replaceChildren(game.tools(),
      meter(cost, Math.max(most, cost), done ? world.finalLabel : world.label, done, world.least?.(state)),
      done ? make("p", { class: "verdict-box", id: "verdict" }, verdict(cost)) : "",
      world.picture(state, { ...game.use, selected }));
    if (focus) board.querySelector(focus)?.focus();
  }

  section.append(make("p", {}, game.intro), said, board);
  if (data.best.plan !== null)
    section.append(make("details", { class: "answer", id: "answer" },
      make("summary", {}, data.best.proved ? "Show the optimum" : "Show the best plan known"),
      make("p", {}, data.best.proved
        ? `Proved by ${data.best.method}: no plan costs less than ${money(data.best.cost)}.`
        : `Found by ${data.best.method} in the time it had; not proved to be the best.`),
      world.picture(world.ofPlan(data.best.plan))));
  show();
}
