// The pictures of pages in docs/pictures/ show what the program says today: what stands on each
// of them is kept in docs/pictures/words.txt and compared. 'scripts/pictures' makes them anew.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const pictures = join(process.env.UL_SOURCE, "docs", "pictures");
const kept = join(pictures, "words.txt");
const writes = process.env.UL_PICTURES === "write";
const folder = mkdtempSync(join(tmpdir(), "ullage-pictures-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const ullage = (...words) => execFileSync(process.env.UL_COMMAND, words, { stdio: "pipe" });

// The player's page of a lesson, or of a workload that is made for it.
function player(name, lesson, methods) {
  const path = join(folder, `${name}.html`);
  if (lesson === "eva-jobs") ullage("gen", "eva-jobs", "-n", "12", "--seed", "1", "-o", join(folder, "jobs.csv"));
  ullage("explain", lesson === "eva-jobs" ? join(folder, "jobs.csv") : `gallery:${lesson}`,
    ...methods.flatMap((method) => ["-m", method]), "--html", path);
  return path;
}

// The page of a small suite of Eva's micro-benchmark.
function report() {
  const suite = join(folder, "suite.csv");
  writeFileSync(suite, ["ullage-suite,1", "name,pictures", "limits,30,30,0", "generate,eva-table7,20,1,6",
    ...["no-packing", "ffd", "bfd", "dot-product", "eva-full", "eva-full-code", "synergy", "stratus", "exact"]
      .map((method) => `method,${method}`), ""].join("\n"));
  const path = join(folder, "report.html");
  if (existsSync(path)) return path;
  ullage("bench", suite, "--out", join(folder, "run"));
  ullage("report", join(folder, "run"), "--html", path);
  return path;
}

async function put(page, task, machine) {
  await page.click(`[data-task="${task}"]`);
  await page.click(`#turn [data-machine="${machine}"] .machine-name`);
}

async function forwardTo(page, words) {
  for (let q = 0; q < 100 && !(await page.text("#acts .say")).includes(words); q++)
    await page.press("ArrowRight");
}

// Name, lesson, methods (none: the lesson's), window, and what to do there.
const players = [
  ["player", "ffd-loses", ["ffd", "exact"], { width: 1180, height: 720 },
    (page) => forwardTo(page, "So machine 3 opens")],
  ["player-time", "packing-by-runtime", [], { width: 1180, height: 900 },
    async (page) => { await page.press("ArrowRight"); await page.press("ArrowRight"); }],
  ["player-clock", "eva-jobs", ["eva", "stratus", "synergy"], { width: 1280, height: 1000 },
    async (page) => { for (let q = 0; q < 8; q++) await page.press("ArrowRight"); }],
  ["player-turn", "ffd-loses", ["ffd"], { width: 1180, height: 700 }, async (page) => {
    await page.click("#tab-turn");
    for (let q = 0; q < 2; q++) await page.click("[data-rent='0']");
    for (const [task, machine] of [[0, 1], [1, 2], [2, 1], [3, 1], [4, 2]]) await put(page, task, machine);
  }],
  ["player-leases", "greedy-leases", ["sec-greedy"], { width: 1180, height: 880 }, (page) => page.press("End")],
  ["player-dark", "greedy-availability", ["trk8s"], { width: 1180, height: 860, dark: true },
    (page) => page.press("End")],
  ["player-phone", "eva-table3", ["eva-full"], { width: 390, height: 844 }, (page) => forwardTo(page, "Kept")],
];

// Of a report: its top in light and dark and on a phone, and an instance that is opened.
const reports = [
  ["report-light", { width: 1180, height: 980 }, null],
  ["report-dark", { width: 1180, height: 980, dark: true }, null],
  ["report-instance", { width: 1180, height: 1250 }, "#instances ~ details, #instances ~ * details"],
  ["report-phone", { width: 390, height: 900 }, null],
];

const texts = [];

// Keeps what stands on a picture, or compares it with what is kept.
function keep(name, lines) {
  const text = `== ${name}.png\n${lines.filter((line) => line !== "").join("\n")}\n`;
  if (!writes) assert.ok(readFileSync(kept, "utf8").includes(text), `docs/pictures/words.txt does not have:\n${text}`);
  texts.push(text);
}

for (const [name, lesson, methods, window, act] of players)
  test(`what ${name}.png shows is what the page says`, () => withPage(
    player(name, lesson, methods), window, async (page) => {
      await act(page);
      await page.evaluate("scrollTo(0, 0)");
      if (writes) await page.screenshot(join(pictures, `${name}.png`));
      // an optimum has many plans: which of them exact found is not compared
      await page.evaluate("document.querySelector('[data-act=exact] .packing')?.remove()");
      keep(name, (await page.evaluate("document.body.innerText")).split("\n").map((line) => line.trim()));
    }));

// The words on the screen but for charts, or of one part; numbers may be times, and stand
// for any; when, where and by which version is another each time, and an optimum has many
// plans.
const words = (part) => `(() => {
  const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(part ?? "body")}), NodeFilter.SHOW_TEXT);
  const lines = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement.getBoundingClientRect();
    const seen = ${part !== null} || box.bottom > 0 && box.top < innerHeight;
    if (!node.parentElement.closest("svg") && box.width > 1 && seen)
      lines.push(node.textContent.replace(/\\s+/g, " ").replace(/[-\\d.,:]*\\d/g, "#").trim());
  }
  return lines.filter((line) => /[a-z]{4}/i.test(line) && !/^Suite |xlarge/.test(line));
})()`;

for (const [name, window, opened] of reports)
  test(`what ${name}.png shows is what the page says`, () => withPage(report(), window, async (page) => {
    if (opened)
      await page.of(opened, (e) => new Promise((drawn) => {
        e.addEventListener("toggle", drawn);
        e.open = true;
        e.scrollIntoView({ behavior: "instant" });
      }));
    if (writes) await page.screenshot(join(pictures, `${name}.png`));
    keep(name, await page.evaluate(words(opened)));
  }));

test("nothing else is kept", () => {
  if (writes) writeFileSync(kept, texts.join(""));
  assert.equal(readFileSync(kept, "utf8"), texts.join(""));
});
