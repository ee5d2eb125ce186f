// Why a step of preparing failed, as one text on the job: a sentence, then the last lines its program wrote.
// Editors read these lines: no paths of this machine, no memory addresses, nothing but printable text.
import { ProgramFailed } from "#server/media/ffmpeg/run.ts";
import type { Parts } from "#server/parts.ts";
import { Postponed, type JobHandler } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

interface Failure {
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

/** When housekeeping fails, the log gets the whole error, and the queue only the part that editors may read. */
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
  if (!(error instanceof ProgramFailed)) return words.unexpected;
  return words.programFailed(cleanLine(error.message.split(": ")[0] ?? ""));
}

/** What a program wrote, also when it is the cause of a refusal; or a decoder's complaints. */
function listLines(error: unknown): string[] {
  if (error instanceof ProgramFailed) return error.log.split("\n");
  if (Array.isArray(error)) return error.map(String);
  return error instanceof Error && error.cause !== undefined ? listLines(error.cause) : [];
}

function cleanLine(line: string): string {
  return line
    .replaceAll(/\p{C}+/gu, " ")
    .replaceAll(/ @ 0x[0-9a-f]+/g, "")
    .replaceAll(
      /(^|[\s'"(=])(?:[a-z]:)?[/\\][^:'"]*/gi,
      (path, before: string) => before + (path.split(/[/\\]/).at(-1) ?? ""),
    )
    .trim()
    .slice(0, mostInLine);
}
