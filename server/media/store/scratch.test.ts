import { mkdir, mkdtempDisposable, readdir, utimes } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { scratchName } from "./scratch.ts";
import { clearScratch } from "./store.ts";

it("at a start only what nobody works on any more is cleared away, though machines share the folder", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-aside-"));
  const dead = spawnSync(process.execPath, ["--version"]).pid;
  const own = scratchName("x").slice(0, -`~${process.pid}-x`.length);
  expect(own).toBe(hostname());
  const names = {
    "a dead process of this machine": `${own}~${dead}-a`,
    "a living one of this machine": `${own}~${process.ppid}-b`,
    "one of this number on another machine": `elsewhere~${process.pid}-c`,
    "one that another machine left long ago": "elsewhere~7-d",
  };
  for (const name of Object.values(names)) await mkdir(path.join(folder.path, "aside", name), { recursive: true });
  const longAgo = new Date(Date.now() - 8 * 86_400_000);
  await utimes(path.join(folder.path, "aside", names["one that another machine left long ago"]), longAgo, longAgo);
  await clearScratch({ folder: folder.path });
  const left = await readdir(path.join(folder.path, "aside"));
  expect(Object.entries(names).flatMap(([who, name]) => (left.includes(name) ? [who] : []))).toEqual([
    "a living one of this machine",
    "one of this number on another machine",
  ]);
});
