import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { link, mkdtempDisposable, open, rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { fileKey, findOpenForWriting } from "./open-files.ts";

// the second is a folder in memory, whose names begin like those of devices
const places = [tmpdir(), "/dev/shm"].filter((folder) => existsSync(folder));

it.runIf(process.platform === "linux").each(places)(
  "a file in %s that another program may write to is found by any of its names, and one that is only read is not",
  async (parent) => {
    await using folder = await mkdtempDisposable(path.join(parent, "stagedoor-open-"));
    const [written, read] = ["written", "read"].map((name) => path.join(folder.path, name)) as [string, string];
    await using _reader = await open(read, "w").then(async (handle) => {
      await handle.close();
      return open(read, "r");
    });
    const writer = spawn("sh", ["-c", 'exec 3>>"$1"; echo open; read line', "sh", written]);
    try {
      await once(writer.stdout, "data");
      await rename(written, `${written} elsewhere`);
      await link(`${written} elsewhere`, `${written} twice`);
      const stats = await Promise.all([`${written} twice`, read].map((file) => stat(file, { bigint: true })));
      expect([...(await findOpenForWriting(stats))]).toEqual(stats.slice(0, 1).map(fileKey));
      writer.stdin.end("\n");
      await once(writer, "close");
      expect([...(await findOpenForWriting(stats))]).toEqual([]);
    } finally {
      writer.kill();
    }
  },
);
