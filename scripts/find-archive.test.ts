import { execFile } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { commandLine } from "#server/testing/process.ts";
import { findArchive } from "./find-archive.ts";

const execute = promisify(execFile);

describe("the archive that a command works on", () => {
  const machine = () => {
    const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-machine-"));
    const [program, home] = [path.join(folder, "program"), path.join(folder, "home")];
    for (const place of [program, home]) mkdirSync(place);
    writeFileSync(path.join(program, "package.json"), '{"name":"stagedoor"}');
    const settingsFile = path.join(folder, "settings.env");
    const installed = path.join(folder, "installed");
    return {
      program,
      installed,
      install: () => writeFileSync(settingsFile, `DATA_DIR=${installed}\nARCHIVE_NAME=Live\n`),
      useCheckout() {
        mkdirSync(path.join(program, "data"));
        writeFileSync(path.join(program, "data", "stagedoor.db"), "");
      },
      find: (chosen?: string, environment = {}) =>
        findArchive({ program, folder: home, environment, chosen, settingsFile }),
      [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
    };
  };

  it("is the checkout's own when nothing is installed, wherever the person is", () => {
    using place = machine();
    expect(place.find().dataDir).toBe(path.join(place.program, "data"));
  });

  it("is the installed one, with the settings that the service reads", () => {
    using place = machine();
    place.install();
    expect(place.find()).toMatchObject({ dataDir: place.installed, environment: { ARCHIVE_NAME: "Live" } });
  });

  it("has to be named when there are two, and only one that exists can be named", () => {
    using place = machine();
    place.install();
    place.useCheckout();
    const own = path.join(place.program, "data");
    expect(() => place.find()).toThrow("There are 2 archives on this machine");
    expect(() => place.find()).toThrow(`--archive=${place.installed}\n  --archive=${own}`);
    expect(place.find(own).dataDir).toBe(own);
    expect(place.find("../installed").dataDir).toBe(place.installed);
    expect(() => place.find("/nowhere")).toThrow("There is no archive in /nowhere.");
  });

  it("is the one that the environment names, as in a container", () => {
    using place = machine();
    place.install();
    place.useCheckout();
    expect(place.find(undefined, { DATA_DIR: "/data" }).dataDir).toBe("/data");
  });
});

it.runIf(process.getuid?.() === 0)("run as root, a command works as the user who owns the data", async () => {
  await using archive = await openTestArchive({ kind: "sqlite", store: "disk" });
  const { dataDir } = archive.config;
  const backup = mkdtempSync(path.join(tmpdir(), "stagedoor-backup-"));
  const nobody = 65_534;
  await execute("chown", ["-R", `${nobody}:${nobody}`, dataDir]);
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir };
  const run = () => execute(process.execPath, [commandLine, "backup", backup], { env });
  await expect(run()).rejects.toThrow(`has no permission to write to ${backup}`);
  chownSync(backup, nobody, nobody);
  const { stderr } = await run();
  expect(stderr).toContain(`Archive: ${dataDir}`);
  const { stdout } = await execute("find", [backup, "-not", "-user", "nobody"]);
  expect(stdout).toBe("");
  rmSync(backup, { recursive: true });
});
