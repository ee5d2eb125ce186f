import Fastify from "fastify";
import { expect, it } from "vitest";
import { createCounter } from "./limits.ts";
import { registerLimits, subnetOf } from "./limits.ts";
import { registerProblems } from "./problems.ts";
import { rememberRules } from "./route.ts";

it("a minute's share is refused when it is used up, with the time that is left, and comes back", () => {
  let now = 0;
  const counter = createCounter(() => now);
  expect([1, 2, 3].map(() => counter.count("a", "reads", 3))).toEqual([0, 0, 0]);
  now = 20_000;
  expect(counter.count("a", "reads", 3)).toBe(40);
  expect(counter.count("b", "reads", 3)).toBe(0);
  expect(counter.count("a", "writes", 3)).toBe(0);
  now = 60_000;
  expect(counter.count("a", "reads", 3)).toBe(0);
});

it("of a flood of different addresses only a part is remembered", () => {
  const counter = createCounter(() => 0);
  for (let n = 0; n < 60_000; n += 1) counter.count(String(n), "reads", 1);
  expect(counter.count("59999", "reads", 1)).toBe(60);
  expect(counter.count("0", "reads", 1)).toBe(0);
});

it.each([
  ["10.1.2.3", "10.1.2.3"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", (address, subnet) => expect(subnetOf(address)).toBe(subnet));

it("podcast apps are counted by token, since many members share one server of an app; wrong tokens by address", async () => {
  await using app = Fastify();
  registerProblems(app);
  rememberRules(app);
  app.decorateRequest("current", null);
  app.decorateRequest("listener", null);
  await registerLimits(app, { config: { demo: false, isHttps: false } });
  app.addHook("onRequest", (request, _reply, done) => {
    const { token } = request.params as { token: string };
    const permission = { canView: true, canEdit: false, isOwner: false, levels: [], seesLocked: false, reasons: [] };
    request.listener = token.startsWith("m") ? { memberId: token, token, permission, isEnded: false } : null;
    done();
  });
  app.get("/feed/:token", { config: { who: "feed", limit: "reads" } }, async () => "a feed");
  const ask = async (token: string) => (await app.inject(`/feed/${token}`)).statusCode;
  const askOften = async (times: number, name: (n: number) => string) => {
    const statuses = [];
    for (let n = 0; n < times; n += 1) statuses.push(await ask(name(n)));
    return new Set(statuses);
  };
  // one address may otherwise ask 1200 times in a minute
  expect(await askOften(1500, (n) => `m${n % 10}`)).toEqual(new Set([200]));
  expect(await askOften(300, () => "m1")).toEqual(new Set([200, 429]));
  expect(await ask("m2")).toBe(200);
  expect(await askOften(1201, (n) => `x${n}`)).toEqual(new Set([200, 429]));
  expect(await ask("m2")).toBe(200);
});

async function openLimited() {
  const app = Fastify();
  registerProblems(app);
  rememberRules(app);
  app.decorateRequest("current", null);
  app.decorateRequest("listener", null);
  app.decorateRequest("showing", null);
  await registerLimits(app, { config: { demo: false, isHttps: false } });
  return app;
}

it("behind an address that has used up its share only those who are logged in are served", async () => {
  await using app = await openLimited();
  app.addHook("onRequest", (request, _reply, done) => {
    const member = /^session=(m\d+)$/.exec(request.headers.cookie ?? "")?.[1];
    if (member) request.current = { member: { id: member } } as never;
    done();
  });
  app.get("/list", { config: { who: "viewer", limit: "reads" } }, async () => "a list");
  const ask = async (cookie = "") => (await app.inject({ url: "/list", headers: { cookie } })).statusCode;
  for (let n = 0; n < 1200; n += 1) expect(await ask()).toBe(200);
  expect(await ask()).toBe(429);
  expect(await ask("session=guessed")).toBe(429);
  for (let n = 0; n < 400; n += 1) expect(await ask(`session=m${n}`)).toBe(200);
  // a member has a share of their own
  for (let n = 0; n < 299; n += 1) expect(await ask("session=m1")).toBe(200);
  expect(await ask("session=m1")).toBe(429);
});

it("behind such an address a login that was begun here can be finished", async () => {
  await using app = await openLimited();
  app.get("/callback", { config: { who: "visitor", limit: "callback" } }, async () => "back");
  const ask = async (cookie = "") => (await app.inject({ url: "/callback", headers: { cookie } })).statusCode;
  for (let n = 0; n < 600; n += 1) expect(await ask()).toBe(200);
  expect([await ask(), await ask("session=m1"), await ask("auth=begun")]).toEqual([429, 429, 200]);
});
