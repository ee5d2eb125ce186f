// Unfinished uploads, kept in IndexedDB across reloads. Without IndexedDB everything else still works.
import { makeItem, type UploadItem } from "#web/studio/upload/items.ts";

const remembered = [
  "key",
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
type Remembered = Pick<UploadItem, (typeof remembered)[number]>;

const place = "uploads";

export async function rememberUpload(item: UploadItem): Promise<void> {
  const record = Object.fromEntries(remembered.map((name) => [name, item[name]]));
  await withStore("readwrite", (store) => store.put(record)).catch(() => undefined);
}

export async function forgetUpload(key: string): Promise<void> {
  await withStore("readwrite", (store) => store.delete(key)).catch(() => undefined);
}

/** Those that no other tab is sending. */
export async function recallUploads(): Promise<UploadItem[]> {
  const records = await withStore<Remembered[]>("readonly", (store) => store.getAll()).catch(() => []);
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  return records
    .filter(({ key }) => !held.has(lockOf(key)))
    .map((record) => makeItem(record, { ...record, phase: "lost" }));
}

/** Until this page is closed or the signal aborts. */
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
