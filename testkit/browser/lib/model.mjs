// An endpoint that speaks the protocol of OpenAI on loopback: it says what follows from what it is told.

import { createServer } from "node:http";

export class Model {
  #server;
  calls = [];

  // `answer` gets the two messages and says what the model says.
  static async start(answer) {
    const model = new Model();
    model.#server = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      const body = JSON.parse(Buffer.concat(parts).toString() || "null");
      model.calls.push(body);
      const [system, user] = body.messages.map(({ content }) => content);
      const message = { role: "assistant", content: JSON.stringify(answer(system, user)) };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
    });
    await new Promise((listening) => model.#server.listen(0, "127.0.0.1", listening));
    model.url = `http://127.0.0.1:${model.#server.address().port}/v1`;
    return model;
  }

  close() {
    this.#server.close();
  }
}
