// The same answers in a page as outside: what hashes.txt keeps of generators, plans and
// explanations, of instances small enough (UL_ALL=1: of all); the same optima, proofs that the
// checker of the other side verifies, and one that is forged; limits, and what a page has not.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { loadModules } from "./modules.mjs";

const { UL_COMMAND, UL_CHECK, UL_SOURCE, UL_WEB, UL_ALL } = process.env;
const folder = mkdtempSync(join(tmpdir(), "ullage-web-"));
after(() => rmSync(folder, { recursive: true }));
const lines = [];
const web = await loadModules(UL_WEB, (line) => lines.push(line));
const BEST_S = 60; // a busy machine is no reason to prove less

// The file of an instance as tests/cli/hashes.sh names it.
function instance(name) {
  const path = `${name.replace(":", "-")}.csv`;
  if (web.files.analyzePath(path).exists) return path;
  if (name.startsWith("gallery:")) web.make(name, {}, path);
  else {
    const [generator, tasks, seed, ...settings] = name.split("_");
    web.make(generator, { tasks: tasks === "-" ? 0 : Number(tasks), seed: Number(seed), settings: settings.join(" ") }, path);
  }
  return path;
}

const textOf = {
  instance: (name) => web.text(instance(name)),
  steps: (name, method) => {
    web.story(instance(name), [method], 0, BEST_S);
    return web.text(`${instance(name)}.story.txt`);
  },
  plan: (name, method) => {
    const path = instance(name);
    web.story(path, [method]);
    const plan = web.text(`${path}.0.plan.csv`);
    const said = name.startsWith("gallery:") ? [] : [...web.check(web.text(path), plan).said, ""];
    return plan + said.join("\n") + web.text(`${path}.0.svg`);
  },
};

test("generators, plans, pictures and explanations are the same bytes", () => {
  const list = readFileSync(join(UL_SOURCE, "tests/cli/hashes.txt"), "utf8").trim().split("\n");
  let compared = 0;
  const differ = list.filter((line, at) => {
    const [hash, what, ...words] = line.split(" ");
    if (!(what in textOf) || (what === "plan" && !UL_ALL && at % 8 !== 0)) return false;
    compared++;
    return createHash("sha256").update(textOf[what](...words)).digest("hex").slice(0, 16) !== hash;
  });
  assert.deepEqual(differ, []);
  assert.ok(compared > 100);
});

function native(...words) {
  return execFileSync(words[0], words.slice(1), { cwd: folder, encoding: "utf8" });
}

function isTheSame(what, options) {
  web.make(what, options, "t.csv");
  const { best } = web.story("t.csv", [], 0, BEST_S);
  const read = (path) => (web.files.analyzePath(path).exists ? web.text(path) : "");
  const [tasks, plan, proof] = ["t.csv", "t.csv.best.plan.csv", "t.csv.proof.csv"].map(read);
  for (const [name, text] of Object.entries({ t: tasks, p: plan, c: proof })) writeFileSync(join(folder, `${name}.csv`), text);
  const outside = JSON.parse(native(UL_COMMAND, "solve", "t.csv", "-m", best.method, "-o", "best.csv", "-c", "proof.csv", "--json"));
  assert.deepEqual([best.proved, best.cost, best.bound], [outside.proved, outside.cost ?? best.cost, outside.bound]);
  const there = JSON.parse(native(UL_CHECK, "t.csv", ...(plan === "" ? [] : ["p.csv"]), "-c", "c.csv", "--json"));
  const here = web.check(tasks, plan && readFileSync(join(folder, "best.csv"), "utf8"), readFileSync(join(folder, "proof.csv"), "utf8"));
  assert.deepEqual([there.valid, there.bound, here.valid, here.bound], [true, outside.bound, true, outside.bound]);
  const forged = web.check(tasks, plan, proof.replace(/\d(?=\n)/, (digit) => (Number(digit) + 1) % 10));
  assert.ok(!forged.valid || forged.bound === null, forged.said.join());
  for (const name of web.files.readdir(".")) if (name.startsWith("t.csv")) web.files.unlink(name);
}

test("the same optima and floors, and proofs that the other side verifies", () => {
  for (let seed = 1; seed <= (UL_ALL ? 10 : 2); seed++) isTheSame("eva-table7", { tasks: 200, seed });
  for (const name of ["ffd-loses", "greedy-leases", "greedy-availability", "patience-pays", "packing-by-runtime"])
    isTheSame(`gallery:${name}`);
});

test("a deadline ends a run, and improvements are told on the way", () => {
  web.make("vsbpp", { tasks: 500, settings: "costs=concave" }, "hard.csv");
  lines.length = 0;
  const from = performance.now();
  const { best } = web.story("hard.csv", [], 0, 0.5);
  assert.ok(performance.now() - from < 30_000);
  assert.ok(best.cost >= best.bound);
  assert.match(lines.at(-1), /^exact \S+ \S+$/);
});

test("what a page cannot do is said in a sentence", () => {
  web.make("gallery:ffd-loses", {}, "small.csv");
  assert.throws(() => web.story("small.csv", ["glpk"]), /cannot start a process/);
  assert.throws(() => web.story("small.csv", ["nobody"]), /there is no method 'nobody'/);
  web.files.writeFile("bad.csv", "ullage,1,packing\nname,x\nresource,cpu\ntype,a,m,-1,1\n");
  assert.throws(() => web.story("bad.csv", ["ffd"]), /bad\.csv:4/);
});

test("memory is bounded, with a sentence", { skip: !UL_ALL }, async () => {
  web.make("bpp", { tasks: 3_000_000 }, "large.csv");
  assert.throws(() => web.story("large.csv", ["ffd"]), /out of memory/);
  web.story("small.csv", ["ffd"]);
});
