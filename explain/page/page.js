// What every part of the page uses. Names from files only ever become text nodes.
const data = JSON.parse(document.getElementById("data").textContent);

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

function percent(x) {
  return `${(100 * x).toFixed(2)}%`;
}

function plural(n, word) {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

// Seven colours that colour-blind readers tell apart, then the same with stripes
// and with dots; a label or a legend always says it too.
function fillClass(index) {
  return `fill c${index % 7} p${Math.floor(index / 7) % 3}`;
}

// A kind's script adds what it draws and what a visitor can do.
const worlds = {};
const games = {};

// What there is to compare with: a proved optimum, or a bound.
const measure = data.best.proved ? data.best.cost : data.best.bound;
const measureName = data.best.proved ? "optimum" : data.clock ? "floor" : "lower bound";

// How far a cost is from that; before the end the same cost is no merit yet.
function distance(cost, over = true) {
  if (measure === null) return "no bound is known";
  if (data.clock && !over) return measure > 0 ? `${percent(cost / measure)} of the floor` : "";
  if (Math.abs(cost - measure) < 1e-9 * Math.max(1, measure))
    return `${over ? "exactly" : "already"} the ${measureName}`;
  if (cost < measure) return `${money(measure - cost)} below the ${measureName}`;
  if (measure === 0) return `${money(cost)} above the ${measureName}`;
  return `${percent((cost - measure) / measure)} above the ${measureName}`;
}

// A bar for what is paid, hatched for what will have to be paid at least, and a
// mark where the optimum (or the bound) lies.
function meter(cost, most, label, over, least) {
  const width = (from, to) => `width:${(100 * Math.max(0, Math.min(to, most) - from) / (most || 1)).toFixed(3)}%`;
  const limit = measure === null ? Infinity : measure;
  const ahead = least > cost * (1 + 1e-9) && !over;
  const lost = ahead && least > limit * (1 + 1e-9);
  return make("div", { class: "meter" },
    make("div", { class: "meter-text" },
      make("strong", { class: "cost" }, money(data.clock ? Math.round(cost * 1e4) / 1e4 : cost)), ` ${label}`,
      make("span", { class: "gap" }, measure === null ? "" : ` (${distance(cost, over)})`),
      least === undefined ? null : make("div", { class: "least",
        title: "What waits and has no room on what is open must still be bought, unless something is taken back." },
        ahead ? `headed for at least ${money(least)}` : "\u00a0",
        lost ? make("strong", { class: "lost" }, `: ${distance(least)}`) : null)),
    make("div", { class: "meter-bar", "aria-hidden": "true" },
      make("div", { class: "paid", style: width(0, Math.min(cost, limit)) }),
      make("div", { class: "excess", style: width(limit, cost) }),
      ahead ? make("div", { class: "ahead", style: width(cost, least) }) : null,
      measure === null ? null : make("div", { class: "mark",
        style: `left:${Math.min(100, 100 * measure / (most || 1)).toFixed(3)}%` })));
}
