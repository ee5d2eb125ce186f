// /api/studio/storage: how much space the archive's files use, and how much is free.
import type { FastifyInstance } from "fastify";
import { createStorageReport } from "#server/work/storage-report.ts";
import type { Parts } from "#server/parts.ts";
import { answer } from "#server/http/door/route.ts";

export function storageRoutes(app: FastifyInstance, parts: Parts): void {
  const report = createStorageReport(parts);
  answer(app, "getStorage", { who: "editor", limit: "reads" }, () => report());
}
