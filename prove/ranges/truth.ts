// Checks an answer: its status must fit the request (RFC 9110, 13 and 14), and its bytes must be those of the file that its
// headers state. Written independently of server/http/routes/media/range.ts, on purpose.
import type { AskedRange } from "./asked.ts";

export interface Sent {
  status: number;
  headers: Headers;
  body: Buffer;
}

interface Case {
  asked: AskedRange;
  sent: Sent;
  bytes: Buffer;
  etag: string;
}

/** What is wrong with the answer, if anything. */
export function findFault({ asked, sent, bytes, etag }: Case): string | undefined {
  const { status } = sent;
  const fitting = fittingStatuses(asked.headers, bytes.length, etag);
  if (!fitting.includes(status)) return `${status} is none of ${fitting.join(", ")}`;
  if (asked.method === "HEAD" && sent.body.length > 0) return "an answer to HEAD has a body";
  if (status === 304) return sent.body.length > 0 ? "304 has a body" : undefined;
  if (status === 416)
    return sent.headers.get("content-range") === `bytes */${bytes.length}` ? undefined : "416 does not say the size";
  if (status === 200) return compare(asked, sent, bytes);
  const type = sent.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/byteranges")) return findFaultInParts(sent, bytes, asked);
  const [, from = "", to = "", size = ""] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(sent.headers.get("content-range") ?? "") ?? [];
  if (Number(size) !== bytes.length) return "206 says another size";
  const [wanted, ...others] = readSpecs(asked.headers["range"] ?? "", bytes.length) ?? [];
  const isOther = wanted?.from !== Number(from) || wanted.to !== Number(to) + 1;
  if (wanted && others.length === 0 && isOther) return `206 is of ${from}-${to}`;
  return compare(asked, sent, bytes.subarray(Number(from), Number(to) + 1));
}

function compare({ method }: AskedRange, { headers, body }: Sent, expected: Buffer): string | undefined {
  if (Number(headers.get("content-length")) !== expected.length)
    return `the length is ${headers.get("content-length")}`;
  return method === "HEAD" || body.equals(expected) ? undefined : "the bytes are others";
}

function fittingStatuses(headers: Record<string, string>, size: number, etag: string): number[] {
  const { range, "if-range": ifRange, "if-none-match": ifNoneMatch } = headers;
  if (ifNoneMatch !== undefined && (ifNoneMatch === "*" || ifNoneMatch.includes(etag))) return [304];
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return [200];
  const specs = readSpecs(range, size);
  // a range that is not valid, or has huge numbers, may be ignored, refused, or read generously
  if (specs === undefined || /\d{16}/.test(range)) return [200, 206, 416];
  const isThere = specs.some(({ from, to }) => from < to);
  // a request for several ranges may be answered with the whole file
  if (specs.length > 1) return isThere ? [200, 206] : [200, 416];
  return isThere ? [206] : [416];
}

/** Undefined: not a valid range. A range outside the file has no length. */
function readSpecs(range: string, size: number): { from: number; to: number }[] | undefined {
  const list = /^bytes=(.+)$/.exec(range)?.[1];
  if (list === undefined) return undefined;
  const specs = list.split(",").map((one) => {
    const [, first = "", last = ""] = /^(\d*)-(\d*)$/.exec(one.trim()) ?? [];
    if (first === "" && last === "") return undefined;
    if (first === "") return { from: Math.max(0, size - Number(last)), to: size };
    if (last !== "" && Number(last) < Number(first)) return undefined;
    return { from: Number(first), to: last === "" ? size : Math.min(size, Number(last) + 1) };
  });
  return specs.some((spec) => spec === undefined) ? undefined : specs.filter((spec) => spec !== undefined);
}

function findFaultInParts({ headers, body }: Sent, bytes: Buffer, { method }: AskedRange): string | undefined {
  if (method === "HEAD") return undefined;
  const boundary = /boundary=(\S+)/.exec(headers.get("content-type") ?? "")?.[1] ?? "";
  const parts = body.toString("latin1").split(`\r\n--${boundary}`).slice(1, -1);
  if (parts.length === 0) return "there are no parts";
  for (const part of parts) {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const [, from = "", to = ""] = /content-range: bytes (\d+)-(\d+)\//i.exec(head) ?? [];
    const expected = bytes.subarray(Number(from), Number(to) + 1);
    if (!Buffer.from(rest.join("\r\n\r\n"), "latin1").equals(expected)) return `the bytes of ${from}-${to} are others`;
  }
  return undefined;
}
