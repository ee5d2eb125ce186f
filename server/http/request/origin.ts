// Refuses requests for another host, and changes that another website's page asks for.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback, type Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export function registerOrigin(app: FastifyInstance, parts: { readonly config: Config }): void {
  let own = readOwn(parts.config.publicUrl);
  /** Read once for each address: URL computes its parts on every access. */
  const findOwn = () => {
    const { publicUrl } = parts.config;
    if (publicUrl !== own.publicUrl) own = readOwn(publicUrl);
    return own;
  };
  const isOwnHost = (host: string) => {
    const { host: ownHost, isLocal } = findOwn();
    return host === ownHost || (isLocal && isLoopback(hostname(host)));
  };
  /** The archive has no address of its own yet: the set-up key protects what is there. */
  const isSetUpAnywhere = ({ rules, raw }: FastifyRequest) =>
    !parts.config.isSetUp && isPartOfSetUp(rules.url ?? "", raw.url ?? "");

  const findFault = (request: FastifyRequest): Refusal | undefined => {
    const { method, headers, rules, raw } = request;
    const { publicUrl, origin: ownOrigin } = findOwn();
    if (countHosts(raw.rawHeaders) > 1) return new Refusal("bad-input", words.severalHosts);
    // a request line with a host in it is meant for a proxy, and that host would count
    if (!raw.url?.startsWith("/")) return new Refusal("wrong-host", words.wrongHost(publicUrl));
    const isForMachines = rules.url === "/api/health" || rules.url === "/metrics";
    const isAnywhere = isSetUpAnywhere(request);
    if (!isForMachines && !isAnywhere && !isOwnHost(headers.host ?? "")) {
      return new Refusal("wrong-host", words.wrongHost(publicUrl));
    }
    const site = headers["sec-fetch-site"];
    // podcast apps and televisions may be web pages; they have a token, and no cookie counts
    const isByToken = rules.who === "feed" || rules.who === "screen";
    if (isByToken && (method === "GET" || method === "HEAD" || method === "OPTIONS")) return undefined;
    if (method === "GET" || method === "HEAD") {
      const isUse = site === "cross-site" && headers["sec-fetch-mode"] !== "navigate";
      return isUse ? new Refusal("cross-site", words.otherSite) : undefined;
    }
    if (rules.who === "provider") return undefined;
    const { origin } = headers;
    const isOwn = origin === undefined || origin === ownOrigin || (isAnywhere && isAt(headers.host, origin));
    const isForeign = site !== undefined ? site !== "same-origin" : !isOwn;
    return isForeign ? new Refusal("cross-site", words.changeFromOtherSite) : undefined;
  };

  app.addHook("onRequest", (request, reply, done) => {
    const fault = findFault(request);
    const { host, "sec-fetch-mode": mode } = request.headers;
    // cookies and the redirect after a login need one single address
    const { host: ownHost, publicUrl } = findOwn();
    if (!fault && mode === "navigate" && host !== ownHost && !isSetUpAnywhere(request))
      reply.redirect(publicUrl + request.url, 307);
    else done(fault);
  });
}

function readOwn(publicUrl: string) {
  const { host, origin, hostname: name } = new URL(publicUrl);
  return { publicUrl, host, origin, isLocal: isLoopback(name) };
}

/** Known by the route, and for the page by the address itself. */
function isPartOfSetUp(route: string, address: string): boolean {
  if (route.startsWith("/api/")) return /^\/api\/(setup(\/|$)|auth\/\w+\/redirect$)/.test(route);
  // "/*" is the page itself; other routes outside the API are its files
  return (route !== "/*" && route !== "") || /^\/setup(\?|$)/.test(address);
}

function isAt(host: string | undefined, origin: string): boolean {
  return URL.parse(origin)?.host === host;
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
