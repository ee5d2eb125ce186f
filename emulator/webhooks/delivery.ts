// Sending webhooks: one attempt, then a waiting list with a schedule that follows the emulator's clock.
// Redirects are not followed and ten seconds are enough, as for the real senders.

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
    const answer = await fetch(throughTunnel(world, delivery.url), {
      method: "POST",
      headers: { "content-type": "application/json", ...delivery.headers(delivery.attempts.length) },
      body: delivery.body,
      redirect: "manual",
      signal: AbortSignal.any([world.closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { at, status: answer.status, answer: (await answer.text()).slice(0, 1_000), tookMs: tookMs() };
  } catch (error) {
    return { at, status: null, answer: "", problem: describeProblem(error), tookMs: tookMs() };
  }
}

function throughTunnel(world: World, url: string): string {
  const { origin } = new URL(url);
  return (world.tunnels[origin] ?? origin) + url.slice(origin.length);
}

function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
