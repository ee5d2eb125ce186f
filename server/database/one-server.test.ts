import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { holdDataFolder } from "./one-server.ts";

const makeFolder = () => mkdtempDisposable(join(tmpdir(), "stagedoor-lock-"));
const taken = { code: "cannot-start", message: expect.stringContaining("Another server is already using") };

it("a second server on the same data folder is refused, until the first lets go", async () => {
  await using folder = await makeFolder();
  const data = join(folder.path, "deep", "data");
  {
    using _held = holdDataFolder(data);
    expect(() => holdDataFolder(data)).toThrow(expect.objectContaining(taken));
  }
  const held = holdDataFolder(data);
  held.release();
  held.release();
  using _again = holdDataFolder(data);
});

it("servers on PostgreSQL share a data folder, but not while it is restored or moved", async () => {
  await using folder = await makeFolder();
  const program = `
    import { holdDataFolder } from "#server/database/one-server.ts";
    globalThis.held = holdDataFolder(${JSON.stringify(folder.path)}, "shared");
    console.log("held");
    setInterval(() => {}, 1000);`;
  const spawnOne = () =>
    spawn(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: join(import.meta.dirname, "..", ".."),
      stdio: ["ignore", "pipe", "inherit"],
    });
  const servers = [spawnOne(), spawnOne()];
  for (const { stdout } of servers) await once(stdout, "data");
  for (const server of servers) {
    expect(() => holdDataFolder(folder.path)).toThrow(expect.objectContaining(taken));
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  using _held = holdDataFolder(folder.path);
  expect(() => holdDataFolder(folder.path, "shared")).toThrow(expect.objectContaining(taken));
});

it("a server that was killed holds nothing", async () => {
  await using folder = await makeFolder();
  const program = `
    import { holdDataFolder } from "#server/database/one-server.ts";
    holdDataFolder(${JSON.stringify(folder.path)});
    console.log("held");
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: join(import.meta.dirname, "..", ".."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(other.stdout, "data");
  expect(() => holdDataFolder(folder.path)).toThrow(expect.objectContaining(taken));
  other.kill("SIGKILL");
  await once(other, "exit");
  using _held = holdDataFolder(folder.path);
});

it("a data folder that cannot be written stops the start, and the sentence names it", async () => {
  await using folder = await makeFolder();
  const file = join(folder.path, "a-file");
  await writeFile(file, "");
  for (const bad of [file, join(file, "data"), "/proc/stagedoor"])
    expect(() => holdDataFolder(bad)).toThrow(
      expect.objectContaining({ code: "cannot-start", message: expect.stringContaining(`${bad} cannot be written`) }),
    );
});
