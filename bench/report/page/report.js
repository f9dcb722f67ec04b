"use strict";
// Sorting by any column; one choice of methods for tables, charts and legends
// alike; and the method under the pointer brought out in every chart.
(function () {
  // ---- sorting ----

  function value(row, column, numeric) {
    const text = row.cells[column].textContent.trim();
    if (text === "") return null;
    return numeric ? parseFloat(text.replace(/[^0-9.eE+-]+/, "")) : text.toLowerCase();
  }

  // Rows without a value come last, whichever way the rest is sorted.
  function order(a, b, down) {
    if (a === null || b === null) return (a === null) - (b === null);
    const up = a < b ? -1 : a > b ? 1 : 0;
    return down ? -up : up;
  }

  function sortBy(header) {
    const body = header.closest("table").tBodies[0];
    const column = header.cellIndex;
    const numeric = header.classList.contains("number");
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of header.parentNode.cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = Array.from(body.rows, (row, place) => ({ row, place, key: value(row, column, numeric) }));
    rows.sort((a, b) => order(a.key, b.key, down) || a.place - b.place);
    body.append(...rows.map((entry) => entry.row));
  }

  for (const header of document.querySelectorAll("thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sortBy(header));
    header.replaceChildren(button);
  }

  // ---- which methods are shown ----

  // A table by class has the class in its first column, whose heading names it.
  for (const table of document.querySelectorAll("#tables ~ * table[id]")) {
    const heads = Array.from(table.tHead.rows[0].cells, (cell) => cell.textContent.trim());
    const method = heads.indexOf("method");
    if (method < 0) continue; // a table of instances
    for (const row of table.tBodies[0].rows) {
      row.dataset.method = row.cells[method].textContent;
      if (method === 1) row.dataset.class = `${heads[0]}: ${row.cells[0].textContent}`;
      if (heads[1] === "against") row.dataset.against = row.cells[1].textContent;
    }
  }

  const filter = document.getElementById("filter");
  const off = new Set(); // methods switched off by their buttons
  const names = [...new Set(Array.from(
    document.querySelectorAll('table[id^="methods"] tbody td:first-child'), (cell) => cell.textContent))];

  function words(field) {
    return field.value.toLowerCase().split(/\s+/).filter(Boolean);
  }

  function wanted(name, parts) {
    return !off.has(name) && (parts.length === 0 || parts.some((part) => name.toLowerCase().includes(part)));
  }

  function showMethods() {
    const parts = words(filter);
    for (const item of document.querySelectorAll("[data-method]")) {
      const { method, against } = item.dataset;
      const shown = wanted(method, parts) || (against !== undefined && !off.has(method) && wanted(against, parts));
      item.classList.toggle("hidden", !shown);
    }
    const count = names.filter((name) => wanted(name, parts)).length;
    document.getElementById("shown").textContent =
      count === names.length ? `all ${count} methods` : `${count} of ${names.length} methods`;
  }

  const keys = new Map();
  for (const item of document.querySelectorAll('[id^="profile-chart"] ~ .legend li'))
    keys.set(item.dataset.method, item.querySelector(".key"));

  for (const name of names) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.textContent = name;
    chip.title = name;
    const key = keys.get(name);
    if (key) chip.prepend(key.cloneNode(true));
    chip.setAttribute("aria-pressed", "true");
    chip.addEventListener("click", () => {
      if (!off.delete(name)) off.add(name);
      chip.setAttribute("aria-pressed", String(!off.has(name)));
      showMethods();
    });
    for (const event of ["mouseenter", "focus"]) chip.addEventListener(event, () => light(name));
    for (const event of ["mouseleave", "blur"]) chip.addEventListener(event, () => light(null));
    document.getElementById("chips").append(chip);
  }
  filter.addEventListener("input", showMethods);
  showMethods();

  // ---- one method brought out ----

  function light(name) {
    document.body.classList.toggle("lit", name !== null && !off.has(name));
    for (const item of document.querySelectorAll(".series[data-method], .legend li"))
      item.classList.toggle("on", item.dataset.method === name);
  }

  for (const item of document.querySelectorAll(".series[data-method], .legend li")) {
    item.addEventListener("mouseenter", () => light(item.dataset.method));
    item.addEventListener("mouseleave", () => light(null));
  }

  // ---- which instances are shown ----

  const find = document.getElementById("find");
  const chosen = document.getElementById("class"); // there may be no classes

  function showInstances() {
    const parts = words(find);
    const only = chosen ? chosen.value : "";
    for (const item of document.querySelectorAll("[data-instance]")) {
      const name = item.dataset.instance.toLowerCase();
      const inClass = only === "" || item.dataset.classes.split("\n").includes(only);
      item.classList.toggle("hidden", !inClass || !parts.every((part) => name.includes(part)));
    }
    for (const item of document.querySelectorAll("[data-class]"))
      item.classList.toggle("outside", only !== "" && item.dataset.class !== only);
  }

  find.addEventListener("input", showInstances);
  if (chosen) chosen.addEventListener("change", showInstances);
})();
