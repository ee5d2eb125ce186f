// Numbers for the metrics: open jobs, and the space that media use. Cheap enough to be read every few seconds.
import { statfs } from "node:fs/promises";
import type { Parts } from "#server/parts.ts";
import { sumUp } from "./storage-report.ts";

interface WorkGauge {
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

interface SpaceGauge {
  free: number;
  total: number;
}

/** The space of the volume that the media folder is on. */
export async function readSpace(folder: string): Promise<SpaceGauge> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

const rememberMs = 10 * 60_000;

/** Bytes by kind, as the studio shows them. Adds up every row, so it is remembered for a while. */
export function openStoredGauge({ db, clock }: Pick<Parts, "db" | "clock">): () => Promise<Record<string, number>> {
  let known: { at: number; stored: Promise<Record<string, number>> } | undefined;
  const add = async (): Promise<Record<string, number>> => {
    const { kinds } = await sumUp(db, clock.now());
    return Object.fromEntries(kinds.map(({ kind, bytes }) => [kind, bytes]));
  };
  return () => {
    if (!known || performance.now() - known.at > rememberMs) known = { at: performance.now(), stored: add() };
    const { stored } = known;
    stored.catch(() => (known = undefined));
    return stored;
  };
}
