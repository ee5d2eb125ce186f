// /api/settings/backups, for the owner: when and where backups are made, and the key they are encrypted for.
import type { FastifyInstance } from "fastify";
import { requireCurrent, requireFreshSignIn } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import type { Parts } from "#server/parts.ts";
import { changeBackups, describeBackups, makeBackupKey, runBackup } from "#server/setup/backups.ts";

export function backupRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getBackups", { who: "owner", limit: "reads" }, async () => describeBackups(parts));

  answer(app, "changeBackups", { who: "owner", limit: "writes" }, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    const change = await changeBackups(parts, requireCurrent(request).member.id, request.body);
    return { backups: await describeBackups(parts), change };
  });

  answer(app, "makeBackupKey", { who: "owner", limit: "signIn" }, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    const key = await makeBackupKey(parts, requireCurrent(request).member.id, request.body);
    return { backups: await describeBackups(parts), key };
  });

  answer(app, "runBackup", { who: "owner", limit: "writes" }, async () => {
    await runBackup(parts);
    return describeBackups(parts);
  });
}
