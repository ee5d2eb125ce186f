// In a thread of its own, because computing music would hold up the server: writes one piece's sound as a WAV file.
import { closeSync, openSync, writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { renderBar, sampleRate, toPcm, type Score } from "./music.ts";

const { file, score, seconds } = workerData as { file: string; score: Score; seconds: number };
const barSeconds = (60 / score.beatsPerMinute) * score.beatsPerBar;
const bars = Math.round(seconds / barSeconds);
const written: Buffer[] = [];
const target = openSync(file, "w");
for (let bar = 0; bar < bars; bar += 1) {
  const place = bar % score.chords.length;
  written[place] ??= toPcm(renderBar(bar % 2 === 0 ? score : { ...score, arpeggio: score.arpeggio.toReversed() }, bar));
  if (bar === 0) writeSync(target, wavHead(bars * written[place].length));
  writeSync(target, written[place]);
}
closeSync(target);

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
