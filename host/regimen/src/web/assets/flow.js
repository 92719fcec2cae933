// What pages of planning from words do besides sending forms: files into fields, a workout as a file, what came of a log.

import { say } from "./act.js";
import { go } from "./home.js";
import { call } from "./outbox.js";

const FORMS = { csv: "csv", json: "json", md: "markdown", txt: "markdown" };

// A file stands in its field, where it can be read before it is sent.
document.addEventListener("change", async ({ target }) => {
  if (target.type !== "file" || !target.files[0]) return;
  const [file] = target.files;
  const field = target.form.elements[target.dataset.into];
  field.value = await file.text();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const format = target.form.elements["history.format"];
  const form = FORMS[file.name.split(".").pop().toLowerCase()];
  if (format && form) format.value = form;
});

// Words that were pasted are meant to be read.
document.querySelector("[name='history.content']")?.addEventListener("input", ({ target }) => {
  const format = target.form.elements["history.format"];
  if (target.value.trim() && format.value === "stored") format.value = "markdown";
});

// The server keeps what was asked for without the history that came with it. It stays in this tab, so that who plans again
// need not paste again.
const pasted = (id) => `regimen-history-${id}`;
const historyOf = (form) => [...form.elements].filter(({ name }) => name.startsWith("history."));

function keepHistory(form, id) {
  const fields = historyOf(form).map(({ name, value, checked }) => [name, { value, checked }]);
  try {
    if (form.elements["history.content"].value.trim()) sessionStorage.setItem(pasted(id), JSON.stringify(fields));
  } catch {
    // More than a tab may keep: it is pasted again.
  }
}

function bringHistory(form, id) {
  const kept = JSON.parse(sessionStorage.getItem(pasted(id)) ?? "[]");
  for (const [name, { value, checked }] of kept) Object.assign(form.elements[name], { value, checked });
  if (kept.length) form.elements["history.content"].closest("details").open = true;
}

const again = new URLSearchParams(location.search).get("again");
const plan = document.querySelector("form#plan");
if (plan && again) bringHistory(plan, again);

document.addEventListener("regimen-done", (event) => {
  const { target: source, detail: answer } = event;
  if (source.id === "plan") {
    event.preventDefault();
    keepHistory(source, answer.workout.workout_id);
    go(`/flow/${answer.workout.workout_id}`);
  } else if (source.id === "log") {
    event.preventDefault();
    logged(answer);
  }
});

// What a filled-in workout changed is in the summary; what was odd about the file is said first.
function logged({ session, warning_texts: odd }) {
  const summary = `/sessions/${session.id}/summary`;
  if (!odd.length) return go(summary);
  const place = document.querySelector("#logged");
  place.querySelector("ul").replaceChildren(...odd.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  place.querySelector("a").href = summary;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", async (event) => {
  const id = event.target.closest("button")?.dataset.yaml;
  if (!id) return;
  try {
    const { yaml } = await call("GET", `/api/flow/drafts/${id}`);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([yaml], { type: "text/yaml" }));
    link.download = `${id}.yaml`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    say(error.message);
  }
});
