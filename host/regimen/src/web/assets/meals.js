// Meals: solves a week while it tells how far it is, shows why there is none and applies what would help, and the small
// helpers of its forms.

import { act, say } from "./act.js";
import { base } from "./home.js";
import { call } from "./outbox.js";

const root = document.documentElement;
const solver = document.querySelector("#solver");
const part = (name) => solver.querySelector(`[data-${name}]`);
let running = null;

// Reads the events of an answer as they come.
async function* events(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
      const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
      if (name && data) yield { name, data: JSON.parse(data) };
    }
  }
}

async function* plan(from, days, signal) {
  const headers = { "content-type": "application/json", accept: "text/event-stream, application/json" };
  if (root.dataset.athlete) headers["regimen-athlete"] = root.dataset.athlete;
  const body = JSON.stringify({ from, days: Number(days) });
  const answer = await fetch(`${base}/api/meals/plan/stream`, { method: "POST", headers, body, signal });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  yield* events(answer);
}

async function solve() {
  say("");
  running = new AbortController();
  const button = part("solve");
  const bar = part("progress").querySelector("progress");
  const told = part("progress-text");
  const stages = JSON.parse(solver.dataset.stages);
  button.disabled = true;
  part("none").hidden = true;
  part("progress").hidden = false;
  solver.setAttribute("aria-busy", "true");
  bar.removeAttribute("value");
  try {
    for await (const { name, data } of plan(solver.dataset.from, solver.dataset.days, running.signal)) {
      if (name === "progress") {
        const percent = Math.min(100, Math.floor((100 * data.done) / Math.max(1, data.budget)));
        bar.value = percent;
        const stage = stages[data.stage] ?? data.stage;
        told.textContent = solver.dataset.searching.replace("{stage}", stage).replace("{percent}", percent);
      } else if (name === "problem") throw new Error(data.detail ?? data.title);
      else if (name === "planned" && data.proposal) return location.reload();
      else if (name === "planned") explain(data);
    }
  } catch (error) {
    if (error.name !== "AbortError") say(error.message);
  } finally {
    running = null;
    button.disabled = false;
    part("progress").hidden = true;
    solver.removeAttribute("aria-busy");
  }
}

function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

// Why there is no plan, with what would help as buttons.
function explain({ from, explanation }) {
  const none = part("none");
  none.querySelector("[data-cause]").textContent = explanation.cause;
  none.querySelector("[data-proof]").textContent = explanation.proof ?? "";
  for (const section of none.querySelectorAll("[data-part]")) {
    const lines = explanation[section.dataset.part];
    const list = section.querySelector("[data-list]");
    section.hidden = lines.length === 0;
    list.replaceChildren(...lines.map((line) => (typeof line === "string" ? element("li", line) : remedy(line, from, list))));
  }
  part("no-remedy").hidden = explanation.remedies.some((one) => one.applicable);
  none.hidden = false;
  none.scrollIntoView({ block: "nearest" });
}

function remedy({ text, changes, applicable }, from, list) {
  const words = text.charAt(0).toUpperCase() + text.slice(1);
  if (!applicable) return element("p", `${words} (${list.dataset.rule})`, { className: "soft small" });
  const button = element("button", words, { className: "btn wide" });
  button.addEventListener("click", async () => {
    list.querySelectorAll("button").forEach((one) => (one.disabled = true));
    try {
      await call("POST", "/api/meals/relax", { from, changes });
      await solve();
    } catch (error) {
      say(error.message);
      list.querySelectorAll("button").forEach((one) => (one.disabled = false));
    }
  });
  return button;
}

// A term that was typed becomes one of the chips of its list.
function add(form, name) {
  const field = form.querySelector(`[data-term="${name}"]`);
  const chips = field.closest("fieldset").querySelector(".chips");
  for (const term of field.value.split(",").map((one) => one.trim()).filter(Boolean)) {
    const label = element("label", "", { className: "chip" });
    label.append(element("input", "", { type: "checkbox", name, value: term, checked: true }), term);
    chips.append(label);
  }
  field.value = "";
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if ("solve" in button.dataset) solve();
  else if ("cancel" in button.dataset) running?.abort();
  else if (button.dataset.add) add(button.form, button.dataset.add);
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest?.("[data-term]");
  if (!field || event.key !== "Enter") return;
  event.preventDefault();
  add(field.form, field.dataset.term);
});

// What was typed and not added is meant, too.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target.closest("form[data-terms]");
    form?.querySelectorAll("[data-term]").forEach((field) => add(form, field.dataset.term));
  },
  { capture: true },
);

// Planning the rest again may change nothing, and then there is nothing to look at.
document.addEventListener("regimen-done", (event) => {
  const button = event.target.closest("[data-replan]");
  if (!button || event.detail.proposal) return;
  event.preventDefault();
  const told = element("p", button.dataset.replan, { className: "note ok", role: "status" });
  button.parentElement.querySelector("[role=status]")?.remove();
  button.after(told);
});

// The meals of some weekdays; the rest of the profile stays as it is.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-times]");
  if (!form) return;
  event.preventDefault();
  const rows = [...form.querySelectorAll("[data-slot]")];
  const value = (row, name) => row.querySelector(`[name=${name}]`).value;
  const slots = rows
    .filter((row) => value(row, "time"))
    .map((row) => ({
      ...JSON.parse(row.dataset.slot),
      time: value(row, "time"),
      meal_type: value(row, "meal_type"),
      busyness_level: Number(value(row, "busyness_level")),
    }))
    .sort((one, other) => one.time.localeCompare(other.time));
  const profile = JSON.parse(form.dataset.times);
  profile.week ??= {};
  for (const { value: day } of form.querySelectorAll("[name=day]:checked")) profile.week[day] = slots;
  try {
    await call("PUT", "/api/nutrition/profile", profile);
    location.reload();
  } catch (error) {
    say(error.message, form.querySelector("output"));
  }
});

// A swap that breaks something waits until somebody says that it is meant.
document.addEventListener("regimen-done", (event) => {
  const button = event.target.closest("[data-swap]");
  if (!button || event.detail.version) return;
  event.preventDefault();
  if (confirm(button.dataset.swap)) act(button, { ...JSON.parse(button.dataset.body), confirmed: true });
});

document.addEventListener("change", (event) => event.target.closest("form[data-auto]")?.requestSubmit());
