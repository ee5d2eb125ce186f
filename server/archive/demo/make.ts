// The demo's pieces, made at the first start and taken in like any other recording. As work in the queue: the start does
// not wait for it, and the page fills while it runs.
import { existsSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { composeArguments } from "#server/media/arguments.ts";
import { run } from "#server/media/run.ts";
import { makeAside } from "#server/media/store.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { takeIn } from "#server/archive/take-in.ts";
import { renderBar, sampleRate, toPcm, type Score } from "./music.ts";
import { pieces, type Piece } from "./pieces.ts";

export const demoJob = "make-demo-piece";

/** Adds the work for all pieces, once in the life of a media folder. */
export async function addDemoPieces({ db, media, wake }: Pick<Parts, "db" | "media" | "wake">): Promise<void> {
  const marker = path.join(media.store.folder, "demo.json");
  if (existsSync(marker)) return;
  await db.transaction().execute(async (trx) => {
    for (const [index, { name }] of pieces.entries()) {
      // the first before everything; the others after what makes a piece watchable
      await addJob(trx, { kind: demoJob, key: name, payload: { name }, priority: index === 0 ? 100 : 5 });
    }
  });
  await writeFile(marker, JSON.stringify({ pieces: pieces.map(({ name }) => name) }), { flush: true });
  wake();
}

export async function makeDemoPiece(
  parts: Pick<Parts, "db" | "media" | "clock" | "wake" | "config">,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const piece = pieces.find((one) => one.name === name);
  const known = await parts.db.selectFrom("recording").select("video_id").where("name", "=", name).executeTakeFirst();
  if (!piece || known) return;
  await using aside = await makeAside(parts.media.store);
  const sound = path.join(aside.folder, "sound.wav");
  await writeSound(sound, piece);
  const program = composeArguments({
    seconds: piece.seconds,
    look: piece.look,
    isLooped: piece.seconds > longestScore,
  });
  await run(parts.media.tools, {
    program,
    rooms: { reads: [sound], writes: aside.folder },
    weight: "heavy",
    limitSeconds: 900,
    signal,
  });
  const file = path.join(aside.folder, piece.look ? "piece.mp4" : "piece.m4a");
  await takeIn(parts, { file, name, said: piece.said, memberId: null, isOurs: true });
}

/** A longer piece repeats what fits into this. */
const longestScore = 120;

async function writeSound(file: string, { score, seconds }: Pick<Piece, "score" | "seconds">): Promise<void> {
  const barSeconds = (60 / score.beatsPerMinute) * score.beatsPerBar;
  const bars = Math.round(Math.min(seconds, longestScore) / barSeconds);
  await using target = await open(file, "w");
  const written: Buffer[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const place = bar % score.chords.length;
    written[place] ??= toPcm(renderBar(vary(score, bar), bar));
    if (bar === 0) await target.write(wavHead(bars * written[place].length));
    await target.write(written[place]);
    await breathe();
  }
}

function vary(score: Score, bar: number): Score {
  return bar % 2 === 0 ? score : { ...score, arpeggio: score.arpeggio.toReversed() };
}

function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + bytes, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(bytes, 40);
  return head;
}
