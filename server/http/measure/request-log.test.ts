import Fastify from "fastify";
import { pino } from "pino";
import { expect, it } from "vitest";
import { registerRequestLog } from "./request-log.ts";
import { timeRequests } from "./request-times.ts";
import { rememberRules } from "#server/http/request/route.ts";

async function logRequests(level: string, addresses: readonly string[]): Promise<Record<string, unknown>[]> {
  let text = "";
  const log = pino({ level, base: null }, { write: (lines) => void (text += lines) });
  const app = Fastify();
  rememberRules(app);
  registerRequestLog(app, log, timeRequests());
  app.decorateRequest("current", null);
  app.get("/of/:id", { config: { who: "anyone", limit: "reads" } }, () => "answer");
  app.get("/file/:kind", { config: { who: "anyone", limit: "assets" } }, () => "bytes");
  for (const url of addresses) await app.inject(url);
  await app.close();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it("every answer is one line that names the route, and not what was asked for", async () => {
  const lines = await logRequests("info", ["/of/secret?code=secret", '/"secret']);
  expect(lines).toEqual([
    {
      ...{ level: 30, time: expect.any(Number), reqId: expect.any(String), method: "GET", route: "/of/:id" },
      ...{ status: 200, ms: expect.any(Number), msg: "request" },
    },
    expect.objectContaining({ route: "none", status: 404, msg: "request" }),
  ]);
});

it("requests for files are only logged at the debug level, with kind and size", async () => {
  const addresses = ["/file/thumbnail", "/of/1"];
  const msgOf = ({ msg }: Record<string, unknown>) => msg;
  expect((await logRequests("info", addresses)).map(msgOf)).toEqual(["request"]);
  const [asset] = await logRequests("debug", addresses);
  expect(asset).toMatchObject({ level: 20, msg: "asset", route: "/file/:kind", kind: "thumbnail", bytes: 5 });
  expect(await logRequests("silent", addresses)).toEqual([]);
});
