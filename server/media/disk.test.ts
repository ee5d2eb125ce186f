import { existsSync } from "node:fs";
import { mkdtempDisposable, open, stat, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { openDisk } from "./disk.ts";

it("a file is forced to the disk before it has its name, and its name and new folders before that is told", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-disk-"));
  await using disk = openDisk(folder.path);
  const from = path.join(folder.path, "aside");
  const to = path.join(folder.path, "aa", "id", "original");
  await writeFile(from, "song");
  const file = (await stat(from)).ino;

  const forced: { ino: number; isNamed: boolean }[] = [];
  await using handle = await open(from);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  const sync = prototype.sync;
  const watched = vi.spyOn(prototype, "sync").mockImplementation(async function (this: FileHandle) {
    forced.push({ ino: (await this.stat()).ino, isNamed: existsSync(to) });
    await sync.call(this);
  });
  await disk.put("aa/id/original", from).finally(() => watched.mockRestore());

  const folders = [path.dirname(to), path.join(folder.path, "aa"), folder.path];
  const made = await Promise.all(folders.map(async (name) => ({ ino: (await stat(name)).ino, isNamed: true })));
  expect(forced).toEqual([{ ino: file, isNamed: false }, ...made]);
});
