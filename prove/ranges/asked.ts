// Requests for parts of a file: usual ones of players, edge cases, and invalid ones.
import fc from "fast-check";

export interface AskedRange {
  method: "GET" | "HEAD";
  headers: Record<string, string>;
}

export function askedRanges(size: number, etag: string): fc.Arbitrary<AskedRange> {
  const edge = fc.constantFrom(0, 1, size - 2, size - 1, size, size + 1, 2 ** 31, 2 ** 53);
  const place = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: size + 10 }) }, edge);
  const one = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(place, fc.nat({ max: 70_000 })).map(([from, more]) => `${from}-${from + more}`) },
    { weight: 2, arbitrary: fc.tuple(place, place).map(([from, to]) => `${from}-${to}`) },
    { weight: 2, arbitrary: place.map((from) => `${from}-`) },
    { weight: 2, arbitrary: place.map((last) => `-${last}`) },
  );
  const range = fc.oneof(
    { weight: 8, arbitrary: one.map((text) => `bytes=${text}`) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }).map((all) => `bytes=${all.join(",")}`) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
  const tag = fc.constantFrom(
    etag,
    etag,
    '"another"',
    `W/${etag}`,
    "*",
    etag.slice(1),
    "Wed, 21 Oct 2015 07:28:00 GMT",
  );
  const headers = fc.record(
    { range, "if-range": tag, "if-none-match": fc.constantFrom('"another"', etag, `"x", W/${etag}`, "*") },
    { requiredKeys: [] },
  );
  const usual = range.map((text) => ({ range: text }));
  return fc.record({
    method: fc.constantFrom("GET", "GET", "GET", "GET", "GET", "HEAD"),
    headers: fc.oneof({ weight: 3, arbitrary: usual }, { weight: 2, arbitrary: headers }),
  });
}

const odd = [
  ...["bytes", "bytes=", "bytes=-", "bytes=--1", "bytes=a-b", "bytes=1-a", "bytes=0x1-0x2", "bytes=+1-2", "bytes=1.5-2"],
  ...["bytes = 0-1", "bytes=0 - 1", "BYTES=0-1", "lines=0-1", "bytes=0-1;", "0-1", "none", "bytes=5-1", "bytes=-0"],
  ...[`bytes=${"9".repeat(40)}-`, `bytes=-${"9".repeat(40)}`, `bytes=${"0-0,".repeat(200)}1-1`, "bytes=,", "bytes=0-0,"],
]; // prettier-ignore
