// A browser whose process can be ended in the middle of anything, and that starts again with what was on its disk.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { ARGUMENTS, CHROMIUM } from "./stage.mjs";

export class DyingBrowser {
  #folder;
  #child;
  #browser;

  static async open() {
    const dying = new DyingBrowser();
    dying.#folder = await mkdtemp(join(tmpdir(), "regimen-chromium-"));
    return dying;
  }

  // Starts it, with these cookies besides those that it has.
  async start(cookies = []) {
    const words = [`--user-data-dir=${this.#folder}`, "--headless", "--remote-debugging-port=0", "--no-first-run"];
    const size = "--window-size=1280,900";
    // A group of its own, so that no process of it survives.
    this.#child = spawn(CHROMIUM, [...ARGUMENTS, ...words, size, "about:blank"], {
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const address = await new Promise((found, fail) => {
      createInterface({ input: this.#child.stderr }).on("line", (line) => {
        const said = /^DevTools listening on (\S+)/.exec(line);
        if (said) found(said[1]);
      });
      this.#child.once("exit", () => fail(new Error("the browser did not start")));
    });
    this.#browser = await chromium.connectOverCDP(address);
    const context = this.#browser.contexts()[0];
    context.setDefaultTimeout(15_000);
    await context.addCookies(cookies);
    return context.newPage();
  }

  // Ends it as an empty battery does.
  async die() {
    const ended = new Promise((done) => this.#child.once("exit", done));
    process.kill(-this.#child.pid, "SIGKILL");
    await ended;
    await this.#browser.close().catch(() => {});
  }

  async close() {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.die();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
