// The worker of a live page: ullage and, with a memory of its own, the checker. A page that
// wants it to stop ends it and starts another.
let ready = null;
let told = (line) => line;

function start({ ullage: main, check }) {
  const load = (make, wasmBinary) => make({ wasmBinary, print: (line) => told(line), printErr: () => {} });
  return Promise.all([load(ullage, main), load(ullageCheck, check)]);
}

function call(module, name, ...values) {
  const said = JSON.parse(module.ccall(name, "string", values.map((value) => typeof value), values));
  if (said.fault !== undefined) throw new Error(said.fault);
  return said;
}

function read(module, path) {
  return module.FS.analyzePath(path).exists ? module.FS.readFile(path, { encoding: "utf8" }) : "";
}

// What the second program says of a plan, a proof, or both.
function judge(checker, csv, plan, proof) {
  const put = (path, text) => { if (text !== "") checker.FS.writeFile(path, text); return text && path; };
  return call(checker, "check_in_page", put("instance.csv", csv), put("plan.csv", plan), put("proof.csv", proof));
}

const jobs = {
  catalogue: (main) => call(main, "ul_web_catalogue"),
  make: (main, _, { what, tasks, seed, settings }) => {
    call(main, "ul_web_make", what, tasks, seed, settings, "made.csv");
    return read(main, "made.csv");
  },
  check: (_, checker, { csv, plan, proof }) => judge(checker, csv, plan, proof),
  run: (main, checker, { csv, methods, limit_s }) => {
    for (const name of main.FS.readdir("."))
      if (name.startsWith("instance.csv")) main.FS.unlink(name);
    main.FS.writeFile("instance.csv", csv);
    const story = call(main, "ul_web_story", "instance.csv", methods.join("\n"), limit_s, limit_s);
    const plans = story.acts.map((_, q) => read(main, `instance.csv.${q}.plan.csv`));
    const best = read(main, "instance.csv.best.plan.csv");
    const proof = read(main, "instance.csv.proof.csv");
    return { csv, story, plans, best, proof,
      verdicts: plans.map((plan) => (plan === "" ? null : judge(checker, csv, plan, ""))),
      proved: best === "" && proof === "" ? null : judge(checker, csv, best, proof) };
  },
};

onmessage = async ({ data: { number, job, with: value, modules } }) => {
  try {
    if (modules) ready = start(modules);
    told = (line) => postMessage({ number, line });
    const [main, checker] = await ready;
    postMessage({ number, result: jobs[job](main, checker, value) });
  } catch (error) { // a module that was cut short is of no more use
    const spent = error instanceof WebAssembly.RuntimeError;
    const full = spent || error.message === "out of memory";
    postMessage({ number, spent, fault: full ? `More than a page can hold (512 MB, numbers of 32 bits): take fewer tasks. (${error.message})` : error.message });
  }
};
