// Tables of a page: a click on a heading, or a key, sorts by that column, and again the other way.
function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

(function () {
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
    const button = element("button", { type: "button" }, header.textContent);
    button.addEventListener("click", () => sortBy(header));
    header.replaceChildren(button);
  }
})();
