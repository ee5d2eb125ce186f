// Requests that are not ours to answer: for another host, or a change asked for by another site's page.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback, type Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";

export function registerOrigin(app: FastifyInstance, config: Config): void {
  const own = new URL(config.publicUrl);
  // asked for once: these are worked out at every look
  const { host: ownHost, origin: ownOrigin } = own;
  const isOwnLoopback = isLoopback(own.hostname);
  const isOwnHost = (host: string) => host === ownHost || (isOwnLoopback && isLoopback(hostname(host)));

  const findFault = ({ method, headers, rules, raw }: FastifyRequest): Refusal | undefined => {
    if (countHosts(raw.rawHeaders) > 1) return new Refusal("bad-input", "The request names more than one host.");
    // what names a host in its first line is meant for a proxy, and that host counts
    if (!raw.url?.startsWith("/")) return new Refusal("wrong-host", "This server answers only at its own address.");
    const isForMachines = rules.url === "/api/health" || rules.url === "/metrics";
    if (!isForMachines && !isOwnHost(headers.host ?? "")) {
      return new Refusal("wrong-host", "This server answers only at its own address.");
    }
    const site = headers["sec-fetch-site"];
    if (method === "GET" || method === "HEAD") {
      const isUse = site === "cross-site" && headers["sec-fetch-mode"] !== "navigate";
      return isUse ? new Refusal("cross-site", "Other sites may not use the archive.") : undefined;
    }
    if (rules.who === "provider") return undefined;
    const { origin } = headers;
    const isForeign = site !== undefined ? site !== "same-origin" : origin !== undefined && origin !== ownOrigin;
    return isForeign ? new Refusal("cross-site", "Changes can only be made from the archive's own pages.") : undefined;
  };

  app.addHook("onRequest", (request, reply, done) => {
    const fault = findFault(request);
    const { host, "sec-fetch-mode": mode } = request.headers;
    // one address for cookies and for the way back from sign-in
    if (!fault && mode === "navigate" && host !== ownHost) reply.redirect(config.publicUrl + request.url, 307);
    else done(fault);
  });
}

function countHosts(names: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < names.length; at += 2)
    if (names[at]?.length === 4 && names[at]?.toLowerCase() === "host") count += 1;
  return count;
}

function hostname(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? "";
}
