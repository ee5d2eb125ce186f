// The built page: index.html with a fresh nonce for every path that is not ours otherwise, and its immutable files.
import fastifyStatic from "@fastify/static";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { allowPage, allowWorker } from "./headers.ts";
import { sendProblem } from "./problems.ts";

const config = { who: "anyone", limit: "assets" } as const;
const schema = { hide: true };

export async function pageRoutes(app: FastifyInstance, archive: Config, dist: string): Promise<void> {
  if (!existsSync(path.join(dist, "index.html"))) {
    throw new Refusal(
      "cannot-start",
      `The page is not built: ${dist} is missing. Start with npm start, which builds it.`,
    );
  }
  const [before = "", ...after] = readFileSync(path.join(dist, "index.html"), "utf8").split("__CSP_NONCE__");
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, cacheControl: false });

  // names under assets/ carry a hash of their content
  app.get("/assets/*", { config, schema }, (request, reply) => {
    const name = (request.params as { "*": string })["*"];
    reply.header("cache-control", "public, max-age=31536000, immutable").removeHeader("vary");
    if (/-worker-[^/]+\.js$/.test(name)) allowWorker(reply);
    return reply.sendFile(`assets/${name}`);
  });
  const loose = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "index.html" && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => entry.name);
  for (const name of loose) {
    app.get(`/${name}`, { config, schema }, (_request, reply) => {
      reply.header("cache-control", "public, max-age=3600").removeHeader("vary");
      return reply.sendFile(name);
    });
  }
  app.get("/*", { config, schema }, (request, reply) => {
    if (request.url.startsWith("/api/") || request.url === "/api") {
      return sendProblem(request, reply, new Refusal("not-found", "There is nothing here."));
    }
    const nonce = allowPage(reply, archive);
    return reply.send([before, ...after].join(nonce));
  });
}
