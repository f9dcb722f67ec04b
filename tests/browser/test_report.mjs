// 'ullage report DIR --html': the page as its readers use it, for every kind of
// records, with names that would like to be markup.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync }
  from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { withPage } from "./browser.mjs";

const ullage = process.env.UL_COMMAND;
const folder = mkdtempSync(join(tmpdir(), "ullage-report-"));
after(() => rmSync(folder, { recursive: true }));

const at = (name) => join(folder, name);

function report(run) {
  execFileSync(ullage, ["report", at(run), "--html", at(`${run}.html`)], { stdio: "pipe" });
  return at(`${run}.html`);
}

// A copy of a run with other records: those that change() returns, objects by column.
function rewrite(run, name, change) {
  cpSync(at(run), at(name), { recursive: true });
  const path = join(at(name), "records.csv");
  const [columns, ...rows] = readFileSync(path, "utf8").trimEnd().split("\n").map((row) =>
    Array.from(row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g),
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain));
  const records = rows.map((row) => Object.fromEntries(columns.map((column, q) => [column, row[q]])));
  const quote = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = records.flatMap((record) => change(record) ?? [])
    .map((record) => columns.map((column) => quote(record[column])).join(","));
  writeFileSync(path, [columns.join(","), ...lines, ""].join("\n"));
}

before(() => {
  mkdirSync(at("suites"));
  const evil = at("suites/'\"><img src=x onerror=alert(1)>.csv");
  execFileSync(ullage, ["gen", "eva-table7", "--tasks", "6", "-o", at("suites/plain.csv")]);
  copyFileSync(at("suites/plain.csv"), evil);
  const instance = readFileSync(evil, "utf8");
  writeFileSync(evil, instance.replace(/^name,.*$/m, "name,</text><script>alert(2)</script>"));
  writeFileSync(at("suites/kinds.csv"), `ullage-suite,1
name,kinds
limits,10,10,0
repetitions,2
generate,eva-table3,4,1,1
generate,eva-table7,20,1,2
file,"'""><img src=x onerror=alert(1)>.csv"
generate,reservation,0,1,1,years=1,instances=5
generate,availability,5,1,1
method,no-packing
method,ffd
method,ffd,size=max
method,eva-full
method,exact
method,sec-greedy
method,reservation-exact
method,trk8s-code
method,availability-exact
`);
  execFileSync(ullage, ["bench", at("suites/kinds.csv"), "--out", at("kinds")], { stdio: "pipe" });
  report("kinds");
});

// Charts are there, and no number in them is missing.
async function assertCharts(page, expected) {
  assert.deepEqual((await page.ofAll("#lead .chart, .charts .chart", (e) => e.id)).filter((id) => /-chart(-\d)?$/.test(id)),
    expected);
  for (const drawn of await page.ofAll(".chart", (e) => e.outerHTML))
    assert.doesNotMatch(drawn, /[^a-z](nan|inf)/i);
  for (const id of expected)
    assert.ok(await page.count(`#${id} .series path`) > 0, `${id} is empty`);
}

const whole = ["gap-chart", "profile-chart", "trade-chart", "progress-chart", "gap-share-chart",
  "time-chart"];
const choose = (page, value) => page.evaluate(`{
  const e = document.getElementById("class");
  e.value = ${JSON.stringify(value)};
  e.dispatchEvent(new Event("change"));
}`);

test("question, answer, charts, tables, instances, manifest and records", () => withPage(
  at("kinds.html"), {}, async (page) => {
    assert.match(await page.text(".question"), /^How far .*\?$/);
    assert.match(await page.text(".answer"),
      /^in packing, .*%.* \(\$\d.* an hour\).*; in reservation, .*; in availability, .*\.$/);
    assert.deepEqual(await page.texts(".tiles dt"),
      ["instances", "methods", "runs", "optima proved", "runs without a plan"]);
    // a set of charts for each kind, whose costs have nothing in common
    const kinds = ["Packing", "Reservation", "Availability"];
    assert.deepEqual(await page.texts(".charts h3"), kinds);
    await assertCharts(page, ["", "-2", "-3"].flatMap((ending) => whole.map((id) => id + ending)));
    assert.deepEqual(await page.ofAll("#time-chart-2 > .series", (e) => e.dataset.method),
      ["sec-greedy", "reservation-exact"]);
    assert.deepEqual(await page.ofAll("#tables ~ .wide table, #tables ~ details:not(.instance) table", (e) => e.id), kinds.flatMap((kind) =>
      ["methods", "gaps", "by-family", "by-size", "profile", "gap-ecdf", "time-ecdf",
        ...(kind === "Packing" ? ["measures"] : []), "pairs"].map((id) => `${id}-${kind.toLowerCase()}`)));
    assert.equal(await page.count(".instance"), 6);

    assert.equal(await page.visible("#pairs-packing"), false);
    await page.click("details:has(#pairs-packing) > summary");
    assert.equal(await page.visible("#pairs-packing"), true);

    const kept = await page.evaluate(
      "fetch ? atob(document.getElementById('download').href.split(',')[1]) : ''");
    assert.equal(Buffer.from(kept, "latin1").toString(), readFileSync(at("kinds/records.csv"), "utf8"));
    assert.equal(JSON.parse(await page.text("#manifest-text")).suite, "kinds");
  }));

test("every kind's plan is drawn in its instance's part", () => withPage(
  at("kinds.html"), {}, async (page) => {
    const names = await page.ofAll(".instance", (e) => e.dataset.instance);
    for (const [place, name] of names.entries()) {
      const part = `.instance:nth-of-type(${place + 10})`; // after nine folded tables
      assert.equal(await page.of(part, (e) => e.dataset.instance), name);
      await page.click(`${part} > summary`);
      assert.ok(await page.count(`${part} tbody tr`) >= 4, name);
      await page.of(`${part} img`, (e) => e.decode());
      assert.ok(await page.count(`${part} .chart .line`) >= 2, name);
      assert.ok(await page.of(`${part} img`, (e) => e.naturalWidth) > 100, name);
    }
    await page.type("#find", "TABLE7");
    assert.deepEqual(await page.ofAll(".instance:not(.hidden)", (e) => e.dataset.instance),
      ["eva-table7-20-s1", "eva-table7-20-s2"]);
  }));

test("runs come in the suite's order, and a workload has one colour in all pictures", () => withPage(
  at("kinds.html"), {}, async (page) => {
    const runs = await page.ofAll('.instance[data-instance^="eva-table"]', (e) =>
      Array.from(e.querySelectorAll("tbody tr"), (row) => row.dataset.method).slice(0, 5));
    for (const methods of runs)
      assert.deepEqual(methods, ["no-packing", "ffd size=sum", "ffd size=max", "eva-full",
        "exact"]);

    const pictures = await page.ofAll('.instance[data-instance^="eva-table7"] img', (e) =>
      atob(e.src.split(",")[1]));
    const colours = pictures.map((svg) => Object.fromEntries(Array.from(svg.matchAll(
      /width="13.00" height="13.00" stroke="#ffffff" stroke-width="0.6" fill="([^"]+)"\/>\n.*\n<text[^>]*>([^<]+)/g),
      ([, fill, name]) => [name, fill])));
    assert.equal(colours.length, 2);
    const [one, other] = colours;
    const common = Object.keys(one).filter((name) => name in other);
    assert.ok(common.length >= 5, `${common}`);
    for (const name of common) assert.equal(one[name], other[name], name);
    assert.equal(new Set(Object.values(other)).size, Object.keys(other).length);
  }));

test("a click and a key sort a table", () => withPage(at("kinds.html"), {}, async (page) => {
  const column = async (table, number) => page.texts(`#${table} tbody td:nth-child(${number})`);
  const ascending = (values) => values.every((v, q) => q === 0 || values[q - 1] <= v);
  const times = async () => (await column("methods-packing", 7)).filter((time) => time !== "").map(Number);
  const untouched = await column("methods-packing", 1);

  await page.click("#methods-packing th:nth-child(7) button");
  assert.equal(await page.of("#methods-packing th:nth-child(7)", (e) => e.ariaSort), "ascending");
  assert.ok(ascending(await times()));
  await page.press("Enter");
  assert.equal(await page.of("#methods-packing th:nth-child(7)", (e) => e.ariaSort), "descending");
  assert.ok(ascending((await times()).reverse()));
  await page.click("#methods-packing th:first-child button");
  assert.notDeepEqual([...untouched].sort(), untouched);
  assert.deepEqual(await column("methods-packing", 1), [...untouched].sort());

  // an empty cell is last both ways
  for (let way = 0; way < 2; way++) {
    await page.click("#by-family-packing th:nth-child(9) button");
    const gaps = await column("by-family-packing", 9);
    assert.ok(gaps.includes(""));
    assert.equal(gaps.at(-1), "");
  }
}));

test("the filter and the buttons choose methods everywhere", () => withPage(
  at("kinds.html"), {}, async (page) => {
    const shown = (part) => page.ofAll(`${part} [data-method]:not(.hidden)`, (e) => e.dataset.method);
    assert.equal(await page.text("#shown"), "all 9 methods");
    await page.type("#filter", "FFD exa");
    const left = ["ffd size=sum", "ffd size=max", "exact", "reservation-exact", "availability-exact"];
    assert.deepEqual([...new Set(await shown("[id^=methods]"))].sort(), [...left].sort());
    assert.equal(await page.text("#shown"), "5 of 9 methods");
    for (const id of whole)
      assert.ok((await shown(`#${id}`)).every((name) => left.includes(name)), id);
    assert.equal(await page.count("#gap-chart [data-method=no-packing]"), 0);

    await page.type("#filter", "");
    assert.equal(await page.text("#shown"), "all 9 methods");
    await page.click("#chips button:first-child");
    assert.equal(await page.of("#chips button", (e) => e.ariaPressed), "false");
    for (const part of ["#lead", ".charts", "#tables ~ *"])
      assert.ok(!(await shown(part)).includes("no-packing"), part);
    await page.press(" ");
    assert.ok((await shown("[id^=methods]")).includes("no-packing"));
  }));

test("a class chooses instances, rows and every chart", () => withPage(
  at("kinds.html"), {}, async (page) => {
    const captions = () => page.texts("#lead figcaption, .charts figcaption");
    assert.ok((await captions()).includes("Gap to the proved optimum (packing, family: eva-table7)"));
    await choose(page, "family: eva-table7");
    assert.deepEqual(await page.ofAll(".instance:not(.hidden)", (e) => e.dataset.instance),
      ["eva-table7-20-s1", "eva-table7-20-s2"]);
    const chosen = await captions();
    assert.equal(chosen.length, whole.length);
    for (const caption of chosen) assert.match(caption, /\(packing, family: eva-table7\)$/);
    assert.deepEqual(
      [...new Set(await page.texts("#by-family-packing tbody tr:not(.hidden) td:first-child"))],
      ["eva-table7"]);
    // two instances: shares are halves
    assert.ok((await page.evaluate(`JSON.parse(document.getElementById("data").textContent).charts
      .filter(({ id }) => id.startsWith("profile-chart-1-2-")).flatMap(({ series }) => series.flatMap(({ y }) => y))`))
      .every((share) => [0, 0.5, 1].includes(share)));
    await choose(page, "");
    assert.ok((await captions()).length > 3 * whole.length);
  }));

test("on a phone the first chart is on the first screen", () => withPage(
  at("kinds.html"), { width: 390, height: 844 }, async (page) => {
    assert.ok(await page.of("#lead .chart", (e) => e.getBoundingClientRect().bottom) <= 844);
  }));

for (const width of [390, 1280])
  test(`against a baseline, ${width} wide`, () => {
    const path = at(`baseline-${width}.html`);
    execFileSync(ullage, ["report", at("kinds"), "--baseline", "ffd size=sum", "--html", path], { stdio: "pipe" });
    return withPage(path, { width }, async (page) => {
      assert.match(await page.text(".answer"), /^In packing, .* costs .* than ffd size=sum on average over 4 instances; 4 instances are too few/);
      assert.match(await page.text(".facts"), /^Suite kinds, 20.*, on .*, ullage .*, limits of a run: 10 s wall, 10 s CPU\.$/);
      assert.ok(await page.count("#scatter-chart > .series .mark") >= 12);
      assert.ok(await page.count("#baseline-packing tbody tr") >= 4);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth") <= width);
      // no name in a chart is cut, and none runs out of its picture
      const texts = await page.ofAll("[id^=difference-chart] text", (e) => {
        const box = e.getBoundingClientRect(), frame = e.closest("svg").getBoundingClientRect();
        return { text: e.textContent, inside: box.left >= frame.left - 1 && box.right <= frame.right + 1 };
      });
      for (const { text, inside } of texts) assert.ok(inside && !text.includes("…"), text);
    });
  });

test("everything is reached by the keyboard", () => withPage(at("kinds.html"), {}, async (page) => {
  const visited = [];
  for (let q = 0; q < 800; q++) {
    await page.press("Tab");
    const where = await page.evaluate(`(() => {
      const e = document.activeElement;
      return e === document.body ? "" : e.id || e.closest("table")?.id || e.parentElement.id || e.tagName;
    })()`);
    if (where === "") break;
    visited.push(where);
  }
  for (const place of ["A", "filter", "chips", "class", "methods-packing", "gaps-packing", "profile-packing", "find", "SUMMARY", "download"])
    assert.ok(visited.includes(place), `${place} is never reached`);
}));

// WCAG 2: relative luminance and contrast of colours as "rgb(r, g, b)".
function contrast(a, b) {
  const [light, dark] = [a, b].map((colour) => {
    const [red, green, blue] = colour.match(/\d+/g).map((part) => {
      const c = part / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }).sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

for (const dark of [false, true])
  test(`${dark ? "dark" : "light"}: text and lines stand out`, () => withPage(
    at("kinds.html"), { dark }, async (page) => {
      const ground = await page.of("body", (e) => getComputedStyle(e).backgroundColor);
      const panel = await page.of("figure", (e) => getComputedStyle(e).backgroundColor);
      assert.equal(contrast(ground, "rgb(0, 0, 0)") < contrast(ground, "rgb(255, 255, 255)"), dark);
      for (const selector of ["body", ".question", ".note", "a"]) {
        const ink = await page.of(selector, (e) => getComputedStyle(e).color);
        assert.ok(contrast(ink, ground) >= 4.5, `${selector} ${ink}`);
        assert.ok(contrast(ink, panel) >= 4.5, `${selector} ${ink}`);
      }
      for (const line of new Set(await page.ofAll(".series", (e) => getComputedStyle(e).color)))
        assert.ok(contrast(line, panel) >= 3, line);
    }));

// A colour as people see it who lack one sort of cones (Machado, Oliveira and
// Fernandes 2009), as three numbers from 0 to 255.
function seen(colour, cones) {
  const linear = colour.match(/\d+/g).map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return cones.map((row) => {
    const c = Math.min(1, Math.max(0, row.reduce((sum, weight, q) => sum + weight * linear[q], 0)));
    return 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
  });
}

const cones = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  "no red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
  "no green": [[0.367, 0.861, -0.228], [0.28, 0.673, 0.047], [-0.012, 0.043, 0.969]],
  "no blue": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
};

for (const dark of [false, true])
  test(`${dark ? "dark" : "light"}: colour-blind readers tell the lines apart`, () => withPage(
    at("kinds.html"), { dark }, async (page) => {
      const lines = await page.ofAll('.chart:is(#profile-chart, #profile-chart-2, #profile-chart-3) .legend .line', (e) => {
        const { stroke, strokeDasharray } = getComputedStyle(e);
        return { stroke, dash: strokeDasharray };
      });
      assert.equal(lines.length, 9);
      for (const [who, matrix] of Object.entries(cones))
        for (const [q, line] of lines.entries())
          for (const other of lines.slice(0, q).filter(({ dash }) => dash === line.dash)) {
            const [a, b] = [seen(line.stroke, matrix), seen(other.stroke, matrix)];
            const distance = Math.hypot(...a.map((part, c) => part - b[c]));
            assert.ok(distance > 40, `${who}: ${line.stroke} and ${other.stroke}, ${distance}`);
          }
    }));

test("a phone scrolls down only", () => withPage(at("kinds.html"), { width: 390 }, async (page) => {
  await page.ofAll("details", (e) => { e.open = true; });
  assert.ok(await page.evaluate("document.documentElement.scrollWidth") <= 390);
}));

test("paper is white and has no buttons to press", () => withPage(
  at("kinds.html"), { dark: true, media: "print" }, async (page) => {
    assert.equal(await page.of("body", (e) => getComputedStyle(e).backgroundColor), "rgb(255, 255, 255)");
    assert.equal(await page.visible("nav"), false);
    assert.equal(await page.visible("#tools"), false);
    assert.equal(await page.visible("#profile-chart"), true);
  }));

test("names that would like to be markup stay names", () => {
  const evil = {
    "ffd": `</script><script>alert(3)</script>"'onload=alert(4)`,
    "sec-greedy": "ü".repeat(400),
    "eva-full": "<img src=x onerror=alert(5)>",
  };
  rewrite("kinds", "evil", (record) => ({
    ...record,
    method: evil[record.method] ?? record.method,
    parameters: record.parameters.replace("max", "<svg/onload=alert(6)>"),
    note: "<iframe src='javascript:alert(8)'>",
  }));
  return withPage(report("evil"), {}, async (page) => {
    await page.ofAll("details", (e) => { e.open = true; });
    assert.equal(await page.count("script"), 2); // one of them data
    assert.equal(await page.count("img:not([src^='data:image/svg+xml;base64,'])"), 0);
    assert.equal(await page.count("[onload], [onerror], [onclick], iframe"), 0);
    assert.ok((await page.texts("[id^=methods] td:first-child")).some((name) => name.includes("</script>")));
    assert.ok((await page.ofAll(".instance", (e) => e.dataset.instance))
      .includes("'\"><img src=x onerror=alert(1)>"));
    await page.type("#filter", "</script>");
    assert.match(await page.text("#shown"), /^2 of 9/);
    await page.type("#filter", "ÜÜÜ");
    assert.match(await page.text("#shown"), /^1 of 9/);
  });
});

test("the page's policy stops a script that got in all the same", () => {
  writeFileSync(at("stopped.html"),
    readFileSync(at("kinds.html"), "utf8").replace("<main>", "<main><script>document.title = 'in'</script>"));
  return assert.rejects(withPage(at("stopped.html"), {}, async (page) => {
    assert.equal(await page.evaluate("document.title"), "Ullage report");
  }), ({ actual }) => actual.length === 1 && actual[0].includes("Content Security Policy"));
});

test("a run in which everything failed", () => {
  rewrite("kinds", "failed", (record) => ({ ...record, cost: "", bound: "", first_s: "", status: "crash" }));
  rmSync(at("failed/events"), { recursive: true });
  rmSync(at("failed/manifest.json"));
  return withPage(report("failed"), {}, async (page) => {
    assert.match(await page.text(".answer"), /^No run found a plan/);
    assert.equal(await page.count(".charts .chart"), 0);
    assert.equal(await page.count(".instance"), 6);
    assert.match(await page.text("#manifest-text"), /^No manifest: /);
  });
});

test("a run without bounds, one without events and one of one method", async () => {
  rewrite("kinds", "heuristic", (record) => (record.method.includes("exact") ? null : record));
  await withPage(report("heuristic"), {}, async (page) => {
    assert.match(await page.text(".answer"), /no optimum and no bound is proved/);
    const unmeasured = whole.filter((id) => !id.startsWith("gap"));
    await assertCharts(page, [...unmeasured, ...unmeasured.map((id) => `${id}-2`)]);
  });
  rewrite("kinds", "one", (record) => (record.method === "exact" ? record : null));
  rmSync(at("one/events"), { recursive: true });
  await withPage(report("one"), {}, async (page) => {
    assert.match(await page.text(".answer"), /^every method that found a plan proves it the best possible\.$/);
    assert.equal(await page.count("#profile-chart > .series path"), 1);
  });
});

test("policies over time: the floor, the bracket, waits", () => {
  writeFileSync(at("suites/clock.csv"), `ullage-suite,1
name,clock
limits,20,20,0
generate,eva-jobs,8,1,2
method,no-packing
method,eva
method,schedule-floor
`);
  execFileSync(ullage, ["bench", at("suites/clock.csv"), "--out", at("clock")], { stdio: "pipe" });
  return withPage(report("clock"), {}, async (page) => {
    assert.ok((await page.texts("#completion-chart text")).includes("floor"));
    assert.ok((await page.texts("#completion-chart text")).includes("cost above the floor"));
    const lines = await page.ofAll("#wait-chart > [data-method] path", (e) => e.getAttribute("d"));
    assert.equal(lines.length, 2, "a line a policy");
    assert.equal(await page.count("#brackets tbody tr"), 2);
    await page.type("#filter", "eva");
    assert.equal(await page.count("#brackets tbody tr.hidden"), 0, "a bracket is no method's");
  });
});

test("no records, no page", () => {
  rewrite("kinds", "empty", () => null);
  const { status, stderr } = spawnSync(ullage, ["report", at("empty"), "--html", at("empty.html")]);
  assert.equal(status, 2);
  assert.match(String(stderr), /there are no records to report/);
  assert.equal(existsSync(at("empty.html")), false);
});
