// 'ullage site': the folder that a class is given. Every lesson on a desk and on a phone, by day
// and by night; and Ullage in it, from the one file of modules that its pages share.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const { UL_COMMAND, UL_SOURCE } = process.env;
const folder = mkdtempSync(join(tmpdir(), "ullage-site-"));
after(() => rmSync(folder, { recursive: true }));
const site = join(folder, "site");
const isLive = existsSync(join(UL_SOURCE, "build/wasm/ullage.wasm"));
if (isLive) process.env.ULLAGE_WEB ??= join(UL_SOURCE, "build/wasm");
execFileSync(UL_COMMAND, ["site", "--out", site, "--from", UL_SOURCE]);
const beside = ["../modules.js", "modules.js"];
const lessons = readdirSync(join(site, "lessons"));

// Light and dark, wide and narrow in turns: a page is as wide as the window, whatever it shows.
async function looks(page, width, dark) {
  await page.send("Emulation.setDeviceMetricsOverride", { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 });
  await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
  assert.ok(await page.evaluate(`document.documentElement.scrollWidth <= ${width}`), `wider than ${width}`);
  const cut = await page.ofAll("button, .chip, .say, .decision, .fact, .weighed li", (e) => e.checkVisibility()
    && (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "hidden" && !e.classList.contains("piece")) && e.textContent);
  assert.deepEqual(cut.filter(Boolean), [], "text is cut off");
}

test("no lesson begins with its result, and none is wider than its window", async () => {
  assert.ok(lessons.length >= 19);
  for (const lesson of lessons)
    await withPage(join(site, "lessons", lesson), { beside }, async (page) => {
      const seen = (await page.evaluate("document.body.innerText")).replace(await page.text("#lesson"), "");
      assert.doesNotMatch(seen, /optimum is|headed for|floor|above the|below the/, lesson);
      assert.equal(await page.count("#acts .mark, #acts .floor-name"), 0, lesson);
      assert.equal(await page.of(".home a", (e) => new URL(e.href).pathname.split("/").at(-1)), "index.html");
      const views = await page.ofAll("[role=tab]", (e) => !e.hidden && e.id);
      for (const [width, dark] of [[1280, false], [390, true], [1280, true], [390, false]]) {
        for (const tab of views.filter(Boolean)) {
          await page.evaluate(`document.getElementById("${tab}").click()`);
          if (tab === "tab-watch") await page.evaluate("document.getElementById('forward').click()");
          await looks(page, width, dark);
        }
      }
      assert.deepEqual((await page.texts(".piece")).filter((text) => /^\d+ \d+$/.test(text)), [], lesson);
    });
});

test("your turn says how to begin", async () => {
  for (const lesson of ["ffd-loses", "packing-by-runtime"])
    await withPage(join(site, "lessons", `${lesson}.html`), { beside, fragment: "#turn" }, async (page) => {
      assert.match(await page.text("#turn .empty-place"), /No machine is rented\./);
      assert.equal(await page.count("#turn .bill"), 0);
      await page.click(lesson === "ffd-loses" ? "[data-rent]" : "#rent");
      assert.equal(await page.count("#turn .empty-place"), 0);
    });
});

test("those that are alike have one colour, others another", () => withPage(join(site, "lessons/eleven-ninths.html"), { beside }, async (page) => {
  const colour = new Map(await page.ofAll("#acts .act:first-child .chip", (e) => [e.textContent.split(" ")[0], getComputedStyle(e).backgroundColor]));
  assert.equal(colour.get("large-1"), colour.get("large-6"));
  assert.equal(new Set(colour.values()).size, 4);
}));

test("reasons can be read to their end, and the floor's name crosses neither the clock nor a bill", async () => {
  for (const lesson of ["bad-neighbours", "when-to-migrate", "packing-by-runtime", "when-not-to-migrate", "transients-for-bursts", "backfilling"])
    await withPage(join(site, "lessons", `${lesson}.html`), { beside }, async (page) => {
      const crossed = await page.evaluate(`(() => {
        const bad = [];
        for (let q = 1; q <= Number(document.getElementById("slider").max); q++) {
          document.getElementById("forward").click();
          for (const lines of document.querySelectorAll("#acts .lines"))
            if (lines.scrollHeight > lines.clientHeight + 1 && (getComputedStyle(lines).overflowY !== "auto" || lines.tabIndex !== 0
              || !/local/.test(getComputedStyle(lines).backgroundAttachment))) bad.push([q, "reasons"]);
          for (const name of document.querySelectorAll("#acts .floor-name")) {
            const box = name.getBBox();
            const svg = name.ownerSVGElement;
            const cursor = Number(svg.querySelector(".cursor").getAttribute("x1"));
            const inside = (x, y) => x > box.x && x < box.x + box.width && y > box.y + 2 && y < box.y + box.height - 2;
            const line = svg.querySelector(".spent");
            for (let at = 0; at < line.getTotalLength(); at += 2) {
              const { x, y } = line.getPointAtLength(at);
              if (inside(x, y)) { bad.push([q, "bill"]); break; }
            }
            if (inside(cursor, box.y + box.height / 2)) bad.push([q, "clock"]);
          }
        }
        return bad;
      })()`);
      assert.deepEqual(crossed, [], lesson);
    });
});

test("a page of the site runs, proves and checks with the site's modules", { skip: !isLive && "there is no ullage.wasm" }, async () => {
  let fragment;
  await withPage(join(site, "playground.html"), { beside, fragment: "#live" }, async (page) => {
    await page.until("document.querySelectorAll('#choice input').length > 3", 60_000);
    await page.click("#run");
    await page.until("document.getElementById('proof') !== null", 60_000);
    assert.match(await page.text("#proof"), /✓ Proof verified by the second program/);
  });
  // the worlds of the class, by the links of the first page
  await withPage(join(site, "index.html"), {}, async (page) => {
    const link = await page.ofAll("a", (e) => e.textContent === "forty trainings" && new URL(e.href).hash);
    fragment = link.find(Boolean);
  });
  await withPage(join(site, "playground.html"), { beside, fragment }, async (page) => {
    await page.until("/^Made: run it/.test(document.getElementById('live-said').textContent)", 60_000);
    await page.click("#run");
    await page.until("document.getElementById('proof') !== null", 60_000);
    const far = (await page.ofAll("#results tbody tr", (e) => [e.cells[0].textContent, Math.round(parseFloat(e.cells[2].textContent))]));
    assert.deepEqual(Object.fromEntries(far), { "no-packing": 34, "first-fit": 90, fleet: 61, stratus: 49, eva: 25 }, "as docs/teaching.md says");
  });
  renameSync(join(site, "modules.js"), join(site, "away.js"));
  await assert.rejects(withPage(join(site, "playground.html"), { beside, fragment: "#live" }, async (page) => {
    await page.until("/modules\\.js is not there/.test(document.getElementById('live-said').textContent)", 60_000);
  }), /ERR_FILE_NOT_FOUND/); // the browser's own words, and nothing else
});
