// Sends one request, and returns everything by which its answer could be told from another.
import { setTimeout as wait } from "node:timers/promises";
import { isClosedBefore } from "#server/testing/browser.ts";

export interface Sending {
  method: string;
  address: string;
  cookie: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The exact bytes of the body. */
  text: string;
}

/**
 * A busy server answers 503 for a moment, and closes a connection that was idle just when it is used: then the request is sent
 * again, as a browser would.
 */
const mostTries = 100;

export async function send(url: string, sending: Sending): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await sendOnce(url, sending).catch(ignoreClosed);
    if (answer && answer.status !== 503) return answer;
    if (tries === mostTries) throw new Error(`${sending.method} ${sending.address}: no answer`);
    await wait(100);
  }
}

function ignoreClosed(error: Error): undefined {
  if (!isClosedBefore(error)) throw error;
}

async function sendOnce(url: string, { method, address, cookie, headers = {}, body }: Sending): Promise<Answer> {
  const isRaw = body === undefined || Buffer.isBuffer(body);
  const response = await fetch(url + address, {
    method,
    headers: {
      ...(cookie && { cookie }),
      ...(method !== "GET" && method !== "HEAD" && { origin: url }),
      ...(!isRaw && { "content-type": "application/json" }),
      ...headers,
    },
    redirect: "manual",
    ...(body !== undefined && { body: isRaw ? (body as Buffer<ArrayBuffer>) : JSON.stringify(body) }),
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await readText(response) };
}

/** A stream of events never ends: only the first are read. */
async function readText(response: Response): Promise<string> {
  if (!response.headers.get("content-type")?.startsWith("text/event-stream") || !response.body)
    return Buffer.from(await response.arrayBuffer()).toString("latin1");
  for await (const chunk of response.body) return Buffer.from(chunk).toString("latin1");
  return "";
}

/** Two answers with the same fingerprint look the same to a client. Left out: time, request id, and connection headers. */
export function fingerprint({ status, headers, text }: Answer): string {
  const told = Object.entries(headers).filter(([name]) => !["date", "connection", "keep-alive"].includes(name));
  const sorted = told.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([status, sorted, text.replace(/"(request_id|made_at)":"[^"]*"/g, '"$1":""')]);
}
