// What pages of settings do besides sending forms: say that it is saved, look and zones, links that are shown once,
// files to take along, another athlete, sign-out.

import "./collect.js";
import { say } from "./act.js";
import { base, go } from "./home.js";
import { call, flush, forgetAll, waiting } from "./outbox.js";

const YEAR = 365 * 24 * 3600;

function toast(text) {
  document.querySelector(".toast")?.remove();
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  const words = document.createElement("span");
  words.textContent = text;
  toast.append(words);
  document.body.append(toast);
  setTimeout(() => toast.remove(), 4000);
}

// A secret or a link: shown here and nowhere else.
function showOnce(source, text) {
  const made = source.querySelector("[data-made]") ?? source.closest(".card").querySelector("[data-made]");
  made.querySelector("code").textContent = text;
  made.hidden = false;
  made.scrollIntoView({ block: "nearest" });
}

document.addEventListener("regimen-done", (event) => {
  const { target: source, detail: answer } = event;
  if (source.dataset.saved) {
    // The next change starts from what is kept now.
    if (answer?.revision) source.dataset.body = JSON.stringify({ ...JSON.parse(source.dataset.body), revision: answer.revision });
    toast(source.dataset.saved);
  }
  if ("secret" in source.dataset) showOnce(source, answer.secret);
  if (source.dataset.link) showOnce(source, `${location.origin}${base}${source.dataset.link}?code=${answer.code}`);
  if ("farewell" in source.dataset) forget();
});

function forget() {
  navigator.serviceWorker?.controller?.postMessage("forget");
  sessionStorage.clear();
  document.cookie = `regimen-athlete=; Path=${base || "/"}; Max-Age=0; SameSite=Lax`;
}

// What was not sent is sent first, and given up only if the person says so.
async function signOut(button) {
  await flush();
  const left = (await waiting()).length;
  if (left && !confirm(button.dataset.signOut.replace("{n}", left))) return;
  await call("POST", "/api/sign-out");
  await forgetAll();
  forget();
  go("/sign-in");
}

async function download(button) {
  const [method, path] = button.dataset.download.split(" ");
  const text = await call(method, path);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = button.dataset.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function removeAccount(button) {
  const typed = prompt(button.dataset.ask);
  if (typed === null) return;
  await call("DELETE", `/api/admin/accounts/${button.dataset.deleteAccount}?confirm=${encodeURIComponent(typed)}`);
  location.reload();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { dataset } = button;
  try {
    if ("signOut" in dataset) await signOut(button);
    else if (dataset.download) await download(button);
    else if (dataset.deleteAccount) await removeAccount(button);
    else if ("copy" in dataset) await navigator.clipboard?.writeText(button.closest("[data-made]").querySelector("code").textContent);
    else if (dataset.lookAt) {
      document.cookie = `regimen-athlete=${dataset.lookAt}; Path=${base || "/"}; SameSite=Lax`;
      go("/");
    }
  } catch (error) {
    say(error.message);
  }
});

document.querySelector("[data-theme-choice]")?.addEventListener("change", ({ target }) => {
  const isSystem = target.value === "system";
  document.cookie = `regimen-theme=${target.value}; Path=${base || "/"}; SameSite=Lax; Max-Age=${isSystem ? 0 : YEAR}`;
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = target.value;
});

const zones = document.querySelector("#zones");
for (const zone of zones ? (Intl.supportedValuesOf?.("timeZone") ?? []) : []) {
  const option = document.createElement("option");
  option.value = zone;
  zones.append(option);
}
