import Fastify from "fastify";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { makeReady, sendReady } from "./ready.ts";

const headers = { "cache-control": "private, no-cache", etag: '"a"' };
const answers = {
  "/whole": makeReady(200, { ...headers, "content-type": "application/json" }, Buffer.from("[]")),
  "/unchanged": makeReady(304, headers),
};

it.each(["/whole", "/unchanged"] as const)(
  "%s is answered alike by the short way and by the long one",
  async (path) => {
    await using app = Fastify();
    for (const [url, ready] of Object.entries(answers)) {
      app.get(url, (request, reply) => {
        const current = request.headers["x-renewed"] ? { renewedToken: "new" } : null;
        if (request.headers["x-last"]) reply.header("connection", "close");
        return sendReady({ method: request.method, current: current as never }, reply, ready);
      });
    }
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const ask = async (init: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      const { connection, "keep-alive": _, date, ...rest } = Object.fromEntries(response.headers);
      expect(date).toBeDefined();
      return { status: response.status, headers: rest, text: await response.text(), connection };
    };
    const short = await ask({});
    expect(short).toMatchObject({ status: answers[path].status, headers });
    expect(short.headers["content-length"]).toBe(path === "/whole" ? "2" : undefined);
    expect(await ask({ headers: { "x-renewed": "1" } })).toEqual(short);
    expect(await ask({ headers: { "x-last": "1" } })).toEqual({ ...short, connection: "close" });
    const { headers: ofHead, text } = await ask({ method: "HEAD" });
    expect([ofHead, text]).toMatchObject([short.headers, ""]);
  },
);
