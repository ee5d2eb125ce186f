// A concert as sound, computed: songs of several kinds, and silence, applause or talk between them at known moments.
import { createRandom } from "#server/testing/random.ts";

const between = ["silence", "applause", "applause and talk", "a short pause"] as const;
type Between = (typeof between)[number];

interface Concert {
  /** Signed 16-bit little-endian, mono. */
  chunks: Buffer[];
  /** Where each song starts and ends, in seconds. */
  songs: { start: number; end: number; before: Between }[];
}

const rate = 48_000;

export function makeConcert(seed: number, count: number): Concert {
  const { below } = createRandom(seed);
  const random = () => below(2 ** 30) / 2 ** 30;
  const chunks: Buffer[] = [];
  const songs: Concert["songs"] = [];
  let seconds = 0;
  const add = (length: number, sound: (t: number) => number) => {
    const samples = Buffer.alloc(Math.round(length * rate) * 2);
    for (let at = 0; at < samples.length / 2; at += 1) {
      const value = sound(at / rate) + (random() - 0.5) * 0.002;
      samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), at * 2);
    }
    chunks.push(samples);
    seconds += samples.length / 2 / rate;
  };
  for (let n = 0; n < count; n += 1) {
    const before = between[Math.floor(random() * between.length)] ?? "silence";
    if (before === "a short pause") add(1.6 + random(), () => 0);
    else if (before === "silence") add(3 + random() * 6, () => 0);
    else add(5 + random() * 9, applause(random, 0.1 + random() * 0.25));
    if (before === "applause and talk") {
      add(3 + random() * 6, talk(random));
      add(1.5 + random(), () => 0);
    }
    const start = seconds;
    const length = 45 + random() * 25;
    add(length, song(random, length));
    songs.push({ start, end: seconds, before });
  }
  add(8, applause(random, 0.3));
  return { chunks, songs };
}

/** Chords, a bass and drums with cymbals; some begin quietly, some fade out, some are shrill, some are still for a moment. */
function song(random: () => number, length: number): (t: number) => number {
  const root = 82 + random() * 120;
  const beat = 0.35 + random() * 0.4;
  const level = 0.15 + random() * 0.5;
  const [hasDrums, hasBreak, isShrill] = [random() < 0.7, random() < 0.3, random() < 0.2];
  const [beginsQuietly, fadesOut] = [random() < 0.25, random() < 0.2];
  const shape = (t: number) =>
    (beginsQuietly && t < 6 ? 0.2 : 1) * (fadesOut ? Math.min(1, (length - t) / 5 + 0.02) : 1);
  const chords = [1, 4 / 3, 3 / 2, 5 / 3];
  return (t) => {
    const root2 = root * (chords[Math.floor(t / (beat * 4)) % 4] ?? 1);
    const inBeat = t % beat;
    const pluck = 0.4 + 0.6 * Math.exp(-inBeat * 3);
    const tone = (ratio: number) =>
      Math.sin(2 * Math.PI * root2 * ratio * t) + 0.3 * Math.sin(4 * Math.PI * root2 * ratio * t);
    const chord = (tone(1) + tone(1.25) + tone(1.5)) * 0.2 * pluck;
    const bass = Math.sin(Math.PI * root2 * t) * 0.3;
    const cymbal = hasDrums ? (random() - 0.5) * 0.5 * Math.exp(-inBeat * 20) : 0;
    const drum = hasDrums ? Math.sin(2 * Math.PI * 70 * t) * 0.6 * Math.exp(-(t % (beat * 2)) * 12) : 0;
    const isStill = hasBreak && t > 15 && t < 17;
    const shrill = isShrill ? (random() - 0.5) * 0.25 : 0;
    return (chord + bass + cymbal + drum + shrill) * level * (isStill ? 0.25 : 1) * shape(t);
  };
}

/** Many hands: noise that is brighter than music, swelling and thinning out. */
function applause(random: () => number, level: number): (t: number) => number {
  let [before, clap] = [0, 0];
  return (t) => {
    if (random() < 120 / rate) clap = 1;
    clap *= 0.998;
    const noise = random() - 0.5;
    const bright = noise - 0.6 * before;
    before = noise;
    return bright * level * 2 * (0.5 + clap) * Math.min(1, t * 3 + 0.2) * Math.max(0.15, 1 - t / 20);
  };
}

/** Words of a third of a second, with pauses. */
function talk(random: () => number): (t: number) => number {
  const pitch = 110 + random() * 90;
  return (t) => {
    const isWord = t % 0.45 < 0.32 && t % 2.3 < 1.8;
    const voice =
      Math.sin(2 * Math.PI * pitch * t) + 0.5 * Math.sin(2 * Math.PI * pitch * 6 * t) + (random() - 0.5) * 0.2;
    return isWord ? voice * 0.08 : 0;
  };
}
