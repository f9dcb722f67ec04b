// The availability problem: the machines held, and how likely how much of them is up.
worlds.availability = function (instance) {
  const { types, capacity, target } = instance;

  const operations = {
    hold(state, k, count, rented) {
      (rented === 1 ? state.rented : state.held)[k] += count;
      state.type = k;
    },
  };

  function start() {
    return { held: types.map(() => 0), rented: types.map(() => 0), type: -1 };
  }

  function ofPlan(plan) {
    const state = start();
    for (const [k, held, rented] of plan) {
      state.held[k] = held;
      state.rented[k] = rented;
    }
    return state;
  }

  function cost(state) {
    return types.reduce((sum, type, k) =>
      sum + state.held[k] * type.price + state.rented[k] * type.on_demand, 0);
  }

  // failing[s] = P(fewer than s units are up), s from 0 to one more than all units.
  // All machines of a type are up or down together. Sums of small failures, so
  // that many nines stay exact.
  function failing(state) {
    let sure = 0;
    let mass = [1];
    types.forEach((type, k) => {
      sure += state.rented[k] * type.capacity;
      const size = state.held[k] * type.capacity;
      if (size === 0) return;
      const next = new Array(mass.length + size).fill(0);
      mass.forEach((p, s) => {
        next[s] += p * (1 - type.availability);
        next[s + size] += p * type.availability;
      });
      mass = next;
    });
    const result = new Array(sure + 1).fill(0);
    let sum = 0;
    for (const p of mass) {
      sum += p;
      result.push(Math.min(1, sum));
    }
    return result;
  }

  function failureAt(state, units) {
    const list = failing(state);
    return units < list.length ? list[units] : 1;
  }

  const nines = (failure) => -Math.log10(Math.max(failure, 1e-12));
  const HEIGHT = 240, LEFT = 92, BOTTOM = 36, TOP = 12;

  function chart(state) {
    const list = failing(state);
    const widest = Math.max(capacity * 1.25, list.length - 1);
    const tallest = nines(1 - target) + 1;
    const x = (s) => LEFT + s * (chartWidth() - LEFT - 10) / widest;
    const y = (failure) => HEIGHT - BOTTOM
      - Math.min(nines(failure), tallest) * (HEIGHT - BOTTOM - TOP) / tallest;
    const svg = draw("svg", { viewBox: `0 0 ${chartWidth()} ${HEIGHT}`, class: "chart", role: "img",
      "aria-label": `How likely how many units are up: ${capacity} with probability ${Number((1 - failureAt(state, capacity)).toFixed(6))}` });
    const g = draw("g", { class: "axes" });
    for (let n = 0; n <= tallest; n++) {
      const failure = 10 ** -n;
      g.append(draw("line", { x1: LEFT, x2: chartWidth() - 10, y1: y(failure), y2: y(failure) }),
        draw("text", { x: LEFT - 6, y: y(failure) + 4, "text-anchor": "end" },
          n === 0 ? "0" : `${number(1 - failure)}`));
    }
    const every = Math.max(1, Math.ceil(widest / 8));
    for (let s = 0; s <= widest; s += every)
      g.append(draw("text", { x: x(s), y: HEIGHT - 18, "text-anchor": "middle" }, String(s)));
    g.append(draw("text", { x: (LEFT + chartWidth()) / 2, y: HEIGHT - 2, "text-anchor": "middle" },
      "units up, at least"),
    sideTitle((TOP + HEIGHT - BOTTOM) / 2, "with probability"));
    let path = `M${x(0)} ${y(0)}`;
    for (let s = 1; s < list.length; s++) path += `V${y(list[s])}H${x(s)}`;
    path += `V${y(1)}H${x(widest)}`;
    const area = `${path}V${y(1)}H${x(0)}Z`;
    const met = failureAt(state, capacity) <= 1 - target + 1e-15;
    svg.append(g, draw("path", { class: "survival-area", d: area }),
      draw("path", { class: "survival", d: path }),
      draw("path", { class: `goal ${met ? "met" : "missed"}`,
        d: `M${x(capacity)} ${y(1)}V${y(1 - target)}H${LEFT}` }),
      draw("circle", { class: `goal-mark ${met ? "met" : "missed"}`, cx: x(capacity),
        cy: y(1 - target), r: 6 },
      draw("title", {}, `wanted: ${capacity} units with probability ${target}`)));
    return svg;
  }

  function row(state, k, use) {
    const type = types[k];
    const n = state.held[k] + state.rented[k];
    const pips = Math.min(n, 30);
    return make("tr", { class: k === state.type ? "current" : "" },
      make("th", { scope: "row" }, type.name),
      make("td", { class: "number" }, String(type.capacity)),
      make("td", { class: "number" }, money(type.price)),
      make("td", { class: "number" }, `${Number((100 * type.availability).toFixed(4))}%`),
      make("td", {}, make("span", { class: "count" }, String(n)),
        make("span", { class: "pips", "aria-hidden": "true" },
          ...Array.from({ length: pips }, () => make("i", { class: `pip ${fillClass(k)}` }))),
        state.rented[k] > 0 ? ` (${state.rented[k]} on demand)` : ""),
      use.change ? make("td", { class: "steps" },
        make("button", { type: "button", "aria-label": `One ${type.name} less`,
          "data-less": k, disabled: state.held[k] === 0, onclick: () => use.change(k, -1) }, "−"), " ",
        make("button", { type: "button", "aria-label": `One ${type.name} more`,
          "data-more": k, onclick: () => use.change(k, 1) }, "+")) : null);
  }

  function picture(state, use = {}) {
    const units = types.reduce((sum, type, k) =>
      sum + type.capacity * (state.held[k] + state.rented[k]), 0);
    const failure = failureAt(state, capacity);
    const met = failure <= 1 - target + 1e-15;
    return make("div", { class: "availability" },
      make("p", { class: "promise" }, `${units} of ${capacity} units held. `,
        make("strong", {}, `${capacity} are up with probability ${Number((1 - failure).toFixed(9))}`),
        ` (wanted: ${target}) `,
        make("span", { class: `verdict ${met ? "met" : "missed"}` }, met ? "✓ holds" : "✗ not yet")),
      make("div", { class: "wide" }, make("table", { "aria-label": "Machines held" },
        make("thead", {}, make("tr", {}, ...["machine", "units", "price", "up", "held"]
          .map((text, q) => make("th", { scope: "col", class: q > 0 && q < 4 ? "number" : "" }, text)), use.change ? make("td") : null)),
        make("tbody", {}, ...types.map((_, k) => row(state, k, use))))),
      chart(state));
  }

  return { start, ofPlan, cost, picture, operations, met: (state) =>
    failureAt(state, capacity) <= 1 - target + 1e-15,
  label: "an hour so far", finalLabel: "an hour",
  facts: `${capacity} units are to be up with probability ${target}; ` +
    `${plural(types.length, "machine type")}, each up or down as a whole` };
};

games.availability = (play) => ({
  intro: "Hold machines until the promise is kept, and pay as little as you can.",
  tools: () => play.toolbar(),
  use: {
    change(k, by) {
      play.remember();
      play.state.held[k] += by;
      play.state.type = k;
      play.show(`[data-${by > 0 ? "more" : "less"}="${k}"]`);
    },
  },
  done: () => play.world.met(play.state),
});
