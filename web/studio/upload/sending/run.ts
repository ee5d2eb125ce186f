// One upload from start to end: sent, paused, resumed, added. Decides after each failure whether to try again.
import { call } from "#web/api.ts";
import { noteSaid, saveDetails } from "#web/studio/upload/details.ts";
import { announce, changeItem, detailsOf, findItem, toSaid, type UploadItem } from "#web/studio/upload/items.ts";
import { forgetUpload, rememberUpload } from "./memory.ts";
import { measurePace, type Pace } from "./pace.ts";
import { findInArchive, isFresh, type Known, markFresh, waitBriefly, waitForChecksum } from "./recognise.ts";
import { discardTransfer, transfer } from "./transfer.ts";
import { sendingWords as words } from "#web/studio/upload/words.ts";

const pausesMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** How often the server may fail at the same place before the upload stops. */
const mostFailures = 5;
const shownMs = 250;

/** Ends when the file is added, already known or stopped, or when the signal aborts. */
export async function runUpload(key: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  changeItem(key, { phase: "sending", sentence: null });
  while (!signal.aborted) {
    const item = findItem(key);
    if (!item?.file) return;
    const { sent } = item;
    try {
      if (item.address === null) await waitBriefly(key);
      const video = await findInArchive(key);
      if (signal.aborted) return;
      if (video) return isFresh(key) ? await settle(key, video.id) : endKnown(key, video);
      const arrived = await send(key, item.file, signal);
      return arrived.isNew ? await settle(key, arrived.id) : endKnown(key, await describe(key, arrived.id));
    } catch (problem) {
      if (signal.aborted) return;
      if ((findItem(key)?.sent ?? 0) > sent) failures = 0;
      const { status = -1, message, code } = problem as Broken;
      const verdict = judge(status, failures);
      if (verdict === "stop") return stop(key, { status, message, code });
      if (status === 0 && navigator.onLine && !(await isReadable(item.file))) return lose(key);
      if (verdict === "gone") await beginAnew(key);
      else pause(key, { status, message });
      await rest(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0, signal);
      failures += 1;
    }
  }
}

interface Broken {
  status?: number;
  message: string;
  code?: string | undefined;
}

/** Again: try automatically, after a while. Gone: the server no longer has the upload. Stop: a person has to decide. */
export function judge(status: number, failures: number): "again" | "gone" | "stop" {
  if (status === 404) return "gone";
  if ([0, 408, 409, 423, 429, 502, 503, 504].includes(status)) return "again";
  return status === 500 && failures < mostFailures ? "again" : "stop";
}

/** The sentence of the server, or one by the status when it sent none. */
export function sayRefusal({ status, message, code }: Broken & { status: number }): string {
  if (status === 401) return message || words.stopped.loggedOut;
  if (status === 410) return message || words.stopped.ended;
  if (status === 500 || message === "") return words.stopped.failed;
  return code === "bad-input" ? words.stopped.badFile(message) : message;
}

export function endKnown(key: string, video: Known): void {
  const address = findItem(key)?.address;
  if (address) void discardTransfer(address);
  void forgetUpload(key);
  changeItem(key, { phase: "known", video, sentence: null, address: null });
  announce(words.announce.known(video.title));
}

export async function settle(key: string, id: string): Promise<void> {
  const item = findItem(key);
  if (!item) return;
  const { title } = detailsOf(item);
  changeItem(key, { phase: "taken-in", sent: item.size, sentence: null, video: { id, title, inTrash: false } });
  announce(words.announce.added(title));
  await forgetUpload(key);
  // what was typed at the very end may have missed the upload: then it is saved to the recording
  await saveDetails(key);
}

function send(key: string, file: File, signal: AbortSignal) {
  const item = findItem(key) as UploadItem;
  const { title, date, hidden } = toSaid(item);
  // a description and a set list are too long for a header: they follow, but that it is a draft must be known at once
  const first = {
    ...(title !== undefined && { title }),
    // leaving the date out means the same as an empty one
    ...(date && { date }),
    ...(hidden !== undefined && { hidden: String(hidden) }),
    ...(item.sha256 && { sha256: item.sha256 }),
  };
  const { description: _description, level: _level, setList: _setList, ...typed } = item.typed;
  if (item.address === null) noteSaid(key, { typed, sha256: item.sha256 });
  let pace: Pace | null = null;
  let shownAt = 0;
  let isHalfway = item.sent * 2 >= item.size;
  return transfer({
    file,
    signal,
    address: item.address,
    metadata: { filename: item.name, ...first },
    onAddress(address) {
      changeItem(key, { address, phase: "sending", sentence: null });
      const now = findItem(key);
      if (now) void rememberUpload(now);
      void saveDetails(key);
    },
    onSent(sent) {
      const now = performance.now();
      pace = measurePace(pace, sent, now);
      if (now - shownAt < shownMs && sent < file.size) return;
      shownAt = now;
      const phase = sent < file.size ? "sending" : "checking";
      changeItem(key, { sent, phase, bytesPerSecond: pace.bytesPerSecond });
      if (isHalfway || sent * 2 < file.size) return;
      isHalfway = true;
      announce(words.announce.half(item.name));
    },
  });
}

async function describe(key: string, id: string): Promise<Known> {
  const item = findItem(key);
  const answer = await call("getVideo", { params: { id } }).catch(() => undefined);
  return { id, title: answer?.video.title ?? (item ? detailsOf(item).title : ""), inTrash: false };
}

/** The server may also have added it while the connection was down: the checksum will show that. */
async function beginAnew(key: string): Promise<void> {
  const item = findItem(key);
  if (item && item.sent >= item.size) markFresh(key);
  await waitForChecksum(key);
  changeItem(key, { address: null, sent: 0 });
}

function stop(key: string, { status, message, code }: Broken & { status: number }): void {
  const sentence = sayRefusal({ status, message, code });
  const wantsSignIn = status === 401;
  changeItem(key, { phase: "stopped", sentence, wantsSignIn, bytesPerSecond: null });
  announce(words.announce.stopped(findItem(key)?.name ?? "", sentence));
  if (![400, 410, 413].includes(status)) return;
  // the server has deleted what it had received
  changeItem(key, { address: null, sent: 0 });
  void forgetUpload(key);
}

function lose(key: string): void {
  changeItem(key, { phase: "lost", file: null, sentence: words.file.hasChanged, bytesPerSecond: null });
}

function pause(key: string, { status, message }: { status: number; message: string }): void {
  const isOffline = status === 0 && !navigator.onLine;
  const sentence = isOffline ? words.paused.offline : status === 429 ? message : words.paused.noAnswer;
  const item = findItem(key);
  if (item && item.phase !== "paused") announce(words.announce.paused(item.name, sentence));
  changeItem(key, { phase: "paused", sentence, bytesPerSecond: null });
}

/** The browser reports a file that was changed on the disk like a lost connection. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** Ends early when the network is back or the page becomes visible. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  await new Promise<void>((resolve) => {
    const wake = () => document.visibilityState === "visible" && resolve();
    setTimeout(resolve, navigator.onLine ? ms : Math.max(ms, 5000));
    addEventListener("online", () => resolve(), { signal: done.signal });
    document.addEventListener("visibilitychange", wake, { signal: done.signal });
    signal.addEventListener("abort", () => resolve(), { signal: done.signal });
  });
  done.abort();
}
