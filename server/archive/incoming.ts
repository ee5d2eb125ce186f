// The folder incoming/: what is put there and has stopped growing is taken in, and is then gone from there.
// What is refused moves to incoming/refused with its sidecar, beside a text that says why.
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { findSidecar, readSidecar } from "./sidecar.ts";
import { takeIn } from "./take-in.ts";

export type IncomingParts = Pick<Parts, "db" | "media" | "clock" | "wake" | "config" | "log">;

export interface Incoming extends AsyncDisposable {
  /** Looks once; a file is taken in when two looks in a row find it the same. */
  look(): Promise<void>;
}

const lookMs = 3000;

export async function watchIncoming(parts: IncomingParts, folder: string): Promise<Incoming> {
  await mkdir(folder, { recursive: true });
  const stopping = new AbortController();
  const seen = new Map<string, string>();
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    looking = looking
      .then(() => lookOnce(parts, { folder, seen, signal: stopping.signal }))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          parts.log.error({ err: error }, "the incoming folder could not be looked through");
      });
    return looking;
  };
  let isIdle = true;
  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    void look().finally(() => {
      isIdle = true;
    });
  }, lookMs);
  return {
    look,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      stopping.abort();
      await looking;
    },
  };
}

async function lookOnce(
  parts: IncomingParts,
  { folder, seen, signal }: { folder: string; seen: Map<string, string>; signal: AbortSignal },
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isRecordingName(entry.name)).map((entry) => entry.name);
  for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
  for (const name of names) {
    if (signal.aborted) return;
    const file = path.join(folder, name);
    const { size, mtimeMs } = await stat(file);
    const state = `${size} ${mtimeMs}`;
    const isStill = seen.get(name) === state;
    seen.set(name, state);
    if (!isStill || size === 0) continue;
    await takeOne(parts, { file, signal }).catch((error: unknown) => {
      if (!signal.aborted) parts.log.error({ err: error, name }, "a file in the incoming folder is tried again");
    });
  }
}

/** Not what a recorder or a copying program has not finished, and not a sidecar. */
function isRecordingName(name: string): boolean {
  return !name.startsWith(".") && !/\.(json|txt|part|partial|tmp|crdownload)$/i.test(name);
}

async function takeOne(parts: IncomingParts, { file, signal }: { file: string; signal: AbortSignal }): Promise<void> {
  const name = path.basename(file);
  const sidecar = findSidecar(file);
  try {
    const { id, isNew } = await takeIn(parts, { file, name, said: await readSidecar(file), memberId: null, signal });
    parts.log.info({ video: id, isNew }, "a recording was taken in from the incoming folder");
    await rm(file, { force: true });
    if (sidecar) await rm(sidecar, { force: true });
  } catch (error) {
    // no room, a store that is away, or its video just being deleted is not the file's fault: it stays and is tried again
    if (!(error instanceof Refusal) || error.code === "no-room" || error.code === "busy") throw error;
    const refused = path.join(path.dirname(file), "refused");
    await mkdir(refused, { recursive: true });
    const place = findFreePlace(refused, name);
    // the file first: without what its sidecar says it could be taken in after all, and shown to everybody
    await rename(file, place);
    if (sidecar) await rename(sidecar, `${sidecar === `${file}.json` ? place : withoutKind(place)}.json`);
    await writeFile(`${place}.txt`, `${error.message}\n`);
    parts.log.warn({ err: error, name }, "a file in the incoming folder was refused");
  }
}

/** Where nothing is overwritten, and no other file's sidecar is taken for this one's: "song.mkv", then "song (2).mkv". */
function findFreePlace(folder: string, name: string): string {
  const wanted = path.join(folder, name);
  for (let n = 1; ; n += 1) {
    const place = n === 1 ? wanted : `${withoutKind(wanted)} (${n})${path.extname(name)}`;
    if (!existsSync(place) && !existsSync(`${place}.txt`) && !findSidecar(place)) return place;
  }
}

function withoutKind(file: string): string {
  const { dir, name } = path.parse(file);
  return path.join(dir, name);
}
