// Title and date of an upload: guessed from the file's name, typed over by a person, and never lost on the way.
import type { GuessedDescription } from "#contract/studio.ts";
import { ApiProblem, call } from "#web/api.ts";
import { correctVideo } from "./correct.ts";
import {
  changeItem,
  type Details,
  findItem,
  listUnsaved,
  toSaid,
  type UploadItem,
  useUploads,
  withoutEmpty,
} from "./items.ts";
import { rememberUpload } from "#web/studio/upload/sending/memory.ts";

const restMs = 600;
const mostNames = 200;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** One after the other for each item: two at once would take each other for somebody else. */
const lines = new Map<string, Promise<void>>();

export async function guessDetails(items: readonly UploadItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += mostNames) {
    const some = items.slice(start, start + mostNames);
    const names = some.map(({ name }) => name.slice(-255));
    // the name without its ending stands there already
    const answer = await call("guessDescriptions", { body: { names } }).catch(() => undefined);
    for (const [index, guess] of answer?.guesses.entries() ?? []) {
      const item = findItem(some[index]?.key ?? "");
      if (item?.seen === null) changeItem(item.key, readGuess(guess, item.typed));
    }
  }
}

export function typeDetails(key: string, typed: Partial<Details>): void {
  const item = findItem(key);
  if (!item) return;
  const next = { ...item, typed: { ...item.typed, ...typed } };
  changeItem(key, { typed: next.typed, fault: null });
  if (next.video === null) void rememberUpload(next);
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => void saveDetails(key), restMs),
  );
}

/** A recording in the archive has a title and a date: who leaves one of them empty gets it back. */
export function dropEmpty(key: string): void {
  const item = findItem(key);
  if (item?.seen) changeItem(key, { typed: withoutEmpty(item.typed) });
}

/** What is typed before there is anywhere to save it goes with the upload's first call. */
export function noteSaid(key: string, { typed, sha256 }: Pick<UploadItem, "typed" | "sha256">): void {
  changeItem(key, { acknowledged: { typed, sha256 } });
}

/** To the upload, with the checksum once it is known; or to the video, once it is there. Never throws. */
export function saveDetails(key: string): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const next = (lines.get(key) ?? Promise.resolve()).then(() => save(key));
  lines.set(key, next);
  return next;
}

async function save(key: string): Promise<void> {
  const item = findItem(key);
  if (!item || item.phase === "known") return;
  if (item.video) return correctVideo(key);
  const { address, typed, sha256, acknowledged } = item;
  const isSaid = Object.keys(listUnsaved(item)).length === 0 && sha256 === acknowledged.sha256;
  if (isSaid || !address) return;
  const body = { ...toSaid(item), ...(sha256 && { sha256 }) };
  try {
    await call("describeUpload", { params: { id: address.split("/").at(-1) ?? "" }, body });
    noteSaid(key, { typed, sha256 });
  } catch (problem) {
    // Not reachable now, or just taken in: what was typed is compared once more when the video is there.
    if (problem instanceof ApiProblem && problem.code === "bad-input") changeItem(key, { fault: problem.message });
  }
}

/** Whether nothing typed would be lost with the row. */
export function isSaved(item: UploadItem): boolean {
  return item.phase !== "taken-in" || Object.keys(withoutEmpty(listUnsaved(item))).length === 0;
}

export function hasUnsaved(): boolean {
  return useUploads.getState().items.some((item) => timers.has(item.key) || !isSaved(item));
}

export function forgetDetails(key: string): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
  lines.delete(key);
}

/** A time in a name is a clock on somebody's wall: here it is taken for this one, and said as such. */
function readGuess({ title, add_date, time_missing }: GuessedDescription, typed: Partial<Details>) {
  const day = add_date?.slice(0, 10) ?? "";
  if (add_date === null || time_missing) return { guess: { title, day, time: "" } };
  const named = { day, time: add_date.slice(11, 16) };
  return { guess: { title, ...named }, typed: { ...named, ...typed } };
}
