// What is being prepared, as editors see it: the queue's rows in words. Housekeeping shows while it runs or has failed.
import { sql, type ExpressionBuilder } from "kysely";
import type { Work, WorkItem, WorkState } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import type { JobState, Tables } from "#server/database/tables.ts";
import { demoJob } from "./demo/make.ts";
import { readFailure } from "./failure.ts";
import { jobOf, rowOf, steps, stepWords } from "./steps.ts";

const prepareKinds: readonly string[] = steps.map(jobOf);

/** Work without a video: its title and what it does. */
const otherWork: Record<string, { title: string; step: string; isHousekeeping: boolean }> = {
  [demoJob]: { title: "A piece for the demo", step: "Playing and recording it", isHousekeeping: false },
  "verify-files": { title: "The archive's files", step: "Reading them once more", isHousekeeping: true },
  "sweep-retention": { title: "Retention", step: "Looking for what is to leave", isHousekeeping: true },
};
const shownKinds = [...prepareKinds, ...Object.keys(otherWork)];
const quietKinds = Object.keys(otherWork).filter((kind) => otherWork[kind]?.isHousekeeping);

const states: Record<JobState, WorkState> = {
  waiting: "waiting",
  running: "running",
  quarantined: "failed",
  done: "done",
  cancelled: "cancelled",
};

const most = { waiting: 50, failed: 30, all: 100 };
const latelyMs = 24 * 3_600_000;

/** Running, then waiting, then failed, then what ended lately. */
export async function listWork(db: Database, now: Date): Promise<Work> {
  const running = selectWork(db).where("job.state", "=", "running").orderBy("job.started_at").limit(most.waiting);
  const waiting = selectWork(db)
    .where("job.state", "=", "waiting")
    .where("job.kind", "not in", quietKinds)
    .orderBy("job.priority", "desc")
    .orderBy("job.run_at")
    .orderBy("job.id")
    .limit(most.waiting);
  const failed = selectWork(db)
    .where("job.state", "=", "quarantined")
    .orderBy("job.finished_at", "desc")
    .limit(most.failed);
  const ended = selectWork(db)
    .where("job.state", "in", ["done", "cancelled"])
    .where("job.kind", "not in", quietKinds)
    .where("job.finished_at", ">", new Date(now.getTime() - latelyMs))
    .orderBy("job.finished_at", "desc")
    .limit(most.all);
  const rows: WorkRow[] = [];
  for (const query of [running, waiting, failed, ended]) rows.push(...(await query.execute()));
  return { items: rows.slice(0, most.all).map((row) => describeWork(row, now)), counts: await countWork(db) };
}

export async function findWork(db: Database, id: number, now: Date): Promise<WorkItem | undefined> {
  const row = await selectWork(db).where("job.id", "=", id).executeTakeFirst();
  return row && describeWork(row, now);
}

async function countWork(db: Database): Promise<Record<WorkState, number>> {
  const rows = await db
    .selectFrom("job")
    .select((e) => ["job.state", e.fn.countAll<number>().as("count")])
    .where("job.kind", "in", shownKinds)
    .where(isShown)
    .groupBy("job.state")
    .execute();
  const counts: Record<WorkState, number> = { waiting: 0, running: 0, failed: 0, done: 0, cancelled: 0 };
  for (const { state, count } of rows) counts[states[state]] = count;
  return counts;
}

/** Not the work for a video that is gone. */
function selectWork(db: Database) {
  return db
    .selectFrom("job")
    .leftJoin("video", "video.id", "job.key")
    .leftJoin("recording", "recording.video_id", "video.id")
    .select(["job.id", "job.kind", "job.state", "job.progress", "job.attempts", "job.error", "job.is_cancel_wanted"])
    .select(["job.created_at", "job.started_at", "job.finished_at"])
    .select(["video.id as video_id", "video.title", "video.trashed_at", "recording.problem"])
    .select([
      sql<string | null>`recording.facts ->> 'video'`.as("pictures"),
      sql<string | null>`recording.facts ->> 'audio'`.as("sound"),
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
    .where("job.kind", "in", shownKinds)
    .where((e) => e.or([e("job.kind", "not in", prepareKinds), e("video.id", "is not", null)]));
}

function isShown(where: ExpressionBuilder<Tables, "job">) {
  return where.and([
    where.or([where("job.kind", "not in", quietKinds), where("job.state", "in", ["running", "quarantined"])]),
    where.or([
      where("job.kind", "not in", prepareKinds),
      where.exists(where.selectFrom("video").select("video.id").whereRef("video.id", "=", "job.key")),
    ]),
  ]);
}

type WorkRow = Awaited<ReturnType<ReturnType<typeof selectWork>["execute"]>>[number];

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
    attempts: row.attempts,
    problem: failure?.sentence ?? (state === "cancelled" ? row.problem : null),
    log: failure?.log ?? [],
    added_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    can_retry: isOver && !isInTheWay,
    can_cancel: (state === "waiting" || state === "running") && !row.is_cancel_wanted && !isQuiet,
  };
}

function describeStep({ kind, title, pictures, sound }: WorkRow) {
  const other = otherWork[kind];
  if (other) return { title: other.title, step: other.step, step_number: 1, steps: 1 };
  const row = rowOf({ hasPictures: pictures !== null, hasSound: sound !== null });
  const step = steps.find((one) => jobOf(one) === kind) ?? "first";
  return {
    title: title ?? "",
    step: stepWords[step],
    step_number: Math.max(1, row.indexOf(step) + 1),
    steps: row.length,
  };
}

/** Too little done says too little about the rest. */
const leastProgress = 0.02;

function guessSecondsLeft({ progress, started_at }: WorkRow, now: Date): number | null {
  if (!started_at || progress < leastProgress) return null;
  const seconds = (now.getTime() - started_at.getTime()) / 1000;
  return Math.max(0, Math.round((seconds * (1 - progress)) / progress));
}
