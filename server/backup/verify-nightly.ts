// Every night a part of the archive is read and compared, so that all of it is checked in less than 30 days.
// In short runs and at a limited speed, because encoders and players come first. It continues where it was interrupted.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/database/open.ts";
import { listFolders, requireMounted } from "#server/media/store/store.ts";
import { isOutage } from "#server/away.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { Postponed } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";
import { saveFindings } from "./verify-findings.ts";
import { verifyVideo, type Finding } from "./verify.ts";

export const verifyJob = "verify-files";

/** The number of nights in which all files are read; two nights of a month may fail. */
const shares = 28;
const nightMs = 22 * 3_600_000;
const biteMs = 60_000;
const awayMs = 600_000;
const bytesPerSecond = 32 * 2 ** 20;

/** Called regularly: adds a job while something of tonight's share is left, or when the next night has come. */
export async function addVerifyWork({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  const { share_left, share_at } = await readCheck(db);
  const isNight = !share_at || clock.now().getTime() - share_at.getTime() >= nightMs;
  if (share_left > 0 || isNight) await addJob(db, { kind: verifyJob, key: "round", payload: {}, priority: -20 });
}

type NightlyParts = Pick<Parts, "db" | "clock" | "log"> & { media: Pick<Parts["media"], "store"> };

interface Bite {
  signal?: AbortSignal;
  /** How long to go on before the next round's turn. */
  forMs?: number;
}

/** Returns how many recordings were checked. */
export async function verifyBite(parts: NightlyParts, { signal, forMs = biteMs }: Bite = {}): Promise<number> {
  const { db, media, clock, log } = parts;
  const { store } = media;
  await requireMounted(store).catch(postpone);
  const check = await beginShare(parts);
  const left = (await listIds(parts)).filter((id) => id > check.after_id);
  const endsAt = performance.now() + forMs;
  let looked = 0;
  for (const id of left.slice(0, check.share_left)) {
    if (looked > 0 && performance.now() > endsAt) return looked;
    const pace = { onBytes: walk(signal), ...(signal && { signal }) };
    const look = () => verifyVideo({ db, store, clock }, id, pace);
    const findings = await look()
      .catch((error: unknown) => lookAgain(parts, id, { look, error, signal }))
      .catch(postpone);
    for (const finding of await saveFindings(db, id, { findings, now: clock.now() }))
      log.warn(
        { video: id, file: finding.name, problem: finding.problem },
        "a file of a recording is missing or damaged",
      );
    await db
      .updateTable("file_check")
      .set(({ eb }) => ({ after_id: id, share_left: eb("share_left", "-", 1) }))
      .execute();
    looked += 1;
  }
  if (looked === left.length) await endCycle(db, clock.now());
  return looked;
}

/** A recording that cannot be checked twice is reported, and the next one follows; unreachable storage is not its fault. */
async function lookAgain(
  { db, media, log }: NightlyParts,
  id: string,
  { look, error, signal }: { look: () => Promise<Finding[]>; error: unknown; signal: AbortSignal | undefined },
): Promise<Finding[]> {
  signal?.throwIfAborted();
  log.warn({ video: id, err: error }, "the files of a recording could not be checked");
  await requireMounted(media.store);
  return look().catch(async (again: unknown) => {
    signal?.throwIfAborted();
    if (isOutage(again)) throw again;
    await requireMounted(media.store);
    const video = await db.selectFrom("video").select("title").where("id", "=", id).executeTakeFirst();
    return [{ problem: video ? "changed" : "orphaned", videoId: id, name: "", title: video?.title ?? null }];
  });
}

/** While the storage cannot be reached nothing is compared, and nothing is reported. */
function postpone(error: unknown): never {
  if (error instanceof Refusal && error.code === "busy") throw new Postponed(error.message, awayMs);
  throw error;
}

async function beginShare(parts: NightlyParts) {
  const { db, clock } = parts;
  const check = await readCheck(db);
  if (check.share_left > 0) return check;
  const share_left = Math.max(1, Math.ceil((await listIds(parts)).length / shares));
  const whole_began_at = check.after_id === "" ? clock.now() : check.whole_began_at;
  return db
    .updateTable("file_check")
    .set({ share_left, share_at: clock.now(), whole_began_at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The next share begins at the first video again. */
async function endCycle(db: Database, now: Date): Promise<void> {
  await db.updateTable("file_check").set({ after_id: "", share_left: 0, whole_at: now }).execute();
}

/** Videos, and folders that may belong to none. */
async function listIds({ db, media }: NightlyParts): Promise<string[]> {
  const videos = await db.selectFrom("video").select("id").execute();
  return [...new Set([...videos.map(({ id }) => id), ...(await listFolders(media.store))])].toSorted();
}

async function readCheck(db: Database) {
  return db.selectFrom("file_check").selectAll().executeTakeFirstOrThrow();
}

function walk(signal: AbortSignal | undefined) {
  const began = performance.now();
  let read = 0;
  return async (bytes: number): Promise<void> => {
    read += bytes;
    const aheadMs = (read / bytesPerSecond) * 1000 - (performance.now() - began);
    if (aheadMs > 5) await sleep(aheadMs, undefined, { ...(signal && { signal }) });
  };
}
