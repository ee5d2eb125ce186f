// How loud a recording is over its length, as it comes with the list: one hex digit per part.

/** Each from 0 to 1; none when they are not known. */
export function readPeaks(digits: string | null): number[] {
  return digits && /^[0-9a-f]+$/i.test(digits) ? Array.from(digits, (digit) => Number.parseInt(digit, 16) / 15) : [];
}
