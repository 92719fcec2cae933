// Hidden fields that follow from what a person sees, filled in just before a form is read.
//
//   data-make="id" | "now"                       a new id, this moment
//   data-parts + data-part … + data-list         several fields as one list; data-parts="both": all of them or nothing
//   data-hours="sleep_minutes"                   7.5 or 7:30 as minutes
//   data-ends="until"                            a last day as the moment after it
//   data-usual="ask"                             choices that are as usual are not sent

import { number } from "./act.js";
import { newId } from "./outbox.js";

function minutes(text) {
  if (text.trim() === "") return "";
  const [hours, rest] = text.split(":");
  return String(rest === undefined ? Math.round(number(hours) * 60) : Number(hours) * 60 + Number(rest));
}

function ends(day) {
  if (!day) return "";
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
}

export function collect(form) {
  const hidden = (field, name) => form.querySelector(`[type=hidden][name="${field.dataset[name]}"]`);
  for (const field of form.querySelectorAll("[data-make]"))
    field.value = field.dataset.make === "id" ? newId() : new Date().toISOString();
  for (const list of form.querySelectorAll("[data-list]")) {
    const group = list.closest("[data-parts]");
    const parts = [...group.querySelectorAll("[data-part]")].map((part) => part.value);
    const isWhole = group.dataset.parts !== "both" || parts.every(Boolean);
    list.value = isWhole ? JSON.stringify(parts.filter(Boolean)) : "null";
  }
  for (const field of form.querySelectorAll("[data-hours]")) hidden(field, "hours").value = minutes(field.value);
  for (const field of form.querySelectorAll("[data-ends]")) hidden(field, "ends").value = ends(field.value);
  for (const group of form.querySelectorAll("[data-usual]")) {
    const fields = [...group.querySelectorAll("input")];
    const isUsual = fields.every((field) => !field.checked || field.value === group.dataset.usual);
    if (!isUsual) continue;
    for (const field of fields) field.disabled = true;
    setTimeout(() => fields.forEach((field) => (field.disabled = false)));
  }
}

// Before anybody else reads the form.
document.addEventListener("submit", (event) => collect(event.target), true);
