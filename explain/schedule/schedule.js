// Schedules: one clock; machines come, fill, empty and go. What is seen at a second is
// read from the timeline alone, so every method can be played.
const MACHINES_DRAWN = 80;
const WAITING_DRAWN = 40;

// How long, roughly; and a second as a clock shows it.
function span(seconds) {
  if (seconds < 120) return `${number(Math.round(seconds * 10) / 10)} s`;
  if (seconds < 7200) return `${number(Math.round(seconds / 6) / 10)} min`;
  if (seconds < 172800) return `${number(Math.round(seconds / 360) / 10)} h`;
  return `${number(Math.round(seconds / 8640) / 10)} days`;
}

function clockText(seconds) {
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  const day = Math.floor(whole / 86400);
  return `${day > 0 ? `day ${day}, ` : ""}${two(Math.floor(whole / 3600) % 24)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

worlds.schedule = function (instance) {
  const { resources, types, jobs, tasks, shapes } = instance;
  const jobOf = (i) => jobs[tasks[i][0]];
  const end = Math.max(1, ...data.acts.flatMap(({ plan }) => (plan ? plan.machines.map((m) => m[3]) : [])));

  function need(i, k) {
    const rows = shapes[tasks[i][1]];
    return rows[rows.length > 1 ? types[k].family : 0];
  }

  // A colour for each workload, without its variant; where there are none for jobs by their names.
  const colour = jobs.every((job) => job.workload === null) ? coloursOf(jobs.map((job) => job.name))
    : indices(jobs.map((job) => (job.workload === null ? job.name : instance.workloads[job.workload].split("[")[0])));

  // A number alone says nothing.
  function jobName(job) {
    return /^\d/.test(job.name) ? `job ${job.name}` : job.name;
  }

  function taskName(i) {
    const job = jobOf(i);
    return job.n > 1 ? `${jobName(job)}.${i - job.first}` : jobName(job);
  }

  // ---- the bill ----

  // Dollars from one second to another at a price that may move.
  function charge(type, from, to) {
    if (type.prices.length === 0) return type.price * (to - from) / 3600;
    return type.prices.reduce((sum, [since, price], q) => {
      const until = q + 1 < type.prices.length ? type.prices[q + 1][0] : Infinity;
      return sum + price * Math.max(0, Math.min(to, until) - Math.max(from, since)) / 3600;
    }, 0);
  }

  // What a machine has cost by a second: units that have begun, at least the least.
  function billOf([k, ordered, , released], at) {
    const type = types[k];
    const from = ordered + type.billed_after;
    const gone = released + type.gone_after;
    const until = Math.min(gone, at);
    if (from >= gone || until <= from) return 0;
    let billed = until - from;
    if (type.unit > 0) billed = Math.ceil(billed / type.unit - 1e-9) * type.unit;
    return charge(type, from, from + Math.max(billed, type.least));
  }

  function bill(plan, at) {
    let sum = 0;
    for (const machine of plan.machines)
      if (machine[1] <= at) sum += billOf(machine, at);
    return sum;
  }

  // Sustained-use discounts are counted over all machines of a month: here in
  // proportion, so that the end is what was paid.
  const discount = new Map(data.acts.filter((act) => act.plan).map((act) => [act.plan,
    types.some((type) => type.discounts) ? act.cost / (bill(act.plan, Infinity) || 1) : 1]));

  // Once all is over, what machines cost until they are gone is known too.
  function cost({ plan, at, over }) {
    return plan === null ? 0 : bill(plan, over ? Infinity : at) * (discount.get(plan) ?? 1);
  }

  const curves = data.acts.map((act) => {
    if (!act.plan) return [];
    const points = [];
    for (let q = 0; q <= 160; q++) points.push([end * q / 160, cost({ plan: act.plan, at: end * q / 160 })]);
    return points;
  });
  const CHART = { width: 480, height: 124, left: 46, right: 8, top: 8, bottom: 24 };

  // The unit of the time axis: ten parts of it at most.
  const UNITS = [60, 300, 600, 1800, 3600, 7200, 14400, 28800, 86400];
  function unitFor(span) {
    return UNITS.find((unit) => span <= 10 * unit) ?? Math.ceil(span / 864000) * 86400;
  }

  function tickText(t, unit) {
    const two = (n) => String(n).padStart(2, "0");
    return unit >= 86400 ? `day ${t / 86400}` : `${two(Math.floor(t / 3600))}:${two(t / 60 % 60)}`;
  }

  function axes(box, last, most, x, y) {
    const { width, height, left, right, bottom } = CHART;
    const unit = unitFor(last);
    const every = last / unit > 5 ? 2 : 1;
    for (const part of [0, 0.5, 1])
      box.append(draw("line", { x1: left, x2: width - right, y1: y(part * most), y2: y(part * most) }),
        draw("text", { x: left - 6, y: y(part * most) + 4, "text-anchor": "end" }, `$${Number((part * most).toPrecision(2))}`));
    for (let t = 0; t <= last; t += unit) {
      box.append(draw("line", { x1: x(t), x2: x(t), y1: height - bottom, y2: height - bottom + 4 }));
      if (t / unit % every === 0)
        box.append(draw("text", { x: x(t), y: height - bottom + 17,
          "text-anchor": t === 0 ? "start" : t === last ? "end" : "middle" }, tickText(t, unit)));
    }
    return box;
  }

  // The name of a level line, where it crosses none of these lines: above or below it, as far to
  // the right as it can be, and without its explanation where there is no room for that.
  function levelName(y, texts, lines) {
    const { width, height, left, right, top, bottom } = CHART;
    const high = phone.matches ? 16 : 13;
    const crosses = (from, long, base) => lines.some((points) => points.some(([px, py], q) => {
      const [ox, oy] = points[Math.max(0, q - 1)];
      return Math.max(px, ox) > from - 2 && Math.min(px, ox) < from + long + 2 && Math.max(py, oy) > base - high && Math.min(py, oy) < base + 2;
    }));
    for (const text of texts)
      for (const base of [y - 4, y + high].filter((at) => at - high >= top - 8 && at <= height - bottom)) {
        const long = text.length * 0.48 * high;
        for (let from = width - right - 4 - long; from > left; from -= 8)
          if (!crosses(from, long, base)) return draw("text", { class: "floor-name", x: from, y: base }, text);
      }
    return draw("text", { class: "floor-name", x: left + 4, y: y - 4 }, texts.at(-1));
  }

  // What was paid by now, of this method in ink, of the others faint; the floor is a
  // line. While it is the visitor's turn, neither the others nor the floor is shown, and
  // the axes end where the visitor is: they do not tell how long or how dear others were.
  function chart(state) {
    const { width, height, left, right, top, bottom } = CHART;
    const secret = state.wants !== undefined && !state.over;
    const others = secret ? [] : [measure ?? 0, ...data.acts.map((act) => act.cost ?? 0)];
    const most = Math.max(...others, cost(state)) * 1.05 || 1;
    const own = data.acts.findIndex((act) => act.plan === state.plan);
    const now = Math.max(0, own >= 0 ? Math.min(state.at, end) : state.at);
    const span = Math.max(secret ? 3600 : end, now);
    const last = Math.ceil(span / unitFor(span)) * unitFor(span);
    const x = (t) => left + t / last * (width - left - right);
    const y = (d) => height - bottom - d / most * (height - top - bottom);
    const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart bill", role: "img", preserveAspectRatio: "xMinYMid",
      "aria-label": `The bill over time: ${dollars(cents(cost(state), Math.round))} by ${clockText(now)}${secret || measure === null ? "" : `; ${measureName} ${measureText}`}` }, axes(draw("g", { class: "axes" }), last, most, x, y));
    const path = (points) => points.map(([t, d], q) => `${q === 0 ? "M" : "L"}${x(t).toFixed(1)} ${y(d).toFixed(1)}`).join("");
    const until = (points) => points.filter(([t]) => t < state.at);
    curves.forEach((points, q) => {
      if (!secret && q !== own && points.length > 0)
        svg.append(draw("path", { class: "other", d: path(until(points)) }, draw("title", {}, fullName(data.acts[q]))));
    });
    const past = own >= 0 ? until(curves[own]) : state.past ?? [];
    svg.append(draw("path", { class: "spent", d: path([...past, [now, cost(state)]]) }));
    if (measure !== null && !secret) {
      const name = `${measureName} ${measureText}`;
      const lines = [...curves.filter((_, q) => q !== own).map(until), [...past, [now, cost(state)]]]
        .map((points) => points.map(([t, d]) => [x(t), y(d)]));
      svg.append(draw("line", { class: "floor", x1: left, x2: width - right, y1: y(measure), y2: y(measure) }),
        levelName(y(measure), [`${name}: no schedule costs less`, name], [...lines, [[x(now), top], [x(now), height - bottom]]]));
    }
    svg.append(draw("line", { class: "cursor", x1: x(now), x2: x(now), y1: top, y2: height - bottom }));
    return svg;
  }

  // ---- the cluster ----

  // Who is where at a second.
  function look({ plan, at }) {
    const seen = { up: [], on: new Map(), placed: new Set(), done: new Set() };
    plan.machines.forEach((m, q) => { if (m[1] <= at && at < m[3]) seen.up.push(q); });
    for (const stay of plan.stays) {
      const [task, machine, from, , , to] = stay;
      if (from <= at && at < to) {
        if (!seen.on.has(machine)) seen.on.set(machine, []);
        seen.on.get(machine).push(stay);
        seen.placed.add(task);
      }
    }
    return seen;
  }

  // When each task of a plan is done.
  const ends = new Map();
  function doneAt(plan) {
    if (!ends.has(plan)) {
      const last = new Map();
      for (const [task, , , , , to] of plan.stays) last.set(task, Math.max(to, last.get(task) ?? 0));
      ends.set(plan, last);
    }
    return ends.get(plan);
  }

  function isDone(state, i) {
    if (state.done) return state.done[i] === true;
    const to = doneAt(state.plan).get(i);
    return to !== undefined && to <= state.at;
  }

  // In the visitor's turn who works can be picked, to be moved.
  function piece(stay, k, r, state, use) {
    const [task, , , working, stopped] = stay;
    const amount = need(task, k)[r];
    const capacity = types[k].capacity[r];
    if (amount === 0 || capacity === 0) return null;
    const works = working <= state.at && state.at < stopped;
    const picked = use.select && use.selected === task;
    const attributes = { class: `piece ${fillClass(colour[tasks[task][0]])}${works ? "" : " loading"}${picked ? " picked" : ""}`,
      style: `width:${100 * amount / capacity}%`,
      title: `${taskName(task)}: ${number(amount)} ${resources[r]}, ${works ? "works"
        : state.at < working ? "loads" : "saves its state"}` };
    const label = [taskName(task), make("small", {}, `: ${number(amount)}`)];
    if (!use.select || !works || stopped < Infinity) return make("span", attributes, ...label);
    return make("button", { ...attributes, type: "button", draggable: "true", "data-task": task,
      "aria-pressed": String(picked), "aria-label": `Pick ${taskName(task)}, to move it`,
      onclick: (event) => {
        if (use.selected >= 0 && !picked) return; // somebody is picked: the click is for the machine
        event.stopPropagation();
        use.select(picked ? -1 : task);
      },
      ondragstart: (event) => { event.dataTransfer.setData("text/plain", taskName(task)); use.drag(task); } }, ...label);
  }

  function bar(stays, k, r, state, use) {
    const capacity = types[k].capacity[r];
    const used = stays.reduce((sum, [task]) => sum + need(task, k)[r], 0);
    const left = Math.max(0, capacity - used);
    return make("div", { class: "resource" },
      make("span", { class: "resource-name" }, resources[r]),
      make("div", { class: "track" }, ...stays.map((stay) => piece(stay, k, r, state, use)),
        left > 1e-9 && capacity > 0 ? make("span", { class: "idle", style: `width:${100 * left / capacity}%`,
          title: `${number(left)} ${resources[r]} idle` }) : null),
      make("span", { class: "resource-left" }, capacity === 0 ? "none" : `${number(used)} of ${number(capacity)}`));
  }

  function fits(state, m, i) {
    const k = state.plan.machines[m][0];
    const on = [...(look(state).on.get(m) ?? []).map(([task]) => task), ...Object.keys(state.wants ?? {})
      .filter((task) => state.wants[task] === m).map(Number)];
    if (on.includes(i)) return false;
    return resources.every((_, r) => on.reduce((sum, task) => sum + need(task, k)[r], need(i, k)[r])
      <= types[k].capacity[r] + 1e-9);
  }

  function machine(state, seen, m, use) {
    const [k, , ready] = state.plan.machines[m];
    const type = types[k];
    const stays = seen.on.get(m) ?? [];
    const coming = Object.keys(state.wants ?? {}).filter((task) => state.wants[task] === m).map(Number);
    const boots = state.at < ready;
    const takes = use.put && use.selected >= 0 && fits(state, m, use.selected);
    const words = ["machine", boots && "trial", state.current?.has(m) && "current",
      use.put && use.selected >= 0 && (takes ? "takes" : "refuses")].filter(Boolean).join(" ");
    return make("li", { class: words, "data-machine": m,
      ...(use.put ? { tabindex: "0", role: "button",
        "aria-label": `Machine ${m}, ${type.name}${use.selected >= 0 ? `: ${takes ? "put" : "has no room for"} ${taskName(use.selected)}` : ""}`,
        onclick: () => use.put(m),
        onkeydown: (event) => {
          if (event.target !== event.currentTarget || !["Enter", " "].includes(event.key)) return;
          event.preventDefault();
          use.put(m);
        },
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => { event.preventDefault(); use.put(m); } } : {}) },
    make("div", { class: "machine-head" },
      make("span", { class: "machine-name" }, `${m} · ${type.name}`),
      make("span", { class: "machine-price" }, `${money(type.price)}/h`),
      boots ? make("span", { class: "badge" }, `ready in ${span(ready - state.at)}`) : null,
      !boots && stays.length === 0 ? make("span", { class: "badge" }, use.goesBack?.(m) ? "idle, goes back" : "idle") : null,
      use.giveBack && stays.length === 0 && coming.length === 0 ? make("button", { type: "button", class: "small",
        "aria-label": `Give machine ${m} back`,
        onclick: (event) => { event.stopPropagation(); use.giveBack(m); } }, "give back") : null),
    ...resources.map((_, r) => bar(stays, k, r, state, use)),
    coming.length === 0 ? null : make("div", { class: "note" }, `to come: ${coming.map(taskName).join(", ")}`));
  }

  // Tasks that have arrived and have no place, by job.
  function waitingJobs(state, seen) {
    const list = [];
    jobs.forEach((job, j) => {
      const own = [];
      for (let i = job.first; i < job.first + job.n; i++)
        if (tasks[i][2] <= state.at && !seen.placed.has(i) && state.wants?.[i] === undefined && !isDone(state, i))
          own.push(i);
      if (own.length > 0) list.push([j, own]);
    });
    return list;
  }

  function demandText(i) {
    const row = need(i, 0);
    return resources.map((name, r) => [row[r], name]).filter(([amount]) => amount > 0)
      .map(([amount, name]) => `${number(amount)} ${name}`).join(", ") || "nothing";
  }

  function chip(state, j, own, use) {
    const label = own.length > 1 ? `${jobName(jobs[j])} ×${own.length}` : jobName(jobs[j]);
    const title = `needs ${demandText(own[0])}${own.length > 1 ? " each" : ""}; waits since ${span(state.at - tasks[own[0]][2])}`;
    const words = `chip ${fillClass(colour[j])}${use.selected === own[0] ? " current" : ""}`;
    if (!use.select) return make("li", { class: words, title }, label, make("small", {}, ` ${demandText(own[0])}`));
    return make("li", {}, make("button", { type: "button", class: words, title, draggable: "true", "data-task": own[0],
      "aria-pressed": String(use.selected === own[0]),
      onclick: () => use.select(use.selected === own[0] ? -1 : own[0]),
      ondragstart: (event) => { event.dataTransfer.setData("text/plain", label); use.drag(own[0]); } },
    label, make("small", {}, ` ${demandText(own[0])}, about ${span(toldOf(own[0]))}`)));
  }

  // Seconds of work alone, as policies are told them: by the estimate, not by the truth.
  function toldOf(i) {
    return tasks[i][4];
  }

  function waiting(state, seen, use) {
    const list = waitingJobs(state, seen);
    const n = list.reduce((sum, [, own]) => sum + own.length, 0);
    const done = tasks.filter((_, i) => isDone(state, i)).length;
    const next = tasks.reduce((least, [, , arrival]) => (arrival > state.at ? Math.min(least, arrival) : least), Infinity);
    if (state.at < 0)
      return make("div", { class: "waiting" }, make("h3", {}, `${plural(tasks.length, "task")} will come`));
    return make("div", { class: "waiting" },
      make("h3", {}, `${n === 0 ? "Nobody waits" : n === 1 ? "1 task waits" : `${n} tasks wait`}, ${done} of ${tasks.length} done`
        + (next < Infinity ? `, the next arrives in ${span(next - state.at)}` : "")),
      make("ul", { class: "chips" }, ...list.slice(0, WAITING_DRAWN).map(([j, own]) => chip(state, j, own, use)),
        list.length > WAITING_DRAWN ? make("li", { class: "note" }, `and ${list.length - WAITING_DRAWN} more jobs`) : null));
  }

  // The machines of a lesson stand on one screen with what is said, and the bill below them.
  const few = data.acts.every(({ plan }) => (plan?.machines.length ?? 0) <= 12);

  function picture(state, use = {}) {
    if (state.plan === null) return make("p", { class: "note" }, "There is no timeline to show.");
    const seen = look(state);
    const first = seen.up.filter((m) => state.current?.has(m));
    const shown = new Set([...first, ...seen.up].slice(0, MACHINES_DRAWN));
    // nothing has been paid before the beginning
    const bill = state.at < 0 || (state.wants && state.plan.machines.length === 0) ? null : chart(state);
    return make("div", { class: "schedule" }, few ? null : bill, waiting(state, seen, use),
      seen.up.length > shown.size ? make("p", { class: "note" }, `${seen.up.length} machines; ${shown.size} of them are drawn.`) : null,
      use.put && shown.size === 0 && !state.over ? emptyPlace("No machine is rented. Choose a type above and rent one; then pick who waits, and the machine.") : null,
      make("ol", { class: shown.size <= FEW ? "machines few" : "machines" }, ...seen.up.filter((m) => shown.has(m)).map((m) => machine(state, seen, m, use))),
      few ? bill : null);
  }

  // ---- the common clock ----

  // The seconds at which anything happens under any of the methods.
  function instants(acts) {
    return Array.from(new Set(acts.flatMap((act) => act.frames.map((frame) => frame.at)))).sort((a, b) => a - b);
  }

  // The machines that frames speak of; every operation but an arrival names one first.
  function named(frames) {
    return new Set(frames.flatMap((frame) => frame.does).filter(([name]) => !["arrive", "look"].includes(name)).map(([, m]) => m));
  }

  function at(act, second, frames) {
    return { plan: act.plan, at: second, current: named(frames) };
  }

  function start() {
    return { plan: { machines: [], stays: [] }, at: 0, wants: {}, done: {}, work: {}, past: [] };
  }

  return { start, ofPlan: (plan) => ({ plan, at: end }), cost, picture, at, instants, fits, need, taskName, jobOf,
    bill, end, clockText, operations: {}, label: "so far", finalLabel: "in all",
    facts: `${plural(jobs.length, "job")} with ${plural(tasks.length, "task")}, `
      + typesText(types, resources, " an hour") };
};

