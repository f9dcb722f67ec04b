// What every part of the page uses. Names from files only ever become text nodes. All of it is
// the body of a function of `data`, the story, and `ended`, a signal that another one follows.
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

// A phone; charts are drawn narrower there, so that their letters stay as large.
const phone = matchMedia("(max-width: 40rem)");
function chartWidth() {
  return phone.matches ? 400 : 640;
}

// The title of a chart's vertical axis, around this height.
function sideTitle(y, text) {
  return draw("text", { "text-anchor": "middle", transform: `translate(12 ${y}) rotate(-90)` }, text);
}

// Six decimals at most and no zeros behind: what the files can hold.
function number(x) {
  return String(Number(x.toFixed(6)));
}

function money(x) {
  return `$${number(x)}`;
}

// To the cent, and below a dollar to three digits, up, down or to the nearest.
function cents(x, way) {
  const unit = 10 ** (x >= 1 || x <= 0 ? 2 : 2 - Math.floor(Math.log10(x)));
  return way(x * unit) / unit;
}

function dollars(x) {
  return x >= 1 ? `$${x.toFixed(2).replace(/\.00$/, "")}` : money(x);
}

// What is paid: over time a sum of seconds, for which cents are enough; by the hour as it is.
function paid(x) {
  return data.clock ? dollars(cents(x, Math.round)) : money(x);
}

// A bound says no more than is proved, so it is rounded down; but the millionths that the
// whole numbers of a certificate cost it are no cent.
const SCALING = 2e-6;
function isNear(x, bound) {
  return Math.abs(x - bound) <= SCALING * Math.max(bound, 1e-6);
}

function atLeast(bound) {
  const nearest = cents(bound, Math.round);
  return dollars(isNear(nearest, bound) ? nearest : cents(bound, Math.floor));
}

function percent(x) {
  return `${(100 * x).toFixed(2)}%`;
}

function plural(n, word) {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

// The machine types in a line: each of a few, of many how dear they are.
function typesText(types, resources, per) {
  const prices = types.map((type) => type.price);
  return `${plural(types.length, "machine type")}` + (types.length > 4
    ? ` from ${money(Math.min(...prices))} to ${money(Math.max(...prices))} an hour`
    : `: ${types.map((type) => `${type.name} ${money(type.price)}${per} (${resources.map((name, r) =>
      `${number(type.capacity[r])} ${name}`).join(", ")})`).join("; ")}`);
}

// Seven colours that colour-blind readers tell apart, then the same with stripes
// and with dots; a label or a legend always says it too.
function fillClass(index) {
  return `fill c${index % 7} p${Math.floor(index / 7) % 3}`;
}

// Names as numbers, the same for the same name.
function indices(names) {
  const seen = new Map();
  for (const name of names) if (!seen.has(name)) seen.set(name, seen.size);
  return names.map((name) => seen.get(name));
}

// A colour for each name; one for those that are alike but for a number, if that tells any apart.
function coloursOf(names) {
  const stems = names.map((name) => name.replace(/[-_. ]?\d+$/, ""));
  const n = new Set(stems).size;
  return indices(n > 1 && n < names.length ? stems : names);
}

const FEW = 6; // machines that stand below each other, wide enough for names

// Where the visitor's machines will stand, as long as there are none.
function emptyPlace(text) {
  return make("p", { class: "empty-place" }, text);
}

// A method with what was chosen otherwise than it would: two variants of one are told apart.
function fullName(act) {
  return act.chosen === "" ? act.method : `${act.method} ${act.chosen}`;
}

// What stands beside a method's name in a heading: what was chosen, and what it knew of the future.
function besides(act) {
  return [act.chosen, act.knows].filter((part) => part !== "").join(" ");
}

// A kind's script adds what it draws and what a visitor can do.
const worlds = {};
const games = {};

// What there is to compare with: a proved optimum, or a bound.
const measure = data.best.proved ? data.best.cost : data.best.bound;
const measureName = data.best.proved ? "optimum" : data.clock ? "floor" : "lower bound";

// Whether a schedule meets the floor: then it is the optimum, as closely as the floor is known.
const meets = (cost) => data.clock && !data.best.proved && cost !== null && measure !== null && isNear(cost, measure);

const measureText = measure === null ? "" : data.best.proved ? paid(measure) : atLeast(measure);

// How far a cost is from that; before the end the same cost is no merit yet.
function distance(cost, over = true) {
  if (measure === null) return "no bound is known";
  if (data.clock && !over) return measure > 0 ? `${percent(cost / measure)} of the ${measureName}` : "";
  if (meets(cost)) return over ? "the optimum to two millionths: it meets the floor" : "at the floor";
  if (Math.abs(cost - measure) < 1e-9 * Math.max(1, measure))
    return `${over ? "exactly" : "already"} the ${measureName}`;
  if (cost < measure) return `${paid(measure - cost)} below the ${measureName}`;
  if (measure === 0) return `${paid(cost)} above the ${measureName}`;
  return `${percent((cost - measure) / measure)} above the ${measureName}`;
}

// A bar for what is paid, hatched for what will have to be paid at least, and a
// mark where the optimum (or the bound) lies, unless that is still to be found.
function meter({ cost, most, label, over, least, secret = false }) {
  const width = (from, to) => `width:${(100 * Math.max(0, Math.min(to, most) - from) / (most || 1)).toFixed(3)}%`;
  const marked = measure !== null && !secret;
  const limit = marked ? measure : Infinity;
  const ahead = least > cost * (1 + 1e-9) && !over;
  const lost = ahead && least > limit * (1 + 1e-9);
  return make("div", { class: "meter" },
    make("div", { class: "meter-text" },
      make("strong", { class: "cost" }, paid(cost)), ` ${label}`,
      make("span", { class: "gap" }, marked ? ` (${distance(cost, over)})` : ""),
      least === undefined ? null : make("div", { class: "least",
        title: "What waits and has no room on what is open must still be bought, unless something is taken back." },
        ahead ? `headed for at least ${money(Math.floor(least * 1000 + 1e-6) / 1000)}` : "\u00a0",
        lost ? make("strong", { class: "lost" }, `: ${distance(least, false)}`) : null)),
    make("div", { class: "meter-bar", "aria-hidden": "true" },
      make("div", { class: "paid", style: width(0, Math.min(cost, limit)) }),
      make("div", { class: "excess", style: width(limit, cost) }),
      ahead ? make("div", { class: "ahead", style: width(cost, least) }) : null,
      marked ? make("div", { class: "mark",
        style: `left:${Math.min(100, 100 * measure / (most || 1)).toFixed(3)}%` }) : null));
}
