// The queue as editors see it. Housekeeping is only shown while it runs or has failed.
import { sql } from "kysely";
import type { Work, WorkItem, WorkState } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import type { JobState } from "#server/database/tables.ts";
import { demoJob } from "#server/intake/demo/add.ts";
import { readFailure } from "#server/prepare/failure.ts";
import { hearJob } from "#server/prepare/hear-earlier.ts";
import { jobOf, rowOf, steps } from "#server/prepare/steps.ts";
import { words as prepareWords } from "#server/prepare/words.ts";
import { words } from "./words.ts";

const prepareKinds: readonly string[] = steps.map(jobOf);

/** Jobs that are not about one recording: their title and what they do. */
const otherWork: Record<string, { title: string; step: string; isHousekeeping: boolean }> = {
  [demoJob]: { ...words.demo, isHousekeeping: false },
  "verify-files": { ...words.verify, isHousekeeping: true },
  backup: { ...words.backup, isHousekeeping: true },
  "judge-published": { ...words.judge, isHousekeeping: true },
  [hearJob]: { ...words.hear, isHousekeeping: true },
  "fill-search": { ...words.search, isHousekeeping: true },
  "sweep-retention": { ...words.cleanup, isHousekeeping: true },
};
const quietKinds = Object.keys(otherWork).filter((kind) => otherWork[kind]?.isHousekeeping);
const quietStates: readonly JobState[] = ["running", "quarantined"];
const loudKinds = [...prepareKinds, ...Object.keys(otherWork).filter((kind) => !quietKinds.includes(kind))];

const states: Record<JobState, WorkState> = {
  waiting: "waiting",
  running: "running",
  quarantined: "failed",
  done: "done",
  cancelled: "cancelled",
};

const most = { waiting: 50, failed: 30, all: 100, lookedAt: 1000 };
const latelyMs = 24 * 3_600_000;

/** Running, then waiting, then failed, then what ended lately. */
export async function listWork(db: Database, now: Date): Promise<Work> {
  const chosen = [
    await pick(db, "running").orderBy("id").limit(most.waiting).execute(),
    await pick(db, "waiting").orderBy("priority", "desc").orderBy("run_at").orderBy("id").limit(most.waiting).execute(),
    await pick(db, "quarantined").orderBy("id", "desc").limit(most.failed).execute(),
    await pickEnded(db, new Date(now.getTime() - latelyMs)).execute(),
  ];
  // what ended between two of these is in both
  const ids = [...new Set(chosen.flat().map(({ id }) => id))];
  const found = new Map((await selectWork(db, ids)).map((row) => [row.id, row]));
  const rows = ids.map((id) => found.get(id)).filter((row) => row !== undefined);
  return { items: rows.slice(0, most.all).map((row) => describeWork(row, now)), counts: await countWork(db) };
}

export async function findWork(db: Database, id: number, now: Date): Promise<WorkItem | undefined> {
  const [row] = await selectWork(db, [id]);
  return row && describeWork(row, now);
}

/** Jobs of deleted recordings are not counted. */
async function countWork(db: Database): Promise<Record<WorkState, number>> {
  const rows = await db
    .selectFrom("job")
    .select((e) => ["kind", "state", e.fn.countAll<number>().as("count")])
    .where("kind", "in", [...loudKinds, ...quietKinds])
    .groupBy(["kind", "state"])
    .execute();
  const counts: Record<WorkState, number> = { waiting: 0, running: 0, failed: 0, done: 0, cancelled: 0 };
  for (const { kind, state, count } of rows)
    if (loudKinds.includes(kind) || quietStates.includes(state)) counts[states[state]] += count;
  return counts;
}

/** Few of perhaps many: what is told of them is looked up afterwards. */
function pick(db: Database, state: JobState) {
  const kinds = quietStates.includes(state) ? [...loudKinds, ...quietKinds] : loudKinds;
  return db.selectFrom("job").select("id").where("state", "=", state).where("kind", "in", kinds);
}

/** Among the last that ended of any kind: by its index, however many there are. */
function pickEnded(db: Database, since: Date) {
  return db
    .selectFrom((e) =>
      e
        .selectFrom("job")
        .select(["id", "kind", "state", "finished_at"])
        .where("finished_at", ">", since)
        .orderBy("finished_at", "desc")
        .limit(most.lookedAt)
        .as("job"),
    )
    .select("id")
    .where("kind", "in", loudKinds)
    .where("state", "in", ["done", "cancelled"])
    .orderBy("finished_at", "desc")
    .limit(most.all);
}

/** Not the work for a video that is gone. */
async function selectWork(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("job")
    .leftJoin("video", "video.id", "job.key")
    .leftJoin("recording", "recording.video_id", "video.id")
    .select([
      "job.id",
      "job.kind",
      "job.state",
      "job.progress",
      "job.attempts",
      "job.deaths",
      "job.error",
      "job.is_cancel_wanted",
    ])
    .select(["job.created_at", "job.started_at", "job.finished_at"])
    .select([
      "video.id as video_id",
      "video.title",
      "video.trashed_at",
      "recording.problem",
      "recording.sizes_asked_at",
    ])
    .select([
      sql<string | null>`recording.facts ->> 'video'`.as("pictures"),
      sql<string | null>`recording.facts ->> 'audio'`.as("sound"),
      sql<string | null>`recording.facts -> 'captions' ->> 0`.as("captions"),
    ])
    .select((e) =>
      e
        .selectFrom("job as other")
        .select("other.id")
        .whereRef("other.kind", "=", "job.kind")
        .whereRef("other.key", "=", "job.key")
        .where("other.state", "in", ["waiting", "running"])
        .limit(1)
        .as("other"),
    )
    .where("job.id", "in", ids)
    .where("job.kind", "in", [...loudKinds, ...quietKinds])
    .where((e) => e.or([e("job.kind", "not in", prepareKinds), e("video.id", "is not", null)]))
    .execute();
}

type WorkRow = Awaited<ReturnType<typeof selectWork>>[number];

function describeWork(row: WorkRow, now: Date): WorkItem {
  const state = states[row.state];
  const isOver = state === "failed" || state === "cancelled";
  const isInTheWay = row.other !== null || row.trashed_at !== null;
  const isQuiet = quietKinds.includes(row.kind);
  const failure = state === "done" ? null : readFailure(row.error);
  return {
    id: row.id,
    video_id: row.video_id,
    ...describeStep(row),
    state,
    progress: row.progress,
    seconds_left: state === "running" ? guessSecondsLeft(row, now) : null,
    attempts: row.attempts + row.deaths,
    problem: failure?.sentence ?? (state === "cancelled" ? row.problem : null),
    log: failure?.log ?? [],
    asked_at: row.kind === jobOf("rungs") ? (row.sizes_asked_at?.toISOString() ?? null) : null,
    added_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    can_retry: isOver && !isInTheWay,
    can_cancel: (state === "waiting" || state === "running") && !row.is_cancel_wanted && !isQuiet,
  };
}

function describeStep({ kind, title, pictures, sound, captions }: WorkRow) {
  const other = otherWork[kind];
  if (other) return { title: other.title, step: other.step, step_number: 1, steps: 1 };
  const row = rowOf({ pictures: pictures !== null, sound: sound !== null, captions: captions !== null });
  const step = steps.find((one) => jobOf(one) === kind) ?? "first";
  return {
    title: title ?? "",
    step: prepareWords.steps[step],
    step_number: Math.max(1, row.indexOf(step) + 1),
    steps: row.length,
  };
}

/** The progress from which on the remaining time can be estimated. */
const leastProgress = 0.02;

function guessSecondsLeft({ progress, started_at }: WorkRow, now: Date): number | null {
  if (!started_at || progress < leastProgress) return null;
  const seconds = (now.getTime() - started_at.getTime()) / 1000;
  return Math.max(0, Math.round((seconds * (1 - progress)) / progress));
}
