// What a part of a recording is like, in a musician's words: its key and its tempo, and how sure that is.
import { classes, framesPerSecond, type Harmony } from "./harmony.ts";
import { secondsPerTempo } from "./tempo.ts";

interface Part {
  from: number;
  to: number;
}

interface Key {
  /** 0 is C. */
  root: number;
  isMinor: boolean;
  /** From 0 to 1: how much better it fits than the next one. */
  sure: number;
}

// how often each note of a scale is heard, from its root (Temperley 1999)
const major = [5, 2, 3.5, 2, 4.5, 4, 2, 4.5, 2, 3.5, 1.5, 4];
const minor = [5, 2, 3.5, 4.5, 2, 4, 2, 4.5, 3.5, 2, 1.5, 4];

export function findKey({ chroma, tonality }: Harmony, { from, to }: Part): Key | null {
  const notes = new Float64Array(classes);
  const last = Math.min(tonality.length, Math.round(to * framesPerSecond));
  for (let at = Math.max(0, Math.round(from * framesPerSecond)); at < last; at += 1)
    for (let note = 0; note < classes; note += 1)
      notes[note] = (notes[note] as number) + (chroma[at * classes + note] as number) * (tonality[at] as number);
  if (notes.every((value) => value === 0)) return null;
  const keys = Array.from({ length: 24 }, (_, n) => {
    const [root, isMinor] = [n % 12, n >= 12];
    const scale = isMinor ? minor : major;
    return { root, isMinor, fit: correlate(notes, (note) => scale[(note - root + 12) % 12] as number) };
  }).toSorted((a, b) => b.fit - a.fit);
  const [best, next] = keys;
  if (!best || !next) return null;
  return { root: best.root, isMinor: best.isMinor, sure: Math.max(0, Math.min(1, (best.fit - next.fit) * 5)) };
}

function correlate(notes: Float64Array, scale: (note: number) => number): number {
  const mean = notes.reduce((sum, value) => sum + value, 0) / classes;
  const usual = 41.5 / classes;
  let [both, ofNotes, ofScale] = [0, 0, 0];
  for (const [note, value] of notes.entries()) {
    const [x, y] = [value - mean, scale(note) - usual];
    both += x * y;
    ofNotes += x * x;
    ofScale += y * y;
  }
  return ofNotes === 0 ? 0 : both / Math.sqrt(ofNotes * ofScale);
}

/** The tempo that most of it has; `sure` counts what agrees with it. */
export function findTempoOf({ tempos }: Harmony, { from, to }: Part): { bpm: number; sure: number } | null {
  const inside = tempos.filter((_, at) => at * secondsPerTempo >= from - 4 && at * secondsPerTempo < to - 4);
  const total = inside.reduce((sum, { sure }) => sum + sure, 0);
  if (total === 0) return null;
  const agree = (bpm: number) => inside.filter((one) => Math.abs(one.bpm / bpm - 1) < 0.04);
  const weigh = (bpm: number) => agree(bpm).reduce((sum, { sure }) => sum + sure, 0);
  const best = inside.reduce((most, one) => (weigh(one.bpm) > weigh(most.bpm) ? one : most));
  const same = agree(best.bpm);
  const share = weigh(best.bpm);
  return { bpm: same.reduce((sum, { bpm, sure }) => sum + bpm * sure, 0) / share, sure: share / inside.length };
}

const names = ["C", "C sharp", "D", "E flat", "E", "F", "F sharp", "G", "A flat", "A", "B flat", "B"];

export function sayKey({ root, isMinor }: Key): string {
  return `${names[root]} ${isMinor ? "minor" : "major"}`;
}
