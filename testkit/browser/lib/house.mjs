// A host with several programs behind one proxy: what is below a path is passed on to the program under test, everything
// else is somebody else's. The network before it can be cut.

import { createServer, request } from "node:http";

export class House {
  #server;
  #sockets = new Set();
  #isCut = false;
  #program;
  // What was asked of others.
  strays = [];

  // A host whose programs live below paths; the one under test below this one.
  static async open(path) {
    const house = new House();
    house.#server = createServer((asked, answer) => house.#answer(path, asked, answer));
    house.#server.on("connection", (socket) => {
      if (house.#isCut) return socket.destroy();
      house.#sockets.add(socket);
      socket.on("close", () => house.#sockets.delete(socket));
    });
    await new Promise((done) => house.#server.listen(0, "127.0.0.1", done));
    house.url = `http://127.0.0.1:${house.#server.address().port}${path}`;
    return house;
  }

  // Where the program listens that is below the path.
  passTo(port) {
    this.#program = port;
  }

  #answer(path, asked, answer) {
    if (asked.url !== path && !asked.url.startsWith(`${path}/`)) {
      this.strays.push(asked.url);
      answer.writeHead(404).end();
      return;
    }
    const { method, url, headers } = asked;
    const passed = request({ host: "127.0.0.1", port: this.#program, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode, got.headers);
      got.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }

  cut() {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore() {
    this.#isCut = false;
  }

  async close() {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }
}
