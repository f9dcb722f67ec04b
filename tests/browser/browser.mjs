// A page in a real browser, for tests: Debian's Chromium without a window, spoken
// to over a pipe in the DevTools protocol. Needs node 18 or later and no package.
//
//   await withPage("report.html", { dark: true, width: 390 }, async (page) => {
//     await page.type("#filter", "ffd");
//     assert.equal(await page.text("#methods tbody tr:not(.hidden) td"), "ffd");
//   });
//
// A test fails on what no page may do while it is open: errors on the console,
// uncaught exceptions, dialogs, and requests for anything but its own file.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

const PATIENCE_MS = 60_000; // a busy machine starts a browser in ten seconds, not in one

// The browser process: commands go down one pipe, answers and events come up another,
// each a JSON text that ends in a NUL.
class Browser {
  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), "ullage-browser-"));
    const options = [
      "--headless", "--remote-debugging-pipe", `--user-data-dir=${this.profile}`, "--no-first-run",
      "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
      "--disable-component-update", "--disable-extensions", "--hide-scrollbars",
      "--force-color-profile=srgb", "--host-resolver-rules=MAP * ~NOTFOUND", "about:blank",
    ];
    if (process.getuid() === 0) options.unshift("--no-sandbox");
    this.process = spawn(process.env.UL_CHROMIUM || "chromium", options,
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.ended = new Promise((done) => {
      this.process.on("exit", done);
      this.process.on("error", done);
    });
    this.ended.then((why) => this.giveUp(`the browser ended: ${why}`));
    this.sent = new Map(); // by number: how to settle the promise of its answer
    this.listeners = new Map(); // by session
    this.number = 0;
    let text = "";
    this.process.stdio[3].on("error", () => {}); // said by the end of the process
    this.process.stdio[4].setEncoding("utf8").on("data", (piece) => {
      text += piece;
      const messages = text.split("\0");
      text = messages.pop();
      for (const message of messages) this.hear(JSON.parse(message));
    });
  }

  hear(message) {
    if (message.id === undefined) {
      this.listeners.get(message.sessionId)?.(message.method, message.params);
      return;
    }
    const { settle, refuse } = this.sent.get(message.id);
    this.sent.delete(message.id);
    if (message.error) refuse(new Error(message.error.message));
    else settle(message.result);
  }

  giveUp(why) {
    for (const { refuse } of this.sent.values()) refuse(new Error(why));
    this.sent.clear();
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.number;
    return new Promise((settle, refuse) => {
      const late = setTimeout(() => refuse(new Error(`no answer to ${method}`)), PATIENCE_MS);
      this.sent.set(id, {
        settle: (result) => { clearTimeout(late); settle(result); },
        refuse: (error) => { clearTimeout(late); refuse(error); },
      });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async close() {
    this.send("Browser.close").catch(() => {});
    const late = setTimeout(() => this.process.kill("SIGKILL"), 5_000);
    await this.ended;
    clearTimeout(late);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

let browser; // one for all pages of a test program

after(async () => browser?.close());

const keyCodes = { Tab: 9, Enter: 13, Escape: 27, " ": 32, End: 35, Home: 36, ArrowLeft: 37,
  ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };

class Page {
  constructor(browser, session, own) {
    this.browser = browser;
    this.session = session;
    this.own = own; // addresses: its own, and what it may take from beside it
    this.wrongs = []; // what the page did and should not have
    browser.listeners.set(session, (method, params) => this.notice(method, params));
  }

  notice(method, params) {
    if (method === "Runtime.exceptionThrown") {
      const { text, exception } = params.exceptionDetails;
      this.wrongs.push(`exception: ${exception?.description ?? text}`);
    } else if (method === "Runtime.consoleAPICalled" && ["error", "assert"].includes(params.type)) {
      this.wrongs.push(`console: ${params.args.map((a) => a.value ?? a.description).join(" ")}`);
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.wrongs.push(`log: ${params.entry.text} ${params.entry.url ?? ""}`);
    } else if (method === "Network.requestWillBeSent") {
      const { url } = params.request;
      if (!this.own.includes(url) && !/^(data|blob):/.test(url)) this.wrongs.push(`request: ${url}`);
    } else if (method === "Page.javascriptDialogOpening") {
      this.wrongs.push(`dialog: ${params.message}`);
      this.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {});
    }
  }

  send(method, params = {}) {
    return this.browser.send(method, params, this.session);
  }

  // The value of a JavaScript expression in the page; promises are waited for.
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, returnByValue: true, awaitPromise: true, userGesture: true });
    if (exceptionDetails)
      throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  // f(element, argument) of the first element that a selector finds, f being a
  // function of its own: it is sent as text.
  async of(selector, f, argument) {
    const found = `document.querySelector(${JSON.stringify(selector)})`;
    if (!(await this.evaluate(`${found} !== null`))) throw new Error(`no element ${selector}`);
    return this.evaluate(`(${f})(${found}, ${JSON.stringify(argument) ?? "undefined"})`);
  }

  // f(element) of every element that a selector finds.
  ofAll(selector, f) {
    return this.evaluate(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}), ${f})`);
  }

  count(selector) {
    return this.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
  }

  text(selector) {
    return this.of(selector, (e) => e.textContent.trim());
  }

  texts(selector) {
    return this.ofAll(selector, (e) => e.textContent.trim());
  }

  // Whether the element takes space on the page.
  visible(selector) {
    return this.of(selector, (e) => e.checkVisibility() && e.getClientRects().length > 0);
  }

  // A real click in the middle of the element, so that one covered by another is not hit.
  async click(selector) {
    const at = await this.of(selector, (e) => {
      e.scrollIntoView({ block: "center", behavior: "instant" });
      const box = e.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    for (const type of ["mousePressed", "mouseReleased"])
      await this.send("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
  }

  // Types into a field, in place of what it held.
  async type(selector, text) {
    await this.of(selector, (e) => { e.focus(); e.select?.(); });
    if (text === "") {
      await this.of(selector, (e) => {
        e.value = "";
        e.dispatchEvent(new Event("input", { bubbles: true }));
      });
    } else {
      await this.send("Input.insertText", { text });
    }
  }

  // A key as the keyboard sends it: "Tab", "Enter", "ArrowRight", "a"...
  async press(key, { shift = false } = {}) {
    const code = keyCodes[key] ?? key.toUpperCase().charCodeAt(0);
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    const event = { key, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0 };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  // Waits until the expression is true in the page.
  async until(expression, patience_ms = 10_000) {
    const end = Date.now() + patience_ms;
    while (!(await this.evaluate(expression))) {
      if (Date.now() > end) throw new Error(`waited in vain for ${expression}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  // A picture of the whole page, or of what the window shows.
  async screenshot(path, { whole = false } = {}) {
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: whole });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  async pdf(path) {
    const { data } = await this.send("Page.printToPDF", { printBackground: false });
    writeFileSync(path, Buffer.from(data, "base64"));
  }
}

// Opens a file as a reader would, in a light or dark desktop window, on a phone
// (width: 390) or on paper (media: "print"), with files of its site (beside: ["../modules.js"]), hands the page to use(), and closes it.
export async function withPage(file, options, use) {
  const { width = 1280, height = 900, dark = false, media = "", fragment = "", beside = [] } = options;
  const own = pathToFileURL(resolve(file)).href;
  const url = own + fragment;
  browser ??= new Browser();
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const page = new Page(browser, sessionId, [own, ...beside.map((name) => new URL(name, own).href)]);
  try {
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride",
      { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await page.send("Emulation.setEmulatedMedia",
      { media, features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    const { errorText } = await page.send("Page.navigate", { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await page.until("document.readyState === 'complete'", PATIENCE_MS);
    await use(page);
  } finally {
    await browser.send("Target.closeTarget", { targetId });
  }
  assert.deepEqual(page.wrongs, [], "the page did what it should not");
}
