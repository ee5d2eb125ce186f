// Audio whose peaks rise when it is encoded: noise, sharp edges, sweeps, bursts. Each is one command line for ffmpeg.

interface Piece {
  file: string;
  line: string;
}

const noise = (index: number) => `(random(${index})*2-1)`;

/** Short beats far apart: their peaks are high compared with the loudness, and decide the gain. */
const beat = (n: number) => `exp(-${25 + 4 * (n % 9)}*mod(t\\,${0.3 + (n % 5) / 10}))`;

/** The signal of one channel over time; `n` changes it from one to the next. */
const families: readonly ((n: number, channel: number) => string)[] = [
  // white noise, clipped
  (n, channel) => `clip(4*${noise(n + channel)}*${beat(n)}\\,-0.99\\,0.99)`,
  // a square wave with round corners
  (n) => `clip(${3 + (n % 5)}*sin(2*PI*${90 + 37 * n}*t)\\,-0.99\\,0.99)*${beat(n)}`,
  // a sweep up to the highest tones
  (n) => `0.99*sin(2*PI*(${40 + n}*t+${1800 + 60 * n}*t*t))*${beat(n)}`,
  // bursts, like speech
  (n, channel) => `0.9*${noise(n + channel)}*pow(abs(sin(2*PI*${1 + (n % 3)}*t))\\,60)`,
  // a drum on a deep tone
  (n, channel) => `clip(1.5*${noise(n + channel)}*${beat(n)}+0.3*sin(2*PI*${40 + n}*t)\\,-0.99\\,0.99)`,
  // clicks
  (n) => `lt(mod(t\\,${0.2 + n / 100})\\,0.0007)*0.99`,
  // continuous white noise: its loudness decides the gain, not its peaks
  (n, channel) => `0.99*${noise(n + channel)}`,
  // a square wave with sharp corners
  (n) => `(gt(sin(2*PI*${60 + 11 * n}*t)\\,0)*1.98-0.99)*gt(${beat(n)}\\,0.3)`,
];

export function listPieces(count: number): Piece[] {
  return Array.from({ length: count }, (_, n) => makePiece(n));
}

function makePiece(n: number): Piece {
  const rate = n % 2 === 0 ? 48_000 : 44_100;
  if (n % 4 === 3) {
    const color = n % 8 === 3 ? "pink" : "brown";
    const source = `anoisesrc=color=${color}:amplitude=${1 - (n % 5) / 10}:seed=${n}:r=${rate}:d=2`;
    return { file: `${n}-${color}.flac`, line: `-f lavfi -i ${source} -c:a flac` };
  }
  const family = families[n % families.length] ?? noise;
  const layout = n % 5 === 4 ? "5.1" : n % 3 === 2 ? "mono" : "stereo";
  const channels = { "5.1": 6, mono: 1, stereo: 2 }[layout];
  // in floating point, audio may be higher than full scale
  const scale = n % 7 === 6 ? 2 : 1;
  const parts = Array.from({ length: channels }, (_, channel) => `${scale}*(${family(n, channel)})`);
  const source = `aevalsrc=${parts.join("|")}:s=${rate}:d=2:c=${layout}`;
  return scale === 1
    ? { file: `${n}-${layout}.flac`, line: `-f lavfi -i ${source} -c:a flac` }
    : { file: `${n}-${layout}.wav`, line: `-f lavfi -i ${source} -c:a pcm_f32le` };
}
