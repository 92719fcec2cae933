// A browser in front of a program. Each scene has a page of its own, and fails if the page complained about anything:
// an error in the console, an exception, something that the content policy refused, a request to somebody else.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { Program, scratch } from "./program.mjs";
import { Wire } from "./wire.mjs";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

export const CHROMIUM = process.env.REGIMEN_TEST_CHROMIUM ?? "/usr/bin/chromium";
export const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-dev-shm-usage",
];

// What pages complained about.
export class Complaints {
  #found = [];
  #allowed = [];

  constructor(home) {
    this.home = new URL(home);
  }

  watch(page) {
    page.on("console", (said) => {
      if (said.type() === "error") this.#found.push(`console: ${said.text()} (${said.location().url})`);
    });
    page.on("pageerror", (thrown) => this.#found.push(`exception: ${thrown.stack}`));
    page.on("request", (request) => {
      const { protocol, origin, pathname } = new URL(request.url());
      const isOwn = origin === this.home.origin && pathname.startsWith(this.home.pathname);
      if (protocol.startsWith("http") && !isOwn) this.#found.push(`request to ${request.url()}`);
    });
    page.on("response", (answer) => {
      if (answer.status() >= 500) this.#found.push(`${answer.status()} from ${answer.url()}`);
    });
    return page;
  }

  // What the scene brings about on purpose.
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  get all() {
    return this.#found.filter((one) => !this.#allowed.some((pattern) => pattern.test(one)));
  }

  check() {
    if (this.all.length) throw new Error(`the page complained:\n  ${this.all.join("\n  ")}`);
  }
}

// A browser and a program, for the tests of one file or of one scene.
export class Stage {
  #states = new Map();

  // With `wired` the network can be cut; the rest says how the program starts.
  static async open({ wired = false, ...start } = {}) {
    const stage = new Stage();
    try {
      stage.browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
      stage.program = await Program.start(start);
      stage.wire = wired ? await Wire.to(stage.program.url) : null;
      stage.url = stage.wire?.url ?? stage.program.url;
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  async close() {
    await this.browser?.close();
    await this.wire?.close();
    await this.program?.stop();
  }

  // A context as one person's browser is; `locale` is the language that the browser asks for, `account` who has signed
  // in (nobody if null, else the athlete).
  async context({ view = PHONE, locale = "en", dark = false, account = this.program.account, ...rest } = {}) {
    const context = await this.browser.newContext({
      baseURL: `${this.url}/`,
      viewport: view,
      locale,
      timezoneId: "Europe/Berlin",
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      hasTouch: view.width < 600,
      storageState: account ? await this.#signedIn(account) : undefined,
      ...rest,
    });
    context.setDefaultTimeout(15_000);
    return context;
  }

  // What a browser keeps of somebody who has signed in; they do so once.
  #signedIn(account) {
    const enter = async () => {
      const context = await this.context({ account: null, serviceWorkers: "block" });
      await signIn(await context.newPage(), account);
      const state = await context.storageState();
      await context.close();
      return state;
    };
    if (!this.#states.has(account.login)) this.#states.set(account.login, enter());
    return this.#states.get(account.login);
  }

  // Sets a new installation up by its link; whoever signs in later is this account.
  async setUp(account = { login: "anna", password: "seven quiet barbells" }) {
    const context = await this.context({ account: null, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto(this.program.setUp);
    await enter(page, account);
    await page.waitForURL((url) => url.pathname !== "/setup");
    await context.close();
    this.program.account = account;
  }

  // Cuts the network of this context: for pages, for the worker, and as the browser knows it.
  async cut(context) {
    this.wire.cut();
    await context.setOffline(true);
  }

  async restore(context) {
    this.wire.restore();
    await context.setOffline(false);
  }

  // Plays a scene on a page of its own. What the page complained about fails it; a picture of the failure is kept.
  // Scenes that say `within` share the page of that context, and what the browser has loaded.
  async scene({ within, ...options }, play) {
    const context = within ?? (await this.context(options));
    const complaints = new Complaints(this.url);
    const page = complaints.watch(within?.pages()[0] ?? (await context.newPage()));
    try {
      await play({ page, context, complaints });
      complaints.check();
    } catch (error) {
      throw await told(error, page, complaints);
    } finally {
      await (within ? page.removeAllListeners() : context.close());
    }
  }
}

// What went wrong, where, and what the page had to say; the lines of the code stay those of the failure.
async function told(error, page, complaints) {
  const what = [error.message.replace(/\x1b\[\d+m/g, ""), `at ${page.url()}${await picture(page)}`, ...complaints.all];
  const told = new Error(what.join("\n"));
  told.stack = [`Error: ${told.message}`, ...error.stack.split("\n").filter((line) => /^ +at /.test(line))].join("\n");
  return told;
}

async function picture(page) {
  const path = join(scratch, "failed", `${Date.now()}.png`);
  await mkdir(join(scratch, "failed"), { recursive: true });
  return page.screenshot({ path }).then(
    () => `, see ${path}`,
    () => "",
  );
}

// Fills in the form of set-up, join or sign-in, and sends it.
export async function enter(page, { login, password }) {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill(password);
  await page.locator("form button").click();
}

// Signs in as a person does, and waits until the page after it is there.
export async function signIn(page, account) {
  const isThere = ({ pathname }) => pathname.endsWith("/sign-in");
  if (!isThere(new URL(page.url(), "http://none"))) await page.goto("sign-in");
  await enter(page, account);
  await page.waitForURL((url) => !isThere(url));
}

// Waits until the worker of the app serves this page, so that it is there without a network.
export async function workerReady(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}
