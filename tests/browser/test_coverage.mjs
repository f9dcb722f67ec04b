// 'ullage reproduce --coverage --html': a button chooses a verdict, a heading sorts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "ullage-coverage-"));
const path = join(folder, "coverage.html");
after(() => rmSync(folder, { recursive: true }));
execFileSync(process.env.UL_COMMAND, ["reproduce", "--coverage", "--keep",
  join(process.env.UL_SOURCE, "results"), "--html", path], { stdio: "pipe" });

for (const width of [390, 1280])
  test(`coverage, ${width} wide`, () => withPage(path, { width }, async (page) => {
    assert.ok(await page.evaluate("document.documentElement.scrollWidth") <= width);
    const printed = () => page.ofAll("body > .scroll tbody td:nth-child(2)", (e) => Number(e.textContent));
    const before = await printed();
    await page.click("body > .scroll th:nth-child(2) button");
    assert.deepEqual(await printed(), [...before].sort((a, b) => a - b));
    await page.click("nav button[data-of=open]");
    const shown = await page.ofAll(".numbers tbody tr:not([hidden])", (e) => e.className);
    assert.ok(shown.length > 0 && shown.every((name) => name === "open"));
  }));
