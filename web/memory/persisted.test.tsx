import { beforeEach, expect, test } from "vitest";
import { followOtherTabs, readPersisted, usePersisted } from "./persisted.ts";

const defaults = { volume: 0.5, audioOnly: false, positions: {} };

beforeEach(() => {
  localStorage.clear();
  usePersisted.setState(defaults, true);
});

test.each([
  undefined,
  null,
  7,
  "x",
  [],
  { volume: "loud", audioOnly: 1, positions: "none" },
  { volume: 3 },
  { volume: null },
])("an invalid value reads as the defaults: %j", (stored) => {
  expect(readPersisted(stored)).toEqual(defaults);
});

test("valid values are kept, invalid ones are dropped", () => {
  const stored = { volume: 0, audioOnly: true, positions: { a: 12.5, b: "x", c: -1, d: null }, theme: "old" };
  expect(readPersisted(stored)).toEqual({ volume: 0, audioOnly: true, positions: { a: 12.5 } });
});

test.each(["{broken", "[]", "7", '{"state":{"volume":9},"version":77}', '{"version":1}'])(
  "an entry like %s reads as the defaults",
  async (entry) => {
    localStorage.setItem("stagedoor", entry);
    await usePersisted.persist.rehydrate();
    expect(usePersisted.getState()).toEqual(defaults);
  },
);

test("everything is stored in one entry and restored from it", async () => {
  usePersisted.setState({ volume: 0.8, positions: { a: 3 } });
  expect(Object.keys(localStorage)).toEqual(["stagedoor"]);
  const written = localStorage.getItem("stagedoor") ?? "";
  usePersisted.setState(defaults, true);
  localStorage.setItem("stagedoor", written);
  await usePersisted.persist.rehydrate();
  expect(usePersisted.getState()).toEqual({ volume: 0.8, audioOnly: false, positions: { a: 3 } });
});

test("changes by another tab are loaded", () => {
  followOtherTabs();
  localStorage.setItem("stagedoor", JSON.stringify({ state: { audioOnly: true }, version: 1 }));
  dispatchEvent(new StorageEvent("storage", { key: "stagedoor" }));
  expect(usePersisted.getState().audioOnly).toBe(true);
});
