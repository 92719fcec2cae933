// A session from the athlete's words: planned, read by a model and confirmed, taken as a file, brought back filled in
// (L-1, L-33, L-36).

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { findings } from "./lib/axe.mjs";
import { Model } from "./lib/model.mjs";
import { PHONE, Stage } from "./lib/stage.mjs";

const WORDS = "avoid: deadlift\nI hate burpees";

// Reads the second line, and writes no notes.
const answer = (system) =>
  system.includes("turn them into facts") ? { bans: [{ line: 1, name: "burpee" }, { line: 2, name: "burpee" }] } : { notes_to_user: null, notes: {} };

describe("a session from words", () => {
  let stage, model;
  before(async () => {
    model = await Model.start(answer);
    stage = await Stage.open({ settings: { REGIMEN_MODEL_BASE_URL: model.url } });
  });
  after(async () => {
    await stage?.close();
    model?.close();
  });

  it("l_36 is planned on a phone, taken as a file and brought back", () =>
    stage.scene({ view: PHONE, acceptDownloads: true }, async ({ page }) => {
      await page.goto("/");
      await page.locator("#flow").tap();
      await page.waitForURL("**/flow");
      await page.locator("[name=instructions_text]").fill(WORDS);
      await page.locator("[name=duration_minutes]").fill("25");
      await page.locator("[name='recovery_signals.sleep_score']").fill("55");
      await page.locator("#plan button.primary").tap();
      await page.waitForURL(/\/flow\/\d{4}-/);
      assert.ok((await page.locator("#exercises ol li").count()) >= 2);
      assert.match(await page.locator("#warnings").innerText(), /I hate burpees/);
      assert.match(await page.locator("#understood").innerText(), /Deadlift[\s\S]*55/);

      const [file] = await Promise.all([page.waitForEvent("download"), page.locator("[data-yaml]").tap()]);
      assert.match(file.suggestedFilename(), /^\d{4}-\d\d-\d\d-.*\.yaml$/);
      const yaml = await readFile(await file.path(), "utf8");
      assert.match(yaml, /^version: 1.2\n/);
      assert.doesNotMatch(yaml, /"Deadlift"/);
      const filled = yaml.replaceAll("actual_reps: null", "actual_reps: 8");

      await page.goto("/flow");
      assert.equal(await page.locator("#drafts li").count(), 1, "it waits for an answer");
      await page.locator("#log [type=file]").setInputFiles({ name: "day.yaml", mimeType: "text/yaml", buffer: Buffer.from(filled) });
      await page.locator("#log button").tap();
      await page.waitForURL("**/sessions/*/summary");
      assert.ok((await page.locator("main").innerText()).includes("Done"));
      await page.goto("/flow");
      assert.equal(await page.locator("#drafts").count(), 0);
    }));

  it("l_33 lines that no rule understood are read by a model and used when they are confirmed", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      await page.goto("/flow");
      await page.locator("[name=instructions_text]").fill(WORDS);
      await page.locator("label", { hasText: "rules + model" }).tap();
      await page.locator("#plan button.primary").tap();
      await page.waitForURL(/\/flow\/\d{4}-/);
      const line = page.locator("#readings li");
      assert.match(await line.innerText(), /Burpee[\s\S]*I hate burpees/);
      assert.deepEqual(await findings(page), []);
      await line.getByRole("button", { name: /^Yes/ }).tap();
      await page.locator("#readings").waitFor({ state: "detached" });
      assert.match(await page.locator("#understood").innerText(), /Burpee/);
      await page.getByRole("link", { name: "Change and plan again" }).tap();
      assert.equal(await page.locator("[name=instructions_text]").inputValue(), WORDS);
      await page.locator("#plan button.primary").tap();
      await page.waitForURL(/\/flow\/\d{4}-/);
      assert.equal(await page.locator("#warnings").filter({ hasText: "burpees" }).count(), 0, "the line is understood now");
      await page.locator("#decline").tap();
      await page.waitForURL("**/flow");
    }));

  it("l_5 brings the pasted history along when a session is changed and planned again", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      const history = "Bench press 3x8 60 kg";
      const content = page.locator("[name='history.content']");
      await page.goto("/flow");
      await page.locator("#plan details.fold summary").tap();
      await content.fill(history);
      await page.locator("[name='history.lenient']").check();
      await page.locator("#plan button.primary").tap();
      await page.waitForURL(/\/flow\/\d{4}-/);

      await page.getByRole("link", { name: "Change and plan again" }).tap();
      assert.equal(await content.inputValue(), history);
      assert.ok(await content.isVisible(), "what will be sent is seen");
      assert.equal(await page.locator("[name='history.format']").inputValue(), "markdown");
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.url().endsWith("/api/flow/plan")),
        page.locator("#plan button.primary").tap(),
      ]);
      assert.deepEqual(sent.postDataJSON().history, { format: "markdown", content: history, lenient: true });
      await page.waitForURL(/\/flow\/\d{4}-/);

      await page.goto("/flow");
      assert.equal(await content.inputValue(), "", "another session begins without it");
    }));

  it("l_36 is taken with one tap and becomes the session of the day", () =>
    stage.scene({ view: PHONE, locale: "ru" }, async ({ page }) => {
      await page.goto("/flow");
      await page.locator("[name=duration_minutes]").fill("20");
      await page.locator("#plan button.primary").tap();
      await page.waitForURL(/\/flow\/\d{4}-/);
      const first = await page.locator("#exercises ol li .grow").nth(1).innerText();
      await page.locator("#accept").tap();
      await page.waitForURL((url) => url.pathname === "/");
      assert.ok((await page.locator("main").innerText()).includes(first.split("\n")[0]));
    }));

  it("l_31 says to who administers how the model and its breakers stand", () =>
    stage.scene({ view: PHONE }, async ({ page }) => {
      await page.goto("/more/admin");
      const said = await page.locator("#model").innerText();
      assert.match(said, /gpt-4o-mini/);
      assert.equal(await page.locator("#model li").count(), 5);
      assert.match(said, /Reading of lines\s+at work/);
    }));
});
