// The shopping list: ticks are kept in the browser first and sent when there is a network.

import { later, waiting } from "./outbox.js";

const list = document.querySelector("#list");
const left = document.querySelector("[data-left]");
const KEPT = "regimen-ticks";
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");
const boxes = list ? [...list.querySelectorAll("[data-line]")] : [];

function count() {
  if (left) left.textContent = left.dataset.left.replace("{n}", boxes.filter((box) => !box.checked).length);
}

// The page may be an old one that the browser kept: what was ticked since it was made, or waits to be sent, counts.
async function restore() {
  const made = Number(list.dataset.made);
  const ticks = Object.entries(kept()).filter(([, tick]) => tick.at > made);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(ticks)));
  const said = new Map(ticks.map(([name, tick]) => [name, tick.checked]));
  for (const { path, body } of await waiting()) if (path === "/api/shopping/check") said.set(body.name, body.checked);
  for (const box of boxes) if (said.has(box.dataset.line)) box.checked = said.get(box.dataset.line);
  count();
}

list?.addEventListener("change", async (event) => {
  const box = event.target.closest("[data-line]");
  if (!box) return;
  const name = box.dataset.line;
  const { from, to } = list.dataset;
  const body = { name, checked: box.checked, to_pantry: document.querySelector("#to-pantry").checked, from, to };
  localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [name]: { checked: box.checked, at: Date.now() } }));
  count();
  await later(`shopping ${name}`, "POST", "/api/shopping/check", body);
});

document.querySelector("[data-print]")?.addEventListener("click", () => print());
if (list) restore();
