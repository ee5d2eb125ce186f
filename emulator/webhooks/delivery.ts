// Sending webhooks: one attempt, then a waiting list with a schedule that follows the emulator's clock.
// Redirects are not followed and ten seconds are enough, as for the real senders.

import { once } from "node:events";
import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { text as readText } from "node:stream/consumers";
import type { Attempt, Delivery } from "#emulator/world/records.ts";
import type { World } from "#emulator/world/world.ts";

const timeoutMs = 10_000;

export async function deliver(world: World, delivery: Delivery): Promise<Delivery> {
  if (!world.deliveries.includes(delivery)) world.deliveries.push(delivery);
  if (delivery.state === "paused") return delivery;
  delivery.nextAt = null;
  const attempt = await post(world, delivery);
  delivery.attempts.push(attempt);
  const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  const waitMs = delivery.isRetried ? world.retryScheduleMs[delivery.attempts.length - 1] : undefined;
  if (isDelivered) delivery.state = "delivered";
  else if (waitMs === undefined) delivery.state = "failed";
  else {
    delivery.state = "waiting";
    delivery.nextAt = world.clock.now() + waitMs;
  }
  delivery.settle?.(delivery, isDelivered);
  return delivery;
}

/** Sends what has come due. Called by a slow timer, and at once when the clock is moved. */
export async function deliverDue(world: World): Promise<Delivery[]> {
  const due = world.deliveries.filter(({ nextAt }) => nextAt !== null && nextAt <= world.clock.now());
  return Promise.all(due.map((delivery) => deliver(world, delivery)));
}

/** What the control API shows: everything but the signature. */
export function describeDelivery({ id, provider, event, url, state, attempts, nextAt }: Delivery): object {
  return { id, provider, event, url, state, attempts, nextAt: nextAt === null ? null : new Date(nextAt).toISOString() };
}

async function post(world: World, delivery: Delivery): Promise<Attempt> {
  const started = performance.now();
  const at = world.clock.iso();
  const tookMs = () => Math.round(performance.now() - started);
  try {
    const { status, text } = await send(throughTunnel(world, delivery.url), delivery.body, {
      headers: { "content-type": "application/json", ...delivery.headers(delivery.attempts.length) },
      signal: AbortSignal.any([world.closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { at, status, answer: text.slice(0, 1_000), tookMs: tookMs() };
  } catch (error) {
    return { at, status: null, answer: "", problem: describeProblem(error), tookMs: tookMs() };
  }
}

/** Over HTTP/1.1: Node's fetch would take HTTP/2 from a proxy and, when that closes the connection, may fill the memory. */
async function send(url: string, body: string, options: RequestOptions): Promise<{ status: number; text: string }> {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const sent = request(url, { ...options, method: "POST" });
  // an error after the answer began reaches whoever reads that
  sent.on("error", () => {});
  sent.end(body);
  const [message] = (await once(sent, "response")) as [IncomingMessage];
  return { status: message.statusCode ?? 0, text: await readText(message) };
}

function throughTunnel(world: World, url: string): string {
  const { origin } = new URL(url);
  return (world.tunnels[origin] ?? origin) + url.slice(origin.length);
}

function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
