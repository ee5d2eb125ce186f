// In a real browser, with its storage: several people log in one after the other.
import { beforeEach, expect, test, vi } from "vitest";
import { usePersisted } from "./persisted.ts";
import { followPerson, isStillCurrent, recallPerson } from "./person.ts";
import {
  continueTelling,
  finishTelling,
  noteHere,
  readPosition,
  saveBeforeLogOut,
  takeOver,
  tellServer,
  tellUntold,
  useSavedAt,
  useUntold,
} from "./positions.ts";

const restart = vi.fn<() => void>();
let pages = 0;
/** In a page of its own, as after the way through Patreon or Twitch. */
async function logIn(id: string): Promise<void> {
  pages += 1;
  const page = (await import(/* @vite-ignore */ `./person.ts?page=${pages}`)) as typeof import("./person.ts");
  await page.recallPerson(id, restart);
}
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const entry = () => JSON.parse(localStorage.getItem("stagedoor") ?? "null") as { state: unknown } | null;

/** A server that takes every position. Returns what it receives. */
function listen(): unknown[] {
  const told: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    told.push(address);
    return Response.json({});
  });
  return told;
}

beforeEach(() => {
  localStorage.clear();
  usePersisted.setState({ volume: 0.5, audioOnly: false, positions: {} });
  for (const times of [useSavedAt, useUntold]) times.setState({}, true);
  restart.mockClear();
});

test("the next person sees nothing of the one before, who finds everything again", async () => {
  await logIn("ada");
  noteHere("waltz", 30, at(1));
  noteHere("tango", 40, at(2));
  expect(entry()?.state).toEqual({ volume: 0.5, audioOnly: false, positions: { waltz: 30, tango: 40 } });

  await logIn("bob");
  expect(readPosition("waltz")).toBe(0);
  expect(entry()?.state).toMatchObject({ positions: {} });
  noteHere("waltz", 5, at(3));

  await logIn("ada");
  expect(entry()?.state).toMatchObject({ positions: { waltz: 30, tango: 40 } });
  expect(Object.keys(usePersisted.getState().positions)).toEqual(["waltz", "tango"]);
  // neither an older position of another device wins, nor a newer one loses
  takeOver([{ id: "waltz", seconds: 1, at: at(0).toISOString() }]);
  expect(readPosition("waltz")).toBe(30);
  await logIn("bob");
  expect(readPosition("waltz")).toBe(5);
  expect(restart).not.toHaveBeenCalled();
});

test("a position that did not reach the server is sent for the person it belongs to, and for nobody else", async () => {
  const told = listen();
  await logIn("ada");
  noteHere("waltz", 30, at(1));
  await logIn("bob");
  await tellUntold([]);
  expect(told).toEqual([]);
  await logIn("ada");
  await tellUntold([]);
  expect(told).toHaveLength(1);
  vi.restoreAllMocks();
});

test("what was stored before people were told apart belongs to the first who logs in", async () => {
  const state = { volume: 0.3, audioOnly: true, positions: { waltz: 12 } };
  localStorage.setItem("stagedoor", JSON.stringify({ state, version: 1 }));
  await usePersisted.persist.rehydrate();
  await logIn("ada");
  expect(readPosition("waltz")).toBe(12);
  await logIn("bob");
  // volume and Audio Only belong to the browser
  expect(usePersisted.getState()).toEqual({ ...state, positions: {} });
  await logIn("ada");
  expect(usePersisted.getState()).toEqual(state);
});

test("what is put aside is bounded: the newest positions of the last people", async () => {
  for (let person = 0; person < 12; person += 1) {
    await logIn(`person-${person}`);
    const savedAt = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`r${n}`, at(n).toISOString()]));
    const positions = Object.fromEntries(Object.keys(savedAt).map((id) => [id, 10]));
    usePersisted.setState({ positions });
    useSavedAt.setState(savedAt, true);
  }
  const { state } = JSON.parse(localStorage.getItem("stagedoor-people") ?? "") as {
    state: Record<string, { positions: object }>;
  };
  expect(Object.keys(state)).toHaveLength(8);
  for (const { positions } of Object.values(state)) expect(Object.keys(positions)).toHaveLength(200);
  await logIn("person-9");
  expect(readPosition("r299")).toBe(10);
  expect(readPosition("r0")).toBe(0);
});

test.each(["{broken", "7", '{"state":{"ada":null,"bob":{"positions":{"a":"x"},"savedAt":7}},"version":1}'])(
  "an entry like %s loses nothing that can be read",
  async (text) => {
    localStorage.setItem("stagedoor-people", text);
    await logIn("ada");
    noteHere("waltz", 30, at(1));
    await logIn("bob");
    expect(usePersisted.getState().positions).toEqual({});
    await logIn("ada");
    expect(readPosition("waltz")).toBe(30);
  },
);

test("a page that shows one person starts again when another one logs in, here or in another tab", async () => {
  await recallPerson("ada", restart);
  await recallPerson("ada", restart);
  noteHere("waltz", 30, at(1));
  expect(restart).not.toHaveBeenCalled();
  await recallPerson("bob", restart);
  expect(restart).toHaveBeenCalledTimes(1);
  expect(readPosition("waltz")).toBe(0);
  followPerson(restart);
  expect(isStillCurrent()).toBe(true);
  localStorage.setItem("stagedoor-person", "ada");
  dispatchEvent(new StorageEvent("storage", { key: "stagedoor-person" }));
  expect(isStillCurrent()).toBe(false);
  expect(restart).toHaveBeenCalledTimes(2);
});

test("a logout sends the last position first, and nothing after that", async () => {
  const asked = listen();
  const forget = saveBeforeLogOut(async () => {
    noteHere("waltz", 33, at(5));
    await tellServer("waltz");
  });
  await finishTelling();
  expect(asked).toHaveLength(1);
  noteHere("waltz", 34, at(6));
  expect(await tellServer("waltz")).toBe(0);
  expect(asked).toHaveLength(1);
  // it is kept, and sent after the next login
  continueTelling();
  await tellUntold([]);
  expect(asked).toHaveLength(2);
  forget();
  vi.restoreAllMocks();
});
