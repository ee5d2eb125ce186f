// A song, written down in short lines, becomes samples. Pure: the same song gives the same samples.
import { findChord, readLine, type Played } from "./notation.ts";
import { addRoom } from "./room.ts";
import { makeNoise, sampleRate, voices, type VoiceName } from "./voices.ts";

interface Part {
  voice: VoiceName;
  /** As notation.ts reads it. */
  line: string;
  level: number;
  /** From -1, left, to 1, right. */
  pan?: number;
  octave?: number;
}

export const play = (voice: VoiceName, level: number, line: string, more: Pick<Part, "pan" | "octave"> = {}): Part => ({
  voice,
  level,
  line,
  ...more,
});

interface Section {
  bars: number;
  /** One a bar, from the first again when they are used up. */
  chords: string;
  /** How loud it begins and ends. */
  loud: readonly [number, number];
  parts: readonly Part[];
}

export interface Song {
  beatsPerMinute: number;
  beatsPerBar: number;
  sections: readonly Section[];
  /** How much of the room is heard. */
  room: number;
  /** As from a tape that has lain for long. */
  isOld?: boolean;
  /** What rings on after the last bar. */
  tailSeconds: number;
}

export interface Sound {
  left: Float32Array;
  right: Float32Array;
}

export function findSeconds({ beatsPerMinute, beatsPerBar, sections, tailSeconds }: Song): number {
  const bars = sections.reduce((sum, section) => sum + section.bars, 0);
  return (bars * beatsPerBar * 60) / beatsPerMinute + tailSeconds;
}

export function renderSong(song: Song): Sound {
  const length = Math.round(findSeconds(song) * sampleRate);
  const sound = { left: new Float32Array(length), right: new Float32Array(length) };
  const barSeconds = (song.beatsPerBar * 60) / song.beatsPerMinute;
  let firstBar = 0;
  for (const section of song.sections) {
    for (const part of section.parts) addPart(sound, { section, part, firstBar, barSeconds });
    firstBar += section.bars;
  }
  addRoom(sound, song.room);
  const heard = song.isOld ? age(sound) : sound;
  finish(heard, song.tailSeconds);
  return heard;
}

interface Place {
  section: Section;
  part: Part;
  firstBar: number;
  barSeconds: number;
}

function addPart(sound: Sound, { section, part, firstBar, barSeconds }: Place): void {
  const chords = section.chords.split(" ").map(findChord);
  const [from, to] = section.loud;
  for (let bar = 0; bar < section.bars; bar += 1) {
    const chord = chords[bar % chords.length] ?? findChord("C");
    const loud = from + ((to - from) * bar) / Math.max(1, section.bars - 1);
    for (const played of readLine(part.line, { bar, chord, octave: part.octave ?? 0 })) {
      const begin = (firstBar + bar + played.at) * barSeconds;
      addNote(sound, part, { ...played, begin, seconds: played.length * barSeconds, loud: loud * played.accent });
    }
  }
}

function addNote(
  { left, right }: Sound,
  { voice, level, pan = 0 }: Part,
  note: Played & { begin: number; seconds: number; loud: number },
): void {
  const from = Math.round(note.begin * sampleRate);
  const hertz = 440 * 2 ** ((note.pitch - 69) / 12);
  const { ringSeconds, sample } = voices[voice]({ hertz, seconds: note.seconds, seed: from + note.pitch });
  const count = Math.min(Math.round((note.seconds + ringSeconds) * sampleRate), left.length - from);
  const strength = level * note.loud;
  const [toLeft, toRight] = [strength * Math.sqrt((1 - pan) / 2), strength * Math.sqrt((1 + pan) / 2)];
  for (let n = 0; n < count; n += 1) {
    const value = sample(n / sampleRate);
    left[from + n] = (left[from + n] ?? 0) + value * toLeft;
    right[from + n] = (right[from + n] ?? 0) + value * toRight;
  }
}

/** One track, of a speed that is never quite right, dull, and with a little noise. */
function age({ left, right }: Sound): Sound {
  const noise = makeNoise(7);
  const old = new Float32Array(left.length);
  let dull = 0;
  let hiss = 0;
  for (let n = 0; n < old.length; n += 1) {
    const at = n / sampleRate;
    const place = n + 60 * Math.sin(2 * Math.PI * 0.55 * at) + 9 * Math.sin(2 * Math.PI * 6.3 * at);
    const whole = Math.min(left.length - 2, Math.max(0, Math.floor(place)));
    const share = Math.min(1, Math.max(0, place - whole));
    const mono = (index: number) => (left[index] ?? 0) + (right[index] ?? 0);
    dull += 0.42 * (mono(whole) * (1 - share) + mono(whole + 1) * share - dull);
    hiss += 0.3 * (noise() - hiss);
    old[n] = dull * 0.7 + hiss * 0.006;
  }
  return { left: old, right: old };
}

/** Bent softly where it would clip, as loud as it may be, and gone at the end. */
function finish({ left, right }: Sound, tailSeconds: number): void {
  const fade = Math.max(1, Math.round(Math.min(2, tailSeconds) * sampleRate));
  const channels = left === right ? [left] : [left, right];
  let highest = 0;
  for (const channel of channels)
    for (let n = 0; n < channel.length; n += 1) {
      const end = Math.min(1, (channel.length - n) / fade);
      const value = Math.tanh(channel[n] ?? 0) * end;
      channel[n] = value;
      highest = Math.max(highest, Math.abs(value));
    }
  for (const channel of channels)
    for (let n = 0; n < channel.length; n += 1) channel[n] = ((channel[n] ?? 0) * 0.84) / highest;
}
