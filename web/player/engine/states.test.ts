import { expect, test } from "vitest";
import { follow, type Happening, type Loaded, type State } from "./states.ts";

const element = {} as HTMLVideoElement;
const file: Loaded = { by: "file", element, offset: 0 };
const lent: Loaded = { by: "lent", element, offset: 2 };
const idle: State = { name: "idle", loaded: null };

function run(...happenings: Happening[]): State {
  return happenings.reduce(follow, idle);
}
const [opens, lends] = [file, lent].map((loaded): Happening => ({ event: "opens", loaded })) as [Happening, Happening];
const [begins, arrives, closes] = (["begins", "arrives", "closes"] as const).map((event): Happening => ({ event })) as [
  Happening,
  Happening,
  Happening,
];
const offline: Happening = { event: "fails", trouble: "offline" };
const refused: Happening = { event: "fails", trouble: "refused" };

test("what is loaded ahead waits until it begins, also when it is opened again", () => {
  const points: Happening = { event: "points", loaded: file };
  expect(run(points)).toEqual({ name: "ahead", loaded: file });
  expect(run(points, opens).name).toBe("ahead");
  expect(run(points, opens, begins)).toEqual({ name: "file", loaded: file });
});

test("it plays here, on a screen, and here again", () => {
  expect(run(opens, lends)).toEqual({ name: "lent", loaded: lent });
  expect(run(opens, lends, opens).name).toBe("file");
});

test("a lost line ends with the first data that arrives, in the state of before; nothing else does", () => {
  expect(run(opens, lends, offline, arrives)).toEqual({ name: "lent", loaded: lent });
  expect(run(opens, refused, arrives)).toEqual({ name: "trouble", loaded: file, trouble: "refused" });
  expect(run(opens, offline, refused, arrives).name).toBe("trouble");
});

test("trouble ends when it is opened again; without an address that this browser plays it does not", () => {
  expect(run(opens, refused, opens)).toEqual({ name: "file", loaded: file });
  expect(run(opens, { event: "opens", loaded: null })).toEqual({
    name: "trouble",
    loaded: null,
    trouble: "unsupported",
  });
});

test("what comes too late changes nothing", () => {
  for (const late of [begins, arrives, offline]) expect(run(opens, closes, late)).toEqual(idle);
  expect(run(opens, begins, arrives).name).toBe("file");
});
