// The app as one of several programs of a host: everything that a browser asks for stays below its path.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, describe, it } from "node:test";
import { House } from "./lib/house.mjs";
import { DESKTOP, Stage, enter, workerReady } from "./lib/stage.mjs";
import { arrived, loads, log, openKept, rows, running, shown, sync } from "./lib/train.mjs";

const BASE = "/coach";

// A port that nobody listens on.
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

describe("below a path", () => {
  let house, stage;
  before(async () => {
    house = await House.open(BASE);
    const port = await freePort();
    house.passTo(port);
    stage = await Stage.open({ port, settings: { REGIMEN_PUBLIC_URL: house.url } });
    stage.wire = house;
  });
  after(async () => {
    await stage?.close();
    if (!stage) await house?.close();
  });

  it("signs in, gets around and signs out", () =>
    stage.scene({ account: null }, async ({ page }) => {
      await page.goto(`${house.url}/plan`);
      assert.equal(new URL(page.url()).pathname, `${BASE}/sign-in`);
      await enter(page, stage.program.account);
      await page.waitForURL(`${house.url}/plan`);
      await page.locator("nav a[href$='/']:visible").first().click();
      await page.waitForURL(`${house.url}/`);
      await page.locator("h1").waitFor();
      await page.goto(`${house.url}/more`);
      await page.locator("[data-sign-out]").click();
      await page.waitForURL(`${house.url}/sign-in`);
      assert.deepEqual(house.strays, []);
    }));

  it("looks and installs as an app of its own, with a worker for its pages alone", () =>
    stage.scene({}, async ({ page, context }) => {
      await page.goto(`${house.url}/`);
      await workerReady(page);
      const scopes = await page.evaluate(async () => {
        const all = await navigator.serviceWorker.getRegistrations();
        return all.map(({ scope, active }) => [scope, active.scriptURL]);
      });
      assert.deepEqual(scopes, [[`${house.url}/`, `${house.url}/sw.js`]]);
      const debug = await context.newCDPSession(page);
      const { url, errors, data } = await debug.send("Page.getAppManifest");
      assert.deepEqual([url, errors], [`${house.url}/manifest.webmanifest`, []]);
      const { start_url: start, scope, icons } = JSON.parse(data);
      for (const path of [start, scope]) assert.equal(new URL(path, url).href, `${house.url}/`);
      for (const { src } of icons) assert.equal((await context.request.get(new URL(src, url).href)).status(), 200, src);
      assert.deepEqual(house.strays, []);
    }));

  it("keeps a set that is logged without a network, and sends it after", () =>
    stage.scene({ view: DESKTOP }, async ({ page, context, complaints }) => {
      complaints.allow(/net::ERR_|Failed to fetch/);
      const id = await running(stage.program);
      const address = `${house.url}/sessions/${id}`;
      await openKept(page, address);
      await stage.cut(context);
      await log(rows(page).nth(0), { load: "24", amount: "11" });
      await sync(page, "offline");
      await page.goto(address);
      assert.deepEqual(await shown(rows(page).nth(0)), { load: "24", amount: "11", done: true });
      await page.goto(`${house.url}/more/data`);
      assert.equal(await page.locator("form").count(), 0, "a page never seen says that there is no network");
      await page.goto(address);
      await stage.restore(context);
      assert.deepEqual(loads(await arrived(page, stage.program, id, 1)), [[24_000, 11]]);
      assert.deepEqual(house.strays, []);
    }));
});
