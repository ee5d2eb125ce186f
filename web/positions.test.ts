import { beforeEach, expect, test } from "vitest";
import { usePersisted } from "#web/persisted.ts";
import { noteHere, readPosition, takeOver } from "#web/positions.ts";

beforeEach(() => usePersisted.setState({ positions: {} }));

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const remote = (id: string, seconds: number, minute: number) => ({ id, seconds, at: at(minute).toISOString() });

test("the newest wins, whichever device it comes from", () => {
  noteHere("one", 100, at(10));
  takeOver([remote("one", 50, 5)]);
  expect(readPosition("one")).toBe(100);
  takeOver([remote("one", 200, 15)]);
  expect(readPosition("one")).toBe(200);
});

test("finished elsewhere is finished here", () => {
  noteHere("two", 100, at(10));
  takeOver([remote("two", 0, 20)]);
  expect(readPosition("two")).toBe(0);
  expect(usePersisted.getState().positions).toEqual({});
});

test("the one watched last stands last, as the page's continue row reads them", () => {
  noteHere("three", 1, at(30));
  noteHere("four", 1, at(31));
  noteHere("three", 2, at(32));
  expect(Object.keys(usePersisted.getState().positions)).toEqual(["four", "three"]);
});
