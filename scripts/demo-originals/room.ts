// A room for music to sound in: echoes that feed on themselves, in two ears (after Schroeder).
import { sampleRate } from "./voices.ts";

const echoes = [0.0297, 0.0371, 0.0411, 0.0437, 0.0533, 0.0617];
const blurs = [0.005, 0.0017, 0.0126];

export function addRoom({ left, right }: { left: Float32Array; right: Float32Array }, amount: number): void {
  const sides = [left, right].map((dry, side) => ring(dry, side * 0.00061));
  for (const [side, dry] of [left, right].entries()) {
    const [near, far] = [sides[side], sides[1 - side]];
    for (let n = 0; n < dry.length; n += 1)
      dry[n] = (dry[n] ?? 0) + amount * ((near?.[n] ?? 0) + 0.4 * (far?.[n] ?? 0));
  }
}

function ring(dry: Float32Array, wider: number): Float32Array {
  const wet = new Float32Array(dry.length);
  for (const seconds of echoes) {
    const loop = new Float32Array(Math.round((seconds + wider) * sampleRate));
    let soft = 0;
    for (let n = 0; n < dry.length; n += 1) {
      const place = n % loop.length;
      const heard = loop[place] ?? 0;
      // walls swallow the high tones first
      soft = heard * 0.7 + soft * 0.3;
      loop[place] = (dry[n] ?? 0) + soft * 0.86;
      wet[n] = (wet[n] ?? 0) + heard / echoes.length;
    }
  }
  return blurs.reduce<Float32Array>((sound, seconds) => blur(sound, seconds + wider), wet);
}

function blur(sound: Float32Array, seconds: number): Float32Array {
  const loop = new Float32Array(Math.round(seconds * sampleRate));
  return sound.map((value, n) => {
    const place = n % loop.length;
    const heard = loop[place] ?? 0;
    loop[place] = value + heard * 0.6;
    return heard - value * 0.6;
  });
}
