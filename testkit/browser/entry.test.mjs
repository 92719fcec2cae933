// Coming in and going out: set-up, invitation, sign-in, sign-out (AC-2, AC-4, AC-5).

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Stage, enter, signIn, workerReady } from "./lib/stage.mjs";

const PASSWORD = "seven quiet barbells";
const REFUSED = /status of 40[0-9]|status of 410|status of 422/;

const alert = (page) => page.locator("[role=alert]:visible");

describe("a new installation", () => {
  let stage;
  before(async () => (stage = await Stage.open({ data: "fresh" })));
  after(() => stage?.close());

  it("ac_2 says where the set-up is until somebody is there", () =>
    stage.scene({ account: null }, async ({ page }) => {
      const answer = await page.goto("/");
      assert.equal(answer.status(), 200);
      assert.equal(await page.locator("form").count(), 0, "nothing can be entered without the link");
    }));

  it("ac_2 refuses a set-up with a made-up code, in words", () =>
    stage.scene({ account: null }, async ({ page, complaints }) => {
      complaints.allow(REFUSED);
      await page.goto("/setup?code=madeup");
      await enter(page, { login: "anna", password: PASSWORD });
      await alert(page).waitFor();
      assert.match(await alert(page).innerText(), /\w+ \w+/);
    }));

  it("ac_2 is set up by its link, once, and leads to the welcome", () =>
    stage.scene({ account: null }, async ({ page, context, complaints }) => {
      await page.goto(stage.program.setUp);
      await enter(page, { login: "anna", password: PASSWORD });
      await page.waitForURL("**/welcome");
      await page.locator("h1").waitFor();
      complaints.check();

      complaints.allow(REFUSED);
      const second = complaints.watch(await context.newPage());
      await second.goto(stage.program.setUp);
      await enter(second, { login: "eve", password: PASSWORD });
      await alert(second).waitFor();
    }));
});

describe("somebody with an account", () => {
  let stage;
  before(async () => (stage = await Stage.open()));
  after(() => stage?.close());

  it("is told why a wrong password does not let in, in both languages, and may try again", () =>
    stage.scene({ account: null, locale: "ru" }, async ({ page, complaints }) => {
      complaints.allow(/status of 401/);
      await page.goto("/sign-in");
      await enter(page, { login: stage.program.account.login, password: "wrong but long enough" });
      await alert(page).waitFor();
      assert.match(await alert(page).innerText(), /[а-яё]{3}/i);
      assert.equal(new URL(page.url()).pathname, "/sign-in");
      await signIn(page, stage.program.account);
      assert.equal(new URL(page.url()).pathname, "/");
    }));

  it("signs in with the keyboard alone and gets around with it", () =>
    stage.scene({ account: null }, async ({ page }) => {
      await page.goto("/sign-in");
      await page.keyboard.type(stage.program.account.login);
      await page.keyboard.press("Tab");
      await page.keyboard.type(stage.program.account.password);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname === "/");
      await page.keyboard.press("Tab");
      const skip = await focused(page);
      assert.equal(skip.href, "#main", "the first stop leads past the menu");
      assert.ok(skip.isVisible, "and is seen while it has the focus");
      for (let stop = 0; stop < 10 && (await focused(page)).href !== "/progress"; stop++) {
        await page.keyboard.press("Tab");
      }
      const link = await focused(page);
      assert.equal(link.href, "/progress", "the menu is reached with the keyboard");
      assert.ok(link.isMarked, "where the focus is can be seen");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/progress");
    }));

  it("comes to the page that was asked for, and to no other site", () =>
    stage.scene({ account: null }, async ({ page }) => {
      await page.goto("/more");
      await page.waitForURL((url) => url.pathname === "/sign-in");
      await signIn(page, stage.program.account);
      assert.equal(new URL(page.url()).pathname, "/more");
      for (const next of ["//elsewhere.example/", "/%5Celsewhere.example/", "/%09/elsewhere.example/", "/%0A/elsewhere.example/"]) {
        await page.goto(`/sign-in?next=${next}`);
        await signIn(page, stage.program.account);
        assert.equal(page.url(), `${stage.url}/`, next);
      }
      // The page itself would not go there either.
      for (const next of ["//elsewhere.example/", "/\\elsewhere.example/", "/\t/elsewhere.example/"]) {
        await page.goto("/sign-in");
        await page.locator("form").evaluate((form, next) => (form.dataset.next = next), next);
        await signIn(page, stage.program.account);
        assert.equal(page.url(), `${stage.url}/`, next);
      }
    }));

  it("leaves nothing behind on signing out", () =>
    stage.scene({}, async ({ page }) => {
      await page.goto("/more");
      await workerReady(page);
      await page.reload();
      await page.waitForFunction(async () => (await (await caches.open("regimen-pages")).keys()).length > 0);
      await page.locator("[data-sign-out]").click();
      await page.waitForURL((url) => url.pathname === "/sign-in");
      await page.goto("/plan");
      assert.equal(new URL(page.url()).pathname, "/sign-in");
      await page.waitForFunction(async () => (await (await caches.open("regimen-pages")).keys()).length === 0);
    }));
});

describe("somebody who was invited", () => {
  let stage;
  before(async () => (stage = await Stage.open({ settings: { REGIMEN_ACCOUNTS_SIGN_UP: "invite" } })));
  after(() => stage?.close());

  it("makes an account by the link and is a person of their own", () =>
    stage.scene({ locale: "ru" }, async ({ page, context, complaints }) => {
      await page.goto("/");
      const { code } = await page.evaluate(async () => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch("/api/admin/invites", { method: "POST", headers, body: "{}" });
        return answer.json();
      });
      await context.clearCookies();
      await page.goto(`/join?code=${code}`);
      await enter(page, { login: "boris", password: PASSWORD });
      await page.waitForURL("**/welcome");
      const me = await page.evaluate(async () => (await fetch("/api/me")).json());
      assert.equal(me.login, "boris");
      assert.ok(!me.roles.includes("administrator"));
      complaints.check();
    }));
});

// What has the focus, and whether that can be seen.
function focused(page) {
  return page.evaluate(() => {
    const at = document.activeElement;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    return {
      href: at.getAttribute("href"),
      isVisible: box.width > 1 && box.height > 1 && box.top >= 0 && box.left >= 0,
      isMarked: (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none",
    };
  });
}
