// Faults on demand: twelve named kinds, or any mix of status, delay, drop and body, on the routes a pattern names.
// All of them strike before the provider acts, except dropped-mid-body: there the call took effect and its answer is lost.

import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Effect, Fault } from "./fault-kinds.ts";
import { readPath } from "#emulator/parameters.ts";
import { paths } from "#emulator/settings.ts";
import type { World } from "#emulator/world/world.ts";

export function registerFaults(app: FastifyInstance, world: World): void {
  const struck = new WeakMap<FastifyRequest, Fault>();

  app.addHook("onRequest", async (request, reply) => {
    const fault = takeFault(world, request);
    if (fault === undefined) return;
    struck.set(request, fault);
    const entry = world.journal.findLast(({ id }) => id === request.id);
    if (entry) entry.fault = fault.kind;
    await strike(world, request, reply, fault.effect);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    if (struck.get(request)?.effect.drop !== "mid-body") return payload;
    const whole = Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload ?? ""));
    reply.header("content-length", String(whole.length + 1));
    return Readable.from(cutShort(whole));
  });
}

async function strike(world: World, request: FastifyRequest, reply: FastifyReply, effect: Effect): Promise<void> {
  if (effect.delayMs) await delay(world, request, effect.delayMs);
  if (request.raw.destroyed || request.raw.socket.destroyed) return void reply.hijack();
  if (effect.drop === "before-headers") {
    reply.hijack();
    request.raw.socket.destroy();
    return;
  }
  if (effect.body === undefined && effect.status === undefined) return;
  const status = effect.status ?? 200;
  if (effect.retryAfter !== undefined) reply.header("retry-after", String(effect.retryAfter));
  reply.code(status);
  switch (effect.body ?? "provider") {
    case "html":
      await reply.type("text/html; charset=utf-8").send(`<!doctype html><title>${status}</title><h1>${status}</h1>`);
      return;
    case "malformed":
      await reply.type("application/json").send(`{"data": {"id": "1`);
      return;
    case "wrong-shape":
      await reply.send({ unexpected: [1, { two: "three" }] });
      return;
    case "provider":
      await reply.send(providerError(readPath(request), status, effect));
  }
}

function takeFault(world: World, request: FastifyRequest): Fault | undefined {
  const path = readPath(request);
  if (path.startsWith("/__emulator") || path.startsWith("/avatars")) return undefined;
  const fault = world.faults.find(({ route }) => matches(route, request.method, path));
  if (fault?.times != null) {
    fault.times -= 1;
    if (fault.times <= 0) world.faults = world.faults.filter((other) => other !== fault);
  }
  return fault;
}

export function matches(route: string, method: string, path: string): boolean {
  const [first = "", second] = route.trim().split(/\s+/);
  const prefix = second ?? first;
  if (second !== undefined && first !== "*" && first.toUpperCase() !== method) return false;
  const pattern = prefix.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}`).test(path);
}

/** The wait ends early when the client gives up or the emulator closes. */
async function delay(world: World, request: FastifyRequest, milliseconds: number): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  request.raw.socket.once("close", leave);
  const signal = AbortSignal.any([gone.signal, world.closing.signal]);
  await wait(milliseconds, undefined, { signal, ref: false }).catch((error: Error) => {
    if (error.name !== "AbortError") throw error;
  });
  request.raw.socket.off("close", leave);
}

function providerError(path: string, status: number, effect: Effect): object {
  const names: Record<number, string> = { 401: "Unauthorized", 403: "Forbidden", 429: "Too Many Requests" };
  const name = names[status] ?? (status === 503 ? "Service Unavailable" : "Internal Server Error");
  if (path.startsWith(paths.twitchId)) return { status, message: name.toLowerCase() };
  if (path.startsWith(paths.twitchApi)) return { error: name, status, message: "" };
  if (path.endsWith("/api/oauth2/token") && status === 401) return { error: "invalid_grant" };
  const codeName = status === 429 ? "RequestThrottled" : name.replaceAll(" ", "");
  const wait = effect.retryAfter === undefined ? {} : { retry_after_seconds: effect.retryAfter };
  return {
    errors: [{ code: 1, code_name: codeName, detail: name, id: null, status: String(status), title: name, ...wait }],
  };
}

async function* cutShort(whole: Buffer): AsyncGenerator<Buffer> {
  yield whole.subarray(0, Math.ceil(whole.length / 2));
  await wait(20);
  throw new Error("The connection was dropped on purpose.");
}
