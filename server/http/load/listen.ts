// Checks that the port is free before the start, and lets open requests finish before the server stops.
import type { FastifyInstance } from "fastify";
import { createServer } from "node:net";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

/** Called before anything is written: a port in use is the most common reason why a start fails. */
export async function requireFreePort({ host, port }: Pick<Config, "host" | "port">): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === "EADDRINUSE" ? words.portInUse(port) : words.cannotListen(`${host}:${port}`, cause.code);
      reject(new Refusal("cannot-start", sentence, { cause }));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

const longestGoodbyeMs = 20_000;

/** A long download would keep the server running for an hour: its connection is cut after a while, and the player resumes. */
export async function closeDoor(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), longestGoodbyeMs);
  await app.close();
  clearTimeout(cut);
}
