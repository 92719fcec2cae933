// Meals by clicks: a week is solved while its progress is shown, meals are swapped, kept and eaten, and a wish that no
// week can fulfil is explained and made possible by one button (ML-1, ML-2, ML-3, MX-7).

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PHONE, Stage } from "./lib/stage.mjs";

// Solving takes as long as it takes; the page tells how far it is.
const SOLVED = { timeout: 90_000 };

describe("meals", () => {
  let stage;
  before(async () => {
    stage = await Stage.open({ data: "fresh" });
    await stage.setUp();
  });
  after(() => stage?.close());

  it("are planned for a week with progress on screen, swapped, kept and eaten", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      await page.goto("/meals");
      await page.locator("label:has([name=sex][value=male])").tap();
      await page.locator("[name=birth_date]").fill("1991-04-12");
      await page.locator("[name=height_mm]").fill("182");
      await page.locator("[name=weight_g]").fill("80");
      await page.locator("form button.primary").tap();

      const solver = page.locator("#solver");
      await solver.locator("[data-solve]").waitFor();
      await watch(page);
      await solver.locator("[data-solve]").tap();
      await page.locator(".offer").waitFor(SOLVED);
      assert.match(await page.evaluate(() => sessionStorage.getItem("said")), /\d+ %/, "how far it is was shown");
      assert.equal(await page.locator(".offer .week > section").count(), 7);
      await page.locator(".offer .primary").tap();
      await page.locator(".offer").waitFor({ state: "detached" });
      assert.equal(await page.locator(".week > section:has(.slot:not(.off))").count(), 7, "seven days with meals");

      await page.locator(".week a.slot[aria-current]").first().tap();
      await page.waitForURL("**/meals/day/*");
      const meal = page.locator(".card.meal").first();
      const before = await meal.locator("h2 a").innerText();
      page.on("dialog", (dialog) => dialog.accept());
      await meal.locator("a[href$='/swap']").tap();
      await page.waitForURL("**/swap");
      const way = page.locator(".way").first();
      const wanted = await way.locator("h2 a").innerText();
      await way.locator("button").tap();
      await page.waitForURL("**/meals/day/*");
      await page.locator(".card.meal .badge", { hasText: "chosen" }).waitFor();
      const now = await meal.locator("h2 a").innerText();
      assert.notEqual(now, before);
      assert.ok(wanted.startsWith(now), `${now} stands where ${wanted} was chosen`);

      const second = page.locator(".card.meal").nth(1);
      await second.getByRole("button", { name: "Keep" }).tap();
      await second.locator(".badge", { hasText: "chosen" }).waitFor();
      await second.getByRole("button", { name: "Let it be planned again" }).tap();
      await second.locator(".badge", { hasText: "chosen" }).waitFor({ state: "detached" });

      await meal.getByRole("button", { name: "Eaten" }).tap();
      await meal.locator(".badge.ok").waitFor();
      await page.goto("/");
      await page.locator("#meals .badge").first().waitFor();
    }));

  it("that no week can have are explained, and the smallest change makes a week of them", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      await page.goto("/meals/targets");
      await page.locator("[name='daily_fat_g.0']").fill("15");
      await page.locator("[name='daily_fat_g.1']").fill("25");
      await page.locator("form[data-call='PUT /api/nutrition/targets'] .primary").tap();
      await page.locator(".badge.accent").first().waitFor();

      await page.locator("nav a[href='/meals']").first().tap();
      await page.waitForURL("**/meals");
      await page.locator("a[href^='/meals?from=']").last().tap();
      await page.waitForURL("**/meals?from=*");
      await page.locator("[data-solve]").tap();
      const none = page.locator("[data-none]");
      await none.locator("[role=alert]").waitFor(SOLVED);
      assert.match(await none.locator("[data-cause]").innerText(), /\w+ \w+ \w+/);
      const remedies = none.locator("[data-part=remedies] button");
      const helps = await remedies.allInnerTexts();
      assert.match(helps.join(), /fat/i, "the wish that is in the way can be given up");
      await remedies.filter({ hasText: /fat/i }).first().tap();
      await page.locator(".offer").waitFor(SOLVED);
      await page.locator(".offer .primary").tap();
      await page.locator(".offer").waitFor({ state: "detached" });
      assert.ok((await page.locator(".week > section:has(.slot:not(.off))").count()) >= 1);
    }));
});

// Notes what the line of the search says, past the end of the page.
function watch(page) {
  return page.evaluate(() => {
    const line = document.querySelector("[data-progress-text]");
    const note = () => sessionStorage.setItem("said", `${sessionStorage.getItem("said") ?? ""}\n${line.textContent}`);
    new MutationObserver(note).observe(line, { childList: true });
  });
}
