// The pictures of the README, of the demo athlete. usage: node screenshots.mjs FOLDER

import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP, PHONE, Stage } from "./lib/stage.mjs";
import { fill, places } from "./routes.mjs";

const MOST_BYTES = 160 * 1024;
// Sharper where it is small enough.
const SCALES = [2, 1.5, 1];

const PICTURES = [
  ["today", "/", PHONE, "light"],
  ["today", "/", PHONE, "dark"],
  ["today", "/", DESKTOP, "light"],
  ["logger", "/sessions/{active}", PHONE, "light"],
  ["logger", "/sessions/{active}", PHONE, "dark"],
  ["logger", "/sessions/{active}", DESKTOP, "dark"],
  ["plan", "/plan", PHONE, "light"],
  ["plan", "/plan", DESKTOP, "light"],
  ["progress", "/progress", PHONE, "dark"],
  ["progress", "/progress", DESKTOP, "light"],
  ["meals", "/meals", PHONE, "light"],
  ["meals", "/meals", DESKTOP, "dark"],
];

const folder = process.argv[2];
const stage = await Stage.open();
try {
  await mkdir(folder, { recursive: true });
  const names = await places(stage.program);
  await stage.scene({ serviceWorkers: "block" }, ({ page }) => train(page, fill("/sessions/{active}", names)));
  for (const [name, path, view, scheme] of PICTURES) {
    const file = join(folder, `${name}-${view === PHONE ? "phone" : "desktop"}-${scheme}.png`);
    const { scale, size } = await take(file, fill(path, names), view, scheme);
    console.log(`${file}: ${Math.ceil(size / 1024)} KB at ${scale}x`);
  }
} finally {
  await stage.close();
}

// A session in the middle shows more than one at its beginning.
async function train(page, path) {
  await page.goto(path);
  for (let set = 0; set < 3; set++) {
    const sent = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.locator("li.set[data-state=now] .check").click();
    await sent;
  }
}

async function take(file, path, view, scheme) {
  for (const scale of SCALES) {
    const options = { view, dark: scheme === "dark", deviceScaleFactor: scale, serviceWorkers: "block" };
    await stage.scene(options, async ({ page }) => {
      await page.goto(path, { waitUntil: "networkidle" });
      await rm(file, { force: true });
      await page.screenshot({ path: file });
    });
    const { size } = await stat(file);
    if (size <= MOST_BYTES) return { scale, size };
  }
  throw new Error(`${file} is larger than ${MOST_BYTES} bytes at any scale`);
}
