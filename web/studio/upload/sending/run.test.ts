import { expect, test } from "vitest";
import { detailsOf, makeItem, toSaid } from "#web/studio/upload/items.ts";
import { judge, sayRefusal } from "./run.ts";

test.each([
  [0, "again"],
  [503, "again"],
  [429, "again"],
  [409, "again"],
  [404, "gone"],
  [410, "stop"],
  [400, "stop"],
  [401, "stop"],
  [403, "stop"],
  [413, "stop"],
  [507, "stop"],
])("an answer of %i means: %s", (status, verdict) => {
  expect(judge(status, 0)).toBe(verdict);
  expect(judge(status, 100)).toBe(verdict);
});

test("after several failures at the same place the upload stops", () => {
  expect(judge(500, 0)).toBe("again");
  expect(judge(500, 5)).toBe("stop");
});

test("a refusal is shown in the words of the server, or in our own when it sent none", () => {
  const say = (status: number, message: string, code?: string) => sayRefusal({ status, message, code });
  expect(say(507, "There is not enough room.", "no-room")).toBe("There is not enough room.");
  expect(say(400, "This is a playlist.", "bad-input")).toBe("This is a playlist. Please choose another file.");
  expect(say(400, "It arrived damaged. Send it again.", "damaged")).toBe("It arrived damaged. Send it again.");
  expect(say(401, "Your last login was a while ago.", "sign-in-again")).toBe("Your last login was a while ago.");
  expect(say(401, "")).toContain("log in again");
  expect(say(410, "")).toContain("was cancelled in the studio");
  expect(say(418, "")).toContain("try again later");
});

test("only what was typed is sent: for the rest the server reads the file", () => {
  const item = makeItem({ name: "Evening.mkv", size: 1, lastModified: 1 });
  expect(detailsOf(item).title).toBe("Evening");
  expect(toSaid(item)).toEqual({});
  const guess = { title: "Evening", day: "2024-05-01", time: "" };
  expect(toSaid({ guess, typed: { title: " Night " } })).toEqual({ title: "Night" });
  expect(toSaid({ guess, typed: { title: "" } })).toEqual({ title: "Evening" });
  expect(toSaid({ guess, typed: { day: "2024-05-02" } })).toEqual({ date: "2024-05-02" });
  expect(toSaid({ guess, typed: { time: "21:30" } })).toEqual({ date: new Date("2024-05-01T21:30").toISOString() });
  expect(toSaid({ guess, typed: { day: "" } })).toEqual({ date: "" });
  expect(toSaid({ guess, typed: { day: "", time: "21:30" } })).toEqual({ date: "" });
});
