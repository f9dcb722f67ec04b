"use strict";
// Sorting by any column, and one filter for tables, charts and legends alike.
(function () {
  function value(row, column) {
    const text = row.cells[column].textContent.trim();
    const number = parseFloat(text.replace(/[%$,]/g, ""));
    return Number.isNaN(number) ? text.toLowerCase() : number;
  }

  function compare(a, b) {
    if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
    return typeof a === "number" ? -1 : 1;
  }

  function sortBy(header) {
    const table = header.closest("table");
    const column = header.cellIndex;
    const down = header.getAttribute("aria-sort") === "ascending";
    for (const other of header.parentNode.cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = Array.from(table.tBodies[0].rows);
    rows.forEach((row, place) => { row.place = place; });
    rows.sort((a, b) => {
      const order = compare(value(a, column), value(b, column));
      return (down ? -order : order) || a.place - b.place;
    });
    table.tBodies[0].append(...rows);
  }

  for (const header of document.querySelectorAll("thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = header.textContent;
    button.addEventListener("click", () => sortBy(header));
    header.replaceChildren(button);
  }

  for (const row of document.querySelectorAll("tbody tr")) {
    if (!row.dataset.method) row.dataset.method = row.cells[0].textContent;
  }

  const filter = document.getElementById("filter");
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of document.querySelectorAll("[data-method]")) {
      const name = item.dataset.method.toLowerCase();
      item.classList.toggle("hidden", wanted.length > 0 && !wanted.some((w) => name.includes(w)));
    }
  });
})();
