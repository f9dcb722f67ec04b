// The pictures of pages in docs/ show what the program says today: what stands on each of
// them is kept in docs/pictures.txt and compared. 'scripts/pictures' makes them anew.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const docs = join(process.env.UL_SOURCE, "docs");
const kept = join(docs, "pictures.txt");
const writes = process.env.UL_PICTURES === "write";
const folder = mkdtempSync(join(tmpdir(), "ullage-pictures-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function put(page, task, machine) {
  await page.click(`[data-task="${task}"]`);
  await page.click(`#turn [data-machine="${machine}"] .machine-name`);
}

async function forwardTo(page, words) {
  for (let q = 0; q < 100 && !(await page.text("#acts .say")).includes(words); q++)
    await page.press("ArrowRight");
}

// Name, lesson, methods (none: the lesson's), window, and what to do there.
const pictures = [
  ["player", "ffd-loses", ["ffd", "exact"], { width: 1180, height: 720 },
    (page) => forwardTo(page, "So machine 3 opens")],
  ["player-time", "packing-by-runtime", [], { width: 1180, height: 900 },
    async (page) => { await page.press("ArrowRight"); await page.press("ArrowRight"); }],
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

const texts = [];
for (const [name, lesson, methods, window, act] of pictures)
  test(`what ${name}.png shows is what the page says`, async () => {
    const path = join(folder, `${name}.html`);
    execFileSync(process.env.UL_COMMAND, ["explain", `gallery:${lesson}`,
      ...methods.flatMap((method) => ["-m", method]), "--html", path]);
    await withPage(path, window, async (page) => {
      await act(page);
      await page.evaluate("scrollTo(0, 0)");
      if (writes) await page.screenshot(join(docs, `${name}.png`));
      // an optimum has many plans: which of them exact found is not compared
      await page.evaluate("document.querySelector('[data-act=exact] .packing')?.remove()");
      const said = (await page.evaluate("document.body.innerText")).split("\n").map((line) => line.trim());
      const text = `== ${name}.png\n${said.filter((line) => line !== "").join("\n")}\n`;
      if (!writes) assert.ok(readFileSync(kept, "utf8").includes(text), `docs/pictures.txt does not have:\n${text}`);
      texts.push(text);
    });
  });

test("nothing else is kept", () => {
  if (writes) writeFileSync(kept, texts.join(""));
  assert.equal(readFileSync(kept, "utf8"), texts.join(""));
});
