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

describe("a folder", () => {
  it("of the product has at most 25 files: what is more gets rooms of its own", () => {
    const folders = Map.groupBy(listAll(["contract", "emulator", "server", "web"]), (file) => path.dirname(file));
    // migrations are only ever added, in one row
    folders.delete("server/database/migrations");
    const full = [...folders].filter(([, files]) => files.length > 25).map(([folder, files]) => [folder, files.length]);
    expect(full).toEqual([]);
  });
});
