// Why a step of preparing failed, as one text on the queue's row: a sentence, then the last lines its program wrote.
// Lines are for editors: no paths of this machine, no memory addresses, nothing but printable text.
import { ProgramFailed } from "#server/media/ffmpeg/run.ts";
import type { Parts } from "#server/parts.ts";
import { Postponed, type JobHandler } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";

export interface Failure {
  sentence: string;
  log: string[];
}

const mostLines = 20;
const mostInLine = 160;

export function writeFailure(error: unknown): string {
  const lines = listLines(error)
    .map(cleanLine)
    .filter((line) => line !== "")
    .slice(-mostLines);
  return [describe(error), ...lines].join("\n");
}

/** Housekeeping that fails says all of it to the log, and to who looks at the work only what is fit for them. */
export function failInWords({ log }: Pick<Parts, "log">, handle: JobHandler): JobHandler {
  return async (payload, job) => {
    await handle(payload, job).catch((error: unknown) => {
      if (job.signal.aborted || error instanceof Postponed) throw error;
      log.warn({ err: error }, "housekeeping failed");
      throw new Error(writeFailure(error));
    });
  };
}

export function readFailure(text: string | null): Failure | null {
  if (text === null || text === "") return null;
  const [sentence = "", ...log] = text.split("\n");
  return { sentence, log };
}

function describe(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof ProgramFailed)) return "Something unexpected stood in the way; the log says what.";
  return `The program that does this gave up: ${cleanLine(error.message.split(": ")[0] ?? "")}.`;
}

/** What a program wrote, perhaps behind a refusal that says it better; or what a decoder complained about. */
function listLines(error: unknown): string[] {
  if (error instanceof ProgramFailed) return error.log.split("\n");
  if (Array.isArray(error)) return error.map(String);
  return error instanceof Error && error.cause !== undefined ? listLines(error.cause) : [];
}

function cleanLine(line: string): string {
  return line
    .replaceAll(/\p{C}+/gu, " ")
    .replaceAll(/ @ 0x[0-9a-f]+/g, "")
    .replaceAll(/(?<=^|[\s'"(=])(?:[a-z]:)?[/\\](?:[^/\\:'"]*[/\\])*/gi, "")
    .trim()
    .slice(0, mostInLine);
}
