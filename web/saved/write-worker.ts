// Writes files of saved recordings, piece by piece. A worker, because Safari before 26 lets nobody else write there; and a
// piece that is written stays, even if the browser is closed in the middle of the file.

export interface Piece {
  path: readonly string[];
  /** Where it begins in the file; what was there from here on is replaced. */
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Missing in the types of a page. */
interface WritableHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void | Promise<void>;
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
    flush(): void | Promise<void>;
    close(): void | Promise<void>;
  }>;
}

addEventListener("message", ({ data, ports: [port] }: MessageEvent<Piece>) => {
  write(data).then(
    () => port?.postMessage(null),
    // an error cannot be sent in every browser
    (problem: unknown) => port?.postMessage(problem instanceof Error ? problem.name : "Error"),
  );
});

async function write({ path, at, bytes }: Piece): Promise<void> {
  // only the beginning makes the file: one that was deleted meanwhile stays deleted
  const create = at === 0;
  let folder = await navigator.storage.getDirectory();
  for (const name of path.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create });
  const file = (await folder.getFileHandle(path.at(-1) ?? "", { create })) as WritableHandle;
  const handle = await file.createSyncAccessHandle();
  try {
    await handle.truncate(at);
    const written = handle.write(bytes, { at });
    await handle.flush();
    if (written < bytes.byteLength) throw new DOMException("no room", "QuotaExceededError");
  } finally {
    await handle.close();
  }
}
