// After a session: what is suggested is accepted, taken back, refused and put off, and what was put off is asked about
// before the next session (SG-1, SL-3, SL-5, RB-3).

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PHONE, Stage } from "./lib/stage.mjs";
import { finish } from "./lib/train.mjs";

// Lifts whose loads step on iron of any gym; twice at the top of the range, each asks for more load.
const LIFTS = ["dumbbell_bench_press", "seated_leg_curl", "standing_calf_raise"];
const MORE = 8;

describe("suggestions after a session", () => {
  let stage;
  // What was answered in the last days of that life no longer holds a suggestion back (PR-7).
  before(async () => (stage = await Stage.open({ daysAgo: 10 })));
  after(() => stage?.close());

  it("are accepted and undone, refused, put off, and come again at the gate", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      const { program } = stage;
      await settle(program);
      await wellDone(program);
      const { id } = await program.call("POST", "/api/sessions", WANTED);
      await page.goto("/");
      await page.locator(`#start-${id}`).tap();
      await page.waitForURL(`**/sessions/${id}{,/gate}`);
      // What the session before suggested for other exercises may wait as well.
      const without = page.getByRole("button", { name: "Start without them" });
      if (await without.isVisible()) await without.tap();
      await page.waitForURL(`**/sessions/${id}`);
      await logWell(page);
      await finish(page, { effort: 6 });

      const cards = page.locator("[data-card]");
      const names = await cards.locator("h2").allInnerTexts();
      assert.ok(names.length >= 3, `suggested for ${names.join(", ")}`);
      const card = (place) => cards.filter({ has: page.locator("h2", { hasText: names[place] }) });
      const [old, wanted] = await load(card(0));
      assert.ok((await planned(page, names[0])).includes(old), `${names[0]} stands at ${old}`);

      await page.goBack();
      await answer(card(0), "Accept", "accepted");
      assert.ok((await planned(page, names[0])).includes(wanted), `${names[0]} rises to ${wanted}`);
      await page.goBack();
      await answer(card(0), "Undo", "overridden");
      assert.ok((await planned(page, names[0])).includes(old), `${names[0]} is at ${old} again`);

      await page.goBack();
      await answer(card(1), "Reject", "rejected");
      await answer(card(2), "Later", "put off");
      const [, later] = await load(card(2));
      assert.equal(await card(1).locator("button").count(), 0, "what is refused asks for nothing");
      await page.locator("#leave").tap();
      await page.waitForURL((url) => url.pathname === "/");

      const next = await program.call("POST", "/api/sessions", WANTED);
      await page.goto("/");
      await page.locator(`#start-${next.id}`).tap();
      await page.waitForURL(`**/sessions/${next.id}/gate`);
      const asked = await cards.locator("h2").allInnerTexts();
      assert.ok(asked.includes(names[2]), `${names[2]} is asked about again`);
      assert.ok(!asked.includes(names[1]), `${names[1]} is not`);
      await page.locator("button", { hasText: "Accept all and start" }).tap();
      await page.waitForURL(`**/sessions/${next.id}`);
      const exercise = page.locator(".exercise", { has: page.locator("h2", { hasText: names[2] }) });
      assert.ok((await exercise.locator(".goal").first().innerText()).startsWith(later), `${names[2]} starts at ${later}`);
    }));
});

const WANTED = { wanted: { intent: "full_body", pinnedExerciseIds: LIFTS, sessionMinutes: 60 }, bonus: true };

// Answers what the athlete has left open before.
async function settle(program) {
  const { items: open } = await program.call("GET", "/api/proposals");
  const decisions = [...new Set(open.map((one) => one.group_id))].map((id) => ({ id, answer: "reject" }));
  if (decisions.length) await program.call("POST", "/api/proposals/decisions", { decisions });
}

// A session before, in which every set went beyond what was asked.
async function wellDone(program) {
  const { id } = await program.call("POST", "/api/sessions", WANTED);
  const session = await program.call("POST", `/api/sessions/${id}/gate/skip`);
  const sets = session.exercises.flatMap((exercise) =>
    exercise.frozen.prescription.sets.map((set, index) => {
      const { set_id, type, load_g, reps, seconds } = set;
      const done = reps === undefined ? { seconds } : { reps: reps + MORE };
      const at = new Date().toISOString();
      const made = { id: crypto.randomUUID(), set_id, index, type, completed: true, load_g, rpe: 60, ...done };
      return { performance_id: exercise.id, set: made, at };
    }),
  );
  await program.call("POST", `/api/sessions/${id}/sets`, { sets });
  await program.call("POST", `/api/sessions/${id}/finish`, {});
  await program.call("POST", `/api/sessions/${id}/leave`, {});
}

// Logs each set with more reps than it asks for, and easily.
async function logWell(page) {
  const now = page.locator("li.set[data-state=now]");
  await now.waitFor();
  const all = await page.locator("li.set").count();
  for (let done = 0; done < all; done++) {
    const amount = now.locator("[name=amount]");
    await amount.fill(String(Number(await amount.inputValue()) + MORE));
    await now.locator("[name=rpe]").fill("6");
    await now.locator(".check").tap();
  }
}

// The loads from and to which a card would go.
async function load(card) {
  const change = card.locator(".diff div", { has: card.page().locator("dt", { hasText: /^load$/ }) });
  return [await change.locator("del").innerText(), await change.locator("ins").innerText()];
}

async function answer(card, word, state) {
  await card.getByRole("button", { name: word, exact: true }).tap();
  await card.locator(".badge", { hasText: state }).waitFor();
}

// What the plan says of an exercise, as its page shows it.
async function planned(page, name) {
  await page.goto("/plan");
  const item = page.locator("li", { has: page.locator("button[data-edit]") }).filter({ hasText: name });
  return (await item.first().locator("small").first().innerText()).replaceAll("\u00a0", " ");
}
