// Checks, before a command opens a database, that there is an archive and that no restore was interrupted.
import { existsSync } from "node:fs";
import path from "node:path";
import { databaseName } from "#server/backup/manifest.ts";
import { requireNoHalfRestore } from "#server/backup/restore-plan.ts";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

/** Where its rows are. */
export function requireArchive({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">) {
  requireNoHalfRestore(dataDir);
  if (databaseUrl) return { url: databaseUrl };
  const file = path.join(dataDir, databaseName);
  if (existsSync(file)) return { file };
  throw new Refusal("bad-input", words.noArchive(dataDir));
}
