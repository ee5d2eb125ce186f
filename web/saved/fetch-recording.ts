// Brings one recording into this browser: first what is small, then its audio or video, from where an earlier try stopped.
import type { Waveform } from "#contract/media.ts";
import type { SetListEntry } from "#contract/songs.ts";
import type { Video } from "#contract/video.ts";
import { ApiProblem, call } from "#web/api.ts";
import { words } from "#web/words.ts";
import { fileOf, findFile, pathOf, removeFiles, type FileName } from "./folder.ts";
import type { Kept } from "./kept.ts";
import { WriteProblem, writePiece } from "./writer.ts";

/** What is stored about a recording beside its file and its picture. */
export interface About {
  video: Video;
  entries: SetListEntry[];
  /** Each is from 0 to 255, as in the waveform. */
  peaks: number[];
}

type File = Pick<Kept, "hasVideo" | "source" | "tag" | "bytes">;

interface Wish {
  person: string;
  id: string;
  /** What is wanted, and what an earlier try has begun. */
  begun: File;
  signal: AbortSignal;
  tell(received: number): void;
  /** What is stored for the next try. */
  keep(file: File): void;
}

/** There is no audio yet. */
export class Unprepared extends Error {}

const pieceBytes = 256 * 1024;
/** Fetches what is small, and the browser's own lists. */
const spareBytes = 2_000_000;

export async function fetchRecording({ person, id, begun, signal, tell, keep }: Wish): Promise<void> {
  const { video } = await call("getVideo", { params: { id }, signal });
  const { audio, small_video } = video.media ?? {};
  if (!audio) throw new Unprepared();
  const hasVideo = begun.hasVideo && small_video !== undefined;
  const wanted = (hasVideo && small_video) || audio;
  const name = fileOf({ hasVideo });
  // another version, or a video in place of the audio, is another address
  if (begun.source !== "" && begun.source !== wanted.url) await removeFiles(person, id);
  const there = begun.source === wanted.url ? ((await findFile(person, id, name))?.size ?? 0) : 0;
  const from = there <= begun.bytes ? there : 0;
  tell(from);
  keep({ hasVideo, source: wanted.url, tag: from > 0 ? begun.tag : "", bytes: from > 0 ? begun.bytes : wanted.bytes });
  await requireRoom(wanted.bytes - from + spareBytes);
  const save = (file: FileName, bytes: Uint8Array<ArrayBuffer>, at = 0) =>
    writePiece({ path: pathOf(person, id, file), at, bytes });

  const { set_list } = await call("getSetList", { params: { id }, signal });
  const peaks = await readPeaks(video.media?.waveform ?? null, signal);
  const about: About = { video, entries: set_list.entries, peaks };
  await save("about.json", new TextEncoder().encode(JSON.stringify(about)));
  const picture = video.media?.thumbnail;
  if (picture) await save("picture", new Uint8Array(await (await ask(picture, signal)).arrayBuffer()));
  for (const [index, { url }] of (video.media?.captions ?? []).entries())
    await save(`captions-${index + 1}.vtt`, new Uint8Array(await (await ask(url, signal)).arrayBuffer()));

  if (from > 0 && from === begun.bytes) return;
  const answer = await ask(wanted.url, signal, { from, tag: begun.tag });
  let at = answer.status === 206 ? from : 0;
  const bytes = at + Number(answer.headers.get("content-length"));
  keep({ hasVideo, source: wanted.url, tag: answer.headers.get("etag") ?? "", bytes });
  for await (const piece of inPieces(answer, signal)) {
    const { byteLength } = piece;
    await save(name, piece, at);
    // paused or deleted while it was written
    signal.throwIfAborted();
    at += byteLength;
    tell(at);
  }
  // the connection ended early without an error
  if (at !== bytes) throw new ApiProblem({ code: "unreachable", status: 0, detail: words.unreachable });
}

async function readPeaks(address: string | null, signal: AbortSignal): Promise<number[]> {
  if (address === null) return [];
  const { peaks } = (await (await ask(address, signal)).json()) as Waveform;
  return peaks;
}

/** The browser's cache is not used: the file would be there twice. */
async function ask(address: string, signal: AbortSignal, rest?: { from: number; tag: string }): Promise<Response> {
  const range = { range: `bytes=${rest?.from}-`, ...(rest?.tag && { "if-range": rest.tag }) };
  const headers = rest && rest.from > 0 ? { headers: range } : {};
  const answer = await fetch(address, { signal, cache: "no-store", ...headers }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ApiProblem({ code: "unreachable", status: 0, detail: words.unreachable }, { cause });
  });
  if (!answer.ok) throw new ApiProblem({ code: "unexpected", status: answer.status, detail: words.notUnderstood });
  return answer;
}

/** Pieces have one size, so that little is lost when the browser is closed, and few writes are needed. */
async function* inPieces({ body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  if (!reader) return;
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ApiProblem({ code: "unreachable", status: 0, detail: words.unreachable }, { cause });
      });
      if (done) break;
      for (let taken = 0; taken < value.length;) {
        const part = value.subarray(taken, taken + pieceBytes - filled);
        piece.set(part, filled);
        filled += part.length;
        taken += part.length;
        if (filled < pieceBytes) continue;
        yield piece;
        // what was written is no longer ours
        piece = new Uint8Array(pieceBytes);
        filled = 0;
      }
    }
    if (filled > 0) yield piece.slice(0, filled);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function requireRoom(bytes: number): Promise<void> {
  // Safari before 17 does not say: there a write fails
  const { quota, usage } = (await navigator.storage.estimate?.().catch(() => undefined)) ?? {};
  if (quota !== undefined && quota - (usage ?? 0) < bytes) throw new WriteProblem("QuotaExceededError");
}
