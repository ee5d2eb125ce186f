// The built page: index.html with a fresh nonce for every path that no other route has, and its immutable files.
import fastifyStatic from "@fastify/static";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { writeIndex, writeManifest } from "#server/setup/look/for-visitors.ts";
import { allowPage, allowWorker } from "#server/http/door/headers.ts";
import { sendProblem } from "#server/http/door/problems.ts";
import { words as doorWords } from "#server/http/door/words.ts";
import { words } from "./words.ts";

const config = { who: "anyone", limit: "assets" } as const;
const schema = { hide: true };
const manifestName = "manifest.webmanifest";

export async function pageRoutes(app: FastifyInstance, parts: Pick<Parts, "config">, dist: string): Promise<void> {
  if (!existsSync(path.join(dist, "index.html"))) {
    throw new Refusal("cannot-start", words.pageNotBuilt(dist));
  }
  const index = readFileSync(path.join(dist, "index.html"), "utf8");
  const readPage = writtenOnce(parts, (config) => writeIndex(index, config).split("__CSP_NONCE__"));
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, cacheControl: false });

  // Names under assets/ carry a hash of their content. Only those that were built are looked for: for "..", a zero byte
  // and the like the plugin answers with an error of its own.
  const assets = listFiles(path.join(dist, "assets"));
  app.get("/assets/*", { config, schema }, (request, reply) => {
    const name = (request.params as { "*": string })["*"];
    if (!assets.has(name)) return reply.callNotFound();
    reply.header("cache-control", "public, max-age=31536000, immutable").removeHeader("vary");
    if (/-worker-[^/]+\.js$/.test(name)) allowWorker(reply);
    return reply.sendFile(`assets/${name}`);
  });
  for (const name of listFiles(dist)) {
    if (name === "index.html" || name === manifestName || name.includes("/")) continue;
    app.get(`/${name}`, { config, schema }, (_request, reply) => {
      reply.header("cache-control", "public, max-age=3600").removeHeader("vary");
      if (name.endsWith("-worker.js")) allowWorker(reply);
      return reply.sendFile(name);
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
  app.get("/*", { config, schema }, (request, reply) => {
    if (request.url.startsWith("/api/") || request.url === "/api") {
      return sendProblem(request, reply, new Refusal("not-found", doorWords.nothingHere));
    }
    const nonce = allowPage(reply, parts.config);
    return reply.send(readPage().join(nonce));
  });
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

/** Every file below a folder except the compressed copies. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  const asAddresses = names.map((name) => name.replaceAll(path.sep, "/"));
  return new Set(asAddresses.filter((name) => !/\.(br|gz)$/.test(name)));
}
