// Opens the archive's database from the settings, checks it and migrates it.
import path from "node:path";
import type { Config } from "#server/config.ts";
import { migrate } from "./migrate.ts";
import { openDatabase, type Database } from "./open.ts";
import { checkIntegrity } from "./sqlite.ts";

export async function openArchiveDatabase(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  onError: (error: Error) => void,
): Promise<Database> {
  const place = databaseUrl ? { url: databaseUrl } : { file: path.join(dataDir, "stagedoor.db") };
  const db = await openDatabase(place, { onError });
  try {
    await checkIntegrity(db);
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
