import Fastify from "fastify";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { registerAnswerTime } from "./answer-time.ts";
import { registerProblems } from "#server/http/request/problems.ts";

it("a request that is not answered in time is refused as busy, except when a handler has hijacked it", async () => {
  await using app = Fastify();
  registerProblems(app);
  registerAnswerTime(app, 300);
  const never = Promise.withResolvers<string>();
  app.get("/never", () => never.promise);
  app.get("/soon", async () => "done");
  app.get("/hijacked", (_request, reply) => {
    reply.hijack();
    reply.raw.write("begun, ");
    setTimeout(() => reply.raw.end("ended"), 1000);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()] as const;
  };
  const [busy, soon, hijacked] = await Promise.all([ask("/never"), ask("/soon"), ask("/hijacked")]);
  expect(busy[0]).toBe(503);
  expect(JSON.parse(busy[1])).toMatchObject({ code: "busy" });
  expect(soon).toEqual([200, "done"]);
  expect(hijacked).toEqual([200, "begun, ended"]);
});

it("an answer that stops half-way is cut off, or its reader would wait for the rest", async () => {
  await using app = Fastify();
  registerAnswerTime(app, 300);
  app.get("/half", (_request, reply) =>
    reply.send(new ReadableStream({ start: (half) => half.enqueue(Buffer.from("half")) })),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/half`);
  await expect(response.text()).rejects.toThrow("terminated");
});
