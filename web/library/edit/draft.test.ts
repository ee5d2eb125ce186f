import { expect, test } from "vitest";
import { mergeDraft, readPicker, setUploadTime, takeField, toPicker } from "./draft.ts";
import { describeVideo, makeVideo } from "#web/testing/library-stand-in.ts";

const base = describeVideo(makeVideo({ id: "a", title: "Old" }));

test("after a conflict what was typed is kept, and what only the other editor changed is taken over", () => {
  const mine = { ...base, title: "Mine" };
  const theirs = { ...base, title: "Theirs", prevent_autodelete: true, revision: 2 };
  const { draft, clashes } = mergeDraft(base, mine, theirs);
  expect(draft).toEqual({ ...theirs, title: "Mine" });
  expect(clashes).toEqual([
    { field: "title", theirs: "Theirs", yours: "Mine", isBoth: true },
    { field: "prevent_autodelete", theirs: "on", yours: "off", isBoth: false },
  ]);
  expect(takeField(draft, theirs, "title").title).toBe("Theirs");
});

test("that the other editor hid it is listed and taken over", () => {
  const { draft, clashes } = mergeDraft(base, { ...base, title: "Mine" }, { ...base, hidden: true, revision: 2 });
  expect(draft).toMatchObject({ title: "Mine", hidden: true });
  expect(clashes).toEqual([{ field: "hidden", theirs: "on", yours: "off", isBoth: false }]);
});

test("two editors who typed the same have no conflict", () => {
  const same = { ...base, title: "Same" };
  expect(mergeDraft(base, same, { ...same, revision: 2 }).clashes).toEqual([]);
});

test("a time that was set is known, and kept as an ISO string", () => {
  const dated = setUploadTime({ ...base, time_missing: true }, new Date("2024-05-01T12:30:00Z"));
  expect(dated).toMatchObject({ add_date: "2024-05-01T12:30:00.000Z", time_missing: false });
});

test("the picker shows the local clock, and reads it back", () => {
  const moment = "2024-05-01T12:30:00.000Z";
  const text = toPicker({ add_date: moment, time_missing: false });
  expect(text).toMatch(/^2024-0[45]-\d\dT\d\d:\d\d$/);
  expect(readPicker(text)?.toISOString()).toBe(moment);
  expect(toPicker({ add_date: "2024-05-01T12:30:07.000Z", time_missing: false })).toMatch(/:07$/);
});

test("a day without a time begins at midnight, whatever the time zone", () => {
  expect(toPicker({ add_date: "2024-05-01T00:00:00.000Z", time_missing: true })).toBe("2024-05-01T00:00");
});

test.each(["", "0202-01-01T00:00", "2101-01-01T00:00", "1969-12-31T23:59"])(
  "'%s' is not accepted as a date",
  (text) => {
    expect(readPicker(text)).toBeUndefined();
  },
);
