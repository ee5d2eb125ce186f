// Refuses requests for another host, and changes that another website's page asks for.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback, type Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export function registerOrigin(app: FastifyInstance, config: Config): void {
  const own = new URL(config.publicUrl);
  // read once: URL computes these on every access
  const { host: ownHost, origin: ownOrigin } = own;
  const isOwnLoopback = isLoopback(own.hostname);
  const isOwnHost = (host: string) => host === ownHost || (isOwnLoopback && isLoopback(hostname(host)));

  const findFault = ({ method, headers, rules, raw }: FastifyRequest): Refusal | undefined => {
    if (countHosts(raw.rawHeaders) > 1) return new Refusal("bad-input", words.severalHosts);
    // a request line with a host in it is meant for a proxy, and that host would count
    if (!raw.url?.startsWith("/")) return new Refusal("wrong-host", words.wrongHost(config.publicUrl));
    const isForMachines = rules.url === "/api/health" || rules.url === "/metrics";
    if (!isForMachines && !isOwnHost(headers.host ?? "")) {
      return new Refusal("wrong-host", words.wrongHost(config.publicUrl));
    }
    const site = headers["sec-fetch-site"];
    if (method === "GET" || method === "HEAD") {
      const isUse = site === "cross-site" && headers["sec-fetch-mode"] !== "navigate";
      return isUse ? new Refusal("cross-site", words.otherSite) : undefined;
    }
    if (rules.who === "provider") return undefined;
    const { origin } = headers;
    const isForeign = site !== undefined ? site !== "same-origin" : origin !== undefined && origin !== ownOrigin;
    return isForeign ? new Refusal("cross-site", words.changeFromOtherSite) : undefined;
  };

  app.addHook("onRequest", (request, reply, done) => {
    const fault = findFault(request);
    const { host, "sec-fetch-mode": mode } = request.headers;
    // cookies and the redirect after a login need one single address
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
