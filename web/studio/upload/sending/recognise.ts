// Asks by checksum whether a file is already in the archive, as early as possible, so that it is not sent again.
import { call } from "#web/api.ts";
import { saveDetails } from "#web/studio/upload/details.ts";
import { changeItem, findItem, type UploadItem } from "#web/studio/upload/items.ts";
import { rememberUpload } from "./memory.ts";

export type Known = NonNullable<UploadItem["video"]>;

const checksums = new Map<string, Promise<string | null>>();
/** The archive did not have these files when their upload began: one that is found later is our own upload. */
const fresh = new Set<string>();

/** The checksum of a small file is ready within this time, so that nothing of a known file is sent. */
const headStartMs = 1000;

/** Runs beside the upload; `onKnown` is called when the archive already has the file. */
export function beginChecksum(item: UploadItem, signal: AbortSignal, onKnown: (video: Known) => void): void {
  if (!item.file) return;
  const checksum = item.sha256 ? Promise.resolve(item.sha256) : findChecksum(item.file, signal);
  checksums.set(item.key, checksum);
  void checksum
    .then(async (sha256) => {
      if (sha256 === null || signal.aborted) return;
      changeItem(item.key, { sha256 });
      const now = findItem(item.key);
      if (now?.video === null) void rememberUpload(now);
      const wasFresh = isFresh(item.key);
      const video = await findInArchive(item.key);
      if (video && !wasFresh) onKnown(video);
      else await saveDetails(item.key);
    })
    // not reachable: asked again before the next try
    .catch(() => undefined);
}

export async function waitBriefly(key: string): Promise<void> {
  const checksum = checksums.get(key);
  await Promise.race([checksum, new Promise((resolve) => setTimeout(resolve, headStartMs))]);
}

export async function waitForChecksum(key: string): Promise<void> {
  await checksums.get(key);
}

export function markFresh(key: string): void {
  fresh.add(key);
}

export function isFresh(key: string): boolean {
  return fresh.has(key);
}

export async function findInArchive(key: string): Promise<Known | null> {
  const sha256 = findItem(key)?.sha256;
  if (!sha256) return null;
  const { video } = await call("findUploaded", { query: { sha256 } });
  if (!video) fresh.add(key);
  return video && { id: video.id, title: video.title, inTrash: video.in_trash };
}

// Checksums of files, computed by workers: at most two at once, in the order of the requests.

const atOnce = 2;
let running = 0;
const line: (() => void)[] = [];

/** Null when the file cannot be read or there are no workers: then only the server recognises a known file, at the end. */
async function findChecksum(file: File, signal: AbortSignal): Promise<string | null> {
  if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve));
  running += 1;
  try {
    return signal.aborted ? null : await work(file, signal);
  } finally {
    running -= 1;
    line.shift()?.();
  }
}

async function work(file: File, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(new URL("./checksum-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<string | null>((resolve) => {
      worker.addEventListener("message", ({ data }: MessageEvent<string | null>) => resolve(data), { once: true });
      worker.addEventListener("error", () => resolve(null), { once: true });
      signal.addEventListener("abort", () => resolve(null), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
