// Makes forms and buttons act: what they say goes to the API as JSON, and the page shows what came of it.
//
//   <form data-call="POST /api/checkins">        fields become a body: name="a.b" and "a.0" nest, data-as says how a value is read
//   <button data-call="DELETE /api/flags/1">     data-body='{"reason":"…"}' is sent as it is
//   data-next="/sessions/{id}"                   where to go then; {id} is taken from the answer; none: look again
//   data-next="stay"                             nothing is reloaded
//   data-confirm="Delete everything?"            asks first
//   data-on="gate_open /elsewhere"               where to go if the server refuses with this code
//   data-stamp="id at"                           adds an id made here and the time of the device
//   data-later="name"                            may be sent later: kept in the browser until there is a network
//   data-open="#dialog", data-close              dialogs

import { base, go } from "./home.js";
import { call, later, newId } from "./outbox.js";

const said = document.querySelector("#said");
export const POUND = 453.59237;

export function say(message, at = said) {
  if (!at) return;
  at.textContent = message;
  at.hidden = !message;
  if (message) at.scrollIntoView({ block: "nearest" });
}

export const toGrams = (value, unit) => Math.round(value * (unit === "lb" ? POUND : 1000));
export const number = (text) => Number(String(text).trim().replace(",", "."));

// A height in centimeters, meters, or feet and inches: 182, 1.82, 5'11", 5 ft 11 in.
export function toMillimeters(text) {
  const [first, second] = (String(text).match(/\d+([.,]\d+)?/g) ?? []).map(number);
  if (second !== undefined || /['′]|ft/i.test(text) || (first >= 3 && first < 10)) {
    return Math.round((first * 12 + (second ?? 0)) * 25.4);
  }
  return Math.round(first * (first < 3 ? 1000 : 10));
}

// The value of a field, or undefined where nothing was said.
function value(field) {
  const text = field.value;
  switch (field.dataset.as) {
    case "bool":
      return field.checked;
    case "json":
      return JSON.parse(text);
    case "int":
    case "number":
      return text.trim() === "" ? undefined : number(text);
    case "tenths":
      return text.trim() === "" ? undefined : Math.round(number(text) * 10);
    case "load":
      return text.trim() === "" ? undefined : toGrams(number(text), document.documentElement.dataset.unit);
    case "milligrams":
      return text.trim() === "" ? undefined : Math.round(number(text) * 1000);
    case "millimeters":
      return text.trim() === "" ? undefined : toMillimeters(text);
    case "list":
      return text.split(/[,\n]/).map((one) => one.trim()).filter(Boolean);
    default:
      return text.trim() === "" ? undefined : text;
  }
}

function put(body, name, value) {
  const steps = name.split(".");
  const last = steps.pop();
  let place = body;
  // A number names a place in a list.
  steps.forEach((step, at) => (place = place[step] ??= /^\d+$/.test(steps[at + 1] ?? last) ? [] : {}));
  place[last] = value;
}

// A form as a body. Boxes with the same name are a list of what is checked.
export function read(form) {
  const body = form.dataset.body ? JSON.parse(form.dataset.body) : {};
  for (const name of (form.dataset.stamp ?? "").split(" ").filter(Boolean)) {
    body[name] = name === "at" ? new Date().toISOString() : newId();
  }
  for (const field of form.elements) {
    if (!field.name || field.disabled) continue;
    if (field.type === "radio" && !field.checked) continue;
    if (field.type === "checkbox" && field.dataset.as !== "bool") {
      const steps = field.name.split(".");
      let place = body;
      for (const step of steps) place = place?.[step];
      if (!Array.isArray(place)) put(body, field.name, (place = []));
      if (field.checked) place.push(value(field));
      continue;
    }
    const said = value(field);
    if (said !== undefined) put(body, field.name, said);
  }
  return body;
}

const filled = (path, answer) => path.replace(/\{(\w+)\}/g, (_, name) => answer?.[name] ?? "");

export async function act(source, body) {
  const [method, path] = source.dataset.call.split(" ");
  const out = source.querySelector?.("output") ?? source.closest("dialog, form")?.querySelector("output") ?? said;
  say("", out);
  if (source.dataset.confirm && !confirm(source.dataset.confirm)) return;
  const buttons = source.matches("button") ? [source] : [...source.querySelectorAll("button:not([type=button])")];
  buttons.forEach((button) => (button.disabled = true));
  try {
    let answer;
    if (source.dataset.later) await later(source.dataset.later, method, path, body);
    else answer = await call(method, path, body);
    const done = new CustomEvent("regimen-done", { detail: answer, bubbles: true, cancelable: true });
    if (!source.dispatchEvent(done)) return;
    const next = source.dataset.next;
    if (next === "stay") source.closest("dialog")?.close();
    else if (next) go(filled(next, answer));
    else location.reload();
  } catch (error) {
    const [code, elsewhere] = (source.dataset.on ?? "").split(" ");
    if (code && error.problem?.code === code) return go(elsewhere);
    const wrong = error.problem?.errors ?? error.problem?.validation ?? [];
    const field = wrong.map((one) => one.pointer?.slice(1).replaceAll("/", ".")).find(Boolean);
    const named = field && source.elements?.namedItem?.(field);
    if (named?.setAttribute) {
      named.setAttribute("aria-invalid", "true");
      named.focus();
    }
    say(error.message, out);
  } finally {
    buttons.forEach((button) => (button.disabled = false));
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-call]");
  if (!form) return;
  event.preventDefault();
  form.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
  act(form, read(form));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.call) act(button, button.dataset.body ? JSON.parse(button.dataset.body) : undefined);
  else if (button.dataset.open) document.querySelector(button.dataset.open)?.showModal();
  else if ("close" in button.dataset) button.closest("dialog")?.close();
  else if ("leaveAthlete" in button.dataset) {
    document.cookie = `regimen-athlete=; Path=${base || "/"}; Max-Age=0; SameSite=Lax`;
    go("/more/athletes");
  } else if (button.dataset.step && button.closest(".stepper")) step(button);
});

// One step up or down; the field says by how much and between what.
export function step(button) {
  const field = button.closest(".stepper").querySelector("input");
  const by = number(field.dataset.by ?? "1") * Number(button.dataset.step);
  const least = number(field.dataset.min ?? "0");
  const most = number(field.dataset.max ?? "100000");
  const places = (field.dataset.by ?? "1").split(".")[1]?.length ?? 0;
  const now = field.value.trim() === "" ? least : number(field.value);
  const grid = number(field.dataset.by ?? "1");
  const next = Math.min(most, Math.max(least, Math.round((now + by) / grid) * grid));
  const text = next.toFixed(places).replace(/\.0+$/, "");
  field.value = document.documentElement.lang === "ru" ? text.replace(".", ",") : text;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// The place where the reader is may be beyond the edge of a narrow screen.
const here = document.querySelector(".chips.line [aria-current]");
here?.parentElement.scrollTo({ left: here.offsetLeft - here.parentElement.clientWidth / 2 + here.clientWidth / 2 });

// The page as it is now is what is shown without a network; so it is kept anew when something was sent.
async function keepPage() {
  const worker = await navigator.serviceWorker.ready;
  worker.active?.postMessage({ keep: location.href });
}
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(`${base}/sw.js`).then(keepPage);
  addEventListener("regimen-flushed", keepPage);
}
