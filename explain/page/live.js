// The live page: the instance as tables to be changed, and everything run again. What outlives
// a run is in `lab`: the worker, the text of the instance, the results.
const machine = ["name", "family", "price an hour"];
const columns = {
  packing: { task: ["name", "copies", "job", "workload", "seconds"], type: machine },
  schedule: { job: ["name", "arrives, s", "tasks", "workload", "runs, s", "together"], type: machine },
  reservation: { class: ["name", "term", "upfront", "an hour", "paid"], usage: ["interval", "hours", "instances"] },
  availability: { target: ["capacity", "probability"], vm: ["name", "capacity", "price", "on demand", "availability"] },
  deadline: { job: ["work, s", "done by, s", "lost at a start, s"], price: ["spot", "on demand"] },
};
// What a record is called to the reader: one, and all.
const called = {
  type: ["machine type", "Machine types"], task: ["task", "Tasks"], job: ["job", "Jobs"], class: ["lease", "Leases"],
  usage: ["row", "Use by interval"], target: ["", "Wanted"], vm: ["machine", "Machines"], price: ["", "Prices an hour"],
};
const single = ["target", "price"]; // one record, as is the job of a deadline
const elsewhere = /^(online|glpk|cbc|external|program|policy|python)$|-ilp$/; // they start other programs
const ROWS_MAX = 300;    // of a table; larger instances are changed as text
const LINK_MAX = 4000;   // bytes of a file in an address

const lab = (globalThis.ullageLab ??= { csv: bytesOf("csv", true), worker: null, asked: new Map(), number: 0, catalogue: null, results: null });

function fromBase64(code, asText) {
  const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
  return asText ? new TextDecoder().decode(bytes) : bytes;
}

function bytesOf(id, asText) {
  return fromBase64(globalThis.ullageModules?.[id] ?? document.getElementById(id).textContent, asText);
}

// The pages of a site share one script of modules, beside them; other pages have theirs inside.
function loadModules() {
  const beside = document.getElementById("modules")?.textContent;
  return lab.loaded ??= new Promise((done, failed) => {
    if (beside === undefined) return done();
    document.head.append(make("script", { src: beside, onload: done,
      onerror: () => failed(new Error(`${beside} is not there: a page of a site wants the site's folder.`)) }));
  });
}

// Asks the worker, which is started when it is first needed.
async function ask(job, value, online = () => {}) {
  await loadModules();
  let modules;
  if (lab.worker === null) {
    const code = ["ullage-js", "ullage-check-js", "worker-js"].map((id) => bytesOf(id, true));
    lab.worker = new Worker(URL.createObjectURL(new Blob(code, { type: "text/javascript" })));
    modules = { ullage: bytesOf("ullage-wasm", false), check: bytesOf("ullage-check-wasm", false) };
    lab.worker.onmessage = ({ data: { number, line, result, fault, spent } }) => {
      const { done, failed, online } = lab.asked.get(number) ?? {};
      if (line !== undefined) return online?.(line);
      lab.asked.delete(number);
      if (spent) stop("");
      if (fault === undefined) done?.(result);
      else failed?.(new Error(fault));
    };
  }
  const number = lab.number++;
  lab.worker.postMessage({ number, job, with: value, modules });
  return new Promise((done, failed) => lab.asked.set(number, { done, failed, online }));
}

function stop(why) {
  lab.worker?.terminate();
  lab.worker = null;
  for (const { failed } of lab.asked.values()) failed(new Error(why));
  lab.asked.clear();
}

// ---- the file ----

// Records of fields; a comment is a record of one. Quoted fields have their quotes doubled.
function recordsOf(text) {
  return text.split(/\r?\n/).filter((line) => line !== "").map((line) => (line.startsWith("#") ? [line]
    : [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare)));
}

function textOf(records) {
  const field = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return records.map((record) => (record[0].startsWith("#") ? record[0] : record.map(field).join(","))).join("\n") + "\n";
}

const kindOf = (records) => records.find(([tag]) => tag === "ullage")?.[2] ?? data.kind;

// A number's field; of a size also the slider by which it is dragged, up to the largest machine.
function cell(record, { q, head, label, most }, change) {
  const value = record[q] ?? "";
  const step = Math.min(1, 10 ** Math.floor(Math.log10(most) - 1));
  const boxes = [make("input", { value, "aria-label": label, type: q > 1 && /^[\d.]+$/.test(value) ? "number" : "text",
    step: "any", min: "0", size: Math.max(3, value.length) })];
  if (most > 0) boxes.push(make("input", { type: "range", value, min: 0, max: most, step, "aria-label": `${label}, to drag` }));
  for (const box of boxes)
    box.addEventListener("input", () => {
      for (const other of boxes) other.value = box.value;
      change(record, q, box.value);
    });
  return make("td", { "data-head": head }, ...boxes);
}

function tableOf(records, tag, named) {
  const kind = kindOf(records);
  const sizes = named[0] === "name" && ["packing", "schedule"].includes(kind) ? records.find(([name]) => name === "resource").slice(1) : [];
  const rows = records.filter(([name]) => name === tag);
  const heads = [...named, ...sizes].map((head, q) => ({ head, q: q + 1 }))
    .filter(({ q }) => q === 1 || rows.some((record) => (record[q] ?? "") !== ""));
  const most = (q) => (tag === "type" || q <= named.length ? 0 : Math.max(...records.filter(([name]) => name === "type")
    .map((type) => Number(type[q - named.length + machine.length]))));
  const isSingle = single.includes(tag) || kind === "deadline";
  // Records that go with the one of this name: they are called otherwise, go and come as it does.
  const belongs = (record, name) => named[0] === "name" && record[1] === name && !(record[0] in columns[kind])
    && record[0] !== "throughput";
  const change = (record, q, value) => {
    if (q === 1) for (const other of records) if (belongs(other, record[1])) other[1] = value;
    record[q] = value;
    keep(textOf(records));
  };
  const redraw = (changed) => { keep(textOf(changed)); showTables(); };
  const row = (record, at) => make("tr", {},
    ...heads.map(({ head, q }) => cell(record, { q, head, label: `${head} of ${tag} ${at + 1}`, most: most(q) }, change)),
    isSingle ? null : make("td", {}, make("button", { type: "button", "aria-label": `remove ${tag} ${at + 1}`, disabled: rows.length === 1,
      onclick: () => redraw(records.filter((other) => other !== record && !belongs(other, record[1]))) }, "×")));
  const add = () => {
    const like = rows.at(-1);
    const group = records.filter((record) => record === like || belongs(record, like[1]));
    const added = group.map(([of, name, ...rest]) => [of, named[0] === "name" ? `${tag}-${rows.length + 1}` : name, ...rest]);
    redraw(records.toSpliced(records.indexOf(group.at(-1)) + 1, 0, ...added));
  };
  return make("div", { class: "wide" }, make("table", { "data-record": tag },
    make("caption", {}, isSingle && tag === "job" ? "Job" : called[tag][1]),
    make("thead", {}, make("tr", {}, ...heads.map(({ head }) => make("th", { scope: "col" }, head)), isSingle ? null : make("td"))),
    make("tbody", {}, ...rows.map(row))),
  isSingle ? null : make("button", { type: "button", class: "add", onclick: add }, `Add a ${called[tag][0]}`));
}

// What came out is of the file as it was until the next run.
function keep(text) {
  lab.csv = text;
  byId("file").value = text;
  byId("results").classList.toggle("stale", text !== lab.results?.csv);
}

function showTables() {
  const records = recordsOf(lab.csv);
  const tables = Object.entries(columns[kindOf(records)] ?? {}).filter(([tag]) => records.some(([name]) => name === tag));
  byId("tables").replaceChildren(...(records.length > ROWS_MAX
    ? [make("p", { class: "note" }, `${records.length} records: change them as text below.`)]
    : tables.map(([tag, named]) => tableOf(records, tag, named))));
  keep(lab.csv);
}

// ---- running ----

// What happens, to be seen and to be heard: what is heard outlives the page's parts, which a run
// makes anew, and tells what is seen there.
function tell(text, more = "") {
  byId("live-said").textContent = text;
  byId("announced").textContent = `${text} ${more}`.trim();
}

function chosen() {
  return [...document.querySelectorAll("#choice input:checked")].map((box) => box.value);
}

// Lessons and generators to begin with.
function showSources() {
  const group = (label, sources, text) => make("optgroup", { label },
    ...sources.map((source) => make("option", { value: source.name, title: source.brief ?? source.title }, text(source))));
  byId("source").replaceChildren(group("Lessons", lab.catalogue.gallery, (lesson) => `${lesson.title} (${lesson.kind})`),
    group("Generators", lab.catalogue.catalogue.generators, (generator) => generator.name));
}

function makeNew(methods) {
  const [tasks, seed] = ["tasks", "seed"].map((id) => Number(byId(id).value));
  ask("make", { what: byId("source").value, tasks, seed, settings: "" }).then((text) => take(text, methods))
    .then(() => tell(chosen().length > 0 ? "Made: run it." : "Made: choose methods and run."), (error) => tell(error.message));
}

async function showMethods(kind, wanted) {
  lab.catalogue ??= await ask("catalogue");
  showSources();
  const names = new Set(lab.catalogue.catalogue.methods.filter((method) => method.kind === kind
    && !elsewhere.test(method.name)).map((method) => method.name));
  for (const name of wanted) names.add(name);
  const brief = new Map(lab.catalogue.catalogue.methods.map((method) => [method.name, method.brief]));
  const line = (name) => make("label", {}, make("input", { type: "checkbox", value: name, checked: wanted.includes(name) }),
    make("span", {}, name, make("small", {}, ` ${brief.get(name.split(" ")[0]) ?? ""}`)));
  const others = [...names].filter((name) => !wanted.includes(name));
  byId("choice").replaceChildren(...wanted.map(line), make("details", { open: wanted.length === 0 },
    make("summary", {}, `${others.length} more`), make("div", { class: "choice" }, ...others.map(line))));
}

function verdictText(verdict) {
  if (verdict === null) return "no plan";
  return verdict.valid ? "✓ verified by the second program" : `✗ refused by the second program: ${verdict.said.join(" ")}`;
}

// Of a proof, without what was said of the plan beside it.
const ofProof = (said) => said.filter((line) => !/^valid:/.test(line)).join(" ");

function proofText(proved) {
  return proved.valid === false ? `✗ refused by the second program: ${ofProof(proved.said)}`
    : proved.bound === null ? `✗ not accepted by the second program: ${ofProof(proved.said)}`
    : `✓ Proof verified by the second program: no plan costs less than ${money(proved.bound)}.`;
}

function showResults() {
  if (lab.results === null) return;
  const { story, plans, verdicts, best, proof, proved, csv } = lab.results;
  const said = make("p", { id: "proof", role: "status" });
  const text = make("textarea", { rows: 8, spellcheck: "false", "aria-label": "The proof as a certificate" });
  const say = (verdict) => {
    const holds = verdict.bound !== null && verdict.valid;
    said.className = holds ? "good" : "bad";
    said.textContent = `${holds && verdict.bound === proved?.bound ? `${byId("known").textContent} ` : ""}${proofText(verdict)}`;
  };
  const again = () => ask("check", { csv, plan: best, proof: text.value }).then(say, (error) => { said.textContent = error.message; });
  // The last line is a checksum of the others; who forges makes that anew.
  const seal = async () => {
    const body = text.value.replace(/end,[^\n]*\n?$/, "");
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body)));
    text.value = `${body}end,${Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("")}\n`;
  };
  text.value = proof;
  byId("results").replaceChildren(make("div", { class: "wide" }, make("table", {}, make("caption", {}, "What came out"),
    make("thead", {}, make("tr", {}, ...["method", "cost", "how far", "check", "plan"].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...story.acts.map((act, q) => make("tr", { "data-method": act.method }, make("td", {}, fullName(act)),
      make("td", { class: "number" }, act.cost === null ? "" : paid(act.cost)), make("td", {}, act.cost === null ? "" : distance(act.cost)),
      make("td", { class: verdicts[q]?.valid ? "good" : "bad" }, verdictText(verdicts[q])),
      make("td", {}, plans[q] === "" ? "" : make("button", { type: "button", class: "small", "aria-label": `Save the plan of ${act.method}`,
        onclick: () => save("plan.csv", plans[q]) }, "Save"))))))),
  said, ...(proof === "" ? [] : [make("details", {}, make("summary", {}, "The proof"),
    make("p", { class: "note" }, "Raise the bound or a value and have it checked again: who checks does not believe who solves."), text,
    make("div", {}, make("button", { type: "button", id: "recheck", onclick: again }, "Check it again"), " ",
      crypto.subtle && /^end,/m.test(proof) ? make("button", { type: "button", id: "seal", onclick: seal }, "Make its checksum anew") : "", " ",
      make("button", { type: "button", id: "save-proof", onclick: () => save("proof.csv", text.value) }, "Save the proof")))]));
  if (proved !== null) say(proved);
  else said.textContent = byId("known").textContent;
}

async function run() {
  const limit_s = Number(byId("deadline").value) || 10;
  if (chosen().length === 0) return tell("Choose a method first.");
  byId("run").disabled = true;
  byId("stop").disabled = false;
  tell("Running…");
  try {
    lab.results = await ask("run", { csv: lab.csv, methods: chosen(), limit_s }, (line) => {
      const [method, cost, bound] = line.split(" ");
      byId("live-said").textContent = `${method}: best $${cost}, no less than $${bound}`;
    });
    again(lab.results.story);
    const rows = [...byId("results").querySelectorAll("tbody tr")].map((row) => [...row.cells].slice(0, -1).map((cell) => cell.textContent).join(" "));
    tell("Done.", [...rows, byId("proof").textContent].join(". "));
    byId("run").focus({ preventScroll: true });
  } catch (error) {
    tell(error.message);
    byId("run").disabled = false;
    byId("stop").disabled = true;
  }
}

// ---- files and addresses ----

function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function take(text, methods) {
  if (!/^ullage,1,/m.test(text)) return tell("This is no instance: the first record of one is ullage,1 and its kind.");
  const [before, now] = [lab.csv, text].map((csv) => kindOf(recordsOf(csv)));
  const tried = text.match(/^# try: (.*)$/m)?.[1].split(/, */) ?? []; // as its lesson says
  lab.csv = text;
  showTables();
  byId("title").textContent = recordsOf(text).find(([tag]) => tag === "name")?.[1] ?? "";
  for (const id of ["lesson", "facts"]) byId(id).textContent = ""; // of what was there before
  await showMethods(now, methods ?? (now === before ? chosen() : tried));
}

function linkOf(text) {
  const bytes = new TextEncoder().encode(text);
  return bytes.length > LINK_MAX ? null : `#csv=${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// The instance that the address holds, or "".
function linked() {
  try {
    return fromBase64(location.hash.match(/^#csv=([\w-]+)$/)?.[1].replaceAll("-", "+").replaceAll("_", "/") ?? "", true);
  } catch {
    return "";
  }
}

// What an address asks to be made: #make=eva-jobs&tasks=40&seed=2&methods=eva,stratus
function followWish() {
  const wish = new URLSearchParams(location.hash.slice(1));
  if (!wish.has("make")) return;
  choose("live");
  byId("source").closest("details").open = true;
  byId("source").value = wish.get("make");
  for (const id of ["tasks", "seed"]) byId(id).value = wish.get(id) ?? byId(id).value;
  makeNew(wish.get("methods")?.split(","));
}

function followLink() {
  if (lab.wish !== location.hash) {
    lab.wish = location.hash; // once: what is made may then be changed
    followWish();
  }
  if (linked() === "" || linked() === lab.csv) return;
  choose("live");
  take(linked()).then(run);
}

function openLab() {
  byId("run").addEventListener("click", run);
  byId("stop").addEventListener("click", () => stop("Stopped."));
  byId("save").addEventListener("click", () => save(`${recordsOf(lab.csv).find(([tag]) => tag === "name")?.[1] ?? "instance"}.csv`, lab.csv));
  byId("open").addEventListener("change", async (event) => take(await event.target.files[0].text()));
  byId("file").addEventListener("change", (event) => take(event.target.value));
  byId("link").addEventListener("click", () => {
    const address = linkOf(lab.csv);
    if (address !== null) history.replaceState(null, "", address);
    tell(address === null ? "Too large for an address: save it instead." : "The page's address now holds this instance: copy it.");
  });
  byId("make").addEventListener("click", () => makeNew());
  byId("stop").disabled = true;
  window.addEventListener("hashchange", followLink, { signal: ended });
  byId("tab-live").hidden = false;
  showTables();
  showResults();
  if (lab.results !== null || linked() !== "" || /^#(live$|make=)/.test(location.hash)) choose("live");
  showMethods(data.kind, data.acts.map(fullName)).then(followLink)
    .catch((error) => tell(error.message));
}

openLab();
