import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePersisted } from "./persisted.ts";
import { noteHere, positionsQuery, readPosition, takeOver, tellServer, tellUntold } from "./positions.ts";

beforeEach(() => usePersisted.setState({ positions: {} }));
afterEach(() => vi.restoreAllMocks());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const remote = (id: string, seconds: number, minute: number) => ({ id, seconds, at: at(minute).toISOString() });

test("the newest wins, whichever device it comes from", () => {
  noteHere("one", 100, at(10));
  takeOver([remote("one", 50, 5)]);
  expect(readPosition("one")).toBe(100);
  takeOver([remote("one", 200, 15)]);
  expect(readPosition("one")).toBe(200);
});

test("a recording that was finished on another device is finished here", () => {
  noteHere("two", 100, at(10));
  takeOver([remote("two", 0, 20)]);
  expect(readPosition("two")).toBe(0);
  expect(usePersisted.getState().positions).toEqual({});
});

test("the recording that was watched last is the last entry, as the continue row expects it", () => {
  noteHere("three", 1, at(30));
  noteHere("four", 1, at(31));
  noteHere("three", 2, at(32));
  expect(Object.keys(usePersisted.getState().positions)).toEqual(["four", "three"]);
});

/** A server that answers every save with this status. Returns the ids it received, in order. */
function listen(status = 200): string[] {
  const told: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, request) => {
    if (request?.method !== "PUT") return Response.json({ positions: [] });
    if (typeof address === "string") told.push(address.split("/").at(-1) ?? "");
    return status === 0 ? Promise.reject(new TypeError("no connection")) : Response.json({}, { status });
  });
  return told;
}

/** Sends what earlier tests have left. */
async function tellAll(): Promise<void> {
  listen();
  await tellUntold([]);
  vi.restoreAllMocks();
}

test("a position that did not reach the server is sent after the next load, and only once", async () => {
  await tellAll();
  noteHere("five", 100, at(40));
  listen(0);
  expect(await tellServer("five")).toBe(0);
  vi.restoreAllMocks();
  const told = listen();
  const queries = new QueryClient();
  await queries.fetchQuery({ ...positionsQuery, staleTime: 0 });
  await vi.waitFor(() => expect(told).toEqual(["five"]));
  await queries.fetchQuery({ ...positionsQuery, staleTime: 0 });
  await tellUntold([]);
  expect(told).toEqual(["five"]);
});

test("a position that the server already has, or has newer, is not sent", async () => {
  await tellAll();
  noteHere("six", 100, at(40));
  noteHere("seven", 100, at(40));
  noteHere("eight", 100, at(40));
  const told = listen();
  await tellUntold([remote("six", 100, 40), remote("seven", 200, 41), remote("eight", 50, 39)]);
  expect(told).toEqual(["eight"]);
});

test("at most twenty are sent at a time, the newest first, and none after a failure", async () => {
  await tellAll();
  const ids = Array.from({ length: 25 }, (_, n) => `many-${n}`);
  for (const [n, id] of ids.entries()) noteHere(id, 10, at(n));
  for (const status of [0, 401, 429, 503]) {
    const tried = listen(status);
    await tellUntold([]);
    expect(tried).toEqual(["many-24"]);
    vi.restoreAllMocks();
  }
  const told = listen();
  await tellUntold([]);
  expect(told).toEqual(ids.toReversed().slice(0, 20));
});

test("the position of a deleted recording is not sent again", async () => {
  await tellAll();
  await tellAll();
  noteHere("deleted", 10, at(50));
  const told = listen(404);
  await tellUntold([]);
  await tellUntold([]);
  expect(told).toEqual(["deleted"]);
});
