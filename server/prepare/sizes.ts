// For which recordings smaller sizes are made: the owner's choice, and those that are missing after it was changed.
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { furtherEncodings } from "#server/media/facts/decide.ts";
import {
  type Asset,
  findRecording,
  listAssets,
  type Recording,
  rungOf,
  setSizesAsked,
} from "#server/library/recording.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import type { PrepareParts } from "./preparing.ts";
import { addStep } from "./steps.ts";
import type { Parts } from "#server/parts.ts";
import { findJob } from "#server/queue/queue.ts";

/** Added when the choice changes. */
export const sizesJob = "add-sizes";

type Choice = Config["smallerSizes"];

interface Candidate {
  addDate: Date;
  /** When a member first needed a smaller size than there was. */
  askedAt: Date | null;
}

/** A number: for recordings that are newer than so many months. */
export function wantsSizes(choice: Choice, { addDate, askedAt }: Candidate, now: Date): boolean {
  if (choice === "when-asked") return askedAt !== null;
  if (typeof choice === "string") return choice === "always";
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - choice);
  return addDate >= oldest;
}

/** It is watchable, nobody has asked yet, and there is something to ask for. */
export function lacksSizes(
  { facts: { video }, sizesAskedAt }: Pick<Recording, "facts" | "sizesAskedAt">,
  assets: readonly Pick<Asset, "kind">[],
): boolean {
  const has = assets.map(({ kind }) => rungOf(kind)).filter((rung) => rung !== undefined);
  return video !== null && sizesAskedAt === null && has.length > 0 && furtherEncodings(video, has).length > 0;
}

const atOnce = 200;

/** After the choice was changed: what is wanted now and was not before. Returns how many. */
export async function addMissingSizes({ db, config, clock, wake }: PrepareParts): Promise<number> {
  if (config.smallerSizes === "never") return 0;
  let [after, added] = ["", 0];
  for (;;) {
    const rows = await listPrepared(db, after);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const made = await listRungs(
      db,
      rows.map(({ id }) => id),
    );
    for (const { id, addDate, askedAt, facts } of rows) {
      const { video } = facts as unknown as Facts;
      if (!video || !wantsSizes(config.smallerSizes, { addDate, askedAt }, clock.now())) continue;
      if (furtherEncodings(video, made.get(id) ?? []).length === 0) continue;
      await addStep(db, id, "rungs");
      added += 1;
    }
  }
  if (added > 0) wake();
  return added;
}

async function listPrepared(db: Database, after: string) {
  return db
    .selectFrom("video")
    .innerJoin("recording", "recording.video_id", "video.id")
    .select(["video.id", "video.add_date as addDate", "recording.sizes_asked_at as askedAt", "recording.facts"])
    .where("video.state", "=", "published")
    .where("video.audio_only", "=", false)
    .where("video.trashed_at", "is", null)
    .where("video.id", ">", after)
    .orderBy("video.id")
    .limit(atOnce)
    .execute();
}

async function listRungs(db: Database, ids: readonly string[]) {
  const rows = await db.selectFrom("asset").select(["video_id", "kind"]).where("video_id", "in", ids).execute();
  const rungs = rows.flatMap(({ video_id, kind }) => {
    const rung = rungOf(kind as Kind);
    return rung ? [{ video_id, rung }] : [];
  });
  return new Map(
    [...Map.groupBy(rungs, ({ video_id }) => video_id)].map(([id, list]) => [id, list.map(({ rung }) => rung)]),
  );
}

// A member's line was too slow for the smallest size of a recording. If the owner has chosen so, the first such member
// causes its smaller sizes to be made.

interface Subject {
  id: string;
  state: string;
  audio_only: boolean;
}

/** Idempotent. The caller has checked that the member may watch it. */
export async function askForSizes(
  { db, config, clock, wake }: Pick<Parts, "db" | "config" | "clock" | "wake">,
  { id, state, audio_only: isAudioOnly }: Subject,
): Promise<void> {
  if (config.smallerSizes !== "when-asked" || state !== "published" || isAudioOnly) return;
  const recording = await findRecording(db, id);
  if (!recording || !lacksSizes(recording, await listAssets(db, id))) return;
  await db.transaction().execute(async (trx) => {
    const job = await findJob(trx, await addStep(trx, id, "rungs"));
    // a step that runs has already seen that nobody had asked; the next member asks again
    if (job?.state === "waiting") await setSizesAsked(trx, id, clock.now());
  });
  wake();
}
