// A folder incoming with all that it needs, for tests: a database and a store of its own, and nothing that prepares.
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { watchIncoming, type Incoming } from "#server/intake/incoming/incoming.ts";
import type { IncomingParts } from "#server/intake/incoming/take.ts";
import type { IncomingWaits } from "#server/intake/incoming/waits.ts";
import { readConfig } from "#server/config.ts";
import { openMedia } from "#server/media/media.ts";
import { originalOf } from "#server/media/store/store.ts";
import type { Clock } from "#server/parts.ts";
import { openTestDatabase } from "./databases.ts";

interface TestIncoming extends AsyncDisposable {
  folder: string;
  parts: IncomingParts;
  /** With short waits: what is unchanged at the second look is taken in, and deleted at once. */
  watch(waits?: Partial<IncomingWaits>): Promise<Incoming>;
  /** What is published, by the names that the files had. */
  readOriginals(): Promise<{ id: string; name: string; original: Buffer }[]>;
}

export async function openTestIncoming(clock: Clock = { now: () => new Date() }): Promise<TestIncoming> {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-incoming-")));
  const { db } = stack.use(await openTestDatabase("sqlite"));
  const media = stack.use(await openMedia(path.join(data.path, "media"), { hasVideos: false }));
  const config = readConfig({ DATA_DIR: data.path, LEAST_FREE_GB: "0" }, {});
  const parts = { db, media, config, log: pino({ level: "silent" }), clock, wake: () => undefined };
  const folder = path.join(data.path, "incoming");
  const kept = stack.move();
  return {
    folder,
    parts,
    watch: (waits = {}) => watchIncoming(parts, folder, { lookMs: 1e9, stillMs: 0, keepMs: 0, ...waits }),
    async readOriginals() {
      const rows = await db.selectFrom("recording").select(["video_id", "name"]).execute();
      return Promise.all(
        rows.map(async ({ video_id: id, name }) => ({
          id,
          name,
          original: await readFile(originalOf(media.store, id)),
        })),
      );
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
