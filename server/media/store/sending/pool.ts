// Buffers that are used again and again, so that sending makes no garbage. What is too many is left to the collector.

interface Pool {
  readonly bufferBytes: number;
  take(): Buffer;
  giveBack(buffer: Buffer): void;
}

export function makePool(bufferBytes: number, mostKept = 64): Pool {
  const kept: Buffer[] = [];
  return {
    bufferBytes,
    take: () => kept.pop() ?? Buffer.allocUnsafeSlow(bufferBytes),
    giveBack(buffer) {
      if (kept.length < mostKept) kept.push(buffer);
    },
  };
}
