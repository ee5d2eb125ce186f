import { once } from "node:events";
import { request, type RequestOptions } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import type { RequestQueue } from "./overload.ts";
import { timeRequests } from "#server/http/measure/request-times.ts";
import { makeServers } from "./server.ts";

const config = readConfig({ DATA_DIR: "/nowhere" });
const stack: AsyncDisposable[] = [];
afterEach(async () => {
  for (const server of stack.splice(0)) await server[Symbol.asyncDispose]();
});

async function open(queue: RequestQueue) {
  const begun: string[] = [];
  const times = timeRequests();
  const make = makeServers({ config, log: pino({ level: "silent" }), times }, queue);
  const server = make(({ url = "" }, response) => {
    begun.push(url);
    response.end("served");
  });
  stack.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, options: RequestOptions = {}) => {
    const asked = request({ port, host: "127.0.0.1", path, ...options }).end();
    const [answer] = await once(asked, "response");
    return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) };
  };
  return { ask, begun, port, times };
}

const full: RequestQueue = { add: () => false };

it("when the queue is full a request is refused as busy, with the headers of every answer, and its connection is closed", async () => {
  const { ask, begun, times } = await open(full);
  const { status, headers, body } = await ask("/api/site");
  expect(status).toBe(503);
  expect(JSON.parse(body)).toMatchObject({ status: 503, code: "busy", request_id: expect.any(String) });
  expect(headers).toMatchObject({
    "content-type": "application/problem+json; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "retry-after": "5",
    connection: "close",
  });
  expect(await ask("/api/site", { method: "HEAD" })).toMatchObject({ status: 503, body: "" });
  expect(await ask("/api/site", { method: "POST" })).toMatchObject({ status: 503 });
  expect(begun).toEqual([]);
  const { values } = await times.histogram.get();
  expect(values.find(({ metricName }) => metricName?.endsWith("_count"))).toMatchObject({ value: 3 });
});

it.each(["/", "/video/abc", "/assets/page.js", "/api/media/abc/master.m3u8", "/api/health"])(
  "%s does not stand in the row",
  async (path) => {
    const { ask } = await open(full);
    expect(await ask(path)).toMatchObject({ status: 200, body: "served" });
  },
);

it.each(["/%61pi/site", "/api/%6dedia/abc/master.m3u8", "/api/healthy", "/api/video/list"])(
  "%s does stand in the row",
  async (path) => {
    const { ask } = await open(full);
    expect(await ask(path)).toMatchObject({ status: 503 });
  },
);

it("a request whose client has gone is skipped", async () => {
  const waiting: (() => void)[] = [];
  const { ask, begun, port } = await open({ add: (begin) => waiting.push(begin) > 0 });
  const gone = connect(port, "127.0.0.1");
  gone.write("GET /api/site?gone HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(() => waiting.length).toBe(1);
  gone.destroy();
  const stays = ask("/api/site?stays");
  await expect.poll(() => waiting.length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const begin of waiting) begin();
  expect(await stays).toMatchObject({ status: 200 });
  expect(begun).toEqual(["/api/site?stays"]);
});
