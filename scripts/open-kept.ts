// The database and the files of an archive, for commands that read all of it beside a running server.
import { setPriority } from "node:os";
import path from "node:path";
import type { Config } from "#server/config.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { openStore, type Store } from "#server/media/store/store.ts";
import { requireArchive } from "./require-archive.ts";

export async function openKept(config: Config): Promise<AsyncDisposable & { db: Database; store: Store }> {
  await using stack = new AsyncDisposableStack();
  // the server may be running, and members come first
  setPriority(10);
  const db = stack.use(await openDatabase(requireArchive(config)));
  const hasVideos = (await db.selectFrom("recording").select("video_id").limit(1).execute()).length > 0;
  const media = path.join(config.dataDir, "media");
  const store = stack.use(await openStore(media, { isExpected: hasVideos, bucket: config.bucket }));
  const kept = stack.move();
  return { db, store, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
