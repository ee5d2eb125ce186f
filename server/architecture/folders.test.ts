// A newcomer can take in a folder at a glance.
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listAll } from "./sources.ts";

/** They would fit any file, so a reader does not know where to look. */
const empty = /^(utils?|helpers?|common|misc|manager|service|core|base)\./;

it("a file is named after what it does", () => {
  const all = listAll(["bench", "contract", "deploy", "e2e", "emulator", "prove", "scripts", "server", "web"]);
  expect(all.filter((file) => empty.test(path.basename(file)))).toEqual([]);
});

/** It gets a file with every change of the tables, and is read by its numbers. */
const migrations = "server/database/migrations";

describe("a folder", () => {
  it("of the product has at most 25 files: what is more gets rooms of its own", () => {
    const files = listAll(["contract", "emulator", "server", "web"]).filter((file) => !file.startsWith(migrations));
    const folders = Map.groupBy(files, (file) => path.dirname(file));
    const full = [...folders].filter(([, list]) => list.length > 25).map(([folder, list]) => [folder, list.length]);
    expect(full).toEqual([]);
  });
});
