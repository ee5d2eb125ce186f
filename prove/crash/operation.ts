// One operation on an archive, in its own process: it opens everything, says "ready", waits for "go", and says "done"
// when the operation is acknowledged. Started by traced.ts.
import { once } from "node:events";
import path from "node:path";
import { pino } from "pino";
import { audiences } from "#server/access/visible.ts";
import { purge } from "#server/cleanup/purge.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { changeMany, saveVideo } from "#server/library/edit.ts";
import { describeVideo, getVideo } from "#server/library/video.ts";
import { openMedia } from "#server/media/media.ts";

export const operations = ["edit", "protect", "upload", "purge", "migrate"] as const;
export type OperationName = (typeof operations)[number];

export interface Order {
  name: OperationName;
  dataDir: string;
  /** The recording that is edited or deleted. */
  id: string;
  /** The file that is taken in. */
  file: string;
}

async function perform({ name, dataDir, id, file }: Order): Promise<void> {
  const place = { file: path.join(dataDir, "stagedoor.db") };
  if (name === "migrate") {
    await begin();
    await using db = await openDatabase(place);
    await migrate(db);
    process.send?.("done");
    return;
  }
  await using db = await openDatabase(place);
  await using media = await openMedia(path.join(dataDir, "media"), { hasVideos: true });
  const config = readConfig({ DATA_DIR: dataDir, LEAST_FREE_GB: "0" }, {});
  const parts = { db, media, config, clock: { now: () => new Date() }, wake: () => {}, log: pino({ level: "silent" }) };
  const editor = { memberId: "m0", now: new Date() };
  await begin();
  if (name === "edit") {
    const edited = { ...describeVideo(await getVideo(db, audiences.editors, id)), title: "Edited" };
    await saveVideo(db, editor, { id, edited });
  } else if (name === "protect") await changeMany(db, editor, [{ id, prevent_autodelete: true }]);
  else if (name === "upload") await takeIn(parts, { file, name: "Uploaded.mp4", memberId: null });
  else await purge(parts, id, { memberId: null, now: new Date() });
  process.send?.("done");
}

async function begin(): Promise<void> {
  process.send?.("ready");
  await once(process, "message");
}

if (import.meta.main) {
  await perform(JSON.parse(process.argv[2] ?? "") as Order);
  process.disconnect?.();
}
