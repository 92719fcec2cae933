// A place to train: a picture fills in what is usually there, and the form becomes a place with its iron.

import { number, say } from "./act.js";
import { go } from "./home.js";
import { call } from "./outbox.js";

const hundredths = (text) => Math.round(number(text) * 100);
const isGiven = (field) => field.value.trim() !== "";

// "5, 7.5, 10", "5 7,5 10" or "5; 7,5; 10".
function masses(text) {
  const parts = text.split(/;|,\s+|\s+/).filter(Boolean);
  const all = parts.flatMap((part) => (/,.*,/.test(part) ? part.split(",") : [part]));
  return all.map(hundredths).filter((mass) => mass > 0);
}

function iron(root) {
  if (!root.querySelector("[name=iron-listed]").checked) return null;
  const listed = root.querySelector("[data-iron-unit]:not([hidden])");
  const bars = {};
  for (const bar of listed.querySelectorAll("[data-bar]")) if (isGiven(bar)) bars[bar.dataset.bar] = hundredths(bar.value);
  const plates = [...listed.querySelectorAll("[data-plate]")]
    .map((plate) => ({ h: Number(plate.dataset.plate), pairs: number(plate.value) }))
    .filter((plate) => plate.pairs > 0);
  const stacks = {};
  for (const stack of listed.querySelectorAll("[data-stack]")) {
    const parts = [...stack.querySelectorAll("[data-part]")];
    if (parts.every(isGiven))
      stacks[stack.dataset.stack] = Object.fromEntries(parts.map((part) => [part.dataset.part, hundredths(part.value)]));
  }
  const lists = [...listed.querySelectorAll("[data-masses]")].map((list) => [list.dataset.masses, masses(list.value)]);
  return { unit: listed.dataset.ironUnit, bars, plates, stacks, ...Object.fromEntries(lists) };
}

// What the API takes. No equipment at all would mean everything, so it is said in a word.
export function place(root) {
  const boxes = [...root.querySelectorAll("[name=equipment]:checked")].map((box) => box.value);
  return { equipment: boxes.length ? boxes : ["bodyweight"], inventory: iron(root) };
}

for (const root of document.querySelectorAll("[data-place]")) {
  root.addEventListener("change", ({ target }) => {
    if (target.name === "tier") {
      const keys = target.dataset.keys.split(" ");
      for (const box of root.querySelectorAll("[name=equipment]")) box.checked = keys.includes(box.value);
    } else if (target.closest("[data-iron-unit]")) root.querySelector("[name=iron-listed]").checked = true;
  });
}

const form = document.querySelector("[data-place-form]");
const path = (name) => `/api/locations/${encodeURIComponent(name)}`;
const show = (name) => go(`/more/equipment?place=${encodeURIComponent(name)}`);

async function attempt(work) {
  const out = form.querySelector("output");
  say("", out);
  try {
    await work();
  } catch (error) {
    say(error.message, out);
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const [name, old] = [form.elements.name.value.trim(), form.dataset.name];
  attempt(async () => {
    await call("PUT", path(name), { ...place(form), is_default: form.elements.default.checked });
    if (old && old !== name) await call("DELETE", path(old));
    show(name);
  });
});

form?.querySelector("[data-remove]")?.addEventListener("click", ({ target }) => {
  if (!confirm(target.dataset.remove)) return;
  attempt(async () => {
    await call("DELETE", path(form.dataset.name));
    go("/more/equipment");
  });
});
