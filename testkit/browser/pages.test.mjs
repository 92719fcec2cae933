// Every page, in both languages, light and dark, on a phone and on a desktop: it is there, nobody is shut out from it,
// nothing sticks out, no text is missing, and the page has nothing to complain about.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findings } from "./lib/axe.mjs";
import { DESKTOP, PHONE, Stage } from "./lib/stage.mjs";
import { BEFORE_SIGN_IN, OF_COACHES, PAGES, fill, needsData, places } from "./routes.mjs";

const LANGUAGES = { en: /[a-z]{2}/i, ru: /[а-яё]{2}/i };
// The worker has tests of its own; here every page shall come from the server.
const PLAIN = { serviceWorkers: "block" };

describe("pages of somebody with data", () => {
  let stage, names;
  before(async () => {
    stage = await Stage.open();
    names = await places(stage.program);
  });
  after(() => stage?.close());

  for (const locale of Object.keys(LANGUAGES)) {
    describe(locale, () => {
      let known, stranger;
      before(async () => {
        known = await stage.context({ ...PLAIN, locale });
        stranger = await stage.context({ ...PLAIN, locale, account: null });
      });
      for (const path of [...PAGES, ...BEFORE_SIGN_IN]) {
        it(path, () =>
          stage.scene({ within: BEFORE_SIGN_IN.includes(path) ? stranger : known }, async ({ page }) => {
            assert.equal(await opens(page, fill(path, names), locale), fill(path, names), "it leads elsewhere");
            await (locale === "en" ? suitsAll(page) : suitsAsTranslated(page));
          }));
      }
    });
  }

  describe("of a coach", () => {
    const coach = { login: "carla", password: "seven quiet barbells" };
    let context;
    before(async () => {
      await stage.program.call("POST", "/api/admin/accounts", { ...coach, roles: ["coach"] });
      context = await stage.context({ ...PLAIN, account: coach });
    });
    for (const path of OF_COACHES) {
      it(path, () =>
        stage.scene({ within: context }, async ({ page }) => {
          assert.equal(await opens(page, path, "en"), path, "it leads elsewhere");
          await suitsAll(page);
        }));
    }
  });

  it("a page that does not exist says so in words", () =>
    stage.scene(PLAIN, async ({ page, complaints }) => {
      complaints.allow(/status of 404/);
      const answer = await page.goto("/no-such-page");
      assert.equal(answer.status(), 404);
      assert.equal(await page.locator("h1").count(), 1);
    }));

  it("the policy of the content refuses a script in the page, and that is noticed", () =>
    stage.scene(PLAIN, async ({ page, complaints }) => {
      await page.goto("/");
      await page.evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "window.wasRun = true";
        document.body.append(script);
      });
      assert.equal(await page.evaluate(() => "wasRun" in window), false);
      assert.match(complaints.all.join(), /Content Security Policy/);
      complaints.allow(/Content Security Policy/);
    }));
});

describe("pages of somebody new", () => {
  let stage, context;
  before(async () => {
    stage = await Stage.open({ data: "fresh" });
    await stage.setUp();
    context = await stage.context({ ...PLAIN, locale: "ru" });
  });
  after(() => stage?.close());

  for (const path of PAGES.filter((path) => !needsData(path))) {
    it(path, () =>
      stage.scene({ within: context }, async ({ page }) => {
        await opens(page, path, "ru");
        await fits(page);
        assert.deepEqual(await findings(page), []);
      }));
  }
});

// Opens a page and reads what every page has; gives where that was.
async function opens(page, path, locale) {
  const answer = await page.goto(path);
  assert.equal(answer.status(), 200);
  const seen = await page.evaluate(() => ({
    path: location.pathname + location.search,
    lang: document.documentElement.lang,
    title: document.title,
    headings: [...document.querySelectorAll("h1")].map((one) => one.innerText),
    text: document.body.innerText,
  }));
  assert.equal(seen.lang, locale);
  assert.equal(seen.headings.length, 1, "one heading names the page");
  assert.match(seen.headings[0], LANGUAGES[locale]);
  assert.match(seen.title, /\S+ · regimen/);
  // A text that the catalogue lacks shows as its id.
  const missing = seen.text.match(/\b(web|page|title|word)-[a-z]+(-[a-z]+)*\b/gi);
  assert.deepEqual([...new Set(missing)], [], "texts are missing");
  return seen.path;
}

// On both widths and in both schemes. What is not a matter of color is the same in the dark.
async function suitsAll(page) {
  for (const view of [PHONE, DESKTOP]) {
    await page.setViewportSize(view);
    await page.emulateMedia({ colorScheme: "light" });
    await fits(page);
    assert.deepEqual(await findings(page), [], `${view.width} px wide`);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findings(page, ["color-contrast"]), [], `${view.width} px wide, dark`);
  }
}

// Other words are of other lengths; what else they could change is few.
async function suitsAsTranslated(page) {
  await page.setViewportSize(DESKTOP);
  await fits(page);
  await page.setViewportSize(PHONE);
  await fits(page);
  assert.deepEqual(await findings(page), []);
}

// The page itself never scrolls sideways; if it does, the message names what sticks out.
async function fits(page) {
  const { over, out } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [...document.querySelectorAll("body *")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && box.right > clientWidth + 0.5;
    });
    const names = wide.map((one) => one.outerHTML.slice(0, 100));
    return { over: scrollWidth - clientWidth, out: names.slice(0, 3) };
  });
  assert.ok(over <= 0, `the page is ${over} px too wide: ${out.join(" | ")}`);
}
