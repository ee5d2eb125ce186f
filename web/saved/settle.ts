// Whether what is saved may stay: asked whenever the server has said who is logged in. Loaded only where something is saved.
import { ApiProblem, call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { fileOf, findFile, libraryFolder, listFolders, removeFiles } from "./folder.ts";
import { change, forgetAll, hasExpired, type Kept, useSaved } from "./kept.ts";
import { continueSaving, remove, untilAfter } from "./saver.ts";
import { words } from "./words.ts";

interface Person {
  id: string;
  can_view: boolean;
}

/** Gets the answer of the server; null: nobody is logged in. Undefined is no answer of ours, and deletes nothing. */
export async function settle(user: Person | null | undefined): Promise<void> {
  if (user === undefined) return;
  const { person, items } = useSaved.getState();
  if (!user?.can_view || user.id !== person) {
    await removeAll();
    // whoever logs in next is not told what somebody else had
    if (user && user.id === person && Object.keys(items).length > 0)
      showToast({ kind: "done", message: words.allRemoved });
    return;
  }
  await check();
}

/** Files first: when it is interrupted, it is done again. */
async function removeAll(): Promise<void> {
  // saving stops, in every tab
  useSaved.setState({ items: {} });
  await removeFiles();
  forgetAll();
}

let checking: Promise<void> | undefined;

/** Deletes what may no longer be heard; for the rest the time starts anew. Asked twice at once, it is done once. */
export async function check(): Promise<void> {
  checking ??= checkNow().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function checkNow(): Promise<void> {
  const { person, items } = useSaved.getState();
  const ids = Object.keys(items).slice(0, mostChecked);
  let answer: { ids: string[]; days: number; video: boolean };
  try {
    answer = await call("checkSaved", { body: { ids } });
  } catch (problem) {
    if (problem instanceof ApiProblem && [401, 403].includes(problem.status)) await removeAll();
    return;
  }
  if (answer.days === 0) {
    await removeAll();
    return;
  }
  const lost = ids.filter((id) => !answer.ids.includes(id));
  if (lost.length > 0) {
    await remove(lost);
    showToast({ kind: "done", message: words.removed(lost.map((id) => items[id]?.title ?? "")) });
  }
  for (const id of answer.ids) change(id, { until: untilAfter(answer.days) });
  if (!answer.video) await keepAudioOnly(person);
  await compareFiles();
  await removeStrangers(person);
  continueSaving();
}

/** The owner no longer allows videos: they are deleted, and their audio is saved in their place. */
async function keepAudioOnly(person: string): Promise<void> {
  const videos = Object.entries(useSaved.getState().items).filter(([, { hasVideo }]) => hasVideo);
  for (const [id, { state }] of videos) {
    // saving stops at once
    if (state === "waiting") change(id, { state: "paused" });
    await removeFiles(person, id);
    change(id, { hasVideo: false, source: "", tag: "", bytes: 0, state: state === "ready" ? "waiting" : state });
  }
  if (videos.length > 0) showToast({ kind: "done", message: words.videosRemoved });
}

/** The server takes no more at once. */
const mostChecked = 500;

/** Deletes what has expired, and finds what the browser has deleted by itself. Needs no connection. */
export async function compareFiles(): Promise<void> {
  const { person, items } = useSaved.getState();
  for (const [id, kept] of Object.entries(items)) {
    if (kept.state !== "ready") continue;
    if (hasExpired(kept)) {
      await removeFiles(person, id);
      change(id, { state: "expired", source: "" });
    } else if (!(await isWhole(person, id, kept))) change(id, { state: "gone", source: "" });
  }
}

async function isWhole(person: string, id: string, kept: Kept): Promise<boolean> {
  const [file, about] = [await findFile(person, id, fileOf(kept)), await findFile(person, id, "about.json")];
  return file?.size === kept.bytes && about !== undefined;
}

/** What was left behind by a tab that was closed at the wrong moment. */
async function removeStrangers(person: string): Promise<void> {
  for (const other of await listFolders()) if (other !== person) await removeFiles(other);
  const { items } = useSaved.getState();
  const isMine = (id: string) => items[id] !== undefined || (id === libraryFolder && Object.keys(items).length > 0);
  for (const id of await listFolders(person)) if (!isMine(id)) await removeFiles(person, id);
}
