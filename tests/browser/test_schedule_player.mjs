// 'ullage explain WORKLOAD --html': policies on one clock, each decision with its reason,
// the bill and the floor; any number of methods; links to a step; and a turn of the
// visitor's own, whose timeline the checker judges.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { withPage } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "ullage-schedule-"));
after(() => rmSync(folder, { recursive: true }));
const ullage = (...words) => execFileSync(process.env.UL_COMMAND, words, { encoding: "utf8" });

// The world of docs/schedules.md: a gang, a move, images, neighbours, families.
const tiny = join(folder, "tiny.csv");
writeFileSync(tiny, `ullage,1,schedule
name,tiny
resource,gpu,cpu
round,300
billing,0,0
type,big,p,3.6,2,8
startup,big,20,100,1
type,small,c,0.36,0,4
startup,small,10,50,1
job,c,0,1,,100,free,0,1
moving,c,1,0,0,1,4
job,d,0,2,,10,gang,1,1
demand,d,c,0,1
job,a,10,1,x[1],100,gang,1,4
moving,a,5,10,2,1,3,ia
job,b,10,1,y,60,gang,1,4
moving,b,5,10,2,1,3,ib
throughput,x,y,0.5
throughput,y,*,0.8
`);
const jobs = join(folder, "jobs.csv");
ullage("gen", "eva-jobs", "-n", "5", "--seed", "2", "-o", jobs);

function player(instance, ...methods) {
  const path = join(folder, "player.html");
  ullage("explain", instance, ...methods.flatMap((method) => ["-m", method]), "--html", path);
  return path;
}

const place = (page) => page.text("#place");
const board = (page) => page.evaluate("document.getElementById('acts').textContent");

test("one clock for two policies; forward, back and jump agree; the bill ends at the cost", () => withPage(
  player(jobs, "eva", "stratus"), {}, async (page) => {
    assert.deepEqual(await page.ofAll(".act", (e) => e.dataset.act), ["eva", "stratus"]);
    assert.match(await page.text("#known"), /No plan costs less than \$[\d.]+; the optimum is not proved/);
    assert.equal(await page.text("#clock"), "00:00:00");
    const seen = [await board(page)];
    for (let q = 0; q < 12; q++) {
      await page.press("ArrowRight");
      seen.push(await board(page));
    }
    assert.ok(seen.some((text) => /Reconfiguration: by the/.test(text)), "Eva says why Full or Partial");
    assert.ok(seen.some((text) => /cost-efficiency/.test(text)), "Stratus says why this machine");
    assert.ok(seen.some((text) => /1 task waits|ready in/.test(text)), "arrivals wait, machines start up");
    for (let q = 11; q >= 0; q--) {
      await page.press("ArrowLeft");
      assert.equal(await board(page), seen[q], `step ${q} looks the same on the way back`);
    }
    await page.press("End");
    const costs = await page.texts("#acts .cost");
    const ends = await page.texts("#acts .say");
    costs.forEach((cost, q) => assert.equal(Number(cost.slice(1)).toFixed(2),
      Number(ends[q].match(/^Done, for \$([\d.]+)/)[1]).toFixed(2)));
    assert.match(ends[0], /no plan costs less than .*: this is at most [\d.]+% more/);
    assert.equal(await page.count("#acts .floor"), 2, "the floor is a line in each");
    assert.equal(await page.text("#acts .waiting h3"), "Nobody waits, 5 of 5 done");
  }));

test("a link leads to a step, in every player", async () => {
  for (const file of [player(jobs, "eva"), "gallery"]) {
    const path = file === "gallery" ? player("gallery:ffd-loses", "ffd") : file;
    await withPage(path, {}, async (page) => {
      await page.evaluate("location.hash = '#step=7'");
      await page.until("document.getElementById('place').textContent.startsWith('7 /')");
      await page.press("ArrowRight");
      await page.until("location.hash === '#step=8'");
      await page.evaluate("location.hash = '#step=x'");
      assert.match(await place(page), /^[08] \//);
    });
  }
});

test("any number of methods, two of them side by side", () => withPage(
  player(jobs, "eva", "stratus", "synergy", "no-packing"), {}, async (page) => {
    const names = () => page.ofAll(".act", (e) => e.dataset.act);
    assert.equal(await page.count("#methods button"), 4);
    assert.deepEqual(await names(), ["eva", "stratus"]);
    await page.press("ArrowRight");
    await page.click("[data-method='no-packing']");
    assert.deepEqual(await names(), ["stratus", "no-packing"]);
    assert.match(await place(page), /^1 \//, "the clock stays");
    await page.press("End");
    assert.equal(await page.count(".act .say"), 2);
    await page.of("[data-method='eva']", (e) => e.focus());
    await page.press("Enter");
    assert.deepEqual(await names(), ["eva", "no-packing"]);
  }));

test("a method that tells nothing is played from its timeline", () => withPage(
  player("gallery:packing-by-runtime", "schedule-search"), {}, async (page) => {
    assert.match(await page.text(".act .note"), /this is its plan, as time passes/);
    await page.press("ArrowRight");
    assert.match(await page.text("#acts .lines"), /arrives\./);
  }));

// Rents and places as a hasty visitor would: whoever waits goes on the first machine with
// room, or on a new one of the type that is suggested; then on to the next thing. Machines
// that are left empty go back by themselves, or are given back.
const playOut = (returns) => `(() => {
  const returns = ${returns};
  if (document.getElementById("returns").checked !== returns) document.getElementById("returns").click();
  const $ = (selector) => document.querySelector("#turn " + selector);
  for (let q = 0; q < 500 && !$("#verdict"); q++) {
    const chip = $(".chip[data-task]");
    if (!chip) {
      const idle = $(".machine button.small");
      if (idle && !returns && !/ready in/.test(idle.closest(".machine").textContent)) idle.click();
      else $("#go-on").click();
      continue;
    }
    chip.click();
    if (!$(".machine.takes")) $("#rent").click();
    $(".machine.takes").click();
  }
})()`;

// The visitor's timeline, judged by the checker: it is valid, and costs what the page says
// to the cent. Returns the cost.
async function judged(page, file) {
  const paid = Number((await page.text("#verdict")).match(/You pay \$([\d.]+)/)[1]);
  const plan = join(folder, "mine.csv");
  writeFileSync(plan, decodeURIComponent((await page.of("#save", (e) => e.href)).split(",").slice(1).join(",")));
  const verdict = execFileSync(process.env.UL_CHECK, [file, plan], { encoding: "utf8" });
  const cost = Number(verdict.match(/^valid: cost ([\d.]+)/)[1]);
  assert.ok(Math.abs(cost - paid) < 0.0051, `${verdict} against ${paid}`);
  return cost;
}

for (const [name, file] of [["neighbours, gangs and images", tiny], ["iterations and moves", jobs]])
  test(`your turn makes a valid timeline: ${name}`, () => withPage(
    player(file, "no-packing"), {}, async (page) => {
      await page.click("#tab-turn");
      await page.click("#go-on");
      await page.evaluate(playOut(file === jobs));
      await judged(page, file);
      await page.click("#undo");
      assert.equal(await page.count("#verdict"), 0);
      await page.click("#again");
      assert.match(await page.text("#turn .waiting h3"), /wait/);
    }));

// A lesson of the gallery as a file, for the checker.
function lesson(name) {
  const path = join(folder, `${name}.csv`);
  ullage("gen", `gallery:${name}`, "-o", path);
  return path;
}

const turn = (page, selector) => page.of(`#turn ${selector}`, (e) => e.click());

async function goOnUntil(page, words) {
  for (let q = 0; q < 50 && !words.test(await page.text("#turn-said")); q++) await page.click("#go-on");
  assert.match(await page.text("#turn-said"), words);
}

test("empty machines go back by themselves: who pairs by run time pays the floor", async () => {
  const file = lesson("packing-by-runtime");
  await withPage(player(file), {}, async (page) => {
    await page.click("#tab-turn");
    for (let m = 0; m < 4; m++) await page.click("#rent");
    for (const [task, m] of [[0, 0], [2, 0], [4, 1], [6, 1], [1, 2], [3, 2], [5, 3], [7, 3]]) {
      await turn(page, `.chip[data-task="${task}"]`);
      await turn(page, `[data-machine="${m}"]`);
    }
    await goOnUntil(page, /mail-4 is done/);
    assert.match(await page.text("#turn [data-machine='2']"), /idle, goes back/);
    await page.click("#go-on");
    assert.match(await page.text("#turn-said"), /Machine 2 goes back\. Machine 3 goes back\./);
    assert.match(await page.text("#verdict"), /^You pay \$10, the optimum to two millionths: it meets the floor, which no plan goes below\. first-fit pays \$16, stratus pays \$10\.$/);
    assert.equal(await judged(page, file), 10);
    await page.click("#undo");
    await page.click("#returns"); // and who keeps them pays for them
    await page.click("#go-on");
    assert.match(await page.text("#verdict"), /^You pay \$16/);
  });
});

test("who works can be moved: the straggler goes to a machine of its size", async () => {
  const file = lesson("when-to-migrate");
  await withPage(player(file), {}, async (page) => {
    await page.click("#tab-turn");
    assert.deepEqual(await page.texts("#turn .chip small"), Array(4).fill("1 slot, about 60 min"),
      "who plays is told the estimates, as policies are");
    await page.of("#kind", (e) => { e.value = "1"; });
    await page.click("#rent");
    assert.equal((await page.texts("#turn .bill text")).at(-1), "01:00", "the axis tells nobody how long it takes");
    for (let task = 0; task < 4; task++) {
      await turn(page, `.chip[data-task="${task}"]`);
      await turn(page, "[data-machine='0']");
    }
    await goOnUntil(page, /part-3 is done/);
    await turn(page, ".piece[data-task='3']");
    assert.match(await page.text("#turn-said"), /straggler is picked: now pick the machine it moves to/);
    await turn(page, "[data-machine='0']");
    assert.match(await page.text("#turn-said"), /straggler is there already/);
    await page.click("#rent"); // the cheapest that holds it
    await turn(page, "[data-machine='1']");
    assert.match(await page.text("#turn [data-machine='1']"), /to come: straggler/);
    await goOnUntil(page, /straggler is done/);
    assert.ok(await judged(page, file) < 12.2);
    assert.match(await page.text("#verdict"), /stratus clearing=no pays \$30\.10, stratus pays \$12\.23\.$/);
  });
});

test("two variants of one method are told apart in words too", () => withPage(
  player("gallery:when-to-migrate"), {}, async (page) => {
    await page.press("End");
    assert.match(await page.text("#spoken"), /^stratus clearing=no: Done, for \$30\.10 .* stratus: Done, for \$12\.23 /);
    const notes = await page.texts(".act > .note");
    assert.match(notes[0], /; here with clearing=no$/);
    assert.doesNotMatch(notes[1], /here with/);
  }));

test("moves with gangs, images and state that takes time are valid", () => withPage(
  player(tiny, "no-packing"), {}, async (page) => {
    await page.click("#tab-turn");
    await page.evaluate(`(() => {
      const $ = (selector) => document.querySelector("#turn " + selector);
      const moved = new Set();
      for (let q = 0; q < 500 && !$("#verdict"); q++) {
        const chip = $(".chip[data-task]") ?? Array.from(document.querySelectorAll("#turn .piece[data-task]"))
          .find((piece) => !moved.has(piece.dataset.task));
        if (!chip) { $("#go-on").click(); continue; }
        if (chip.matches(".piece")) moved.add(chip.dataset.task); // everybody once
        chip.click();
        if (!$(".machine.takes")) $("#rent").click();
        $(".machine.takes").click();
      }
    })()`);
    await judged(page, tiny);
    const plan = decodeURIComponent(await page.of("#save", (e) => e.href));
    assert.ok(plan.match(/^run,/gm).length > 5, `five tasks, and somebody has moved:\n${plan}`);
  }));

test("nothing above or in your turn tells the answer before it is found", async () => {
  for (const name of ["packing-by-runtime", "ffd-loses", "greedy-leases", "greedy-availability"])
    await withPage(player(`gallery:${name}`), {}, async (page) => {
      await page.evaluate("location.hash = '#turn'");
      await page.until("!document.getElementById('turn').hidden");
      const seen = `${await page.text("header")} ${await page.evaluate("document.getElementById('turn').innerText")}`;
      assert.doesNotMatch(seen, /optimum is|costs less than|(above|of) the (optimum|floor|lower bound)|pays \$|proved/i, name);
      assert.equal(await page.count("#turn .mark, #turn .floor, #turn .bill .other"), 0, name);
      await page.click("#tab-watch");
      await page.until("location.hash === '#step=0'");
    });
});

test("at the beginning nobody is there yet", () => withPage(player("gallery:packing-by-runtime"), {}, async (page) => {
  assert.equal(await page.count("#acts .machine"), 0);
  assert.equal(await page.text("#acts .waiting h3"), "8 tasks will come");
  await page.press("ArrowRight");
  assert.equal(await page.count("#acts .machine"), 8);
}));

test("floors and headings are short, and reasons are in words", () => withPage(
  player("gallery:packing-by-runtime"), {}, async (page) => {
    assert.equal(await page.text("#known"), "The optimum is $10, proved by the floor to two millionths.");
    assert.deepEqual(await page.texts(".act h2"), ["first-fit", "stratus (knows run times)"]);
    assert.ok((await page.texts(".act > .note")).every((note) => !note.includes("here with")));
    await page.press("ArrowRight");
    assert.match(await board(page), /mail-1 goes on machine 0 \(two\): the oldest machine with room\./);
    await page.press("End");
    const ends = await page.texts("#acts .say");
    assert.match(ends[0], /^Done, for \$16 in all: .* The optimum, proved by the floor to two millionths, is \$10: this is 60\.00% more\.$/);
    assert.match(ends[1],
      /^Done, for \$10 in all: .* That is the optimum, proved by the floor to two millionths: no plan costs less than \$10\.$/);
    assert.deepEqual(await page.texts("#acts .gap"), ["(60.00% above the floor)", "(the optimum to two millionths: it meets the floor)"]);
  }));

test("bad neighbours: the words say how slow they ran, and the axis goes as far as the run", () => withPage(
  player("gallery:bad-neighbours"), {}, async (page) => {
    const seen = [];
    for (let q = 0; q < 14; q++) {
      await page.press("ArrowRight");
      seen.push(await board(page));
    }
    assert.ok(seen.some((text) => /graph-1 is done, 8 hours after the arrival\. It ran at half speed/.test(text)));
    assert.ok(seen.some((text) => /is given up: its tasks run at half speed beside each other/.test(text)));
    assert.match(seen.at(-1), /No optimum is proved; no plan costs less than \$42\.10:/);
    const ticks = await page.texts("#acts .bill .axes text");
    assert.ok(ticks.includes("08:00") && !ticks.includes("08:15"), ticks.join(" "));
    const last = await page.ofAll("#acts .bill .spent", (e) => e.getBBox().x + e.getBBox().width);
    assert.ok(last.every((x) => x < 472), "the run ends before the axis does");
  }));

for (const [width, height] of [[1024, 768], [390, 844]])
  test(`the step stands on one screen of ${width} by ${height} with what it changes`, () => withPage(
    player("gallery:bad-neighbours"), { width, height }, async (page) => {
      await page.press("ArrowRight");
      const top = await page.of(".controls", (e) => e.getBoundingClientRect().top);
      const machines = await page.of("#acts .machine", (e) => e.getBoundingClientRect().bottom);
      assert.ok(machines - top < height, `from the controls to the first machine ${machines - top}`);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
    }));

test("on a phone the methods take turns on one clock", () => withPage(
  player("gallery:packing-by-runtime"), { width: 390, height: 844 }, async (page) => {
    const acts = () => page.ofAll("#acts .act", (e) => e.dataset.act);
    await page.press("ArrowRight");
    assert.deepEqual(await acts(), ["first-fit"]);
    await page.click("#methods [data-method='stratus']");
    assert.deepEqual(await acts(), ["stratus"]);
    assert.match(await page.text("#place"), /^1 \//);
  }));

test("jobs named alike have a colour, and the clock's line crosses no words", () => withPage(
  player("gallery:packing-by-runtime"), {}, async (page) => {
    await page.press("End");
    await page.press("ArrowLeft");
    const seen = async () => {
      const [line, from, to] = await page.of("#acts .bill", (bill) => {
        const words = bill.querySelector(".floor-name").getBBox();
        return [bill.querySelector(".cursor").getBBox().x, words.x, words.x + words.width];
      });
      assert.ok(line < from || line > to, `${line} is between ${from} and ${to}`);
    };
    await seen();
    await page.press("Home");
    await page.press("ArrowRight");
    await seen();
    const colours = await page.ofAll("#acts .act:first-child .piece", (e) => [e.textContent.replace(/-.*/, ""), e.className]);
    assert.equal(new Set(colours.map(String)).size, 2);
  }));

test("your turn by keyboard alone", () => withPage(player(tiny, "no-packing"), {}, async (page) => {
  await page.of("#tab-watch", (e) => e.focus());
  await page.press("ArrowRight");
  const press = async (selector) => {
    await page.of(`#turn ${selector}`, (e) => e.focus());
    await page.press("Enter");
  };
  await press("[data-task]");
  await press("#rent");
  await press("[data-machine='0']");
  assert.match(await page.text("#turn [data-machine='0']"), /to come: c/);
  await press("#go-on");
  assert.match(await page.text("#turn-said"), /a arrives\. b arrives\./);
}));

test("it fits a phone and reads in the dark", () => withPage(
  player(jobs, "eva", "stratus", "synergy"), { width: 390, height: 844, dark: true }, async (page) => {
    for (const tab of ["#tab-watch", "#tab-turn"]) {
      await page.click(tab);
      await page.press("End");
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab);
    }
  }));

test("names are text, whatever they hold", () => {
  const evil = `</script><img src=x onerror=alert(1)>"'&`;
  const quoted = evil.replaceAll('"', '""');
  const path = join(folder, "evil.csv");
  writeFileSync(path, `ullage,1,schedule\nname,"n${quoted}"\nresource,"r${quoted}"\nround,60\n`
    + `type,"t${quoted}",f,1,4\njob,"j${quoted}",0,2,"w${quoted}",30,free,1\n`);
  return withPage(player(path, "no-packing"), {}, async (page) => {
    for (let q = 0; q < 4; q++) await page.press("ArrowRight");
    await page.click("#tab-turn");
    await page.evaluate(playOut(true));
    assert.equal(await page.count("img"), 0);
    assert.equal(await page.text("h1"), `n${evil}`);
  });
});
