// The program under test: on a free port of this machine, with a data folder of its own.
//
//   REGIMEN_BIN         which program; else the one that is built for debugging
//   CARGO_TARGET_DIR    below it the demo athlete is kept for a day, and pictures of what failed

import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const built = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const binary = resolve(process.env.REGIMEN_BIN ?? join(built, "debug/regimen"));

// Where things are kept that nobody misses.
export const scratch = join(built, "browser");

// What is said on the command line is all that is set.
const environment = (home) => ({ HOME: home, TZ: "Europe/Berlin" });

async function command(home, ...words) {
  const { stdout } = await promisify(execFile)(binary, ["--json", ...words], { env: environment(home) });
  return JSON.parse(stdout);
}

// The folder of the demo athlete whose life ended so many days ago: made once a day for each program, to be copied and
// never to be used.
export async function demo(daysAgo = 0) {
  const { size, mtimeMs } = await stat(binary);
  // In Sweden a day is written as the program reads it.
  const day = (ago) => new Date(Date.now() - ago * 86_400_000).toLocaleDateString("sv", { timeZone: "Europe/Berlin" });
  const made = `${day(0)}-${size}-${Math.trunc(mtimeMs)}`;
  const place = join(scratch, `demo-${made}-${daysAgo}`);
  if (await stat(place).catch(() => null)) return place;
  await mkdir(scratch, { recursive: true });
  for (const old of await readdir(scratch)) {
    if (old.startsWith("demo-") && !old.startsWith(`demo-${made}`)) await rm(join(scratch, old), { recursive: true, force: true });
  }
  const making = await mkdtemp(join(scratch, "making-"));
  const account = await command(making, "demo", "--dir", join(making, "data"), "--today", day(daysAgo));
  await writeFile(join(making, "account.json"), JSON.stringify(account));
  await rename(making, place).catch(async (error) => {
    await rm(making, { recursive: true });
    // Another test file was faster.
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
  return place;
}

// A program that runs.
export class Program {
  #folder;
  #child;
  #log = "";

  // Starts one: `data` is "demo" (an athlete with twelve weeks of training, which ended `daysAgo`) or "fresh" (nobody is
  // there yet); `profile` is what the athlete has set, by name; `settings` are those of the server, as variables; `port`
  // is where it listens, if that matters.
  static async start({ data = "demo", daysAgo = 0, profile = {}, settings = {}, port = 0 } = {}) {
    const program = new Program();
    program.#folder = await mkdtemp(join(tmpdir(), "regimen-browser-"));
    try {
      if (data === "demo") await program.#copyDemo(daysAgo, profile);
      await program.#serve(settings, port);
    } catch (error) {
      await rm(program.#folder, { recursive: true, force: true });
      throw error;
    }
    return program;
  }

  async #copyDemo(daysAgo, profile) {
    await cp(await demo(daysAgo), this.#folder, { recursive: true });
    const { login, password } = JSON.parse(await readFile(join(this.#folder, "account.json"), "utf8"));
    this.account = { login, password };
    for (const [name, value] of Object.entries(profile)) await this.#command("profile", "set", name, value);
    const { secret } = await this.#command("token", "create", "browser", "--scopes", "read,log,plan,meals,admin");
    this.token = secret;
  }

  #command(...words) {
    return command(this.#folder, "--data", join(this.#folder, "data"), ...words);
  }

  async #serve(settings, port) {
    const words = ["--json", "--data", join(this.#folder, "data"), "serve", "--listen", `127.0.0.1:${port}`];
    const env = { ...environment(this.#folder), ...settings };
    this.#child = spawn(binary, words, { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child.stderr.on("data", (part) => (this.#log += part));
    const started = await Promise.race([
      new Promise((said) => createInterface({ input: this.#child.stdout }).once("line", said)),
      new Promise((_, fail) => this.#child.once("exit", () => fail(new Error(`did not start: ${this.#log}`)))),
    ]);
    const { url, set_up: setUp } = JSON.parse(started);
    Object.assign(this, { url, setUp });
  }

  // What the server itself has, whatever a page shows: a call of the API past the browser.
  async call(method, path, body) {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    const answer = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${said}`);
    return said === "" ? undefined : JSON.parse(said);
  }

  // Ends it; what its log calls an error fails the run.
  async stop() {
    const ended = new Promise((done) => this.#child.once("exit", done));
    this.#child.kill();
    const patience = setTimeout(() => this.#child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(patience);
    await rm(this.#folder, { recursive: true, force: true });
    const errors = this.#log.split("\n").filter((line) => / ERROR |panicked at/.test(line));
    if (errors.length) throw new Error(`the log of the program has errors:\n${errors.join("\n")}`);
  }
}
