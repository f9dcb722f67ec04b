"use strict";
/* Shows the rows of one verdict, or those that hold what is typed. */
const rows = [...document.querySelectorAll(".numbers tbody tr")];
const buttons = [...document.querySelectorAll("nav button")];
const field = document.querySelector("nav input");
let wanted = "";

function show() {
    const text = field.value.toLowerCase();
    for (const row of rows)
        row.hidden = (wanted !== "" && !row.classList.contains(wanted)) || !row.textContent.toLowerCase().includes(text);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.of === wanted));
}

for (const button of buttons)
    button.addEventListener("click", () => {
        wanted = button.dataset.of;
        show();
    });
field.addEventListener("input", show);
show();
