// The live page: the instance as tables to be changed, and everything run again. What outlives
// a run is in `lab`: the worker, the text of the instance, the results.
const columns = {
  type: ["name", "family", "price an hour"], task: ["name", "copies", "job", "workload", "seconds"],
  job: ["name", "arrives, s", "tasks", "workload", "runs, s", "together"],
  class: ["name", "term", "upfront", "an hour", "paid"], usage: ["interval", "hours", "instances"],
  vm: ["name", "capacity", "price", "on demand", "availability"], target: ["capacity", "probability"],
};
const fresh = { type: ["new", "m", "1"], task: ["new", "1", "", "", ""], job: ["new", "0", "1", "", "3600", "free"],
  class: ["new", "1", "0", "1", "used"], usage: ["1", "1", "1"], vm: ["new", "1", "1", "", "0.9"], target: ["1", "0.9"] };
const ROWS_MAX = 300;    // of a table; larger instances are changed as text
const LINK_MAX = 4000;   // bytes of a file in an address

const lab = (globalThis.ullageLab ??= { csv: bytesOf("csv", true), worker: null, asked: new Map(), number: 0, catalogue: null, results: null });

function bytesOf(id, asText) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  return asText ? new TextDecoder().decode(bytes) : bytes;
}

// Asks the worker, which is started when it is first needed.
function ask(job, value, online = () => {}) {
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

function tableOf(records, kind) {
  const resources = records.find(([name]) => name === "resource")?.slice(1) ?? [];
  const heads = [...columns[kind], ...(["type", "task", "job"].includes(kind) ? resources : [])];
  const rows = records.filter(([name]) => name === kind);
  const change = () => { lab.csv = textOf(records); byId("file").value = lab.csv; };
  const redraw = () => { change(); showTables(); };
  const cell = (record, q, row) => make("td", {}, make("input", { value: record[q + 1] ?? "",
    size: Math.max(3, (record[q + 1] ?? "").length), "aria-label": `${heads[q]} of ${kind} ${row + 1}`,
    type: q > 0 && /^[\d.]+$/.test(record[q + 1] ?? "") ? "number" : "text", step: "any", min: "0",
    oninput: (event) => { record[q + 1] = event.target.value; change(); } }));
  return make("div", { class: "wide" }, make("table", { "data-record": kind },
    make("caption", {}, kind),
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)), make("td", {}))),
    make("tbody", {}, ...rows.map((record, row) => make("tr", {}, ...heads.map((_, q) => cell(record, q, row)),
      make("td", {}, make("button", { type: "button", "aria-label": `remove ${kind} ${row + 1}`,
        onclick: () => { records.splice(records.indexOf(record), 1); redraw(); } }, "×")))))),
  make("button", { type: "button", class: "add", onclick: () => {
    const like = rows.at(-1);
    const record = like ? [...like] : [kind, ...fresh[kind], ...resources.map(() => "1")];
    if (!/^\d/.test(record[1])) record[1] = `${kind}-${rows.length + 1}`;
    records.splice(like ? records.indexOf(like) + 1 : records.length, 0, record);
    redraw();
  } }, `Add a ${kind}`));
}

function showTables() {
  const records = recordsOf(lab.csv);
  const kinds = Object.keys(columns).filter((kind) => records.some(([name]) => name === kind));
  byId("tables").replaceChildren(...(records.length > ROWS_MAX
    ? [make("p", { class: "note" }, `${records.length} records: change them as text below.`)]
    : kinds.map((kind) => tableOf(records, kind))));
  byId("file").value = lab.csv;
}

// ---- running ----

function chosen() {
  return [...document.querySelectorAll("#choice input:checked")].map((box) => box.value);
}

async function showMethods(kind, wanted) {
  lab.catalogue ??= await ask("catalogue");
  const names = new Set(lab.catalogue.catalogue.methods.filter((method) => method.kind === kind
    && !/glpk|cbc|external|program|policy|python/.test(method.name)).map((method) => method.name));
  for (const name of wanted) names.add(name);
  byId("choice").replaceChildren(...[...names].map((name) => make("label", {},
    make("input", { type: "checkbox", value: name, checked: wanted.includes(name) }), name)));
}

function verdictText(verdict) {
  if (verdict === null) return "no plan";
  return verdict.valid ? "✓ verified by the second program" : `✗ refused by the second program: ${verdict.said[0] ?? ""}`;
}

function showResults() {
  if (lab.results === null) return;
  const { story, verdicts, proved } = lab.results;
  const isProof = proved !== null && proved.valid && proved.bound !== null;
  byId("results").replaceChildren(make("table", {}, make("caption", {}, "What came out"),
    make("thead", {}, make("tr", {}, ...["method", "cost", "", "check"].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...story.acts.map((act, q) => make("tr", { "data-method": act.method }, make("td", {}, fullName(act)),
      make("td", { class: "number" }, act.cost === null ? "" : paid(act.cost)), make("td", {}, act.cost === null ? "" : distance(act.cost)),
      make("td", { class: verdicts[q]?.valid ? "good" : "bad" }, verdictText(verdicts[q])))))),
  make("p", { id: "proof", class: isProof ? "good" : "" }, byId("known").textContent, " ",
    proved === null ? "" : isProof ? `✓ Proof verified by the second program: no plan costs less than ${money(proved.bound)}.`
      : proved.valid === false ? `✗ ${proved.said[0]}` : "The proof is not complete."));
}

async function run() {
  const limit_s = Number(byId("deadline").value) || 10;
  const said = byId("live-said");
  if (chosen().length === 0) {
    said.textContent = "Choose a method first.";
    return;
  }
  byId("run").disabled = true;
  byId("stop").disabled = false;
  said.textContent = "Running…";
  try {
    lab.results = await ask("run", { csv: lab.csv, methods: chosen(), limit_s }, (line) => {
      const [method, cost, bound] = line.split(" ");
      said.textContent = `${method}: best $${cost}, no less than $${bound}`;
    });
    again(lab.results.story);
  } catch (error) {
    said.textContent = error.message;
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

async function take(text) {
  lab.csv = text;
  showTables();
  await showMethods(recordsOf(text).find(([name]) => name === "ullage")?.[2] ?? data.kind, chosen());
}

function linkOf(text) {
  const bytes = new TextEncoder().encode(text);
  return bytes.length > LINK_MAX ? null : `#csv=${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

function linked() {
  const code = location.hash.match(/^#csv=([\w-]+)$/)?.[1];
  return code && new TextDecoder().decode(Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)));
}

function openLab() {
  byId("run").addEventListener("click", run);
  byId("stop").addEventListener("click", () => stop("Stopped."));
  byId("save").addEventListener("click", () => save(`${recordsOf(lab.csv).find(([name]) => name === "name")?.[1] ?? "instance"}.csv`, lab.csv));
  byId("open").addEventListener("change", async (event) => take(await event.target.files[0].text()));
  byId("file").addEventListener("change", (event) => take(event.target.value));
  byId("link").addEventListener("click", () => {
    const address = linkOf(lab.csv);
    if (address !== null) history.replaceState(null, "", address);
    byId("live-said").textContent = address === null ? "Too large for an address: save it instead."
      : "The page's address now holds this instance: copy it.";
  });
  byId("stop").disabled = true;
  showTables();
  showResults();
  showMethods(data.kind, data.acts.map((act) => fullName(act))).catch((error) => { byId("live-said").textContent = error.message; });
}

byId("tab-live").hidden = false;
openLab();
if (lab.results !== null) choose("live");
else if (linked()) {
  choose("live");
  take(linked()).then(run);
}
