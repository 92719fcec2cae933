// Where it hurts: areas of the body are marked by tap or key, each marked one has a row that says how much.

import "./collect.js";

function toggle(root, area) {
  const row = root.querySelector(`[data-row="${area}"]`);
  const isMarked = row.hidden;
  row.hidden = !isMarked;
  for (const path of root.querySelectorAll(`.area[data-area="${area}"]`)) path.setAttribute("aria-pressed", isMarked);
  root.dispatchEvent(new Event("change", { bubbles: true }));
}

for (const root of document.querySelectorAll("[data-pain]")) {
  root.addEventListener("click", (event) => {
    const area = event.target.closest(".area");
    if (area) toggle(root, area.dataset.area);
  });
  root.addEventListener("keydown", (event) => {
    const area = event.target.closest(".area");
    if (!area || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    toggle(root, area.dataset.area);
  });
}

// What is marked: [{ area, severity }].
export function pains(root) {
  const rows = [...root.querySelectorAll("[data-row]")].filter((row) => !row.hidden);
  return rows.map((row) => ({
    area: row.dataset.row,
    severity: Number(row.querySelector("input:checked").value),
  }));
}

document.addEventListener(
  "submit",
  (event) => {
    const list = event.target.querySelector("[data-pain-list]");
    if (list) list.value = JSON.stringify(pains(event.target.querySelector("[data-pain]")));
  },
  true,
);
