// Requests that are not ours to answer: for another host, or a change asked for by another site's page.
import type { FastifyInstance } from "fastify";
import { isLoopback, type Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";

export function registerOrigin(app: FastifyInstance, config: Config): void {
  const own = new URL(config.publicUrl);
  const isOwnHost = (host: string) => host === own.host || (isLoopback(own.hostname) && isLoopback(hostname(host)));

  app.addHook("onRequest", async (request, reply) => {
    const { who } = request.routeOptions.config;
    const isHealth = request.routeOptions.url === "/api/health";
    if (!isHealth && !isOwnHost(request.headers.host ?? "")) {
      throw new Refusal("wrong-host", "This server answers only at its own address.");
    }
    if (request.method === "GET" || request.method === "HEAD") {
      const isOtherSite = request.headers["sec-fetch-site"] === "cross-site";
      const isNavigation = request.headers["sec-fetch-mode"] === "navigate";
      if (isOtherSite && !isNavigation) throw new Refusal("cross-site", "Other sites may not use the archive.");
      // one address for cookies and for the way back from sign-in
      if (isNavigation && request.headers.host !== own.host) return reply.redirect(config.publicUrl + request.url, 307);
      return;
    }
    if (who === "provider") return;
    const site = request.headers["sec-fetch-site"];
    const { origin } = request.headers;
    const isForeign = site !== undefined ? site !== "same-origin" : origin !== undefined && origin !== own.origin;
    if (isForeign) throw new Refusal("cross-site", "Changes can only be made from the archive's own pages.");
  });
}

function hostname(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? "";
}
