// The player: one slider moves every act; a step back starts from the beginning,
// which is as fast as a reader's eye for the few thousand steps a page holds.
const world = worlds[data.kind](data.instance);
const acts = data.acts.map((act) => ({ act, at: 0, state: world.start(), bound: null }));
const length = Math.max(...acts.map(({ act }) => act.frames.length + 1));
const most = Math.max(measure ?? 0, ...data.acts.map((act) => act.cost ?? 0),
  world.cost(world.start())) * 1.08;
const byId = (id) => document.getElementById(id);
let place = 0;
let timer = null;

// Moves an act to `to` frames taken; the frame after the last shows its plan.
function move(a, to) {
  const end = a.act.frames.length + 1;
  const wanted = Math.min(to, end);
  if (wanted < a.at || (a.at === end && wanted < end)) {
    a.state = world.start();
    a.at = 0;
  }
  for (; a.at < Math.min(wanted, a.act.frames.length); a.at++) {
    a.state.bin = a.state.task = a.state.type = -1;
    for (const bin of a.state.bins ?? []) if (bin) delete bin.would;
    for (const [name, ...values] of a.act.frames[a.at].does)
      world.operations[name]?.(a.state, ...values);
  }
  if (wanted === end && a.act.plan !== null) a.state = world.ofPlan(a.act.plan);
  a.at = wanted;
}

function sentence(a) {
  if (a.at === 0) return "Nothing is decided yet.";
  if (a.at > a.act.frames.length) return a.act.end;
  return a.act.frames[a.at - 1].say;
}

// What the frame weighed; the one it took is marked.
function candidates(a) {
  const frame = a.act.frames[a.at - 1];
  if (!frame || frame.weighed.length === 0) return null;
  const chosen = new Set(frame.does.filter(([name]) => ["open", "buy", "hold"].includes(name))
    .map((operation) => (operation[0] === "hold" ? operation[1] : operation[2])));
  return make("ul", { class: "weighed" }, ...frame.weighed.map(([k, text]) =>
    make("li", { class: chosen.has(k) ? "chosen" : "" }, text, chosen.has(k) ? " ✓" : "")));
}

function panel(a) {
  const over = a.at > a.act.frames.length;
  const cost = world.cost(a.state);
  return make("section", { class: "act", "data-act": a.act.method },
    make("h2", {}, a.act.method, make("small", {}, ` ${a.act.parameters}`)),
    make("p", { class: "note" }, a.act.told ? a.act.brief
      : `${a.act.brief}. It does not tell its decisions; this is its plan, piece by piece.`),
    meter(cost, most, over ? world.finalLabel : world.label, over, world.least?.(a.state)),
    make("p", { class: "say" }, sentence(a)),
    make("div", {}, candidates(a), a.act.left_out > 0 && a.at === a.act.frames.length
      ? make("p", { class: "note" }, `${a.act.left_out} further steps are not kept on this page; next comes the plan.`)
      : null),
    world.picture(a.state));
}

function show(to) {
  place = Math.max(0, Math.min(length, to));
  for (const a of acts) move(a, place);
  byId("acts").replaceChildren(...acts.map(panel));
  if (timer === null) // while it plays, a screen reader could not keep up
    byId("spoken").textContent = acts.map((a) => `${a.act.method}: ${sentence(a)}`).join(" ");
  byId("slider").value = place;
  byId("slider").setAttribute("aria-valuetext", `step ${place} of ${length}`);
  byId("place").textContent = `${place} / ${length}`;
  byId("first").disabled = byId("back").disabled = place === 0;
  byId("last").disabled = byId("forward").disabled = place === length;
  for (const machines of document.querySelectorAll("#acts .machines"))
    keepInView(machines, machines.querySelector(".current"));
}

// Scrolls the list alone; the page stays where the reader put it.
function keepInView(list, item) {
  if (!item) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - 8;
}

function pause() {
  clearInterval(timer);
  timer = null;
  byId("play").textContent = "Play";
}

function play() {
  if (timer !== null) return pause();
  if (place === length) show(0);
  byId("play").textContent = "Pause";
  timer = setInterval(() => {
    show(place + 1);
    if (place === length) pause();
  }, Number(byId("speed").value));
}

function jump(to) {
  pause();
  show(to);
}

function choose(tab) {
  pause();
  for (const name of ["watch", "turn"]) {
    byId(name).hidden = name !== tab;
    byId(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    byId(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
  }
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("[role=tablist]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const other = byId("watch").hidden || !games[data.kind] ? "watch" : "turn";
    choose(other);
    byId(`tab-${other}`).focus();
    return;
  }
  if (byId("watch").hidden || event.target.closest("select, input:not([type=range])")) return;
  const moves = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: length };
  if (event.key in moves) jump(moves[event.key]);
  else if (event.key === " " && !event.target.closest("button")) play();
  else return;
  event.preventDefault();
}

byId("title").textContent = data.title || data.name;
byId("lesson").textContent = data.lesson;
byId("facts").textContent = `${data.name}. ${world.facts}. ` + (measure === null
  ? "No bound on the optimum is known." : data.best.proved
    ? `The optimum is ${money(measure)}${data.cost_per}, proved.`
    : `No plan costs less than ${money(measure)}${data.cost_per}; the optimum is not proved.`);
if (data.answer !== "") // closed, below watching and trying alike
  document.querySelector("main").append(make("details", { class: "answer", id: "moral" },
    make("summary", {}, "What there is to learn"), make("p", {}, data.answer)));
byId("slider").max = length;
byId("slider").addEventListener("input", () => jump(Number(byId("slider").value)));
byId("first").addEventListener("click", () => jump(0));
byId("back").addEventListener("click", () => jump(place - 1));
byId("forward").addEventListener("click", () => jump(place + 1));
byId("last").addEventListener("click", () => jump(length));
byId("play").addEventListener("click", play);
byId("speed").addEventListener("change", () => { if (timer !== null) { pause(); play(); } });
for (const name of ["watch", "turn"]) byId(`tab-${name}`).addEventListener("click", () => choose(name));
document.addEventListener("keydown", onKey);
document.body.classList.toggle("several", acts.length > 1);
byId("tab-turn").hidden = !games[data.kind];
if (games[data.kind]) turn(byId("turn"), world);
pause();
show(0);
