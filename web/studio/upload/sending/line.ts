// The queue of uploads: two at a time, the rest waits. And what people do with it: add files, cancel, continue.
import { showToast } from "#web/ui/toast.tsx";
import { forgetDetails, guessDetails, hasUnsaved, isSaved, saveDetails } from "#web/studio/upload/details.ts";
import {
  addItems,
  changeItem,
  findItem,
  isFinished,
  isSameFile,
  isUnderWay,
  makeItem,
  removeItem,
  type ReopenableFile,
  type UploadItem,
  useUploads,
} from "#web/studio/upload/items.ts";
import { forgetUpload, holdUpload, recallUploads, rememberUpload } from "./memory.ts";
import { beginChecksum, findInArchive } from "./recognise.ts";
import { endKnown, runUpload, settle } from "./run.ts";
import { discardTransfer } from "./transfer.ts";
import { sendingWords as words } from "#web/studio/upload/words.ts";

const atOnce = 2;
/** How long a cancelled upload is kept for Undo. */
const regretMs = 10_000;

/** Uploads from choosing a file until it is added or cancelled. */
const lives = new Map<string, AbortController>();
/** While it is being sent. */
const runs = new Map<string, AbortController>();

export interface Offered {
  file: File;
  handle?: ReopenableFile | null;
}

export function offerFiles(offered: readonly Offered[]): void {
  const added: UploadItem[] = [];
  for (const { file, handle = null } of offered) {
    const twin = [...useUploads.getState().items, ...added].find((item) => isSameFile(item, file));
    if (twin?.phase === "lost") adopt(twin.key, file, handle);
    else if (twin && (isUnderWay(twin) || twin.phase === "stopped"))
      showToast({ kind: "done", message: words.alreadyListed(file.name) });
    else added.push(makeItem(file, { file, handle, typed: useUploads.getState().shared }));
  }
  addItems(added);
  void guessDetails(added);
  for (const { key } of added) begin(key);
}

/** Gives a file to an upload whose file the browser no longer has. */
export function chooseAgain(key: string, file: File): void {
  const item = findItem(key);
  if (!item) return;
  if (isSameFile(item, file)) return adopt(key, file, null);
  changeItem(key, { sentence: words.file.isAnother(file.name) });
}

/** The browser asks whether the page may read the file again. */
export async function reopen(key: string): Promise<void> {
  const handle = findItem(key)?.handle;
  if (!handle || (await handle.requestPermission()) !== "granted") return;
  const file = await handle.getFile().catch(() => undefined);
  if (file) chooseAgain(key, file);
  else changeItem(key, { handle: null, sentence: words.file.isGone });
}

export function tryAgain(key: string): void {
  changeItem(key, { phase: "waiting", sentence: null, wantsSignIn: false });
  startNext();
}

export function cancelUpload(key: string): void {
  const item = findItem(key);
  if (!item) return;
  takeOff(key);
  let isGone = false;
  const timer = setTimeout(() => {
    isGone = true;
    void forgetUpload(key);
    if (item.address) void discardTransfer(item.address);
  }, regretMs);
  const undo = () => {
    clearTimeout(timer);
    const phase = item.file ? "waiting" : "lost";
    addItems([{ ...item, phase, sentence: null, wantsSignIn: false, ...(isGone && { address: null, sent: 0 }) }]);
    if (item.file) begin(key);
  };
  showToast({ kind: "done", message: words.cancelled(item.name), action: { label: words.undo, run: undo } });
}

/** Removes a finished row from the list, not the recording. What was typed is saved first; if that fails, the row stays. */
export async function dismiss(key: string): Promise<void> {
  await saveDetails(key);
  const item = findItem(key);
  if (!item || !isSaved(item)) return;
  takeOff(key);
  forgetDetails(key);
}

export function dismissFinished(): void {
  for (const item of useUploads.getState().items) if (isFinished(item)) void dismiss(item.key);
}

function takeOff(key: string): void {
  runs.get(key)?.abort();
  endLife(key);
  removeItem(key);
}

let recalled: Promise<void> | undefined;

/** Restores, once, the uploads that were unfinished when the page was closed. */
export function recallOnce(): Promise<void> {
  recalled ??= recall();
  return recalled;
}

async function recall(): Promise<void> {
  const items = await recallUploads();
  addItems(items);
  addEventListener("beforeunload", askBeforeLeaving);
  for (const { key, address, handle } of items) {
    // it was added while the page was closed: others may have changed it since, so nothing typed is saved over it
    const video = await findInArchive(key).catch(() => null);
    if (video) {
      changeItem(key, { typed: {} });
      if (address && !video.inTrash) await settle(key, video.id);
      else endKnown(key, video);
      continue;
    }
    const isAllowed = await handle?.queryPermission().catch(() => undefined);
    const file = isAllowed === "granted" ? await handle?.getFile().catch(() => undefined) : undefined;
    if (file) chooseAgain(key, file);
  }
}

function adopt(key: string, file: File, handle: ReopenableFile | null): void {
  changeItem(key, { file, phase: "waiting", sentence: null, ...(handle && { handle }) });
  begin(key);
}

function begin(key: string): void {
  const item = findItem(key);
  if (!item) return;
  const life = new AbortController();
  lives.set(key, life);
  holdUpload(key, life.signal);
  void rememberUpload(item);
  beginChecksum(item, life.signal, (video) => {
    const phase = findItem(key)?.phase;
    if (phase !== "waiting" && phase !== "sending" && phase !== "paused") return;
    runs.get(key)?.abort();
    endKnown(key, video);
    endLife(key);
  });
  addEventListener("beforeunload", askBeforeLeaving);
  startNext();
}

function startNext(): void {
  const { items } = useUploads.getState();
  for (const { key, phase } of items) {
    if (runs.size >= atOnce) return;
    if (phase !== "waiting" || runs.has(key)) continue;
    const run = new AbortController();
    runs.set(key, run);
    void runUpload(key, run.signal).finally(() => {
      if (runs.get(key) === run) runs.delete(key);
      const after = findItem(key)?.phase;
      if (after === "taken-in" || after === "known" || after === "lost") endLife(key);
      startNext();
    });
  }
}

function endLife(key: string): void {
  lives.get(key)?.abort();
  lives.delete(key);
}

function askBeforeLeaving(event: Event): void {
  if (hasUnsaved() || useUploads.getState().items.some(isUnderWay)) event.preventDefault();
}
