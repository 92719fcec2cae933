// The conversation: a report in words, a question answered by a button, and a message that waits for a network
// (D-1, D-3, D-4, D-11).

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findings } from "./lib/axe.mjs";
import { PHONE, Stage } from "./lib/stage.mjs";

describe("the conversation", () => {
  let stage;
  before(async () => (stage = await Stage.open()));
  after(() => stage?.close());

  const say = async (page, words) => {
    await page.locator("#words").fill(words);
    await page.locator("#say button").click();
  };
  const last = (page) => page.locator("#turns li.theirs p").last();

  it("d_10 a report in words is saved and shown back, and stays after a reload", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      await page.goto("/");
      await page.locator("#chat").tap();
      await page.waitForURL("**/chat");
      assert.ok((await page.locator("#examples button").count()) >= 3);
      await say(page, "pull-ups 4x7 rpe 6");
      await last(page).getByText(/pull-up/i).waitFor();
      assert.match(await last(page).innerText(), /4 x 7/);
      assert.equal(await page.locator("#examples").count(), 0);
      await page.reload();
      assert.match(await page.locator("#turns li.mine p").last().innerText(), /pull-ups 4x7 rpe 6/);
      assert.match(await last(page).innerText(), /pull-up/i);
      assert.deepEqual(await findings(page), []);
    }));

  it("d_11 what is unclear is asked, and a button answers it even after a reload", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      await page.goto("/chat");
      // What the report before left open is closed first.
      await say(page, "/cancel");
      await say(page, "bench 3x8 @8");
      await page.locator("#options button").first().waitFor();
      const options = await page.locator("#options button").allInnerTexts();
      assert.ok(options.length >= 2, options.join());
      await page.reload();
      assert.deepEqual(await page.locator("#options button").allInnerTexts(), options);
      const before = await page.locator("#turns li.theirs").count();
      await page.locator("#options button").first().tap();
      await page.locator("#turns li.theirs").nth(before).waitFor();
      assert.match(await last(page).innerText(), /3 x 8/);
    }));

  it("d_3 messages are done in the order in which they were said, however slow the first is", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      await page.goto("/chat");
      let asked = 0;
      await page.route("**/api/dialog/messages", async (route) => {
        asked += 1;
        if (asked === 1) await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue();
      });
      const answered = await page.locator("#turns li.theirs").count();
      await say(page, "weight 81.1 kg");
      await say(page, "weight 82.2 kg");
      await page.locator("#turns li.theirs").nth(answered + 1).waitFor();
      const told = await page.locator("#turns li p").allInnerTexts();
      assert.match(told.slice(-4).join("|"), /81[.,]1 kg\|.*81[.,]1.*\|weight 82[.,]2 kg\|.*82[.,]2/s);
      await page.reload();
      assert.deepEqual((await page.locator("#turns li p").allInnerTexts()).slice(-4), told.slice(-4));
    }));

  it("d_3 a message without a network is kept and sent once when there is one", () =>
    stage.scene({ view: PHONE }, async ({ page, complaints }) => {
      await page.goto("/chat");
      await page.locator("#turns li").first().waitFor();
      complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|Failed to load|Failed to fetch/);
      await page.context().setOffline(true);
      await say(page, "weight 81.5 kg");
      await page.locator("#turns li.mine .warn").waitFor();
      await page.context().setOffline(false);
      await page.locator("#turns li.theirs p").getByText(/81[.,]5/).waitFor();
      assert.equal(await page.locator("#turns li.mine p").getByText("weight 81.5 kg").count(), 1);
    }));
});
