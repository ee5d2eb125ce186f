// What a channel gets, and what it says about it. A channel never throws for what the other side does.
import type { NoticeKind } from "#contract/notices.ts";
import type { Reply } from "#server/notices/reach/post.ts";
import { words } from "#server/notices/words.ts";

export interface Message {
  /** The same for every try: the other side may use it to leave out what it already has. */
  id: string;
  kind: NoticeKind | "test";
  at: Date;
  title: string;
  text: string;
  url: string;
  /** The picture of the recording, as JPEG. */
  picture: Buffer | null;
}

/**
 * sent: the other side has taken it. refused: another try would end the same. later: it may work next time.
 * `isGone`: the receiver does not exist any more.
 */
export type Outcome =
  | { as: "sent"; answer: string }
  | { as: "refused"; answer: string; isGone?: boolean }
  | { as: "later"; answer: string; afterMs?: number };

/** Reads the status alone; what only one service means by it is decided there. */
export function readReply(reply: Reply, now: Date): Outcome {
  const { status } = reply;
  const answer = words.status(status, tidy(reply.text));
  if (status >= 200 && status < 300) return { as: "sent", answer };
  if (status >= 300 && status < 400) return { as: "refused", answer: words.redirected };
  if (status === 429 || status === 503) {
    const afterMs = readRetryAfter(reply, now);
    if (afterMs !== undefined)
      return { as: "later", answer: status === 429 ? words.wait(Math.ceil(afterMs / 1000)) : answer, afterMs };
  }
  return status >= 500 || status === 408 || status === 425 || status === 429
    ? { as: "later", answer }
    : { as: "refused", answer };
}

const longestWaitMs = 24 * 3_600_000;

/** Seconds, also with a fraction as Discord's, or a date. */
function readRetryAfter({ headers }: Reply, now: Date): number | undefined {
  const text = String(headers["retry-after"] ?? "").trim();
  if (text === "") return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(longestWaitMs, Math.max(0, Math.ceil(ms)));
}

/** Owners read it: one line of printable text. */
export function tidy(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}
