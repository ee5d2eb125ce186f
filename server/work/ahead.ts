// What is being prepared as a whole, such as an import of many: how far it is, and what the rest will cost.
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { WorkAhead } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import type { JobTable } from "#server/database/tables.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import type { Parts } from "#server/parts.ts";
import { listCosts } from "#server/prepare/cost.ts";
import { wantsSizes } from "#server/prepare/sizes.ts";
import { jobOf, steps } from "#server/prepare/steps.ts";

const kinds: readonly string[] = steps.map(jobOf);

/** All recordings since the oldest that is still being prepared was added; null when there are none. */
export async function findAhead({
  db,
  config,
  clock,
}: Pick<Parts, "db" | "config" | "clock">): Promise<WorkAhead | null> {
  const open = new Map((await listOpen(db)).map((job) => [job.key, job]));
  const since = await findBeginning(db, [...open.values()]);
  if (!since) return null;
  const ahead = { recordings: 0, watchable: 0, processor_seconds: 0, processor_seconds_left: 0, bytes_left: 0 };
  for (const row of await listSince(db, since)) {
    const hasSizes = wantsSizes(config.smallerSizes, row, clock.now());
    const costs = listCosts({ facts: row.facts as unknown as Facts, bytes: row.bytes, hasSizes });
    const job = open.get(row.id);
    const at = job
      ? Math.max(
          0,
          costs.findIndex(({ step }) => jobOf(step) === job.kind),
        )
      : costs.length;
    ahead.recordings += 1;
    if (row.state === "published") ahead.watchable += 1;
    for (const [index, { processorSeconds, bytes }] of costs.entries()) {
      const left = index < at ? 0 : index === at ? 1 - (job?.progress ?? 0) : 1;
      ahead.processor_seconds += processorSeconds;
      ahead.processor_seconds_left += processorSeconds * left;
      ahead.bytes_left += bytes * left;
    }
  }
  return { ...ahead, bytes_left: Math.round(ahead.bytes_left) };
}

type OpenJob = Pick<Selectable<JobTable>, "key" | "kind" | "progress" | "created_at"> & { askedAt: Date | null };

async function listOpen(db: Database): Promise<OpenJob[]> {
  return (
    db
      .selectFrom("job")
      .innerJoin("recording", "recording.video_id", "job.key")
      .select(["job.key", "job.kind", "job.progress", "job.created_at", "recording.sizes_asked_at as askedAt"])
      // in these very words: the index of open jobs is found by them
      .where(sql<boolean>`job.state in ('waiting', 'running')`)
      .where("job.kind", "in", kinds)
      .execute()
  );
}

/** Counts only the last step of a recording that was prepared before and whose smaller sizes a member has asked for. */
async function findBeginning(db: Database, open: readonly OpenJob[]): Promise<Date | undefined> {
  const [first] = open.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  if (!first) return undefined;
  const earlier = await db
    .selectFrom("job")
    .select((e) => e.fn.min("created_at").as("at"))
    .where("kind", "in", kinds)
    .where("key", "in", (e) =>
      e
        .selectFrom("job as other")
        .innerJoin("recording", "recording.video_id", "other.key")
        .select("other.key")
        .where("other.state", "in", ["waiting", "running"])
        .where("other.kind", "in", kinds)
        .where("recording.sizes_asked_at", "is", null),
    )
    .executeTakeFirst();
  const at = earlier?.at ? new Date(earlier.at) : first.created_at;
  return at < first.created_at ? at : first.created_at;
}

async function listSince(db: Database, since: Date) {
  return db
    .selectFrom("video")
    .innerJoin("recording", "recording.video_id", "video.id")
    .select(["video.id", "video.state", "video.add_date as addDate"])
    .select(["recording.bytes", "recording.facts", "recording.sizes_asked_at as askedAt"])
    .where("video.trashed_at", "is", null)
    .where("video.id", "in", (e) =>
      e
        .selectFrom("job")
        .select(sql<string>`key`.as("key"))
        .where("kind", "in", kinds)
        .where("created_at", ">=", since),
    )
    .execute();
}
