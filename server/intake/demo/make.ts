// The demo's pieces, made at the first start and taken in like any other recording. As work in the queue: the start does
// not wait for it, and the page fills while it runs.
import { existsSync } from "node:fs";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Database } from "#server/database/open.ts";
import { composeArguments } from "#server/media/ffmpeg/picture-arguments.ts";
import { run } from "#server/media/ffmpeg/run.ts";
import { makeAside } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { pieces, type Piece } from "./pieces.ts";

export const demoJob = "make-demo-piece";

/** Adds the work for the first piece, once in the life of a media folder; each piece adds the next. */
export async function addDemoPieces({ db, media, wake }: Pick<Parts, "db" | "media" | "wake">): Promise<void> {
  const marker = path.join(media.store.folder, "demo.json");
  if (existsSync(marker)) return;
  await addPiece(db, pieces[0]);
  await writeFile(marker, JSON.stringify({ pieces: pieces.map(({ name }) => name) }), { flush: true });
  wake();
}

export async function makeDemoPiece(
  parts: Pick<Parts, "db" | "media" | "clock" | "wake" | "config">,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const index = pieces.findIndex((one) => one.name === name);
  const piece = pieces[index];
  if (!piece) return;
  try {
    const known = await parts.db.selectFrom("recording").select("video_id").where("name", "=", name).executeTakeFirst();
    if (!known) await make(parts, piece, signal);
  } finally {
    if (!signal.aborted) await addPiece(parts.db, pieces[index + 1]);
  }
}

async function addPiece(db: Database, piece: Piece | undefined): Promise<void> {
  if (piece) await addJob(db, { kind: demoJob, key: piece.name, payload: { name: piece.name }, priority: 5 });
}

async function make(
  parts: Pick<Parts, "db" | "media" | "clock" | "wake" | "config">,
  piece: Piece,
  signal: AbortSignal,
): Promise<void> {
  await using aside = await makeAside(parts.media.store);
  const sound = path.join(aside.folder, "sound.wav");
  await writeSound(sound, piece);
  const program = composeArguments({
    seconds: piece.seconds,
    look: piece.look,
    isLooped: piece.seconds > longestScore,
  });
  const rooms = { reads: [sound], writes: aside.folder };
  await run(parts.media.tools, { program, rooms, weight: "heavy", limitSeconds: 900, signal });
  const file = path.join(aside.folder, piece.look ? "piece.mp4" : "piece.m4a");
  await takeIn(parts, { file, name: piece.name, said: piece.said, memberId: null, isOurs: true });
}

/** A longer piece repeats what fits into this. */
const longestScore = 120;

async function writeSound(file: string, { score, seconds }: Pick<Piece, "score" | "seconds">): Promise<void> {
  const workerData = { file, score, seconds: Math.min(seconds, longestScore) };
  const worker = new Worker(new URL("./sound-worker.ts", import.meta.url), { workerData });
  // a failure in the thread is an "error" event, which once() turns into a rejection
  await once(worker, "exit");
}
