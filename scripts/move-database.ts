// npm run archive -- move-database <postgres address | postgres | sqlite>: copies all rows into the other kind of database.
// Which one the archive uses is what DATABASE_URL says at its next start; the one that was copied from stays as it is.
import path from "node:path";
import { moveToPostgres, moveToSqlite } from "#server/backup/move-database.ts";
import { readConfig, readEnvironment } from "#server/config.ts";
import { holdDataFolder } from "#server/database/one-server.ts";
import { Refusal } from "#server/refusal.ts";

const usage = `Say where to: npm run archive -- move-database postgres://user:password@host/name
or, with DATABASE_URL set: npm run archive -- move-database postgres, and back: npm run archive -- move-database sqlite`;

export async function moveDatabase([target = "", ...more]: readonly string[]): Promise<void> {
  const isAddress = /^postgres(ql)?:\/\//.test(target);
  if (more.length > 0 || !(isAddress || target === "postgres" || target === "sqlite"))
    throw new Refusal("bad-input", usage);
  const { dataDir, databaseUrl } = readConfig(readEnvironment(process.cwd(), process.env));
  const url = isAddress ? target : databaseUrl;
  if (!url) throw new Refusal("bad-input", `DATABASE_URL is not set. ${usage}`);
  using _held = holdDataFolder(dataDir);
  const began = performance.now();
  const move = { file: path.join(dataDir, "stagedoor.db"), url };
  const { rows, sha256 } = await (target === "sqlite" ? moveToSqlite(move) : moveToPostgres(move));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${rows} rows copied and compared in ${seconds} s. Both databases: sha256 ${sha256}`);
  console.log(
    target === "sqlite"
      ? "Remove DATABASE_URL and start the archive."
      : "Set DATABASE_URL to that address and start the archive. Keep stagedoor.db until you are sure.",
  );
}
