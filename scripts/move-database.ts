// npm run archive -- move-database <postgres address | postgres | sqlite>: copies all rows into the other kind of database.
// Which one the archive uses is what DATABASE_URL says at its next start; the one that was copied from stays as it is.
import path from "node:path";
import { moveToPostgres, moveToSqlite } from "#server/backup/move-database.ts";
import { readConfig, type Environment } from "#server/config.ts";
import { holdDataFolder } from "#server/database/one-server.ts";
import { Refusal } from "#server/refusal.ts";
import { readLine } from "./commands.mjs";
import { words } from "./words.ts";

export async function moveDatabase(args: readonly string[], environment: Environment): Promise<void> {
  const [target = ""] = readLine("move-database", args).words;
  const isAddress = /^postgres(ql)?:\/\//.test(target);
  if (!isAddress && target !== "postgres" && target !== "sqlite")
    throw new Refusal("bad-input", words.moveDatabaseUsage);
  const { dataDir, databaseUrl } = readConfig(environment);
  const url = isAddress ? target : databaseUrl;
  if (!url) throw new Refusal("bad-input", words.noDatabaseUrl);
  using _held = holdDataFolder(dataDir);
  const began = performance.now();
  const move = { file: path.join(dataDir, "stagedoor.db"), url };
  const { rows, sha256 } = await (target === "sqlite" ? moveToSqlite(move) : moveToPostgres(move));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(words.databaseMoved(rows, seconds, sha256));
  console.log(target === "sqlite" ? words.startWithSqlite : words.startWithPostgres);
}
