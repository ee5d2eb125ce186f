import { expect, test } from "vitest";
import { chooseLevel, fromLocal, listLower, toLocal } from "./draft.ts";

const choices = [
  { id: null, name: "Member" },
  { id: "silver", name: "Silver" },
  { id: "gold", name: "Gold" },
];

test("early access can only end with a lower level", () => {
  expect(listLower(choices, null)).toEqual([]);
  expect(listLower(choices, "gold").map(({ name }) => name)).toEqual(["Member", "Silver"]);
  expect(listLower(choices, "a removed level")).toEqual([]);
});

test("another level drops what does not fit with it any more", () => {
  const draft = { level: "gold", opens_at: "2030-01-01T00:00:00.000Z", opens_level: "silver" };
  expect(chooseLevel(draft, choices, "silver")).toEqual({ ...draft, level: "silver", opens_level: null });
  expect(chooseLevel(draft, choices, null)).toEqual({ level: null, opens_at: null, opens_level: null });
});

test("the picker shows the local clock, and reads it back", () => {
  const moment = "2030-05-01T12:30:00.000Z";
  expect(fromLocal(toLocal(moment))).toBe(moment);
  expect([toLocal(null), fromLocal("")]).toEqual(["", null]);
  expect(fromLocal("soon")).toBeUndefined();
});
