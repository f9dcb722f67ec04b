// ullage.wasm and ullage-check.wasm under node, as a page's worker uses them: files in memory,
// text in, JSON out.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

async function load(folder, name, print) {
  const make = createRequire(import.meta.url)(join(folder, `${name}.js`));
  return make({ wasmBinary: readFileSync(join(folder, `${name}.wasm`)), print });
}

export async function loadModules(folder, print = () => {}) {
  const [ullage, checker] = await Promise.all([load(folder, "ullage", print), load(folder, "ullage-check", print)]);
  const call = (module, name, ...values) => {
    const text = module.ccall(name, "string", values.map((value) => typeof value), values);
    const said = JSON.parse(text);
    if (said.fault !== undefined) throw new Error(said.fault);
    return said;
  };
  return {
    files: ullage.FS,
    catalogue: () => call(ullage, "ul_web_catalogue"),
    make: (what, { tasks = 0, seed = 1, settings = "" } = {}, path = "instance.csv") =>
      call(ullage, "ul_web_make", what, tasks, seed, settings, path),
    story: (path, methods, limit_s = 0, best_limit_s = 0) =>
      call(ullage, "ul_web_story", path, methods.join("\n"), limit_s, best_limit_s),
    text: (path) => ullage.FS.readFile(path, { encoding: "utf8" }),
    // The verdict of the second program on texts.
    check: (instance, plan = "", proof = "") => {
      const put = (name, text) => { if (text !== "") checker.FS.writeFile(name, text); return text && name; };
      return call(checker, "check_in_page", put("i.csv", instance), put("p.csv", plan), put("c.csv", proof));
    },
  };
}
