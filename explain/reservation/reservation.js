// The reservation problem: demand over time, bought leases as layers under it.
worlds.reservation = function (instance) {
  const { classes, usage, hours } = instance;
  const onDemand = instance.on_demand;
  const usedPrice = (c) => (classes[c].always ? 0 : classes[c].price);
  const end = (t, c) => Math.min(usage.length, t + classes[c].term);

  const operations = {
    buy(state, t, c, count) { state.bought.push([t, c, count]); state.at = t; },
    at(state, t) { state.at = t; },
  };

  function start() {
    return { bought: [], at: -1 };
  }

  function ofPlan(plan) {
    return { bought: plan.slice(), at: -1 };
  }

  // Hours of interval t on demand and on leases: the busiest instance takes the
  // cheapest hour.
  function hourly(bought, t) {
    const active = bought.filter(([from, c]) => from <= t && t < end(from, c))
      .map(([, c, count]) => ({ c, left: count }))
      .filter(({ c }) => usedPrice(c) < classes[onDemand].price)
      .sort((a, b) => usedPrice(a.c) - usedPrice(b.c));
    let sum = 0;
    let q = 0;
    for (const [used, instances] of usage[t]) {
      let left = instances;
      while (left > 0 && q < active.length) {
        const n = Math.min(left, active[q].left);
        sum += n * used * usedPrice(active[q].c);
        active[q].left -= n;
        left -= n;
        if (active[q].left === 0) q++;
      }
      sum += left * used * classes[onDemand].price;
    }
    return sum;
  }

  // What it all costs if nothing more is bought.
  function cost({ bought }) {
    let sum = 0;
    for (const [t, c, count] of bought) {
      const served = end(t, c) - t;
      const kept = instance.pure ? served / classes[c].term : 1;
      sum += count * (classes[c].upfront * kept
        + (classes[c].always ? classes[c].price * hours * served : 0));
    }
    for (let t = 0; t < usage.length; t++) sum += hourly(bought, t);
    return sum;
  }

  // Each purchase is a block as long as it serves, at the lowest free height.
  function blocks(bought) {
    const laid = [];
    for (const [t, c, count] of bought) {
      const block = { t, c, count, until: end(t, c), level: 0 };
      const beside = laid.filter((b) => b.t < block.until && t < b.until)
        .sort((a, b) => a.level - b.level);
      for (const b of beside)
        if (b.level < block.level + count && block.level < b.level + b.count)
          block.level = b.level + b.count;
      laid.push(block);
    }
    return laid;
  }

  let hatches = 0;
  const running = usage.map((steps) => steps.reduce((sum, [, n]) => sum + n, 0));
  const HEIGHT = 280, LEFT = 60, BOTTOM = 44, TOP = 10;

  function axes(x, y, top) {
    const g = draw("g", { class: "axes" });
    const step = Math.max(1, Math.ceil(top / 5));
    for (let n = 0; n <= top; n += step)
      g.append(draw("line", { x1: LEFT, x2: chartWidth(), y1: y(n), y2: y(n) }),
        draw("text", { x: LEFT - 6, y: y(n) + 4, "text-anchor": "end" }, String(n)));
    const every = Math.max(1, Math.ceil(usage.length / (phone.matches ? 8 : 12)));
    for (let t = 0; t < usage.length; t += every)
      g.append(draw("text", { x: (x(t) + x(t + 1)) / 2, y: HEIGHT - 26, "text-anchor": "middle" },
        String(t + 1)));
    g.append(draw("text", { x: (LEFT + chartWidth()) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, "interval"),
      sideTitle((TOP + HEIGHT - BOTTOM) / 2, "instances"));
    return g;
  }

  // Hours by band of use, the busiest below; one path a band, however many intervals.
  const BANDS = 8;
  const counts = usage.map((steps) => {
    const row = new Array(BANDS).fill(0);
    for (const [used, n] of steps)
      row[Math.min(BANDS - 1, Math.floor(BANDS * (1 - used / hours)))] += n;
    return row;
  });

  function demand(x, y) {
    const base = usage.map(() => 0);
    return Array.from({ length: BANDS }, (_, band) => {
      let path = "";
      counts.forEach((row, t) => {
        if (row[band] === 0) return;
        path += box(x(t), x(t + 1), y(base[t]), y(base[t] + row[band]));
        base[t] += row[band];
      });
      return draw("path", { class: "demand", d: path, "fill-opacity": (0.6 - 0.45 * band / BANDS).toFixed(3) });
    });
  }

  function box(left, right, bottom, top) {
    return `M${left.toFixed(1)} ${bottom.toFixed(1)}V${top.toFixed(1)}H${right.toFixed(1)}V${bottom.toFixed(1)}Z`;
  }

  // What is leased and stands idle because fewer instances run.
  function idle(laid, x, y) {
    const id = `hatch${++hatches}`;
    let path = "";
    for (const b of laid)
      for (let t = b.t; t < b.until; t++)
        if (b.level + b.count > running[t])
          path += box(x(t), x(t + 1), y(Math.max(running[t], b.level)), y(b.level + b.count));
    return draw("g", {}, draw("defs", {}, draw("pattern", { id, width: 6, height: 6,
      patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    draw("rect", { class: "hatch-ground", width: 6, height: 6 }),
    draw("rect", { class: "hatch-line", width: 2, height: 6 }))),
    draw("path", { d: path, fill: `url(#${id})` }, draw("title", {}, "leased and idle")));
  }

  function legend(used) {
    return make("ul", { class: "legend" },
      make("li", {}, make("span", { class: "key demand-key" }), "demand, darker the more hours"),
      ...classes.map((_, c) => c).filter((c) => c !== onDemand && used.has(c)).map((c) =>
        make("li", {}, make("span", { class: `key ${fillClass(c)}` }), classes[c].name)),
      used.size === 0 ? null : make("li", {}, make("span", { class: "key idle" }), "leased and idle"),
      make("li", {}, make("span", { class: "key outline-key" }), "instances running"));
  }

  function picture(state) {
    const laid = blocks(state.bought);
    const top = Math.max(1, ...running, ...laid.map((b) => b.level + b.count));
    const x = (t) => LEFT + t * (chartWidth() - LEFT) / usage.length;
    const y = (n) => HEIGHT - BOTTOM - n * (HEIGHT - BOTTOM - TOP) / top;
    const svg = draw("svg", { viewBox: `0 0 ${chartWidth()} ${HEIGHT}`, class: "chart", role: "img",
      "aria-label": `Demand over ${usage.length} intervals and ${laid.length} purchases` });
    svg.append(axes(x, y, top), ...demand(x, y));
    const names = [];
    laid.forEach((b, q) => {
      const high = y(b.level) - y(b.level + b.count);
      const pad = high > 6 ? 1 : 0; // thin layers need every pixel
      const at = { x: x(b.t) + pad, y: y(b.level + b.count) + pad, height: high - 2 * pad,
        width: Math.max(1, x(b.until) - x(b.t) - 2 * pad) };
      const title = `${b.count} of ${classes[b.c].name}, intervals ${b.t + 1} to ${b.until}`;
      svg.append(draw("rect", { ...at, class: `lease ${pad === 0 ? "thin " : ""}${fillClass(b.c)}` +
        (q === laid.length - 1 && state.at === b.t ? " current" : "") }, draw("title", {}, title)));
      if (at.height > 13 && at.width > 60)
        names.push(draw("text", { x: at.x + 6, y: at.y + at.height - 6,
          class: `lease-name ink${b.c % 7}` }, `${b.count} × ${classes[b.c].name}`));
    });
    svg.append(idle(laid, x, y), ...names);
    let path = `M${x(0)} ${y(0)}`;
    running.forEach((n, t) => { path += `V${y(n)}H${x(t + 1)}`; });
    svg.append(draw("path", { class: "outline", d: path }));
    if (state.at >= 0)
      svg.append(draw("line", { class: "cursor", x1: x(state.at), x2: x(state.at), y1: TOP,
        y2: y(0) }));
    return make("div", { class: "reservation" }, svg, legend(new Set(laid.map((b) => b.c))));
  }

  return { start, ofPlan, cost, picture, operations, end,
    label: "if nothing more is bought", finalLabel: "in all",
    facts: `${usage.length} intervals of ${number(hours)} hours; ` + classes.map((k) =>
      (k.term === 0 ? `${k.name} ${money(k.price)} an hour`
        : `${k.name}: ${money(k.upfront)} for ${k.term} intervals, then ${money(k.price)} an hour ${k.always ? "used or not" : "used"}`)).join("; ") };
};

games.reservation = (play) => ({
  intro: "Buy leases where they pay. What is not leased runs on demand; with the first lease the page compares.",
  tools: () => {
    const options = data.instance.classes.map((k, c) => [k, c]).filter(([k]) => k.term > 0);
    const kind = make("select", { id: "lease", "aria-label": "Lease" },
      ...options.map(([k, c]) => make("option", { value: c }, k.name)));
    const when = make("input", { type: "number", id: "when", min: 1, value: 1,
      max: data.instance.usage.length, "aria-label": "Interval" });
    const many = make("input", { type: "number", id: "many", min: 1, value: 1, "aria-label": "How many" });
    return play.toolbar(make("button", { type: "button", id: "buy", onclick: () => {
      const t = Math.round(Number(when.value)) - 1;
      const n = Math.round(Number(many.value));
      if (!(t >= 0 && t < data.instance.usage.length && n > 0)) return play.say("That is no interval, or no number.");
      const kept = [kind.value, when.value, many.value];
      play.remember();
      play.world.operations.buy(play.state, t, Number(kind.value), n);
      play.show("#buy");
      ["lease", "when", "many"].forEach((id, q) => { document.getElementById(id).value = kept[q]; });
    } }, "Buy"), many, " of ", kind, " in interval ", when);
  },
  use: {},
  done: () => play.state.bought.length > 0, // nothing bought is a plan too, but no try
});
