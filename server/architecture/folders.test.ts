// A newcomer can take in a folder at a glance.
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listAll } from "./sources.ts";

describe("a folder", () => {
  it("of the product has at most 25 files: what is more gets rooms of its own", () => {
    const folders = Map.groupBy(listAll(["contract", "emulator", "server", "web"]), (file) => path.dirname(file));
    const full = [...folders].filter(([, files]) => files.length > 25).map(([folder, files]) => [folder, files.length]);
    expect(full).toEqual([]);
  });
});
