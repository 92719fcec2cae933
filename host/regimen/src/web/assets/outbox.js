// What a person did, sent to the server: at once, or kept in the browser until there is a network.
//
// `call` sends now and throws what the server refuses. `later` keeps first and sends after: nothing that was said is lost
// by a reload, an empty battery or a dead spot. Every entry has an idempotency key, so that one sent twice counts once.

import { base } from "./home.js";

const root = document.documentElement;
const sync = document.querySelector("#sync");

export class Refused extends Error {
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? String(status));
    this.problem = problem;
    this.status = status;
  }
}

// Version 7: the time first, then chance. Works without a secure context, too.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let now = Date.now();
  for (let place = 5; place >= 0; place--) {
    bytes[place] = now % 256;
    now = Math.floor(now / 256);
  }
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export async function call(method, path, body, { key = newId(), athlete = root.dataset.athlete } = {}) {
  const headers = { accept: "application/json" };
  if (method !== "GET") headers["idempotency-key"] = key;
  if (athlete) headers["regimen-athlete"] = athlete;
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const kind = answer.headers.get("content-type") ?? "";
  // A file of JSON lines is a text.
  const said = /[/+]json(;|$)/.test(kind) ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(typeof said === "string" ? { detail: said } : said, answer.status);
  return said;
}

// The kept entries: a store of the browser, in the order in which they were made.
let opened;
function store(mode) {
  opened ??= new Promise((resolve, reject) => {
    const open = indexedDB.open("regimen", 1);
    open.onupgradeneeded = () => {
      const entries = open.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      entries.createIndex("name", "name");
    };
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error);
  });
  return opened.then((base) => base.transaction("outbox", mode, { durability: "strict" }));
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function waiting() {
  return done((await store("readonly")).objectStore("outbox").getAll());
}

// Keeps an entry; one of the same name that was not sent yet is replaced by it. Done when the browser has it on the disk.
export async function later(name, method, path, body) {
  const change = await store("readwrite");
  const entries = change.objectStore("outbox");
  const old = await done(entries.index("name").getAllKeys(name));
  for (const seq of old) entries.delete(seq);
  entries.add({ name, method, path, body, key: newId(), athlete: root.dataset.athlete, trouble: null });
  await new Promise((resolve, reject) => {
    change.oncomplete = resolve;
    change.onerror = change.onabort = () => reject(change.error);
  });
  flush();
}

async function settle(seq, put) {
  const change = await store("readwrite");
  const entries = change.objectStore("outbox");
  const entry = await done(entries.get(seq));
  if (!entry) return;
  await done(put ? entries.put({ ...entry, ...put }) : entries.delete(seq));
}

function show(state, count) {
  if (!sync) return;
  sync.dataset.state = state;
  sync.textContent = (sync.dataset[state] ?? "").replace("{n}", count);
}

let running = null;
let again = false;
let pause = 1000;
let timer;

// Sends what is kept, in order. What the server refuses stays and is shown; what could not be sent is tried again.
export function flush() {
  if (running) {
    again = true;
    return running;
  }
  const work = () => send().catch(() => show("failed", 0));
  running = (navigator.locks ? navigator.locks.request("regimen-outbox", work) : work()).finally(() => {
    running = null;
    if (again) {
      again = false;
      flush();
    }
  });
  return running;
}

async function send() {
  clearTimeout(timer);
  const entries = await waiting();
  let refused = 0;
  let sent = 0;
  if (entries.length) show("waiting", entries.length);
  for (const entry of entries) {
    try {
      const answer = await call(entry.method, entry.path, entry.body, entry);
      await settle(entry.seq, null);
      sent += 1;
      dispatchEvent(new CustomEvent("regimen-sent", { detail: { entry, answer } }));
    } catch (error) {
      const passing = !(error instanceof Refused) || error.status >= 500 || [401, 408, 429].includes(error.status);
      if (passing) {
        const left = (await waiting()).length;
        show(error instanceof Refused ? "waiting" : "offline", left);
        timer = setTimeout(flush, pause);
        pause = Math.min(pause * 2, 60000);
        return;
      }
      refused += 1;
      await settle(entry.seq, { trouble: error.message });
      dispatchEvent(new CustomEvent("regimen-refused", { detail: { entry, error } }));
    }
  }
  pause = 1000;
  show(refused ? "failed" : navigator.onLine ? "ok" : "offline", refused);
  if (sent) dispatchEvent(new CustomEvent("regimen-flushed"));
}

// Gives up what the server refused, so that nothing hangs forever.
export async function forgetRefused() {
  for (const entry of await waiting()) if (entry.trouble) await settle(entry.seq, null);
  flush();
}

// Gives up everything that was not sent; only for who said so.
export async function forgetAll() {
  for (const entry of await waiting()) await settle(entry.seq, null);
}

addEventListener("online", () => {
  pause = 1000;
  flush();
});
addEventListener("offline", async () => show("offline", (await waiting()).length));
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
flush();
