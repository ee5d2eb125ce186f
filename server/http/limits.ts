// How often: per client address always, and per member where one is signed in. Bounded memory; 429 with Retry-After.
// Load is shed with 503 when the event loop or the heap is full.
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getHeapStatistics } from "node:v8";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";

const perMinute = {
  assets: 1200,
  reads: 300,
  writes: 60,
  signIn: 10,
  callback: 20,
  webhook: 600,
  report: 10,
} as const;
export type LimitName = keyof typeof perMinute;

/** In the demo there is one person, and scripts that play many. */
const demoFactor = 100;
const remembered = 50_000;

export async function registerLimits(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: 250,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.85,
    retryAfter: 5,
  });
  await app.register(rateLimit, { global: false, cache: remembered, ipv6Subnet: 64 });
  const factor = config.demo ? demoFactor : 1;
  const check = (name: LimitName, subject: "address" | "member") => {
    // one address may be a household or an office: it gets more than a member, but is counted before anything is looked up
    const max = perMinute[name] * factor * (subject === "address" && name !== "signIn" && name !== "callback" ? 4 : 1);
    const keyGenerator = (request: FastifyRequest) =>
      `${name} ${subject} ${subject === "address" ? request.ip : request.current?.member.id}`;
    return app.createRateLimit({ max, timeWindow: 60_000, keyGenerator });
  };
  const checks = Object.fromEntries(
    Object.keys(perMinute).map((name) => [
      name,
      { address: check(name as LimitName, "address"), member: check(name as LimitName, "member") },
    ]),
  ) as Record<LimitName, Record<"address" | "member", ReturnType<typeof check>>>;

  const enforce = async (subject: "address" | "member", request: FastifyRequest, reply: FastifyReply) => {
    const outcome = await checks[request.routeOptions.config.limit ?? "reads"][subject](request);
    if (outcome.isAllowed || !outcome.isExceeded) return;
    reply.header("retry-after", outcome.ttlInSeconds);
    throw new Refusal(
      "too-many-requests",
      `That was a lot at once. Please try again in ${outcome.ttlInSeconds} seconds.`,
    );
  };
  app.addHook("onRequest", (request, reply) => enforce("address", request, reply));
  app.addHook("preParsing", async (request, reply) => {
    if (request.current) await enforce("member", request, reply);
  });
}
