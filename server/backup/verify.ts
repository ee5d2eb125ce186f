// Compares the database with the files: what is missing, damaged, or belongs to no recording. It only reports.
import { setTimeout as sleep } from "node:timers/promises";
import { isOutage } from "#server/away.ts";
import type { Database } from "#server/database/open.ts";
import { keyOf, listFiles, listFolders, requireMounted, type Store } from "#server/media/store/store.ts";
import { checkFile, type Fault } from "#server/media/store/check-file.ts";
import { keyOfFile } from "./backup-files.ts";
import { judgeRecording } from "#server/prepare/judge-published.ts";
import { listExpected, nameOfFile, type ExpectedFile } from "./expected.ts";
import { words } from "./words.ts";

export interface Finding {
  problem: Fault | "orphaned" | "unplayable";
  videoId: string;
  /** The name of its file; empty when the whole folder belongs to no video. */
  name: string;
  title: string | null;
}

interface VerifyParts {
  db: Database;
  store: Store;
  clock: { now(): Date };
}

interface Pace {
  /** After each piece that was read. */
  onBytes?: (bytes: number) => Promise<void> | void;
  signal?: AbortSignal;
}

/** Younger files may be in the middle of being kept. */
const leastAgeMs = 3_600_000;

/** Refuses when the storage cannot be reached: then its files are not missing. */
export async function verifyVideo(parts: VerifyParts, id: string, pace: Pace = {}): Promise<Finding[]> {
  const expected = await listExpected(parts.db, id);
  const findings: Finding[] = [];
  for (const file of expected) {
    const problem = file.isLeaving
      ? undefined
      : await checkFile(parts.store.backend, { ...file, key: keyOfFile(file) }, pace);
    if (problem) findings.push({ problem, videoId: id, name: nameOfFile(file), title: file.title });
  }
  if (findings.length === 0)
    for (const { name } of await judgeRecording(parts, id, pace.signal))
      findings.push({ problem: "unplayable", videoId: id, name, title: expected[0]?.title ?? null });
  findings.push(...(await findOrphans(parts, id, expected)));
  if (findings.length === 0) return [];
  await requireMounted(parts.store);
  return stillTrue(parts, id, findings);
}

async function findOrphans(
  { store, clock }: VerifyParts,
  id: string,
  expected: readonly ExpectedFile[],
): Promise<Finding[]> {
  const names = new Set(expected.map(nameOfFile));
  const title = expected[0]?.title ?? null;
  const old = (await listFiles(store, id)).filter(
    ({ changedAt }) => clock.now().getTime() - changedAt.getTime() > leastAgeMs,
  );
  if (expected.length === 0) return old.length > 0 ? [{ problem: "orphaned", videoId: id, name: "", title }] : [];
  return old
    .filter(({ name }) => !names.has(name))
    .map(({ name }) => ({ problem: "orphaned", videoId: id, name, title }));
}

/** The archive goes on meanwhile: a file may have been replaced, or its video deleted, since the rows were read. */
async function stillTrue({ db }: VerifyParts, id: string, findings: readonly Finding[]): Promise<Finding[]> {
  const now = (await listExpected(db, id)).filter(({ isLeaving }) => !isLeaving);
  const names = new Set(now.map(nameOfFile));
  return findings.filter(({ problem, name }) => (problem === "orphaned" ? !names.has(name) : names.has(name)));
}

export interface VerifyProgress {
  doneBytes: number;
  allBytes: number;
}

interface VerifyOptions {
  onProgress?: (progress: VerifyProgress) => void;
  /** Called before each wait, with what went wrong. */
  onWait?: (error: unknown) => void;
  /** How long to wait after each failure in a row; in the end the failure is thrown. */
  waitsMs?: readonly number[];
}

/** Ten minutes in all: a restart of the database or of the storage. */
const usualWaitsMs = [1000, 2000, 5000, 10_000, 20_000, ...Array.from({ length: 19 }, () => 30_000)];

/** Everything there is; `onFound` hears of each video that was looked at, with what was found. */
export async function verifyAll(
  parts: VerifyParts,
  onFound: (id: string, findings: Finding[]) => Promise<void> | void,
  { onProgress, onWait, waitsMs = usualWaitsMs }: VerifyOptions = {},
): Promise<{ files: number; bytes: number }> {
  await requireMounted(parts.store);
  const expected = await listExpected(parts.db);
  const allBytes = expected.reduce((all, { bytes }) => all + bytes, 0);
  let doneBytes = 0;
  const onBytes = (bytes: number): void => onProgress?.({ doneBytes: (doneBytes += bytes), allBytes });
  /** What has been compared is not compared again because the next recording cannot be read for a moment. */
  const lookPatiently = async (id: string): Promise<void> => {
    const before = doneBytes;
    for (const waitMs of waitsMs) {
      try {
        return await onFound(id, await verifyVideo(parts, id, { onBytes }));
      } catch (error) {
        if (!isOutage(error)) throw error;
        onWait?.(error);
        await sleep(waitMs);
        doneBytes = before;
      }
    }
    await onFound(id, await verifyVideo(parts, id, { onBytes }));
  };
  const ids = new Set([...expected.map(({ videoId }) => videoId), ...(await listFolders(parts.store))]);
  for (const id of [...ids].toSorted()) await lookPatiently(id);
  return { files: expected.length, bytes: allBytes };
}

/** What is wrong, and what to do: for the owner. */
export function describeFinding({ store }: Pick<VerifyParts, "store">, finding: Finding): string {
  const { problem, videoId, name, title } = finding;
  const folder = keyOf(videoId, "x").slice(0, -2);
  const key = name === "" ? folder : keyOf(videoId, name);
  const where = store.backend.kind === "disk" ? `${store.folder}/${key}` : key;
  if (problem === "orphaned") return name === "" ? words.folderOfNobody(where) : words.fileOfNobody(title, where);
  if (problem === "unplayable") return words.unplayable(title, where);
  const what = { isOriginal: name === "original", isMissing: problem === "missing" };
  return words.fileDamaged({ title, place: where, key }, what);
}
