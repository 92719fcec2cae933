// The conversation: what is said goes to the server, what it answers stands below. Without a network a message is kept and
// sent when there is one; its id makes sure that it counts once.

import { base } from "./home.js";
import { Refused, call, later, newId } from "./outbox.js";

const PATH = "/api/dialog/messages";
const turns = document.querySelector("#turns");
const options = document.querySelector("#options");
const form = document.querySelector("#say");
const words = document.querySelector("#words");

const clock = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...properties });
}

function line(who, text) {
  const place = element("li", "", { className: who });
  place.append(element("p", text), element("small", clock()));
  return place;
}

function look() {
  form.scrollIntoView({ block: "end" });
}

// An answer stands below what it answers. What can be pressed belongs to the last answer: older buttons are gone with the
// next message.
function answer(place, { replies }) {
  const lines = replies.map(({ text, attachments = [] }) => {
    const said = line("theirs", text);
    for (const { title, path } of attachments) said.append(element("a", title, { href: base + path }));
    return said;
  });
  place.after(...lines);
  if ([...turns.querySelectorAll(".mine")].at(-1) === place) {
    options.replaceChildren(...replies.flatMap((reply) => reply.buttons ?? []).map(button));
  }
  look();
}

function button({ label, action }) {
  const place = element("button", label, { type: "button", className: "btn" });
  place.dataset.action = action;
  return place;
}

// One message after the other, so that what is said first is done first.
let before = Promise.resolve();

function send(message, shown) {
  const body = { client_id: newId(), ...message };
  const place = line("mine", shown);
  turns.append(place);
  options.replaceChildren();
  document.querySelector("#examples")?.remove();
  look();
  before = before.then(() => deliver(body, place)).then(look);
}

async function deliver(body, place) {
  // Behind one that waits for a network the next one waits, too.
  if (turns.querySelector(".warn")) return keep(body, place);
  try {
    answer(place, await call("POST", PATH, body, { key: body.client_id }));
  } catch (error) {
    if (!(error instanceof Refused)) return keep(body, place);
    place.append(element("small", error.message, { className: "bad" }));
    place.querySelector("p").classList.add("soft");
  }
}

// There is no network: the browser keeps it, and the page shows the answer when it was sent.
async function keep(body, place) {
  await later(`chat-${body.client_id}`, "POST", PATH, body);
  place.append(element("small", form.dataset.waiting, { className: "warn" }));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = words.value.trim();
  if (!text) return;
  words.value = "";
  send({ text }, text);
});

// Enter sends, with Shift it begins a line; whoever composes a letter is not interrupted.
words.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("button");
  if (pressed?.dataset.action) send({ action: pressed.dataset.action }, pressed.textContent);
  else if (pressed && "example" in pressed.dataset) {
    words.value = pressed.textContent;
    words.focus();
  }
});

// What was kept has been sent now: the server has the answers.
addEventListener("regimen-flushed", () => {
  if (turns.querySelector(".warn")) location.reload();
});

if (turns.children.length) look();
