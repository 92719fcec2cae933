// The first questions, one step at a time; at the end the answers go to the API, in order and with their progress.
//
// The step is in the address, so that back goes back. What was answered stays in the tab until all of it is kept.

import { number, say, toGrams, toMillimeters } from "./act.js";
import { go } from "./home.js";
import { call } from "./outbox.js";
import { pains } from "./pain.js";
import { place } from "./place.js";

const form = document.querySelector("#welcome");
const steps = [...form.querySelectorAll("section[data-step]")];
const known = JSON.parse(form.dataset.known);
const DRAFT = "regimen-welcome";
const find = (id) => document.getElementById(id);
const text = (name) => form.elements[name].value.trim();
const checked = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value);
const list = (name) => text(name).split(/[,;\n]/).map((one) => one.trim()).filter(Boolean);
const unit = () => form.elements.units.value;

// 1. Answers that survive a reload.
const fields = [...form.querySelectorAll("input, select")];

function keep() {
  const said = fields.map((field) => [field.checked ?? false, field.value]);
  const marked = pains(form.querySelector("[data-pain]")).map((pain) => pain.area);
  sessionStorage.setItem(DRAFT, JSON.stringify({ said, marked }));
}

function recall() {
  const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
  if (draft?.said.length !== fields.length) return;
  fields.forEach((field, index) => {
    const [isChecked, value] = draft.said[index];
    if (field.type === "radio" || field.type === "checkbox") field.checked = isChecked;
    else if (field.name !== "locale") field.value = value;
  });
  for (const row of form.querySelectorAll("[data-row]")) {
    row.hidden = !draft.marked.includes(row.dataset.row);
    for (const area of form.querySelectorAll(`.area[data-area="${row.dataset.row}"]`)) area.setAttribute("aria-pressed", !row.hidden);
  }
}

// 2. Steps.
const here = () => Math.min(Math.max(Number(location.hash.slice(1)) || 1, 1), steps.length);

function show() {
  const at = here();
  const step = steps[at - 1];
  for (const one of steps) one.hidden = one !== step;
  find("title").textContent = step.dataset.title;
  find("count").textContent = find("count").dataset.text.replace("{n}", at).replace("{all}", steps.length);
  find("bar").value = at;
  find("back").hidden = at === 1;
  find("skip").hidden = !("skip" in step.dataset);
  find("next").textContent = at === steps.length ? find("next").dataset.endText : find("next").dataset.nextText;
  form.querySelector("[data-needs-body]").hidden = hasBody();
  say("");
  scrollTo(0, 0);
}

function units() {
  for (const word of form.querySelectorAll("[data-unit-word]")) word.hidden = word.dataset.unitWord !== unit();
  for (const iron of form.querySelectorAll("[data-iron-unit]")) iron.hidden = iron.dataset.ironUnit !== unit();
}

function forward() {
  keep();
  if (here() === steps.length) return finish();
  location.hash = here() + 1;
  find("title").focus({ preventScroll: true });
}

// 3. Answers as the API takes them.
const height = () => toMillimeters(text("height"));
const weight = () => (text("weight") ? toGrams(number(text("weight")), unit()) : undefined);
const hasBody = () => ["female", "male"].includes(form.elements.sex.value) && text("birth") && text("height") && text("weight");

async function saveProfile() {
  const { revision, profile } = await call("GET", "/api/profile");
  const said = {
    ...profile,
    training_age: form.elements.age.value,
    goals: { ...profile.goals, primary: form.elements.goal.value },
    units: unit(),
    locale: text("locale"),
    days_per_week: Number(form.elements.days.value),
    session_minutes: Number(form.elements.minutes.value),
    sex: form.elements.sex.value,
  };
  if (text("start")) said.usual_start = text("start");
  if (text("birth")) said.birth_date = text("birth");
  if (text("height")) said.height_mm = height();
  if (profile.zone === "UTC") said.zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await call("PUT", "/api/profile", { revision, profile: said });
}

async function savePlace() {
  const path = `/api/locations/${encodeURIComponent(form.dataset.placeName)}`;
  await call("PUT", path, { ...place(form.querySelector("[data-place]")), is_default: true });
}

async function savePain() {
  const now = pains(form.querySelector("[data-pain]"));
  const before = known.pains;
  for (const flag of before) if (!now.some((pain) => pain.area === flag.area)) await call("DELETE", `/api/flags/${flag.id}`);
  const changed = now.filter((pain) => !before.some((flag) => flag.area === pain.area && flag.severity === pain.severity));
  for (const pain of changed) await call("POST", "/api/flags", { kind: "pain", ...pain });
  return now.length || before.length ? "done" : "skipped";
}

async function saveWeight() {
  if (weight() === undefined || weight() === known.weight_g) return "skipped";
  await call("POST", "/api/body-weights", { grams: weight() });
}

let eats = false;

async function saveFood() {
  if (!eats) return "skipped";
  const before = known.nutrition ?? {};
  const kept = (before.dislikes ?? []).filter((one) => one.as && one.as !== "auto");
  await call("PUT", "/api/nutrition/profile", {
    ...before,
    sex: form.elements.sex.value,
    birth_date: text("birth"),
    height_mm: height(),
    weight_g: weight(),
    goal: form.elements.weight_goal.value,
    life_activity: text("activity"),
    diet: checked("diet"),
    allergies: [...checked("allergies"), ...list("other_allergies")],
    dislikes: [...kept, ...list("dislikes")],
  });
}

async function makeSession() {
  if (known.has_session) return "skipped";
  await call("POST", "/api/sessions", { wanted: {} });
}

async function planMeals() {
  if (!eats) return "skipped";
  const { proposal } = await call("POST", "/api/meals/plan", {});
  if (!proposal) return "no_week";
  if (proposal.state !== "accepted") await call("POST", `/api/meals/proposals/${proposal.id}/accept`, {});
}

const WORK = {
  profile: saveProfile,
  place: savePlace,
  pain: savePain,
  weight: saveWeight,
  food: saveFood,
  session: makeSession,
  meals: planMeals,
};

// 4. The end.
const rows = [...form.querySelectorAll("[data-work]")];
let at = 0;

function state(row, name, message = "") {
  const word = find("states").content.querySelector(`[data-state=${name}]`);
  const badge = row.querySelector(".badge");
  badge.textContent = word.textContent;
  badge.className = `badge ${word.className}`;
  row.querySelector("small").textContent = message;
}

async function run() {
  form.querySelector("[data-trouble]").hidden = true;
  for (; at < rows.length; at += 1) {
    state(rows[at], "running");
    try {
      state(rows[at], (await WORK[rows[at].dataset.work]()) ?? "done");
    } catch (error) {
      state(rows[at], "failed", error.message);
      form.querySelector("[data-trouble]").hidden = false;
      find("again").focus();
      return;
    }
  }
  sessionStorage.removeItem(DRAFT);
  const isWhole = !rows.some((row) => row.querySelector(".badge").textContent === find("states").content.querySelector("[data-state=no_week]").textContent);
  setTimeout(() => go("/?week=open"), isWhole ? 600 : 2500);
}

function finish() {
  for (const step of steps) step.hidden = true;
  const end = form.querySelector("[data-work-list]");
  end.hidden = false;
  find("title").textContent = end.dataset.title;
  find("count").textContent = "";
  find("back").hidden = true;
  find("steps").hidden = true;
  find("title").focus();
  run();
}

find("next").addEventListener("click", () => {
  if (here() === steps.length) {
    if (!hasBody()) return (form.querySelector("[data-needs-body]").hidden = false), scrollTo(0, 0);
    eats = true;
  }
  forward();
});
find("skip").addEventListener("click", () => {
  eats = false;
  forward();
});
find("back").addEventListener("click", () => history.back());
find("again").addEventListener("click", run);
find("skip-work").addEventListener("click", () => {
  state(rows[at], "skipped");
  at += 1;
  run();
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", async ({ target }) => {
  keep();
  units();
  if (target.name !== "locale") return;
  await call("PUT", "/api/me", { locale: target.value });
  location.reload();
});
addEventListener("hashchange", show);

recall();
units();
show();
