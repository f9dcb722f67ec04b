"use strict";
// Draws a chart from its description, ul_chart as JSON: the picture that show/chart_svg.c
// writes, function by function. Returns SVG as text; every name in it is escaped.
const drawChart = (function () {
  const WIDTH = 520, RIGHT = 506, TOP = 12, BOTTOM = 264, BELOW = 46;
  const ROW_HEIGHT = 24, LINE = 14, NAME = 18, LONG_NAME = 56, NAMES_MAX = 16, KEY = 34, LETTER = 7.4;
  const COLOURS = ["#0060a8", "#9a7400", "#2f8fd0", "#d9600a", "#2b2b2b", "#00865a", "#a23a8c"];
  const DASHES = ["none", "7 4", "2 3", "9 3 2 3"];
  const SHAPES = ["m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0", "m-4-4h8v8h-8z", "m0-5l5 9h-10z",
    "m0-5.5l5.5 5.5-5.5 5.5-5.5-5.5z"];

  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  const escaped = (text) => text.replace(/[&<>"']/g, (letter) => entities[letter]);
  const at = (number) => number.toFixed(1);
  const short = (number) => String(+number.toPrecision(4));
  const count = (text) => Array.from(text).length;

  // ---- places ----

  function scaleOf({ scale, range: [from, to, origin, knee] }) {
    const stretch = (value) => scale === "log" ? Math.log(Math.max(value, from))
      : scale === "symlog" ? Math.sign(value - origin) * Math.log1p(Math.abs(value - origin) / knee) : value;
    const low = stretch(from), high = stretch(to);
    return (value) => Math.min(1, Math.max(0, (stretch(value) - low) / (high - low)));
  }

  // Lines of at most so many letters, ended at a blank or else within a word.
  function linesOf(text, most) {
    const letters = Array.from(text), lines = [];
    while (letters.length > 0) {
      const blank = letters.length > most ? letters.slice(0, most).lastIndexOf(" ") : -1;
      lines.push(letters.splice(0, blank >= 0 ? blank : most).join(""));
      if (letters[0] === " ") letters.shift();
    }
    return lines;
  }

  function place(chart) {
    const points = chart.series.filter(({ form }) => form === "point");
    const rows = chart.series.length > 0 && chart.series[0].form === "box";
    const left = rows ? 160 : chart.y.named ? 96 : 66;
    const lines = Math.max(1, ...chart.series.map(({ method }) => linesOf(method, NAME).length));
    const row = ROW_HEIGHT + (lines - 1) * LINE;
    const [x, y] = [scaleOf(chart.x), scaleOf(chart.y)];
    return { chart, points, rows, left, row, bottom: rows ? TOP + chart.series.length * row + 4 : BOTTOM,
      named: points.length <= NAMES_MAX && points.every(({ method }) => count(method) <= NAME),
      x: (value) => left + x(value) * (RIGHT - left), y: (value) => BOTTOM - y(value) * (BOTTOM - TOP) };
  }

  // ---- pieces ----

  const textAt = (x, y, anchor, text) =>
    `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(text)}</text>`;

  function nameAt(x, y, anchor, name, most) {
    const lines = linesOf(name, most), first = y - (lines.length - 1) / 2 * LINE;
    return lines.map((line, q) => textAt(x, first + q * LINE + 4, anchor, line)).join("");
  }

  function axes(d) {
    const { chart, left, bottom } = d;
    const grid = (path) => `<path class="grid" stroke="#d5d9dd" d="${path}"/>`;
    const across = chart.x.ticks.map(([value, text]) => [d.x(value), text]).map(([x, text]) =>
      grid(`M${at(x)} ${TOP}V${at(bottom)}`) + textAt(x, bottom + 17, x > RIGHT - 12 ? "end" : "middle", text));
    const up = d.rows ? [] : chart.y.ticks.map(([value, text]) => [d.y(value), text]).map(([y, text]) =>
      grid(`M${at(left)} ${at(y)}H${RIGHT}`) + textAt(left - 6, y + 4, "end", text));
    return [...across, ...up,
      `<path class="axis" stroke="#5c636b" fill="none" d="M${at(left)} ${TOP}V${at(bottom)}H${RIGHT}"/>`,
      textAt((left + RIGHT) / 2, bottom + BELOW - 8, "middle", chart.x.title),
      d.rows ? "" : `<g transform="translate(13 ${at((TOP + bottom) / 2)}) rotate(-90)">` +
        `${textAt(0, 0, "middle", chart.y.title)}</g>`].join("");
  }

  function diagonal({ chart, x, y }) {
    const from = Math.max(chart.x.range[0], chart.y.range[0]), to = Math.min(chart.x.range[1], chart.y.range[1]);
    const places = Array.from({ length: 61 }, (_, q) => from + (to - from) * (q / 60) ** 4);
    return `<path class="axis" stroke="#5c636b" fill="none" d="M${
      places.map((value) => `${at(x(value))} ${at(y(value))}`).join("L")}"/>`;
  }

  // ---- series ----

  const series = (s, title, inside) => `\n<g class="series c${s.style % 7}" color="${COLOURS[s.style % 7]}" ` +
    `data-method="${escaped(s.method)}"><title>${escaped(s.method + title)}</title>${inside}</g>`;

  const line = (s, path) => `<path class="line" fill="none" stroke="currentColor" stroke-width="${
    s.faint ? "1.1" : s.strong ? "4" : "2.2"}" stroke-dasharray="${DASHES[s.style % 4]}" d="${path}"/>`;

  const mark = (s, x, y) => `<path class="mark" fill="currentColor" d="M${at(x)} ${at(y)}${SHAPES[s.style % 4]}"/>`;

  function box(d, s, row) {
    const y = TOP + (row + 0.5) * d.row + 2, x = s.x.map(d.x);
    const name = nameAt(d.left - 8, y, "end", s.method, NAME);
    if (x.length < 5) return series(s, "", name);
    return series(s, `: ${short(s.x[0])} to ${short(s.x[4])}, median ${short(s.x[2])}`, `${name}<path class="whisker" ` +
      `fill="none" stroke="currentColor" stroke-width="1.4" d="M${at(x[0])} ${at(y)}H${at(x[1])}M${at(x[3])} ${at(y)}` +
      `H${at(x[4])}M${at(x[0])} ${at(y - 4)}v8M${at(x[4])} ${at(y - 4)}v8"/><rect class="box" fill="currentColor" ` +
      `fill-opacity="0.28" stroke="currentColor" x="${at(x[1])}" y="${at(y - 7)}" ` +
      `width="${at(Math.max(1, x[3] - x[1]))}" height="14"/>` +
      `<path class="median" stroke="currentColor" stroke-width="3" d="M${at(x[2])} ${at(y - 7)}v14"/>`);
  }

  const forms = {
    steps: (d, s) => series(s, "", line(s, s.x.reduce((path, x, q) => q === 0 || s.y[q] === s.y[q - 1] ? path
      : `${path}H${at(d.x(x))}V${at(d.y(s.y[q]))}`, `M${at(d.x(s.x[0]))} ${at(d.y(s.y[0]))}`) + `H${RIGHT}`)),
    dots: (d, s) => series(s, "", s.x.map((x, q) => mark(s, d.x(x), d.y(s.y[q]))).join("")),
    box,
    point: () => "", // by themselves: a name minds the others
  };

  // Each name where it hides none of the marks around, below the one before it.
  function points(d) {
    const all = d.points.map((s) => ({ s, x: d.x(s.x[0]), y: d.y(s.y[0]) }));
    all.sort((a, b) => b.s.y[0] - a.s.y[0] || a.s.x[0] - b.s.x[0] || a.s.style - b.s.style);
    let next = TOP + 8;
    return all.map(({ s, x, y }, q) => {
      let name = "";
      if (d.named) {
        const near = all.filter((p) => Math.abs(p.x - x) < 90 && Math.abs(p.y - y) < 1.5 * LINE).map((p) => p.x);
        const onLeft = x > 0.62 * RIGHT;
        const nameX = onLeft ? Math.min(...near) - 14 : Math.max(...near) + 14;
        const nameY = Math.max(next, Math.min(y + 4, BOTTOM - 4 - (all.length - 1 - q) * LINE));
        next = nameY + LINE;
        name = `<path class="leader" stroke="currentColor" stroke-width="0.6" d="M${at(x)} ${at(y)}` +
          `L${at(nameX + (onLeft ? 2 : -2))} ${at(nameY - 4)}"/>${textAt(nameX, nameY, onLeft ? "end" : "start", s.method)}`;
      }
      return series(s, `: ${short(s.x[0])}, ${short(s.y[0])}`, name + mark(s, x, y));
    }).join("");
  }

  // ---- the whole ----

  function legend(d) {
    const entries = d.rows ? [] : d.chart.series.filter((s, q, all) => !(s.form === "point" && d.named)
      && all.findIndex(({ method }) => method === s.method) === q);
    if (entries.length === 0) return { height: 0, inside: "" };
    const lines = Math.max(...entries.map(({ method }) => linesOf(method, LONG_NAME).length));
    const cell = Math.min(RIGHT, KEY + 12 + LETTER * Math.max(1, ...entries.map(({ method }) => count(method))));
    const height = 18 + (lines - 1) * LINE, columns = cell < RIGHT / 2 ? Math.floor(RIGHT / cell) : 1;
    const inside = entries.map((s, q) => {
      const x = 8 + (q % columns) * cell, y = d.bottom + BELOW + 8 + Math.floor(q / columns) * height;
      const key = s.form === "steps" ? line({ ...s, faint: false }, `M${at(x)} ${at(y)}h28`) : mark(s, x + 14, y);
      return series(s, "", key + nameAt(x + KEY, y + (lines - 1) / 2 * LINE, "start", s.method, LONG_NAME));
    }).join("");
    return { height: 6 + Math.ceil(entries.length / columns) * height, inside };
  }

  return function (chart) {
    const d = place(chart), names = legend(d);
    return `<svg xmlns="http://www.w3.org/2000/svg" class="chart" id="${escaped(chart.id)}" ` +
      `viewBox="0 0 ${WIDTH} ${at(d.bottom + BELOW + names.height)}" role="img" aria-label="${escaped(chart.title)}" ` +
      `font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="12.5" fill="#1c2024">${axes(d)}${
        chart.diagonal ? diagonal(d) : ""}${chart.series.map((s, q) => forms[s.form](d, s, q)).join("")}${points(d)}` +
      `\n<g class="legend">${names.inside}</g></svg>\n`;
  };
})();
