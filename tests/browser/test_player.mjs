// 'ullage explain FILE --html': the player as a class uses it. Forward, back, jump,
// keys, two methods side by side, and the visitor's own turn against the optimum.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "ullage-player-"));
after(() => rmSync(folder, { recursive: true }));

function player(instance, ...methods) {
  return playerWith([], instance, ...methods);
}

function playerWith(options, instance, ...methods) {
  const path = join(folder, "player.html");
  execFileSync(process.env.UL_COMMAND, ["explain", instance, ...options,
    ...methods.flatMap((method) => ["-m", method]), "--html", path]);
  return path;
}

const step = async (page) => Number((await page.text("#place")).split(" / ")[0]);
const length = async (page) => Number((await page.text("#place")).split(" / ")[1]);
const board = (page) => page.evaluate("document.getElementById('acts').textContent");

test("forward, back and jump agree", () => withPage(
  player("gallery:eva-table3", "eva-full"), {}, async (page) => {
    assert.equal(await page.text("h1"), "Eva's running example, Table 3");
    assert.match(await page.text("#known"), /The optimum is \$12\.8 an hour, proved/);
    assert.equal(await step(page), 0);
    const seen = [await board(page)];
    for (let q = 0; q < 8; q++) {
      await page.click("#forward");
      seen.push(await board(page));
    }
    assert.match(seen[8], /Given up: the tasks are worth \$0\.8/);
    for (let q = 7; q >= 0; q--) {
      await page.click("#back");
      assert.equal(await board(page), seen[q], `step ${q} looks the same on the way back`);
    }
    await page.press("End");
    assert.equal(await step(page), await length(page));
    assert.match(await page.text(".say"), /^Done, for \$12\.8 an hour/);
    assert.match(await page.text(".gap"), /exactly the optimum/);
    assert.equal(await page.count("#acts .machine"), 2);
    await page.press("Home");
    assert.equal(await board(page), seen[0]);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.press(key);
    assert.equal(await board(page), seen[2]);
    await page.of("#slider", (e) => { e.value = 5; e.dispatchEvent(new Event("input")); });
    assert.equal(await board(page), seen[5]);
  }));

test("the bound shows where the mistake was made", () => withPage(
  player("gallery:ffd-loses", "ffd"), {}, async (page) => {
    const least = () => page.text("#acts .least");
    for (let q = 0; q < 4; q++) await page.press("ArrowRight");
    assert.equal(await least(), "headed for at least $2");
    await page.press("ArrowRight"); // 4 + 4 leaves two cores for nobody
    assert.match(await page.text(".say"), /^search goes on machine 1/);
    assert.equal(await least(), "headed for at least $2.2: 10.00% above the optimum");
    for (let before = 2.2; await step(page) < await length(page);) {
      await page.press("ArrowRight");
      const now = Number((await least()).match(/\$([\d.]+)/)?.[1] ?? before);
      assert.ok(now >= before, "a bound never falls while nothing is taken back");
      before = now;
    }
  }));

test("it plays by itself and stops at the end", () => withPage(
  player("gallery:ffd-loses", "ffd"), {}, async (page) => {
    await page.of("#speed", (e) => { e.value = "150"; });
    await page.press(" ");
    assert.equal(await page.text("#play"), "Pause");
    await page.until("document.getElementById('play').textContent === 'Play'", 30_000);
    assert.equal(await step(page), await length(page));
  }));

test("two methods side by side", () => withPage(
  player("gallery:ffd-loses", "ffd", "exact"), {}, async (page) => {
    assert.deepEqual(await page.ofAll(".act", (e) => e.dataset.act), ["ffd", "exact"]);
    const tops = await page.ofAll(".act", (e) => e.getBoundingClientRect().top);
    assert.equal(tops[0], tops[1]);
    await page.press("End");
    assert.deepEqual(await page.ofAll(".act", (e) => e.querySelectorAll(".machine").length), [3, 2]);
    const gaps = await page.texts(".gap");
    assert.match(gaps[0], /50\.00% above the optimum/);
    assert.match(gaps[1], /exactly the optimum/);
  }));

// Puts a task on a machine with the mouse.
async function put(page, task, machine) {
  await page.click(`#turn [data-task="${task}"]`);
  await page.click(`#turn [data-machine="${machine}"]`);
}

test("your turn ends with the distance from the optimum", () => withPage(
  player("gallery:ffd-loses", "ffd"), {}, async (page) => {
    await page.click("#tab-turn");
    assert.equal(await page.visible("#watch"), false);
    for (let q = 0; q < 2; q++) await page.click("[data-rent='0']");
    await put(page, 0, 1);
    await put(page, 1, 1);
    await put(page, 2, 1); // 4 + 4 + 3 is more than 10
    assert.match(await page.text("#turn-said"), /does not fit/);
    assert.equal(await page.count("#verdict"), 0);
    await page.click("#turn [data-machine='2']"); // still picked
    await put(page, 3, 2);
    await put(page, 4, 2);
    await page.click("[data-rent='0']");
    await put(page, 5, 3);
    assert.match(await page.text("#verdict"), /You pay \$3 an hour, 50\.00% above the optimum\. ffd pays \$3/);

    await page.click("#again");
    for (let q = 0; q < 2; q++) await page.click("[data-rent='0']");
    for (const [task, machine] of [[0, 1], [1, 2], [2, 1], [3, 1], [4, 2], [5, 2]])
      await put(page, task, machine);
    assert.match(await page.text("#verdict"), /You pay \$2 an hour: the optimum, and it is proved/);
    await page.click("#undo");
    assert.equal(await page.count("#verdict"), 0);
    await page.click("#turn .piece"); // and one back from the first machine
    assert.equal(await page.text("#turn .waiting h3"), "2 tasks waiting");
    await page.click("#answer summary");
    assert.equal(await page.count("#answer .machine"), 2);
  }));

test("a page for those who try first opens on their turn and tells nothing", () => withPage(
  playerWith(["--turn"], "gallery:ffd-loses", "ffd"), {}, async (page) => {
    assert.equal(await page.visible("#turn"), true);
    assert.equal(await page.visible("#watch"), false);
    assert.doesNotMatch(await page.evaluate("document.body.innerText"), /headed for|optimum is/);
    await page.click("[data-rent='0']");
    assert.equal(await page.text("#turn .cost"), "$1");
    assert.equal(await page.count("#turn .least"), 0);
    await page.click("[data-task='0']");
    await page.click("[data-machine='1']");
    await page.click("[data-task='1']");
    await page.click("[data-machine='1'] .piece"); // with somebody picked a click is for the machine
    assert.equal(await page.count("#turn .board .piece"), 2);
    await page.click("[data-machine='1'] .piece"); // with nobody it takes back
    assert.equal(await page.count("#turn .board .piece"), 1);
    await page.click("#tab-watch");
    assert.equal(await page.visible("#watch"), true);
    await page.press("ArrowRight");
    assert.equal(await page.visible("#watch"), true, "after a click on the tab the arrows are for the steps");
    assert.equal(await step(page), 1);
  }));

test("your turn by keyboard alone, and by dragging", () => withPage(
  player("gallery:ffd-loses", "ffd"), {}, async (page) => {
    await page.of("#tab-watch", (e) => e.focus());
    await page.press("ArrowRight");
    assert.equal(await page.evaluate("document.activeElement.id"), "tab-turn");
    await page.of("[data-rent='0']", (e) => e.focus());
    await page.press("Enter");
    await page.of("#turn [data-task='0']", (e) => e.focus());
    await page.press("Enter");
    assert.equal(await page.of("#turn [data-task='0']", (e) => e.getAttribute("aria-pressed")), "true");
    await page.of("#turn [data-machine='1']", (e) => e.focus());
    await page.press("Enter");
    assert.equal(await page.text("#turn .waiting h3"), "5 tasks waiting");
    await page.evaluate(`(() => {
      const carried = new DataTransfer();
      const at = (type, selector) => document.querySelector(selector)
        .dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
      at("dragstart", "#turn [data-task='1']");
      at("dragover", "#turn [data-machine='1']");
      at("drop", "#turn [data-machine='1']");
    })()`);
    assert.equal(await page.text("#turn .waiting h3"), "4 tasks waiting");
  }));

test("what nobody proved is not called an optimum", () => withPage(
  playerWith(["--best-limit", "0"], "gallery:ffd-loses", "ffd"), {}, async (page) => {
    assert.match(await page.text("#known"), /No bound on the optimum is known/);
    await page.press("End");
    assert.equal(await page.text("#acts .gap"), "");
    assert.equal(await page.count("#answer"), 0);
  }));

// What the page reckons at the end is what the program reckoned.
for (const [name, method, cost] of [["greedy-leases", "sec-greedy", "$3420.8"],
  ["greedy-availability", "trk8s", "$0.64"], ["largest-first-wins", "vsbpp-ffd", "$5"]])
  test(`${name}: the picture and its cost`, () => withPage(
    player(`gallery:${name}`, method), {}, async (page) => {
      await page.press("End");
      assert.equal(await page.text("#acts .cost"), cost);
      await page.press("ArrowLeft");
      assert.equal(await page.text("#acts .cost"), cost, "the steps lead there too");
    }));

async function assertAxes(page, titles) {
  const axes = await page.texts("#acts .chart .axes text");
  for (const title of titles) assert.ok(axes.includes(title), `no axis is called "${title}": ${axes}`);
}

test("your turn with leases and with a pool", async () => {
  await withPage(player("gallery:greedy-leases", "sec-greedy"), {}, async (page) => {
    await assertAxes(page, ["interval", "instances"]);
    await page.click("#tab-turn");
    await page.type("#when", "3");
    await page.type("#many", "5");
    await page.click("#buy");
    assert.match(await page.text("#verdict"), /You pay \$2536: the optimum/);
  });
  await withPage(player("gallery:greedy-availability", "trk8s"), {}, async (page) => {
    await assertAxes(page, ["units up, at least", "with probability"]);
    await page.click("#tab-turn");
    for (let q = 0; q < 3; q++) await page.click("[data-more='0']");
    assert.match(await page.text("#verdict"), /You pay \$0\.24 an hour: the optimum/);
    await page.click("[data-less='0']");
    assert.equal(await page.count("#verdict"), 0);
  });
});

test("a lesson asks, shows sizes, and keeps its answer until it is opened", () => withPage(
  player("gallery:ffd-loses", "ffd"), {}, async (page) => {
    assert.match(await page.text("#lesson"), /\?$/);
    assert.doesNotMatch(await page.text("header"), /two services of three/);
    assert.equal(await page.evaluate("document.getElementById('moral').open"), false);
    assert.match(await page.text("#moral p"), /two services of three cores beside it/);
    assert.deepEqual((await page.texts("#acts .chip")).slice(0, 3), ["shop 4 cpu", "search 4 cpu", "mail 3 cpu"]);
    await page.press("End");
    assert.equal((await page.texts("#acts .piece"))[0], "shop: 4");
  }));

test("every gallery item fits a phone and reads in the dark", async () => {
  const list = execFileSync(process.env.UL_COMMAND, ["list", "gallery"], { encoding: "utf8" });
  const items = Array.from(list.matchAll(/gallery:[a-z0-9-]+/g), ([name]) => name);
  assert.ok(items.length >= 7);
  for (const item of items)
    await withPage(player(item), { width: 390, height: 844, dark: true }, async (page) => {
      for (const tab of ["#tab-watch", "#tab-turn"]) {
        await page.click(tab);
        await page.press("End");
        assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${item} ${tab}`);
      }
      const [ground] = await page.ofAll("body", (e) => getComputedStyle(e).backgroundColor);
      assert.equal(ground, "rgb(21, 24, 27)");
    });
});

test("names are text, whatever they hold", () => {
  const evil = `</script><img src=x onerror=alert(1)>"'&`;
  const quoted = evil.replaceAll('"', '""');
  const path = join(folder, "evil.csv");
  writeFileSync(path, `# ${evil}\n# ${evil}\nullage,1,packing\nname,"${quoted}"\nresource,"${quoted}"\n`
    + `type,"t${quoted}",f,1,4\ntask,"j${quoted}",3,,,,2\n`);
  return withPage(player(path, "ffd", "exact"), {}, async (page) => {
    for (let q = await length(page); q > 0; q--) await page.press("ArrowRight");
    await page.click("#tab-turn");
    await page.click("[data-rent='0']");
    assert.equal(await page.count("img"), 0);
    assert.equal(await page.text("h1"), evil);
    assert.ok((await page.text("#turn .machine-name")).endsWith(`t${evil}`));
  });
});
