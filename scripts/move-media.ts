// npm run archive -- move-media to-s3 | to-disk: copies all files into the bucket of the S3 settings, or back to the disk.
// The settings decide where the server looks; this only copies, and may be stopped and run again.
import path from "node:path";
import { moveMedia } from "#server/backup/move-media.ts";
import { readConfig, type Environment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openShelf, openStore } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { done, size, speed, trackBytes } from "./progress.ts";
import { requireArchive } from "./require-archive.ts";
import { words } from "./words.ts";

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
  const to = stack.use(await openShelf(folder, target));
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
