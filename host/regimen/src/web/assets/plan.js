// The plan edited by hand: one dialog for all items, filled with what the chosen one asks for now.

import { act, number, say, toGrams } from "./act.js";
import { call } from "./outbox.js";

const dialog = document.querySelector("#edit");
const form = dialog?.querySelector("form");
let item;

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-edit]");
  if (!button) return;
  item = JSON.parse(button.dataset.edit);
  dialog.querySelector("h2").textContent = item.name;
  for (const stepper of form.querySelectorAll("[data-for]")) {
    const name = stepper.dataset.for;
    const field = stepper.querySelector("input");
    const text = String(item[name] ?? "");
    field.value = field.defaultValue = text;
    stepper.hidden = (name === "load" && !item.takes_load) || (["low", "high"].includes(name) && item.low === null);
    if (name === "amount") stepper.querySelector("label span").textContent = dialog.dataset[item.unit];
  }
  form.elements.reason.value = "";
  dialog.querySelector("#remove").dataset.body = button.dataset.remove;
  say("", form.querySelector("output"));
  dialog.showModal();
});

// The new value of a field, or undefined where nothing was said.
function said(name) {
  const field = form.elements[name];
  const text = field.value.trim();
  if (text === "" || text === field.defaultValue || field.closest("[hidden]")) return undefined;
  return name === "load" ? toGrams(number(text), document.documentElement.dataset.unit) : number(text);
}

// What was said, as changes of the whole item or of its sets.
function changes() {
  const { item_id } = item;
  const whole = [];
  for (const [name, field] of [["rest", "rest_all"], ["low", "rep_low"], ["high", "rep_high"]]) {
    const value = said(name);
    if (value !== undefined) whole.push({ target: { item_id }, field, new: value });
  }
  const sets = said("sets");
  const kept = item.set_ids.slice(0, sets ?? item.set_ids.length);
  for (const [name, field] of [["amount", item.unit], ["load", "load"]]) {
    const value = said(name);
    if (value === undefined) continue;
    for (const set_id of kept) whole.push({ target: { item_id, set_id }, field, new: value });
  }
  const count = sets === undefined ? [] : [{ target: { item_id }, field: "set_count", new: sets }];
  return { whole, count };
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  event.stopPropagation();
  const out = form.querySelector("output");
  const { whole, count } = changes();
  const reason = form.elements.reason.value.trim();
  if (!whole.length && !count.length) return say(out.dataset.same, out);
  const grows = count.length && count[0].new > item.set_ids.length;
  if (!grows || !whole.length) return act(form, { changes: [...count, ...whole], reason });
  // Sets that are added are copies of the last one: it gets its values first.
  try {
    await call("POST", form.dataset.call.split(" ")[1], { changes: whole, reason });
  } catch (error) {
    return say(error.message, out);
  }
  act(form, { changes: count, reason });
});
