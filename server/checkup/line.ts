// One line of the check-up: green, or a sentence with what to do. Each check has a few seconds, and no failure of one stops
// the others.
import type { CheckLine, CheckName } from "#contract/check-up.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

/** Two of them may run one after the other, and a person waits for both. */
const limitMs = 4_500;

export function good(name: CheckName, sentence: string): CheckLine {
  return { name, title: words.titles[name], state: "good", sentence };
}

export function warning(name: CheckName, sentence: string): CheckLine {
  return { ...good(name, sentence), state: "warning" };
}

export function bad(name: CheckName, sentence: string): CheckLine {
  return { ...good(name, sentence), state: "bad" };
}

/** A refusal is what is wrong; anything else is a fault of ours, for the log. */
export async function attempt(
  { log }: Pick<Parts, "log">,
  name: CheckName,
  check: () => CheckLine | Promise<CheckLine>,
): Promise<CheckLine> {
  const limit = Promise.withResolvers<CheckLine>();
  const timer = setTimeout(() => limit.resolve(bad(name, words.tooSlow)), limitMs);
  try {
    return await Promise.race([check(), limit.promise]);
  } catch (error) {
    if (error instanceof Refusal) return bad(name, error.message);
    log.error({ err: error, check: name }, "a line of the check-up failed");
    return bad(name, words.failed);
  } finally {
    clearTimeout(timer);
  }
}
