// The player: one slider moves every act; a step back starts from the beginning,
// which is as fast as a reader's eye for the few thousand steps a page holds. Where time
// passes, a step is a second at which something happens under any of the methods.
const world = worlds[data.kind](data.instance);
const acts = data.acts.map((act) => ({ act, at: 0, state: world.start(), bound: null }));
const clock = data.clock ? world.instants(data.acts) : null;
const length = clock ? clock.length + 1 : Math.max(...acts.map(({ act }) => act.frames.length + 1));
const narrow = matchMedia("(max-width: 55.99rem)");
const abreast = () => (narrow.matches ? 1 : 2); // side by side; on a phone one, the others at a tap
let shown = acts.slice(0, abreast());
const most = Math.max(measure ?? 0, ...data.acts.map((act) => act.cost ?? 0),
  world.cost(world.start())) * 1.08;
const byId = (id) => document.getElementById(id);
let place = 0;
let timer = null;

// Moves an act to `to` frames taken; the frame after the last shows its plan.
function move(a, to) {
  if (clock) return moveClock(a, to);
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

// The frames of the second that the clock shows.
function present(a) {
  return a.at === 0 || a.at > clock.length ? [] : a.act.frames.filter((frame) => frame.at === clock[a.at - 1]);
}

function moveClock(a, to) {
  a.at = to;
  a.state = world.at(a.act, to === 0 ? -1 : clock[Math.min(to, clock.length) - 1] + (to > clock.length ? 1e9 : 0), present(a));
}

function isOver(a) {
  return a.at > (clock ? clock.length : a.act.frames.length);
}

function sentence(a) {
  if (a.at === 0) return "Nothing is decided yet.";
  if (isOver(a)) return a.act.end;
  if (clock) return present(a).map((frame) => frame.say).join(" ") || "Nothing happens here.";
  return a.act.frames[a.at - 1].say;
}

// What was decided at this second, a line each, with what was weighed; below it in one line
// what happened.
const LINES_MAX = 24;
const FACTS_MAX = 5;
function lines(a) {
  const frames = present(a);
  const facts = frames.filter((frame) => frame.fact).map((frame) => frame.say);
  const decisions = frames.filter((frame) => !frame.fact);
  const more = (n) => (n > 0 ? [`And ${n} more.`] : []);
  if (frames.length === 0) facts.push(sentence(a));
  return make("ul", { class: "say lines", tabindex: "0", "aria-label": "What happens" },
    ...decisions.slice(0, LINES_MAX).map((frame) => make("li", { class: "decision" }, frame.say,
      frame.weighed.length === 0 ? null : make("ul", { class: "weighed" },
        ...frame.weighed.map(([, text]) => make("li", {}, text))))),
    make("li", { class: "fact" }, [...more(decisions.length - LINES_MAX), ...facts.slice(0, FACTS_MAX),
      ...more(facts.length - FACTS_MAX)].join(" ")));
}

// What the frame weighed; the one it took is marked.
function candidates(a) {
  const frame = clock ? null : a.act.frames[a.at - 1];
  if (!frame || frame.weighed.length === 0) return null;
  const chosen = new Set(frame.does.filter(([name]) => ["open", "buy", "hold"].includes(name))
    .map((operation) => (operation[0] === "hold" ? operation[1] : operation[2])));
  return make("ul", { class: "weighed" }, ...frame.weighed.map(([k, text]) =>
    make("li", { class: chosen.has(k) ? "chosen" : "" }, text, chosen.has(k) ? " ✓" : "")));
}

function panel(a) {
  const over = isOver(a);
  const cost = world.cost(a.state);
  const untold = place === 0; // who wants to try first is not told where the optimum lies
  const brief = a.act.chosen === "" ? a.act.brief : `${a.act.brief}; here with ${a.act.chosen}`;
  return make("section", { class: "act", "data-act": a.act.method },
    make("h2", { title: a.act.parameters }, a.act.method, make("small", {}, ` ${besides(a.act)}`)),
    make("p", { class: "note" }, a.act.told ? brief
      : `${brief}. It does not tell its decisions; this is its plan, ${clock ? "as time passes" : "piece by piece"}.`),
    meter({ cost, most, label: over ? world.finalLabel : world.label, over,
      secret: untold, least: untold && world.least ? 0 : world.least?.(a.state) }),
    clock && !over ? lines(a) : make("p", { class: "say" }, sentence(a)),
    make("div", {}, candidates(a), a.act.left_out > 0 && a.at === (clock ? clock.length : a.act.frames.length)
      ? make("p", { class: "note" }, `${a.act.left_out} further steps are not kept on this page; next comes the plan.`)
      : null),
    world.picture(a.state));
}

function show(to) {
  place = Math.max(0, Math.min(length, to));
  for (const a of shown) move(a, place);
  byId("acts").replaceChildren(...shown.map(panel));
  if (timer === null) { // while it plays, a screen reader could not keep up, nor the address
    byId("spoken").textContent = shown.map((a) => `${fullName(a.act)}: ${sentence(a)}`).join(" ");
    remember();
  }
  byId("known").hidden = place === 0;
  if (clock) byId("clock").textContent = world.clockText(place === 0 ? 0 : clock[Math.min(place, clock.length) - 1]);
  byId("slider").value = place;
  byId("slider").setAttribute("aria-valuetext", `step ${place} of ${length}`);
  byId("place").textContent = `${place} / ${length}`;
  byId("first").disabled = byId("back").disabled = place === 0;
  byId("last").disabled = byId("forward").disabled = place === length;
  for (const machines of document.querySelectorAll("#acts .machines"))
    keepInView(machines, machines.querySelector(".current"));
}

// The address names the step, so that a reader can be sent to it; browsers want to
// be asked for that now and then, not at every key.
let naming = null;
function remember() {
  clearTimeout(naming);
  const before = location.hash;
  naming = setTimeout(() => {
    // an address that was changed is followed; an instance, or the wish for one, is worth more than a step
    if (location.hash !== before || /^#(csv|make)=/.test(before)) return;
    const address = !byId("turn").hidden ? "#turn" : `#step=${place}`;
    if (place > 0 || location.hash !== "" || address === "#turn") history.replaceState(null, "", address);
  }, 250);
}

// The step that the address names.
function named() {
  return Number(location.hash.match(/^#step=(\d{1,9})$/)?.[1] ?? 0);
}

// Where the address leads: to a step, or to the visitor's turn.
function follow() {
  const turns = (location.hash === "#turn" || (location.hash === "" && data.turn_first)) && Boolean(games[data.kind]);
  choose(turns ? "turn" : "watch");
  if (!turns) show(named());
}

// A method that is not there yet takes the place of the one shown longest.
function exchange(a) {
  if (shown.includes(a)) return;
  shown = inOrder([...shown, a].slice(-abreast()));
  listActs();
  show(place);
}

function inOrder(some) {
  return some.sort((x, y) => acts.indexOf(x) - acts.indexOf(y));
}

// As many as there is room for; the buttons are for the others.
function fitActs() {
  shown = inOrder([...shown, ...acts.filter((a) => !shown.includes(a))].slice(0, abreast()));
  byId("methods").hidden = acts.length <= abreast();
  listActs();
}

function listActs() {
  byId("methods").replaceChildren(...acts.map((a) => make("button", { type: "button",
    "data-method": a.act.method, "aria-pressed": String(shown.includes(a)), onclick: () => exchange(a) },
  a.act.method, make("small", {}, ` ${a.act.cost === null ? "no plan" : besides(a.act)}`))));
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
  remember();
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

const tabs = ["watch", "turn", "live"];
const offered = () => tabs.filter((name) => !byId(`tab-${name}`).hidden);

function choose(tab) {
  for (const name of tabs) {
    byId(name).hidden = name !== tab;
    byId(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    byId(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
  }
  pause();
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (offered().length > 1 && event.target.closest("[role=tablist]") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const at = offered().findIndex((name) => !byId(name).hidden);
    const other = offered().at((at + (event.key === "ArrowLeft" ? -1 : 1)) % offered().length);
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
byId("facts").textContent = `${data.name}. ${world.facts}.`;
byId("known").textContent = measure === null ? "No bound on the optimum is known." : data.best.proved
  ? `The optimum is ${measureText}${data.cost_per}, proved.`
  : meets(data.best.cost) ? `The optimum is ${measureText}${data.cost_per}, proved by the floor to two millionths.`
  : `No plan costs less than ${measureText}${data.cost_per}; the optimum is not proved.`;
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
for (const name of tabs)
  byId(`tab-${name}`).addEventListener("click", (event) => {
    choose(name);
    // after a click the arrows are for the steps; who came by keyboard is still among the tabs
    if (name === "watch" && event.detail > 0) byId("slider").focus({ preventScroll: true });
  });
document.addEventListener("keydown", onKey, { signal: ended });
window.addEventListener("hashchange", follow, { signal: ended });
document.body.classList.toggle("several", acts.length > 1);
for (const query of [narrow, phone])
  query.addEventListener("change", () => { fitActs(); show(place); }, { signal: ended });
byId("clock").hidden = !clock;
fitActs();
byId("tab-turn").hidden = !games[data.kind];
ended.addEventListener("abort", pause);
if (games[data.kind]) turn(byId("turn"), world);
show(0);
follow();
