// An exercise of one's own, like another one: it gets a name, a key and a code of its own.

import { say } from "./act.js";
import { go } from "./home.js";
import { call, newId } from "./outbox.js";

const form = document.querySelector("[data-like]");

// From the letters of the name; a name without Latin letters gets one by chance.
function key(name) {
  const plain = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return /^[a-z]/.test(plain) && plain.length > 2 ? `own_${plain}`.slice(0, 60) : `own_${newId().slice(-8)}`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const out = form.querySelector("output");
  const name = form.elements.name.value.trim();
  const cue = form.elements.cue.value.trim();
  const exercise = { ...JSON.parse(form.dataset.like), id: key(name), name_en: name, name_ru: name };
  exercise.short_code = `X${newId().slice(-5).toUpperCase()}`;
  if (cue) Object.assign(exercise, { cues_en: [cue], cues_ru: [cue] });
  say("", out);
  try {
    await call("POST", "/api/exercises", { exercises: [exercise] });
    go(`/more/exercises/${exercise.id}`);
  } catch (error) {
    say(error.message, out);
  }
});
