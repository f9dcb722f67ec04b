// Your turn: the visitor rents machines and places who arrives; the page lives through
// it by the rules of docs/schedules.md, so that the timeline is a valid plan.
games.schedule = !data.instance.playable ? null : (play) => {
  const { types, jobs, tasks, resources } = data.instance;
  const { world } = play;
  const MICRO = 1e6;
  const later = (t) => Math.ceil(t * MICRO - 1e-3) / MICRO;
  const live = (s) => s.plan.stays.filter((stay) => stay[4] > s.at); // who works, or loads in order to
  let returns = true; // machines that have served and are empty go back by themselves
  const unitOf = (i) => (world.jobOf(i).gang ? world.jobOf(i).first : i);
  const workOf = (i) => (world.jobOf(i).per_second ? world.jobOf(i).iterations : tasks[i][3]);

  function beside(i, o) {
    const table = data.instance.throughput;
    const of = (task) => { const w = world.jobOf(task).workload; return w === null ? 0 : data.instance.class[w]; };
    return table === null ? 1 : table[of(i)][of(o)];
  }

  // The rate of each task that works: the product of what its neighbours leave it.
  function rates(s) {
    const working = live(s).filter((stay) => stay[3] <= s.at);
    const rate = new Map();
    for (const [i, m] of working)
      rate.set(i, working.reduce((product, [o, n]) => (n === m && o !== i ? product * beside(i, o) : product), 1));
    return rate;
  }

  // Jobs, and tasks of jobs that are no gangs, that are under way: since when they make
  // progress and how fast. Who moves may load in one place while it still works in another.
  function units(s) {
    const rate = rates(s);
    const began = new Map();
    for (const [i, , , working] of live(s)) began.set(i, Math.min(working, began.get(i) ?? Infinity));
    const list = [];
    for (const unit of new Set(live(s).map((stay) => unitOf(stay[0])))) {
      const job = world.jobOf(unit);
      const members = job.gang ? Array.from({ length: job.n }, (_, q) => job.first + q) : [unit];
      if (!members.every((i) => began.has(i))) continue;
      const active = Math.max(...members.map((i) => began.get(i))) + job.init;
      const speed = active <= s.at + 1e-9 ? Math.min(...members.map((i) => rate.get(i) ?? 0)) * (job.per_second || 1) : 0;
      const left = workOf(unit) - (s.work[unit] ?? 0);
      list.push({ unit, members, active, speed, end: speed > 0 ? later(s.at + Math.max(0, left) / speed) : Infinity });
    }
    return list;
  }

  function place(s, i, m) {
    const job = world.jobOf(i);
    const built = job.image !== null && s.plan.stays.some(([o, n, , working]) =>
      n === m && working <= s.at && world.jobOf(o).image === job.image);
    const left = Math.max(0, ...s.plan.stays.filter(([o]) => o === i).map((stay) => stay[5]));
    s.plan.stays.push([i, m, s.at, Math.max(left, later(s.at + job.fetch + (built ? 0 : job.build))), Infinity, Infinity, 0]);
    delete s.wants[i];
  }

  // Somebody who works goes on elsewhere: it stops, saves its state and loads there
  // meanwhile. Where what is cut off is lost it begins again.
  function move(s, i, m) {
    const job = world.jobOf(i);
    const stay = live(s).find(([o]) => o === i);
    stay[4] = data.instance.keeps_work ? later(s.at + job.kill) : s.at;
    stay[5] = later(stay[4] + job.upload);
    if (!data.instance.keeps_work) {
      stay[6] = 1;
      s.work[unitOf(i)] = 0;
    }
    place(s, i, m);
  }

  const isPlaced = (s, i) => live(s).some(([o]) => o === i);
  const settle = (s, i, m) => (isPlaced(s, i) ? move(s, i, m) : place(s, i, m));

  // Why somebody cannot go on a machine; "" when it can.
  function refusal(s, i, m) {
    const stay = live(s).find(([o]) => o === i);
    if (s.wants[i] === m || stay?.[1] === m) return `${world.taskName(i)} is there already.`;
    if (!world.fits(s, m, i)) return `${world.taskName(i)} does not fit on machine ${m}.`;
    if (stay && world.jobOf(i).gang && world.jobOf(i).n > 1 && !data.instance.keeps_work)
      return `${world.taskName(i)} would lose what all of ${world.jobOf(i).name} have done.`;
    return "";
  }

  // ---- time passes ----

  // To the next thing that happens; says it where it is worth a stop.
  function step(s) {
    const under = units(s);
    const after = (t) => (t > s.at ? t : Infinity);
    const next = Math.min(...tasks.map((task) => after(task[2])),
      ...s.plan.machines.map((m) => (m[3] === Infinity ? after(m[2]) : Infinity)),
      ...s.plan.stays.flatMap((stay) => stay.slice(3, 6).map(after)), ...under.map((u) => Math.min(after(u.active), u.end)));
    if (next === Infinity) return "Nothing more happens until you place who waits.";
    s.past.push([s.at, world.cost(s)]);
    for (const u of under) s.work[u.unit] = (s.work[u.unit] ?? 0) + u.speed * (next - s.at);
    s.at = next;
    return [...finish(s, under, next), ...leave(s, next), ...arrive(s, next), ...boot(s, next)].join(" ");
  }

  function finish(s, under, now) {
    const over = under.filter((u) => u.end <= now);
    const ends = new Set(over.flatMap((u) => u.members));
    // who is done before it stopped in order to move does not move
    s.plan.stays = s.plan.stays.filter((stay) => !(ends.has(stay[0]) && stay[3] > now));
    for (const stay of s.plan.stays)
      if (ends.has(stay[0]) && stay[5] > now) {
        stay[4] = stay[5] = now;
        s.done[stay[0]] = true;
        delete s.wants[stay[0]];
      }
    s.over = tasks.every((_, i) => s.done[i]);
    if (s.over)
      for (const m of s.plan.machines) if (m[3] === Infinity) m[3] = now;
    return over.map((u) => `${world.taskName(u.unit)} is done.`);
  }

  function leave(s, now) {
    return s.plan.stays.filter((stay) => stay[5] === now && !s.done[stay[0]])
      .map(([i, m]) => `${world.taskName(i)} has left machine ${m}.`);
  }

  function arrive(s, now) {
    return jobs.filter((job) => tasks[job.first][2] === now).map((job) => `${job.name} arrives.`);
  }

  function boot(s, now) {
    const ready = s.plan.machines.map((_, m) => m).filter((m) => s.plan.machines[m][2] === now && s.plan.machines[m][3] === Infinity);
    for (const m of ready)
      for (const i of Object.keys(s.wants).map(Number)) if (s.wants[i] === m) settle(s, i, m);
    return ready.map((m) => `Machine ${m} is ready.`);
  }

  // Whether a machine has served, and nobody is on it or to come.
  function isLeft(s, m) {
    return s.plan.machines[m][3] === Infinity && s.plan.stays.some(([, n]) => n === m)
      && !s.plan.stays.some((stay) => stay[1] === m && stay[5] > s.at) && !Object.values(s.wants).includes(m);
  }

  const goesBack = (m) => returns && isLeft(play.state, m);

  function giveBackIdle(s) {
    return s.plan.machines.map((_, m) => m).filter(goesBack).map((m) => {
      s.plan.machines[m][3] = s.at;
      return `Machine ${m} goes back.`;
    });
  }

  function goOn() {
    play.remember();
    const gone = giveBackIdle(play.state);
    let said = "";
    while (said === "" && !isOver()) said = step(play.state);
    play.say([...gone, `${world.clockText(play.state.at)}: ${said}`].join(" "));
    play.selected = -1;
    play.show("#go-on");
  }

  const isOver = () => tasks.every((_, i) => play.state.done[i]);

  function rent(k) {
    const type = types[k];
    const { at, plan } = play.state;
    play.remember();
    plan.machines.push([k, at, later(at + type.billed_after + type.usable_after), Infinity]);
    play.say(`Machine ${plan.machines.length - 1}, a ${type.name} for ${money(type.price)} an hour, is ordered`
      + (type.billed_after + type.usable_after === 0 ? " and ready." : "."));
    play.show("#rent");
  }

  // The cheapest type that holds the picked task.
  function suggested() {
    const holds = types.map((_, k) => k).filter((k) => play.selected < 0
      || resources.every((_, r) => world.need(play.selected, k)[r] <= types[k].capacity[r]));
    return holds.reduce((best, k) => (types[k].price < types[best].price ? k : best), holds[0]);
  }

  // The visitor's timeline as a plan file.
  function file() {
    const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const { machines, stays } = play.state.plan;
    return ["ullage-plan,1,schedule", `instance,${field(data.name)},${data.instance.sha256}`, "method,by-hand",
      ...machines.map(([k, ...times], m) => ["machine", m, field(types[k].name), ...times.map(number)].join(",")),
      ...stays.map(([i, m, from, working, stopped, to, lost]) => ["run", field(world.jobOf(i).name), i - world.jobOf(i).first, m,
        ...[from, working, stopped, to].map(number), ...(lost ? ["lost"] : [])].join(","))].join("\n") + "\n";
  }

  return {
    intro: "Jobs arrive; rent machines and place them. Pick who waits, then a machine, by mouse, finger or "
      + "keyboard; on a machine that is not ready yet a task starts as soon as it is. Pick who works to move it "
      + "to another machine. Then go on to the next thing that happens.",
    tools: () => {
      const kind = make("select", { id: "kind", "aria-label": "Machine type" }, ...types.map((type, k) =>
        make("option", { value: k, selected: k === suggested() }, `${type.name} ${money(type.price)}`)));
      return play.toolbar(make("button", { type: "button", id: "go-on", disabled: isOver(), onclick: goOn }, "Go on ▶"),
        make("output", { class: "clock" }, world.clockText(play.state.at)),
        make("button", { type: "button", id: "rent", disabled: isOver(), onclick: () => rent(Number(kind.value)) }, "Rent a"), kind,
        make("label", {}, make("input", { type: "checkbox", id: "returns", checked: returns,
          onchange: (event) => { returns = event.target.checked; play.show("#returns"); } }), " empty machines go back"),
        isOver() ? make("a", { id: "save", download: "timeline.csv",
          href: `data:text/csv;charset=utf-8,${encodeURIComponent(file())}` }, "Save your timeline") : null);
    },
    use: {
      select(i) {
        play.selected = i;
        play.say(i < 0 ? "" : isPlaced(play.state, i) ? `${world.taskName(i)} is picked: now pick the machine it moves to.`
          : `${world.taskName(i)} is picked: now pick a machine.`);
        play.show(`[data-task="${i}"]`);
      },
      drag(i) { play.selected = i; },
      put(m) {
        const i = play.selected;
        if (i < 0) return play.say("Pick somebody first.");
        const why = refusal(play.state, i, m);
        if (why !== "") return play.say(why);
        const moves = isPlaced(play.state, i);
        play.remember();
        if (play.state.plan.machines[m][2] <= play.state.at) settle(play.state, i, m);
        else play.state.wants[i] = m;
        play.selected = -1;
        play.say(`${world.taskName(i)} ${moves ? "moves to" : "goes on"} machine ${m}.`);
        play.show(`[data-machine="${m}"]`);
      },
      goesBack,
      giveBack(m) {
        play.remember();
        play.state.plan.machines[m][3] = play.state.at;
        play.say(`Machine ${m} is given back.`);
        play.show("#go-on");
      },
    },
    done: isOver,
  };
};
