// A volume of a few megabytes that can be filled, emptied and unmounted. Needs a user who may mount.
import { spawnSync } from "node:child_process";
import { open, mkdtemp, rm, rmdir, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

interface Volume extends AsyncDisposable {
  path: string;
  /** Fills the volume except for this number of free bytes. */
  fill(leave: number): Promise<void>;
  empty(): Promise<void>;
}

const filler = "filler";

export async function openVolume(megabytes: number): Promise<Volume> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-volume-"));
  if (!mount(folder, megabytes)) {
    await rmdir(folder);
    throw new Error("this user may not mount");
  }
  const file = path.join(folder, filler);
  return {
    path: folder,
    async fill(leave) {
      await rm(file, { force: true });
      await using handle = await open(file, "w");
      for (;;) {
        const { bavail, bsize } = await statfs(folder);
        const more = bavail * bsize - leave;
        if (more < bsize) return;
        await handle.write(Buffer.alloc(Math.min(more, 2 ** 20)));
      }
    },
    empty: () => rm(file, { force: true }),
    async [Symbol.asyncDispose]() {
      unmount(folder);
      await rmdir(folder);
    },
  };
}

export function mount(folder: string, megabytes: number, more = ""): boolean {
  const options = `size=${megabytes}m${more}`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" }).status === 0;
}

export function unmount(folder: string): void {
  spawnSync("umount", ["-l", folder], { stdio: "ignore" });
}

/** Where mounting is not allowed, the rig says so and counts nothing. */
export const mayMount = await openVolume(1).then(
  (volume) => volume[Symbol.asyncDispose]().then(() => true),
  () => false,
);
