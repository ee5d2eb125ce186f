// Judge: twurple's EventSub middleware receives what the stand-in sends, managing its own subscriptions through the API.
// Twurple builds https callbacks only; a tunnel leads them to the plain server of this test, as a developer's would.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiClient } from "@twurple/api";
import { AppTokenAuthProvider } from "@twurple/auth";
import { EventSubMiddleware } from "@twurple/eventsub-http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { control, until } from "./testing.ts";

type Handler = (
  request: IncomingMessage & { params: { id: string } },
  response: ServerResponse,
  next: (error: unknown) => void,
) => void;

let emulator: Emulator;
let server: Server;
let middleware: EventSubMiddleware;
const seen: string[] = [];

beforeAll(async () => {
  const handlers: { pattern: RegExp; handle: Handler }[] = [];
  const router = {
    post(path: string, handle: Handler) {
      handlers.push({ pattern: new RegExp(`^${path.replace(":id", "([^/]+)")}$`), handle });
    },
    get() {},
  };
  server = createServer((request, response) => {
    const found = handlers.find(({ pattern }) => pattern.test(request.url ?? ""));
    if (!found) return void response.writeHead(404).end();
    const id = found.pattern.exec(request.url ?? "")?.[1] ?? "";
    found.handle(
      Object.assign(request, { params: { id } }),
      response,
      (error) => void response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  emulator = await startEmulator({ tunnels: { "https://archive.example": `http://127.0.0.1:${port}` } });
  process.env["TWURPLE_MOCK_API_PORT"] = new URL(emulator.origin).port;
  const {
    TWITCH_CLIENT_ID = "",
    TWITCH_CLIENT_SECRET = "",
    TWITCH_EVENTSUB_SECRET = "",
    TWITCH_BROADCASTER_ID = "",
  } = emulator.settings;
  middleware = new EventSubMiddleware({
    apiClient: new ApiClient({ authProvider: new AppTokenAuthProvider(TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET) }),
    hostName: "archive.example",
    pathPrefix: "/twitch",
    secret: TWITCH_EVENTSUB_SECRET,
    strictHostCheck: false,
    logger: { minLevel: "critical" },
  });
  middleware.apply(router as unknown as Parameters<EventSubMiddleware["apply"]>[0]);
  await middleware.markAsReady();
  middleware.onVerify((isVerified, { id }) => void seen.push(`${id} ${isVerified ? "verified" : "not verified"}`));
  middleware.onRevoke(({ id }, status) => void seen.push(`${id} ${status}`));
  middleware.onChannelSubscription(
    TWITCH_BROADCASTER_ID,
    ({ userName, tier, isGift }) => void seen.push(`subscribe ${userName} ${tier} ${isGift}`),
  );
  middleware.onChannelSubscriptionEnd(
    TWITCH_BROADCASTER_ID,
    ({ userName, tier }) => void seen.push(`end ${userName} ${tier}`),
  );
  middleware.onUserAuthorizationRevoke(({ userId }) => void seen.push(`revoke ${userId}`));
  middleware.onStreamOnline(
    TWITCH_BROADCASTER_ID,
    ({ id, type, startDate }) => void seen.push(`online ${id} ${type} ${startDate.toISOString()}`),
  );
  middleware.onStreamOffline(TWITCH_BROADCASTER_ID, ({ broadcasterId }) => void seen.push(`offline ${broadcasterId}`));
  await until("five verified subscriptions", () => seen.filter((line) => line.endsWith(" verified")).length === 5);
  await until("five enabled subscriptions", async () => {
    const all: { status: string }[] = await control(emulator, "GET /subscriptions");
    return all.length === 5 && all.every(({ status }) => status === "enabled");
  });
});

afterAll(async () => {
  delete process.env["TWURPLE_MOCK_API_PORT"];
  server.closeAllConnections();
  server.close();
  await emulator.close();
});

beforeEach(() => {
  seen.length = 0;
});

const lastStatus = ({ fired }: { fired: { attempts: { status: number }[] }[] }) => fired[0]?.attempts[0]?.status;

test("a new subscription reaches the listener", async () => {
  await control(emulator, "POST /personas/twitch-never", { tier: "2000", fire: true });
  await until("the event", () => seen.length > 0);
  expect(seen).toEqual(["subscribe mossandmarble 2000 false"]);
});

test("the end of a subscription reaches the listener", async () => {
  await control(emulator, "POST /personas/twitch-tier1", { subscribed: false, fire: true });
  await until("the event", () => seen.length > 0);
  expect(seen).toEqual(["end quietharbor 1000"]);
});

test("a taken-back consent reaches the listener", async () => {
  await control(emulator, "POST /personas/twitch-revoked/revoke", { fire: true });
  await until("the event", () => seen.length > 0);
  expect(seen).toEqual(["revoke 820441716"]);
});

test("a stream begins and ends, and Helix knows it meanwhile", async () => {
  const { TWITCH_CLIENT_ID = "", TWITCH_CLIENT_SECRET = "", TWITCH_BROADCASTER_ID = "" } = emulator.settings;
  const api = new ApiClient({ authProvider: new AppTokenAuthProvider(TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET) });
  const find = () => api.streams.getStreamByUserId(TWITCH_BROADCASTER_ID);
  expect(await find()).toBeNull();
  await control(emulator, "POST /fire", { event: "stream.online", persona: "twitch-broadcaster" });
  await until("the begin", () => seen.length === 1);
  const stream = await find();
  expect(seen).toEqual([`online ${stream?.id} live ${stream?.startDate.toISOString()}`]);
  await control(emulator, "POST /fire", { event: "stream.offline", persona: "twitch-broadcaster" });
  await until("the end", () => seen.length === 2);
  expect(seen[1]).toBe(`offline ${TWITCH_BROADCASTER_ID}`);
  expect(await find()).toBeNull();
});

test("a message id used again is heard once", async () => {
  const order = { event: "channel.subscribe", persona: "twitch-tier3", messageId: "the-same-id" };
  await control(emulator, "POST /fire", order);
  await until("the first", () => seen.length === 1);
  const { fired } = await control(emulator, "POST /fire", order);
  expect(lastStatus({ fired })).toBe(202);
  await control(emulator, "POST /fire", { event: "channel.subscribe", persona: "twitch-tier2" });
  await until("the one after", () => seen.includes("subscribe velvetmeridian 2000 false"));
  expect(seen).toEqual(["subscribe northernoboe 3000 false", "subscribe velvetmeridian 2000 false"]);
});

test("the very same bytes replayed are heard once", async () => {
  const { fired } = await control(emulator, "POST /fire", { event: "channel.subscribe", persona: "twitch-tier3" });
  await until("the first", () => seen.length === 1);
  expect(lastStatus(await control(emulator, "POST /fire", { replay: fired[0].id }))).toBe(202);
  expect(seen).toHaveLength(1);
});

test("a message eleven minutes old is dropped, nine minutes is not", async () => {
  const event = "channel.subscribe";
  expect(
    lastStatus(await control(emulator, "POST /fire", { event, persona: "twitch-tier3", ageMs: 11 * 60_000 })),
  ).toBe(202);
  await control(emulator, "POST /fire", { event, persona: "twitch-prime", ageMs: 9 * 60_000 });
  await until("the fresh one", () => seen.length > 0);
  expect(seen).toEqual(["subscribe paperlanterns 1000 false"]);
});

test("a forged or unsigned message is refused", async () => {
  for (const signature of ["bad", "none"]) {
    const answer = await control(emulator, "POST /fire", {
      event: "channel.subscribe",
      persona: "twitch-tier3",
      signature,
    });
    expect(lastStatus(answer)).toBe(410);
  }
  expect(seen).toEqual([]);
});

test("a revocation names its reason and ends the subscription", async () => {
  await control(emulator, "POST /fire", {
    event: "channel.subscription.end",
    revocation: "notification_failures_exceeded",
  });
  await until("the revocation", () => seen.some((line) => line.endsWith("notification_failures_exceeded")));
  await control(emulator, "POST /personas/twitch-tier2", { subscribed: false, fire: true });
  expect(seen).toHaveLength(1);
});
