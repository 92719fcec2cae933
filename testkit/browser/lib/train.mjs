// What a person does in the logger, and what the server has of it.

import { workerReady } from "./stage.mjs";

export const PATIENCE = 15_000;
export const pause = () => new Promise((done) => setTimeout(done, 50));

// A session that runs; gives its id.
export async function running(program) {
  const { id } = await program.call("POST", "/api/sessions", { wanted: { intent: "full_body" }, bonus: true });
  await program.call("POST", `/api/sessions/${id}/gate/skip`);
  return id;
}

// The page, kept by the worker, so that it is there without a network.
export async function openKept(page, address) {
  await page.goto(address);
  await workerReady(page);
  await page.reload();
}

// Rows that ask for a load; the first of them are the sets of one exercise or of two.
export const rows = (page) => page.locator("li.set[data-id]:has(input[name=load])");
export const sync = (page, state) => page.locator(`#sync[data-state=${state}]`).waitFor();

// A row that is not the one at hand opens by a tap.
export async function enter(row, { load, amount }) {
  if (!(await row.locator("input[name=amount]").isVisible())) await row.locator(".goal").click();
  await row.locator("input[name=load]").fill(load);
  await row.locator("input[name=amount]").fill(amount);
  await row.locator("input[name=amount]").blur();
}

export async function log(row, values) {
  await enter(row, values);
  await row.locator(".check").click();
}

// What a row shows.
export async function shown(row) {
  return {
    load: await row.locator("input[name=load]").inputValue(),
    amount: await row.locator("input[name=amount]").inputValue(),
    done: await row.locator(".check input").isChecked(),
  };
}

// Waits until the server has so many sets and the page knows of it.
export async function arrived(page, program, id, count) {
  const ends = Date.now() + PATIENCE;
  while ((await kept(program, id)).length < count && Date.now() < ends) await pause();
  await sync(page, "ok");
  return kept(program, id);
}

// The sets that the server has, in order, as `{ id, load_g, reps, completed }`.
export async function kept(program, id) {
  const { exercises } = await program.call("GET", `/api/sessions/${id}`);
  const sets = exercises.flatMap((one) => one.sets);
  return sets.map(({ id, load_g, reps, completed }) => ({ id, load_g, reps, completed }));
}

export const loads = (sets) => sets.map(({ load_g, reps }) => [load_g, reps]);

// Logs every set as it is meant, in the order of the page; gives how many.
export async function logAll(page) {
  await page.locator("li.set[data-state=now]").waitFor();
  const all = await page.locator("li.set").count();
  for (let done = 0; done < all; done++) await page.locator("li.set[data-state=now] .check").tap();
  return all;
}

// Finishes the session, with an effort from 5 to 10, and comes to its summary.
export async function finish(page, { effort }) {
  await page.locator("#finish").tap();
  await page.locator(`dialog[open] label:has([name=session_rpe][value="${effort * 10}"])`).tap();
  await page.locator("dialog[open] button.primary").tap();
  await page.waitForURL("**/summary");
}

// A disk that is slow: no other page of the browser can keep anything until the function that this gives is called.
export async function holdOutbox(page) {
  await page.evaluate(async () => {
    const open = indexedDB.open("regimen", 1);
    await new Promise((done) => (open.onsuccess = done));
    const entries = open.result.transaction("outbox", "readwrite").objectStore("outbox");
    const ask = () => (entries.count().onsuccess = () => window.released || ask());
    ask();
  });
  return () => page.evaluate(() => void (window.released = true));
}
