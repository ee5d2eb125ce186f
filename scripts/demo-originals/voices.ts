// The instruments of the demo's music, computed: a note in, its samples out, one after the other.

export const sampleRate = 48_000;

interface Note {
  hertz: number;
  /** How long it is held. */
  seconds: number;
  /** Makes the noise in it its own, and the same every time. */
  seed: number;
}

interface Sounding {
  /** How long it goes on after it is let go. */
  ringSeconds: number;
  /** Called once for each sample, in order. */
  sample(seconds: number): number;
}

type Voice = (note: Note) => Sounding;

const turn = 2 * Math.PI;

export function makeNoise(seed: number): () => number {
  let state = (Math.imul(seed + 1, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2_147_483_648 - 1;
  };
}

/** Rises, stays, and falls when it is let go. */
function hold(seconds: number, { rise, fall }: { rise: number; fall: number }): (at: number) => number {
  return (at) => Math.min(1, at / rise) * (at < seconds ? 1 : Math.max(0, 1 - (at - seconds) / fall));
}

/** Overtones, each as strong as listed: sin(n x) from the two before it, which is far cheaper than to compute each. */
function overtones(strengths: readonly number[]): (phase: number) => number {
  return (phase) => {
    const twice = 2 * Math.cos(phase);
    let before = 0;
    let now = Math.sin(phase);
    let sum = 0;
    for (const strength of strengths) {
      sum += strength * now;
      const next = twice * now - before;
      before = now;
      now = next;
    }
    return sum;
  };
}

function sustained(
  strengths: readonly number[],
  shape: { rise: number; fall: number; vibrato: number; detune: number },
): Voice {
  const tone = overtones(strengths);
  return ({ hertz, seconds, seed }) => {
    const level = hold(seconds, shape);
    return {
      ringSeconds: shape.fall,
      sample(at) {
        const sway = shape.vibrato * Math.sin(turn * 5.1 * at + seed) * Math.min(1, at * 1.5);
        const phase = turn * hertz * at + sway;
        const other = shape.detune === 0 ? 0 : tone(phase * (1 + shape.detune) + seed);
        return level(at) * (tone(phase) + other) * 0.5;
      },
    };
  };
}

function struck(strengths: readonly number[], { decay, stretch }: { decay: number; stretch: number }): Voice {
  return ({ hertz, seconds }) => {
    // low notes ring longer than high ones
    const slow = decay * (hertz / 260) ** 0.5;
    const ringSeconds = 0.25;
    const level = hold(seconds, { rise: 0.004, fall: ringSeconds });
    // each overtone is a hand that turns and shrinks a little with every sample
    const hands = strengths.map((strength, index) => {
      const n = index + 1;
      const angle = (turn * hertz * n * Math.sqrt(1 + stretch * n * n)) / sampleRate;
      const shrink = Math.exp((-slow * (0.6 + 0.4 * n)) / sampleRate);
      return { x: strength, y: 0, turnX: shrink * Math.cos(angle), turnY: shrink * Math.sin(angle) };
    });
    return {
      ringSeconds,
      sample(at) {
        let sum = 0;
        for (const hand of hands) {
          sum += hand.y;
          const x = hand.x * hand.turnX - hand.y * hand.turnY;
          hand.y = hand.x * hand.turnY + hand.y * hand.turnX;
          hand.x = x;
        }
        return sum * level(at);
      },
    };
  };
}

/** A string that is plucked: noise in a loop that loses its edge (Karplus and Strong). */
const guitar: Voice = ({ hertz, seconds, seed }) => {
  const noise = makeNoise(seed);
  const length = Math.max(2, Math.round(sampleRate / hertz));
  let soft = 0;
  const loop = Float32Array.from({ length }, () => (soft = soft * 0.55 + noise() * 0.45));
  const mean = loop.reduce((sum, value) => sum + value, 0) / length;
  const level = hold(seconds, { rise: 0.002, fall: 0.5 });
  let place = 0;
  return {
    ringSeconds: 0.5,
    sample(at) {
      const next = (place + 1) % length;
      const value = loop[place] ?? 0;
      loop[place] = 0.4985 * (value + (loop[next] ?? 0));
      place = next;
      return (value - mean) * 1.6 * level(at);
    },
  };
};

const bell: Voice = ({ hertz }) => ({
  ringSeconds: 2.6,
  sample: (at) =>
    Math.min(1, at * 400) *
    Math.exp(-at * 1.7) *
    Math.sin(turn * hertz * at + 1.4 * Math.exp(-at * 3) * Math.sin(turn * hertz * 3.01 * at)),
});

/** Somebody who hums: overtones as a mouth shapes them. */
const hum: Voice = (note) => {
  const mouth = (hertz: number) =>
    Math.exp(-(((hertz - 420) / 260) ** 2)) + 0.35 * Math.exp(-(((hertz - 1050) / 320) ** 2)) + 0.05;
  const strengths = Array.from({ length: 10 }, (_, n) => (1.6 * mouth(note.hertz * (n + 1))) / (n + 1) ** 0.6);
  return sustained(strengths, { rise: 0.09, fall: 0.16, vibrato: 0.22, detune: 0 })(note);
};

const flute: Voice = (note) => {
  const noise = makeNoise(note.seed);
  const tone = sustained([1, 0.22, 0.1], { rise: 0.12, fall: 0.25, vibrato: 0.18, detune: 0 })(note);
  let breath = 0;
  return {
    ringSeconds: tone.ringSeconds,
    sample(at) {
      breath = breath * 0.8 + noise() * 0.2;
      return tone.sample(at) * (1 + 0.25 * breath) * 1.6;
    },
  };
};

const kick: Voice = () => ({
  ringSeconds: 0.3,
  sample: (at) => 1.5 * Math.sin(turn * (46 * at + 3.4 * (1 - Math.exp(-at * 28)))) * Math.exp(-at * 13),
});

function rattle({ decay, bright, tone }: { decay: number; bright: number; tone: number }): Voice {
  return ({ seed }) => {
    const noise = makeNoise(seed);
    let before = 0;
    return {
      ringSeconds: 6 / decay,
      sample(at) {
        const value = noise();
        const edge = value - bright * before;
        before = value;
        return (edge * 0.5 + tone * Math.sin(turn * 185 * at) * Math.exp(-at * 20)) * Math.exp(-at * decay);
      },
    };
  };
}

export const voices = {
  pad: sustained([1, 0.5, 0.33, 0.2, 0.12], { rise: 0.5, fall: 0.9, vibrato: 0.04, detune: 0.0031 }),
  strings: sustained([1, 0.6, 0.45, 0.3, 0.22, 0.15, 0.1], { rise: 0.8, fall: 1.2, vibrato: 0.2, detune: 0.0022 }),
  organ: sustained([1, 0.8, 0.45, 0.5, 0, 0.25, 0, 0.3], { rise: 0.02, fall: 0.07, vibrato: 0.14, detune: 0 }),
  bass: struck([1, 0.5, 0.2, 0.08], { decay: 1.3, stretch: 0 }),
  synth: sustained([1, 0.5, 0.34, 0.25, 0.2, 0.16], { rise: 0.004, fall: 0.09, vibrato: 0, detune: 0.006 }),
  piano: struck([1, 0.55, 0.34, 0.2, 0.1, 0.06], { decay: 1.1, stretch: 0.0004 }),
  electric: struck([1, 0.18, 0.05, 0.02, 0, 0, 0.1], { decay: 0.9, stretch: 0 }),
  box: struck([1, 0, 0.4, 0, 0.16, 0, 0.08], { decay: 1.8, stretch: 0.0012 }),
  guitar,
  bell,
  hum,
  flute,
  kick,
  snare: rattle({ decay: 17, bright: 0.3, tone: 0.5 }),
  brush: rattle({ decay: 12, bright: 0.75, tone: 0 }),
  hat: rattle({ decay: 55, bright: 0.98, tone: 0 }),
} satisfies Record<string, Voice>;

export type VoiceName = keyof typeof voices;
