// The door opens and closes: the port is free, and at the end requests under way may end before connections are cut.
import type { FastifyInstance } from "fastify";
import { createServer } from "node:net";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";

/** Before anything is written: a port that is taken is the commonest reason not to start. */
export async function requireFreePort({ host, port }: Pick<Config, "host" | "port">): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (cause: NodeJS.ErrnoException) => {
      const sentence =
        cause.code === "EADDRINUSE"
          ? `Port ${port} is already in use. Stop what runs there, or set PORT to another one.`
          : `Cannot listen on ${host}:${port} (${cause.code}). Set HOST and PORT to an address this user may use.`;
      reject(new Refusal("cannot-start", sentence, { cause }));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

const longestGoodbyeMs = 20_000;

/** A film that is just being sent would keep the server for an hour: after a while it is cut, and its player resumes. */
export async function closeDoor(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), longestGoodbyeMs);
  await app.close();
  clearTimeout(cut);
}
