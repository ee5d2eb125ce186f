// A line that says how far a long command is; on a terminal it is written over, elsewhere only its end is printed.

export function bar(fraction: number): string {
  const filled = Math.round(fraction * 30);
  return `${"█".repeat(filled)}${"░".repeat(30 - filled)} ${Math.round(fraction * 100)} %`;
}

export function show(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K${line}`);
}

export function done(line: string): void {
  console.log(process.stdout.isTTY ? `\r\u001b[2K${line}` : line);
}

/** Shows how far it is and how fast, at most ten times a second. */
export function trackBytes(what: string): (progress: { doneBytes: number; allBytes: number }) => void {
  const began = performance.now();
  let shownAt = 0;
  return ({ doneBytes, allBytes }) => {
    const now = performance.now();
    if (now - shownAt < 100) return;
    shownAt = now;
    show(`${what}  ${bar(allBytes > 0 ? doneBytes / allBytes : 1)}  ${speed(doneBytes, now - began)}`);
  };
}

export function size(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(2)} GB`;
}

export function speed(bytes: number, ms: number): string {
  return `${(bytes / 2 ** 20 / Math.max(ms / 1000, 0.001)).toFixed(1)} MB/s`;
}
