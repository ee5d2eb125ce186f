// Title and date of an upload: guessed from the file's name, typed over by a person, and never lost on the way.
import type { GuessedDescription, UploadDetails } from "#contract/studio.ts";
import type { Video } from "#contract/video.ts";
import { ApiProblem, call } from "#web/api.ts";
import { changeItem, type Details, findItem, toSaid, type UploadItem } from "./upload-items.ts";
import { rememberUpload } from "./upload-memory.ts";

const restMs = 600;
const mostNames = 200;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** What the archive has acknowledged, by item. */
const acknowledged = new Map<string, string>();

export async function guessDetails(items: readonly UploadItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += mostNames) {
    const some = items.slice(start, start + mostNames);
    const names = some.map(({ name }) => name.slice(-255));
    // the name without its ending stands there already
    const answer = await call("guessDescriptions", { body: { names } }).catch(() => undefined);
    for (const [index, guess] of answer?.guesses.entries() ?? []) {
      const item = findItem(some[index]?.key ?? "");
      if (item) changeItem(item.key, readGuess(guess, item.typed));
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

/** What is typed before there is anywhere to save it goes with the upload's first call. */
export function noteSaid(key: string, said: UploadDetails): void {
  acknowledged.set(key, JSON.stringify(said));
}

/** With the checksum, once it is known: the archive compares it at the end. */
export async function saveDetails(key: string): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const item = findItem(key);
  if (!item) return;
  const said = { ...toSaid(item), ...(item.sha256 && item.video === null && { sha256: item.sha256 }) };
  const text = JSON.stringify(said);
  if (Object.keys(said).length === 0 || acknowledged.get(key) === text) return;
  try {
    if (item.video) await correctVideo(key, item.video.id, said);
    else if (item.address) await call("describeUpload", { params: { id: idOf(item.address) }, body: said });
    else return;
    acknowledged.set(key, text);
  } catch (problem) {
    // Not reachable now, or just taken in: what was typed is compared once more when the video is there.
    if (problem instanceof ApiProblem && problem.code === "bad-input") changeItem(key, { fault: problem.message });
    else if (item.video) changeItem(key, { fault: `This is not saved yet: ${sayProblem(problem)}` });
  }
}

/** The last words may have crossed with the end of the upload: then the video gets them. */
export async function settleDetails(key: string): Promise<void> {
  acknowledged.delete(key);
  await saveDetails(key);
}

export function hasUnsaved(): boolean {
  return timers.size > 0;
}

/** As the archive has it: the file itself may have known more than its name. */
export function detailsOfVideo({ title, add_date, time_missing }: Video): Details {
  if (time_missing) return { title, day: add_date.slice(0, 10), time: "" };
  const date = new Date(add_date);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return { title, day: local.slice(0, 10), time: local.slice(11, 16) };
}

async function correctVideo(key: string, id: string, said: UploadDetails): Promise<void> {
  const { video } = await call("getVideo", { params: { id } });
  const next = { ...video, ...(said.title !== undefined && { title: said.title }), ...readSaidDate(said.date) };
  const isSame =
    next.title === video.title && next.add_date === video.add_date && next.time_missing === video.time_missing;
  if (!isSame) await call("saveVideo", { params: { id }, body: { video: next } });
  const now = findItem(key)?.video;
  if (now) changeItem(key, { video: { ...now, title: next.title }, fault: null });
}

function readSaidDate(date: string | undefined) {
  if (date === undefined) return {};
  return { add_date: new Date(date).toISOString(), time_missing: date.length === 10 };
}

/** A time in a name is a clock on somebody's wall: here it is taken for this one, and said as such. */
function readGuess({ title, add_date, time_missing }: GuessedDescription, typed: Partial<Details>) {
  const day = add_date?.slice(0, 10) ?? "";
  if (add_date === null || time_missing) return { guess: { title, day, time: "" } };
  const named = { day, time: add_date.slice(11, 16) };
  return { guess: { title, ...named }, typed: { ...named, ...typed } };
}

function idOf(address: string): string {
  return address.split("/").at(-1) ?? "";
}

function sayProblem(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
