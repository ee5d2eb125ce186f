// Metrics may be read with the token, or by a program on this machine. Requests that came through a proxy, or for the
// archive's public name, are refused.
import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isLoopback, type Config } from "#server/config.ts";

const marksOfProxies = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

type Asking = Pick<FastifyRequest, "headers"> & { raw: { socket: { remoteAddress?: string | undefined } } };

export function mayReadMetrics({ headers, raw }: Asking, { metricsToken }: Pick<Config, "metricsToken">): boolean {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return metricsToken !== null && isSame(bearer, metricsToken);
  if (marksOfProxies.some((name) => headers[name] !== undefined)) return false;
  const address = (raw.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return isLoopback(address) && isLoopback(URL.parse(`http://${headers.host ?? ""}`)?.hostname ?? "");
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
