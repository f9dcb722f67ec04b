// A job with a deadline: when there is spot, what the job is on, what is done by now.
worlds.deadline = function (instance) {
  const { tick, work, deadline, overhead, price } = instance;
  const has = instance.trace.flatMap(([n, there]) => new Array(n).fill(there === 1));
  const ticks = Math.floor(deadline / tick);
  const names = ["idle", "on spot", "on demand"];
  const spread = (plan) => (plan ?? []).flatMap(([n, mode]) => new Array(n).fill(mode));

  // Work done by the beginning of each tick; who begins on a machine loses the overhead first.
  function progress(modes) {
    const done = [0];
    let starting = 0;
    modes.forEach((mode, i) => {
      if (mode !== 0 && mode !== modes[i - 1]) starting = overhead;
      const lost = mode === 0 ? tick : Math.min(starting, tick);
      if (mode !== 0) starting -= lost;
      done.push(Math.min(work, done[i] + tick - lost));
    });
    return done;
  }

  const start = () => ({ modes: [] });
  const ofPlan = (plan) => ({ modes: spread(plan) });
  const plans = new Map(data.acts.map((act) => [act, spread(act.plan)]));
  const at = (act, second) => ({ modes: plans.get(act).slice(0, Math.max(0, Math.floor(second / tick))) });
  const instants = (acts) => [...new Set(acts.flatMap((act) => [...act.frames.map((frame) => frame.at),
    (plans.get(act).length || ticks) * tick]))].sort((a, b) => a - b);
  const cost = ({ modes }) => modes.reduce((sum, mode) => sum + price[mode], 0) * tick / 3600;

  function clockText(seconds) {
    const minutes = Math.floor(seconds / 60);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
  }

  const LEFT = 80, LANE = 22, THERE = 6, MODES = 36, CURVE = 70, HEIGHT = 250, BOTTOM = 34;
  const x = (i) => LEFT + (chartWidth() - LEFT - 6) * Math.min(i, ticks) / ticks;
  const y = (done) => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - CURVE) * done / work;

  // Ticks in a row that are alike, as [from, to, value].
  function stretches(list) {
    const found = [];
    list.forEach((value, i) => {
      const last = found[found.length - 1];
      if (last && last[2] === value) last[1] = i + 1;
      else found.push([i, i + 1, value]);
    });
    return found;
  }

  function lane(top, list, look) {
    return stretches(list).filter(([, , value]) => value).map(([from, to, value]) =>
      draw("rect", { x: x(from), width: Math.max(0.5, x(to) - x(from)), y: top, height: LANE, ...look(value) },
        draw("title", {}, `ticks ${from + 1} to ${to}: ${value === true ? "spot is to be had" : names[value]}`)));
  }

  // `until`: those whose turn it is see spot up to the present alone.
  function picture(state, { until = ticks } = {}) {
    const done = progress(state.modes);
    const now = state.modes.length;
    const word = (top, text) => draw("text", { x: LEFT - 6, y: top, "text-anchor": "end" }, text);
    const svg = draw("svg", { viewBox: `0 0 ${chartWidth()} ${HEIGHT}`, class: "chart", role: "img",
      "aria-label": `After ${now} of ${ticks} ticks ${percent(done[now] / work)} of the work is done` });
    const axes = draw("g", { class: "axes" }, word(THERE + 15, "spot there"), word(MODES + 15, "job on"),
      word(y(work) + 4, "all done"), word(y(0) + 4, "0"));
    for (let q = 0; q <= 4; q++)
      axes.append(draw("text", { x: x(ticks * q / 4), y: HEIGHT - 14, "text-anchor": q === 4 ? "end" : "middle" },
        clockText(ticks * tick * q / 4)));
    svg.append(axes, ...lane(THERE, has.slice(0, Math.min(until, ticks)), () => ({ class: fillClass(1) })),
      ...lane(MODES, state.modes, (mode) => ({ class: fillClass(mode === 1 ? 2 : 0) })),
      draw("line", { class: "floor", x1: x(0), y1: y(0), x2: x(ticks), y2: y(work) }),
      draw("path", { class: "outline", d: done.map((p, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(p).toFixed(1)}`).join("") }),
      draw("line", { class: "cursor", x1: x(now), x2: x(now), y1: THERE, y2: y(0) }));
    return make("div", { class: "deadline" }, svg, make("ul", { class: "legend" },
      ...[[1, "spot is to be had"], [2, "on spot"], [0, "on demand"]].map(([q, text]) =>
        make("li", {}, make("span", { class: `key ${fillClass(q)}` }), text)),
      make("li", {}, "the straight line is even progress; the right edge is the deadline")));
  }

  function lasts(seconds) {
    const minutes = Math.round(seconds / 60);
    return [[Math.floor(minutes / 60), "hour"], [minutes % 60, "minute"]].filter(([n]) => n > 0)
      .map(([n, word]) => plural(n, word)).join(" ") || "no time";
  }
  return { start, ofPlan, at, instants, cost, picture, clockText, operations: {}, has, ticks, progress,
    label: "so far", finalLabel: "in all",
    facts: `${lasts(work)} of work in ${lasts(deadline)}; each change of machine costs ${lasts(overhead)}; `
      + `${money(price[1])} an hour on spot, ${money(price[2])} on demand` };
};

games.deadline = (play) => {
  const { world } = play;
  const isDone = () => world.progress(play.state.modes).at(-1) >= data.instance.work;
  let many = 6;

  // Goes on in a mode for so many ticks, or until spot comes, goes, or all is done.
  function spend(mode) {
    const modes = play.state.modes;
    const there = world.has[modes.length];
    play.remember();
    for (let q = 0; q < many && modes.length < world.ticks && !isDone() && (q === 0 || world.has[modes.length] === there); q++)
      modes.push(mode);
    game.use.until = modes.length + 1;
    if (isDone()) play.say("Done, and in time.");
    else if (modes.length === world.ticks) play.say("The deadline is here, and the work is not done. Take something back.");
    else if (world.has[modes.length] !== there) play.say(there ? "Spot is gone." : "Spot is back.");
    else play.say("");
    play.show(`#mode${mode}`);
  }

  const game = {
    intro: "Spot is cheap and goes without warning. You see it up to now and no further, as a policy does: be done by the deadline.",
    tools: () => {
      const over = isDone() || play.state.modes.length === world.ticks;
      const there = world.has[play.state.modes.length];
      const button = (mode, text) => make("button", { type: "button", id: `mode${mode}`,
        disabled: over || (mode === 1 && !there), onclick: () => spend(mode) }, text);
      const length = make("select", { id: "many", "aria-label": "For how long", onchange: (event) => { many = Number(event.target.value); } },
        ...[[1, "for a tick"], [6, "for six ticks at most"], [world.ticks, "until spot comes or goes"]].map(([n, text]) =>
          make("option", { value: n, selected: n === many }, text)));
      game.use.until = play.state.modes.length + 1;
      return play.toolbar(button(1, "On spot"), button(2, "On demand"), button(0, "Wait"), length);
    },
    use: { until: 1 },
    done: isDone,
  };
  return game;
};
