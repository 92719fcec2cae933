// Somebody new, by clicks alone: from the link of the set-up to a plan on screen, and to the summary of a first session.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PHONE, Stage, enter } from "./lib/stage.mjs";
import { finish, logAll } from "./lib/train.mjs";

// Two minutes at three seconds for each thing that is chosen or filled in.
const MOST_ACTS = 40;

describe("somebody new", () => {
  let stage;
  before(async () => (stage = await Stage.open({ data: "fresh" })));
  after(() => stage?.close());

  it("answers in two minutes, sees today's session and the week's meals with why, and finishes the session", (t) =>
    stage.scene({ account: null, view: PHONE }, async ({ page }) => {
      const person = new Person(page);
      await page.goto(stage.program.setUp);
      await enter(page, { login: "anna", password: "seven quiet barbells" });
      await page.waitForURL("**/welcome");

      await person.picks("goal", "strength");
      await person.picks("age", "beginner");
      await person.goesOn("#2");
      await person.picks("days", "3");
      await person.picks("minutes", "45");
      await person.goesOn("#3");
      await person.picks("tier", "home");
      await person.goesOn("#4");
      await person.taps('.area[data-area="knee"]');
      await person.picks("pain-knee", "1");
      await person.goesOn("#5");
      await person.picks("sex", "female");
      await person.fills("birth", "1994-05-17");
      await person.fills("height", "168");
      await person.fills("weight", "63.5");
      await person.goesOn("#6");
      await person.picks("weight_goal", "maintain");
      await person.picks("diet", "vegetarian");
      await person.picks("allergies", "peanut");
      await person.fills("dislikes", "olives");
      await person.taps("#next");
      await page.waitForURL((url) => url.pathname === "/", { timeout: 60_000 });
      t.diagnostic(`${person.acts} choices and fields`);
      assert.ok(person.acts <= MOST_ACTS, `${person.acts} things to do`);

      const exercises = page.locator("section[id^=session-] ol.rows > li");
      await everyOneSaysWhy(exercises, 3);
      const meals = page.locator("#meals .rows > li");
      await everyOneSaysWhy(meals, 7 * 3);
      assert.equal(await page.locator("#week h3").count(), 6, "the six days after today");
      assert.doesNotMatch(await page.locator("#meals").innerText(), /chicken|beef|salmon|peanut|olive/i);

      await page.locator("[id^=start-]").tap();
      await page.waitForURL("**/sessions/*");
      const sets = await logAll(page);
      await finish(page, { effort: 7 });
      assert.match(await page.locator("main").innerText(), new RegExp(`\\b${sets}\\b`), "the summary counts the sets");
      assert.ok((await page.locator(".rows a[href^='/progress/']").count()) >= 3, "and names what was done");
      await page.locator("#leave").tap();
      await page.waitForURL((url) => url.pathname === "/");
      await page.locator("a[href$='/summary']").waitFor();
    }));
});

// Does what a person does on a phone, and counts it.
class Person {
  acts = 0;

  constructor(page) {
    this.page = page;
  }

  async taps(selector) {
    this.acts += 1;
    await this.page.locator(selector).first().tap();
  }

  async picks(name, value) {
    await this.taps(`label:has(input[name="${name}"][value="${value}"])`);
    assert.ok(await this.page.locator(`input[name="${name}"][value="${value}"]`).isChecked());
  }

  async fills(name, value) {
    this.acts += 1;
    await this.page.locator(`[name=${name}]`).fill(value);
  }

  // To the next step, which is in the address.
  async goesOn(step) {
    await this.taps("#next");
    await this.page.waitForURL(`**${step}`);
  }
}

// Each entry unfolds a reason in words, with the rule behind it.
async function everyOneSaysWhy(entries, least) {
  const count = await entries.count();
  assert.ok(count >= least, `${count} entries`);
  assert.equal(await entries.locator("details.why").count(), count, "each says why");
  const first = entries.first().locator("details.why");
  await first.locator("summary").tap();
  const reasons = await first.locator("li").allInnerTexts();
  assert.ok(reasons.length > 0);
  for (const reason of reasons) assert.match(reason, /\w+ \w+.*[A-Z]{1,2}-\d+/s);
}
