// What is said of an upload: guessed from the file and its name, changed by a person, and saved while the file is sent.
import type { GuessedDescription } from "#contract/studio.ts";
import { ApiProblem, call } from "#web/api.ts";
import { correctVideo } from "./correct.ts";
import { readFileTitle } from "./file-title.ts";
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
/** One request at a time for each item: two at once would conflict with each other. */
const lines = new Map<string, Promise<void>>();

export async function guessDetails(items: readonly UploadItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += mostNames) {
    const some = items.slice(start, start + mostNames);
    const names = some.map(({ name }) => name.slice(-255));
    // when it fails, the name without its ending is shown
    const answer = await call("guessDescriptions", { body: { names } }).catch(() => undefined);
    for (const [index, guess] of answer?.guesses.entries() ?? []) {
      const carried = await readFileTitle(some[index]?.file ?? null);
      const item = findItem(some[index]?.key ?? "");
      if (item?.seen === null)
        changeItem(item.key, readGuess({ ...guess, ...(carried && { title: carried }) }, item.typed));
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

/** For all that are listed, and for those that follow. */
export function typeForAll(typed: Partial<Details>): void {
  useUploads.setState(({ shared }) => ({ shared: { ...shared, ...typed } }));
  for (const { key, phase } of useUploads.getState().items) if (phase !== "known") typeDetails(key, typed);
}

/** A recording in the archive must have a title and a date: a field that is left empty shows the saved value again. */
export function dropEmpty(key: string): void {
  const item = findItem(key);
  if (item?.seen) changeItem(key, { typed: withoutEmpty(item.typed) });
}

/** What is typed before the upload exists on the server is sent with its first request. */
export function noteSaid(key: string, { typed, sha256 }: Pick<UploadItem, "typed" | "sha256">): void {
  changeItem(key, { acknowledged: { typed, sha256 } });
}

/** Saves to the upload, with the checksum once it is known; or to the recording, once there is one. Never throws. */
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
  // all of it is sent: what was typed since is saved to the recording
  if (item.phase === "checking") return;
  const isSaid = Object.keys(listUnsaved(item)).length === 0 && sha256 === acknowledged.sha256;
  if (isSaid || !address) return;
  const body = { ...toSaid(item), ...(sha256 && { sha256 }) };
  try {
    await call("describeUpload", { params: { id: address.split("/").at(-1) ?? "" }, body });
    noteSaid(key, { typed, sha256 });
  } catch (problem) {
    // Not reachable, or just added: what was typed is compared again when the recording is there.
    if (problem instanceof ApiProblem && problem.code === "bad-input") changeItem(key, { fault: problem.message });
  }
}

/** Whether the row can be removed without losing what was typed. */
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

/**
 * The title that the field shows is the one that the recording gets, so it is sent as if it was typed. So is a time in a
 * file name: it has no time zone and is read as local time.
 */
function readGuess({ title, add_date, time_missing }: GuessedDescription, typed: Partial<Details>) {
  const day = add_date?.slice(0, 10) ?? "";
  if (add_date === null || time_missing) return { guess: { title, day, time: "" }, typed: { title, ...typed } };
  const named = { day, time: add_date.slice(11, 16) };
  return { guess: { title, ...named }, typed: { title, ...named, ...typed } };
}
