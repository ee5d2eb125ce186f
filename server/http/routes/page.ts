// The built page: index.html with a fresh nonce for every path that no other route has, and its immutable files.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#server/config.ts";
import { findPreview } from "#server/moments/open-moment.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { nonceMark, writeIndex, writeManifest } from "#server/setup/look/for-visitors.ts";
import { openBuiltFiles } from "#server/http/built-files.ts";
import { recognise } from "#server/http/request/guard.ts";
import { allowPage, allowServiceWorker, allowWorker } from "#server/http/request/headers.ts";
import { sendProblem } from "#server/http/request/problems.ts";
import { words as doorWords } from "#server/http/request/words.ts";
import { keepEarly, type Visit } from "./early.ts";
import { words } from "./words.ts";

const config = { who: "anyone", limit: "assets" } as const;
const schema = { hide: true };
const manifestName = "manifest.webmanifest";
/** Asked for at every start: an old one would keep an old page. */
const workerName = "sw.js";

export async function pageRoutes(app: FastifyInstance, parts: Parts, dist: string): Promise<void> {
  if (!existsSync(path.join(dist, "index.html"))) {
    throw new Refusal("cannot-start", words.pageNotBuilt(dist));
  }
  const index = readFileSync(path.join(dist, "index.html"), "utf8");
  const write = (config: Config, visit: Visit) => writeIndex(keepEarly(index, visit), config).split(nonceMark);
  const readPages = writtenOnce(parts, (config) => ({
    anyone: write(config, "anyone"),
    member: write(config, "member"),
    home: write(config, "home"),
  }));
  const files = openBuiltFiles(dist);

  // names under assets/ carry a hash of their content
  app.get("/assets/*", { config, schema }, (request, reply) => {
    const name = `assets/${(request.params as { "*": string })["*"]}`;
    if (!files.names.has(name)) return reply.callNotFound();
    reply.header("cache-control", "public, max-age=31536000, immutable").removeHeader("vary");
    if (name.includes("-worker-") && name.endsWith(".js")) allowWorker(reply);
    return files.send(name, request, reply);
  });
  for (const name of files.names) {
    if (name === "index.html" || name === manifestName || name.includes("/")) continue;
    app.get(`/${name}`, { config, schema }, (request, reply) => {
      reply.header("cache-control", name === workerName ? "no-cache" : "public, max-age=3600").removeHeader("vary");
      if (name === workerName) allowServiceWorker(reply);
      return files.send(name, request, reply);
    });
  }
  if (existsSync(path.join(dist, manifestName))) {
    const manifest = readFileSync(path.join(dist, manifestName), "utf8");
    const readManifest = writtenOnce(parts, (config) => writeManifest(manifest, config));
    app.get(`/${manifestName}`, { config, schema }, (_request, reply) => {
      reply.header("cache-control", "public, max-age=3600").removeHeader("vary");
      return reply.type("application/manifest+json").send(readManifest());
    });
  }
  // the address is secret: it is told to nobody, and to search engines least of all
  app.get("/moment/:token", { config, schema }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const preview = parts.config.momentPreviews ? await findPreview(parts, token) : undefined;
    const page = preview
      ? writeIndex(keepEarly(index, "anyone"), parts.config, preview).split(nonceMark)
      : readPages().anyone;
    const nonce = allowPage(reply, parts.config);
    reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    return reply.send(page.join(nonce));
  });
  app.get("/*", { config, schema }, async (request, reply) => {
    if (request.url.startsWith("/api/") || request.url === "/api") {
      return sendProblem(request, reply, new Refusal("not-found", doorWords.nothingHere));
    }
    const visit = await findVisit(parts, request, reply);
    const nonce = allowPage(reply, parts.config);
    return reply.send(readPages()[visit].join(nonce));
  });
}

async function findVisit(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  // the page opens even where nobody can be looked up
  const current = await recognise(parts, { request, reply }).catch(() => null);
  if (!current?.permission.canView) return "anyone";
  return /^\/(\?|$)/.test(request.url) ? "home" : "member";
}

/** Settings are replaced as a whole when one changes. */
function writtenOnce<T>(parts: Pick<Parts, "config">, write: (config: Config) => T): () => T {
  let last: { config: Config; written: T } | undefined;
  return () => {
    const { config: now } = parts;
    if (last?.config !== now) last = { config: now, written: write(now) };
    return last.written;
  };
}
