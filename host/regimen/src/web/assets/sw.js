// Keeps the app for when there is no network: its files for good, and each page as it was last seen.
const BASE = new URL(".", location).pathname.slice(0, -1);
const FILES = __FILES__.map((path) => BASE + path);
const OFFLINE = `${BASE}/offline`;
const APP = "regimen-app-__BUILD__";
const PAGES = "regimen-pages";
const PATIENCE = 5000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(APP).then((cache) => cache.addAll([...FILES, OFFLINE])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("regimen-app-") && name !== APP;
  const clean = async () => {
    for (const name of (await caches.keys()).filter(old)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// Who signs out leaves nothing behind; a page that is open asks to be kept as it is now.
self.addEventListener("message", (event) => {
  if (event.data === "forget") event.waitUntil(caches.delete(PAGES));
  else if (event.data.keep) event.waitUntil(keep(event.data.keep));
});

async function keep(url) {
  try {
    const answer = await fetch(url, { headers: { accept: "text/html" } });
    if (answer.ok && !answer.redirected) await (await caches.open(PAGES)).put(url, answer);
  } catch {
    // Without a network the copy of before stays.
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${BASE}/assets/`)) event.respondWith(file(request, url));
  else if (request.mode === "navigate" && !url.pathname.startsWith(`${BASE}/api/`)) event.respondWith(page(request));
});

// A kept page may name the files of an older program: the same file of this one stands in.
async function file(request, url) {
  const kept = await caches.match(request);
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    const name = url.pathname.split("/").pop();
    const same = FILES.find((path) => path.endsWith(`/${name}`));
    const instead = same && (await caches.match(same));
    if (instead) return instead;
    throw error;
  }
}

async function page(request) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(request);
  const fresh = fetch(request).then((answer) => {
    if (answer.ok && !answer.redirected) cache.put(request, answer.clone());
    return answer;
  });
  const slow = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  try {
    return (await (kept ? Promise.race([fresh, slow]) : fresh)) ?? kept;
  } catch {
    return kept ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}
