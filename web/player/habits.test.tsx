import { beforeEach, expect, test } from "vitest";
import { recallPerson } from "#web/memory/person.ts";
import { captionHabits, changeCaptionHabits, readHabits, useHabits } from "./habits.ts";

const logIn = (id: string) => recallPerson(id, () => undefined);
const german = { label: "German", language: "de" };

beforeEach(() => {
  localStorage.clear();
  useHabits.setState({ captions: {} });
});

test("captions are remembered for each person", async () => {
  await logIn("ada");
  changeCaptionHabits({ track: german, size: "large" });
  await logIn("bob");
  expect(captionHabits()).toEqual({ track: null, size: "normal", background: "shade" });
  changeCaptionHabits({ background: "solid" });
  await logIn("ada");
  expect(captionHabits()).toEqual({ track: german, size: "large", background: "shade" });
});

test("captions that were stored before people were told apart belong to who is logged in", async () => {
  await logIn("ada");
  useHabits.setState(readHabits({ isMuted: true, rate: 1.25, captions: german }));
  expect(captionHabits()).toMatchObject({ track: german, size: "normal" });
  await logIn("bob");
  expect(captionHabits().track).toBe(null);
  expect(useHabits.getState()).toMatchObject({ isMuted: true, rate: 1.25 });
});

test.each([null, 7, [], "x", { ada: 7 }, { ada: { track: 1, size: "huge", background: null } }])(
  "invalid captions in the storage read as the defaults: %j",
  async (captions) => {
    await logIn("ada");
    useHabits.setState(readHabits({ captions }));
    expect(captionHabits()).toEqual({ track: null, size: "normal", background: "shade" });
  },
);

test("the captions of at most eight people are kept", async () => {
  for (let n = 0; n < 12; n += 1) {
    await logIn(`person-${n}`);
    changeCaptionHabits({ size: "small" });
  }
  expect(Object.keys(useHabits.getState().captions)).toHaveLength(8);
  expect(captionHabits().size).toBe("small");
});
