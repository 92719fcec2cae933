// What makes pages an app: light to load, installable, and there without a network.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Stage, workerReady } from "./lib/stage.mjs";

const MOST_BYTES = 100 * 1024;
// What the browser says about a network that is cut on purpose.
const NO_NETWORK = /net::ERR_|Failed to fetch/;

describe("the app", () => {
  let stage;
  before(async () => (stage = await Stage.open({ wired: true })));
  after(() => stage?.close());

  it("loads its first page with script and style in at most 100 KB", (t) =>
    stage.scene({ serviceWorkers: "block" }, async ({ page, context }) => {
      const sizes = await transferred(context, page, "/");
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      t.diagnostic(`first page: ${total} bytes in ${sizes.size} requests`);
      assert.ok(sizes.size >= 3, "the page, a style and a script");
      const heaviest = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 5);
      assert.ok(total <= MOST_BYTES, `${total} bytes: ${JSON.stringify(heaviest)}`);
    }));

  it("keeps its files: a second page loads nothing but itself", () =>
    stage.scene({ serviceWorkers: "block" }, async ({ page, context }) => {
      await page.goto("/", { waitUntil: "networkidle" });
      const sizes = await transferred(context, page, "/");
      const assets = [...sizes].filter(([url, size]) => url.includes("/assets/") && size > 0);
      assert.deepEqual(assets, []);
    }));

  it("can be installed", () =>
    stage.scene({}, async ({ page, context }) => {
      await page.goto("/");
      await workerReady(page);
      const debug = await context.newCDPSession(page);
      const { errors, data } = await debug.send("Page.getAppManifest");
      assert.deepEqual(errors, []);
      const manifest = JSON.parse(data);
      assert.equal(manifest.display, "standalone");
      assert.equal(manifest.start_url, "./");
      for (const { src, sizes, type } of manifest.icons) {
        if (type !== "image/png") continue;
        const width = await page.evaluate(async (src) => {
          const picture = new Image();
          picture.src = src;
          await picture.decode();
          return picture.naturalWidth;
        }, src);
        assert.equal(`${width}x${width}`, sizes, src);
      }
      const { installabilityErrors } = await debug.send("Page.getInstallabilityErrors");
      // Private windows cannot install anything; a test has no other.
      const real = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
      assert.deepEqual(real, []);
    }));

  it("shows a page as it was last seen without a network, and says so of one never seen", () =>
    stage.scene({ locale: "ru" }, async ({ page, context, complaints }) => {
      complaints.allow(NO_NETWORK);
      await page.goto("/");
      await workerReady(page);
      await page.reload();
      const seen = await page.locator("h1").innerText();
      await stage.cut(context);
      await page.reload();
      assert.equal(await page.locator("h1").innerText(), seen);
      await page.locator("#sync[data-state=offline]").waitFor();
      await page.goto("/more/data");
      assert.match(await page.locator("h1").innerText(), /[а-яё]{3}/i);
      assert.equal(await page.locator("form").count(), 0);
      await stage.restore(context);
      await page.goto("/");
      await page.locator("#sync[data-state=ok]").waitFor();
    }));
});

// Bytes that came over the network for each address, as long as the page loads.
async function transferred(context, page, path) {
  const debug = await context.newCDPSession(page);
  const addresses = new Map();
  const sizes = new Map();
  debug.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response));
  debug.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { url, fromDiskCache } = addresses.get(requestId) ?? {};
    if (url) sizes.set(url, (sizes.get(url) ?? 0) + (fromDiskCache ? 0 : encodedDataLength));
  });
  await debug.send("Network.enable");
  await page.goto(path, { waitUntil: "networkidle" });
  await debug.detach();
  return sizes;
}
