import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fileStep, folderStep, keepingKey, linkStep } from "./files.ts";
import { runSteps, type Step } from "./step.ts";

const failing: Step = {
  title: "Fail",
  isDone: () => false,
  run() {
    throw new Error("no reason");
  },
};

function openMachine() {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-steps-"));
  const at = (name: string) => path.join(folder, name);
  const lines: string[] = [];
  return {
    at,
    lines,
    steps: () => [
      folderStep(at("data"), { mode: 0o750 }),
      fileStep(at("etc/settings.env"), (before) => before ?? "PORT=1\n", { mode: 0o600 }),
      fileStep(at("site"), () => "new\n", { mode: 0o644 }),
      linkStep(at("current"), at("data")),
    ],
    run: (steps: readonly Step[], isDryRun = false) => runSteps(steps, { isDryRun, say: (line) => lines.push(line) }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

describe("the steps of installing", () => {
  it("are done once: a second run changes nothing", async () => {
    using machine = openMachine();
    expect(await machine.run(machine.steps())).toBe(true);
    expect(readFileSync(machine.at("etc/settings.env"), "utf8")).toBe("PORT=1\n");
    expect(statSync(machine.at("etc/settings.env")).mode & 0o777).toBe(0o600);
    expect(readlinkSync(machine.at("current"))).toBe(machine.at("data"));
    const { mtimeMs } = statSync(machine.at("site"));
    expect(await machine.run(machine.steps())).toBe(false);
    expect(statSync(machine.at("site")).mtimeMs).toBe(mtimeMs);
    expect(machine.lines.at(-1)).toBe("Everything was already done.");
  });

  it("a dry run names them and changes nothing", async () => {
    using machine = openMachine();
    await machine.run(machine.steps(), true);
    expect(machine.lines).toContain(`  to do    Create the folder ${machine.at("data")}`);
    expect(["data", "etc", "site", "current"].filter((name) => existsSync(machine.at(name)))).toEqual([]);
  });

  it("when one fails, all before it are undone, and what was there before is there again", async () => {
    using machine = openMachine();
    writeFileSync(machine.at("site"), "old\n");
    chmodSync(machine.at("site"), 0o640);
    await expect(machine.run([...machine.steps(), failing])).rejects.toThrow("no reason");
    expect(["data", "etc", "current"].filter((name) => existsSync(machine.at(name)))).toEqual([]);
    expect(readFileSync(machine.at("site"), "utf8")).toBe("old\n");
    expect(statSync(machine.at("site")).mode & 0o777).toBe(0o640);
  });

  it("a failed one is undone, too, and an undo that fails does not stop the others", async () => {
    using machine = openMachine();
    const undone: string[] = [];
    const half = { ...failing, undo: () => void undone.push("half") };
    const stuck = {
      ...failing,
      run: () => {},
      undo() {
        throw new Error("stuck");
      },
    };
    const first = { ...failing, run: () => {}, undo: () => void undone.push("first") };
    await expect(machine.run([first, stuck, half])).rejects.toThrow("no reason");
    expect(undone).toEqual(["half", "first"]);
    expect(machine.lines).toContain("  could not be undone: Fail: stuck. Undo it by hand.");
  });

  it("the key of a database in PostgreSQL stays when the first start fails, and the next try uses it", async () => {
    using machine = openMachine();
    const key = machine.at("data/secrets/master.key");
    const [folder, ...others] = machine.steps().map((step) => keepingKey(step, key));
    const start = { ...failing, title: "Start", isDone: () => false };
    // without a start there is no key, and nothing to keep
    await expect(machine.run([folder!, failing])).rejects.toThrow("no reason");
    expect(existsSync(machine.at("data"))).toBe(false);
    start.run = () => {
      mkdirSync(path.dirname(key), { recursive: true });
      if (!existsSync(key)) writeFileSync(key, "the key");
      throw new Error("no answer");
    };
    await expect(machine.run([folder!, start])).rejects.toThrow("no answer");
    expect(readFileSync(key, "utf8")).toBe("the key");
    expect(machine.lines.at(-1)).toMatch(/^ {2}kept .*data: .*is the only key to what is in PostgreSQL/);
    expect(await machine.run([folder!, ...others])).toBe(true);
    expect(readFileSync(key, "utf8")).toBe("the key");
  });

  it("a full disk is named as such", async () => {
    using machine = openMachine();
    const full = { ...failing, run: () => Promise.reject(Object.assign(new Error("write"), { code: "ENOSPC" })) };
    await expect(machine.run([full])).rejects.toThrow("The disk is full.");
  });
});
