// Logs sets: each is kept in the browser first and sent after, so that a dead spot or an empty battery loses nothing.
//
// What was changed and not sent yet is in the outbox; a page that was loaded without a network takes it from there.

import { call, later, newId, waiting } from "./outbox.js";
import { POUND, number, say, toGrams } from "./act.js";
import { go } from "./home.js";

const page = document.querySelector("#session");
const session = page.dataset.id;
const unit = document.documentElement.dataset.unit;
const shown = (text) => (document.documentElement.lang === "ru" ? String(text).replace(".", ",") : String(text));
const setsOf = (of) => [...of.querySelectorAll("li.set")];

// All sets in the order in which they are done: those of a superset in turn.
function sets() {
  return [...document.querySelector("#exercises").children].flatMap((block) => {
    const lists = block.matches(".super") ? [...block.querySelectorAll(".exercise")].map(setsOf) : [setsOf(block)];
    const rounds = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length: rounds }, (_, round) => lists.map((list) => list[round]).filter(Boolean)).flat();
  });
}

// The sets of the same round of a superset, else the set alone.
function round(row) {
  const pair = row.closest(".super");
  const place = setsOf(card(row)).indexOf(row);
  return pair ? [...pair.querySelectorAll(".exercise")].map((of) => setsOf(of)[place]).filter(Boolean) : [row];
}

const field = (row, name) => row.querySelector(`[name=${name}]`);
const box = (row) => row.querySelector(".check input");
const card = (row) => row.closest(".exercise");

// The loads that can be put together, as they are shown and in grams.
const grids = new Map();
function grid(row) {
  const of = card(row);
  if (!grids.has(of)) grids.set(of, JSON.parse(of.dataset.grid));
  return grids.get(of);
}

function grams(row) {
  const text = field(row, "load")?.value.trim();
  if (!text) return undefined;
  const known = grid(row).find(([value]) => number(value) === number(text));
  return known ? known[1] : toGrams(number(text), unit);
}

// A load as it is read; one that the iron cannot make is shown, too.
function asLoad(row, load) {
  const known = grid(row).find(([, value]) => value === load);
  return known ? known[0] : shown(Number((load / (unit === "lb" ? POUND : 1000)).toFixed(2)));
}

// What a row says, as the API takes it.
function said(row) {
  const rpe = field(row, "rpe").value.trim();
  const load = grams(row);
  const set = {
    id: row.dataset.id,
    index: Number(row.dataset.index),
    type: field(row, "kind").value,
    completed: box(row).checked,
    [card(row).dataset.counts]: Math.round(number(field(row, "amount").value || "0")),
  };
  if (row.dataset.meant) set.set_id = row.dataset.meant;
  if (load !== undefined) set.load_g = load;
  if (rpe) set.rpe = Math.round(number(rpe) * 10);
  if (row.dataset.rested) set.rest_after_s = Number(row.dataset.rested);
  return { performance_id: card(row).dataset.id, set, at: new Date().toISOString() };
}

// What was said here of each set, for a page that was kept before it: without a network that is all there is to show.
// It is `unkept` until the outbox has it on the disk: who leaves the page in that moment finds it put there after.
const local = `regimen-sets-${session}`;
const remembered = () => JSON.parse(localStorage.getItem(local) ?? "{}");
const remember = (entries) => localStorage.setItem(local, JSON.stringify(entries));

function keep(row) {
  const entry = said(row);
  remember({ ...remembered(), [entry.set.id]: { ...entry, unkept: true } });
  return put(entry);
}

async function put(entry) {
  const { id } = entry.set;
  try {
    await later(`set ${id}`, "PUT", `/api/sessions/${session}/sets/${id}`, entry);
  } catch (error) {
    return say(error.message);
  }
  const entries = remembered();
  if (entries[id]?.at === entry.at) remember({ ...entries, [id]: entry });
}

// The first set that is not done is the one to do.
function mark() {
  const rows = sets();
  const next = rows.find((row) => !box(row).checked);
  for (const row of rows) row.dataset.state = box(row).checked ? "done" : row === next ? "now" : "next";
  const done = rows.filter((row) => box(row).checked).length;
  const bar = document.querySelector("#done-bar");
  bar.max = rows.length;
  bar.value = done;
  document.querySelector("#done-count").textContent = `${done} / ${rows.length}`;
  document.querySelector("#undone").hidden = done === rows.length;
  for (const of of page.querySelectorAll(".exercise")) {
    plates(of);
    const out = of.querySelector("[data-leave-out]");
    if (out) out.hidden = of.querySelector("li.set[data-state=done]") !== null;
  }
}

// The plates of one side for the load of the set to do.
function plates(of) {
  const figure = of.querySelector(".each-side");
  const row = of.querySelector("li.set[data-state=now]") ?? of.querySelector("li.set");
  const load = row && grams(row);
  const picture = of.querySelector(`template.plates-of[data-load="${load}"]`);
  figure.hidden = !picture || of.querySelector("li.set[data-state=now]") === null;
  figure.replaceChildren(...(picture ? [picture.content.cloneNode(true)] : []));
}

// The value of a set carries over to those after it that were not touched.
function carry(row, name) {
  const rows = setsOf(card(row));
  for (const after of rows.slice(rows.indexOf(row) + 1)) {
    if (box(after).checked || after.dataset.touched || field(after, "kind").value !== field(row, "kind").value) break;
    field(after, name).value = field(row, name).value;
  }
}

page.addEventListener("change", (event) => {
  const row = event.target.closest("li.set");
  if (!row) return;
  if (event.target === box(row)) {
    if (box(row).checked) rest(row);
    else stopRest();
    keep(row);
  } else {
    row.dataset.touched = "yes";
    if (event.target.name === "load") carry(row, "load");
    if (box(row).checked) keep(row);
  }
  mark();
});

page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const row = button?.closest("li.set");
  if (row && button.dataset.step && button.closest(".stepper").querySelector("[name=load]")) {
    event.stopPropagation();
    stepLoad(row, Number(button.dataset.step));
  } else if (!button && event.target.closest("li.set") && !event.target.closest(".check, .enter")) {
    // A tap on any set opens it: another order, or a correction.
    const { dataset } = event.target.closest("li.set");
    if ("open" in dataset) delete dataset.open;
    else dataset.open = "";
  } else if (button && "addSet" in button.dataset) addSet(button.closest(".exercise"));
  else if (button && "leaveOut" in button.dataset) leaveOut(button.closest(".exercise"));
});

// One step on the iron grid.
function stepLoad(row, by) {
  const input = field(row, "load");
  const steps = grid(row);
  if (!steps.length) return;
  const now = grams(row) ?? steps[0][1];
  const above = steps.findIndex(([, load]) => load > now);
  const below = steps.findLastIndex(([, load]) => load < now);
  const place = by > 0 ? (above < 0 ? steps.length - 1 : above) : Math.max(below, 0);
  input.value = steps[place][0];
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function addSet(of) {
  const rows = setsOf(of);
  const last = rows.at(-1);
  const row = last.cloneNode(true);
  const index = Math.max(...rows.map((one) => Number(one.dataset.index))) + 1;
  Object.assign(row.dataset, { id: newId(), index, state: "next", open: "" });
  for (const name of ["meant", "rested", "touched"]) delete row.dataset[name];
  row.querySelector(".no").textContent = index + 1;
  row.querySelector(".last").textContent = "";
  box(row).checked = false;
  for (const name of ["load", "amount", "kind"]) if (field(row, name)) field(row, name).value = field(last, name).value;
  field(row, "rpe").value = "";
  last.after(row);
  mark();
}

async function leaveOut(of) {
  const keys = [...page.querySelectorAll(".exercise")].filter((one) => one !== of).map((one) => one.dataset.key);
  try {
    await call("PATCH", `/api/sessions/${session}`, { exercises: keys });
    of.remove();
    mark();
  } catch (error) {
    say(error.message);
  }
}

// The rest after a set: a countdown that ends at a time, so that a sleeping screen does not stop it.
const bar = document.querySelector("#rest");
let ends = 0;
let whole = 0;
let resting = null;
let ticking;

function rest(row) {
  stopRest();
  // In a superset one rest follows the two.
  const together = round(row);
  if (together.some((one) => !box(one).checked)) return;
  whole = Math.max(...together.map((one) => Number(one.dataset.rest)));
  if (!whole || !sets().some((one) => !box(one).checked)) return;
  resting = row;
  ends = Date.now() + whole * 1000;
  localStorage.setItem("regimen-rest", JSON.stringify({ session, ends, whole }));
  tick();
  ticking = setInterval(tick, 500);
  if ("Notification" in window && Notification.permission === "default") Notification.requestPermission();
}

function tick() {
  const left = Math.ceil((ends - Date.now()) / 1000);
  if (left <= 0) {
    stopRest();
    alarm();
    return;
  }
  bar.hidden = false;
  bar.querySelector(".num").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const progress = bar.querySelector("progress");
  progress.max = whole;
  progress.value = whole - left;
}

// What was really rested belongs to the set before it.
function stopRest() {
  clearInterval(ticking);
  bar.hidden = true;
  localStorage.removeItem("regimen-rest");
  if (!resting) return;
  const rested = Math.round(whole - Math.max(0, (ends - Date.now()) / 1000));
  resting.dataset.rested = rested;
  if (rested > 0 && box(resting).checked) keep(resting);
  resting = null;
}

function alarm() {
  navigator.vibrate?.([200, 100, 200]);
  try {
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    tone.frequency.value = 880;
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.3);
  } catch {
    // Without sound the bar and the vibration tell.
  }
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(page.dataset.restOver, { tag: "rest" }));
  }
}

bar.addEventListener("click", (event) => {
  const by = event.target.closest("button")?.dataset.restBy;
  if (!by) return;
  if (by === "end") return stopRest();
  whole = Math.max(0, whole + Number(by));
  ends += Number(by) * 1000;
  tick();
});

// Notes and marks wait in the browser until the session is finished.
const noted = `regimen-marks-${session}`;
const marks = JSON.parse(localStorage.getItem(noted) ?? "{}");
for (const dialog of page.querySelectorAll("dialog.marks")) {
  const form = dialog.querySelector("form");
  const { item } = card(dialog).dataset;
  const known = marks[item] ?? {};
  form.elements.technique.checked = Boolean(known.technique);
  form.elements.area.value = known.area ?? "";
  if (known.severity) form.elements.severity.value = known.severity;
  form.elements.notes.value = known.notes ?? "";
  form.addEventListener("submit", () => {
    const { technique, area, severity, notes } = form.elements;
    marks[item] = { technique: technique.checked, area: area.value, severity: severity.value, notes: notes.value };
    localStorage.setItem(noted, JSON.stringify(marks));
  });
}

function report() {
  const items = [];
  for (const of of page.querySelectorAll(".exercise[data-item]")) {
    const known = marks[of.dataset.item];
    if (!known) continue;
    const list = [];
    if (known.technique) list.push({ kind: "technique" });
    if (known.area) list.push({ kind: "pain", area: known.area, severity: Number(known.severity) });
    if (list.length || known.notes) items.push({ item_id: of.dataset.item, marks: list, notes: known.notes ?? "" });
  }
  return items.length ? { items } : undefined;
}

const finish = document.querySelector("#finish-form");
const over = `/sessions/${session}/summary`;
finish.addEventListener("submit", async (event) => {
  event.preventDefault();
  stopRest();
  const body = {};
  const effort = finish.elements.session_rpe.value;
  if (effort) body.session_rpe = Number(effort);
  const told = report();
  if (told) body.report = told;
  await later(`finish ${session}`, "POST", `/api/sessions/${session}/finish`, body);
  if (!navigator.onLine) say(page.dataset.doneOffline, finish.querySelector("output"));
});

addEventListener("regimen-sent", ({ detail: { entry } }) => {
  if (entry.name !== `finish ${session}`) return;
  localStorage.removeItem(noted);
  localStorage.removeItem(local);
  go(over);
});
addEventListener("regimen-refused", ({ detail: { error } }) => say(error.message));

// What was logged here and not sent yet counts more than what the server knew when it made the page.
async function restore() {
  const unkept = Object.values(remembered()).filter((entry) => entry.unkept);
  // With a network the server knows what was sent, and knows better.
  if (navigator.onLine) remember(Object.fromEntries(unkept.map((entry) => [entry.set.id, entry])));
  for (const { unkept: _, ...entry } of unkept) await put(entry);
  const unsent = (await waiting()).filter((entry) => entry.name.startsWith("set ")).map((entry) => entry.body);
  for (const { performance_id: performance, set } of [...Object.values(remembered()), ...unsent]) {
    const of = page.querySelector(`.exercise[data-id="${performance}"]`);
    if (!of) continue;
    let row = of.querySelector(`li.set[data-id="${set.id}"]`);
    if (!row) {
      addSet(of);
      row = setsOf(of).at(-1);
      row.dataset.id = set.id;
    }
    if (field(row, "load") && set.load_g !== undefined) field(row, "load").value = asLoad(row, set.load_g);
    field(row, "amount").value = set[of.dataset.counts] ?? "";
    field(row, "rpe").value = set.rpe ? shown(set.rpe / 10) : "";
    field(row, "kind").value = set.type;
    box(row).checked = set.completed;
  }
  mark();
}

// How long it takes so far.
const started = Number(page.dataset.started);
function clock() {
  const seconds = Math.max(0, Math.floor((Date.now() - started) / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(hours ? 2 : 1, "0");
  const text = `${hours ? `${hours}:` : ""}${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  document.querySelector("#elapsed").textContent = text;
}

const kept = JSON.parse(localStorage.getItem("regimen-rest") ?? "null");
if (kept?.session === session && kept.ends > Date.now()) {
  ({ ends, whole } = kept);
  tick();
  ticking = setInterval(tick, 500);
}
clock();
setInterval(clock, 1000);
restore();
navigator.wakeLock?.request("screen").catch(() => {});
