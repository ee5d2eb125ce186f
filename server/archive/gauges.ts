// How much there is, for the metrics: open work, and the room that media take. Cheap enough to be asked every few seconds.
import { statfs } from "node:fs/promises";
import type { Parts } from "#server/parts.ts";

export interface WorkGauge {
  waiting: number;
  running: number;
  quarantined: number;
  /** How long the oldest job that is due has been waiting. */
  oldestSeconds: number;
}

export async function readWork({ db }: Pick<Parts, "db">): Promise<WorkGauge> {
  const now = new Date();
  const rows = await db
    .selectFrom("job")
    .select((e) => ["state" as const, e.fn.countAll<number>().as("count")])
    .where("state", "in", ["waiting", "running", "quarantined"])
    .groupBy("state")
    .execute();
  const oldest = await db
    .selectFrom("job")
    .select("run_at")
    .where("state", "=", "waiting")
    .where("run_at", "<=", now)
    .orderBy("run_at")
    .limit(1)
    .executeTakeFirst();
  const counted = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  const oldestSeconds = oldest ? (now.getTime() - oldest.run_at.getTime()) / 1000 : 0;
  return { waiting: 0, running: 0, quarantined: 0, ...counted, oldestSeconds };
}

export interface RoomGauge {
  free: number;
  total: number;
}

/** Of the volume that the media folder is on. */
export async function readRoom(folder: string): Promise<RoomGauge> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

export interface StoredGauge {
  original: number;
  derived: number;
}

const rememberMs = 10 * 60_000;

/** Adds up every row, so it is remembered for a while. */
export function openStoredGauge({ db }: Pick<Parts, "db">): () => Promise<StoredGauge> {
  let known: { at: number; stored: Promise<StoredGauge> } | undefined;
  const add = async (): Promise<StoredGauge> => {
    const sum = async (table: "recording" | "asset") => {
      const row = await db
        .selectFrom(table)
        .select(({ fn }) => fn.sum<number | null>("bytes").as("bytes"))
        .executeTakeFirst();
      return row?.bytes ?? 0;
    };
    return { original: await sum("recording"), derived: await sum("asset") };
  };
  return () => {
    if (!known || performance.now() - known.at > rememberMs) known = { at: performance.now(), stored: add() };
    const { stored } = known;
    stored.catch(() => (known = undefined));
    return stored;
  };
}
