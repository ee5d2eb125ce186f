// Which bytes of a file a request asks for (RFC 9110, 13 and 14): one range, or all of them. Pure.

interface Asked {
  range?: string | undefined;
  ifRange?: string | undefined;
  ifNoneMatch?: string | undefined;
}

type Slice = { status: 200 | 206; from: number; to: number } | { status: 304 } | { status: 416 };

/** `to` is the byte after the last. */
export function chooseSlice(
  { range, ifRange, ifNoneMatch }: Asked,
  { etag, bytes }: { etag: string; bytes: number },
): Slice {
  if (ifNoneMatch !== undefined && isAmong(etag, ifNoneMatch)) return { status: 304 };
  const all = { status: 200, from: 0, to: bytes } as const;
  // a date, or another tag, means that the rest of what they have is not of this file
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return all;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim());
  // several ranges, or other units: the whole is a correct answer
  if (!match || (match[1] === "" && match[2] === "")) return all;
  const [, first = "", last = ""] = match;
  const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== "" && last !== "" && Number(last) < from) return all;
  return from >= bytes || from >= to ? { status: 416 } : { status: 206, from, to };
}

function isAmong(etag: string, list: string): boolean {
  return list.trim() === "*" || list.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
