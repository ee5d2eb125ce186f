// The one way by which notices leave over HTTP: to an address that was checked, without following redirects, with a time
// limit, and reading only the beginning of the answer.
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { lookUpOnly, type Reach } from "#server/outside.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/notices/words.ts";
import { findAddress } from "./find-address.ts";

const limitMs = 15_000;
const mostBytes = 16_384;

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

interface Letter {
  headers: Record<string, string>;
  body: Buffer;
  signal?: AbortSignal;
}

/** Refuses when nobody answers, or the address may not be asked. Any status is an answer; a redirect is only that. */
export async function post(url: string, { headers, body, signal }: Letter, reach: Reach): Promise<Reply> {
  const target = URL.parse(url);
  if (!target || !["https:", "http:"].includes(target.protocol) || target.username)
    throw new Refusal("not-allowed", words.notAnAddress);
  if (target.protocol === "http:" && !reach.allowsPrivate) throw new Refusal("not-allowed", words.notHttps);
  const address = await findAddress(target.hostname, reach);
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  const asked = send(target, {
    method: "POST",
    headers: { "user-agent": "Stagedoor", ...headers, "content-length": String(body.length) },
    lookup: lookUpOnly([address]),
    agent: false,
    signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]),
  });
  asked.on("error", reject);
  asked.on("response", (answer) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = () => {
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: Buffer.concat(pieces).toString("utf8"),
      });
      answer.destroy();
    };
    answer.on("data", (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > mostBytes) end();
    });
    answer.on("end", end);
    answer.on("error", reject);
  });
  asked.end(body);
  return promise.catch((error: unknown) => {
    throw new Refusal("provider-unavailable", words.noAnswer(target.hostname), { cause: error });
  });
}
