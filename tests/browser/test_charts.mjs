// A chart has two hands that draw it: show/chart_svg.c for files ('ullage report --charts')
// and show/page/chart.js for pages. They must make the same picture of every description.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const ullage = process.env.UL_COMMAND;
const folder = mkdtempSync(join(tmpdir(), "ullage-charts-"));
after(() => rmSync(folder, { recursive: true }));

// Numbers may differ by a rounding of their only decimal; all other text is the same.
function same(drawn, written, name) {
  const [a, b] = [drawn, written].map((svg) => svg.replace(/<title>.*?<\/title>/gs, "").split(/(-?\d+\.\d)(?!\d)/));
  assert.equal(a.length, b.length, name);
  for (const [q, part] of a.entries())
    if (q % 2 === 0) assert.equal(part, b[q], name);
    else assert.ok(Math.abs(part - b[q]) < 0.11, `${name}: ${part} and ${b[q]}`);
}

function report(suite, ...options) {
  writeFileSync(join(folder, "suite.csv"), suite);
  rmSync(join(folder, "run"), { recursive: true, force: true });
  rmSync(join(folder, "charts"), { recursive: true, force: true });
  execFileSync(ullage, ["bench", join(folder, "suite.csv"), "--out", join(folder, "run")], { stdio: "pipe" });
  execFileSync(ullage, ["report", join(folder, "run"), "--html", join(folder, "run.html"), "--charts",
    join(folder, "charts"), ...options], { stdio: "pipe" });
}

async function compareAll(expected) {
  await withPage(join(folder, "run.html"), {}, async (page) => {
    const charts = JSON.parse(await page.evaluate(
      "JSON.stringify(JSON.parse(document.getElementById('data').textContent).charts.map((c) => [c.id, drawChart(c)]))"));
    const files = readdirSync(join(folder, "charts"));
    assert.deepEqual(files.sort(), charts.map(([id]) => `${id}.svg`).sort());
    for (const id of expected) assert.ok(files.includes(`${id}.svg`), `${id} in ${files}`);
    for (const [id, svg] of charts) same(svg, readFileSync(join(folder, "charts", `${id}.svg`), "utf8"), id);

    // the button saves what is shown, as XML
    await page.click("#lead .save");
    const saved = decodeURIComponent((await page.of("#lead .save", (e) => e.href)).split(",").slice(1).join(","));
    same(saved, readFileSync(join(folder, "charts", await page.of("#lead .save", (e) => e.download)), "utf8"), "saved");
    assert.equal(await page.evaluate(`new DOMParser().parseFromString(${JSON.stringify(saved)}, "image/svg+xml")
      .querySelectorAll("parsererror").length`), 0);
  });
}

test("packing against a baseline, by class", () => {
  report(`ullage-suite,1
name,charts
limits,5,5,0
generate,eva-table7,20,1,3
generate,vsbpp,15,1,3
method,no-packing
method,ffd
method,ffd,size=max
method,eva-full
method,exact
`, "--baseline", "ffd size=sum", "--mine", "eva-full");
  return compareAll(["difference-chart", "scatter-chart", "profile-chart", "trade-chart", "progress-chart",
    "gap-share-chart", "time-chart", "progress-0"]);
});

test("schedules: the floor, the frontier, waits", () => {
  report(`ullage-suite,1
name,clock
limits,20,20,0
generate,eva-jobs,8,1,2
method,no-packing
method,eva
method,schedule-floor
`);
  return compareAll(["bound-chart", "completion-chart", "wait-chart"]);
});
