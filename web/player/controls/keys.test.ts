import { expect, test } from "vitest";
import { findCommand, type Pressed } from "./keys.ts";

const press = (key: string, on: Pressed["on"] = "page", isModified = false) => findCommand({ key, on, isModified });

test.each([
  [" ", { do: "toggle" }],
  ["K", { do: "toggle" }],
  ["j", { do: "skip", seconds: -10 }],
  ["ArrowRight", { do: "skip", seconds: 5 }],
  ["ArrowUp", { do: "louder", by: 0.05 }],
  ["7", { do: "jump", to: 0.7 }],
  ["a", { do: "audio-only" }],
  ["b", { do: "big-screen" }],
  [">", { do: "faster" }],
  ["?", { do: "help" }],
  ["x", undefined],
])("the key %s", (key, command) => {
  expect(press(key)).toEqual(command);
});

test("no key does anything while somebody types, or together with Ctrl, Alt or Command", () => {
  for (const key of [" ", "k", "5", "ArrowLeft", "?", "f"]) {
    expect(press(key, "text")).toBeUndefined();
    expect(press(key, "page", true)).toBeUndefined();
  }
});

test("in the bar the page keeps the arrows, the digits, and what is about the picture", () => {
  const below = (key: string) => findCommand({ key, on: "page", isModified: false, isBar: true });
  expect(below(" ")).toEqual({ do: "toggle" });
  expect(below("N")).toEqual({ do: "song", step: 1 });
  expect(below("h")).toEqual({ do: "heart" });
  for (const key of ["ArrowUp", "ArrowLeft", "5", "f", "t", "c", "?", "Shift"]) expect(below(key)).toBeUndefined();
});

test("with Shift the next and the previous are recordings, in the bar, too", () => {
  const shifted = (key: string) => findCommand({ key, on: "page", isModified: false, isShifted: true, isBar: true });
  expect([shifted("N"), shifted("P")]).toEqual([
    { do: "recording", step: 1 },
    { do: "recording", step: -1 },
  ]);
});

test("a slider keeps its arrows, a button its Space, radio buttons both; letters work everywhere else", () => {
  expect(press("ArrowLeft", "slider")).toBeUndefined();
  expect(press("m", "slider")).toEqual({ do: "mute" });
  expect(press(" ", "button")).toBeUndefined();
  expect(press(" ", "slider")).toEqual({ do: "toggle" });
  expect(press("ArrowRight", "choice")).toBeUndefined();
  expect(press(" ", "choice")).toBeUndefined();
});
