// The only way to ask a provider: limited in time and size, no redirects, JSON only.
// Every unusable answer (unreachable, 5xx, 429, HTML) is the same refusal: provider-unavailable.
import type { LookupFunction } from "node:net";
import type { z } from "zod";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/member/words.ts";
import { readHeaders, sendHttp1 } from "#server/outside.ts";

export interface Reply {
  status: number;
  body: unknown;
}

interface Question {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
}

const timeLimitMs = 5_000;
const mostBytes = 1_048_576;
/** Patreon drops calls without one. */
const userAgent = "Stagedoor (members-only video archive)";

/** Returns any status below 500 except 429, with its JSON. A GET that failed is tried once more, but never a 429. */
export async function askProvider(url: string, question: Question = {}): Promise<Reply> {
  const isRepeatable = (question.method ?? "GET") === "GET";
  try {
    return await askOnce(url, question);
  } catch (error) {
    const isThrottled = error instanceof Refusal && (error.cause as Error).message.endsWith(throttled);
    if (!isRepeatable || isThrottled || question.signal?.aborted) throw error;
    return await askOnce(url, question);
  }
}

const throttled = "status 429";

async function askOnce(url: string, question: Question): Promise<Reply> {
  const response = await fetchBounded(url, {
    method: question.method ?? "GET",
    headers: { accept: "application/json", ...question.headers },
    body: question.body ?? null,
    ...(question.signal && { signal: question.signal }),
  });
  const text = await response.text();
  if (response.status >= 500 || response.status === 429) throw unavailable(url, `status ${response.status}`);
  try {
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  } catch (cause) {
    throw unavailable(url, `status ${response.status} with a body that is not JSON`, cause);
  }
}

/** Like `fetch`, with our limits; its body is already read, so nothing later can stall. */
export async function fetchBounded(url: string, init: RequestInit & { lookup?: LookupFunction }): Promise<Response> {
  const limit = AbortSignal.timeout(timeLimitMs);
  const headers = new Headers(init.headers);
  headers.set("user-agent", userAgent);
  try {
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const message = await sendHttp1(url, { ...init, headers, signal });
    const bytes = await readBounded(message);
    const status = message.statusCode ?? 0;
    if ([301, 302, 303, 307, 308].includes(status)) throw new Error(`a redirect, status ${status}`);
    const isBodiless = [204, 205, 304].includes(status);
    return new Response(isBodiless ? null : bytes, { status, headers: readHeaders(message) });
  } catch (cause) {
    throw cause instanceof Refusal ? cause : unavailable(url, "no answer", cause);
  }
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The body of a good answer in the shape that is expected; anything else is an unusable answer. */
export function parseReply<S extends z.ZodType>(schema: S, url: string, { status, body }: Reply): z.output<S> {
  const parsed = schema.safeParse(body);
  if (status >= 300 || !parsed.success) throw unavailable(url, `status ${status} in an unknown shape`, parsed.error);
  return parsed.data;
}

/** The sentence is safe to show; the cause, without query or body, is for the log. */
export function unavailable(url: string, what: string, cause?: unknown): Refusal {
  const { origin, pathname } = new URL(url);
  return new Refusal("provider-unavailable", words.noAnswer, {
    cause: new Error(`${origin}${pathname}: ${what}`, { cause }),
  });
}
