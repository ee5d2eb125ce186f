// What may be wrong with an answer to any request: a server error, internal details, or a refusal without a code.
import { Problem } from "#contract/problem.ts";
import type { Sent } from "./requests.ts";

export interface Answered {
  status: number;
  type: string;
  text: string;
}

interface Verdict {
  isFault: boolean;
  isLeak: boolean;
  isMute: boolean;
}

/** A refusal because of overload says nothing about the request: it is sent again. */
export const isShed = ({ status, text }: Answered) => status === 503 && text.includes('"busy"');

/** Patreon and Twitch answer only so many requests a minute, here as there. */
const isFromProvider = ({ status, text }: Answered) => status === 502 && text.includes('"provider-unavailable"');

const inside =
  /\n\s+at .*:\d+|node:internal|node_modules|\/server\/[a-z-]+\/|\bSQLITE_|\bsqlite\b|\bpostgres\b|"stack"/;

export function judge({ method, address }: Sent, answered: Answered): Verdict {
  const { status, type, text } = answered;
  // a link in a mail opens a page for people
  const isPage = address.startsWith("/api/notices/stop/") && type.startsWith("text/html") && text.includes("<p>");
  // the answer to an invalid range is in its headers
  const needsCode = status >= 400 && status !== 416 && method !== "HEAD" && !isPage;
  return {
    isFault: status >= 500 && status !== 507 && !isFromProvider(answered),
    isLeak: inside.test(text),
    isMute: needsCode && !isProblem(status, type, text),
  };
}

function isProblem(status: number, type: string, text: string): boolean {
  if (!type.startsWith("application/problem+json")) return false;
  const read = Problem.safeParse(JSON.parse(text));
  return read.success && read.data.status === status;
}
