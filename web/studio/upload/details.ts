// What is said of an upload: guessed from the file and its name, changed by a person, and saved while the file is sent.
import type { GuessedDescription } from "#contract/studio.ts";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
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
  detailsOf,
} from "./items.ts";
import { rememberUpload } from "#web/studio/upload/sending/memory.ts";
import type { Video } from "#contract/video.ts";
import { words } from "./words.ts";

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

/** Says the same of all that are listed, and of those that follow. */
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
    // The server is not reachable, or has just added it: what was typed is compared again when the recording is there.
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

/** Never throws: the row says what was not saved. */
async function correctVideo(key: string): Promise<void> {
  try {
    if (!findItem(key)?.seen) await look(key);
    await send(key);
  } catch (problem) {
    await explain(key, problem);
  }
}

/** Loads the recording as it is now, and keeps of what was typed only what the archive does not have yet. */
async function look(key: string): Promise<void> {
  const id = findItem(key)?.video?.id;
  if (id === undefined) return;
  const { video } = await call("getVideo", { params: { id } });
  const item = findItem(key);
  if (!item) return;
  changeItem(key, {
    ...see(video),
    typed: withoutEmpty(listUnsaved(item)),
    acknowledged: { typed: {}, sha256: item.sha256 },
  });
}

async function send(key: string): Promise<void> {
  const item = findItem(key);
  if (!item?.seen) return;
  const { seen, typed, sha256 } = item;
  const said = toSaid({ guess: { ...detailsOf(item), title: seen.title }, typed: listUnsaved(item) });
  const next = {
    ...seen,
    ...(said.title !== undefined && { title: said.title }),
    ...readSaidDate(said.date),
    ...(said.description !== undefined && { description: said.description }),
    ...(said.level !== undefined && said.level !== (seen.level ?? null) && { level: said.level }),
  };
  const params = { id: seen.id };
  const isSame = compared.every((field) => next[field] === seen[field]);
  const saved = isSame ? seen : (await call("saveVideo", { params, body: { video: next } })).video;
  // if what follows is refused, the next try begins here
  changeItem(key, see(saved));
  const isShown = said.hidden === undefined || said.hidden === saved.hidden;
  const video = isShown ? saved : (await call("setHidden", { params, body: { hidden: said.hidden ?? false } })).video;
  if (said.set_list?.trim()) await saveSetList(seen.id, said.set_list);
  changeItem(key, { ...see(video), acknowledged: { typed, sha256 }, fault: null, wantsSignIn: false });
}

const compared = ["title", "add_date", "time_missing", "description", "level"] as const;

/** Replaces the set list that it has. */
async function saveSetList(id: string, text: string): Promise<void> {
  const { entries } = await call("readSetList", { params: { id }, body: { text } });
  if (entries.length === 0) throw new Error(words.fields.noSetList);
  const { revision } = (await call("getSetList", { params: { id } })).set_list;
  await call("saveSetList", { params: { id }, body: { set_list: { revision, entries } } });
}

async function explain(key: string, problem: unknown): Promise<void> {
  const item = findItem(key);
  if (!item || Object.keys(withoutEmpty(listUnsaved(item))).length === 0) return;
  const code = problem instanceof ApiProblem ? problem.code : undefined;
  if (code === "not-found") {
    const { typed, sha256 } = item;
    changeItem(key, { acknowledged: { typed, sha256 }, fault: words.fields.isGone });
    return;
  }
  // somebody else changed it first: their change is shown before the next try
  if (code === "conflict") await look(key).catch(() => undefined);
  const sentence = sayProblem(problem);
  changeItem(key, {
    fault: code === "bad-input" ? sentence : words.fields.notSaved(sentence),
    wantsSignIn: code === "sign-in-again" || code === "not-signed-in",
  });
}

function see(video: Video) {
  const { id, title } = video;
  return { seen: video, guess: detailsOfVideo(video), video: { id, title, inTrash: false } };
}

/** What the archive has: it may have read more from the file than its name says. */
function detailsOfVideo({ description, level = null, hidden, ...video }: Video): Omit<Details, "setList"> {
  return { ...datedOf(video), description, level, isDraft: hidden };
}

function datedOf({ title, add_date, time_missing, only_known }: Omit<Video, "description" | "level" | "hidden">) {
  if (only_known) return { title, day: "", time: "" };
  if (time_missing) return { title, day: add_date.slice(0, 10), time: "" };
  const date = new Date(add_date);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return { title, day: local.slice(0, 10), time: local.slice(11, 16) };
}

function readSaidDate(date: string | undefined) {
  if (date === undefined || date === "") return {};
  return { add_date: new Date(date).toISOString(), time_missing: date.length === 10 };
}
