// npm run archive -- move-media to-s3 | to-disk: copies all files into the bucket of the S3 settings, or back to the disk.
// The settings decide where the server looks; this only copies, and may be stopped and run again.
import path from "node:path";
import { moveMedia } from "#server/backup/move-media.ts";
import { readConfig, readEnvironment } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { openShelf, openStore } from "#server/media/store/store.ts";
import { Refusal } from "#server/refusal.ts";
import { done, size, speed, trackBytes } from "./progress.ts";
import { requireArchive } from "./require-archive.ts";

export async function moveAllMedia([direction]: readonly string[]): Promise<void> {
  if (direction !== "to-s3" && direction !== "to-disk")
    throw new Refusal("bad-input", "Say where to: npm run archive -- move-media to-s3 (or to-disk)");
  const config = readConfig(readEnvironment(process.cwd(), process.env));
  if (!config.bucket)
    throw new Refusal("bad-input", "Which bucket? Set S3_BUCKET and what belongs to it first; see docs/hosting.md.");
  const folder = path.join(config.dataDir, "media");
  const [source, target] = direction === "to-s3" ? [null, config.bucket] : [config.bucket, null];

  await using stack = new AsyncDisposableStack();
  const db = stack.use(await openDatabase(requireArchive(config)));
  await migrate(db);
  const from = stack.use(await openStore(folder, { isExpected: true, bucket: source }));
  const to = stack.use(await openShelf(folder, target));
  const began = performance.now();
  const moved = await moveMedia(db, { from, to }, { onProgress: trackBytes("Copying") });
  const { files, copied, copiedBytes, faults } = moved;
  const ms = performance.now() - began;
  done(`${files} files: ${copied} copied (${size(copiedBytes)}, ${speed(copiedBytes, ms)}), the others were there.`);
  if (faults.length === 0) {
    console.log("Every file is there, identical by its checksum. Nothing was deleted where they came from.");
    console.log(
      direction === "to-s3"
        ? "Stop the server, run this once more for what came in meanwhile, and start it with the S3 settings."
        : "Stop the server, run this once more for what came in meanwhile, and start it without the S3 settings.",
    );
    return;
  }
  console.error(`\n${faults.length} files could not be copied; the server cannot be started on the others alone:`);
  for (const { file, reason } of faults) console.error(`  “${file.title}”: ${file.kind}: ${reason}`);
  console.error("Run npm run archive -- verify, which says what to do; then run this again.");
  process.exitCode = 1;
}
