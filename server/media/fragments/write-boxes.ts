// Writing MP4 boxes (ISO 14496-12). Pure.

export function box(type: string, ...content: Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.reduce((sum, part) => sum + part.length, 0), 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...content]);
}

/** With version 0 and flags, fields of 32 bits, and what follows them. */
export function full(type: string, flags: number, fields: readonly number[], ...rest: Buffer[]): Buffer {
  return box(type, words([flags, ...fields]), ...rest);
}

/** Negative ones as two's complement. */
export function words(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (let n = 0; n < values.length; n += 1) bytes.writeUInt32BE((values[n] ?? 0) >>> 0, n * 4);
  return bytes;
}

/** A value, and how often it comes in a row. */
export function countRuns(values: ArrayLike<number>): [count: number, value: number][] {
  const runs: [number, number][] = [];
  for (let n = 0; n < values.length; n += 1) {
    const value = values[n] ?? 0;
    const last = runs.at(-1);
    if (last?.[1] === value) last[0] += 1;
    else runs.push([1, value]);
  }
  return runs;
}
