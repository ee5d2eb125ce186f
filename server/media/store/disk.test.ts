import { existsSync } from "node:fs";
import {
  mkdir,
  mkdtempDisposable,
  open,
  readdir,
  readlink,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { openDisk } from "./disk.ts";
import { openFiles } from "#server/media/store/sending/open-files.ts";

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

it.runIf(existsSync("/proc/self/fd"))(
  "a file that was served and is deleted gives its room back, at once or when the last who reads it has ended",
  async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-disk-"));
    await using disk = openDisk(folder.path);
    const [range, stored] = [
      { from: 0, to: 100_000 },
      { bytes: 100_000, sha256: "" },
    ];
    const keys = ["aa/one-more/a", "aa/one/a", "aa/one/b", "aa/two/a"];
    for (const key of keys) {
      await mkdir(path.dirname(path.join(folder.path, key)), { recursive: true });
      await writeFile(path.join(folder.path, key), "s".repeat(100_000));
    }
    for (const key of keys) (await disk.open(key, range, stored))[Symbol.dispose]();
    expect(await listOpen(folder.path)).toEqual(keys);
    const reader = await disk.open("aa/one/b", range, stored);
    await disk.removeFolder("aa/one");
    await disk.remove("aa/two/a");
    expect(await listOpen(folder.path)).toEqual(["aa/one-more/a", "aa/one/b (deleted)"]);
    reader[Symbol.dispose]();
    await expect.poll(() => listOpen(folder.path)).toEqual(["aa/one-more/a"]);
  },
);

it("where a file begins is read once, and anew when it was put there again or taken away", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-disk-"));
  await using disk = openDisk(folder.path);
  const put = async (text: string) => {
    await writeFile(path.join(folder.path, "aside"), text);
    await disk.put("aa/id/a", path.join(folder.path, "aside"));
  };
  const read = async (from: number, to: number) => {
    using opened = await disk.open("aa/id/a", { from, to }, { bytes: 9, sha256: "" });
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>)).toString();
  };
  await put("long song");
  expect(await read(0, 4)).toBe("long");
  // nobody does this; it shows that no disk is asked
  await rm(path.join(folder.path, "aa/id/a"));
  expect(await read(5, 9)).toBe("song");
  await put("good song");
  expect(await read(0, 9)).toBe("good song");
  await expect(read(0, 10)).rejects.toThrow("shorter");
  expect(await read(80_000, 80_000)).toBe("");
  await disk.remove("aa/id/a");
  await expect(read(0, 4)).rejects.toThrow("ENOENT");
});

it.runIf(existsSync("/proc/self/fd"))(
  "what nobody asks for is closed after a while, for others may delete it",
  async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-disk-"));
    await using files = openFiles({ idleMs: 20 });
    await writeFile(path.join(folder.path, "read"), "song");
    await writeFile(path.join(folder.path, "idle"), "song");
    using reader = await files.borrow(path.join(folder.path, "read"));
    (await files.borrow(path.join(folder.path, "idle")))[Symbol.dispose]();
    await expect.poll(() => listOpen(folder.path)).toEqual(["read"]);
    expect(reader.fd).toBeGreaterThan(0);
  },
);

async function listOpen(folder: string): Promise<string[]> {
  const names = await readdir("/proc/self/fd");
  const files = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")));
  const ours = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => path.relative(folder, file));
  return ours.toSorted();
}

it("a file that is gone is an error for its reader, however late they begin to read", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-disk-"));
  await using disk = openDisk(folder.path);
  const pieces = disk.read("aa/id/gone");
  // long enough for a file that is opened at once to fail
  await expect(open(path.join(folder.path, "gone"))).rejects.toThrow("ENOENT");
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(Array.fromAsync(pieces)).rejects.toMatchObject({ code: "ENOENT" });
});
