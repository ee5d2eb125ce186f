// Recordings published before the current version of the judge are judged once in the background. Those that would not
// play correctly are prepared again from their originals.
import { readFile } from "node:fs/promises";
import type { Database } from "#server/database/open.ts";
import { changeLibrary, type LockedTrx } from "#server/library/version.ts";
import { judgeRendition } from "#server/media/fragments/judge.ts";
import { borrowFile, nameOf, requireMounted, type Store } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { dropAssets, listAssets, setJudgedBy, type Asset } from "#server/library/recording.ts";
import { addStep } from "./steps.ts";

export const judgeJob = "judge-published";
/** Raised whenever the judge can find something new. */
const judgeVersion = 1;

interface Judged {
  kind: string;
  name: string;
  faults: string[];
}

/** The renditions of a recording that would not play correctly. */
export async function judgeRecording(
  { db, store }: { db: Database; store: Store },
  videoId: string,
  signal?: AbortSignal,
): Promise<Judged[]> {
  const assets = await listAssets(db, videoId);
  const judged: Judged[] = [];
  for (const asset of assets.filter(({ kind }) => kind.endsWith(".mp4"))) {
    const list = assets.find(({ kind }) => kind === asset.kind.replace(".mp4", ".m3u8"));
    if (!list) continue;
    const borrow = (one: Asset) => borrowFile(store, videoId, { ...one, name: nameOf(one), ...(signal && { signal }) });
    using file = await borrow(asset);
    using playlist = await borrow(list);
    const faults = await judgeRendition(file.file, await readFile(playlist.file, "utf8")).then(
      (verdict) => verdict.faults,
      (error: unknown) => [String(error)],
    );
    if (faults.length > 0) judged.push({ kind: asset.kind, name: nameOf(asset), faults });
  }
  return judged;
}

type JudgeParts = Pick<Parts, "db" | "media" | "clock" | "wake" | "log">;

/** Called regularly: adds a job while there are recordings left to judge. */
export async function addJudgeWork({ db }: Pick<Parts, "db">): Promise<void> {
  if ((await findNext(db)) !== undefined)
    await addJob(db, { kind: judgeJob, key: "round", payload: {}, priority: -10 });
}

/** Returns how many were judged and how many of them are prepared again. */
export async function judgePublished(
  parts: JudgeParts,
  signal?: AbortSignal,
): Promise<{ judged: number; again: number }> {
  const { db, media, log } = parts;
  const counted = { judged: 0, again: 0 };
  await requireMounted(media.store);
  for (;;) {
    signal?.throwIfAborted();
    const videoId = await findNext(db);
    if (videoId === undefined) return counted;
    const faults = await judgeRecording({ db, store: media.store }, videoId, signal).catch((error: unknown) => {
      // unreadable files are found by verify
      signal?.throwIfAborted();
      log.warn({ err: error, video: videoId }, "a recording could not be judged");
      return [];
    });
    counted.judged += 1;
    if (faults.length > 0) {
      counted.again += 1;
      log.warn({ video: videoId, faults }, "a recording would not play correctly: it is prepared again");
    }
    if (faults.length === 0) {
      await markJudged(db, videoId);
      continue;
    }
    await changeLibrary(db, (trx) => prepareAgain(trx, videoId));
    parts.wake();
  }
}

/** Only recordings whose original is still there and that are not being prepared. */
async function findNext(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom("recording")
    .innerJoin("video", "video.id", "recording.video_id")
    .select("recording.video_id")
    .where("recording.judged_by", "<", judgeVersion)
    .where("video.state", "=", "published")
    .where("video.purging_at", "is", null)
    .where("video.pictures_gone_at", "is", null)
    .orderBy("recording.video_id")
    .limit(1)
    .executeTakeFirst();
  return row?.video_id;
}

/** Its streams are made again; its title, its thumbnail and its place in the list stay. */
async function prepareAgain(trx: LockedTrx, videoId: string): Promise<void> {
  const streams = (await listAssets(trx, videoId))
    .map(({ kind }) => kind)
    .filter((kind) => /^(video|audio|copied)-?/.test(kind));
  await dropAssets(trx, videoId, streams);
  await addStep(trx, videoId, "first");
  await markJudged(trx, videoId);
}

export async function markJudged(db: Database, videoId: string): Promise<void> {
  await setJudgedBy(db, videoId, judgeVersion);
}

/** Somebody reported a problem: it is judged again and, if needed, prepared again. */
export async function judgeAgain(db: Database, videoId: string): Promise<void> {
  await setJudgedBy(db, videoId, 0);
  await addJudgeWork({ db });
}
