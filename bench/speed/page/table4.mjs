// See run.sh. A line an instance: its seed, CPU seconds in the page and outside, the cost of both.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadModules } from "../../../tests/web/modules.mjs";

const [root, seeds] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "ullage-page-"));
const file = join(folder, "t.csv");
const web = await loadModules(join(root, "build/wasm"));
const all = { page: 0, outside: 0 };
for (let seed = 1; seed <= Number(seeds); seed++) {
  web.make("eva-table7", { tasks: 200, seed, settings: "cores=physical" }, "t.csv");
  writeFileSync(file, web.text("t.csv"));
  const before = process.cpuUsage();
  const { best } = web.story("t.csv", [], 0, 600);
  const { user, system } = process.cpuUsage(before);
  const outside = JSON.parse(execFileSync(join(root, "build/release/ullage"), ["solve", file, "-m", "exact", "--json"]));
  assert.deepEqual([best.proved, best.cost], [outside.proved, outside.cost], `seed ${seed}`);
  const page_s = (user + system) / 1e6;
  all.page += page_s;
  all.outside += outside.cpu_s;
  console.log(seed, page_s.toFixed(2), outside.cpu_s.toFixed(2), best.cost);
}
rmSync(folder, { recursive: true });
console.log(`CPU seconds: ${all.page.toFixed(2)} in the page, ${all.outside.toFixed(2)} outside: ${(all.page / all.outside).toFixed(2)} times`);
