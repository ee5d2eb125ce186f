import { expect, it } from "vitest";
import type { Said, Source, Witness } from "./found.ts";
import type { Moment } from "./moment.ts";
import { decide, order } from "./trust.ts";

const circumstances = { zone: "Europe/Berlin", durationSeconds: 600, changedAt: new Date("2026-11-01T10:00:00Z") };
const time = (text: string): Moment => ({ at: new Date(text), precision: "time" });
const day = (text: string): Moment => ({ at: new Date(text), precision: "day" });
const year = (text: string): Moment => ({ at: new Date(text), precision: "year" });
const says = (said: Partial<Record<Source, Said>>): Witness[] =>
  Object.entries(said).map(([source, one]) => ({ source: source as Source, said: one }));

it.each(["title", "description"] as const)("of two sources the one that is trusted more gives the %s", (field) => {
  const sources = order[field];
  for (const [index, source] of sources.entries()) {
    const rest = sources.slice(index).toReversed();
    const decided = decide(
      says(Object.fromEntries(rest.map((one) => [one, { [field]: `from ${one}` }]))),
      circumstances,
    );
    expect(decided[field]).toBe(`from ${source}`);
    expect(decided.why[field]).toEqual({ source });
  }
});

it("of two dates the one that is trusted more counts, and the time of the file is a guess", () => {
  for (const [index, source] of order.date.entries()) {
    const rest = order.date.slice(index).filter((one) => one !== "file-time");
    const witnesses = says(
      Object.fromEntries(rest.map((one, n) => [one, { moment: time(`20${10 + n}-05-01T10:00:00Z`) }])),
    );
    const { addDate, why } = decide(witnesses, circumstances);
    expect(why.date).toEqual({ source, ...(source === "file-time" && { isGuess: true }) });
    expect(addDate.getUTCFullYear()).toBe(source === "file-time" ? 2026 : 2010);
  }
});

it("a day gets its time of day from another source that names the same day, by the archive's clock", () => {
  const witnesses = says({
    "file-name": { moment: day("2024-05-02") },
    tags: { moment: time("2024-05-02T23:30:00Z") },
    clock: { moment: time("2024-05-01T22:30:00Z") },
  });
  const decided = decide(witnesses, circumstances);
  expect(decided).toMatchObject({ addDate: new Date("2024-05-01T22:30:00Z"), timeMissing: false });
  expect(decided.why.date).toEqual({ source: "file-name", timeSource: "clock" });
});

it("a day that a person or our own description says stays a day", () => {
  for (const source of ["person", "sidecar"] as const) {
    const witnesses = says({
      [source]: { moment: day("2024-05-01") },
      clock: { moment: time("2024-05-01T19:30:00Z") },
    });
    expect(decide(witnesses, circumstances)).toMatchObject({ addDate: new Date("2024-05-01"), timeMissing: true });
  }
});

it("a year is a guess, and of a source that is trusted less comes only a day of that year", () => {
  const nfo = { nfo: { moment: year("2019-01-01") } };
  const alone = decide(says(nfo), circumstances);
  expect(alone).toMatchObject({ addDate: new Date("2019-01-01"), timeMissing: true, onlyKnown: "year" });
  expect(alone.why.date).toEqual({ source: "nfo", onlyKnown: "year", isGuess: true });
  const copied = says({ ...nfo, clock: { moment: time("2024-05-01T19:30:00Z") } });
  expect(decide(copied, circumstances).why.date).toEqual(alone.why.date);
  const both = decide(says({ ...nfo, clock: { moment: time("2019-05-01T19:30:00Z") } }), circumstances);
  expect(both).toMatchObject({ addDate: new Date("2019-05-01T19:30:00Z"), why: { date: { source: "clock" } } });
});

it("a date that is doubtful gives way, and what is used instead is a guess where it is another day", () => {
  const name = (moment?: Moment): Witness => ({
    source: "file-name",
    said: moment ? { moment } : {},
    weak: ["moment"],
  });
  const clock = says({ clock: { moment: time("2024-05-01T19:30:00Z") } });
  expect(decide([name(day("2024-05-01")), ...clock], circumstances).why.date).toEqual({ source: "clock" });
  for (const one of [name(day("2010-10-10")), name()])
    expect(decide([one, ...clock], circumstances).why.date).toEqual({ source: "clock", isGuess: true });
  expect(decide([name(day("2010-10-10"))], circumstances)).toMatchObject({
    addDate: new Date("2010-10-10"),
    why: { date: { source: "file-name", isGuess: true } },
  });
});

it("a name that a device made up gives way to the folder's name, and is a guess without one", () => {
  const made: Witness = { source: "file-name", said: { title: "GX010123" }, weak: ["title"] };
  const folder = says({ "folder-name": { title: "Late Show" } });
  expect(decide([made, ...folder], circumstances).why.title).toEqual({ source: "folder-name" });
  expect(decide([made], circumstances)).toMatchObject({
    title: "GX010123",
    why: { title: { source: "file-name", isGuess: true } },
  });
});

it("chapters are in order, within the recording, and those without names come last", () => {
  const chapters = (...starts: number[]) =>
    starts.map((startSeconds) => ({ startSeconds, title: `at ${startSeconds}` }));
  const container: Witness = { source: "container", said: { chapters: chapters(0, 100) } };
  const info = says({ "info-json": { chapters: chapters(300, 0, 300, 900, -1) } });
  expect(decide([container, ...info], circumstances).chapters).toEqual(chapters(0, 100));
  const weak = decide([{ ...container, weak: ["chapters"] }, ...info], circumstances);
  expect(weak.chapters).toEqual(chapters(0, 300));
  expect(weak.why.chapters).toEqual({ source: "info-json" });
  expect(decide(says({ container: { chapters: chapters(0) } }), circumstances).chapters).toEqual([]);
});

it("nothing at all still makes a recording", () => {
  expect(decide([], circumstances)).toMatchObject({
    title: "Untitled",
    addDate: circumstances.changedAt,
    hidden: false,
    why: { title: { isGuess: true }, date: { source: "file-time", isGuess: true } },
  });
});
