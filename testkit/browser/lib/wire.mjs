// The network between a browser and the program, which can be cut, or lose answers on the way.

import { connect, createServer } from "node:net";

export class Wire {
  #server;
  #pairs = new Set();
  #state = "whole";
  #lost = 0;

  // A wire to the program at this address; the browser is sent to `url`.
  static async to(program) {
    const wire = new Wire();
    const port = Number(new URL(program).port);
    wire.#server = createServer((near) => wire.#join(near, port));
    await new Promise((done) => wire.#server.listen(0, "127.0.0.1", done));
    wire.url = `http://127.0.0.1:${wire.#server.address().port}`;
    return wire;
  }

  #join(near, port) {
    if (this.#state === "cut") return near.destroy();
    const far = connect(port, "127.0.0.1");
    const pair = { near, far };
    this.#pairs.add(pair);
    const end = () => {
      near.destroy();
      far.destroy();
      this.#pairs.delete(pair);
    };
    for (const socket of [near, far]) socket.on("close", end).on("error", end);
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => {
      if (this.#state === "deaf") this.#lost += bytes.length;
      else near.write(bytes);
    });
  }

  // From now on nothing passes, and whoever tries notices at once.
  cut() {
    this.#state = "cut";
    for (const { near } of this.#pairs) near.destroy();
  }

  // From now on the program hears everything, and nobody hears the program.
  loseAnswers() {
    this.#state = "deaf";
    this.#lost = 0;
  }

  // How much of answers was lost.
  get lost() {
    return this.#lost;
  }

  // All passes again.
  restore() {
    this.#state = "whole";
  }

  async close() {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }
}
