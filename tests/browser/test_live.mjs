// 'ullage explain --live': the instance is changed in the page, and everything is run, proved and
// checked again there, from one file and without a network.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const { UL_COMMAND, UL_CHECK, UL_SOURCE } = process.env;
process.env.ULLAGE_WEB ??= join(UL_SOURCE, "build/wasm");
if (!existsSync(join(process.env.ULLAGE_WEB, "ullage.wasm"))) {
  console.log("skipped: there is no ullage.wasm (scripts/setup wasm, then cmake --preset wasm and its build)");
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), "ullage-live-"));
after(() => rmSync(folder, { recursive: true }));

function live(instance, ...options) {
  const path = join(folder, "live.html");
  execFileSync(UL_COMMAND, ["explain", instance, "--html", path, "--live", ...options]);
  return path;
}

const PATIENCE_MS = 60_000;
const field = (label) => `[aria-label="${label}"]`;
async function open(page) {
  await page.click("#tab-live");
  await page.until("document.querySelectorAll('#choice input').length > 3", PATIENCE_MS);
}
async function run(page) {
  await page.click("#run");
  await done(page);
}
async function done(page) {
  await page.until("!document.getElementById('run').disabled && document.getElementById('live-said').textContent !== 'Running…'", PATIENCE_MS);
  assert.equal(await page.text("#live-said"), "Done.");
}
const result = (page, method) => page.text(`#results tr[data-method=${method}]`);

test("edit, run, prove, check; every tab is of the new instance", () => withPage(live("gallery:ffd-loses"), {}, async (page) => {
  assert.ok(statSync(join(folder, "live.html")).size < 4e6);
  await open(page);
  await page.type(field("cpu of task 1"), "10");
  await page.type(field("price an hour of type 1"), "2.5");
  await page.click(field("remove task 6"));
  await run(page);
  assert.match(await result(page, "exact"), /\$7\.5exactly the optimum✓ verified by the second program/);
  assert.match(await page.text("#proof"), /The optimum is \$7\.5 an hour, proved\. ✓ Proof verified by the second program: no plan costs less than \$7\.5\./);
  await page.click("#tab-watch");
  await page.press("End");
  assert.match(await page.text(".act .say"), /\$7\.5/);
  await page.click("#tab-turn");
  assert.equal(await page.count("#turn .chip"), 5);
  await open(page);
  await page.of(field("cpu of task 1, to drag"), (e) => { e.value = 4; e.dispatchEvent(new Event("input")); });
  await page.click("[data-record=task] + .add");
  await run(page);
  assert.match(await result(page, "exact"), /\$5exactly the optimum/);
}));

test("a forged proof and a file that is none are refused", () => withPage(live("gallery:ffd-loses"), {}, async (page) => {
  await open(page);
  await run(page);
  await page.click("#results summary");
  await page.click("#recheck");
  await page.until("/✓ Proof verified/.test(document.getElementById('proof').textContent)", PATIENCE_MS);
  const proof = await page.of("#results textarea", (e) => e.value);
  await page.of("#results textarea", (e) => { e.value = e.value.replace(/(\d)(?=\n)/, (digit) => (Number(digit) + 1) % 10); });
  await page.click("#recheck");
  await page.until("/^✗ (refused|not accepted) by the second program: \\S/.test(document.getElementById('proof').textContent)", PATIENCE_MS);
  // with a checksum of its own it is refused for what it claims
  await page.of("#results textarea", (e, text) => { e.value = text; }, proof.replace(/^value,shop,.*/m, "value,shop,500000000"));
  await page.click("#seal");
  await page.click("#recheck");
  await page.until("/✗ .*worth more/.test(document.getElementById('proof').textContent)", PATIENCE_MS);
  assert.doesNotMatch(await page.text("#proof"), /valid: cost/); // that is of the plan
  // one that claims less holds, and proves no optimum
  await page.of("#results textarea", (e, text) => { e.value = text; }, proof.replace(/^bound,.*/m, "bound,1"));
  await page.click("#seal");
  await page.click("#recheck");
  await page.until("/^✓ Proof verified.*less than \\$1\\./.test(document.getElementById('proof').textContent)", PATIENCE_MS);
  await page.of("#file", (e) => { e.value = "a plan, perhaps\n"; e.dispatchEvent(new Event("change")); });
  await page.until("/This is no instance/.test(document.getElementById('live-said').textContent)");
  assert.equal(await page.count("#results.stale"), 0);
  await page.type(field("cpu of task 1"), "11");
  assert.equal(await page.count("#results.stale"), 1);
  await page.click("#run");
  await page.until("/instance\\.csv:\\d+/.test(document.getElementById('live-said').textContent)", PATIENCE_MS);
}));

test("save, open and link hold the same file as outside", async () => {
  const path = join(folder, "table3.csv");
  let address;
  await withPage(live("gallery:ffd-loses"), {}, async (page) => {
    await page.browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await open(page);
    execFileSync(UL_COMMAND, ["gen", "gallery:eva-table3", "-o", path]);
    const { result: { objectId } } = await page.send("Runtime.evaluate", { expression: "document.getElementById('open')" });
    await page.send("DOM.setFileInputFiles", { files: [path], objectId });
    await page.until("document.getElementById('file').value.includes('eva-table3')");
    await page.type(field("price an hour of type 1"), "11");
    await run(page);
    assert.match(await result(page, "exact"), /\$11\.8exactly the optimum/);
    for (const [button, name] of [["#save", "eva-table3.csv"], ["#results button", "plan.csv"], ["#save-proof", "proof.csv"]]) {
      await page.of(button, (e) => { if (e.closest("details")) e.closest("details").open = true; });
      await page.click(button);
      for (let q = 0; !existsSync(join(folder, name)); q++) {
        assert.ok(q < 600, `${name} is not saved`);
        await new Promise((again) => setTimeout(again, 50));
      }
    }
    await page.click("#link");
    address = await page.evaluate("location.hash");
  });
  assert.equal(readFileSync(join(folder, "eva-table3.csv"), "utf8"), readFileSync(path, "utf8").replace(/(type,it1,it1),12/, "$1,11"));
  const said = execFileSync(UL_CHECK, ["eva-table3.csv", "plan.csv", "-c", "proof.csv"], { cwd: folder, encoding: "utf8" });
  assert.match(said, /11\.8/);
  await withPage(join(folder, "live.html"), { fragment: address, width: 390, dark: true }, async (page) => {
    await page.until("document.getElementById('proof') !== null", PATIENCE_MS);
    assert.match(await page.text("#proof"), /\$11\.8/);
    assert.equal(await page.evaluate("location.hash"), address);
    assert.ok(await page.evaluate("document.documentElement.scrollWidth <= 390"));
  });
});

test("another lesson, or a generator's workload, in the same page", () => withPage(live("gallery:ffd-loses"), {}, async (page) => {
  await open(page);
  await page.of("#make", (e) => { e.closest("details").open = true; });
  const make = async (what) => {
    await page.of("#source", (e, value) => { e.value = value; }, what);
    await page.click("#make");
    await page.until("/^Made/.test(document.getElementById('live-said').textContent)", PATIENCE_MS);
  };
  await make("gallery:greedy-leases");
  await run(page);
  assert.match(await result(page, "reservation-exact"), /\$2536exactly the optimum✓ verified/);
  await page.of("#make", (e) => { e.closest("details").open = true; });
  await page.type("#tasks", "8");
  await make("eva-jobs");
  await page.click("[data-record=job] + .add");
  for (const name of ["eva", "no-packing"]) await page.click(`#choice [value=${name}]`);
  await run(page);
  assert.match(await result(page, "eva"), /above the floor✓ verified/);
  assert.match(await page.text("#facts"), /9 jobs/);
  assert.match(await page.text("#proof"), /✓ Proof verified by the second program: no plan costs less than/);
}));

test("stop and the deadline end a run", () => {
  const path = join(folder, "hard.csv");
  execFileSync(UL_COMMAND, ["gen", "vsbpp", "--tasks", "500", "--set", "costs=concave", "-o", path]);
  return withPage(live(path, "-m", "ffd", "--best-limit", "0"), {}, async (page) => {
    await open(page);
    await page.type("#deadline", "600");
    await page.click("#run");
    await page.until("/^exact: best/.test(document.getElementById('live-said').textContent)", PATIENCE_MS);
    await page.click("#stop");
    await page.until("document.getElementById('live-said').textContent === 'Stopped.'");
    await page.type("#deadline", "1");
    await run(page);
    assert.match(await page.text("#proof"), /second program/);
  });
});

// CPU seconds of the pages and their workers: a wall clock would time whatever else runs here.
async function spent_s(page) {
  const { processInfo } = await page.browser.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

test("two hundred tasks are run, proved and checked in the page within five seconds", async () => {
  const path = join(folder, "table7.csv");
  execFileSync(UL_COMMAND, ["gen", "eva-table7", "--tasks", "200", "-o", path]);
  const file = live(path, "-m", "ffd", "--best-limit", "0");
  const times = [];
  for (let q = 0; q < 2; q++) // modules are started anew
    await withPage(file, {}, async (page) => {
      await open(page);
      const before = await spent_s(page);
      await run(page);
      times.push(await spent_s(page) - before);
      assert.match(await page.text("#proof"), /The optimum is \$706\.809 an hour, proved\. ✓ Proof verified/);
    });
  console.log(`200 tasks: ${times.map((time) => time.toFixed(2)).join(" and ")} CPU s`);
  assert.ok(Math.min(...times) < 5 && Math.min(...times) > 0, times.join());
});

// ---- for who does not see the page ----

// What a screen reader is told: elements that are not hidden, with their role, name and properties.
async function tree(page) {
  const { nodes } = await page.send("Accessibility.getFullAXTree");
  return nodes.filter((node) => !node.ignored).map((node) => ({ role: node.role.value, name: node.name?.value.trim() ?? "",
    ...Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])) }));
}

const controls = ["button", "checkbox", "combobox", "link", "listbox", "slider", "spinbutton", "tab", "tabpanel", "textbox", "table", "img", "image",
  "DisclosureTriangle"];

async function allNamed(page, what) {
  const nodes = await tree(page);
  assert.deepEqual(nodes.filter(({ role, name }) => controls.includes(role) && name === ""), [], what);
  return nodes;
}

test("every control and picture has a name, and what happens is announced", async () => {
  for (const lesson of ["ffd-loses", "bad-neighbours", "greedy-leases", "greedy-availability", "patience-pays"])
    await withPage(live(`gallery:${lesson}`), {}, async (page) => {
      const roles = new Set((await allNamed(page, lesson)).map(({ role }) => role));
      for (const role of ["tab", "tabpanel", "button", "slider", "status"]) assert.ok(roles.has(role), role);
      await page.press("End");
      await allNamed(page, `${lesson}, the end`);
      assert.match(await page.text("#spoken"), /Done, for/);
      await page.click("#tab-turn");
      await allNamed(page, `${lesson}, your turn`);
      await open(page);
      await run(page);
      const nodes = await allNamed(page, `${lesson}, changed`);
      const heard = nodes.filter(({ role }) => role === "status");
      assert.ok(heard.length > 0 && heard.every(({ live }) => live === "polite"));
      assert.match(await page.text("#announced"), /^Done\. .* verified by the second program\. .*no plan costs less than/);
    });
});
