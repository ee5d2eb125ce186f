// One of the servers that are measured, as a process of its own: `node program.ts archive`. Each loads only what it needs.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Environment } from "#server/config.ts";

const programNames = ["archive", "hello", "node", "static", "stand-ins"] as const;
export type ProgramName = (typeof programNames)[number];

const { ARCHIVE_URL = "", DATA_DIR = "", PAGE_FOLDER, PORT, STAND_INS } = process.env;
const port = Number(PORT);
const host = "127.0.0.1";

/** Each returns how it ends. */
const programs: Record<ProgramName, () => Promise<() => PromiseLike<unknown>>> = {
  /** A real archive as it runs in production, with the emulator's settings of a file, and with a built page. */
  async archive() {
    const { startArchive } = await import("#server/main.ts");
    const settings = STAND_INS ? (JSON.parse(readFileSync(STAND_INS, "utf8")) as Environment) : {};
    const archive = await startArchive(process.env, { pageFolder: PAGE_FOLDER ?? null, standIns: { settings } });
    return () => archive[Symbol.asyncDispose]();
  },

  /** The least that Fastify can do, and the list in its simplest form, made for each request. */
  async hello() {
    const { default: Fastify } = await import("fastify");
    const { openDatabase } = await import("#server/database/open.ts");
    const app = Fastify();
    app.get("/hello", async () => ({ hello: "world" }));
    const db = await openDatabase({ file: path.join(DATA_DIR, "stagedoor.db") });
    app.get("/naive", async () => ({
      videos: await db
        .selectFrom("video")
        .select(["id", "title", "thumbnail_hash", "add_date", "duration_seconds", "time_missing", "hidden"])
        .select(["state", "dominant_color", "peaks"])
        .orderBy("add_date", "desc")
        .execute(),
    }));
    await app.listen({ host, port });
    return () => app.close();
  },

  /** The lower limit for any server in Node: its own HTTP server, which sends the same bytes or a 304 and checks nothing. */
  async node() {
    const bytes = readFileSync(path.join(DATA_DIR, "list.br"));
    const always = ["cache-control", "private, no-cache", "vary", "Accept-Encoding, Cookie", "etag", '"same"'];
    const whole = [...always, "content-type", "application/json; charset=utf-8", "content-encoding", "br"];
    const headers = [...whole, "content-length", String(bytes.length)];
    const server = createServer((request, response) => {
      if (request.headers["if-none-match"] === undefined) response.writeHead(200, headers).end(bytes);
      else response.writeHead(304, always).end();
    });
    await new Promise<void>((resolve) => void server.listen(port, host, resolve));
    return () => Promise.resolve();
  },

  /** The same file by @fastify/static, and by the @fastify/send inside it; without permission checks. */
  async static() {
    const { default: Fastify } = await import("fastify");
    const { default: fastifyStatic } = await import("@fastify/static");
    const send = createRequire(import.meta.resolve("@fastify/static"))("@fastify/send") as Send;
    const app = Fastify();
    await app.register(fastifyStatic, { root: DATA_DIR });
    app.get("/send/:name", async (request, reply) => {
      const { name } = request.params as { name: string };
      const { statusCode, headers, stream } = await send(request.raw, name, { root: DATA_DIR });
      return reply.code(statusCode).headers(headers).send(stream);
    });
    await app.listen({ host, port });
    return () => app.close();
  },

  /** The emulator of Patreon and Twitch, without their limits. Writes the settings for the archive to a file. */
  async "stand-ins"() {
    const { startEmulator } = await import("#emulator/emulator.ts");
    const emulator = await startEmulator({ port, archiveUrl: ARCHIVE_URL, quirks: { patreonThrottles: false } });
    writeFileSync(path.join(DATA_DIR, "stand-ins.json"), JSON.stringify(emulator.settings));
    return () => emulator.close();
  },
};

type Send = (
  request: unknown,
  path: string,
  options: { root: string },
) => Promise<{ statusCode: number; headers: Record<string, string>; stream: Readable }>;

const wanted = programNames.find((name) => name === process.argv[2]);
if (wanted === undefined) throw new Error(`There is no program ${process.argv[2]}.`);
const end = await programs[wanted]();
process.once("SIGTERM", () => {
  void (async () => {
    await end();
    process.exit(0);
  })();
});
process.send?.("ready");
