// Small pieces of music, computed: chords, a bass line, an arpeggio and drums. Pure: a score in, samples out, a bar at a time.

export interface Score {
  beatsPerMinute: number;
  beatsPerBar: number;
  /** One chord a bar, as notes above the root, which is a MIDI number. */
  chords: readonly { root: number; notes: readonly number[] }[];
  /** Which notes of the chord are plucked in a bar, evenly; null is a rest. */
  arpeggio: readonly (number | null)[];
  /** In which eighths of the bar, from 0. */
  kick: readonly number[];
  hat: readonly number[];
  pad: number;
}

export const sampleRate = 48_000;

/** Stereo, from -1 to 1, left and right in turn. */
export function renderBar(score: Score, bar: number): Float32Array {
  const beatSeconds = 60 / score.beatsPerMinute;
  const seconds = beatSeconds * score.beatsPerBar;
  const mix = new Float32Array(Math.round(seconds * sampleRate) * 2);
  const { root, notes } = score.chords[bar % score.chords.length] ?? { root: 48, notes: [0, 4, 7] };
  for (const [index, note] of notes.entries()) {
    const pan = (index / Math.max(1, notes.length - 1)) * 0.8 - 0.4;
    addTone(mix, { at: 0, seconds, pitch: root + note, loudness: score.pad / notes.length, pan, voice: pad });
  }
  addTone(mix, { at: 0, seconds: seconds * 0.55, pitch: root - 12, loudness: 0.3, pan: 0, voice: bass });
  addTone(mix, { at: seconds * 0.625, seconds: seconds * 0.3, pitch: root - 5, loudness: 0.22, pan: 0, voice: bass });
  const each = seconds / score.arpeggio.length;
  for (const [index, step] of score.arpeggio.entries()) {
    if (step === null) continue;
    const octave = Math.floor(step / notes.length);
    const pitch = root + 12 + (notes[step % notes.length] ?? 0) + octave * 12;
    addTone(mix, {
      at: index * each,
      seconds: Math.min(1.4, seconds - index * each),
      pitch,
      loudness: 0.16,
      pan: index % 2 ? 0.5 : -0.5,
      voice: pluck,
    });
  }
  for (const eighth of score.kick) addKick(mix, (eighth * beatSeconds) / 2);
  for (const eighth of score.hat) addHat(mix, (eighth * beatSeconds) / 2, bar * 31 + eighth);
  return mix;
}

/** Signed 16-bit little-endian, bent softly where it would clip. */
export function toPcm(mix: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(mix.length * 2);
  for (let n = 0; n < mix.length; n += 1) bytes.writeInt16LE(Math.round(Math.tanh(mix[n] ?? 0) * 32_000), n * 2);
  return bytes;
}

type Voice = (phase: number, seconds: number, left: number) => number;

const pad: Voice = (phase, seconds, left) =>
  (Math.sin(phase) + 0.4 * Math.sin(2 * phase) + 0.2 * Math.sin(3.003 * phase)) *
  Math.min(1, seconds * 4) *
  Math.min(1, left * 6);
const bass: Voice = (phase, seconds, left) =>
  (Math.sin(phase) + 0.35 * Math.sin(2 * phase)) *
  Math.min(1, seconds * 80) *
  Math.exp(-seconds * 1.2) *
  Math.min(1, left * 20);
const pluck: Voice = (phase, seconds, left) =>
  (Math.sin(phase) +
    0.5 * Math.sin(2 * phase) * Math.exp(-seconds * 6) +
    0.25 * Math.sin(4 * phase) * Math.exp(-seconds * 12)) *
  Math.min(1, seconds * 300) *
  Math.exp(-seconds * 4) *
  Math.min(1, left * 40);

interface Tone {
  at: number;
  seconds: number;
  pitch: number;
  loudness: number;
  pan: number;
  voice: Voice;
}

function addTone(mix: Float32Array, { at, seconds, pitch, loudness, pan, voice }: Tone): void {
  const from = Math.round(at * sampleRate);
  const count = Math.min(Math.round(seconds * sampleRate), mix.length / 2 - from);
  const step = (2 * Math.PI * 440 * 2 ** ((pitch - 69) / 12)) / sampleRate;
  const [left, right] = [loudness * (1 - Math.max(0, pan)), loudness * (1 + Math.min(0, pan))];
  for (let n = 0; n < count; n += 1) {
    const value = voice(n * step, n / sampleRate, (count - n) / sampleRate);
    const place = (from + n) * 2;
    mix[place] = (mix[place] ?? 0) + value * left;
    mix[place + 1] = (mix[place + 1] ?? 0) + value * right;
  }
}

function addKick(mix: Float32Array, at: number): void {
  addEach(mix, { at, seconds: 0.22 }, (seconds) => {
    const phase = 2 * Math.PI * (48 * seconds + 3.2 * (1 - Math.exp(-seconds * 30)));
    return 0.6 * Math.sin(phase) * Math.exp(-seconds * 16);
  });
}

function addHat(mix: Float32Array, at: number, seed: number): void {
  let noise = seed * 7919 + 17;
  let before = 0;
  addEach(mix, { at, seconds: 0.06 }, (seconds) => {
    noise = (noise * 1_103_515_245 + 12_345) % 2_147_483_648;
    const value = noise / 1_073_741_824 - 1;
    const bright = value - before;
    before = value;
    return 0.06 * bright * Math.exp(-seconds * 60);
  });
}

function addEach(
  mix: Float32Array,
  { at, seconds }: { at: number; seconds: number },
  value: (seconds: number) => number,
): void {
  const from = Math.round(at * sampleRate);
  const count = Math.min(Math.round(seconds * sampleRate), mix.length / 2 - from);
  for (let n = 0; n < count; n += 1) {
    const sample = value(n / sampleRate);
    const place = (from + n) * 2;
    mix[place] = (mix[place] ?? 0) + sample;
    mix[place + 1] = (mix[place + 1] ?? 0) + sample;
  }
}
