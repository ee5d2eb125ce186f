import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { registerPatience } from "./bad-clients.ts";

const head = (address: string) =>
  `POST ${address} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;

it("a connection whose body does not arrive is closed, also after a refusal; an upload's is not", async () => {
  await using app = Fastify();
  registerPatience(app, 300);
  app.addHook("onRequest", (request, _reply, done) => done(request.url === "/refused" ? new Error("no") : undefined));
  app.post("/small", () => "");
  app.post("/refused", () => "");
  app.post("/large", { bodyLimit: 2 ** 24 }, () => "");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const begin = (address: string) => {
    const socket = connect(port, "127.0.0.1").resume();
    socket.on("error", () => {}).write(head(address));
    return socket;
  };
  const large = begin("/large");
  await Promise.all(["/small", "/refused"].map((address) => once(begin(address), "close")));
  expect(large.closed).toBe(false);
  large.destroy();
});

it("a body that arrives is answered", async () => {
  await using app = Fastify();
  registerPatience(app, 300);
  app.post("/small", (request) => request.body);
  const { statusCode, json } = await app.inject({ method: "POST", url: "/small", payload: { a: 1 } });
  expect([statusCode, json()]).toEqual([200, { a: 1 }]);
});
