// Logging a session in the gym: with a network, without one, with one that loses answers, and after the battery died.
// What counts is what the server has in the end: every set once, as it was entered.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { DESKTOP, PHONE, Stage } from "./lib/stage.mjs";
import { DyingBrowser } from "./lib/dying.mjs";
import { PATIENCE, arrived, enter, finish, holdOutbox, kept, loads, log, logAll, openKept, pause, rows, running, shown, sync } from "./lib/train.mjs";

const NO_NETWORK = /net::ERR_|Failed to fetch/;

// A scene with a session of its own that runs; the network is whole again after it.
async function training(stage, options, play) {
  const id = await running(stage.program);
  try {
    await stage.scene({ view: DESKTOP, ...options }, async (scene) => {
      scene.complaints.allow(NO_NETWORK);
      await play({ ...scene, id, address: `${stage.url}/sessions/${id}` });
    });
  } finally {
    stage.wire.restore();
  }
}

describe("logging", () => {
  let stage;
  before(async () => (stage = await Stage.open({ wired: true })));
  after(() => stage?.close());

  it("loses and doubles nothing when the network goes in the middle and the page is loaded again without it", () =>
    training(stage, {}, async ({ page, context, id, address }) => {
      await openKept(page, address);
      await log(rows(page).nth(0), { load: "24", amount: "11" });
      assert.deepEqual(loads(await arrived(page, stage.program, id, 1)), [[24_000, 11]]);

      await stage.cut(context);
      // The second load is one that no dumbbell of the gym has: what somebody entered stays.
      await log(rows(page).nth(1), { load: "21.3", amount: "7" });
      await sync(page, "offline");
      await page.goto(address);
      assert.deepEqual(await shown(rows(page).nth(0)), { load: "24", amount: "11", done: true });
      assert.deepEqual(await shown(rows(page).nth(1)), { load: "21.3", amount: "7", done: true });
      await sync(page, "offline");
      await log(rows(page).nth(2), { load: "26", amount: "5" });
      assert.equal((await kept(stage.program, id)).length, 1, "nothing came through");

      await stage.restore(context);
      const sets = await arrived(page, stage.program, id, 3);
      assert.deepEqual(loads(sets), [[24_000, 11], [21_300, 7], [26_000, 5]]);
      assert.equal(new Set(sets.map((set) => set.id)).size, 3);
      assert.ok(sets.every((set) => set.completed));

      await page.goto(address);
      assert.deepEqual(await shown(rows(page).nth(2)), { load: "26", amount: "5", done: true });
      await sync(page, "ok");
      assert.deepEqual(await kept(stage.program, id), sets, "a look at the page sends nothing again");
    }));

  it("counts a set once whose answer was lost on the way", () =>
    training(stage, {}, async ({ page, id, address }) => {
      await openKept(page, address);
      stage.wire.loseAnswers();
      await log(rows(page).nth(0), { load: "24", amount: "11" });
      const ends = Date.now() + PATIENCE;
      const known = async () => (await kept(stage.program, id)).length;
      while ((stage.wire.lost === 0 || (await known()) === 0) && Date.now() < ends) await pause();
      assert.equal(await known(), 1, "the server has it");
      stage.wire.cut();
      stage.wire.restore();
      await page.goto(address);
      assert.deepEqual(loads(await arrived(page, stage.program, id, 1)), [[24_000, 11]]);
    }));

  it("sends what was entered last, and takes back what was unticked without a network", () =>
    training(stage, {}, async ({ page, context, id, address }) => {
      await openKept(page, address);
      await stage.cut(context);
      await log(rows(page).nth(0), { load: "24", amount: "11" });
      await enter(rows(page).nth(0), { load: "22", amount: "5" });
      await log(rows(page).nth(1), { load: "22", amount: "5" });
      await rows(page).nth(1).locator(".check").click();
      await stage.restore(context);
      const sets = await arrived(page, stage.program, id, 1);
      assert.deepEqual(loads(sets.filter((set) => set.completed)), [[22_000, 5]]);
    }));

  it("lets exercises be done in another order than planned", () =>
    training(stage, { view: PHONE }, async ({ page, id, address }) => {
      await page.goto(address);
      const last = page.locator(".exercise:has(input[name=load])").last().locator("li.set").first();
      await log(last, { load: "15", amount: "9" });
      assert.deepEqual(loads(await arrived(page, stage.program, id, 1)), [[15_000, 9]]);
    }));

  it("keeps sets when the browser dies without a network", () =>
    training(stage, {}, async ({ context, id, address }) => {
      const dying = await DyingBrowser.open();
      try {
        const page = await dying.start(await context.cookies());
        await openKept(page, address);
        stage.wire.cut();
        await log(rows(page).nth(0), { load: "24", amount: "11" });
        await sync(page, "offline");
        await dying.die();

        const again = await dying.start(await context.cookies());
        await again.goto(address);
        assert.deepEqual(await shown(rows(again).nth(0)), { load: "24", amount: "11", done: true });
        stage.wire.restore();
        assert.deepEqual(loads(await arrived(again, stage.program, id, 1)), [[24_000, 11]]);
      } finally {
        await dying.close();
      }
    }));

  it("loses nothing when the page is left before the browser has the set on its disk", () =>
    training(stage, {}, async ({ page, context, id, address }) => {
      await openKept(page, address);
      const busy = await context.newPage();
      await busy.goto(`${stage.url}/settings`);
      const free = await holdOutbox(busy);
      await log(rows(page).nth(0), { load: "24", amount: "11" });
      await page.goto(address);
      await free();
      assert.deepEqual(loads(await arrived(page, stage.program, id, 1)), [[24_000, 11]]);
      assert.deepEqual(await shown(rows(page).nth(0)), { load: "24", amount: "11", done: true });
      await busy.close();
    }));

  it("says honestly that the server refuses what is too late", () =>
    training(stage, {}, async ({ page, context, complaints, id, address }) => {
      complaints.allow(/status of 4\d\d/);
      await openKept(page, address);
      await log(rows(page).nth(0), { load: "24", amount: "11" });
      await arrived(page, stage.program, id, 1);
      await stage.cut(context);
      await log(rows(page).nth(1), { load: "24", amount: "11" });
      await sync(page, "offline");
      await stage.program.call("POST", `/api/sessions/${id}/finish`, {});
      await stage.restore(context);
      await sync(page, "failed");
      await page.locator("[role=alert]:visible").first().waitFor();
    }));

  it("adds a set without a network, which arrives", () =>
    training(stage, {}, async ({ page, context, id, address }) => {
      await openKept(page, address);
      const sets = page.locator(".exercise:has(input[name=load])").first().locator("li.set");
      const before = await sets.count();
      await stage.cut(context);
      await page.locator("[data-add-set]").first().click();
      await log(sets.nth(before), { load: "18", amount: "12" });
      await sync(page, "offline");
      await page.goto(address);
      assert.equal(await sets.count(), before + 1);
      assert.deepEqual(await shown(sets.nth(before)), { load: "18", amount: "12", done: true });
      await stage.restore(context);
      assert.deepEqual(loads(await arrived(page, stage.program, id, 1)), [[18_000, 12]]);
    }));

  it("reads loads with a comma from a Russian page, and shows them so again", () =>
    training(stage, { locale: "ru" }, async ({ page, context, id, address }) => {
      await openKept(page, address);
      await log(rows(page).nth(0), { load: "22,5", amount: "11" });
      await arrived(page, stage.program, id, 1);
      await stage.cut(context);
      await log(rows(page).nth(1), { load: "23,75", amount: "7" });
      await sync(page, "offline");
      await page.goto(address);
      assert.equal((await shown(rows(page).nth(1))).load, "23,75");
      await stage.restore(context);
      const sets = await arrived(page, stage.program, id, 2);
      assert.deepEqual(loads(sets), [[22_500, 11], [23_750, 7]]);
      await page.goto(address);
      assert.equal((await shown(rows(page).nth(0))).load, "22,5");
    }));

  it("goes from today to the summary on a phone, each set by one tap", () =>
    training(stage, { view: PHONE }, async ({ page, id }) => {
      await page.goto("/");
      await page.locator(`a[href="/sessions/${id}"]`).first().tap();
      const all = await logAll(page);
      const sets = await arrived(page, stage.program, id, all);
      assert.equal(sets.filter((set) => set.completed).length, all);
      await finish(page, { effort: 7 });
      assert.equal((await stage.program.call("GET", `/api/sessions/${id}`)).status, "summary");
    }));

  it("needs no more than a keyboard: a set with its load, reps and effort, and the end", () =>
    training(stage, {}, async ({ page, id, address }) => {
      await page.goto(address);
      await tabTo(page, "li.set[data-state=now] [name=load]");
      await type(page, "24");
      await tabTo(page, "li.set[data-state=now] [name=amount]");
      await type(page, "11");
      await tabTo(page, 'li.set[data-state=now] .stepper:has([name=rpe]) [data-step="1"]');
      await page.keyboard.press("Enter");
      await tabTo(page, "li.set[data-state=now] .check input", "Shift+Tab");
      await page.keyboard.press("Space");
      assert.deepEqual(loads(await arrived(page, stage.program, id, 1)), [[24_000, 11]]);
      assert.equal((await stage.program.call("GET", `/api/sessions/${id}`)).exercises[0].sets[0].rpe, 55);
      await tabTo(page, "#rest [data-rest-by=end]");
      await page.keyboard.press("Enter");
      await page.locator("#rest").waitFor({ state: "hidden" });
      await tabTo(page, "#finish");
      await page.keyboard.press("Enter");
      await tabTo(page, "dialog[open] button.primary");
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/sessions/${id}/summary`);
    }));

  it("finishes without a network, and the summary comes with it", () =>
    training(stage, {}, async ({ page, context, id, address }) => {
      await openKept(page, address);
      await stage.cut(context);
      await log(rows(page).nth(0), { load: "24", amount: "11" });
      await page.locator("#finish").click();
      await page.locator("dialog[open] button.primary").click();
      await page.locator("dialog[open] output:visible").waitFor();
      assert.equal((await stage.program.call("GET", `/api/sessions/${id}`)).status, "active");
      await stage.restore(context);
      await page.waitForURL(`**/sessions/${id}/summary`);
      assert.equal((await stage.program.call("GET", `/api/sessions/${id}`)).status, "summary");
      const sets = await kept(stage.program, id);
      assert.deepEqual(loads(sets.filter((set) => set.completed)), [[24_000, 11]]);
    }));
});

describe("logging in pounds", () => {
  let stage;
  before(async () => (stage = await Stage.open({ wired: true, profile: { units: "lb" } })));
  after(() => stage?.close());

  it("reads loads in pounds, and shows the pounds that were entered", () =>
    training(stage, {}, async ({ page, context, id, address }) => {
      await openKept(page, address);
      await log(rows(page).nth(0), { load: "45", amount: "11" });
      await arrived(page, stage.program, id, 1);
      await stage.cut(context);
      await log(rows(page).nth(1), { load: "52.5", amount: "7" });
      await sync(page, "offline");
      await page.goto(address);
      await rows(page).nth(1).locator(".check input:checked").waitFor({ state: "attached" });
      assert.equal((await shown(rows(page).nth(1))).load, "52.5");
      await stage.restore(context);
      const [first, second] = await arrived(page, stage.program, id, 2);
      assert.ok(Math.abs(first.load_g - 20_412) <= 1, `45 lb are ${first.load_g} g`);
      assert.ok(Math.abs(second.load_g - 23_814) <= 1, `52.5 lb are ${second.load_g} g`);
      await page.goto(address);
      assert.deepEqual(await shown(rows(page).nth(0)), { load: "45", amount: "11", done: true });
    }));

  it("goes from today to the summary in Russian, in pounds with a comma", () =>
    training(stage, { view: PHONE, locale: "ru" }, async ({ page, id }) => {
      await page.goto("/");
      await page.locator(`a[href="/sessions/${id}"]`).first().tap();
      await log(rows(page).nth(0), { load: "47,5", amount: "11" });
      const [first] = await arrived(page, stage.program, id, 1);
      assert.ok(Math.abs(first.load_g - 21_546) <= 1, `47.5 lb are ${first.load_g} g`);
      const all = await page.locator("li.set").count();
      for (let done = 1; done < all; done++) await page.locator("li.set[data-state=now] .check").tap();
      await arrived(page, stage.program, id, all);
      await finish(page, { effort: 8 });
      const told = await page.locator("main").innerText();
      assert.match(told, /47,5\s+фунт/, "what was lifted, in pounds");
      assert.doesNotMatch(told, /\d\s*(кг|kg|lb)/, "and in nothing else");
    }));
});

// Writes over what is in the field.
async function type(page, text) {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

// Moves the focus on until it is at what is looked for.
async function tabTo(page, selector, key = "Tab") {
  await page.locator(selector).first().waitFor({ state: "attached" });
  for (let stop = 0; stop < 300; stop++) {
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`the keyboard does not reach ${selector}`);
}
