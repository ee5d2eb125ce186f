// A database and a folder of real files for tests of retention, with a clock that moves only when it is told to.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { addRecording, saveAssets, type Asset } from "#server/library/recording.ts";
import type { SweepParts } from "#server/cleanup/guards.ts";
import { sweep, type SweepReport } from "#server/cleanup/cleanup.ts";
import type { VideoState } from "#server/database/tables.ts";
import { addVideo, newVideoId } from "#server/library/add.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { keepFile, keepOriginal, makeScratch, openStore } from "#server/media/store/store.ts";
import { openTestDatabase, type DatabaseKind } from "./databases.ts";
import { changeLibrary } from "#server/library/version.ts";

const dayMs = 86_400_000;
const kinds: Kind[] = [
  "audio.m3u8",
  "audio.m4a",
  "audio.mp4",
  "storyboard",
  "thumbnail",
  "video-source.mp4",
  "waveform",
];

interface KeptVideo {
  daysOld?: number;
  state?: VideoState;
  isProtected?: boolean;
  kinds?: readonly Kind[];
  originalBytes?: number;
}

export interface Keeping extends AsyncDisposable {
  parts: SweepParts;
  /** The archive's member who did it, if anybody asks. */
  editor(): { memberId: string; now: Date };
  add(video?: KeptVideo): Promise<string>;
  advance(days: number): void;
  /** Runs the sweep every day for so many days, and at their end. */
  live(days: number): Promise<SweepReport[]>;
  sweep(options?: { dryRun?: boolean }): Promise<SweepReport>;
}

export async function openKeeping(kind: DatabaseKind): Promise<Keeping> {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestDatabase(kind));
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-keeping-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const store = stack.use(await openStore(folder, { isExpected: false }));
  let now = new Date();
  const memberId = "keeper";
  await db
    .insertInto("member")
    .values({
      id: memberId,
      name: "Ada",
      picture_type: null,
      picture: null,
      picture_hash: null,
      role: "editor",
      disabled_at: null,
      created_at: now,
      seen_at: now,
    })
    .execute();
  const parts: SweepParts = { db, media: { store }, log: pino({ level: "silent" }), clock: { now: () => now } };
  const run = (options: { dryRun?: boolean } = {}) => sweep(parts, { now, ...options });

  async function add(video: KeptVideo = {}): Promise<string> {
    const id = newVideoId();
    const at = new Date(now.getTime() - (video.daysOld ?? 0) * dayMs);
    await using scratch = await makeScratch(store);
    const file = path.join(scratch.folder, "file");
    const write = (bytes: number) => writeFile(file, id.repeat(Math.ceil(bytes / id.length)).slice(0, bytes));
    const originalBytes = video.originalBytes ?? 1000;
    await write(originalBytes);
    await keepOriginal(store, id, file);
    const assets: Asset[] = [];
    for (const made of video.kinds ?? kinds) {
      await write(made.startsWith("video") ? 500 : 10);
      assets.push({ kind: made, ...(await keepFile(store, id, { kind: made, from: file })), facts: {} });
    }
    await changeLibrary(db, async (trx) => {
      const { state = "published", isProtected = false } = video;
      const said = { title: `Song ${id.slice(0, 4)}`, addDate: at, preventAutodelete: isProtected };
      await addVideo(trx, { id, ...said, state, memberId }, at);
      const facts = { format: "mp4", durationSeconds: 1, bitsPerSecond: 0, audioTracks: 0, title: null };
      await addRecording(
        trx,
        {
          videoId: id,
          sha256: id,
          bytes: originalBytes,
          name: "x",
          facts: { ...facts, video: null, audio: null, recordedAt: null },
        },
        at,
      );
      await saveAssets(trx, id, assets, at);
    });
    return id;
  }

  const kept = stack.move();
  return {
    parts,
    editor: () => ({ memberId, now }),
    add,
    advance: (days) => void (now = new Date(now.getTime() + days * dayMs)),
    sweep: run,
    async live(days) {
      const reports: SweepReport[] = [];
      for (let left = days; left > 0; left--) {
        now = new Date(now.getTime() + Math.min(left, 1) * dayMs);
        reports.push(await run());
      }
      return reports;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
