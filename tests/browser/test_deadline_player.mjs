// 'ullage explain' of a job with a deadline: policies on one clock of ticks, each change with its
// reason; and a turn of the visitor's own, who sees spot up to now and no further.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "ullage-deadline-"));
after(() => rmSync(folder, { recursive: true }));
const job = join(folder, "job.csv");
writeFileSync(job, `ullage,1,deadline
name,job
tick,600
job,1800,3600,720
price,0.9,3
spot,3
none,1
spot,4
`);
const page_of = join(folder, "player.html");
execFileSync(process.env.UL_COMMAND, ["explain", job, "-m", "greedy", "-m", "on-demand", "--html", page_of]);

test("one clock of ticks for two policies, to the cost of each", () => withPage(page_of, {}, async (page) => {
  assert.deepEqual(await page.ofAll(".act", (e) => e.dataset.act), ["greedy", "on-demand"]);
  assert.match(await page.text("#known"), /The optimum is \$1.95, proved/);
  assert.equal(await page.text("#clock"), "0:00 h");
  await page.press("ArrowRight");
  assert.match(await page.text("#acts"), /The job is on demand: as always/);
  await page.press("End");
  assert.match(await page.text("#acts"), /\$2.5/);
}));

test("your turn: spot is seen up to now, the overhead is lost, and the optimum is recognised", () => withPage(page_of, {}, async (page) => {
  await page.click("#tab-turn");
  const seen = () => page.ofAll("#turn .board rect.c1", (e) => e.textContent);
  assert.deepEqual(await seen(), ["ticks 1 to 1: spot is to be had"]);
  await page.click("#mode1");
  assert.equal(await page.text("#turn-said"), "Spot is gone.");
  assert.deepEqual(await seen(), ["ticks 1 to 3: spot is to be had"]);
  assert.equal(await page.evaluate("document.getElementById('mode1').disabled"), true);
  await page.click("#mode2");
  await page.click("#mode2");
  assert.match(await page.text("#verdict"), /You pay \$1.95: the optimum, and it is proved/);
}));

test("your turn: who waits too long is told so, and may take it back", () => withPage(page_of, {}, async (page) => {
  await page.click("#tab-turn");
  for (let q = 0; q < 3; q++) await page.click("#mode0");
  assert.match(await page.text("#turn-said"), /The deadline is here, and the work is not done/);
  await page.click("#undo");
  assert.equal(await page.evaluate("document.getElementById('mode2').disabled"), false);
}));
