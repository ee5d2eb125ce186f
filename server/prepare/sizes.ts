// For which recordings smaller sizes are made: the owner's choice, and those that are missing after it was changed.
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { furtherEncodings } from "#server/media/facts/decide.ts";
import { rungOf } from "#server/library/recording.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import type { PrepareParts } from "./preparing.ts";
import { addStep } from "./steps.ts";

/** Added when the choice changes. */
export const sizesJob = "add-sizes";

type Choice = Config["smallerSizes"];

/** "always", "never", or for recordings that are newer than so many months. */
export function wantsSizes(choice: Choice, addDate: Date, now: Date): boolean {
  if (typeof choice === "string") return choice === "always";
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - choice);
  return addDate >= oldest;
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
    for (const { id, add_date, facts } of rows) {
      const { video } = facts as unknown as Facts;
      if (!video || !wantsSizes(config.smallerSizes, add_date, clock.now())) continue;
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
    .select(["video.id", "video.add_date", "recording.facts"])
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
