// The browser tests' own tool: it sees what a page does wrong, and its clicks and keys arrive.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "ullage-harness-"));
after(() => rmSync(folder, { recursive: true }));

function write(body) {
  const path = join(folder, "page.html");
  writeFileSync(path, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width">${body}`);
  return path;
}

test("a page that does wrong is caught", async () => {
  const path = write(`<img src="http://example.invalid/x.png">
    <script>console.error("said"); alert("shown"); setTimeout(() => missing(), 0);</script>`);
  await assert.rejects(
    withPage(path, {}, (page) => page.until("document.images[0].complete")),
    ({ actual }) => ["request: http://example.invalid/x.png", "console: said", "dialog: shown",
      "exception: ReferenceError"].every((part) => actual.some((wrong) => wrong.startsWith(part))));
});

test("clicks, text and keys arrive", () => withPage(
  write(`<input id="i"><button onclick="this.textContent = i.value">go</button><p hidden>secret</p>`),
  {}, async (page) => {
    await page.type("#i", "größer");
    await page.click("button");
    assert.equal(await page.text("button"), "größer");
    await page.type("#i", "");
    await page.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.tagName"), "BUTTON");
    await page.press("Enter");
    assert.equal(await page.text("button"), "");
    assert.equal(await page.visible("p"), false);
  }));

test("the window is as wide and as dark as asked", () => withPage(
  write("<p>"), { width: 390, dark: true }, async (page) => {
    assert.equal(await page.evaluate("innerWidth"), 390);
    assert.equal(await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), true);
  }));
