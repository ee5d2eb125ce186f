// Before a command opens an archive's database: that there is one, and not in the middle of being restored.
import { existsSync } from "node:fs";
import path from "node:path";
import { databaseName } from "#server/backup/manifest.ts";
import { requireNoHalfRestore } from "#server/backup/restore-plan.ts";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";

/** Where its rows are. */
export function requireArchive({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">) {
  requireNoHalfRestore(dataDir);
  if (databaseUrl) return { url: databaseUrl };
  const file = path.join(dataDir, databaseName);
  if (existsSync(file)) return { file };
  throw new Refusal("bad-input", `There is no archive in ${dataDir}. Set DATA_DIR to the folder of yours.`);
}
