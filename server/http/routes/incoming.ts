// /api/studio/incoming: which files in the folder incoming were not added, and why.
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { readIncoming } from "#server/intake/incoming/report.ts";
import type { Parts } from "#server/parts.ts";
import { answer } from "#server/http/door/route.ts";

export function incomingRoutes(app: FastifyInstance, { config }: Parts): void {
  const folder = path.join(config.dataDir, "incoming");
  answer(app, "getIncoming", { who: "editor", limit: "reads" }, () => readIncoming(folder));
}
