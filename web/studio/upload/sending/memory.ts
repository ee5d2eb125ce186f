// Unfinished uploads, kept in IndexedDB across reloads, each for the person who began it. Without IndexedDB everything
// else still works.
import { currentPerson } from "#web/memory/person.ts";
import { makeItem, type UploadItem } from "#web/studio/upload/items.ts";

const remembered = [
  "key",
  "person",
  "name",
  "size",
  "lastModified",
  "handle",
  "address",
  "sha256",
  "sent",
  "guess",
  "typed",
] as const;
type Remembered = Omit<Pick<UploadItem, (typeof remembered)[number]>, "person"> & {
  /** Missing in what was stored before people were told apart. */
  person?: string;
  keptAt?: number;
};
/** The server deletes an unfinished upload long before that. */
const mostKeptMs = 60 * 24 * 60 * 60 * 1000;

const place = "uploads";

export async function rememberUpload(item: UploadItem): Promise<void> {
  const record = Object.fromEntries(remembered.map((name) => [name, item[name]]));
  await withStore("readwrite", (store) => store.put({ ...record, keptAt: Date.now() })).catch(() => undefined);
}

export async function forgetUpload(key: string): Promise<void> {
  await withStore("readwrite", (store) => store.delete(key)).catch(() => undefined);
}

/** Those of the person who is logged in, which no other tab is sending. */
export async function recallUploads(): Promise<UploadItem[]> {
  const records = await withStore<Remembered[]>("readonly", (store) => store.getAll()).catch(() => []);
  for (const { key } of records.filter(isOld)) void forgetUpload(key);
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const person = currentPerson();
  const items = records
    .filter((record) => (record.person ?? person) === person && !isOld(record) && !held.has(lockOf(record.key)))
    .map(({ keptAt: _keptAt, ...record }) => makeItem(record, { ...record, person, phase: "lost" }));
  const unowned = new Set(records.filter((record) => record.person === undefined).map(({ key }) => key));
  for (const item of items) if (unowned.has(item.key)) await rememberUpload(item);
  return items;
}

function isOld({ keptAt = Date.now() }: Remembered): boolean {
  return Date.now() - keptAt > mostKeptMs;
}

/** Holds the lock until this page is closed or the signal aborts. */
export function holdUpload(key: string, signal: AbortSignal): void {
  const released = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  void navigator.locks?.request(lockOf(key), { ifAvailable: true }, () => released);
}

function lockOf(key: string): string {
  return `stagedoor-upload-${key}`;
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("stagedoor-uploads", 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(place, { keyPath: "key" }));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("no storage")));
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(place, mode);
      const request = act(transaction.objectStore(place));
      transaction.addEventListener("complete", () => resolve(request.result as T));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("not kept")));
    });
  } finally {
    database.close();
  }
}
