// What is wrong with an answer, whatever was asked: a fault of ours, a look inside, or a refusal without its code.
import { Problem } from "#contract/problem.ts";
import type { Sent } from "./requests.ts";

export interface Answered {
  status: number;
  type: string;
  text: string;
}

export interface Verdict {
  isFault: boolean;
  isLeak: boolean;
  isMute: boolean;
}

/** Load that is shed is no answer to what was asked: it is asked again. */
export const isShed = ({ status, text }: Answered) => status === 503 && text.includes('"busy"');

const inside =
  /\n\s+at .*:\d+|node:internal|node_modules|\/server\/[a-z-]+\/|\bSQLITE_|\bsqlite\b|\bpostgres\b|"stack"/;

export function judge({ method }: Sent, { status, type, text }: Answered): Verdict {
  // a range that is not there has its answer in its headers
  const needsCode = status >= 400 && status !== 416 && method !== "HEAD";
  return {
    isFault: status >= 500 && status !== 507,
    isLeak: inside.test(text),
    isMute: needsCode && !isProblem(status, type, text),
  };
}

function isProblem(status: number, type: string, text: string): boolean {
  if (!type.startsWith("application/problem+json")) return false;
  const read = Problem.safeParse(JSON.parse(text));
  return read.success && read.data.status === status;
}
