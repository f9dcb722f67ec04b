// Charts drawn from the page's data; one choice of methods and of a class for tables and charts
// alike; and the method under the pointer brought out everywhere.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const kinds = [...new Set(data.charts.map(({ group }) => group))].filter(Boolean);
  const isMethod = new Set(data.methods);
  const filter = document.getElementById("filter");
  const find = document.getElementById("find");
  const chosen = document.getElementById("class"); // there may be no classes
  const off = new Set(); // methods switched off by their buttons

  const words = (field) => field.value.toLowerCase().split(/\s+/).filter(Boolean);

  function wanted(name, parts = words(filter)) {
    return !off.has(name) && (parts.length === 0 || parts.some((part) => name.toLowerCase().includes(part)));
  }

  // ---- charts ----

  function figure(chart) {
    const shown = { ...chart, series: chart.series.filter(({ method }) => !isMethod.has(method) || wanted(method)) };
    const save = element("a", { className: "save", download: `${chart.id}.svg`, href: "#" }, "Save as SVG");
    const svg = drawChart(shown);
    save.addEventListener("click", () => { save.href = `data:image/svg+xml,${encodeURIComponent(svg)}`; });
    const of = [kinds.length > 1 ? chart.group.toLowerCase() : "", chart.part].filter(Boolean).join(", ");
    const caption = element("figcaption", {}, of === "" ? chart.title : `${chart.title} (${of})`);
    return element("figure", {}, element("div", { className: "head" }, caption, save),
      element("div", { innerHTML: svg }),
      element("p", { className: "note" }, chart.note));
  }

  // The charts of a kind: of all instances or of the class; small ones of each class behind.
  function showKind(kind, only, place) {
    const all = data.charts.filter(({ group }) => group === kind);
    place.append(...all.filter(({ part }) => part === only).map(figure));
    const parts = [...new Set(all.map(({ part }) => part))].filter((part) => part !== only);
    if (only !== "" || parts.length === 0) return;
    const first = parts.map((name) => all.find(({ part }) => part === name));
    const drawn = first.filter(({ series }) => series.some(({ form, x }) => form === "box" && x.length > 0));
    const others = first.filter((chart) => !drawn.includes(chart)).map(({ part }) => part);
    if (drawn.length > 0) place.append(element("h4", {}, "By class"), ...drawn.map(figure));
    if (drawn.length > 0 && others.length > 0)
      place.append(element("p", { className: "note" }, `Not drawn, as nothing compares: ${others.join("; ")}.`));
  }

  function showCharts() {
    const place = document.querySelector(".charts"), lead = document.getElementById("lead");
    const only = chosen ? chosen.value : "";
    place.replaceChildren();
    for (const kind of kinds) {
      if (kinds.length > 1) place.append(element("h3", {}, kind));
      showKind(kind, only, place);
    }
    lead.replaceChildren(...[...place.querySelectorAll("figure")].slice(0, 1));
    if (!lead.firstChild)
      place.append(element("p", { className: "note" }, "There is no plan to draw: no run found one."));
    for (const holder of document.querySelectorAll("details[open] [data-chart]")) showInstance(holder);
  }

  function showInstance(holder) {
    holder.replaceChildren(figure(data.charts.find(({ id }) => id === holder.dataset.chart)));
  }

  for (const holder of document.querySelectorAll("[data-chart]"))
    holder.closest("details").addEventListener("toggle", () => showInstance(holder));

  // ---- which methods and instances are shown ----

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

  function showRows() {
    const parts = words(filter), names = words(find), only = chosen ? chosen.value : "";
    for (const row of document.querySelectorAll("tr[data-method]")) {
      const { method, against } = row.dataset;
      const shown = wanted(method, parts) || (against !== undefined && !off.has(method) && wanted(against, parts));
      row.classList.toggle("hidden", !shown || (only !== "" && (row.dataset.class ?? only) !== only));
    }
    for (const item of document.querySelectorAll("[data-instance]")) {
      const name = item.dataset.instance.toLowerCase();
      const inClass = only === "" || item.dataset.classes.split("\n").includes(only);
      item.classList.toggle("hidden", !inClass || !names.every((part) => name.includes(part)));
    }
    const count = data.methods.filter((name) => wanted(name, parts)).length;
    document.getElementById("shown").textContent =
      count === data.methods.length ? `all ${count} methods` : `${count} of ${data.methods.length} methods`;
  }

  function show() {
    showCharts();
    showRows();
  }

  // ---- one method brought out ----

  function light(name) {
    document.body.classList.toggle("lit", name !== null && !off.has(name));
    for (const item of document.querySelectorAll(".series"))
      item.classList.toggle("on", item.dataset.method === name);
  }

  document.addEventListener("mouseover", ({ target }) => {
    light(target.closest?.("#chips button, .series")?.dataset.method ?? null);
  });

  for (const [style, name] of data.methods.entries()) {
    const chip = element("button", { type: "button", title: name }, element("span", { className: `key c${style % 7}` }), name);
    chip.dataset.method = name;
    chip.setAttribute("aria-pressed", "true");
    chip.addEventListener("click", () => {
      if (!off.delete(name)) off.add(name);
      chip.setAttribute("aria-pressed", String(!off.has(name)));
      show();
    });
    chip.addEventListener("focus", () => light(name));
    chip.addEventListener("blur", () => light(null));
    document.getElementById("chips").append(chip);
  }
  filter.addEventListener("input", show);
  find.addEventListener("input", showRows);
  if (chosen) chosen.addEventListener("change", show);
  show();
})();
