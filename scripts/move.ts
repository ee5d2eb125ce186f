// stagedoor move-database and move-media: to another database, or to another storage.
import path from "node:path";
import { moveToPostgres, moveToSqlite } from "#server/backup/move-database.ts";
import { type Environment, readConfig } from "#server/config.ts";
import { holdDataFolder } from "#server/database/one-server.ts";
import { Refusal } from "#server/refusal.ts";
import { readLine } from "./commands.mjs";
import { words } from "./words.ts";
import { moveMedia } from "#server/backup/move-media.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openBackend, openStore } from "#server/media/store/store.ts";
import { done, size, speed, trackBytes } from "./progress.ts";
import { requireArchive } from "./require-archive.ts";

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

export async function moveAllMedia([direction]: readonly string[], environment: Environment): Promise<void> {
  if (direction !== "to-s3" && direction !== "to-disk") throw new Refusal("bad-input", words.moveMediaUsage);
  const config = readConfig(environment);
  if (!config.bucket) throw new Refusal("bad-input", words.noBucket);
  const folder = path.join(config.dataDir, "media");
  const [source, target] = direction === "to-s3" ? [null, config.bucket] : [config.bucket, null];

  await using stack = new AsyncDisposableStack();
  const db = stack.use(await openDatabase(requireArchive(config)));
  await migrate(db);
  const from = stack.use(await openStore(folder, { isExpected: true, bucket: source }));
  const to = stack.use(await openBackend(folder, target));
  const began = performance.now();
  const moved = await moveMedia(db, { from, to }, { onProgress: trackBytes(words.copying) });
  const { files, copied, copiedBytes, faults } = moved;
  const ms = performance.now() - began;
  done(words.mediaMoved(files, copied, `${size(copiedBytes)}, ${speed(copiedBytes, ms)}`));
  if (faults.length === 0) {
    console.log(words.mediaComplete);
    console.log(copied === 0 ? words.nowStart(direction === "to-s3") : words.thenStart(direction === "to-s3"));
    return;
  }
  console.error(words.mediaIncomplete(faults.length));
  for (const { file, reason } of faults) console.error(`  “${file.title}”: ${file.kind}: ${reason}`);
  console.error(words.verifyThenAgain);
  process.exitCode = 1;
}
